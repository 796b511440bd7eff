import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { setLanguage } from "../src/lib/i18n.svelte";
import type { Advice, Choice, Fight, Scene } from "../src/lib/protocol";
import {
  asksFirst,
  buttonsOf,
  characterOf,
  handling,
  optionsAt,
  plainAdvice,
  putAt,
  puttable,
  puttingMarks,
  puttingSpots,
  roomUnder,
  spotOf,
  undoSteps,
  withStopped,
} from "../src/play/action-options";
import { NO_PLAN } from "../src/play/context";
import {
  combatChoice,
  combatOptions,
  coloursOn,
  fightersOn,
  partyOf,
  sideOf,
  stakesOf,
} from "../src/play/combat-scene";
import { keyAct } from "../src/play/keyboard";
import { isTall, layoutFor } from "../src/play/page-layout";
import { charactersOf, knownCards, tokenLook, standings } from "../src/play/token-looks";
import type { AnyView } from "../src/maze/types";
import { actionBubble } from "../src/play/buttons";
import { privateMoment, sameSight } from "../src/play/privacy";
import { parseSquare, squareName } from "../src/maze/geometry";
import { neighbourSquare, towardsSquare } from "../src/play/squares";

interface Moment {
  view: AnyView;
  advice: Advice;
}
const load = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`./fixtures/play-${name}.json`, import.meta.url), "utf8")) as T;
const moment = (name: string) => load<Moment>(name);
const base = load<Scene>("scene-base");
const standard = load<Scene>("scene-standard");
const names = { piece: (token: string) => token, player: (colour: string) => colour };

/** All choices the page could send from buttons and walks. */
function reachable(advice: Advice): Set<string> {
  const found = new Set<string>();
  for (const character of advice.characters ?? []) {
    for (const button of buttonsOf(character))
      for (const option of button.options) found.add(JSON.stringify(option.choice));
    for (const stop of character.stops ?? []) if (stop.choices[0]) found.add(JSON.stringify(stop.choices[0]));
  }
  for (const option of advice.others ?? []) found.add(JSON.stringify(option.choice));
  return found;
}

describe("what can be done", () => {
  it.each(["board-act", "card-act", "three-act"])("offers every choice of %s", (name) => {
    const { view, advice } = moment(name);
    const offered = reachable(advice);
    const missing = view.choices.filter((choice) => !offered.has(JSON.stringify(choice)) && choice.do !== "move");
    expect(missing).toEqual([]);
  });

  it.each(["board-act", "card-act", "board-setup", "board-journey", "alliances-join"])(
    "has all choices of %s without the server's advice",
    (name) => {
      const { view } = moment(name);
      const offered = reachable(plainAdvice(view));
      expect(view.choices.filter((choice) => !offered.has(JSON.stringify(choice)))).toEqual([]);
    },
  );

  it("offers no handling that would change nothing", () => {
    const { view } = moment("board-journey");
    const choices = [{ do: "drop" }, { do: "stop" }];
    const pending = [{ kind: "travel", who: view.viewer, argument: 0 }];
    const still = { ...view, pending, choices, journey: { ...view.journey!, settled: false } } as AnyView;
    expect(handling(still)).toEqual([{ do: "drop" }]);
    expect(handling({ ...still, journey: { ...still.journey!, settled: true } } as AnyView)).toEqual([]);
  });

  it("joins the ways of the traveller with what could be done after a stop", () => {
    const advice: Advice = {
      decision: "travel",
      characters: [{ token: "bT", stops: [{ place: "a1", steps: 1, cost: 0, path: [], choices: [] }] }],
      stopped: [
        { token: "bT", deeds: [{ do: "turn" }] },
        { token: "bW", deeds: [] },
      ],
    };
    const joined = withStopped(advice);
    expect(joined.characters!.map((one) => one.token)).toEqual(["bT", "bW"]);
    expect(characterOf(joined, "bT")).toMatchObject({ deeds: [{ do: "turn" }], stops: [{ place: "a1" }] });
  });

  it("gives each way of turning a room its own button and keeps what is not possible last", () => {
    const turn = (place: string, way: string) => ({ choice: { do: "turn", token: "bM", place, turn: way } });
    const buttons = buttonsOf({
      token: "bM",
      deeds: [
        { do: "jump", reason: { code: "no-pit" } },
        { do: "turn", options: [turn("R1", "cw"), turn("R1", "ccw")] },
      ],
    });
    expect(buttons.map((button) => button.key)).toEqual(["turn R1cw", "turn R1ccw", "jump"]);
    expect(buttons[2]!.reason!.code).toBe("no-pit");
  });

  it("asks before a fireball at nobody, and before what cannot be undone if that is wanted", () => {
    const fire = { do: "fire", token: "bZ", side: "n" };
    expect([true, false].map((wanted) => asksFirst({ choice: fire, vain: true }, wanted))).toEqual([true, true]);
    expect([true, false].map((wanted) => asksFirst({ choice: fire, lost: ["yT"] }, wanted))).toEqual([false, false]);
    for (const verb of ["turn", "reveal"])
      expect([true, false].map((wanted) => asksFirst({ choice: { do: verb, token: "bW" } }, wanted))).toEqual([
        true,
        false,
      ]);
  });

  it("finds the option a click means: token, neighbouring place, room", () => {
    const { view } = moment("three-act");
    const scene = load<Scene>("scene-three-players");
    const fire = view.choices.find((choice) => choice.do === "fire")!;
    const from = standings(view, scene).get(fire.token!)!.place;
    const spot = spotOf({ choice: fire }, view, scene)!;
    expect(spot).toEqual({ kind: "place", place: neighbourSquare(from, fire.side!, scene) });
    expect(optionsAt([{ choice: fire }], spot, view, scene)).toHaveLength(1);
    const reveal: Choice = { do: "reveal", token: fire.token, place: "R3" };
    expect(optionsAt([{ choice: reveal }], { kind: "room", place: "R3" }, view, scene)).toHaveLength(1);
    expect(optionsAt([{ choice: reveal }], { kind: "room", place: "R4" }, view, scene)).toHaveLength(0);
  });

  it("takes the first step back together with the move", () => {
    const { view } = moment("board-journey");
    if (view.game !== "board") throw new Error("a board game");
    const journey = { ...view.journey!, token: "yC", mode: "move", moved: true };
    const after = (steps: number, line: string) =>
      undoSteps({ ...view, journey: { ...journey, steps } } as AnyView, base, line);
    expect(after(3, "e5")).toBe(2); // the Cleric has 4 steps
    expect(after(2, "e5")).toBe(1);
    expect(after(3, "take b$")).toBe(1);
    expect(undoSteps({ ...view, journey: null } as AnyView, base, "e5")).toBe(1);
  });
});

describe("putting tokens somewhere", () => {
  it.each(["board-setup", "card-starters", "card-facing"])(
    "every choice of %s has a spot, and the spot means the choice",
    (name) => {
      const { view } = moment(name);
      for (const choice of view.choices) {
        const spots = puttingSpots(choice, view);
        expect(spots.length).toBeGreaterThan(0);
        for (const spot of spots) expect(putAt(view, choice.token!, spot)).toEqual(choice);
      }
      const [first] = puttable(view);
      const marks = puttingMarks(view, view.game === "card" ? standard : base, { ...NO_PLAN, selected: first! });
      expect((marks.placeHere?.length ?? 0) + (marks.rooms?.length ?? 0)).toBeGreaterThan(0);
    },
  );
});

it("every room says how much it still takes, also the full ones", () => {
  const { view } = moment("board-setup");
  const labels = puttingMarks(
    { ...view, rooms: view.rooms.map((room, at) => ({ ...room, under: at ? [] : ["b?", "y?"] })) } as typeof view,
    base,
    NO_PLAN,
    (count) => `${count} free`,
  ).rooms!;
  expect(labels.map(({ label }) => label)).toEqual(
    base.places.map(({ capacity }, at) => `${at ? capacity : capacity - 2} free`),
  );
});

describe("reading a view", () => {
  it("sees who carries what", () => {
    const { view } = moment("board-act");
    expect(standings(view, base).get("yT")!.load).toBe("b!");
    expect(standings(view, base).get("yM")!.wounded).toBe(true);
    expect(tokenLook(view, base, "yT").load).toEqual({ colour: "blue", figure: "sword" });
    expect(tokenLook(null, base, "y?")).toMatchObject({ colour: "yellow", figure: "", hidden: true });
    const card = moment("card-act").view;
    expect(standings(card, standard).get("bTh")!.load).toBe("ytr");
  });

  it("puts the traveller where it is", () => {
    const { view } = moment("board-journey");
    if (view.game !== "board") throw new Error("a board game");
    expect(standings(view, base).get(view.journey!.token)!.place).toBe(view.journey!.square);
  });

  it("lists a team in the order of the figures and cards by exclusion", () => {
    const { view } = moment("board-act");
    expect(charactersOf(view, base, "yellow")[0]).toBe("yC");
    const cards = knownCards(view, base, "blue")!;
    expect(cards.filter((card) => card.used).map((card) => card.value)).toEqual([5]);
    expect(roomUnder("f4", view)).toBe("R1");
    expect(roomUnder("a4", view)).toBe("");
  });

  it("counts squares as the notation does", () => {
    expect(parseSquare("a1")).toEqual({ x: 0, y: 0 });
    expect(parseSquare("ab12")).toEqual({ x: 27, y: 11 });
    expect(squareName(27, 11)).toBe("ab12");
    expect(neighbourSquare("a1", "w", base)).toBe("");
    expect(neighbourSquare("a1", "e", base)).toBe("b1");
    expect(towardsSquare("a1", "e", base)).toBe("d1");
  });
});

describe("combat", () => {
  const { view, advice } = moment("board-combat");
  const combat = view.combat!;

  it("sees the sides", () => {
    expect(partyOf(combat, view, "blue")).toBe("attack");
    expect(partyOf(combat, view, "yellow")).toBe("defence");
    expect(partyOf(combat, view, "red")).toBe("");
    const attackers = fightersOn(combat, view, base, "attack", names);
    const counted = attackers.reduce((sum, one) => sum + one.combat + (one.bonuses?.length ?? 0), 0);
    expect(attackers.map((one) => one.token)).toEqual(["bH"]);
    expect(counted).toBeLessThanOrEqual(combat.attack);
    const joined = moment("alliances-join").view;
    expect(coloursOn(joined.combat!, joined, "attack")).toEqual(["yellow"]);
  });

  it("offers the cards in hand with their odds and finds the choice, the 0 too", () => {
    const options = combatOptions(view, advice.fight);
    expect(options.map((option) => option.value)).toEqual([...view.players[0]!.combat!].sort());
    expect(options.every((option) => option.odds)).toBe(true);
    expect(combatChoice(view, 0)).toEqual({ do: "combat" });
  });

  it("says what win, tie and loss mean, from the guide", async () => {
    await setLanguage("en", { keep: false });
    const fight = {
      ...advice.fight!,
      won: { wounded: ["yG", "yT"], eliminated: ["yC"], objects: ["y!"], points: { blue: 1, yellow: 2 } },
      lost: {},
    };
    expect(stakesOf(fight, "blue", names)).toEqual({
      win: "yG, yT wounded · yC eliminated · y! lost · 1 point for you · 2 points for yellow",
      tie: "nobody is hurt",
      lose: "nobody is hurt",
    });
    expect(stakesOf({ ...fight, won: null }, "blue", names)).toBeUndefined();
  });

  it("shows before an attack the odds and, where that is short, the stakes", async () => {
    await setLanguage("en", { keep: false });
    const naming = { scene: base, viewer: "blue" };
    const attack = (fight: Fight) =>
      actionBubble(
        naming,
        { kind: "do", option: { choice: { do: "attack", token: "bH", target: "yG" }, cost: 1, fight } },
        5,
        { yellow: "Tobias" },
        () => {},
      )?.text;
    const fight: Fight = {
      attackers: ["bH"],
      defenders: ["yG"],
      attack: 2,
      defence: 1,
      best: { win: 0.6, tie: 0.2, lose: 0.2 },
      won: { wounded: ["yG"] },
      lost: { eliminated: ["bH"], points: { yellow: 1 } },
    };
    expect(attack(fight)).toBe(
      "2 against 1 · win up to 60% · Win: Goblin wounded · Loss: Thief eliminated · 1 point for Tobias",
    );
    expect(attack({ ...fight, best: null, won: { wounded: ["yG", "yT", "yC", "yM", "yW", "yZ"] } })).toBe(
      "2 against 1",
    );
  });

  it("lays two cards in either order", () => {
    const two = {
      ...view,
      choices: [
        { do: "combat", value: 5, second: 3 },
        { do: "combat", value: 5, second: 0 },
      ],
    } as AnyView;
    expect(combatChoice(two, 3, 5)).toEqual({ do: "combat", value: 5, second: 3 });
    expect(combatOptions(two, null, 5).map((option) => option.value)).toEqual([0, 3]);
    expect(combatChoice(two, 5)).toBeUndefined();
    const odds = { win: 0.5, tie: 0.25, lose: 0.25 };
    expect(
      combatOptions(two, { ...advice.fight!, cards: {}, sums: { 8: odds } }, 5).map((option) => option.odds),
    ).toEqual([undefined, odds]);
  });

  it("adds up what was shown", () => {
    const shown = [
      { kind: "combat-shown", player: "blue", card: 4, number: 7 },
      { kind: "combat-shown", player: "yellow", card: 2, number: 3 },
      { kind: "wounded", token: "yG" },
    ];
    const defence = sideOf(combat, view, base, "defence", names, "", shown);
    expect(sideOf(combat, view, base, "attack", names, "", shown).total).toBe(7);
    expect(defence.total).toBe(3);
    expect(defence.fighters[0]!.hit).toBe(true);
  });
});

describe("keys, layouts, privacy", () => {
  const key = (name: string, more = {}) =>
    keyAct({ key: name, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more }, false);

  it("reads keys", () => {
    expect(key("a")).toEqual({ act: "deed", verbs: ["attack", "spear", "shoot", "bow"] });
    expect(key("R", { shiftKey: true })).toMatchObject({ act: "deed", verbs: ["turn"], twin: true });
    expect(key("z", { ctrlKey: true })).toEqual({ act: "undo" });
    expect(key("z")).toBeNull();
    expect(key("c", { ctrlKey: true })).toBeNull();
    expect(key("0")).toEqual({ act: "fit" });
    expect(keyAct({ key: "4", ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }, true)).toEqual({
      act: "number",
      value: 4,
    });
    expect(key("Tab", { shiftKey: true })).toEqual({ act: "previous" });
    expect(key("ArrowLeft")).toEqual({ act: "focus", direction: "left" });
  });

  it("chooses a layout", () => {
    expect(layoutFor(1440, 900, 2)).toBe("desktop");
    expect(layoutFor(1440, 900, 4)).toBe("four");
    expect(layoutFor(1024, 768, 2)).toBe("tablet");
    expect(layoutFor(1024, 768, 4)).toBe("portrait");
    expect(layoutFor(820, 1180, 2)).toBe("portrait");
    expect(layoutFor(390, 844, 4)).toBe("phone");
    // A phone on its side, and desks zoomed to 200 %: whatever the number of players.
    for (const [width, height] of [
      [844, 390],
      [667, 375],
      [720, 450],
      [640, 400],
      [512, 384],
      [960, 540],
      [1280, 590],
    ] as const) {
      for (const seats of [2, 4]) expect(layoutFor(width, height, seats), `${width} x ${height}`).toBe("low");
    }
    expect(isTall("low", 22, 10, false)).toBe(false);
    expect(isTall("phone", 22, 10, false)).toBe(true);
    expect(isTall("desktop", 22, 10, false)).toBe(false);
  });

  it("needs a curtain where seats see different things or a card is chosen", () => {
    const { view } = moment("board-combat");
    expect(privateMoment(view)).toBe(true);
    expect(sameSight(view, { ...view, viewer: "yellow", choices: [] })).toBe(true);
    expect(sameSight(view, { ...view, ap: 99 })).toBe(false);
  });
});
