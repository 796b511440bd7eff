import { beforeEach, expect, test } from "vitest";
import { mute, mutedIn } from "../src/lib/muted-players";
import { storageInMemory } from "./fake-storage";

const KEY = "dungeon-twister.muted";
let kept: Map<string, string>;
beforeEach(() => {
  kept = storageInMemory();
});

test("a colour is muted in one game, and heard again", () => {
  expect(mute("one", "yellow", true)).toEqual(["yellow"]);
  expect(mute("one", "red", true)).toEqual(["yellow", "red"]);
  expect(mute("one", "red", true)).toEqual(["yellow", "red"]);
  expect(mutedIn("one")).toEqual(["yellow", "red"]);
  expect(mutedIn("two")).toEqual([]);
  expect(mute("one", "yellow", false)).toEqual(["red"]);
  expect(mute("one", "red", false)).toEqual([]);
  expect(kept.get(KEY)).toBe("{}");
});

test("only the latest games are remembered", () => {
  for (let number = 0; number < 130; number++) mute(`game-${number}`, "blue", true);
  expect(mutedIn("game-0")).toEqual([]);
  expect(mutedIn("game-129")).toEqual(["blue"]);
  expect(Object.keys(JSON.parse(kept.get(KEY)!)).length).toBe(100);
});

test("what somebody else has written there does no harm", () => {
  kept.set(KEY, '{"one": 3}');
  expect(mutedIn("one")).toEqual([]);
  expect(mute("one", "blue", true)).toEqual(["blue"]);
});
