import { beforeEach, describe, expect, it } from "vitest";
import { deedsOf, saveLesson, lessonsBegun, lessonsDone } from "../src/lib/lesson-progress";
import type { Ring } from "../src/lib/protocol";
import { parseRoute } from "../src/lib/router.svelte";
import { answerOf, fitsRing, mazeRings, pickedAfter } from "../src/play/study/lesson-rings";
import { storageInMemory } from "./fake-storage";

describe("rings", () => {
  it("are in the maze, or round a button", () => {
    const rings = [
      { kind: "token", name: "bH" },
      { kind: "room", name: "R1" },
      { kind: "choice", name: "* reveal R1" },
    ] as Ring[];
    expect(mazeRings(rings)).toEqual(["bH", "R1"]);
  });

  it.each([
    ["* reveal R1", { do: "reveal", token: "bH", place: "R1" }, true],
    ["* reveal R1", { do: "reveal", token: "bH", place: "R2" }, false],
    ["bW attack yC", { do: "attack", token: "bW", target: "yC" }, true],
    ["bW attack yC", { do: "attack", token: "bW" }, true],
    ["bW attack yC", { do: "attack", token: "bH" }, false],
    ["bW turn R2 ccw", { do: "turn", token: "bW", place: "R2", turn: "cw" }, false],
    ["card 2|3", { do: "card", value: 3 }, true],
    ["card 5", { do: "card", value: 3 }, false],
    ["combat 1", { do: "card", value: 1 }, false],
    ["pass", { do: "pass" }, true],
    ["bC jump", { do: "jump", token: "bC", square: "g1" }, true],
  ])("%s speaks of %o: %s", (pattern, choice, fits) => {
    expect(fitsRing(pattern, choice)).toBe(fits);
  });

  it("accept a character on a place for the place, where places are asked for", () => {
    const token = { kind: "token", token: "yMe", place: "blue-1.T" } as const;
    expect([
      answerOf("token", token),
      answerOf("zone", token),
      answerOf("token", { kind: "place", place: "a1" }),
      answerOf("zone", { kind: "room", place: "R1" }),
    ]).toEqual(["yMe", "blue-1.T", "", ""]);
  });
});

describe("a question", () => {
  it("with one answer takes the last tap", () => {
    expect([pickedAfter([], "a1", 1), pickedAfter(["a1"], "b2", 1), pickedAfter(["b2"], "b2", 1)]).toEqual([
      ["a1"],
      ["b2"],
      ["b2"],
    ]);
  });

  it("with several answers lets go of what is tapped again", () => {
    expect([pickedAfter(["bW"], "yC", 4), pickedAfter(["bW", "yC"], "bW", 4)]).toEqual([["bW", "yC"], ["yC"]]);
  });
});

describe("progress", () => {
  beforeEach(() => void storageInMemory());

  it("is kept, and what is done stays done", () => {
    saveLesson("fight", ["play bW attack yC"], false);
    expect([lessonsBegun(), deedsOf("fight"), lessonsDone()]).toEqual([["fight"], ["play bW attack yC"], []]);
    saveLesson("fight", ["play bW attack yC", "play pass"], true);
    expect([lessonsBegun(), deedsOf("fight"), lessonsDone()]).toEqual([[], [], ["fight"]]);
    saveLesson("fight", ["play bW attack yC"], false);
    expect([lessonsBegun(), lessonsDone()]).toEqual([["fight"], ["fight"]]);
    saveLesson("fight", [], false);
    expect(lessonsBegun()).toEqual([]);
  });
});

it("a lesson has an address of its own", () => {
  expect([
    parseRoute("/learn").page,
    parseRoute("/learn/fight").page,
    parseRoute("/learn/fight").id,
    parseRoute("/learn/fight/x").page,
  ]).toEqual(["learn", "lesson", "fight", "lost"]);
});
