// What is expected of whoever looks: who is chosen, what is open, what can be done on the maze now and what a click
// there would do.
// Everything the page shows of it (panel, bubbles, marks, keys, the sentence that is read out) follows from these pure
// functions of
// the view, the server's advice and the player's plan; so what is said of a click is what the click does.

import type { Advice, Character, Choice, Option, Reason, Stop } from "$lib/protocol";
import { actorOf, figureOf } from "$lib/names";
import type { Pick } from "$maze/types";
import {
  buttonsOf,
  canStop,
  characterOf,
  friendAt,
  handling,
  isPutting,
  optionsAt,
  pickUp,
  puttable,
  putAt,
  takes,
} from "./action-options";
import { colourOf, standings, type AnyView } from "./token-looks";
import {
  NO_PLAN,
  type DeedButton,
  type Expectation,
  type Meaning,
  type OpenJourney,
  type Plan,
  type Situation,
  type Stage,
  type Walk,
} from "./context";

/** Deeds that a click on the maze does without pressing their button first. */
const QUICK = ["attack", "reveal"];
const TEAM = ["select", "leave-out"];
const FIGHT = ["combat", "name"];

function stageOf({ view, mine }: Situation, decision: string): Stage {
  if (view.over) return "over";
  if (!mine) return "wait";
  if (decision === "act" || decision === "travel") return "act";
  if (decision === "card") return "card";
  if (TEAM.includes(decision)) return "team";
  if (FIGHT.includes(decision)) return "fight";
  return isPutting(view) ? "put" : "choice";
}

const canDo = (character: Character): boolean =>
  !!character.stops?.length || !!character.deeds?.some((deed) => deed.options?.length);

/** Who can do something: what the view offers, and on the way whoever the advice says could act after a stop. */
export function ableOnes(view: AnyView, advice: Advice | null): string[] {
  const traveller = view.journey?.token;
  if (!traveller) return [...new Set(view.choices.map(actorOf).filter(Boolean))];
  const others = (advice?.characters ?? [])
    .filter((one) => one.token !== traveller && canDo(one))
    .map((one) => one.token);
  return [traveller, ...others];
}

function journeyOf({ view, looking }: Situation): OpenJourney | null {
  const journey = view.journey;
  if (!journey || colourOf(journey.token) !== looking) return null;
  return { token: journey.token, steps: journey.steps, canStop: canStop(view), loads: handling(view) };
}

function selectedOf({ view, plan }: Situation, stage: Stage, able: string[], journey: OpenJourney | null): string {
  if (stage === "put") {
    const tokens = puttable(view);
    return tokens.includes(plan.selected) ? plan.selected : (tokens[0] ?? "");
  }
  if (stage !== "act") return "";
  return able.includes(plan.selected) ? plan.selected : (journey?.token ?? "");
}

/** The one answer to "what now?". */
export function expect(situation: Situation): Expectation {
  const { view, scene, advice, lately, plan } = situation;
  const decision = situation.mine && !view.over ? (view.pending.at(-1)?.kind ?? "") : "";
  const stage = stageOf(situation, decision);
  const acting = stage === "act";
  const able = acting ? ableOnes(view, advice ?? lately) : [];
  const journey = acting ? journeyOf(situation) : null;
  const selected = selectedOf(situation, stage, able, journey);
  const known = acting ? (characterOf(advice, selected) ?? characterOf(lately, selected)) : undefined;
  const buttons = buttonsOf(known);
  const looks =
    (stage === "wait" || stage === "over" || stage === "choice") && standings(view, scene).has(plan.selected);
  const found: Expectation = {
    stage,
    decision,
    selected,
    looked: looks ? plan.selected : "",
    able,
    journey,
    buttons,
    known,
    mode: "",
    stops: [],
    options: [],
  };
  return { ...found, ...inMode(characterOf(advice, selected), buttons, plan.mode) };
}

/** What the mode that is on offers; `move` is the mode nobody has to choose. */
function inMode(character: Character | undefined, buttons: DeedButton[], wished: string): Partial<Expectation> {
  if (!character) return {};
  const button = buttons.find((one) => one.key === wished && one.options.length);
  if (button)
    return { mode: button.key, stops: button.stops ?? [], options: button.stops?.length ? [] : button.options };
  const quick = (character.deeds ?? []).filter((deed) => QUICK.includes(deed.do)).flatMap((deed) => deed.options ?? []);
  const stops = character.stops ?? [];
  return { mode: stops.length ? "move" : "", stops, options: quick };
}

// -- what a click means
// -----------------------------------------------------------------------------------------------------

/** What a click there would do now. */
export function meaningOf(expected: Expectation, situation: Situation, pick: Pick): Meaning {
  const token = pick.kind === "token" ? pick.token : "";
  if (expected.stage === "put") return puttingMeaning(expected, situation, pick, token);
  if (expected.stage !== "act") return token ? { kind: "look", token } : { kind: "look", token: "" };
  const options = optionsAt(expected.options, pick, situation.view, situation.scene);
  if (options.length > 1) return { kind: "which", options };
  if (options[0]) return { kind: "do", option: options[0] };
  if (token && token === expected.selected) return onItself(expected, token);
  if (token && token === expected.journey?.token) return { kind: "select", token };
  return walkMeaning(expected, situation, pick) ?? otherMeaning(expected, situation, pick, token);
}

/** A click on the chosen one itself: if it is travelling it stops, else it is let go of. */
function onItself({ journey }: Expectation, token: string): Meaning {
  if (journey?.token !== token) return { kind: "select", token: "" };
  return journey.canStop ? { kind: "stop" } : { kind: "nothing" };
}

function walkMeaning(expected: Expectation, situation: Situation, pick: Pick): Meaning | null {
  const stop = pick.kind === "room" ? undefined : expected.stops.find((one) => one.place === pick.place);
  if (!stop) return null;
  if (stop.ends !== false || expected.mode !== "move") {
    const walk = walkTo(expected, situation, stop, pick);
    return walk.choices.length || situation.view.game === "card" ? walk : onItself(expected, expected.selected);
  }
  const friend = friendAt(stop, expected, situation);
  return friend ? { kind: "meet", token: friend, walk: walkTo(expected, situation, stop) } : null;
}

function walkTo(expected: Expectation, { view, plan }: Situation, stop: Stop, pick?: Pick): Walk {
  const begun = expected.mode !== "move";
  const load = pick && takes(plan, stop, pick, view) ? pickUp(stop) : undefined;
  const stopped = expected.journey && expected.journey.token !== expected.selected;
  const ended: Choice[] = (stopped || (begun && expected.journey)) && expected.journey?.canStop ? [{ do: "stop" }] : [];
  const option = begun ? expected.buttons.find((button) => button.key === expected.mode)?.options[0] : undefined;
  return { kind: "walk", stop, choices: [...ended, ...stop.choices, ...(load ? [load] : [])], load, option };
}

function otherMeaning(expected: Expectation, situation: Situation, pick: Pick, token: string): Meaning {
  if (token && expected.able.includes(token)) return { kind: "select", token };
  if (token && colourOf(token) === situation.looking) {
    const character = characterOf(situation.advice, token);
    const reason = character?.reason ?? character?.deeds?.find((deed) => deed.reason)?.reason;
    if (character) return reason ? { kind: "refuse", reason } : { kind: "refuse" };
  }
  if (!expected.selected) return { kind: "nothing" };
  return { kind: "refuse", about: questionAbout(expected, situation, pick) };
}

/** The choice to ask about when nothing is possible there: only such as the server can read. */
function questionAbout(expected: Expectation, { view, scene }: Situation, pick: Pick): Choice | undefined {
  const token = expected.selected;
  const end = view.game === "board" ? { square: pick.place } : { zone: pick.place };
  const button =
    expected.mode && expected.mode !== "move" ? expected.buttons.find((one) => one.key === expected.mode) : undefined;
  if (button?.stops?.length) return pick.kind === "room" ? undefined : { do: button.do, token, ...end };
  if (button) return aimedAt(button.options[0]?.choice, pick);
  if (pick.kind === "room") return { do: "reveal", token, place: pick.place };
  if (pick.kind === "token" && colourOf(pick.token) !== colourOf(token) && figureOf(scene, pick.token)?.character)
    return { do: "attack", token, target: pick.token };
  return { do: "move", token, ...end };
}

/** The same deed with another target; nothing if its targets are of another kind. */
function aimedAt(example: Choice | undefined, pick: Pick): Choice | undefined {
  if (!example) return undefined;
  if (example.target && pick.kind === "token") return { ...example, target: pick.token };
  if (example.place && pick.kind === "room") return { ...example, place: pick.place };
  if (example.square && pick.kind !== "room") return { ...example, square: pick.place };
  if (example.zone && pick.kind !== "room") return { ...example, zone: pick.place };
  return undefined;
}

function puttingMeaning(expected: Expectation, { view }: Situation, pick: Pick, token: string): Meaning {
  if (token && puttable(view).includes(token)) return { kind: "select", token };
  const choice = putAt(view, expected.selected, pick);
  if (choice) return { kind: "put", choice };
  const example = view.choices.find((one) => one.token === expected.selected);
  return { kind: "refuse", about: aimedAt(example, pick) };
}

/** Are all points spent, and is the end of the turn the only choice? */
export const isSpent = ({ view, mine }: Situation): boolean =>
  mine && !view.over && view.ap === 0 && view.choices.length === 1 && view.choices[0]!.do === "pass";

// -- deeds
// ------------------------------------------------------------------------------------------------------------------

/** The command of an option: whoever else is on the way stops first. */
export function commandOf(expected: Expectation, option: Option): Choice[] {
  const ended: Choice[] = expected.journey?.canStop && actorOf(option.choice) ? [{ do: "stop" }] : [];
  return [...ended, option.choice];
}

export interface Ending {
  choices: Choice[];
  /** Does that end the turn for certain? Advice made of bare choices knows only the first of them. */
  whole: boolean;
  /** Why there is nothing that ends it. */
  reason?: Reason;
}

/** The command that ends the turn, as the server's advice tells it. */
export function endingOf(advice: Advice, { view }: Situation, expected: Expectation): Ending {
  if (advice.end?.length || advice.not_end)
    return { choices: advice.end ?? [], whole: true, reason: advice.not_end ?? undefined };
  const plain = view.choices.find((choice) => choice.do === (expected.journey ? "stop" : "pass"));
  return { choices: plain ? [plain] : [], whole: !expected.journey };
}

// -- the plan
// ---------------------------------------------------------------------------------------------------------------

/** What a plan was made for. */
export interface Moment {
  turn: number;
  family: string;
}

/** The moment of a view, as a seat lives it: nothing is planned while somebody else decides. */
export function momentOf(view: AnyView, looking: string): Moment {
  const pending = view.pending.at(-1);
  const own = !view.over && pending?.who === looking;
  return { turn: view.turn, family: !own ? "" : pending.kind === "travel" ? "act" : pending.kind };
}

/**
 * What is left of a plan when something has happened: the choice of a character as long as its player acts on, nothing
 * else.
 */
export function planAfter(plan: Plan, before: Moment, now: Moment): Plan {
  if (!now.family || now.family === "face" || before.turn !== now.turn || before.family !== now.family) return NO_PLAN;
  return { ...NO_PLAN, selected: plan.selected };
}

/** One step back: the targets of a deed, then the chosen character. A character on the way stays chosen. */
export function stepBack(plan: Plan, expected: Expectation): Plan {
  if (plan.mode && expected.mode === plan.mode && plan.mode !== "move") return { ...plan, mode: "", hover: null };
  return NO_PLAN;
}
