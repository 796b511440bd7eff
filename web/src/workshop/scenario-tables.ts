// What the tables of a scenario file say (docs/scenarios.md). Files of others may hold anything: what is of another
// kind than it should be counts as missing, and stays in the tables as it is.
import { readLayout, type LayoutItems } from "./layout-text";
import type { Game } from "./room-file";
import { isTables, type Tables, type Value } from "./toml-text";

const tablesIn = (value: Value | undefined): Tables[] => (Array.isArray(value) ? value.filter(isTables) : []);
const textsIn = (value: Value | undefined): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];

export const textAt = (tables: Tables, key: string): string => {
  const value = tables[key];
  return typeof value === "string" ? value : "";
};
export const numberAt = (tables: Tables, key: string): number => {
  const value = tables[key];
  return typeof value === "number" ? value : 0;
};
export const textsAt = (tables: Tables, key: string): string[] => textsIn(tables[key]);
export const numbersAt = (tables: Tables, key: string): number[] => {
  const value = tables[key];
  return Array.isArray(value) ? value.filter((one): one is number => typeof one === "number") : [];
};

export const gameOfTables = (tables: Tables): Game => (tables.game === "card" ? "card" : "board");

/** Layouts that were read: tables do not change. */
const layouts = new WeakMap<Tables, LayoutItems>();
export function layoutOf(tables: Tables): LayoutItems {
  let items = layouts.get(tables);
  if (!items) layouts.set(tables, (items = readLayout(textAt(tables, "layout")) ?? { places: [], lines: [] }));
  return items;
}

export interface Seat {
  colour: string;
  line: string;
  exits: string[];
  team: string;
}
export const COLOURS = ["blue", "yellow", "red", "green"] as const;
export const seatsOf = (tables: Tables): Seat[] =>
  tablesIn(tables.seat).map((seat) => ({
    colour: textAt(seat, "colour"),
    line: textAt(seat, "line"),
    exits: textsAt(seat, "exits"),
    team: textAt(seat, "team"),
  }));

export interface Drawing {
  name: string;
  rooms: string;
}
/** The room files that a scenario draws itself. */
export const drawingsOf = (tables: Tables): Drawing[] =>
  tablesIn(tables.drawing).map((drawing) => ({ name: textAt(drawing, "name"), rooms: textAt(drawing, "rooms") }));

/** The pools as they are: their keys stay as they were written. */
export const poolsOf = (tables: Tables): Tables[] => tablesIn(tables.pool);
/** The names of the scenario's own settings. */
export const settingsOf = (tables: Tables): string[] => (isTables(tables.option) ? Object.keys(tables.option) : []);

/** Whose line it is: the colour of its seat; empty: everybody's or nobody's. */
export function ownerOf(tables: Tables, line: string): string {
  const colour = tables.lines === "shared" ? "" : (seatsOf(tables).find((seat) => seat.line === line)?.colour ?? "");
  return COLOURS.find((one) => one === colour) ?? "";
}
