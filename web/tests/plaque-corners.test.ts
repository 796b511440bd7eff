// Where the plaques of three or four players go: into the corners of the maze, if it leaves them free.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Scene } from "$lib/protocol";
import { cornersFree } from "../src/play/plaque-corners";

const { scenes } = JSON.parse(readFileSync(new URL("./fixtures/events-board.json", import.meta.url), "utf8")) as {
  scenes: Record<string, Scene>;
};
const BOX = { width: 904, height: 880 };

test("the cross of four leaves its corners free, for every colour", () => {
  for (const { colour } of scenes["four-players"]!.seats)
    expect(cornersFree(scenes["four-players"]!, colour, BOX), colour).toBe(true);
});

test("a narrow box leaves no room even there", () => {
  expect(cornersFree(scenes["four-players"]!, "blue", { width: 560, height: 700 })).toBe(false);
});

test.each(["pyramid", "elevator", "alliances", "wrong-door-3", "race"])("%s needs its corners itself", (name) => {
  const scene = scenes[name]!;
  for (const { colour } of scene.seats) expect(cornersFree(scene, colour, BOX), colour).toBe(false);
});
