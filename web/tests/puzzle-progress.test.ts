import { beforeEach, describe, expect, it } from "vitest";
import type { PuzzleCard } from "../src/lib/protocol";
import {
  afterFault,
  afterSolving,
  EVERYTHING,
  filtered,
  savePuzzleFilter,
  savePuzzleProgress,
  nextPuzzle,
  present,
  puzzleFilter,
  puzzleProgress,
  type PuzzleProgress,
} from "../src/lib/puzzle-progress";
import { parseRoute } from "../src/lib/router.svelte";
import { storageInMemory } from "./fake-storage";

let kept: Map<string, string>;
beforeEach(() => {
  kept = storageInMemory();
});

const nothing: PuzzleProgress = { solved: [], faults: [], streak: 0, best: 0 };
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

describe("the row without a fault", () => {
  it("grows with every puzzle that is solved at the first try, and remembers the longest", () => {
    const two = [1, 2].reduce(afterSolving, nothing);
    expect(two).toEqual({ solved: [1, 2], faults: [], streak: 2, best: 2 });
    const broken = afterFault(two, 3);
    expect(broken).toEqual({ solved: [1, 2], faults: [3], streak: 0, best: 2 });
    expect(afterSolving(broken, 3)).toEqual({ solved: [1, 2, 3], faults: [3], streak: 0, best: 2 });
  });

  it("takes no notice of puzzles that are solved already, nor of a second fault", () => {
    const one = afterSolving(nothing, 1);
    expect(afterSolving(one, 1)).toBe(one);
    expect(afterFault(one, 1)).toBe(one);
    const fault = afterSolving(afterFault(one, 2), 3);
    expect(afterFault(fault, 2)).toBe(fault);
    expect(fault.streak).toBe(1);
  });

  it("is kept, and what makes no sense counts as nothing", () => {
    savePuzzleProgress(afterSolving(nothing, 7));
    expect(puzzleProgress()).toEqual({ solved: [7], faults: [], streak: 1, best: 1 });
    kept.set("dungeon-twister.puzzles", JSON.stringify({ solved: ["x", 2, -1], faults: 5, streak: -3, best: "9" }));
    expect(puzzleProgress()).toEqual({ solved: [2], faults: [], streak: 0, best: 0 });
    kept.set("dungeon-twister.puzzles", "null");
    expect(puzzleProgress()).toEqual(nothing);
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

  it("leads to the next one that fits and is not solved, then to any other", () => {
    expect(nextPuzzle(cards, EVERYTHING, [3], 2)?.number).toBe(4);
    expect(nextPuzzle(cards, EVERYTHING, [], 1)?.number).toBe(2);
    expect(nextPuzzle(cards, { ...EVERYTHING, theme: "turn" }, [3], 3)?.number).toBe(1);
    expect(nextPuzzle(cards, { ...EVERYTHING, family: "card" }, [3], 3)?.number).toBe(4);
    expect(nextPuzzle(cards, { ...EVERYTHING, open: true }, [1, 2], 2)?.number).toBe(3);
    expect(nextPuzzle(cards, EVERYTHING, [1, 2, 3, 4], 2)).toBeUndefined();
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
