import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { setLanguage } from "../src/lib/i18n.svelte";
import type { Advice, Choice, Option, Scene, Stop } from "../src/lib/protocol";
import { actingMarks, isAimed, plainAdvice, withStopped } from "../src/play/action-options";
import {
  ableTokens,
  commandOf,
  endingOf,
  interactionState,
  isSpent,
  clickAction,
  momentOf,
  planAfter,
  stepBack,
} from "../src/play/interaction";
import { NO_PLAN, type ClickAction, type Plan, type InteractionContext } from "../src/play/context";
import { standings } from "../src/play/token-looks";
import type { AnyView } from "../src/maze/types";
import { promptOf } from "../src/play/prompt";

interface Moment {
  view: AnyView;
  advice: Advice;
}
const load = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`./fixtures/play-${name}.json`, import.meta.url), "utf8")) as T;
const base = load<Scene>("scene-base");
const act = load<Moment>("board-act");

function at(moment: Moment, plan: Partial<Plan> = {}, more: Partial<InteractionContext> = {}): InteractionContext {
  const advice = withStopped(moment.advice);
  return {
    view: moment.view,
    scene: base,
    advice,
    lately: advice,
    looking: moment.view.viewer,
    mine: true,
    plan: { ...NO_PLAN, ...plan },
    ...more,
  };
}
const action = (context: InteractionContext, pick: Parameters<typeof clickAction>[2]): ClickAction =>
  clickAction(interactionState(context), context, pick);
const place = (name: string) => ({ kind: "place" as const, place: name });
const token = (name: string, where = "") => ({ kind: "token" as const, token: name, place: where });

/** The Thief on the way with a Treasure, the Goblin could act after a stop. */
const stops: Stop[] = [{ place: "e5", steps: 1, cost: 0, path: ["e4", "e5"], choices: [{ do: "step", square: "e5" }] }];
const turn: Option = { choice: { do: "turn", token: "yG", place: "R1", turn: "cw" }, cost: 1 };
const journey = { mode: "move", token: "yH", load: "y$", square: "e4", steps: 3, moved: true, held: [], ropes_lay: [] };
const travel: Moment = {
  view: {
    ...act.view,
    pending: [{ kind: "travel", who: "yellow", argument: 0 }],
    journey,
    choices: [{ do: "step", square: "e5" }, { do: "drop" }, { do: "stop" }],
  } as AnyView,
  advice: {
    decision: "travel",
    characters: [{ token: "yH", stops }],
    stopped: [
      { token: "yH", deeds: [] },
      {
        token: "yG",
        stops: [
          {
            place: "k9",
            steps: 1,
            cost: 1,
            path: ["k8", "k9"],
            choices: [
              { do: "move", token: "yG" },
              { do: "step", square: "k9" },
            ],
          },
        ],
        deeds: [{ do: "turn", options: [turn] }],
      },
      { token: "yW", deeds: [{ do: "turn", reason: { code: "not-on-gear" } }] },
    ],
    end: [{ do: "stop" }],
  },
};

describe("who is chosen", () => {
  it("is nobody at the beginning of a turn, and nobody who cannot act", () => {
    expect(interactionState(at(act)).selected).toBe("");
    expect(interactionState(at(act, { selected: "yC" })).selected).toBe("yC");
    // wounded, the enemy's, nobody
    for (const wrong of ["yG", "bW", "?"]) expect(interactionState(at(act, { selected: wrong })).selected).toBe("");
  });

  it("is the traveller on the way, unless somebody else who could act is looked at", () => {
    expect(interactionState(at(travel)).selected).toBe("yH");
    expect(interactionState(at(travel, { selected: "yG" })).selected).toBe("yG");
    expect(interactionState(at(travel, { selected: "yW" })).selected).toBe("yH");
    expect(ableTokens(travel.view, withStopped(travel.advice))).toEqual(["yH", "yG"]);
  });

  it("is nobody while another seat decides: others are only looked at", () => {
    const waiting = interactionState(at(act, { selected: "yC" }, { mine: false }));
    expect(waiting).toMatchObject({ stage: "wait", selected: "", looked: "yC", able: [], buttons: [], journey: null });
    expect(action(at(act, {}, { mine: false }), token("bW"))).toEqual({ kind: "look", token: "bW" });
  });

  it("never is the traveller of somebody else", () => {
    const theirs = { ...travel.view, journey: { ...journey, token: "bW" } } as AnyView;
    expect(interactionState(at({ ...travel, view: theirs }, {}, { mine: false })).journey).toBeNull();
  });

  it("stays as long as its player acts on; a new turn, placing, a fight or another decider end every plan", () => {
    const plan = { ...NO_PLAN, selected: "yC", mode: "heal", hover: place("e5"), take: false };
    const moments = (view: Partial<AnyView>) => momentOf({ ...act.view, ...view } as AnyView, "yellow");
    const now = moments({});
    expect(
      planAfter(plan, now, moments({ pending: [{ kind: "travel", who: "yellow", argument: 0 }] } as Partial<AnyView>)),
    ).toEqual({ ...NO_PLAN, selected: "yC" });
    expect(planAfter(plan, now, moments({ turn: act.view.turn + 1 }))).toBe(NO_PLAN);
    for (const pending of [
      { kind: "place", who: "yellow" },
      { kind: "combat", who: "yellow" },
      { kind: "act", who: "blue" },
    ]) {
      expect(planAfter(plan, now, moments({ pending: [pending] } as Partial<AnyView>))).toBe(NO_PLAN);
      expect(planAfter(plan, moments({ pending: [pending] } as Partial<AnyView>), now)).toBe(NO_PLAN);
    }
  });

  it("is let go of one level at a time", () => {
    const aiming = { ...NO_PLAN, selected: "yA", mode: "wall", hover: place("e5") };
    const walking = stepBack(aiming, interactionState(at(withWall(), aiming)));
    expect(walking).toEqual({ ...NO_PLAN, selected: "yA" });
    expect(stepBack(walking, interactionState(at(act, walking)))).toBe(NO_PLAN);
    expect(
      interactionState(
        at(travel, stepBack({ ...NO_PLAN, selected: "yG" }, interactionState(at(travel, { selected: "yG" })))),
      ).selected,
    ).toBe("yH");
  });
});

/** The Wall-Walker's way through a wall, as the server sends it before it is begun. */
function withWall(): Moment {
  const wall: Choice = { do: "wall", token: "yA" };
  const way: Stop = {
    place: "n6",
    steps: 1,
    cost: 1,
    path: ["m6", "n6"],
    choices: [wall, { do: "step", square: "n6" }],
  };
  const characters = act.advice.characters!.map((one) =>
    one.token !== "yA"
      ? one
      : { ...one, deeds: one.deeds!.map((deed) => (deed.do === "wall" ? { ...deed, stops: [way] } : deed)) },
  );
  return { view: act.view, advice: { ...act.advice, characters } };
}

describe("what a click does", () => {
  it("loads and the stop belong to the traveller alone", () => {
    const own = interactionState(at(travel));
    expect(own.journey).toEqual({ token: "yH", steps: 3, canStop: true, loads: [{ do: "drop" }] });
    expect(action(at(travel), token("yH", "e4"))).toEqual({ kind: "stop" });
    const other = at(travel, { selected: "yG" });
    expect(interactionState(other).journey!.token).not.toBe(interactionState(other).selected);
    expect(action(other, token("yG", "k8"))).toEqual({ kind: "select", token: "" });
    expect(action(other, token("yH", "e4"))).toEqual({ kind: "select", token: "yH" });
    // What the other one does ends the journey first, in the same command.
    expect(action(other, place("k9"))).toMatchObject({
      kind: "walk",
      choices: [{ do: "stop" }, { do: "move", token: "yG" }, { do: "step", square: "k9" }],
    });
    expect(commandOf(interactionState(other), turn)).toEqual([{ do: "stop" }, turn.choice]);
  });

  it("attacks an enemy who stands where one could also fly over", () => {
    const enemy = [...standings(act.view, base).values()].find((one) => one.token.startsWith("b") && !one.wounded)!;
    const attack: Option = { choice: { do: "attack", token: "yZ", target: enemy.token }, cost: 1 };
    const over: Stop = {
      place: enemy.place,
      steps: 1,
      cost: 1,
      path: ["a1", enemy.place],
      choices: [
        { do: "move", token: "yZ" },
        { do: "step", square: enemy.place },
      ],
      ends: false,
    };
    const characters = [
      { token: "yZ", stops: [over, { ...stops[0]!, place: "e6" }], deeds: [{ do: "attack", options: [attack] }] },
    ];
    const hover = token(enemy.token, enemy.place);
    const context = at(
      { view: { ...act.view, choices: [attack.choice] } as AnyView, advice: { decision: "act", characters } },
      { selected: "yZ", hover },
    );
    expect(action(context, hover)).toEqual({ kind: "do", option: attack });
    const marks = actingMarks(interactionState(context), context, action(context, hover));
    expect(marks.path).toBeUndefined();
    expect(marks.targets).toEqual([enemy.token]);
    expect(marks.reach!.map((mark) => mark.place)).toEqual(["e6"]);
  });

  it("walks where the way is drawn, with what is picked up", () => {
    const character = act.advice.characters!.find((one) => (one.stops?.length ?? 0) > 3)!;
    const stop = {
      ...character.stops!.find((one) => one.steps > 1 && one.ends !== false)!,
      handle: [{ do: "take", token: "b$" }],
    };
    const advice = {
      ...act.advice,
      characters: [{ ...character, stops: [stop, ...character.stops!.filter((one) => one.place !== stop.place)] }],
    };
    const plan = { selected: character.token, hover: place(stop.place) };
    const context = at({ ...act, advice }, plan);
    const found = action(context, plan.hover);
    expect(found).toMatchObject({ kind: "walk", choices: [...stop.choices, { do: "take", token: "b$" }] });
    expect(action(at({ ...act, advice }, { ...plan, take: false }), plan.hover)).toMatchObject({
      choices: stop.choices,
    });
    const marks = actingMarks(interactionState(context), context, found);
    expect(marks.path).toEqual(stop.path);
    expect(marks.ghost).toEqual({ token: character.token, place: stop.place });
    expect(marks.reach!.map((mark) => mark.place)).not.toContain(stop.place);
  });

  it("takes what lies in a zone only if the thing itself is clicked, or if the player says so", () => {
    const zone: Stop = {
      place: "red-1.T",
      steps: 1,
      cost: 1,
      path: ["red-1.S", "red-1.T"],
      choices: [
        { do: "move", token: "bNa" },
        { do: "step", zone: "red-1.T" },
      ],
      handle: [{ do: "take", token: "yfb" }],
    };
    const card = {
      ...act.view,
      game: "card",
      tokens: [],
      viewer: "blue",
      choices: [{ do: "move", token: "bNa" }],
    } as unknown as AnyView;
    const context = at(
      { view: card, advice: { decision: "act", characters: [{ token: "bNa", stops: [zone] }] } },
      { selected: "bNa" },
      { looking: "blue" },
    );
    expect(action(context, place("red-1.T"))).toMatchObject({ kind: "walk", choices: zone.choices });
    expect(action(context, token("yfb", "red-1.T"))).toMatchObject({
      choices: [...zone.choices, { do: "take", token: "yfb" }],
    });
    expect(action({ ...context, plan: { ...context.plan, take: true } }, place("red-1.T"))).toMatchObject({
      load: { do: "take", token: "yfb" },
    });
  });

  it("offers to meet a friend where something can be handed over, and chooses the friend elsewhere", () => {
    const [mine, friend] = [...standings(act.view, base).values()].filter(
      (one) => one.token.startsWith("y") && !one.wounded && ["yC", "yH", "yZ", "yA", "yW"].includes(one.token),
    );
    const over: Stop = {
      place: friend!.place,
      steps: 1,
      cost: 1,
      path: [mine!.place, friend!.place],
      choices: [
        { do: "move", token: mine!.token },
        { do: "step", square: friend!.place },
      ],
      ends: false,
      handle: [{ do: "take", token: "ySP" }],
    };
    const characters = [
      { token: mine!.token, stops: [over, ...stops] },
      { token: friend!.token, stops },
    ];
    const choices = [
      { do: "move", token: mine!.token },
      { do: "move", token: friend!.token },
    ];
    const offering = (stop: Stop) =>
      at(
        {
          view: { ...act.view, choices } as AnyView,
          advice: { decision: "act", characters: [{ token: mine!.token, stops: [stop, ...stops] }, characters[1]!] },
        },
        { selected: mine!.token },
      );
    const click = token(friend!.token, friend!.place);
    const met = action(offering(over), click);
    expect(met).toMatchObject({ kind: "meet", token: friend!.token, walk: { choices: over.choices } });
    expect((met as { walk: { load?: Choice } }).walk.load).toBeUndefined();
    expect(
      actingMarks(interactionState(offering(over)), offering(over), null).reach!.map((mark) => mark.place),
    ).toContain(friend!.place);
    expect(action(offering({ ...over, handle: [] }), click)).toEqual({ kind: "select", token: friend!.token });
  });

  it("pays for a way through a wall only when its end is chosen", () => {
    const moment = withWall();
    const button = interactionState(at(moment, { selected: "yA" })).buttons.find((one) => one.do === "wall")!;
    expect(isAimed(button)).toBe(true);
    const aiming = at(moment, { selected: "yA", mode: "wall" });
    expect(interactionState(aiming)).toMatchObject({ mode: "wall", options: [] });
    expect(action(aiming, place("n6"))).toMatchObject({
      kind: "walk",
      choices: [
        { do: "wall", token: "yA" },
        { do: "step", square: "n6" },
      ],
      option: { cost: 1 },
    });
    expect(action(aiming, place("a1"))).toEqual({ kind: "refuse", about: { do: "wall", token: "yA", square: "a1" } });
    expect(isAimed({ key: "jump", do: "jump", options: [{ choice: { do: "jump" } }] })).toBe(true);
    expect(isAimed({ key: "reveal", do: "reveal", options: [{ choice: { do: "reveal" } }] })).toBe(false);
  });

  it("on something impossible asks only what the server can read", () => {
    const standing = at(act, { selected: "yC" });
    expect(action(standing, token("bW", "c3"))).toEqual({
      kind: "refuse",
      about: { do: "attack", token: "yC", target: "bW" },
    });
    expect(action(standing, place("a1"))).toEqual({
      kind: "refuse",
      about: { do: "move", token: "yC", square: "a1" },
    });
    const reveals: Option[] = ["R1", "R2"].map((room) => ({ choice: { do: "reveal", token: "yC", place: room } }));
    const characters = [{ token: "yC", deeds: [{ do: "reveal", options: reveals }] }];
    const aiming = at({ ...act, advice: { decision: "act", characters } }, { selected: "yC", mode: "reveal" });
    expect(action(aiming, token("bW", "c3"))).toEqual({ kind: "refuse", about: undefined });
    expect(action(aiming, { kind: "room", place: "R2" })).toEqual({ kind: "do", option: reveals[1] });
  });

  it("on an own character that cannot act says why", () => {
    expect(action(at(act), token("yG", "c3"))).toMatchObject({
      kind: "refuse",
      reason: { code: "actor-wounded", clause: "WOUND-1" },
    });
    expect(action(at(act), token("bW", "c3"))).toEqual({ kind: "nothing" });
  });
});

describe("the end of a turn", () => {
  it("is the command of the server, or why there is none", () => {
    const ending = (moment: Moment) => endingOf(withStopped(moment.advice), at(moment), interactionState(at(moment)));
    expect(ending(travel)).toEqual({ choices: [{ do: "stop" }], whole: true });
    const stuck = {
      ...travel,
      advice: { ...travel.advice, end: [], not_end: { code: "cannot-stop-on-pit", clause: "PIT-5" } },
    };
    expect(ending(stuck)).toEqual({
      choices: [],
      whole: true,
      reason: { code: "cannot-stop-on-pit", clause: "PIT-5" },
    });
  });

  it("begins with what is offered if the advice is late", () => {
    const plain = plainAdvice(travel.view);
    const alone = at(travel, {}, { advice: plain });
    expect(endingOf(plain, alone, interactionState(alone))).toEqual({ choices: [{ do: "stop" }], whole: false });
    const bare = plainAdvice(act.view);
    expect(endingOf(bare, at(act), interactionState(at(act)))).toEqual({ choices: [{ do: "pass" }], whole: true });
  });
});

describe("a turn without points", () => {
  const spent = (choices: Choice[], ap = 0) => at({ ...act, view: { ...act.view, ap, choices } as AnyView });

  it("is spent when nothing is left but to end it", () => {
    expect(isSpent(spent([{ do: "pass" }]))).toBe(true);
    expect(isSpent(spent([{ do: "attack", token: "yC", target: "bW" }, { do: "pass" }]))).toBe(false);
    expect(isSpent(spent([{ do: "pass" }], 2))).toBe(false);
    expect(isSpent({ ...spent([{ do: "pass" }]), mine: false })).toBe(false);
  });

  it("says that the turn is to be ended, and what can be taken back", async () => {
    await setLanguage("en", { keep: false });
    const context = spent([{ do: "pass" }]);
    const prompt = (undoable: boolean) =>
      promptOf(
        interactionState(context),
        context.view,
        { scene: base, viewer: "yellow" } as Parameters<typeof promptOf>[2],
        () => "",
        undoable,
      );
    expect(prompt(true)).toContain("take something back");
    expect(prompt(false)).toBe("No action points left. End your turn.");
  });
});
