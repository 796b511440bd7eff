// What the others did since one's own last turn: which events, which marks, and the same positions when they are shown
// again.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { setLanguage } from "$lib/i18n.svelte";
import type { EventView, Scene, HistoryStep } from "$lib/protocol";
import { plain } from "$lib/sentences";
import { afterEvents } from "../src/maze/beats";
import type { AnyView } from "../src/maze/types";
import { firstOfOthers, recapLines, recapMarks, recapOf, type Recap } from "../src/play/recap";
import { stretches } from "./maze-fixtures";

interface Fixture {
  scenes: Record<string, Scene>;
  runs: { scenario: string; events: Record<string, EventView[][]> }[];
}
const { scenes, runs } = JSON.parse(
  readFileSync(new URL("./fixtures/events-board.json", import.meta.url), "utf8"),
) as Fixture;

beforeAll(() => setLanguage("en", { keep: false }));

const event = (kind: string, more: Partial<EventView> = {}): EventView => ({ kind, ...more }) as EventView;
const began = (player: string) => event("turn-began", { player, number: 1 });
const stepsOf = (...events: EventView[]): HistoryStep[] =>
  events.map((one, index) => ({ version: index + 1, events: [one] }));

describe("which turns", () => {
  test("those of the others since one's own last one", () => {
    expect(firstOfOthers([], "blue", true)).toBe(-1);
    expect(firstOfOthers(["blue"], "blue", true)).toBe(-1);
    expect(firstOfOthers(["yellow"], "blue", true)).toBe(0);
    expect(firstOfOthers(["yellow", "blue"], "blue", true)).toBe(0);
    expect(firstOfOthers(["blue", "yellow", "blue"], "blue", true)).toBe(1);
    expect(firstOfOthers(["blue", "red", "yellow", "green"], "blue", true)).toBe(1);
    expect(firstOfOthers(["green", "blue", "red", "yellow", "green", "blue"], "blue", true)).toBe(2);
    expect(firstOfOthers(["blue", "blue"], "blue", true)).toBe(-1);
    expect(firstOfOthers(["blue", "yellow", "blue"], "spectator", false)).toBe(1);
  });

  test("it is shown until one's next action, and again when that is taken back", () => {
    const others = [
      began("blue"),
      event("stepped", { token: "bW", square: "b2" }),
      began("yellow"),
      event("stepped", { token: "yW", square: "u2" }),
    ];
    const running = recapOf(stepsOf(...others), "blue", true)!;
    expect([running.players, running.ended, running.acted]).toEqual([["yellow"], false, false]);
    const mine = [...others, began("blue"), event("card-played", { player: "blue", card: 3 })];
    const over = recapOf(stepsOf(...mine), "blue", true)!;
    expect(over.events.map((one) => one.kind)).toEqual(["turn-began", "stepped"]);
    expect([over.ended, over.acted]).toEqual([true, false]);
    const acted = [...mine, event("stepped", { token: "bW", square: "b3" })];
    expect(recapOf(stepsOf(...acted), "blue", true)!.acted).toBe(true);
    const undone = stepsOf(...acted, event("undone", { player: "blue", number: acted.length }));
    expect(recapOf(undone, "blue", true)!.acted).toBe(false);
  });

  test("it is never one's own turn, and it has words", () => {
    let lineCount = 0;
    for (const run of runs) {
      for (const viewer of Object.keys(run.events)) {
        const steps: HistoryStep[] = run.events[viewer]!.map((events, index) => ({ version: index + 1, events }));
        const recap = recapOf(steps, viewer, viewer !== "spectator");
        if (!recap) continue;
        expect(recap.players).not.toContain(viewer);
        const lines = recapLines(recap, { scene: scenes[run.scenario]!, viewer }, null).map(plain);
        expect(lines.join("")).not.toMatch(/[{}]/);
        lineCount += lines.length;
      }
    }
    expect(lineCount).toBeGreaterThan(3);
  });
});

describe("shown again", () => {
  const places = (view: AnyView): Record<string, string> =>
    Object.fromEntries(
      view.game === "board"
        ? view.tokens.map((each) => [each.token, each.square])
        : view.tokens.map((each) => [each.token, each.place]),
    );

  test.each(stretches.map((stretch, index) => [index, stretch] as const))(
    "stretch %i leads from the earlier view to the later one",
    (_, { before, events, after }) => {
      const found = places(afterEvents(before, events, after));
      const wanted = places(after);
      const free = Object.keys(wanted).filter(
        (token) => token in found && events.some((one) => one.token === token && one.kind === "stepped"),
      );
      expect(Object.fromEntries(free.map((token) => [token, found[token]]))).toEqual(
        Object.fromEntries(free.map((token) => [token, wanted[token]])),
      );
      expect(afterEvents(before, events, after).rooms.map((room) => [room.place, room.name, room.quarters])).toEqual(
        after.rooms.map((room) => [room.place, room.name, room.quarters]),
      );
    },
  );

  test("a way begins where the walker stood", () => {
    let walked = 0;
    for (const { before, events, after } of stretches) {
      const first = events.find((one) => one.kind === "stepped");
      const start = first && places(before)[first.token ?? ""];
      if (!first || !start || events.some((one) => one.kind === "turned")) continue;
      const recap: Recap = { players: ["blue"], events, ended: true, acted: false };
      const marks = recapMarks(recap, before, after);
      expect(marks.trails?.[0]?.[0]).toBe(start);
      expect(marks.last).toContain(marks.trails!.at(-1)!.at(-1));
      walked += 1;
    }
    expect(walked).toBeGreaterThan(0);
  });

  test("what lies in a room that turns afterwards turns with it", () => {
    const board = stretches.find(
      (stretch) => stretch.before.game === "board" && stretch.before.rooms.some((room) => room.name),
    )!;
    if (board.before.game !== "board") throw new Error("no board");
    const room = board.before.rooms.find((each) => each.name)!;
    const corner = String.fromCharCode(97 + room.x) + (room.y + 1);
    const below = String.fromCharCode(97 + room.x) + (room.y + 2);
    const view = { ...board.before, tokens: [{ token: "yW", square: corner }] } as AnyView;
    const events = [
      event("stepped", { token: "yW", square: below }),
      event("turned", { token: "yW", place: room.place, number: 1 }),
    ];
    const marks = recapMarks({ players: ["yellow"], events, ended: true, acted: false }, view, view);
    const right = String.fromCharCode(97 + room.x + 4);
    expect(marks.trails).toEqual([[right + (room.y + 1), String.fromCharCode(97 + room.x + 3) + (room.y + 1)]]);
    expect(marks.signs).toEqual([{ place: room.place, icon: "clockwise-rotation" }]);
    expect(marks.last).toContain(room.place);
  });
});
