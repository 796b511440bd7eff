/** Where a named place is: its outline, its box, its middle. Squares, zones, stations, starting zones, rooms, `out`. */
import {
  LETTERS,
  parseStation,
  parseZone,
  samePoint,
  signCell,
  SIZE,
  STEPS,
  type Letter,
  type Point,
} from "./geometry";
import { ROOM, S, type Box } from "./layout";
import { contour, f } from "./draw/primitives";
import { deckBox } from "./draw/edges";
import { cellOf, zoneCells, type ViewLayout, type RoomOnTable } from "./maze-model";
import type { Marks } from "./types";

export interface PlaceShape {
  kind: "square" | "zone" | "station" | "deck" | "room";
  /** Its outline, pulled inwards. */
  outline: (inset: number) => string;
  box: Box;
  middle: Point;
  /** The middles of its cells; one for everything but zones. */
  cells: Point[];
}

function rounded({ x, y, width, height }: Box, radius: number) {
  return (inset: number) => {
    const [w, h] = [width - 2 * inset, height - 2 * inset];
    const r = Math.max(2, radius - inset / 3);
    return (
      `M${f(x + inset + r)},${f(y + inset)}h${f(w - 2 * r)}a${r},${r} 0 0 1 ${r},${r}v${f(h - 2 * r)}a${r},${r} 0 0` +
      ` 1 ${-r},${r}h${f(2 * r - w)}a${r},${r} 0 0 1 ${-r},${-r}v${f(2 * r - h)}a${r},${r} 0 0 1 ${r},${-r}Z`
    );
  };
}

function boxShape(kind: PlaceShape["kind"], box: Box, radius: number): PlaceShape {
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return { kind, box, middle, cells: [middle], outline: rounded(box, radius) };
}

export function shapeOf(reading: ViewLayout, place: string): PlaceShape | null {
  const square = reading.layout.squares.get(place);
  if (square) return boxShape("square", { ...square, width: S, height: S }, 10);
  const room = reading.rooms.get(place);
  if (room) return boxShape("room", { x: room.x, y: room.y, width: ROOM, height: ROOM }, 15);
  if (parseZone(place)) return zoneShape(reading, place);
  const station = parseStation(place);
  if (station) return stationShape(reading, station.bay, station.letter);
  const deck = place === "N" || place === "S" ? deckBox(reading.layout, place) : reading.layout.bays.get(place)?.box;
  return deck ? boxShape("deck", deck, 8) : null;
}

function zoneShape(reading: ViewLayout, place: string): PlaceShape | null {
  const found = zoneCells(reading, place);
  if (!found) return null;
  const { room, cells } = found;
  const middle = (c: Point) => ({ x: room.x + c.x * S + S / 2, y: room.y + c.y * S + S / 2 });
  const xs = cells.map((c) => room.x + c.x * S);
  const ys = cells.map((c) => room.y + c.y * S);
  const box = {
    x: Math.min(...xs),
    y: Math.min(...ys),
    width: Math.max(...xs) - Math.min(...xs) + S,
    height: Math.max(...ys) - Math.min(...ys) + S,
  };
  return {
    kind: "zone",
    box,
    middle: middle(signCell(cells)),
    cells: cells.map(middle),
    outline: (inset) => moved(contour(cells, inset), room),
  };
}

/** Path data in units of a room, brought to where the room lies. Only pairs `x,y` occur in contours. */
function moved(d: string, by: Point): string {
  return d.replace(
    /(-?[\d.]+),(-?[\d.]+)/g,
    (_, x: string, y: string) => `${f(Number(x) + by.x)},${f(Number(y) + by.y)}`,
  );
}

function stationShape(reading: ViewLayout, bayName: string, letter: Letter | "?"): PlaceShape | null {
  const bay = reading.layout.bays.get(bayName);
  if (!bay) return null;
  if (letter === "?") return boxShape("deck", bay.box, 8);
  const { x, y } = bay.stations[letter];
  const r = (inset: number) => f(34 - inset / 2);
  const outline = (inset: number) =>
    `M${f(x + Number(r(inset)))},${y}a${r(inset)},${r(inset)} 0 1 1` +
    ` ${f(-2 * Number(r(inset)))},0a${r(inset)},${r(inset)} 0 1 1 ${f(2 * Number(r(inset)))},0Z`;
  return {
    kind: "station",
    middle: { x, y },
    cells: [{ x, y }],
    box: { x: x - 34, y: y - 34, width: 68, height: 68 },
    outline,
  };
}

/** A point outside the maze, next to a place: where a character goes who leaves from there. */
export function outside(reading: ViewLayout, from: Point): Point {
  const { x, y, width, height } = reading.layout.bounds;
  const ways = [
    { far: from.x - x, to: { x: x + 10, y: from.y } },
    { far: x + width - from.x, to: { x: x + width - 10, y: from.y } },
    { far: from.y - y, to: { x: from.x, y: y + 10 } },
    { far: y + height - from.y, to: { x: from.x, y: y + height - 10 } },
  ];
  return ways.reduce((best, way) => (way.far < best.far ? way : best)).to;
}

/** Where the door of `out` is drawn: next to the last square of the path, or next to the chosen character. */
export function wayOut(reading: ViewLayout, marks: Marks): Point | null {
  const last = marks.path?.at(-1) === "out" ? marks.path.at(-2) : undefined;
  const from = (last && pointOf(reading, last)) || pointOf(reading, marks.selected ?? "");
  return from && outside(reading, from);
}

/** The middle of a place or the place of a token. */
export function pointOf(reading: ViewLayout, name: string): Point | null {
  const piece = reading.byToken.get(name);
  if (piece) return { x: piece.x, y: piece.y };
  return shapeOf(reading, name)?.middle ?? null;
}

// -- what lies under a point

export function roomAt(reading: ViewLayout, at: Point): RoomOnTable | null {
  for (const room of reading.rooms.values()) {
    if (at.x >= room.x && at.y >= room.y && at.x < room.x + ROOM && at.y < room.y + ROOM) return room;
  }
  return null;
}

/**
 * The place under a point: a square, a zone, a station; a room's place for a lid; nothing outside and over pits of
 * zones.
 */
export function placeAt(reading: ViewLayout, at: Point): string | null {
  const room = roomAt(reading, at);
  if (room && !room.faceUp) return room.place;
  if (room?.room && reading.layout.scene.game === "card") {
    const cell = { x: Math.floor((at.x - room.x) / S), y: Math.floor((at.y - room.y) / S) };
    for (const letter of LETTERS) {
      if (room.room.zones[letter]?.some((each) => samePoint(each, cell))) return `${room.room.name}.${letter}`;
    }
    return null;
  }
  for (const [square, corner] of reading.layout.squares) {
    if (at.x >= corner.x && at.y >= corner.y && at.x < corner.x + S && at.y < corner.y + S) return square;
  }
  for (const bay of reading.layout.bays.values()) {
    const { x, y, width, height } = bay.box;
    if (at.x < x || at.y < y || at.x >= x + width || at.y >= y + height) continue;
    const far = (letter: Letter) => Math.hypot(bay.stations[letter].x - at.x, bay.stations[letter].y - at.y);
    const nearest = LETTERS.reduce((best, letter) => (far(letter) < far(best) ? letter : best));
    return `${bay.bay.name}${nearest}`;
  }
  return null;
}

// -- edges

export type Barrier = "open" | "gate" | "slit" | "wall";
const STRENGTH: Barrier[] = ["open", "gate", "slit", "wall"];

/** What bars the way out of a cell of a room towards a neighbour, as far as this room's own edge says it. */
export function barrierAt(
  room: RoomOnTable,
  cell: Point,
  side: "n" | "e" | "s" | "w",
): { kind: Barrier; gate?: string } {
  if (!room.room) return { kind: "open" };
  const upright = side === "e" || side === "w";
  const line = upright ? cell.x + Number(side === "e") : cell.y + Number(side === "s");
  const k = upright ? cell.y : cell.x;
  const same = (edge: { upright: boolean; line: number; k: number }) =>
    edge.upright === upright && edge.line === line && edge.k === k;
  const gate = room.room.gates.findIndex(same);
  if (gate >= 0)
    return { kind: (room.gates[gate] ?? "closed") === "closed" ? "gate" : "open", gate: room.gates[gate] ?? "closed" };
  if (room.room.walls.some(same)) return { kind: "wall" };
  if (room.room.slits.some(same)) return { kind: "slit" };
  return { kind: "open" };
}

const OPPOSITE = { n: "s", e: "w", s: "n", w: "e" } as const;

/** What stands between a cell and its neighbour; null where there is no neighbour in a face-up room. */
export function between(
  reading: ViewLayout,
  room: RoomOnTable,
  cell: Point,
  side: "n" | "e" | "s" | "w",
): { room: RoomOnTable; cell: Point; kind: Barrier; gate?: string } | null {
  const step = STEPS[side];
  const next = { x: cell.x + step.x, y: cell.y + step.y };
  const own = barrierAt(room, cell, side);
  if (next.x >= 0 && next.y >= 0 && next.x < SIZE && next.y < SIZE) return { room, cell: next, ...own };
  const over = { x: room.at.column + next.x, y: room.at.row + next.y };
  for (const other of reading.rooms.values()) {
    const there = { x: over.x - other.at.column, y: over.y - other.at.row };
    if (!other.faceUp || there.x < 0 || there.y < 0 || there.x >= SIZE || there.y >= SIZE) continue;
    const theirs = barrierAt(other, there, OPPOSITE[side]);
    const stronger = STRENGTH.indexOf(theirs.kind) > STRENGTH.indexOf(own.kind) ? theirs : own;
    return { room: other, cell: there, kind: stronger.kind, gate: own.gate ?? theirs.gate };
  }
  return null;
}

export { cellOf };
