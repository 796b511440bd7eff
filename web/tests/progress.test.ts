// The learner's results: they wait in the browser until the server has them, and nothing is lost or sent twice.
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Entry, ProgressReport } from "$lib/protocol";
import { storageInMemory } from "./fake-storage";

const REPORT: ProgressReport = {
  path: [],
  advice: [],
  ratings: [],
  levels: [],
  puzzles: { solved: [], failed: [], due: [], streak: 0, best: 0, days: {}, longest_run: 0 },
  lessons: ["fight"],
  missions: {},
  mistakes: [],
  entries: 1,
};
let kept: Map<string, string>;
/** What the server got; null: it cannot be reached. */
let got: Entry[] | null;

function answer(path: string, request: RequestInit): Response {
  if (got === null) throw new TypeError("no connection");
  if (path.endsWith("/people")) return Response.json({ key: "k", name: "" }, { status: 201 });
  if (request.method === "POST") {
    const { entries } = JSON.parse(String(request.body)) as { entries: Entry[] };
    if (entries.some(({ name }) => name === "bad"))
      return Response.json({ reason: { code: "unreadable", sentence: "It cannot be kept." } }, { status: 422 });
    got.push(...entries);
  }
  return Response.json(REPORT);
}

/** The module as a page that is just opened has it. */
async function opened() {
  vi.resetModules();
  return (await import("$lib/progress.svelte")).learner;
}

const waiting = () => JSON.parse(kept.get("dungeon-twister.progress-waiting") ?? "[]") as Entry[];

beforeEach(() => {
  kept = storageInMemory();
  got = [];
  vi.stubGlobal("navigator", { userAgent: "Firefox Linux" });
  vi.stubGlobal("fetch", (path: string, request: RequestInit) => Promise.resolve().then(() => answer(path, request)));
});

describe("results", () => {
  it("are sent, and the report is kept for the next visit", async () => {
    const learner = await opened();
    await learner.addEntries([{ kind: "lesson", name: "fight" }]);
    expect(got?.map(({ kind, name }) => [kind, name])).toEqual([["lesson", "fight"]]);
    expect(waiting()).toEqual([]);
    expect((await opened()).report?.lessons).toEqual(["fight"]);
  });

  it("wait without a connection, and are sent once later, with the same id", async () => {
    got = null;
    const learner = await opened();
    await learner.addEntries([{ kind: "lesson", name: "fight" }]);
    const [{ id } = { id: "" }] = waiting();
    expect(id).not.toBe("");
    got = [];
    const later = await opened();
    await later.load();
    await later.load();
    expect(got.map((entry) => entry.id)).toEqual([id]);
  });

  it("that are refused do not hold up the others", async () => {
    const learner = await opened();
    await learner.addEntries(["one", "bad", "two"].map((name) => ({ kind: "lesson", name })));
    expect([got?.map(({ name }) => name), waiting()]).toEqual([["one", "two"], []]);
  });

  it("of earlier versions are taken over once, without a rating", async () => {
    kept.set("dungeon-twister.puzzles", JSON.stringify({ solved: [3], faults: [3, 4], streak: 0, best: 2 }));
    kept.set("dungeon-twister.lessons", JSON.stringify({ done: ["fight"], begun: {} }));
    const learner = await opened();
    await learner.load();
    await learner.load();
    expect(got?.map(({ kind, name, score, rated }) => [kind, name, score, rated])).toEqual([
      ["lesson", "fight", 1, false],
      ["puzzle", "3", 0, false],
      ["puzzle", "4", 0, false],
      ["puzzle", "3", 1, false],
    ]);
  });
});
