// New scenarios: the smallest one that is worth playing, and one for rooms of one's own.
import { writeLayout, type Line, type Place } from "./layout-text";
import { gameOf, readRooms, type Game } from "./room-file";
import { twinsOf } from "./room-edits";
import { fitted, withDrawing } from "./drawing-edits";
import { spreadDots } from "./scenario-places";
import type { Tables } from "./toml-text";

const SIZE = 5;
const MOST_PLACES = 8;
const STARTERS = 4;

/** Rooms in a block between two starting lines. */
function block(places: number): string {
  const rows = places > 3 ? 2 : 1;
  const columns = Math.ceil(places / rows);
  const rooms = Array.from({ length: places }, (_, at): Place => {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    return { x: 1 + SIZE * column, y: SIZE * row, capacity: 0, kind: "any", empty: false };
  });
  const line = (name: string, x: number): Line => {
    const bare: Line = { name, x, y: 0, length: SIZE * rows, direction: "S", dots: [] };
    return { ...bare, dots: spreadDots(bare, STARTERS) };
  };
  return writeLayout({ places: rooms, lines: [line("W", 0), line("E", 1 + SIZE * columns)] });
}

function board(title: string, files: string[], places: number, pairs: number): Tables {
  return {
    title,
    game: "board",
    rooms: files,
    pairs,
    starters: STARTERS,
    target: 5,
    layout: block(places),
    seat: [
      { colour: "blue", line: "W" },
      { colour: "yellow", line: "E" },
    ],
  };
}

/** Four characters and three objects each, two of them on the starting zone. */
function card(title: string, files: string[], rows: number): Tables {
  const few = rows < 2;
  return {
    title,
    game: "card",
    rooms: files,
    pairs: rows,
    target: 3,
    characters: few ? 3 : 4,
    objects: few ? 2 : 3,
    capacity: Array.from({ length: rows }, () => (rows < 3 ? 3 : 2)),
  };
}

export const emptyScenario = (game: Game, title: string): Tables =>
  game === "card" ? card(title, ["card"], 3) : fitted(board(title, ["base"], 4, 2), []);

/** A scenario in which only these rooms lie. */
export function scenarioWithRooms(name: string, text: string): Tables {
  const file = readRooms(text);
  const pairs = twinsOf(file).length;
  const bare =
    gameOf(file) === "card"
      ? card(name, [], Math.min(pairs, MOST_PLACES))
      : board(name, [], Math.min(file.rooms.length, MOST_PLACES), pairs);
  const drawn = withDrawing(bare, name, text);
  return gameOf(file) === "card" ? drawn : fitted(drawn, file.rooms);
}
