import { beforeEach, describe, expect, it } from "vitest";
import type { Entry, ProgressReport, PuzzleCard } from "../src/lib/protocol";
import {
  EVERYTHING,
  filtered,
  oldPuzzleResults,
  present,
  puzzleFilter,
  puzzleProgress,
  savePuzzleFilter,
} from "../src/lib/puzzle-progress";
import { parseRoute } from "../src/lib/router.svelte";
import { storageInMemory } from "./fake-storage";

let kept: Map<string, string>;
beforeEach(() => {
  kept = storageInMemory();
});

const card = (number: number, more: Partial<PuzzleCard> = {}): PuzzleCard => ({
  number,
  goal: "win",
  family: "base",
  grade: 1,
  points: 3,
  themes: [],
  scenario: "base",
  ...more,
});
const cards = [
  card(1, { grade: 3, themes: ["turn", "jump"] }),
  card(2, { goal: "survive" }),
  card(3, { family: "card", themes: ["turn"] }),
  card(4, { grade: 2 }),
];
const numbers = (found: PuzzleCard[]) => found.map(({ number }) => number);

const report: ProgressReport = {
  path: [],
  advice: [],
  ratings: [],
  levels: [],
  puzzles: { solved: [1, 2], failed: [2, 3], due: [3], streak: 1, best: 4, days: {}, longest_run: 5 },
  lessons: [],
  missions: {},
  mistakes: [],
  entries: 4,
};
const result = (name: string, score: number, more: Partial<Entry> = {}): Entry => ({
  id: `${name}-${score}`,
  at: 1e9,
  kind: "puzzle",
  name,
  score,
  rated: true,
  ...more,
});

describe("the progress in puzzles", () => {
  it("is that of the report; without one nothing was done", () => {
    expect(puzzleProgress(report, [])).toEqual({
      solved: [1, 2],
      failed: [2, 3],
      due: [3],
      streak: 1,
      best: 4,
      longestRun: 5,
    });
    expect(puzzleProgress(null, [])).toMatchObject({ solved: [], streak: 0, longestRun: 0 });
  });

  it("counts what the server does not know yet", () => {
    expect(puzzleProgress(report, [result("7", 1)])).toMatchObject({ solved: [1, 2, 7], streak: 2 });
    expect(puzzleProgress(report, [result("7", 0)])).toMatchObject({ failed: [2, 3, 7], streak: 0, best: 4 });
    expect(puzzleProgress(report, [result("3", 1)])).toMatchObject({ solved: [1, 2, 3], due: [], streak: 1 });
    expect(puzzleProgress(report, [result("1", 0)])).toMatchObject({ streak: 1 });
    const many = [4, 5, 6, 7].map((number) => result(String(number), 1));
    expect(puzzleProgress(report, many)).toMatchObject({ streak: 5, best: 5 });
  });

  it("keeps the streak in a timed run, and takes over its length", () => {
    const run = [
      result("7", 0, { rated: false }),
      result("8", 1, { rated: false }),
      result("timed", 9, { kind: "run" }),
    ];
    expect(puzzleProgress(report, run)).toMatchObject({ streak: 1, solved: [1, 2, 8], longestRun: 9 });
  });

  it("reads what earlier versions kept; what makes no sense counts as nothing", () => {
    expect(oldPuzzleResults()).toEqual({ solved: [], faults: [] });
    kept.set("dungeon-twister.puzzles", JSON.stringify({ solved: ["x", 2, -1], faults: 5, streak: -3, best: "9" }));
    expect(oldPuzzleResults()).toEqual({ solved: [2], faults: [] });
    kept.set("dungeon-twister.puzzles", "null");
    expect(oldPuzzleResults()).toEqual({ solved: [], faults: [] });
  });
});

describe("the list of puzzles", () => {
  it("shows those that fit, easier ones first", () => {
    expect(numbers(filtered(cards, EVERYTHING, []))).toEqual([2, 3, 4, 1]);
    expect(numbers(filtered(cards, { ...EVERYTHING, theme: "turn" }, []))).toEqual([3, 1]);
    expect(numbers(filtered(cards, { ...EVERYTHING, family: "base", goal: "win" }, []))).toEqual([4, 1]);
    expect(numbers(filtered(cards, { ...EVERYTHING, grade: "1" }, []))).toEqual([2, 3]);
    expect(numbers(filtered(cards, { ...EVERYTHING, open: true }, [2, 4]))).toEqual([3, 1]);
  });

  it("remembers what was wished for, and offers only what there is", () => {
    expect(puzzleFilter()).toEqual(EVERYTHING);
    savePuzzleFilter({ ...EVERYTHING, theme: "jump", open: true });
    expect(puzzleFilter()).toEqual({ ...EVERYTHING, theme: "jump", open: true });
    expect(present(cards, (one) => [one.goal], ["win", "treasure", "survive"])).toEqual(["win", "survive"]);
  });

  it("has a page for all and one for each", () => {
    expect(parseRoute("/puzzles").page).toBe("puzzles");
    expect(parseRoute("/puzzles/12")).toMatchObject({ page: "puzzle", id: "12" });
    expect(parseRoute("/puzzles/12/3").page).toBe("lost");
  });
});
