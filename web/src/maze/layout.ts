/**
 * Where everything lies on the screen, in units of the drawing: rooms, lines, bays. One layout for each scene and
 * viewpoint.
 */
import type { BayDrawing, LineDrawing, Scene } from "$lib/protocol";
import { LETTERS, SIZE, STEPS, squareName, turnPoint, turnSide, type Letter, type Point, type Side } from "./geometry";

/** A square. */
export const S = 60;
/** A room. */
export const ROOM = SIZE * S;
/** The joint between two rooms. */
export const GAP = 10;
/** Depth of a starting zone of the Card Game, and its distance from the rooms. */
export const DECK = 96;
export const DECK_GAP = 26;
/** The rim round the maze, with room for the coordinates. */
export const PAD = 26;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A place for a room: upper left corner in units (`x`, `y`) and in cells of the screen (`column`, `row`). */
export interface RoomPlace extends Point {
  column: number;
  row: number;
}

export interface LineLayout {
  line: LineDrawing;
  towards: Side;
  squares: { square: string; x: number; y: number; dot: boolean }[];
}

/** A bay: its box, and where its four stations are. */
export interface BayLayout {
  bay: BayDrawing;
  towards: Side;
  box: Box;
  room: RoomPlace;
  stations: Record<Letter, Point>;
}

export interface Layout {
  scene: Scene;
  /** By how many quarters clockwise the whole maze is turned. */
  turns: number;
  bounds: Box;
  /** Is the whole box covered (rectangular mazes)? Then it lies on a bed. */
  full: boolean;
  /** By the upper left square as in the scene: `x,y`. */
  corners: Map<string, RoomPlace>;
  /** Upper left corners of all squares of the board game, by name. */
  squares: Map<string, Point>;
  lines: LineLayout[];
  bays: Map<string, BayLayout>;
  /** Points where four rooms meet. */
  joints: Point[];
}

/**
 * How far the maze is turned so that the viewer's line lies left or below, whichever suits the box better; `flip`:
 * right or above.
 */
export function turnsFor(scene: Scene, home: string, tall: boolean, flip = false): number {
  return (unflipped(scene, home, tall) + (flip ? 2 : 0)) % 4;
}

function unflipped(scene: Scene, home: string, tall: boolean): number {
  const towards = homeSide(scene, home);
  if (!towards) return sharedTurns(scene, tall);
  const left = quartersFromTo(towards, "e");
  const below = quartersFromTo(towards, "n");
  const { width, height } = turnedSize(scene, left);
  if (Math.abs(width - height) <= 1) return below;
  return tall === height > width ? left : below;
}

/** Where lines are shared the maze lies as printed, unless the box has quite another shape. */
function sharedTurns({ width, height }: Scene, tall: boolean): number {
  return tall ? Number(width > 1.3 * height) : Number(height > 1.3 * width);
}

function homeSide(scene: Scene, home: string): Side | null {
  const bays = scene.bays ?? [];
  const bay = bays.find((each) => each.colour === home) ?? bays[0];
  if (bay) return bay.towards as Side;
  const owned = (scene.lines ?? []).filter((line) => line.colours.length === 1);
  const line = owned.find((each) => each.colours[0] === home) ?? owned[0];
  return line ? (line.towards as Side) : null;
}

const compass = "nesw";
const quartersFromTo = (from: Side, to: Side) => (compass.indexOf(to) - compass.indexOf(from) + 4) % 4;

/** In squares, with the starting zones of the Card Game in the north and the south. */
function turnedSize(scene: Scene, turns: number): { width: number; height: number } {
  const height = scene.height + (scene.bays?.length ? (2 * (DECK + DECK_GAP)) / S : 0);
  return turns % 2 ? { width: height, height: scene.width } : { width: scene.width, height };
}

export function buildLayout(scene: Scene, turns: number): Layout {
  const corners = placeRooms(scene, turns);
  const squares = new Map<string, Point>();
  if (scene.game === "board") placeSquares(corners, turns, squares);
  const lines = (scene.lines ?? []).map((line) => placeLine(line, scene, turns, corners, squares));
  const bays = placeBays(scene, turns, corners);
  const boxes: Box[] = [
    ...[...corners.values()].map((room) => ({ x: room.x, y: room.y, width: ROOM, height: ROOM })),
    ...lines.flatMap((line) => line.squares.map(({ x, y }) => ({ x, y, width: S, height: S }))),
    ...[...bays.values()].map((bay) => bay.box),
  ];
  const inner = around(boxes);
  const covered = boxes.reduce((sum, box) => sum + box.width * box.height, 0);
  const full = bays.size > 0 || covered > 0.93 * inner.width * inner.height;
  const bounds = { x: inner.x - PAD, y: inner.y - PAD, width: inner.width + 2 * PAD, height: inner.height + 2 * PAD };
  return { scene, turns, bounds, full, corners, squares, lines, bays, joints: jointsOf(corners) };
}

/** Joints grow evenly with the distance, so rooms that are offset by half a room still lie a joint apart. */
function placeRooms(scene: Scene, turns: number): Map<string, RoomPlace> {
  const corners = new Map<string, RoomPlace>();
  for (const { x, y } of scene.places) {
    const all = [
      turnPoint({ x, y }, turns, scene.width, scene.height),
      turnPoint({ x: x + SIZE - 1, y: y + SIZE - 1 }, turns, scene.width, scene.height),
    ];
    const column = Math.min(...all.map((p) => p.x));
    const row = Math.min(...all.map((p) => p.y));
    corners.set(`${x},${y}`, { column, row, x: column * S + (column / SIZE) * GAP, y: row * S + (row / SIZE) * GAP });
  }
  return corners;
}

function placeSquares(corners: Map<string, RoomPlace>, turns: number, squares: Map<string, Point>): void {
  for (const [key, room] of corners) {
    const [x = 0, y = 0] = key.split(",").map(Number);
    for (let i = 0; i < SIZE; i++) {
      for (let j = 0; j < SIZE; j++) {
        const cell = turnPoint({ x: i, y: j }, turns, SIZE, SIZE);
        squares.set(squareName(x + i, y + j), { x: room.x + cell.x * S, y: room.y + cell.y * S });
      }
    }
  }
}

function placeLine(
  line: LineDrawing,
  scene: Scene,
  turns: number,
  corners: Map<string, RoomPlace>,
  squares: Map<string, Point>,
): LineLayout {
  const towards = turnSide(line.towards as Side, turns);
  const step = STEPS[towards];
  const original = STEPS[line.towards as Side];
  const placed = line.squares.map(({ square, x, y, dot }) => {
    const neighbour = squares.get(squareName(x + original.x, y + original.y));
    const cell = turnPoint({ x, y }, turns, scene.width, scene.height);
    const at = neighbour
      ? { x: neighbour.x - step.x * (S + GAP), y: neighbour.y - step.y * (S + GAP) }
      : { x: cell.x * (S + GAP / SIZE), y: cell.y * (S + GAP / SIZE) };
    return { square, dot, ...at };
  });
  for (const { square, x, y } of placed) squares.set(square, { x, y });
  return { line, towards, squares: placed };
}

function placeBays(scene: Scene, turns: number, corners: Map<string, RoomPlace>): Map<string, BayLayout> {
  const bays = new Map<string, BayLayout>();
  for (const bay of scene.bays ?? []) {
    const at = scene.places.find((place) => place.place === bay.place);
    const room = at && corners.get(`${at.x},${at.y}`);
    if (!room) continue;
    const towards = turnSide(bay.towards as Side, turns);
    const box = bayBox(room, towards);
    bays.set(bay.name, { bay, towards, box, room, stations: stationsIn(box, towards) });
  }
  return bays;
}

/** The box of a bay that lies on the side of a room opposite to where the maze is. */
function bayBox(room: Point, towards: Side): Box {
  const off = DECK + DECK_GAP;
  if (towards === "e") return { x: room.x - off, y: room.y, width: DECK, height: ROOM };
  if (towards === "w") return { x: room.x + ROOM + DECK_GAP, y: room.y, width: DECK, height: ROOM };
  if (towards === "s") return { x: room.x, y: room.y - off, width: ROOM, height: DECK };
  return { x: room.x, y: room.y + ROOM + DECK_GAP, width: ROOM, height: DECK };
}

function stationsIn(box: Box, towards: Side): Record<Letter, Point> {
  const upright = towards === "e" || towards === "w";
  const at = (i: number): Point =>
    upright ? { x: box.x + DECK / 2, y: box.y + 39 + i * 74 } : { x: box.x + 39 + i * 74, y: box.y + DECK / 2 };
  return Object.fromEntries(LETTERS.map((letter, i) => [letter, at(i)])) as Record<Letter, Point>;
}

function jointsOf(corners: Map<string, RoomPlace>): Point[] {
  const rooms = [...corners.values()];
  const at = (column: number, row: number) => rooms.some((room) => room.column === column && room.row === row);
  return rooms
    .filter(({ column, row }) => at(column - SIZE, row) && at(column, row - SIZE) && at(column - SIZE, row - SIZE))
    .map(({ x, y }) => ({ x: x - GAP / 2, y: y - GAP / 2 }));
}

export function around(boxes: Box[]): Box {
  if (!boxes.length) return { x: 0, y: 0, width: ROOM, height: ROOM };
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}
