// The characters and objects of each game, by the names that scenario files use.
import type { Game } from "./room-file";
import { textsAt, numberAt } from "./scenario-tables";
import type { Tables } from "./toml-text";

const files = import.meta.glob<string>("../../../src/dungeon_twister/content/{board,card}/pieces.toml", {
  query: "?raw",
  import: "default",
  eager: true,
});

export interface Piece {
  name: string;
  character: boolean;
  /** Of the board game: is it in the box? Others are in a scenario only if it names them. */
  boxed: boolean;
}

function readPieces(game: Game): Piece[] {
  const text = files[`../../../src/dungeon_twister/content/${game}/pieces.toml`] ?? "";
  const box = /^box = \[(.*)\]/m.exec(text)?.[1];
  return [...text.matchAll(/^\[\[(character|object)\]\]\nname = "(.+)"\nsign = "(.+)"/gm)].map(
    ([, kind, name, sign]) => ({
      name: name!,
      character: kind === "character",
      boxed: box === undefined || box.includes(`"${sign}"`),
    }),
  );
}

/** In the Card Game a kind may be there twice. */
export const PIECES: Record<Game, readonly Piece[]> = { board: readPieces("board"), card: readPieces("card") };

/** The key of a piece in the catalogue `game` and among the icons. */
export const figureOf = ({ name }: Pick<Piece, "name">): string => name.replaceAll("_", "-");

/** The pieces that each player has in a scenario of the board game. */
export const piecesOf = (tables: Tables): Piece[] =>
  PIECES.board.filter(
    ({ name, boxed }) =>
      (boxed || textsAt(tables, "with").includes(name)) && !textsAt(tables, "without").includes(name),
  );

/** How many tokens a player lays into the maze in the setup. */
export function tokensToLay(tables: Tables): number {
  const pieces = piecesOf(tables);
  const there = pieces.filter(({ character }) => character).length;
  const characters = numberAt(tables, "characters") || there;
  return Math.max(0, characters - numberAt(tables, "starters")) + pieces.length - there;
}
