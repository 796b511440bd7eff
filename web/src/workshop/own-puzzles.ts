// The puzzles of the shelf. Their text is a line of JSON that a server has checked; what a page needs of it is read
// here.
import type { Puzzle } from "$lib/protocol";
import type { PositionWork } from "./shelf";
import { isTables } from "./toml-text";

const TEXTS = ["goal", "player", "position", "family"] as const;
const NUMBERS = ["points", "grade", "solutions"] as const;

/** The puzzle of a work; nothing if its text is none. */
export function puzzleOf({ text }: Pick<PositionWork, "text">): Puzzle | null {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isTables(found)) return null;
  const puzzle = found;
  const whole =
    TEXTS.every((name) => typeof puzzle[name] === "string") &&
    NUMBERS.every((name) => typeof puzzle[name] === "number");
  return whole ? ({ token: "", themes: [], solution: [], ...puzzle } as unknown as Puzzle) : null;
}
