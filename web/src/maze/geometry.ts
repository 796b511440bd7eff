/** Names of squares, quarter turns, and rooms as they lie. No drawing and no rule here. */
import type { Edge, RoomDrawing } from "$lib/protocol";

/** Squares along one side of a room. */
export const SIZE = 5;

export type Point = { x: number; y: number };
export type Side = "n" | "e" | "s" | "w";
export const SIDES: readonly Side[] = ["n", "e", "s", "w"];
export const STEPS: Record<Side, Point> = {
  n: { x: 0, y: -1 },
  e: { x: 1, y: 0 },
  s: { x: 0, y: 1 },
  w: { x: -1, y: 0 },
};
export const LETTERS = ["T", "S", "C", "G"] as const;
export type Letter = (typeof LETTERS)[number];

const mod4 = (quarters: number) => ((quarters % 4) + 4) % 4;

/** `a` = 0, `z` = 25, `aa` = 26, as the notation counts columns. */
export function columnName(x: number): string {
  let name = "";
  for (let rest = x + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(97 + ((rest - 1) % 26)) + name;
  return name;
}

export function squareName(x: number, y: number): string {
  return `${columnName(x)}${y + 1}`;
}

/** The column and row of `e5`, counted from 0; null for anything else. */
export function parseSquare(name: string): Point | null {
  const found = /^([a-z]+)(\d+)$/.exec(name);
  if (!found) return null;
  let x = 0;
  for (const letter of found[1] ?? "") x = x * 26 + letter.charCodeAt(0) - 96;
  return { x: x - 1, y: Number(found[2]) - 1 };
}

/** `red-1.T` -> room and letter. */
export function parseZone(name: string): { room: string; letter: Letter } | null {
  const found = /^(.+)\.([TSCG])$/.exec(name);
  return found ? { room: found[1] ?? "", letter: found[2] as Letter } : null;
}

/** `N0T` -> bay and letter (`?` as long as it is not known). */
export function parseStation(name: string): { bay: string; letter: Letter | "?" } | null {
  const found = /^([NS]\d+)([TSCG?])$/.exec(name);
  return found ? { bay: found[1] ?? "", letter: found[2] as Letter | "?" } : null;
}

/** A point of a grid of `width` x `height`, turned clockwise with the whole grid. */
export function turnPoint(point: Point, quarters: number, width: number, height: number): Point {
  let { x, y } = point;
  let [w, h] = [width, height];
  for (let i = 0; i < mod4(quarters); i++) {
    [x, y] = [h - 1 - y, x];
    [w, h] = [h, w];
  }
  return { x, y };
}

export function turnSide(side: Side, quarters: number): Side {
  return SIDES[mod4(SIDES.indexOf(side) + quarters)] ?? side;
}

/**
 * An edge of a room: horizontal ones lie on lines 0..5 from the top, vertical ones from the left; `k` counts along the
 * line.
 */
export interface RoomEdge {
  upright: boolean;
  line: number;
  k: number;
}

export function roomEdge(x: number, y: number, side: Side): RoomEdge {
  if (side === "n" || side === "s") return { upright: false, line: side === "n" ? y : y + 1, k: x };
  return { upright: true, line: side === "w" ? x : x + 1, k: y };
}

/** A room as it lies: everything in cells as seen on the screen. */
export interface TurnedRoom {
  name: string;
  pair: string;
  turn: string;
  quarters: number;
  gear: Point | null;
  pits: Point[];
  zones: Partial<Record<Letter, Point[]>>;
  walls: RoomEdge[];
  slits: RoomEdge[];
  /** In the order of the view's `gates`. */
  gates: RoomEdge[];
  /** Where walls stood before they were broken. */
  rubble: RoomEdge[];
}

const points = (list: unknown): Point[] => (list as [number, number][]).map(([x, y]) => ({ x, y }));

/** The drawing of a room turned clockwise. `broken`: its breakable walls are gone. */
export function turnRoom(drawing: RoomDrawing, quarters: number, turn = drawing.turn, broken = false): TurnedRoom {
  const cell = (point: Point) => turnPoint(point, quarters, SIZE, SIZE);
  const edge = (at: Edge) => {
    const to = cell(at);
    return roomEdge(to.x, to.y, turnSide(at.side as Side, quarters));
  };
  const key = (at: Edge) => `${at.x},${at.y},${at.side}`;
  const gone = new Set(broken ? (drawing.breakable ?? []).map(key) : []);
  const stands = (at: Edge) => !gone.has(key(at));
  const [gear] = points([drawing.gear]);
  const zones: TurnedRoom["zones"] = {};
  for (const [letter, cells] of Object.entries(drawing.zones ?? {})) zones[letter as Letter] = points(cells).map(cell);
  return {
    name: drawing.name,
    pair: drawing.pair,
    turn,
    quarters: mod4(quarters),
    gear: gear && gear.x >= 0 ? cell(gear) : null,
    pits: points(drawing.pits).map(cell),
    zones,
    walls: drawing.walls.filter(stands).map(edge),
    slits: drawing.slits.filter(stands).map(edge),
    gates: drawing.gates.map(edge),
    rubble: [...drawing.walls, ...drawing.slits].filter((at) => !stands(at)).map(edge),
  };
}

export interface Run {
  upright: boolean;
  line: number;
  from: number;
  to: number;
}

/** Collinear neighbouring edges merged, so that masonry runs through. */
export function wallRuns(edges: RoomEdge[]): Run[] {
  const sorted = [...edges].sort((a, b) => Number(a.upright) - Number(b.upright) || a.line - b.line || a.k - b.k);
  const runs: Run[] = [];
  for (const { upright, line, k } of sorted) {
    const last = runs.at(-1);
    if (last && last.upright === upright && last.line === line && last.to === k) last.to = k + 1;
    else runs.push({ upright, line, from: k, to: k + 1 });
  }
  return runs;
}

export const samePoint = (a: Point, b: Point) => a.x === b.x && a.y === b.y;

/** The cell that shows the sign of a zone: the best connected one, nearest to the middle. */
export function signCell(cells: Point[]): Point {
  const has = (x: number, y: number) => cells.some((c) => c.x === x && c.y === y);
  const middle = { x: mean(cells.map((c) => c.x)), y: mean(cells.map((c) => c.y)) };
  const worth = (c: Point) => {
    const degree = SIDES.filter((side) => has(c.x + STEPS[side].x, c.y + STEPS[side].y)).length;
    return degree * 100 - Math.abs(c.x - middle.x) - Math.abs(c.y - middle.y);
  };
  const ordered = [...cells].sort((a, b) => a.x - b.x || a.y - b.y);
  return ordered.reduce((best, c) => (worth(c) > worth(best) + 1e-9 ? c : best), ordered[0] ?? { x: 2, y: 2 });
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** The cells of a zone in the order in which tokens sit down: nearest to the sign first, the cell of the sign last. */
export function seatsOf(cells: Point[]): Point[] {
  const sign = signCell(cells);
  const far = (c: Point) => Math.abs(c.x - sign.x) + Math.abs(c.y - sign.y);
  const others = cells.filter((c) => !samePoint(c, sign)).sort((a, b) => far(a) - far(b) || a.y - b.y || a.x - b.x);
  return [...others, sign];
}

const anyway = () => true;

/**
 * A way from cell to cell inside a zone; both ends included. `open`: is there no wall on that side of a cell? A zone
 * may wind round one. Where only walls lead on they are passed: a way is always found inside a zone.
 */
export function wayInside(
  cells: Point[],
  from: Point,
  to: Point,
  open: (cell: Point, side: Side) => boolean = anyway,
): Point[] {
  const key = (c: Point) => `${c.x},${c.y}`;
  const inside = new Map(cells.map((c) => [key(c), c]));
  const before = new Map<string, Point | null>([[key(from), null]]);
  const todo = [from];
  for (let cell = todo.shift(); cell && !samePoint(cell, to); cell = todo.shift()) {
    for (const side of SIDES) {
      const next = inside.get(key({ x: cell.x + STEPS[side].x, y: cell.y + STEPS[side].y }));
      if (next && !before.has(key(next)) && open(cell, side)) {
        before.set(key(next), cell);
        todo.push(next);
      }
    }
  }
  if (!before.has(key(to))) return open === anyway ? [from, to] : wayInside(cells, from, to, anyway);
  const way: Point[] = [];
  for (let at: Point | null | undefined = to; at; at = before.get(key(at))) way.unshift(at);
  return way;
}
