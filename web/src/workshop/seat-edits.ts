// Changes of who plays, how a game ends, and what the players can choose.
import { addedLine } from "./scenario-layout-edits";
import { COLOURS, layoutOf, numbersAt, seatsOf } from "./scenario-tables";
import { withTable, withTableAt, withValue } from "./table-edits";
import { isTables, type Tables } from "./toml-text";

export const withSeat = (tables: Tables, at: number, change: (seat: Tables) => Tables): Tables =>
  withTableAt(tables, "seat", at, change);

export const removedSeat = (tables: Tables, at: number): Tables =>
  seatsOf(tables).length > 2 ? withTableAt(tables, "seat", at, () => null) : tables;

/** Seats are in the order of play. */
export function movedSeat(tables: Tables, at: number, by: 1 | -1): Tables {
  const list = tables.seat;
  if (!Array.isArray(list) || !list[at] || !list[at + by]) return tables;
  return withValue(tables, "seat", list.with(at, list[at + by]!).with(at + by, list[at]));
}

/** One more player, on a line that is nobody's, or on a new one. */
export function addedSeat(tables: Tables): Tables {
  const seats = seatsOf(tables);
  const colour = COLOURS.find((one) => !seats.some((seat) => seat.colour === one));
  if (!colour) return tables;
  if (tables.lines === "shared") return withTable(tables, "seat", { colour });
  const free = (one: Tables) =>
    layoutOf(one).lines.find(({ name, dots }) => dots.length && !seats.some(({ line }) => line === name));
  const next = free(tables) ? tables : addedLine(tables);
  const line = free(next)?.name;
  return withTable(next, "seat", line ? { colour, line } : { colour });
}

/** Shared lines have no owners; private ones are dealt to the seats in order. */
export function withSharedLines(tables: Tables, shared: boolean): Tables {
  const lines = layoutOf(tables).lines.filter(({ dots }) => dots.length);
  const seats = seatsOf(tables).map((_, at) => at);
  const next = withValue(tables, "lines", shared ? "shared" : undefined);
  return seats.reduce(
    (changed, at) =>
      withSeat(changed, at, ({ line: _, exits: __, ...seat }) => {
        const name = lines[at]?.name;
        return shared || !name ? seat : { ...seat, line: name };
      }),
    next,
  );
}

/** How players leave. Exits of single seats are for lines only, an apex for the apex only. */
export function withExits(tables: Tables, exits: string): Tables {
  let next = withValue(tables, "exits", exits === "lines" ? undefined : exits);
  if (exits !== "apex") next = withValue(next, "apex", undefined);
  if (exits === "lines") return next;
  return seatsOf(next).reduce((changed, _, at) => withSeat(changed, at, ({ exits: __, ...seat }) => seat), next);
}

/** A target or a number of turns: one of both ends the game. */
export function withEnd(tables: Tables, key: "target" | "turns", number: number): Tables {
  const { target: _, turns: __, ...rest } = tables;
  return { ...rest, [key]: number };
}

const settings = (tables: Tables): Tables => (isTables(tables.option) ? tables.option : {});

export const withSetting = (tables: Tables, name: string, values: Tables): Tables =>
  withValue(tables, "option", { ...settings(tables), [name]: values });

export function withoutSetting(tables: Tables, name: string): Tables {
  const left = withValue(settings(tables), name, undefined) as Tables;
  return withValue(tables, "option", Object.keys(left).length ? left : undefined);
}

export const withRow = (tables: Tables, at: number, cards: number): Tables =>
  withValue(tables, "capacity", numbersAt(tables, "capacity").with(at, cards));

export const MOST_ROWS = 8;
export function withRows(tables: Tables, rows: number): Tables {
  const capacity = numbersAt(tables, "capacity");
  const number = Math.min(Math.max(rows, 1), MOST_ROWS);
  const last = capacity.at(-1) ?? 3;
  return withValue(
    tables,
    "capacity",
    Array.from({ length: number }, (_, at) => capacity[at] ?? last),
  );
}
