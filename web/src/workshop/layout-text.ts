// The layout of a scenario of the board game (docs/scenarios.md): read into places and lines, and written again.
import type { Point } from "$maze/geometry";

export const KINDS = ["any", "char", "obj", "none"] as const;
export type PlaceKind = (typeof KINDS)[number];

/** A place for a room; an empty one is a part of the elevator's shaft. */
export interface Place extends Point {
  capacity: number;
  kind: PlaceKind;
  empty: boolean;
}
export interface Line extends Point {
  name: string;
  length: number;
  direction: "E" | "S";
  dots: Point[];
}
export interface LayoutItems {
  places: readonly Place[];
  lines: readonly Line[];
}

const NUMBER = String.raw`\d{1,3}`;
const ROOM_ITEM = new RegExp(`^room (${NUMBER}) (${NUMBER}) (${NUMBER}) (any|char|obj|none)$`);
const CELL_ITEM = new RegExp(`^cell (${NUMBER}) (${NUMBER})$`);
const LINE_ITEM = new RegExp(`^line (\\S+) (${NUMBER}) (${NUMBER}) (${NUMBER}) ([ES])$`);
const DOTS_ITEM = new RegExp(`^dots (\\S+)((?: ${NUMBER},${NUMBER})+)$`);

/** Read a layout; null if a line of it is none. */
export function readLayout(text: string): LayoutItems | null {
  const places: Place[] = [];
  const lines: Line[] = [];
  for (const row of text.split("\n")) {
    const item = (row.split("#")[0] ?? "").trim().replace(/\s+/g, " ");
    if (!item) continue;
    const room = ROOM_ITEM.exec(item);
    const cell = CELL_ITEM.exec(item);
    const line = LINE_ITEM.exec(item);
    const dots = DOTS_ITEM.exec(item);
    const at = (found: RegExpExecArray, first: number): Point => ({
      x: Number(found[first]),
      y: Number(found[first + 1]),
    });
    if (room) places.push({ ...at(room, 1), capacity: Number(room[3]), kind: room[4] as PlaceKind, empty: false });
    else if (cell) places.push({ ...at(cell, 1), capacity: 0, kind: "none", empty: true });
    else if (line)
      lines.push({
        name: line[1]!,
        length: Number(line[2]),
        ...at(line, 3),
        direction: line[5] as "E" | "S",
        dots: [],
      });
    else {
      const owner = dots && lines.find(({ name }) => name === dots[1]);
      if (!dots || !owner) return null;
      for (const dot of dots[2]!.trim().split(" ")) {
        const [x, y] = dot.split(",").map(Number);
        owner.dots.push({ x: x!, y: y! });
      }
    }
  }
  return { places, lines };
}

export function writeLayout({ places, lines }: LayoutItems): string {
  const rows = places.map(({ x, y, capacity, kind, empty }) =>
    empty ? `cell ${x} ${y}` : `room ${x} ${y} ${capacity} ${kind}`,
  );
  for (const { name, length, x, y, direction, dots } of lines) {
    rows.push(`line ${name} ${length} ${x} ${y} ${direction}`);
    if (dots.length) rows.push(`dots ${name} ${dots.map((dot) => `${dot.x},${dot.y}`).join(" ")}`);
  }
  return `${rows.join("\n")}\n`;
}

/** The squares of a line, in order. */
export const squaresOf = ({ x, y, length, direction }: Line): Point[] =>
  Array.from({ length }, (_, at) => (direction === "E" ? { x: x + at, y } : { x, y: y + at }));
