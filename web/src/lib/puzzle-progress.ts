// The learner's progress in puzzles as the pages show it, and the filter of the list.
import { t } from "./i18n.svelte";
import type { Entry, ProgressReport, PuzzleCard, RatingReport } from "./protocol";
import { recall, remember } from "./storage";

const OLD = "dungeon-twister.puzzles";
const FILTER = "dungeon-twister.puzzle-filter";

export interface PuzzleProgress {
  solved: number[];
  /** A turn failed at some time, or the solution was shown. */
  failed: number[];
  due: number[];
  streak: number;
  best: number;
  longestRun: number;
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

/** What earlier versions of this page kept in the browser. */
export function oldPuzzleResults(): { solved: number[]; faults: number[] } {
  const saved = recall<Record<string, unknown> | null>(OLD, null) ?? {};
  return { solved: numbers(saved.solved), faults: numbers(saved.faults) };
}

/** The progress of the report, with the results that the server does not have yet. */
export function puzzleProgress(report: ProgressReport | null, unsent: Entry[]): PuzzleProgress {
  const { solved = [], failed = [], due = [], streak = 0, best = 0, longest_run = 0 } = report?.puzzles ?? {};
  return unsent.reduce(withResult, { solved, failed, due, streak, best, longestRun: longest_run });
}

/** The same rules as those of the report (`learning/progress/report.py`). */
function withResult(before: PuzzleProgress, { kind, name, score = 0, rated = true, at }: Entry): PuzzleProgress {
  if (kind === "run") return { ...before, longestRun: Math.max(before.longestRun, score) };
  if (kind !== "puzzle") return before;
  const number = Number(name);
  const { solved, failed } = before;
  const first = !solved.includes(number) && !failed.includes(number) && (rated || at <= 1);
  const due = before.due.filter((one) => one !== number);
  if (score < 1)
    return {
      ...before,
      due,
      failed: failed.includes(number) ? failed : [...failed, number],
      streak: first ? 0 : before.streak,
    };
  const streak = before.streak + (first ? 1 : 0);
  return {
    ...before,
    due,
    solved: solved.includes(number) ? solved : [...solved, number],
    streak,
    best: Math.max(before.best, streak),
  };
}

export const gameOf = ({ family }: { family: string }): "board" | "card" => (family === "card" ? "card" : "board");

/** The rating in the puzzles of a game; none before the first result. */
export const puzzleRating = (report: ProgressReport | null, game: string): RatingReport | undefined =>
  report?.ratings.find((rating) => rating.kind === "puzzles" && rating.game === game);

/** Half the width of the interval in which the strength lies with 95 %. */
export const spread = ({ deviation }: { deviation: number }): number => Math.round(1.96 * deviation);

/** A rating in words, with the one before if a result has changed it. */
export function ratingText(rating: RatingReport, before: RatingReport | null | undefined): string {
  const values = { value: String(rating.value), spread: spread(rating) };
  return before && before.count < rating.count
    ? t("puzzles.rating.changed", { ...values, before: String(before.value) })
    : t("puzzles.rating.is", values);
}

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

/** What there is of a kind among the puzzles, in the order given. */
export const present = (
  cards: PuzzleCard[],
  of: (card: PuzzleCard) => string[],
  order: readonly string[],
): string[] => {
  const found = new Set(cards.flatMap(of));
  return order.filter((one) => found.has(one));
};
