/**
 * The line of a walk. On squares from middle to middle; through zones cell by cell, so that it never crosses a wall.
 */
import {
  SIDES,
  STEPS,
  parseStation,
  parseZone,
  samePoint,
  signCell,
  wayInside,
  type Point,
  type Side,
} from "./geometry";
import { S } from "./layout";
import { barrierAt, between, outside, shapeOf } from "./places";
import { entrance, zoneCells, type ViewLayout, type RoomOnTable } from "./maze-model";

interface Cell {
  room: RoomOnTable;
  cell: Point;
}

const middle = ({ room, cell }: Cell): Point => ({ x: room.x + cell.x * S + S / 2, y: room.y + cell.y * S + S / 2 });

/** `start`: where the token is drawn now. */
export function pathPoints(reading: ViewLayout, places: string[], start?: Point): Point[] {
  if (places.some((place) => parseZone(place))) return zonePath(reading, places, start);
  const points: Point[] = [];
  for (const place of places) {
    const last = points.at(-1);
    const at = place === "out" && last ? outside(reading, last) : shapeOf(reading, place)?.middle;
    if (at) points.push(at);
  }
  return points;
}

function zonePath(reading: ViewLayout, places: string[], start?: Point): Point[] {
  const points: Point[] = start ? [start] : [];
  let at: Cell | null = null;
  places.forEach((place, i) => {
    const zone = zoneCells(reading, place);
    if (!zone) {
      const point =
        place === "out" ? outside(reading, points.at(-1) ?? { x: 0, y: 0 }) : shapeOf(reading, place)?.middle;
      const left = places[i - 1] ?? "";
      const gate = doorway(reading, place, left);
      if (at && point && i > 0)
        points.push(
          ...walk(reading, left, at, gate?.cell ?? nearest(reading, left, point) ?? at),
          ...(gate ? [...gate.over].reverse() : []),
        );
      if (point && (i > 0 || !start)) points.push(point);
      at = null;
      return;
    }
    const enter: { from: Cell | null; over: Point[]; to: Cell } = entering(
      reading,
      places[i - 1],
      place,
      at,
      points.at(-1),
    );
    if (at && enter.from) points.push(...walk(reading, places[i - 1] ?? "", at, enter.from));
    points.push(...enter.over);
    if (i > 0 || !start) points.push(middle(enter.to));
    at = enter.to;
  });
  const last = places.at(-1) ?? "";
  const zone = zoneCells(reading, last);
  if (at && zone && places.length > 1)
    points.push(...walk(reading, last, at, { room: zone.room, cell: signCell(zone.cells) }));
  return points.filter(
    (p, i) => i === 0 || Math.hypot(p.x - (points[i - 1] as Point).x, p.y - (points[i - 1] as Point).y) > 0.5,
  );
}

const openIn = (room: RoomOnTable) => (cell: Point, side: Side) => barrierAt(room, cell, side).kind === "open";

/** Cells passed inside a zone, the first left out. */
function walk(reading: ViewLayout, zone: string, from: Cell, to: Cell): Point[] {
  const found = zoneCells(reading, zone);
  if (!found) return [];
  return wayInside(found.cells, from.cell, to.cell, openIn(found.room))
    .slice(1)
    .map((cell) => middle({ room: found.room, cell }));
}

function nearest(reading: ViewLayout, zone: string, to: Point): Cell | null {
  const found = zoneCells(reading, zone);
  if (!found) return null;
  const far = (cell: Point) =>
    Math.hypot(middle({ room: found.room, cell }).x - to.x, middle({ room: found.room, cell }).y - to.y);
  return { room: found.room, cell: found.cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best)) };
}

/** From a station into a zone of the room behind it: straight through the border, over a pit if one lies there. */
function doorway(reading: ViewLayout, station: string, zone: string): { over: Point[]; cell: Cell } | null {
  const bay = reading.layout.bays.get(parseStation(station)?.bay ?? "");
  const room = bay && reading.rooms.get(bay.bay.place);
  const parsed = parseZone(zone);
  const found = zoneCells(reading, zone);
  if (!bay || !parsed || !found || found.room !== room || !room.room) return null;
  const door = entrance(room, bay.towards, parsed.letter);
  if (!door) return null;
  const step = STEPS[bay.towards];
  const strip = { x: door.to.x - step.x * 13, y: door.to.y - step.y * 13 };
  if (found.cells.some((cell) => samePoint(cell, door.cell))) return { over: [strip], cell: { room, cell: door.cell } };
  const beyond = found.cells.find((cell) => Math.abs(cell.x - door.cell.x) + Math.abs(cell.y - door.cell.y) === 1);
  return beyond ? { over: [strip, middle({ room, cell: door.cell })], cell: { room, cell: beyond } } : null;
}

const PRICE = { open: 0, gate: 6, slit: 12, wall: 40 };

/** Where one zone is left and the next entered: the least barred edge, then the shortest way; or over a pit. */
function entering(
  reading: ViewLayout,
  before: string | undefined,
  zone: string,
  at: Cell | null,
  last?: Point,
): { from: Cell | null; over: Point[]; to: Cell } {
  const target = zoneCells(reading, zone) as { room: RoomOnTable; cells: Point[] };
  const isTarget = (cell: Cell) =>
    cell.room === target.room && target.cells.some((c) => c.x === cell.cell.x && c.y === cell.cell.y);
  const source = before ? zoneCells(reading, before) : null;
  const gate = before && !source ? doorway(reading, before, zone) : null;
  if (gate) return { from: null, over: gate.over, to: gate.cell };
  if (!source) {
    const to = (last && nearest(reading, zone, last)) ?? { room: target.room, cell: signCell(target.cells) };
    return { from: null, over: [], to };
  }
  let best: { price: number; from: Cell; over: Point[]; to: Cell } | null = null;
  for (const cell of source.cells) {
    const way = at ? wayInside(source.cells, at.cell, cell, openIn(source.room)).length : 0;
    for (const side of SIDES) {
      const next = between(reading, source.room, cell, side);
      if (!next) continue;
      const from = { room: source.room, cell };
      let price = PRICE[next.kind] + way;
      if (isTarget(next)) {
        if (!best || price < best.price) best = { price, from, over: [], to: { room: next.room, cell: next.cell } };
        continue;
      }
      if (!next.room.room?.pits.some((pit) => pit.x === next.cell.x && pit.y === next.cell.y)) continue;
      for (const onward of SIDES) {
        const beyond = between(reading, next.room, next.cell, onward);
        if (!beyond || !isTarget(beyond)) continue;
        price = PRICE[next.kind] + PRICE[beyond.kind] + way + 20;
        if (!best || price < best.price)
          best = { price, from, over: [middle(next)], to: { room: beyond.room, cell: beyond.cell } };
      }
    }
  }
  if (best) return best;
  const to = { room: target.room, cell: signCell(target.cells) };
  return { from: nearest(reading, before ?? "", middle(to)), over: [], to };
}

/** Which of these ways pass somewhere where another one, or the same one again, passes too. */
export function sharing(paths: string[][]): boolean[] {
  const edges = paths.map((path) => path.slice(1).map((place, i) => [path[i], place].sort().join(" ")));
  const all = edges.flat();
  return edges.map((own) => own.some((edge) => all.filter((other) => other === edge).length > 1));
}

/** A line moved to the right of its direction, so that there and back lie side by side. */
export function lane(points: Point[], by: number): Point[] {
  const normals = points.slice(1).map((point, i) => {
    const from = points[i]!;
    const far = Math.hypot(point.x - from.x, point.y - from.y) || 1;
    return { x: (from.y - point.y) / far, y: (point.x - from.x) / far };
  });
  return points.map((point, i) => {
    const before = normals[i - 1] ?? normals[i];
    const after = normals[i] ?? before;
    if (!before || !after) return point;
    const bend = Math.max(0.5, 1 + before.x * after.x + before.y * after.y);
    return { x: point.x + (by * (before.x + after.x)) / bend, y: point.y + (by * (before.y + after.y)) / bend };
  });
}
