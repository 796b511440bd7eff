// Mistakes of one's own games: whose are offered, collecting them once, which is next, and what an attempt counts.
import { beforeEach, describe, expect, it, vi } from "vitest";
import { loadNamespaces, setLanguage } from "$lib/i18n.svelte";
import { collectMistakes, mistakeText, mistakeTitle, nextMistake } from "$lib/own-mistakes";
import { learner } from "$lib/progress.svelte";
import type {
  Entry,
  FoundMistake,
  GameAnalysis,
  MistakeReport,
  ProgressReport,
  Replayed,
  Studied,
  TurnView,
} from "$lib/protocol";
import { parseRoute } from "$lib/router.svelte";
import { sidesToLearnFrom } from "../src/pages/replay/sides";
import { MistakeExercise } from "../src/play/study/mistake-exercise.svelte";
import { storageInMemory } from "./fake-storage";

const report = (mistakes: MistakeReport[]): ProgressReport => ({
  path: [],
  advice: [],
  ratings: [],
  levels: [],
  puzzles: { solved: [], failed: [], due: [], streak: 0, best: 0, days: {}, longest_run: 0 },
  lessons: [],
  missions: {},
  mistakes,
  entries: mistakes.length,
});
const kept = (id: string, more: Partial<MistakeReport> = {}): MistakeReport => ({
  id,
  at: 1,
  game: "board",
  solved: false,
  due: true,
  ...more,
});
const found = (name: string, text = "{}"): FoundMistake => ({ name, kind: "mistake", turn: 1, at: 1, loss: 0.2, text });

/** The requests with entries; null: there is no connection. */
let got: Entry[][] | null;
let removed: string[];
function answer(path: string, request: RequestInit): Response {
  if (!got) throw new TypeError("no connection");
  if (path.endsWith("/people")) return Response.json({ key: "k", name: "" }, { status: 201 });
  if (request.method !== "DELETE" && path.includes("/progress/mistakes/"))
    return Response.json({ id: "x", at: 1, kind: "mistake", name: "x", text: "T" });
  if (request.method === "DELETE") removed.push(path);
  if (request.method === "POST") got.push((JSON.parse(String(request.body)) as { entries: Entry[] }).entries);
  const names = got.flat().filter(({ kind }) => kind === "mistake");
  return Response.json(report(names.map(({ name }) => kept(name))));
}

beforeEach(() => {
  storageInMemory();
  got = [];
  removed = [];
  learner.report = report([]);
  learner.unsent = [];
  vi.stubGlobal("navigator", { userAgent: "Firefox Linux" });
  vi.stubGlobal("fetch", (path: string, request: RequestInit) => Promise.resolve().then(() => answer(path, request)));
});

describe("the sides to learn from", () => {
  const turn = (player: string, more: Partial<TurnView>): TurnView => ({ player, mark: "", ...more }) as TurnView;
  const analysis = {
    colours: ["blue", "yellow", "red"],
    turns: [
      turn("blue", { mark: "mistake" }),
      turn("yellow", { missed_win: true }),
      turn("red", { mark: "inaccuracy" }),
    ],
  } as GameAnalysis;

  it("are one's own, with a turn that gave much away", () => {
    expect(sidesToLearnFrom(analysis, ["blue"])).toEqual(["blue"]);
    expect(sidesToLearnFrom(analysis, ["red"])).toEqual([]);
  });

  it("are all with such a turn in a game of others", () => {
    expect(sidesToLearnFrom(analysis, [])).toEqual(["blue", "yellow"]);
    expect(sidesToLearnFrom(analysis, ["green"])).toEqual(["blue", "yellow"]);
  });
});

describe("collected mistakes", () => {
  const GAME = { game: "board", scenario: "base" };

  it("are entries of their own name, and are kept once", async () => {
    expect(await collectMistakes(GAME, [found("g.1"), found("g.9")])).toBe(true);
    expect(got?.flat().map(({ id, kind, name, game, text }) => [id, kind, name, game, text])).toEqual([
      ["mistake.g.1", "mistake", "g.1", "board", "{}"],
      ["mistake.g.9", "mistake", "g.9", "board", "{}"],
    ]);
    expect(await collectMistakes(GAME, [found("g.1"), found("g.9")])).toBe(true);
    expect(got?.flat()).toHaveLength(2);
  });

  it("are sent in requests that are not too large", async () => {
    const names = Array.from({ length: 12 }, (_, at) => `g.${at}`);
    await collectMistakes(
      GAME,
      names.map((name) => found(name, "x".repeat(9000))),
    );
    expect(got?.flat().map(({ name }) => name)).toEqual(names);
    expect(got!.length).toBeGreaterThan(1);
    for (const entries of got!) expect(JSON.stringify({ entries }).length).toBeLessThan(128 * 1024);
  });

  it("can be played before they are sent", async () => {
    got = null;
    expect(await collectMistakes(GAME, [found("g.1", "here")])).toBe(true);
    expect(await mistakeText("g.1")).toBe("here");
    got = [];
    expect(await mistakeText("g.2")).toBe("T");
  });
});

describe("removed mistakes", () => {
  it("are sent first, and then removed one by one or all", async () => {
    got = null;
    await collectMistakes({ game: "board", scenario: "base" }, [found("g.1")]);
    await expect(learner.removeMistakes("g.1")).rejects.toThrow();
    expect(learner.unsent.map(({ name }) => name)).toEqual(["g.1"]);
    got = [];
    await learner.removeMistakes("g.1");
    expect(got.flat().map(({ name }) => name)).toEqual(["g.1"]);
    await learner.removeMistakes();
    expect(removed.map((path) => path.replace(/^.*\/progress/, ""))).toEqual(["/mistakes/g.1", "/mistakes"]);
  });
});

describe("the title of a mistake", () => {
  it("is its turn and kind, or its number in the list if an earlier version kept it", async () => {
    await setLanguage("en", { keep: false });
    await loadNamespaces("mistakes");
    expect(mistakeTitle(kept("g.1", { turn: 7, mark: "missed-win" }), 3)).toBe("Turn 7: a missed win");
    expect(mistakeTitle(kept("g.1"), 3)).toBe("Position 3");
  });
});

describe("the next mistake", () => {
  const all = [kept("a.1"), kept("b.2", { due: false }), kept("b.3"), kept("b.4")];

  it("is one of the same game, else the oldest that is due", () => {
    expect(nextMistake(all)?.id).toBe("a.1");
    expect(nextMistake(all, "b.3")?.id).toBe("b.4");
    expect(nextMistake(all, "c.1")?.id).toBe("a.1");
    expect(nextMistake(all, "a.1")?.id).toBe("b.3");
    expect(nextMistake([kept("a.1")], "a.1")).toBeUndefined();
  });

  it("has a page", () => {
    expect(parseRoute("/mistakes").page).toBe("mistakes");
    expect(parseRoute("/mistakes/g.1")).toMatchObject({ page: "mistake", id: "g.1" });
  });
});

describe("an attempt", () => {
  const heard = (status: string) => ({ mistake: { status } as Replayed }) as Studied;
  const results = () =>
    got!
      .flat()
      .filter(({ kind }) => kind === "replayed")
      .map(({ name, score }) => [name, score]);

  it.each([
    [["open", "solved", "open", "failed", "solved"], [["g.1", 1]]],
    [
      ["open", "failed", "open", "failed", "solved", "solved"],
      [
        ["g.1", 0],
        ["g.1", 1],
      ],
    ],
    [["open", "failed", "open"], [["g.1", 0]]],
  ])("%j counts as %j", async (states, expected) => {
    const exercise = new MistakeExercise("g.1");
    for (const status of states) exercise.hear(heard(status));
    await vi.waitFor(() => expect(results()).toEqual(expected));
  });

  it("that was shown is not a solution", async () => {
    const exercise = new MistakeExercise("g.1");
    exercise.hear(heard("open"));
    exercise.shown = true;
    exercise.hear(heard("solved"));
    await new Promise((resolve) => setTimeout(resolve));
    expect(results()).toEqual([]);
  });
});
