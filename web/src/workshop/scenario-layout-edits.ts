// Changes of where rooms and lines lie. What a change is not about stays in the tables as it is, known or not.
import type { Point } from "$maze/geometry";
import { readLayout, squaresOf, writeLayout, type LayoutItems, type Line, type Place } from "./layout-text";
import {
  freeLine,
  freeName,
  freePlace,
  isFree,
  nextStep,
  samePoint,
  shifted,
  shiftedLine,
  spreadDots,
  toOrigin,
  type Item,
} from "./scenario-places";
import { layoutOf, numberAt, textsAt } from "./scenario-tables";
import { isPoint, withoutPoolsAt } from "./pool-edits";
import { withTable, withTexts, withValue } from "./table-edits";
import { isTables, type Tables, type Value } from "./toml-text";

const withLayout = (tables: Tables, items: LayoutItems): Tables => withValue(tables, "layout", writeLayout(items));

type Mapping = (point: Point) => Point;

function mappedPoint(tables: Tables, key: string, map: Mapping): Tables {
  const value = tables[key];
  if (!isPoint(value)) return tables;
  const { x, y } = map({ x: value[0]!, y: value[1]! });
  return withValue(tables, key, [x, y]);
}

/** Where places are named beside the layout, change their names: the apex, the elevator, pools. */
function mappedNames(tables: Tables, map: Mapping): Tables {
  let next = ["apex", "elevator"].reduce((changed, key) => mappedPoint(changed, key, map), tables);
  const pools = next.pool;
  if (Array.isArray(pools)) {
    next = withValue(
      next,
      "pool",
      pools.map((pool) => {
        if (!isTables(pool)) return pool;
        const places = Array.isArray(pool.places)
          ? pool.places.map((place) => mappedPoint({ place }, "place", map).place ?? place)
          : undefined;
        return mappedPoint(places ? { ...pool, places } : pool, "place", map);
      }),
    );
  }
  return next;
}

/** The same for the settings of the scenario; `whole`: their own layouts move, too. */
function mapped(tables: Tables, map: Mapping, whole = false): Tables {
  const next = mappedNames(tables, map);
  if (!isTables(next.option)) return next;
  const option = Object.fromEntries(
    Object.entries(next.option).map(([name, values]) => {
      if (!isTables(values)) return [name, values];
      if ("place" in values) return [name, mappedPoint(values, "place", map)];
      const inner = Object.entries(values).map(([value, table]) => [
        value,
        isTables(table) ? mappedValue(table, map, whole) : table,
      ]);
      return [name, Object.fromEntries(inner) as Tables];
    }),
  );
  return { ...next, option };
}

function mappedValue(table: Tables, map: Mapping, whole: boolean): Tables {
  const next = mappedNames(table, map);
  const items = whole && typeof next.layout === "string" ? readLayout(next.layout) : null;
  if (!items) return next;
  const move = <T extends Point>(thing: T): T => ({ ...thing, ...map(thing) });
  const lines = items.lines.map((line) => ({ ...move(line), dots: line.dots.map(move) }));
  return withLayout(next, { places: items.places.map(move), lines });
}

/** The layouts that settings of the scenario put in the place of its own. */
function otherLayouts(tables: Tables): LayoutItems[] {
  const values = isTables(tables.option) ? Object.values(tables.option).filter(isTables).flatMap(Object.values) : [];
  return values.flatMap((value: Value) =>
    isTables(value) && typeof value.layout === "string" ? (readLayout(value.layout) ?? []) : [],
  );
}

/** A layout that begins at 0,0 with those of the settings, and all names of places with it. */
function laidOut(tables: Tables, moved: LayoutItems): Tables {
  const { items, by } = toOrigin(moved, otherLayouts(tables));
  const next = withLayout(tables, items);
  return by.x || by.y ? mapped(next, (point) => shifted(point, by), true) : next;
}

/** Move a room or a line, if there is space. */
export function movedItem(tables: Tables, item: Item, by: Point): Tables {
  const items = layoutOf(tables);
  if ((!by.x && !by.y) || !isFree(items, item, by)) return tables;
  if (item.kind === "line") {
    const lines = items.lines.map((line, at) => (at === item.at ? shiftedLine(line, by) : line));
    return laidOut(tables, { ...items, lines });
  }
  const from = items.places[item.at];
  if (!from) return tables;
  const places = items.places.map((place, at) => (at === item.at ? shifted(place, by) : place));
  const named = mapped(tables, (point) => (samePoint(point, from) ? shifted(point, by) : point));
  return laidOut(named, { ...items, places });
}

/** Move by one square, or past what lies there. */
export function steppedItem(tables: Tables, item: Item, by: Point): Tables {
  const step = nextStep(layoutOf(tables), item, by);
  return step ? movedItem(tables, item, step) : tables;
}

export function withPlace(tables: Tables, at: number, change: Partial<Omit<Place, "x" | "y">>): Tables {
  const items = layoutOf(tables);
  const places = items.places.map((place, number) => (number === at ? { ...place, ...change } : place));
  return withLayout(tables, { ...items, places });
}

/** The most common number of tokens in a room. */
function usualCapacity({ places }: LayoutItems): number {
  const filled = places.flatMap(({ empty, capacity }) => (empty ? [] : [capacity]));
  const count = (number: number) => filled.filter((one) => one === number).length;
  return filled.reduce((best, number) => (count(number) > count(best) ? number : best), filled[0] ?? 3);
}

/** One more room, of which chance says which it is, or a certain one. */
export function addedPlace(tables: Tables, room = "", at?: Point): Tables {
  const items = layoutOf(tables);
  const corner = at ?? freePlace(items);
  const place: Place = { ...corner, capacity: usualCapacity(items), kind: "any", empty: false };
  const named = room ? withTable(tables, "pool", { place: [corner.x, corner.y], room }) : tables;
  return laidOut(named, { ...items, places: [...items.places, place] });
}

export function removedItem(tables: Tables, { kind, at }: Item): Tables {
  const items = layoutOf(tables);
  if (kind === "line") return removedLine(tables, items, at);
  const gone = items.places[at];
  if (!gone || items.places.filter(({ empty }) => !empty).length < 2) return tables;
  const unnamed = ["apex", "elevator"].reduce(
    (next, key) => {
      const value = next[key];
      return isPoint(value) && value[0] === gone.x && value[1] === gone.y ? withValue(next, key, undefined) : next;
    },
    withoutPoolsAt(tables, gone),
  );
  return laidOut(unnamed, { ...items, places: items.places.filter((_, number) => number !== at) });
}

function removedLine(tables: Tables, items: LayoutItems, at: number): Tables {
  const gone = items.lines[at]?.name;
  const lines = items.lines.filter((_, number) => number !== at);
  const seats = Array.isArray(tables.seat) ? tables.seat : [];
  const seat = seats.map((one) => {
    if (!isTables(one)) return one;
    const left = one.line === gone ? withValue(one, "line", undefined) : one;
    return Array.isArray(left.exits)
      ? withTexts(
          left,
          "exits",
          textsAt(left, "exits").filter((name) => name !== gone),
        )
      : left;
  });
  return laidOut(seats.length ? { ...tables, seat } : tables, { ...items, lines });
}

export function addedLine(tables: Tables): Tables {
  const items = layoutOf(tables);
  const found = freeLine(items);
  if (!found) return tables;
  const line: Line = { ...found, name: freeName(items.lines), dots: [] };
  const dots = spreadDots(line, numberAt(tables, "starters") || 2);
  return laidOut(tables, { ...items, lines: [...items.lines, { ...line, dots }] });
}

function withLine(tables: Tables, at: number, change: (line: Line) => Line): Tables {
  const items = layoutOf(tables);
  const old = items.lines[at];
  if (!old) return tables;
  const next = { ...items, lines: items.lines.with(at, change(old)) };
  return isFree(next, { kind: "line", at }, { x: 0, y: 0 }) ? withLayout(tables, next) : tables;
}

/** Dots stay where they are on the line, counted from its beginning. */
function along(line: Line, change: Partial<Pick<Line, "length" | "direction">>): Line {
  const next = { ...line, ...change };
  const squares = squaresOf(next);
  const places = squaresOf(line).flatMap((square, at) => (line.dots.some((dot) => samePoint(dot, square)) ? [at] : []));
  return { ...next, dots: places.flatMap((at) => squares[at] ?? []) };
}

/** Turn a line round its first square, if there is space. */
export const turnedLine = (tables: Tables, at: number): Tables =>
  withLine(tables, at, (line) => along(line, { direction: line.direction === "E" ? "S" : "E" }));

export const withLength = (tables: Tables, at: number, length: number): Tables =>
  withLine(tables, at, (line) => along(line, { length }));

export const withDot = (tables: Tables, at: number, square: Point): Tables =>
  withLine(tables, at, (line) => {
    const had = line.dots.some((dot) => samePoint(dot, square));
    const dots = had ? line.dots.filter((dot) => !samePoint(dot, square)) : [...line.dots, square];
    return { ...line, dots: squaresOf(line).filter((one) => dots.some((dot) => samePoint(dot, one))) };
  });

export const withDots = (tables: Tables, at: number, number: number): Tables =>
  withLine(tables, at, (line) => ({ ...line, dots: spreadDots(line, number) }));

/** Another name for a line, wherever it is named. */
export function renamedLine(tables: Tables, at: number, name: string): Tables {
  const items = layoutOf(tables);
  const old = items.lines[at]?.name;
  if (!name || old === undefined || items.lines.some((line) => line.name === name)) return tables;
  const renamed = (value: Value | undefined): Value | undefined =>
    Array.isArray(value)
      ? value.map((seat) => {
          if (!isTables(seat)) return seat;
          const next = seat.line === old ? { ...seat, line: name } : seat;
          return Array.isArray(next.exits)
            ? { ...next, exits: next.exits.map((exit) => (exit === old ? name : exit)) }
            : next;
        })
      : value;
  let next = withValue(tables, "seat", renamed(tables.seat));
  if (isTables(next.option)) {
    const option = Object.entries(next.option).map(([setting, values]) => [
      setting,
      isTables(values)
        ? Object.fromEntries(
            Object.entries(values).map(([value, table]) => [
              value,
              isTables(table) && table.seat ? withValue(table, "seat", renamed(table.seat)) : table,
            ]),
          )
        : values,
    ]);
    next = { ...next, option: Object.fromEntries(option) as Tables };
  }
  return withLayout(next, { ...items, lines: items.lines.with(at, { ...items.lines[at]!, name }) });
}
