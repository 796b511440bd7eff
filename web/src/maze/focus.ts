/** Where the keyboard goes: from place to place in the direction of the arrow, over joints and past corners. */
import { LETTERS, type Point } from "./geometry";
import { shapeOf } from "./places";
import type { ViewLayout } from "./maze-model";
import type { Direction } from "./types";

export interface Stop {
  place: string;
  /** Middles of its cells. */
  cells: Point[];
}

/** Every place the focus can be on: squares or zones of face-up rooms, lids, lines, stations. */
export function stops(reading: ViewLayout): Stop[] {
  const found: Stop[] = [];
  const add = (place: string) => {
    const shape = shapeOf(reading, place);
    if (shape) found.push({ place, cells: shape.cells });
  };
  const lids = [...reading.rooms.values()].filter((room) => !room.faceUp);
  for (const lid of lids) add(lid.place);
  const covered = (at: Point) =>
    lids.some((lid) => at.x >= lid.x && at.y >= lid.y && at.x < lid.x + 300 && at.y < lid.y + 300);
  const empty = (at: Point) =>
    ![...reading.rooms.values()].some(
      (room) => at.x >= room.x && at.y >= room.y && at.x < room.x + 300 && at.y < room.y + 300,
    );
  const onLine = new Set(reading.layout.lines.flatMap((line) => line.squares.map((each) => each.square)));
  for (const [square, corner] of reading.layout.squares) {
    const at = { x: corner.x + 30, y: corner.y + 30 };
    if (onLine.has(square) || (!covered(at) && !empty(at))) add(square);
  }
  for (const room of reading.rooms.values()) {
    if (room.room) for (const letter of LETTERS) if (room.room.zones[letter]) add(`${room.room.name}.${letter}`);
  }
  for (const bay of reading.layout.bays.values()) for (const letter of LETTERS) add(`${bay.bay.name}${letter}`);
  return found;
}

const WAYS: Record<Direction, Point> = {
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
};

/** The next place in a direction. `at` is the cell one stands on, because a zone has several. */
export function nextStop(
  all: Stop[],
  place: string,
  at: Point,
  direction: Direction,
): { place: string; at: Point } | null {
  const way = WAYS[direction];
  let best: { place: string; at: Point; price: number } | null = null;
  for (const stop of all) {
    if (stop.place === place) continue;
    for (const cell of stop.cells) {
      const ahead = (cell.x - at.x) * way.x + (cell.y - at.y) * way.y;
      const across = Math.abs((cell.x - at.x) * way.y) + Math.abs((cell.y - at.y) * way.x);
      if (ahead < 20) continue;
      // straight ahead first; something far to the side only if there is nothing in front
      const price = ahead + across * 6 + (across > ahead + 40 ? 900 : 0);
      if (!best || price < best.price) best = { place: stop.place, at: cell, price };
    }
  }
  return best && { place: best.place, at: best.at };
}
