// The tools of the room editor: what each draws, where, and by which key it is picked.
import type { IconName } from "$lib/icon-names";
import type { Point } from "$maze/geometry";
import { S } from "$maze/layout";
import { passed, sideAt, squareAt } from "./room-drawing";
import { emptied, painted } from "./room-edits";
import {
  elementAt,
  isSideElement,
  isSquare,
  isUpright,
  type Element,
  type Game,
  type Room,
  type Spot,
} from "./room-file";

/** The eraser opens sides and fills pits; the others draw what they are called. */
export type Tool = Exclude<Element, "open" | "floor"> | "erase";

export const TOOLS: Record<Game, readonly Tool[]> = {
  board: ["wall", "gate", "slit", "pit", "gear", "erase"],
  card: ["wall", "gate", "slit", "T", "S", "C", "G", "pit", "erase"],
};
export const TOOL_KEYS: Record<Tool, string> = {
  wall: "w",
  gate: "p",
  slit: "a",
  pit: "o",
  gear: "g",
  T: "t",
  S: "s",
  C: "c",
  G: "g",
  erase: "e",
};
/** Zones have a sign of their own. */
export const TOOL_ICONS: Partial<Record<Tool, IconName>> = {
  wall: "brick-wall",
  gate: "gate",
  slit: "pocket-bow",
  pit: "hole",
  gear: "cog",
  erase: "broken-wall",
};

export const toolOfKey = (game: Game, key: string): Tool | undefined =>
  TOOLS[game].find((tool) => TOOL_KEYS[tool] === key.toLowerCase());

/** How far from a side, in units of the drawing, one may be while drawing along it. */
const REACH = 17;

/** Is a point so near to an end of a side that a line which turns or crosses there is not meant? */
function atItsEnd(side: Spot, { x, y }: Point): boolean {
  const along = (isUpright(side) ? y : x) % S;
  return along < REACH || along > S - REACH;
}

/** The side along which a line goes on at a point. */
function passedSide(point: Point): Spot | null {
  const side = sideAt(point, REACH);
  return side && !atItsEnd(side, point) ? side : null;
}

/** The square or side that a tool means at a point; null: none. `passing`: a line goes on there. */
function meant(game: Game, room: Room, tool: Tool, point: Point, passing: boolean): Spot | null {
  if (tool === "erase") {
    const side = passing ? passedSide(point) : sideAt(point, REACH);
    if (side && elementAt(room, side) !== "open") return side;
    return game === "board" && elementAt(room, squareAt(point)) === "pit" ? squareAt(point) : null;
  }
  if (!isSideElement(tool)) return squareAt(point);
  return passing ? passedSide(point) : sideAt(point);
}

const drawnBy = (game: Game, tool: Tool, spot: Spot): Element =>
  tool !== "erase" ? tool : isSquare(spot) ? emptied(game, "pit") : "open";

/** A line drawn with a tool. What it does first it does everywhere it comes to. */
export interface Stroke {
  tool: Tool;
  from: Point;
  at: Point;
  element: Element | null;
}

/** Begin at a point: what is there already is taken away. Between two sides it is seen later which is meant. */
export function strokeBegun(game: Game, room: Room, tool: Tool, at: Point): { room: Room; stroke: Stroke } {
  return strokeOn(game, room, { tool, from: at, at, element: null }, at);
}

/** Go on to another point. */
export function strokeOn(game: Game, room: Room, stroke: Stroke, to: Point): { room: Room; stroke: Stroke } {
  let [drawn, { element }] = [room, stroke];
  for (const point of passed(stroke.at, to)) {
    const spot = meant(game, drawn, stroke.tool, point, true);
    if (!spot) continue;
    // The eraser does not ask what it began with: it takes away whatever it meets.
    element ??= used(game, drawn, stroke.tool, spot);
    drawn = painted(drawn, spot, stroke.tool === "erase" ? drawnBy(game, stroke.tool, spot) : element);
  }
  return { room: drawn, stroke: { ...stroke, at: to, element } };
}

/** A line that came nowhere was a click. */
export function strokeEnded(game: Game, room: Room, { tool, from, element }: Stroke): Room {
  const spot = element === null && meant(game, room, tool, from, false);
  return spot ? painted(room, spot, used(game, room, tool, spot)) : room;
}

function used(game: Game, room: Room, tool: Tool, spot: Spot): Element {
  const element = drawnBy(game, tool, spot);
  return elementAt(room, spot) === element ? emptied(game, element) : element;
}

/** Use a tool at the cursor of the keyboard, if it fits there. */
export function usedAt(game: Game, room: Room, tool: Tool, spot: Spot): Room {
  const fits = tool === "erase" || isSideElement(tool) !== isSquare(spot);
  if (!fits) return room;
  if (tool === "erase" && isSquare(spot) && game === "card") return room;
  return painted(room, spot, used(game, room, tool, spot));
}
