// The results of a puzzle: one entry for each outcome, and the puzzle to offer next.
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Entry, ProgressReport, PuzzleCard, Puzzled, Studied } from "$lib/protocol";
import { PuzzleExercise } from "../src/play/study/puzzle-exercise.svelte";
import { learner } from "../src/lib/progress.svelte";
import { EVERYTHING, savePuzzleFilter } from "../src/lib/puzzle-progress";
import { storageInMemory } from "./fake-storage";

const CARD: PuzzleCard = {
  number: 7,
  goal: "win",
  family: "card",
  grade: 2,
  points: 3,
  themes: ["turn"],
  scenario: "tutorial-1",
};
const PUZZLES = { solved: [], failed: [], due: [], streak: 0, best: 0, days: {}, longest_run: 0 };
const RATING = { kind: "puzzles", game: "card", value: 1100, deviation: 90, provisional: false, count: 9, points: [] };
const report = (count: number): ProgressReport => ({
  path: [],
  advice: [],
  ratings: [{ ...RATING, count, value: 1100 + count }],
  levels: [],
  puzzles: PUZZLES,
  lessons: [],
  missions: {},
  mistakes: [],
  entries: count,
});

let got: Entry[];
let wishes: string[];
/** The answers to the wish for another puzzle. */
let offered: { number: number; due?: boolean; missed?: number }[];

function answer(path: string, request: RequestInit): Response {
  if (path.endsWith("/people")) return Response.json({ key: "k", name: "" }, { status: 201 });
  if (path.includes("/progress/puzzle")) {
    wishes.push(path.split("?")[1] ?? "");
    return Response.json(offered.shift() ?? { number: 0 });
  }
  if (request.method === "POST") got.push(...(JSON.parse(String(request.body)) as { entries: Entry[] }).entries);
  return Response.json(report(9 + got.length));
}

beforeEach(() => {
  storageInMemory();
  [got, wishes, offered] = [[], [], [{ number: 12 }]];
  learner.report = report(9);
  learner.unsent = [];
  vi.stubGlobal("navigator", { userAgent: "Firefox Linux" });
  vi.stubGlobal("fetch", (path: string, request: RequestInit) => Promise.resolve().then(() => answer(path, request)));
});

const heard = (status: Puzzled["status"]) => ({ puzzle: { number: 7, status } as Puzzled }) as Studied;
function opened(): PuzzleExercise {
  const exercise = new PuzzleExercise(CARD);
  exercise.hear(heard("open"));
  return exercise;
}
const results = () => got.map(({ kind, name, score, rated, game }) => [kind, name, score, rated, game]);

describe("an attempt at a puzzle", () => {
  it("that succeeds is one rated result, however often the puzzle is repeated", async () => {
    const exercise = opened();
    for (const status of ["solved", "open", "failed", "open", "solved"]) exercise.hear(heard(status));
    await vi.waitFor(() => expect(exercise.next?.number).toBe(12));
    expect(results()).toEqual([["puzzle", "7", 1, true, "card"]]);
    expect([exercise.before?.value, exercise.rating?.value]).toEqual([1109, 1110]);
  });

  it("that fails first is a failure, and then a solution that is not rated", async () => {
    const exercise = opened();
    for (const status of ["failed", "open", "failed", "solved", "solved"]) exercise.hear(heard(status));
    await vi.waitFor(() => expect(exercise.next).not.toBeNull());
    expect(results()).toEqual([
      ["puzzle", "7", 0, true, "card"],
      ["puzzle", "7", 1, false, "card"],
    ]);
  });

  it("whose solution was shown is a failure only", async () => {
    const exercise = opened();
    exercise.hear(heard("failed"));
    exercise.shown = true;
    exercise.hear(heard("solved"));
    await vi.waitFor(() => expect(exercise.next).not.toBeNull());
    expect(results()).toEqual([["puzzle", "7", 0, true, "card"]]);
  });
});

describe("the next puzzle", () => {
  it("fits the filter of the list; if none is left, any other is offered", async () => {
    savePuzzleFilter({ ...EVERYTHING, family: "card", theme: "turn", grade: "5" });
    offered = [{ number: 0 }, { number: 20, due: true, missed: 5e8 }];
    const exercise = opened();
    exercise.hear(heard("solved"));
    await vi.waitFor(() => expect(exercise.next).toEqual({ number: 20, due: true, missed: 5e8 }));
    expect(wishes).toEqual(["family=card&theme=turn&besides=7", "besides=7"]);
  });

  it("is asked for once", async () => {
    const exercise = opened();
    exercise.hear(heard("solved"));
    await vi.waitFor(() => expect(exercise.next?.number).toBe(12));
    exercise.hear(heard("solved"));
    await Promise.resolve();
    expect(wishes).toHaveLength(1);
  });
});
