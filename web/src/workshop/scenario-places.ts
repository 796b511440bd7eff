// Where the rooms and lines of a layout lie, and where there is space for another one.
import type { Point } from "$maze/geometry";
import { squaresOf, type LayoutItems, type Line } from "./layout-text";

/** A room is so many squares wide. */
const SIZE = 5;
/** No maze of the rules is wider. */
export const WIDEST = 60;
export const LONGEST_LINE = 50;

/** A room or a line of a layout, by its place in the file. */
export interface Item {
  kind: "place" | "line";
  at: number;
}

const key = ({ x, y }: Point): string => `${x},${y}`;

export const squaresOfPlace = ({ x, y }: Point): Point[] =>
  Array.from({ length: SIZE * SIZE }, (_, at) => ({ x: x + (at % SIZE), y: y + Math.floor(at / SIZE) }));

export function squaresOfItem({ places, lines }: LayoutItems, { kind, at }: Item): Point[] {
  const [place, line] = [places[at], lines[at]];
  return kind === "place" ? (place ? squaresOfPlace(place) : []) : line ? squaresOf(line) : [];
}

/** The squares of all rooms and lines but one. */
export function taken(items: LayoutItems, but?: Item): Set<string> {
  const others = (kind: Item["kind"], at: number) => but?.kind !== kind || but.at !== at;
  return new Set([
    ...items.places.flatMap((place, at) => (others("place", at) ? squaresOfPlace(place).map(key) : [])),
    ...items.lines.flatMap((line, at) => (others("line", at) ? squaresOf(line).map(key) : [])),
  ]);
}

/** Would squares, moved so far, lie on no others and inside the widest maze? */
export function isFree(items: LayoutItems, item: Item, by: Point): boolean {
  const occupied = taken(items, item);
  const moved = squaresOfItem(items, item).map(({ x, y }) => ({ x: x + by.x, y: y + by.y }));
  return moved.every((square) => !occupied.has(key(square))) && fits(items, item, moved);
}

function fits(items: LayoutItems, item: Item, moved: readonly Point[]): boolean {
  const others = [
    ...items.places.flatMap((place, at) => (item.kind === "place" && item.at === at ? [] : squaresOfPlace(place))),
    ...items.lines.flatMap((line, at) => (item.kind === "line" && item.at === at ? [] : squaresOf(line))),
  ];
  const all = [...others, ...moved];
  const spread = (values: number[]) => Math.max(...values) - Math.min(...values) + 1;
  return spread(all.map(({ x }) => x)) <= WIDEST && spread(all.map(({ y }) => y)) <= WIDEST;
}

/** The next free step of an item in a direction: what lies in between is passed over. */
export function nextStep(items: LayoutItems, item: Item, by: Point): Point | null {
  for (let steps = 1; steps < WIDEST; steps += 1) {
    const step = { x: by.x * steps, y: by.y * steps };
    if (isFree(items, item, step)) return step;
  }
  return null;
}

/** Everything moved so that it begins at 0,0 together with `others`; how far. */
export function toOrigin(
  { places, lines }: LayoutItems,
  others: readonly LayoutItems[] = [],
): { items: LayoutItems; by: Point } {
  const starts: Point[] = [{ places, lines }, ...others].flatMap((one) => [...one.places, ...one.lines]);
  if (!starts.length) return { items: { places, lines }, by: { x: 0, y: 0 } };
  const by = { x: -Math.min(...starts.map(({ x }) => x)), y: -Math.min(...starts.map(({ y }) => y)) };
  return {
    items: { places: places.map((place) => shifted(place, by)), lines: lines.map((line) => shiftedLine(line, by)) },
    by,
  };
}

export const shifted = <T extends Point>(thing: T, by: Point): T => ({
  ...thing,
  x: thing.x + by.x,
  y: thing.y + by.y,
});
export const shiftedLine = (line: Line, by: Point): Line => ({
  ...shifted(line, by),
  dots: line.dots.map((dot) => shifted(dot, by)),
});

/** Space for one more room: beside another one, where the maze grows least. */
export function freePlace(items: LayoutItems): Point {
  const occupied = taken(items);
  const free = (corner: Point) => squaresOfPlace(corner).every((square) => !occupied.has(key(square)));
  const beside = items.places.flatMap(({ x, y }) => [
    { x: x + SIZE, y },
    { x, y: y + SIZE },
    { x: x - SIZE, y },
    { x, y: y - SIZE },
  ]);
  const possible = beside.filter(free);
  if (!possible.length) return { x: Math.max(0, ...items.lines.map(({ x }) => x + 1)), y: 0 };
  const grown = ({ x, y }: Point) => {
    const corners = [...items.places, { x, y }];
    const [xs, ys] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)];
    return (Math.max(...xs) - Math.min(...xs) + SIZE) * (Math.max(...ys) - Math.min(...ys) + SIZE);
  };
  return possible.reduce((best, corner) => (grown(corner) < grown(best) ? corner : best));
}

/** Free squares along a side of a room for a new line. */
export function freeLine(items: LayoutItems): Pick<Line, "x" | "y" | "direction" | "length"> | null {
  const occupied = taken(items);
  for (const { x, y } of items.places) {
    const sides = [
      { x: x - 1, y, direction: "S" },
      { x: x + SIZE, y, direction: "S" },
      { x, y: y - 1, direction: "E" },
      { x, y: y + SIZE, direction: "E" },
    ] as const;
    for (const side of sides) {
      const line = { ...side, length: SIZE };
      if (squaresOf({ ...line, name: "", dots: [] }).every((square) => !occupied.has(key(square)))) return line;
    }
  }
  return null;
}

/** Dots spread over a line, the ends left free where that is possible. */
export function spreadDots(line: Line, number: number): Point[] {
  const squares = squaresOf(line);
  const dots = Math.min(number, squares.length);
  return Array.from({ length: dots }, (_, at) => squares[Math.floor(((at + 0.5) * squares.length) / dots)]!);
}

/** A name that no line has yet. */
export function freeName(lines: readonly Line[]): string {
  for (let number = 1; ; number += 1) if (!lines.some(({ name }) => name === `L${number}`)) return `L${number}`;
}

export const samePoint = (one: Point, other: Point): boolean => one.x === other.x && one.y === other.y;
