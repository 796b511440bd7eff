// The log of the game page: appended to as things happen, built anew where something is taken back.
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { setLanguage } from "$lib/i18n.svelte";
import type { EventView, Scene, HistoryStep } from "$lib/protocol";
import { Chronicle, plain } from "$lib/sentences";
import { standing, GameLog } from "../src/play/game-log";

interface Fixture {
  scenes: Record<string, Scene>;
  runs: { scenario: string; events: Record<string, EventView[][]> }[];
}
const { scenes, runs } = JSON.parse(
  readFileSync(new URL("./fixtures/events-board.json", import.meta.url), "utf8"),
) as Fixture;
/** The longest game of the fixture: a rule case has only a few steps. */
const run = runs.reduce((long, each) =>
  (each.events["blue"]?.length ?? 0) > (long.events["blue"]?.length ?? 0) ? each : long,
);
const steps: HistoryStep[] = run.events["blue"]!.map((events, index) => ({ version: index + 1, events }));
const naming = { scene: scenes[run.scenario]!, viewer: "blue" };

function builtAtOnce(some: HistoryStep[]): string[] {
  const chronicle = new Chronicle(naming);
  for (const step of some) chronicle.add(step.events);
  return chronicle.entries.map(plain);
}

beforeAll(() => setLanguage("en", { keep: false }));

test("a log built step by step equals one built at once", () => {
  const gameLog = new GameLog();
  let lines: string[] = [];
  for (let count = 0; count <= steps.length; count += 7)
    lines = gameLog.lines("a", steps.slice(0, count), naming).map(plain);
  lines = gameLog.lines("a", steps, naming).map(plain);
  expect(lines.length).toBeGreaterThan(20);
  expect(lines).toEqual(builtAtOnce(steps));
});

test("what is taken back leaves the log, and so does the word of it", () => {
  const gameLog = new GameLog();
  const before = steps.slice(0, 30);
  gameLog.lines("a", before, naming);
  const undo = (version: number, number: number): HistoryStep => ({
    version,
    events: [{ kind: "undone", player: "blue", number } as EventView],
  });
  const undone = [...before, undo(31, 30), undo(32, 29)];
  expect(standing(undone)).toEqual(before.slice(0, 28));
  expect(gameLog.lines("a", undone, naming).map(plain)).toEqual(builtAtOnce(before.slice(0, 28)));
  // What comes afterwards goes on from there.
  const next = { version: 33, events: steps[40]!.events };
  expect(gameLog.lines("a", [...undone, next], naming).map(plain)).toEqual(builtAtOnce([...before.slice(0, 28), next]));
});

test("another viewer or another language builds the log anew", async () => {
  const gameLog = new GameLog();
  const blue = gameLog.lines("en blue", steps.slice(0, 40), naming).map(plain);
  const yellow = gameLog.lines("en yellow", steps.slice(0, 40), { ...naming, viewer: "yellow" }).map(plain);
  expect(yellow).not.toEqual(blue);
  await setLanguage("de", { keep: false });
  expect(gameLog.lines("de blue", steps.slice(0, 40), naming).map(plain)).not.toEqual(blue);
});
