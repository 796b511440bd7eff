// Positions and puzzles on the shelf: kept, read, changed on a board, and what the search says of them.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../src/lib/api";
import { boardOf, boards, saveBoard } from "../src/lib/boards";
import type { PuzzleVerdict, Studied } from "../src/lib/protocol";
import { boardOfPosition, keepChange, keepPosition, newPosition, pictureOf } from "../src/workshop/kept-positions";
import { learner } from "../src/lib/progress.svelte";
import { openOwnPuzzle } from "../src/play/study/own-puzzle-exercise.svelte";
import { puzzleOf } from "../src/workshop/own-puzzles";
import { PuzzleCheck, verdictSentences } from "../src/workshop/puzzle-check.svelte";
import { BadWorkError, workFrom } from "../src/workshop/read-work";
import {
  LONGEST_OF,
  fileNameOf,
  newWork,
  renamed,
  shelve,
  textOf,
  workOf,
  type PositionWork,
} from "../src/workshop/shelf";
import { storageInMemory } from "./fake-storage";

const TEXT = "position 1\nscenario base\n";
const PUZZLE = JSON.stringify({
  goal: "win",
  player: "blue",
  position: TEXT,
  family: "base",
  points: 2,
  grade: 3,
  solutions: 1,
});
const drawing = { width: 10, height: 5 };
const kept = () => keepPosition(TEXT, "Cellar", "board").work as PositionWork;

/** The server opens any position as a board that begins there. */
const opening = () =>
  vi.spyOn(api, "study").mockImplementation(async (_kind, _name, _deeds, deed) => {
    const position = (deed as { position?: string }).position ?? TEXT;
    const info = { game: "board", scenario: "base" };
    return { deeds: [`from position\n${position}`, "seed 1"], info, board: { position } } as unknown as Studied;
  });

beforeEach(() => storageInMemory());
afterEach(() => vi.restoreAllMocks());

describe("a kept position", () => {
  it("is a work with a file of its own", () => {
    const work = kept();
    expect([textOf(work), fileNameOf(work), fileNameOf({ name: "Win", kind: "puzzle" })]).toEqual([
      TEXT,
      "cellar.txt",
      "win.json",
    ]);
    expect(shelve({ ...work, text: "x".repeat(LONGEST_OF.position) })).toBeNull();
    expect(shelve({ ...work, text: "x".repeat(LONGEST_OF.position + 1) })).toBe("long");
  });

  it("stands in the line of its puzzle with its name", async () => {
    const { work } = newWork({ kind: "puzzle", name: "Old", game: "board", text: PUZZLE });
    const named = renamed(work, "A <b>way</b> out");
    expect([named.name, JSON.parse(textOf(named)).source]).toEqual(["A <b>way</b> out", "A <b>way</b> out"]);
    const puzzle = puzzleOf({ text: textOf(named) });
    vi.spyOn(api, "checkText").mockResolvedValue({ findings: [], game: "board", picture: drawing, puzzle });
    expect((await workFrom(textOf(named), "x.json")).name).toBe("A <b>way</b> out");
  });

  it("opens on a board with its id, and keeps what is changed there", async () => {
    opening();
    const { id } = kept();
    const board = await boardOfPosition(id, true);
    expect([board?.id, board?.name, board?.tree.start[0]]).toEqual([id, "Cellar", `from position\n${TEXT}`]);
    expect(keepChange(id, `${TEXT}turn blue ap 3\n`)).toBeNull();
    expect(workOf(id)).toMatchObject({ text: `${TEXT}turn blue ap 3\n`, name: "Cellar" });
    expect((await boardOfPosition(id, false))?.tree.start[0]).toContain("turn blue ap 3");
    expect(keepChange("another", TEXT)).toBeNull();
    expect(await boardOfPosition("another", false)).toBeNull();
  });

  it("leaves variations on a board of their own when it is changed", async () => {
    opening();
    const { id } = kept();
    const board = (await boardOfPosition(id, false))!;
    saveBoard({ ...board, tree: { ...board.tree, nodes: { 1: { parent: "", lines: ["pass"], events: [] } } } });
    expect(Object.keys((await boardOfPosition(id, false))!.tree.nodes)).toEqual(["1"]);
    expect((await boardOfPosition(id, true))!.tree.nodes).toEqual({});
    const other = boards().find((card) => card.id !== id)!;
    expect(Object.keys(boardOf(other.id)!.tree.nodes)).toEqual(["1"]);
  });

  it("begins from a scenario, and its drawing is asked for once", async () => {
    const asked = opening();
    const { work } = await newPosition("base", "empty", "New");
    expect(asked.mock.calls[0]![3]).toMatchObject({ scenario: "base", how: "empty" });
    const check = vi.spyOn(api, "checkText").mockResolvedValue({ findings: [], picture: drawing });
    expect(await pictureOf(work as PositionWork)).toEqual(drawing);
    expect(await pictureOf(workOf(work.id) as PositionWork)).toEqual(drawing);
    expect(check).toHaveBeenCalledTimes(1);
    expect(keepChange(work.id, `${TEXT}#`)).toBeNull();
    expect((workOf(work.id) as PositionWork).picture).toBeUndefined();
  });
});

describe("texts of others", () => {
  it("are positions or puzzles by their beginning, once a server has drawn them", async () => {
    const check = vi.spyOn(api, "checkText").mockResolvedValue({ findings: [], game: "board", picture: drawing });
    expect(await workFrom(`\ufeff${TEXT.replaceAll("\n", "\r\n")}`, "cellar.txt")).toEqual({
      kind: "position",
      name: "cellar",
      game: "board",
      text: TEXT,
      picture: drawing,
    });
    expect(await workFrom(` ${PUZZLE}`, "x.json")).toMatchObject({ kind: "puzzle", name: "x" });
    check.mockResolvedValue({ findings: [{ code: "refused", severity: "error" }] });
    await expect(workFrom(TEXT)).rejects.toThrow(BadWorkError);
  });

  it("are no puzzle without a goal, points and a position", () => {
    expect(puzzleOf({ text: PUZZLE })).toMatchObject({ goal: "win", token: "", solutions: 1 });
    for (const text of ["", "{", "[]", "null", '{"goal":"win"}', PUZZLE.replace('"grade":3', '"grade":"<b>"')])
      expect(puzzleOf({ text })).toBeNull();
  });
});

describe("a puzzle of one's own, in progress", () => {
  const studied = (status: string) =>
    ({
      deeds: [PUZZLE],
      info: { id: "own-puzzles/x", scenario: "base", options: {}, seats: [] },
      sight: { viewer: "blue", view: { turn: 1, active: "blue", pending: [], choices: [] } },
      board: { scene: { seats: [] } },
      puzzle: { number: 0, goal: "win", player: "blue", rival: "yellow", grade: 3, points: 2, status },
    }) as unknown as Studied;

  it("is sent with its text, and nothing of it is recorded", async () => {
    const { work } = newWork({ kind: "puzzle", name: "Way out", game: "board", text: PUZZLE });
    const asked = vi.spyOn(api, "study").mockResolvedValue(studied("open"));
    const recorded = vi.spyOn(learner, "addEntries").mockResolvedValue();
    const exercise = await openOwnPuzzle(work.id);
    expect(asked.mock.calls[0]!.slice(0, 3)).toEqual(["own-puzzles", work.id, [PUZZLE]]);
    expect([exercise.own, exercise.name, exercise.called, exercise.home]).toEqual([
      true,
      work.id,
      "Way out",
      "/workshop",
    ]);
    for (const status of ["failed", "open", "solved"]) exercise.hear(studied(status));
    expect(recorded).not.toHaveBeenCalled();
    expect(exercise.next).toBeNull();
    await expect(openOwnPuzzle("0".repeat(16))).rejects.toThrow();
  });
});

describe("the search", () => {
  const wish = { position: TEXT, goal: "win" as const };

  it("gives its answer, unless it was stopped or something else was asked", async () => {
    const verdict: PuzzleVerdict = { problem: "unsolvable" };
    const asked = vi.spyOn(api, "checkPuzzle").mockResolvedValue(verdict);
    const check = new PuzzleCheck();
    await check.start(wish);
    expect([check.busy, check.verdict]).toEqual([false, verdict]);
    asked.mockImplementation(
      (_, signal) => new Promise((_done, fail) => signal.addEventListener("abort", () => fail(new Error("gone")))),
    );
    const waiting = check.start(wish);
    expect([check.busy, check.verdict]).toEqual([true, null]);
    check.stop();
    await waiting;
    expect([check.busy, check.verdict, check.trouble]).toEqual([false, null, ""]);
  });

  it("has a sentence for each result and note", () => {
    const puzzle = puzzleOf({ text: PUZZLE })!;
    expect(verdictSentences({ problem: "undecided", hidden: 2 })).toHaveLength(2);
    expect(verdictSentences({ puzzle })).toHaveLength(2);
    expect(
      verdictSentences({ puzzle: { ...puzzle, solutions: 4 }, notes: ["fewer-points", "many-solutions"] }),
    ).toHaveLength(4);
  });
});
