// The rooms and scenarios that come with the game, as the texts of their files: to begin from.
import { readRooms, type Game, type Room } from "./room-file";
import type { Tables } from "./toml-text";

const files = import.meta.glob<string>(
  ["../../../src/dungeon_twister/content/rooms/*.txt", "../../../src/dungeon_twister/content/scenarios/*.toml"],
  { query: "?raw", import: "default" },
);

const CONTENT = "../../../src/dungeon_twister/content";
const textOf = (path: string): Promise<string> => files[`${CONTENT}/${path}`]?.() ?? Promise.reject(new Error(path));
const namesIn = (folder: string): string[] =>
  Object.keys(files).flatMap((path) => new RegExp(`/${folder}/(.+)\\.`).exec(path)?.[1] ?? []);

/** The room files of each game. */
export const PACKS: Record<Game, readonly string[]> = { board: ["base", "expansion"], card: ["card"] };
/** All room files that come with the game: a drawing may not be called like one. */
export const ROOM_FILES: readonly string[] = namesIn("rooms");
/** For positions and tests, not for playing. */
const LABORATORIES = ["lab", "card-lab"];
const SCENARIOS = namesIn("scenarios").filter((name) => !LABORATORIES.includes(name));

export async function roomsOfFile(name: string): Promise<readonly Room[]> {
  return ROOM_FILES.includes(name) ? readRooms(await textOf(`rooms/${name}.txt`)).rooms : [];
}

export async function shippedRooms(game: Game): Promise<Room[]> {
  return (await Promise.all(PACKS[game].map(roomsOfFile))).flat();
}

export interface ShippedScenario {
  name: string;
  text: string;
  game: Game;
  players: number;
  /** As much of its tables as its picture needs. */
  picture: Tables;
}

/** All scenarios that come with the game, those for few players first. */
export async function shippedScenarios(): Promise<ShippedScenario[]> {
  const all = await Promise.all(SCENARIOS.map(async (name) => glanced(name, await textOf(`scenarios/${name}.toml`))));
  return all.sort((one, other) => one.players - other.players || one.name.localeCompare(other.name));
}

function glanced(name: string, text: string): ShippedScenario {
  const found = (pattern: RegExp) => pattern.exec(text)?.[1] ?? "";
  const game: Game = found(/^game = "(\w+)"/m) === "card" ? "card" : "board";
  const seat = [...text.matchAll(/^\[\[seat\]\]\ncolour = "(\w+)"(?:\nline = "(\w+)")?/gm)].map(([, colour, line]) => ({
    colour: colour ?? "",
    line: line ?? "",
  }));
  const capacity = found(/^capacity = \[(.*)\]/m)
    .split(",")
    .map(Number);
  const picture = {
    game,
    layout: found(/^layout = """\n([^"]*)"""/m),
    lines: found(/^lines = "(\w+)"/m),
    seat,
    capacity,
  };
  return { name, text, game, players: seat.length || 2, picture };
}
