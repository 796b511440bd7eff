// A room of the editor as the maze draws it, and which square or side lies under a point of that drawing.
import type { Letter, Point, RoomEdge, TurnedRoom } from "$maze/geometry";
import { ROOM, S } from "$maze/layout";
import { DRAWN, isSquare, isUpright, spotsOf, type Room, type Spot } from "./room-file";

const cellOf = ({ row, column }: Spot): Point => ({ x: (column - 1) / 2, y: (row - 1) / 2 });

export const edgeOf = (spot: Spot): RoomEdge =>
  isUpright(spot)
    ? { upright: true, line: spot.column / 2, k: (spot.row - 1) / 2 }
    : { upright: false, line: spot.row / 2, k: (spot.column - 1) / 2 };

export function drawnRoom(room: Room): TurnedRoom {
  const cells = (element: Parameters<typeof spotsOf>[1]) => spotsOf(room, element).map(cellOf);
  const edges = (element: Parameters<typeof spotsOf>[1]) => spotsOf(room, element).map(edgeOf);
  const zones: TurnedRoom["zones"] = {};
  for (const letter of ["T", "S", "C", "G"] as Letter[]) {
    const found = cells(letter);
    if (found.length) zones[letter] = found;
  }
  return {
    name: room.name,
    pair: room.pair,
    turn: room.turn,
    quarters: 0,
    gear: cells("gear")[0] ?? null,
    pits: cells("pit"),
    zones,
    walls: edges("wall"),
    slits: edges("slit"),
    gates: edges("gate"),
    rubble: [],
  };
}

/** The box of a square or side in units of the drawing; that of a side is a strip along it. */
export function boxOf(spot: Spot, depth = 16): { x: number; y: number; width: number; height: number } {
  const { x, y } = { x: ((spot.column - 1) / 2) * S, y: ((spot.row - 1) / 2) * S };
  if (isSquare(spot)) return { x, y, width: S, height: S };
  const inside = (at: number) => Math.min(Math.max(at - depth / 2, 0), ROOM - depth);
  return isUpright(spot)
    ? { x: inside((spot.column / 2) * S), y, width: depth, height: S }
    : { x, y: inside((spot.row / 2) * S), width: S, height: depth };
}

const within = (value: number) => Math.min(Math.max(value, 0), ROOM - 0.01);

export function squareAt({ x, y }: Point): Spot {
  return { row: 2 * Math.floor(within(y) / S) + 1, column: 2 * Math.floor(within(x) / S) + 1 };
}

/** The side nearest to a point; null if it is farther away than `reach`. */
export function sideAt(point: Point, reach = Infinity): Spot | null {
  const { row, column } = squareAt(point);
  const [x, y] = [point.x - ((column - 1) / 2) * S, point.y - ((row - 1) / 2) * S];
  const ways: [number, Spot][] = [
    [y, { row: row - 1, column }],
    [S - y, { row: row + 1, column }],
    [x, { row, column: column - 1 }],
    [S - x, { row, column: column + 1 }],
  ];
  const [distance, spot] = ways.reduce((best, way) => (way[0] < best[0] ? way : best));
  return distance <= reach && spot.row < DRAWN && spot.column < DRAWN ? spot : null;
}

/** The points passed between two, close enough to miss no side. */
export function passed(from: Point, to: Point): Point[] {
  const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 8));
  return Array.from({ length: steps }, (_, at) => {
    const share = (at + 1) / steps;
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
  });
}
