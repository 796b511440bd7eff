// The rooms and scenarios that come with the game, as the texts of their files: to begin from.
import { readRooms, type Game, type Room } from "./room-file";

const files = import.meta.glob<string>(
  [
    "../../../src/dungeon_twister/content/rooms/{base,expansion,card}.txt",
    "../../../src/dungeon_twister/content/scenarios/*.toml",
  ],
  { query: "?raw", import: "default" },
);

const CONTENT = "../../../src/dungeon_twister/content";
const textOf = (path: string): Promise<string> => files[`${CONTENT}/${path}`]?.() ?? Promise.reject(new Error(path));

/** The room files of each game. */
export const PACKS: Record<Game, readonly string[]> = { board: ["base", "expansion"], card: ["card"] };

export async function shippedRooms(game: Game): Promise<Room[]> {
  const texts = await Promise.all(PACKS[game].map((pack) => textOf(`rooms/${pack}.txt`)));
  return texts.flatMap((text) => readRooms(text).rooms);
}

export const shippedScenario = (name: string): Promise<string> => textOf(`scenarios/${name}.toml`);
