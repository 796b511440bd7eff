// Hints and threats: their sentences, the same as at the terminal, how they are drawn, and when they are offered and
// void.
import { readFileSync } from "node:fs";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "$lib/api";
import { LANGUAGES, loadNamespaces, setLanguage } from "$lib/i18n.svelte";
import type { Choice, Fight, Hint, PlanReason, PlanView, Scene, Threats } from "$lib/protocol";
import { hintText, reasonText, threatText } from "$lib/analysis-text";
import { walkText } from "$lib/walk-text";
import type { NamingContext } from "$lib/names";
import { cardReason, cardText, joined, planLines, planMarks, threatMarks } from "../src/play/plan-marks";
import { HintButtons } from "../src/play/hint-buttons.svelte";
import { keyAct } from "../src/play/keyboard";

const load = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), "utf8")) as T;
interface Fixture {
  reasons: { reason: PlanReason; text: Record<string, string> }[];
  hints: { hint: Hint; text: Record<string, string[]> }[];
  walks: { action: Choice[]; stops: boolean; text: Record<string, string> }[];
}
const fixture = load<Fixture>("reasons");
const naming: NamingContext = { scene: load<Scene>("play-scene-base"), viewer: "blue" };

/** A fight in which each card wins so often. */
const fightOf = (wins: number[]): Fight =>
  ({ cards: Object.fromEntries(wins.map((win, card) => [card, { win, tie: 0, lose: 1 - win }])) }) as unknown as Fight;
const lay = (value: number): Choice => ({ do: "combat", value });

describe("which card to lay", () => {
  it.each([
    [[0, 0, 0], 0, "none"],
    [[0, 0.5, 1, 1], 2, "sure"],
    [[0, 0.5, 1, 1], 3, "best"],
    [[0, 0.25, 0.75], 2, "best"],
    [[0, 0.25, 0.75], 1, "saves"],
  ])("of %j the %i: %s", (wins, card, key) => {
    expect(cardReason(lay(card), fightOf(wins))?.key).toBe(key);
  });

  it("counts two cards as their sum, and says nothing where no odds are known", () => {
    const fight = {
      sums: { 5: { win: 0.4, tie: 0, lose: 0.6 }, 7: { win: 0.9, tie: 0, lose: 0.1 } },
    } as unknown as Fight;
    expect(cardReason({ do: "combat", value: 2, second: 3 }, fight)).toEqual({
      key: "saves",
      values: { percent: 40, best: 7, more: 90 },
    });
    expect(cardReason(lay(3), null)).toBe(null);
    expect(cardReason({ do: "name", value: 3 }, fightOf([0, 0, 0, 1]))).toBe(null);
  });
});

describe.each(LANGUAGES)("in %s", (language) => {
  beforeAll(async () => {
    await setLanguage(language, { keep: false });
    await loadNamespaces("analysis");
  });

  it("says which card to lay, and why", () => {
    const plan = { choices: [lay(1)], text: [], value: 0, share: 0, reason: { kind: "combat" } } as PlanView;
    const lines = cardText(naming, plan, fightOf([0, 0.25, 0.75]));
    for (const number of ["1", "25", "2", "75"]) expect(lines).toContain(number);
    expect(lines).not.toContain("analysis.");
    expect(cardText(naming, plan, null)).toContain(reasonText(naming, plan.reason!));
  });

  it("writes reasons and hints as the terminal does", () => {
    expect(fixture.reasons.length).toBeGreaterThan(80);
    for (const { reason, text } of fixture.reasons)
      expect(reasonText(naming, reason), reason.kind).toBe(text[language]);
    for (const { hint, text } of fixture.hints) expect(hintText(naming, hint), hint.nudge.kind).toEqual(text[language]);
  });

  it("writes walks as the terminal does, with everything handled on the way", () => {
    expect(fixture.walks.length).toBeGreaterThan(15);
    for (const { action, stops, text } of fixture.walks) {
      expect(walkText(naming, action, { walker: "bW", stops })).toBe(text[language]);
      expect(text[language]).not.toMatch(/[{}]|analysis\.| {2}/);
    }
  });

  it("lists threats, those that win first", () => {
    const threats: Threats = {
      attacks: [
        { token: "bG", place: "d3", attackers: ["yT"], percent: 83, cost: 1 },
        { token: "bH", place: "e3", attackers: ["yT", "yG"], percent: 40, cost: 2, fatal: true },
      ],
      exits: [
        { token: "yC", place: "b2", cost: 1, points: 1 },
        { token: "yW", place: "b4", cost: 1, points: 1, wins: true },
      ],
    };
    const lines = threatText(naming, threats);
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain("83");
    for (const line of [...lines, ...threatText(naming, {})]) expect(line).not.toMatch(/[{}]|analysis\.| {2}/);
    if (language === "en") expect(lines[0]).toBe("The yellow Warrior can leave the maze and win.");
    if (language === "fr") expect(lines[2]).toMatch(/peuvent éliminer/);
  });
});

const plan: PlanView = {
  choices: [
    { do: "move", token: "bH" },
    { do: "step", square: "b1" },
    { do: "step", square: "b2" },
    { do: "stop" },
    { do: "turn", token: "bH", place: "R1", turn: "ccw" },
    { do: "move", token: "bG" },
    { do: "step", square: "c1" },
    { do: "attack", token: "bG", target: "yT" },
  ],
  text: [],
  value: 0,
  share: 0.5,
  open: true,
  arrows: [
    { token: "bH", path: ["a1", "b1", "b2"] },
    { token: "bG", path: ["c2", "c1"] },
  ],
  marks: [
    { kind: "turn", token: "bH", place: "R1" },
    { kind: "attack", token: "yT" },
  ],
};

describe("drawing", () => {
  it("numbers the ways of a plan and rings what else it does", () => {
    const { arrows, rings } = planMarks(plan);
    expect(arrows).toEqual([
      { path: ["a1", "b1", "b2"], tone: "plan", number: 1 },
      { path: ["c2", "c1"], tone: "plan", number: 2 },
    ]);
    expect(rings).toEqual([
      { at: "R1", tone: "plan", icon: "anticlockwise-rotation" },
      { at: "yT", tone: "plan", icon: "crossed-swords" },
    ]);
    expect(planMarks({ ...plan, arrows: plan.arrows!.slice(0, 1) }).arrows![0]).not.toHaveProperty("number");
  });

  it("says where something is to be put", () => {
    const placing: PlanView = { choices: [{ do: "start", token: "bH", square: "a4" }], text: [], value: 0, share: 0.5 };
    expect(planMarks(placing).rings).toEqual([{ at: "a4", tone: "plan", icon: "click" }]);
  });

  it("draws who threatens whom, and who could get out", () => {
    const marks = threatMarks({
      attacks: [{ token: "bG", place: "d3", attackers: ["yT", "yG"], percent: 83, cost: 1 }],
      exits: [{ token: "yC", place: "b2", cost: 1, points: 2 }],
    });
    expect(marks.threats).toEqual(["d3"]);
    expect(marks.arrows!.map(({ path }) => path)).toEqual([
      ["yT", "bG"],
      ["yG", "bG"],
    ]);
    expect(marks.rings!.map(({ at, label }) => [at, label])).toEqual([
      ["bG", "83\u00a0%"],
      ["yC", "+2"],
    ]);
    expect(joined(marks, planMarks(plan)).arrows).toHaveLength(4);
  });

  it("writes a plan as lines, a walk as one", async () => {
    await setLanguage("en", { keep: false });
    await loadNamespaces("analysis");
    const lines = planLines(naming, plan);
    expect(lines[0]).toBe("Your Thief moves to b2");
    expect(lines).toHaveLength(5); // the walk, the turn, the walk, the attack, and that it is open
    expect(lines.join(" ")).not.toMatch(/[{}]|game\./);
  });

  it("names what is handled on a walk, a walk that has begun, and a stop that another walk would hide", async () => {
    await setLanguage("en", { keep: false });
    await loadNamespaces("analysis");
    const fetched: Choice[] = [
      { do: "move", token: "bW" },
      { do: "step", square: "g4" },
      { do: "take", token: "b%" },
      { do: "step", square: "f4" },
      { do: "step", square: "f3" },
      { do: "stop" },
      { do: "move", token: "bW" },
      { do: "step", square: "e3" },
      { do: "stop" },
      { do: "turn", token: "bW", place: "R1", turn: "cw" },
      { do: "pass" },
    ];
    expect(planLines(naming, { choices: fetched }).slice(0, 2)).toEqual([
      "Your Warrior moves to g4, takes the blue Speed Potion, moves to f3 and stops",
      "Your Warrior moves to e3",
    ]);
    expect(planLines(naming, { choices: fetched })).toHaveLength(3);
    expect(planLines(naming, { choices: fetched.slice(2) }, "bW")[0]).toBe(
      "Your Warrior takes the blue Speed Potion, moves to f3 and stops",
    );
    expect(planLines(naming, { choices: [{ do: "stop" }] }, "bW")).toEqual(["Your Warrior stops"]);
    expect(planLines(naming, { choices: [{ do: "pass" }] })).toHaveLength(1);
    expect(
      planLines(naming, {
        choices: [
          { do: "jump", token: "bH" },
          { do: "step", square: "c3" },
        ],
      }),
    ).toEqual(["Your Thief jumps to c3"]);
  });

  it("rings the place where something is put down, and who gets something", () => {
    const marks = [
      { kind: "drop", token: "b$", place: "e3" },
      { kind: "give", token: "bH" },
    ];
    expect(planMarks({ choices: [], marks }).rings!.map(({ at, small }) => [at, !!small])).toEqual([
      ["e3", true],
      ["bH", false],
    ]);
  });

  it("has keys of its own", () => {
    const key = (name: string) =>
      keyAct({ key: name, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }, false);
    expect(key("i")).toEqual({ act: "hint" });
    expect(key("T")).toEqual({ act: "threats" });
  });
});

describe("asking", () => {
  const hint = (grade: number): Hint => ({
    grade,
    nudge: { kind: "move" },
    ...(grade > 1 && { piece: "bH" }),
    ...(grade > 2 && { plan }),
  });
  let lines: string[] = [];
  const store = (over: Partial<{ online: boolean; hints: boolean; mine: boolean; held: string[] }> = {}) => {
    const { online = false, hints = false, mine = true, held = ["blue"] } = over;
    const session = {
      id: "g",
      held,
      mine,
      looking: "blue",
      curtain: "",
      playback: { version: 7, settled: true },
      refuse: (reason: { code: string }) => lines.push(reason.code),
      tell: (text: string) => lines.push(text),
    };
    return { session, info: { hints }, view: { turn: 3, over: false }, online } as unknown as ConstructorParameters<
      typeof HintButtons
    >[0] & { session: { playback: { version: number } } };
  };
  beforeEach(() => {
    lines = [];
    vi.restoreAllMocks();
  });

  it("goes from the nudge to the plan, and in the same turn begins where it was", async () => {
    const asked = vi
      .spyOn(api, "hint")
      .mockImplementation((_id, _token, { version, grade }) => Promise.resolve({ version, hint: hint(grade ?? 1) }));
    const controller = store();
    const hintButtons = new HintButtons(controller);
    for (const grade of [1, 2, 3]) {
      await hintButtons.ask();
      expect(hintButtons.help!.hint?.grade).toBe(grade);
    }
    expect(hintButtons.marks.arrows).toHaveLength(2);
    await hintButtons.ask();
    expect(asked).toHaveBeenCalledTimes(3);
    hintButtons.follow();
    expect(hintButtons.help!.hint).toBeNull();
    expect(hintButtons.marks).toEqual({});
    await hintButtons.ask();
    expect(asked.mock.lastCall![2]).toEqual({ version: 7, grade: 3 });
    expect(hintButtons.cancel()).toBe(true);
    expect(hintButtons.cancel()).toBe(false);
  });

  it("drops what comes too late", async () => {
    const controller = store();
    vi.spyOn(api, "hint").mockImplementation(() => {
      controller.session.playback.version = 8;
      return Promise.resolve({ version: 7, hint: hint(1) });
    });
    const hintButtons = new HintButtons(controller);
    await hintButtons.ask();
    expect(hintButtons.help!.hint).toBeNull();
  });

  it("is not for games with people who have not agreed, nor for those who watch", async () => {
    const asked = vi.spyOn(api, "hint");
    for (const [over, allowed] of [
      [{ online: true }, false],
      [{ online: true, hints: true }, true],
      [{ held: [] }, false],
      [{}, true],
    ] as const) {
      expect(new HintButtons(store(over as object)).allowed).toBe(allowed);
    }
    const hintButtons = new HintButtons(store({ online: true }));
    await hintButtons.ask();
    await hintButtons.toggleThreats();
    expect(lines).toEqual(["no-hints", "no-hints"]);
    expect(hintButtons.tools).toEqual([]);
    expect(asked).not.toHaveBeenCalled();
    await new HintButtons(store({ mine: false })).ask();
    expect(lines).toHaveLength(3);
  });
});
