// One's own works, kept in this browser: room files, positions and puzzles as their text, scenarios as the tables of
// their file.
import type { Thumbnail } from "$lib/protocol";
import { OURS, forget, ownKeys, recall, remember } from "$lib/storage";
import { readRooms, type Game } from "./room-file";
import { isTables, writeToml, type Tables, type Value } from "./toml-text";

interface Shelved {
  /** Of the form in which it is kept; a work of a later version is left alone. */
  version: number;
  id: string;
  name: string;
  game: Game;
  /** When it was last changed, in milliseconds since 1970. */
  changed: number;
}
export interface RoomsWork extends Shelved {
  kind: "rooms";
  text: string;
}
export interface ScenarioWork extends Shelved {
  kind: "scenario";
  tables: Tables;
}
/** A position, or a puzzle that was made of one. */
export interface PositionWork extends Shelved {
  kind: "position" | "puzzle";
  text: string;
  /** The drawing of this text, once it is known. */
  picture?: Thumbnail;
}
export type Work = RoomsWork | ScenarioWork | PositionWork;
/** What a work is made of, before it is on the shelf. */
export type NewWork =
  | Pick<RoomsWork, "kind" | "name" | "game" | "text">
  | Pick<ScenarioWork, "kind" | "name" | "game" | "tables">
  | Pick<PositionWork, "kind" | "name" | "game" | "text" | "picture">;

export const VERSION = 1;
export const MOST_WORKS = 40;
/** Characters of a work: a server reads no more. */
export const LONGEST_OF = { rooms: 12_000, scenario: 12_000, position: 24_000, puzzle: 30_000 };
export const LONGEST_WORK = LONGEST_OF.puzzle;
export const LONGEST_NAME = 60;
const PREFIX = `${OURS}.work.`;
const keyOf = (id: string) => PREFIX + id;

export const textOf = (work: NewWork): string => (work.kind === "scenario" ? writeToml(work.tables) : work.text);

function areRooms(text: Value | undefined): boolean {
  try {
    return typeof text === "string" && readRooms(text).rooms.length > 0;
  } catch {
    return false;
  }
}

function isWork(found: unknown): found is Work {
  if (!isTables(found)) return false;
  const { version, id, kind, name, game } = found;
  const whole =
    kind === "scenario"
      ? isTables(found.tables)
      : kind === "rooms"
        ? areRooms(found.text)
        : (kind === "position" || kind === "puzzle") && typeof found.text === "string";
  return (
    version === VERSION &&
    typeof id === "string" &&
    typeof name === "string" &&
    (game === "board" || game === "card") &&
    whole
  );
}

export function workOf(id: string): Work | null {
  const found = recall<unknown>(keyOf(id), null);
  return isWork(found) ? found : null;
}

/** All works, the latest first. */
export const works = (): Work[] =>
  ownKeys()
    .filter((key) => key.startsWith(PREFIX))
    .flatMap((key) => workOf(key.slice(PREFIX.length)) ?? [])
    .sort((one, other) => other.changed - one.changed);

/** Why a work is not kept; the code is the end of a text `workshop.shelf.CODE`. */
export type ShelfTrouble = "full" | "long" | "storage";

/** Keep a work as it is. */
export function shelve(work: Work): ShelfTrouble | null {
  if (textOf(work).length > LONGEST_OF[work.kind]) return "long";
  if (!workOf(work.id) && works().length >= MOST_WORKS) return "full";
  remember(keyOf(work.id), work);
  // A storage that is switched off or full says nothing.
  return workOf(work.id)?.changed === work.changed ? null : "storage";
}

const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Put a new work on the shelf; what is wrong if that cannot be. */
export function newWork(made: NewWork): { work: Work; trouble: ShelfTrouble | null } {
  const name = made.name.slice(0, LONGEST_NAME);
  const work: Work = { ...made, name, version: VERSION, id: newId(), changed: Date.now() };
  return { work, trouble: shelve(work) };
}

/** The same work under another name, which is the title of a scenario and stands in the line of a puzzle. */
export function renamed(work: Work, name: string): Work {
  const named = { ...work, name: name.trim().slice(0, LONGEST_NAME) || work.name };
  if (named.kind === "puzzle") return { ...named, text: puzzleNamed(named.text, named.name) };
  return named.kind === "scenario" ? { ...named, tables: { ...named.tables, title: named.name } } : named;
}

/** The line of a puzzle with a name in it, so that it comes along with the file or the link. */
export function puzzleNamed(text: string, name: string): string {
  try {
    const puzzle: unknown = JSON.parse(text);
    return isTables(puzzle) ? JSON.stringify({ ...puzzle, source: name }) : text;
  } catch {
    return text;
  }
}

export function removeWork(id: string): void {
  forget(keyOf(id));
}

const ENDING_OF = { rooms: "txt", scenario: "toml", position: "txt", puzzle: "json" };

/** What the file of a work is called. */
export function fileNameOf({ name, kind }: Pick<Work, "name" | "kind">): string {
  const plain = name
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return `${plain.toLowerCase() || "workshop"}.${ENDING_OF[kind]}`;
}
