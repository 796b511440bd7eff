// A timed run: its order, its end by mistakes and by time, and what is recorded of it.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { learner, type Result } from "../src/lib/progress.svelte";
import type { PuzzleCard } from "../src/lib/protocol";
import { MOST_MISTAKES, RUN_SECONDS, runOrder, TimedRun } from "../src/play/study/timed-run.svelte";

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
const cards = [...Array(40).keys()].map((at) => card(at + 1, { grade: (at % 5) + 1 }));
let kept: Result[];

beforeEach(() => {
  vi.useFakeTimers();
  kept = [];
  vi.spyOn(learner, "addEntries").mockImplementation((results) => {
    kept.push(...results);
    return Promise.resolve();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function begun(): TimedRun {
  const run = new TimedRun(cards);
  run.begin();
  return run;
}
/** Solve or miss the puzzle on the screen, and wait for the next. */
function answer(run: TimedRun, solved: boolean): void {
  run.answer(run.card!, solved);
  vi.advanceTimersByTime(1000);
}
const results = () => kept.map(({ kind, name, score, rated }) => [kind, name, score, rated]);

describe("the puzzles of a run", () => {
  it("get harder, and no puzzle comes twice", () => {
    const order = runOrder(cards, "base");
    const grades = order.slice(0, 20).map(({ grade }) => grade);
    expect(grades).toEqual(grades.toSorted());
    expect(new Set(grades).size).toBe(5);
    expect(new Set(order).size).toBe(cards.length);
  });

  it("are of one game, and none has to wait for a proof", () => {
    const order = runOrder([card(1, { goal: "survive" }), card(2, { family: "card" }), card(3)], "base");
    expect(order.map(({ number }) => number)).toEqual([3]);
  });

  it("are others each time", () => {
    const first = runOrder(cards, "base", () => 0.5);
    let seed = 7;
    const other = runOrder(cards, "base", () => (seed = (seed * 16807) % 2147483647) / 2147483647);
    expect(other.map(({ number }) => number)).not.toEqual(first.map(({ number }) => number));
  });
});

describe("a run", () => {
  it("ends with the third mistake, and is recorded without counting for the rating", () => {
    const run = begun();
    for (const solved of [true, false, true, false, false]) answer(run, solved);
    expect([run.stage, run.solved.length, run.missed.length]).toEqual(["over", 2, MOST_MISTAKES]);
    expect(results()).toEqual([
      ["puzzle", "1", 1, false],
      ["puzzle", "3", 1, false],
      ["puzzle", "2", 0, false],
      ["puzzle", "4", 0, false],
      ["puzzle", "5", 0, false],
      ["run", "timed", 2, false],
    ]);
  });

  it("ends when the time is over, whatever is on the screen", () => {
    const run = begun();
    answer(run, true);
    vi.advanceTimersByTime((RUN_SECONDS - 2) * 1000);
    expect([run.stage, run.left]).toEqual(["running", 1]);
    vi.advanceTimersByTime(1200);
    expect([run.stage, run.left]).toEqual(["over", 0]);
    answer(run, true);
    expect(run.solved).toHaveLength(1);
    expect(kept.at(-1)).toMatchObject({ kind: "run", score: 1, seconds: RUN_SECONDS });
  });

  it("counts only the first outcome of a puzzle", () => {
    const run = begun();
    const { card: first } = run;
    run.answer(first!, false);
    run.answer(first!, true);
    vi.advanceTimersByTime(1000);
    run.answer(first!, false);
    expect([run.solved.length, run.missed.length, run.card?.number]).toEqual([0, 1, 2]);
  });

  it("does not begin before the first puzzle is there, and is recorded once when it is left", () => {
    const run = new TimedRun(cards);
    vi.advanceTimersByTime(60_000);
    run.finish();
    expect([run.left, kept.length]).toEqual([RUN_SECONDS, 0]);
    run.begin();
    run.finish();
    run.finish();
    expect(results()).toEqual([["run", "timed", 0, false]]);
  });
});
