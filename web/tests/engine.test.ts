// The engine of the free board and of finished games: what it asks for, when it stops, and how its answers are drawn.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "$lib/api";
import type { Evaluation, PlanView } from "$lib/protocol";
import { Engine, type EnginePosition } from "../src/play/engine/engine.svelte";
import { barParts, reachMarks } from "../src/play/engine/engine-marks";
import { planSteps } from "../src/play/plan-marks";

const plan: PlanView = {
  choices: [],
  text: [],
  value: 0,
  share: 0.6,
  arrows: [{ token: "bH", path: ["a1", "a2"] }],
} as PlanView;

function answer(depth: number, more: Partial<Evaluation> = {}, win = false): Evaluation {
  const analysis = { player: "blue", value: 0, share: 0.6, shares: { blue: 0.6, yellow: 0.4 }, plans: [plan], win };
  return { depth, kind: "turn", ...(depth ? { analysis } : { threats: {}, reaches: [] }), ...more } as Evaluation;
}

describe("the engine", () => {
  let asked: string[] = [];
  let signals: AbortSignal[] = [];
  let reply: (depth: number) => Promise<Evaluation>;
  let hidden = false;
  let engine: Engine;

  const position = (key: string): EnginePosition => ({
    key,
    ask: (depth, signal) => {
      asked.push(`${key}${depth}`);
      signals.push(signal);
      return reply(depth);
    },
  });
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

  beforeEach(() => {
    vi.useFakeTimers();
    asked = [];
    signals = [];
    hidden = false;
    reply = async (depth) => answer(depth);
    engine = new Engine(() => hidden);
    engine.level = "normal";
  });
  afterEach(() => {
    engine.stop();
    vi.useRealTimers();
  });

  it("asks for nothing until it is turned on", async () => {
    engine.look(position("a"));
    await pass(1000);
    expect(asked).toEqual([]);
    expect(engine.marks).toEqual({});
  });

  it("answers quickly first, looks around, and goes deeper to the end of its level", async () => {
    engine.look(position("a"));
    engine.toggle(true);
    await pass(1000);
    expect(asked).toEqual(["a1", "a0", "a2", "a3", "a4"]);
    expect([engine.evaluation?.depth, engine.outlook?.depth, engine.working]).toEqual([4, 0, 0]);
    expect(engine.marks.arrows?.[0]?.path).toEqual(["a1", "a2"]);
  });

  it("begins at once when it is turned on, and rests before another position", async () => {
    engine.look(position("a"));
    engine.toggle(true);
    expect(asked).toEqual(["a1"]);
    await pass(50);
    const before = asked.length;
    engine.look(position("b"));
    await pass(150);
    expect(asked.slice(before)).toEqual([]);
    await pass(100);
    expect(asked[before]).toBe("b1");
  });

  it.each([
    ["quick", ["a1", "a0", "a2"]],
    ["deep", ["a1", "a0", "a2", "a3", "a4", "a5"]],
  ] as const)("goes as deep as its level: %s", async (level, expected) => {
    engine.level = level;
    engine.look(position("a"));
    engine.toggle(true);
    await pass(1000);
    expect(asked).toEqual(expected);
  });

  it("goes no deeper where the next answer would take too long", async () => {
    reply = async (depth) => {
      await new Promise((resolve) => setTimeout(resolve, depth === 2 ? 3000 : 10));
      return answer(depth);
    };
    engine.look(position("a"));
    engine.toggle(true);
    await pass(20_000);
    expect(asked).toEqual(["a1", "a0", "a2"]);
    expect(engine.working).toBe(0);
  });

  it.each([
    [answer(1, {}, true), "a win"],
    [answer(1, { kind: "setup" }), "a setup"],
  ])("looks no deeper than %#", async (found) => {
    reply = async (depth) => (depth ? found : answer(0));
    engine.look(position("a"));
    engine.toggle(true);
    await pass(1000);
    expect(asked).toEqual(["a1", "a0"]);
  });

  it("drops an answer for a position that is not shown any more, and asks for nothing in passing", async () => {
    let release = (_: Evaluation): void => undefined;
    reply = (depth) =>
      asked.at(-1) === "a1" ? new Promise((resolve) => (release = resolve)) : Promise.resolve(answer(depth));
    engine.look(position("a"));
    engine.toggle(true);
    await pass(300);
    engine.look(position("b"));
    expect(signals[0]!.aborted).toBe(true);
    await pass(50);
    engine.look(position("c"));
    release(answer(1, { kind: "combat" }));
    await pass(1000);
    expect(asked).toEqual(["a1", "c1", "c0", "c2", "c3", "c4"]);
    expect(engine.evaluation?.kind).toBe("turn");
  });

  it("stops while the page is hidden and goes on where it was", async () => {
    reply = async (depth) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return answer(depth);
    };
    engine.look(position("a"));
    engine.toggle(true);
    await pass(250);
    hidden = true;
    engine.follow();
    const before = [...asked];
    expect(signals.at(-1)!.aborted).toBe(true);
    await pass(5000);
    expect(asked).toEqual(before);
    hidden = false;
    engine.follow();
    expect(engine.evaluation?.depth).toBe(1);
    await pass(5000);
    expect(asked.slice(before.length)).toEqual(["a2", "a3", "a4"]);
  });

  it("stops when it is turned off, and knows what it has found", async () => {
    engine.look(position("a"));
    engine.toggle(true);
    await pass(1000);
    engine.toggle(false);
    expect([engine.evaluation, engine.marks]).toEqual([null, {}]);
    engine.toggle(true);
    expect(engine.evaluation?.depth).toBe(4);
    await pass(1000);
    expect(asked).toHaveLength(5);
  });

  it("waits after too many requests, and tells any other trouble", async () => {
    const refusals = [new ApiError({ code: "too-much-analysing" }, 429), new ApiError({ code: "stale" }, 409)];
    reply = async (depth) => {
      const refusal = refusals.shift();
      if (refusal) throw refusal;
      return answer(depth);
    };
    engine.level = "quick";
    engine.look(position("a"));
    engine.toggle(true);
    await pass(300);
    expect(engine.waits).toBe(true);
    await pass(10_000);
    expect([engine.waits, engine.evaluation?.depth]).toEqual([false, 2]);
    reply = () => Promise.reject(new ApiError({ code: "no-engine" }, 403));
    engine.look(position("b"));
    await pass(1000);
    expect(engine.trouble).toBeInstanceOf(ApiError);
    expect(engine.working).toBe(0);
  });

  it("shows the reach of the others as long as it is held", async () => {
    const reaches = [{ token: "yT", place: "c1", places: { d1: 1, e1: 2 } }];
    reply = async (depth) => (depth ? answer(depth) : answer(0, { reaches }));
    engine.look(position("a"));
    engine.toggle(true);
    await pass(1000);
    engine.holding = true;
    expect(engine.marks.threats).toEqual(["d1", "e1"]);
    engine.holding = false;
    expect(engine.marks.threats).toBeUndefined();
  });
});

describe("the bar", () => {
  it.each([
    [{ blue: 0.75, yellow: 0.25 }, [75, 25], [75, 25]],
    [{ blue: 0.5, yellow: 0.3, red: 0.2 }, [50, 30, 20], [50, 30, 20]],
    [{ blue: 0.6, yellow: 0.4, red: 0.6, green: 0.4 }, [30, 20, 30, 20], [60, 40, 60, 40]],
    [{ blue: 1, yellow: 0 }, [100, 0], [100, 0]],
    [{ blue: 0.999, yellow: 0.001 }, [99.9, 0.1], [99, 1]],
  ])("of %j is %j wide", (shares, widths, percents) => {
    const parts = barParts(Object.keys(shares), shares as unknown as Record<string, number>);
    expect(parts.map(({ width }) => Math.round(10 * width) / 10)).toEqual(widths);
    expect(parts.map(({ percent }) => percent)).toEqual(percents);
  });
});

describe("what is drawn and listed", () => {
  it("hatches each place in reach once, and rings who could be beaten", () => {
    const found = answer(0, {
      threats: { attacks: [{ token: "bW", place: "c3", attackers: ["yG"], percent: 40, cost: 3 }] },
      reaches: [
        { token: "yG", place: "f3", places: { e3: 1, d3: 1 } },
        { token: "yT", place: "f4", places: { e3: 2 } },
      ],
    });
    const marks = reachMarks(found);
    expect(marks.threats).toEqual(["c3", "e3", "d3"]);
    expect(marks.rings?.[0]?.at).toBe("bW");
  });

  it("splits a plan into actions that are played one by one", () => {
    const choices = [
      { do: "move", token: "bH" },
      { do: "step", square: "a2" },
      { do: "stop" },
      { do: "reveal", token: "bH", place: "R2" },
      { do: "pass" },
    ];
    const naming = { scene: { figures: [], game: "board" }, viewer: "all" } as never;
    expect(planSteps(naming, { choices }).map((step) => step.choices.map((choice) => choice.do))).toEqual([
      ["move", "step", "stop"],
      ["reveal"],
    ]);
  });
});
