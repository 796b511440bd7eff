// Progress in puzzles, stored in this browser: the solved ones, the streak without a fault, and the filter of the list.
import type { PuzzleCard } from "./protocol";
import { recall, remember } from "./storage";

const KEY = "dungeon-twister.puzzles";
const FILTER = "dungeon-twister.puzzle-filter";

/** As `learning/puzzles/streak.py` has it for the terminal. */
export interface PuzzleProgress {
  solved: number[];
  /** On which a turn failed, or the way was shown. */
  faults: number[];
  streak: number;
  best: number;
}

export interface PuzzleFilter {
  family: string;
  goal: string;
  theme: string;
  /** Empty: any. */
  grade: string;
  /** Only those that are not solved. */
  open: boolean;
}
export const EVERYTHING: PuzzleFilter = { family: "", goal: "", theme: "", grade: "", open: false };

const numbers = (saved: unknown): number[] =>
  Array.isArray(saved) ? saved.filter((one): one is number => Number.isInteger(one) && one > 0) : [];
const count = (saved: unknown): number =>
  typeof saved === "number" && Number.isInteger(saved) && saved > 0 ? saved : 0;

export function puzzleProgress(): PuzzleProgress {
  const saved = recall<Record<string, unknown> | null>(KEY, null) ?? {};
  const streak = count(saved.streak);
  return {
    solved: numbers(saved.solved),
    faults: numbers(saved.faults),
    streak,
    best: Math.max(streak, count(saved.best)),
  };
}

/** A turn failed, or the way was shown: the row ends, unless the puzzle was solved before. */
export function afterFault(before: PuzzleProgress, number: number): PuzzleProgress {
  if (before.solved.includes(number) || before.faults.includes(number)) return before;
  return { ...before, faults: [...before.faults, number], streak: 0 };
}

/** The goal was reached. It counts in the row if there was no fault before. */
export function afterSolving(before: PuzzleProgress, number: number): PuzzleProgress {
  if (before.solved.includes(number)) return before;
  const solved = [...before.solved, number];
  if (before.faults.includes(number)) return { ...before, solved };
  const streak = before.streak + 1;
  return { ...before, solved, streak, best: Math.max(before.best, streak) };
}

export const savePuzzleProgress = (now: PuzzleProgress): void => remember(KEY, now);

export function puzzleFilter(): PuzzleFilter {
  const saved = recall<Partial<PuzzleFilter> | null>(FILTER, null) ?? {};
  const text = (name: "family" | "goal" | "theme" | "grade") => (typeof saved[name] === "string" ? saved[name] : "");
  return {
    family: text("family"),
    goal: text("goal"),
    theme: text("theme"),
    grade: text("grade"),
    open: saved.open === true,
  };
}
export const savePuzzleFilter = (filter: PuzzleFilter): void => remember(FILTER, filter);

/** Those that fit; easier ones first. */
export function filtered(cards: PuzzleCard[], filter: PuzzleFilter, solved: number[]): PuzzleCard[] {
  const { family, goal, theme, grade, open } = filter;
  const fits = (card: PuzzleCard) =>
    (!family || card.family === family) &&
    (!goal || card.goal === goal) &&
    (!theme || card.themes.includes(theme)) &&
    (!grade || String(card.grade) === grade) &&
    !(open && solved.includes(card.number));
  return cards.filter(fits).sort((one, other) => one.grade - other.grade || one.number - other.number);
}

/** The next that fits and is not solved, in the order of the list; if all of them are, the next of any kind. */
export function nextPuzzle(
  cards: PuzzleCard[],
  filter: PuzzleFilter,
  solved: number[],
  number: number,
): PuzzleCard | undefined {
  for (const wish of [filter, EVERYTHING]) {
    const list = filtered(cards, { ...wish, open: false }, solved);
    const at = list.findIndex((card) => card.number === number);
    const found = [...list.slice(at + 1), ...list.slice(0, Math.max(0, at))].find(
      (card) => card.number !== number && !solved.includes(card.number),
    );
    if (found) return found;
  }
  return undefined;
}

/** What there is of a kind among the puzzles, in the order given. */
export const present = (
  cards: PuzzleCard[],
  of: (card: PuzzleCard) => string[],
  order: readonly string[],
): string[] => {
  const found = new Set(cards.flatMap(of));
  return order.filter((one) => found.has(one));
};
