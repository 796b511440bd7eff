// What the viewer can do: the chosen character, its buttons, the targets on the maze, and the effect of a click. Panel,
// bubbles, marks, keys and the sentence for screen readers follow from these pure functions of the view, the server's
// advice and the player's plan. So a click does what the page shows.

import type { Advice, Character, Choice, Option, Reason, Stop } from "$lib/protocol";
import { actorOf, colourOf, figureOf } from "$lib/names";
import type { AnyView, Pick } from "$maze/types";
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
import { standings } from "./token-looks";
import {
  NO_PLAN,
  type DeedButton,
  type InteractionState,
  type ClickAction,
  type OpenJourney,
  type Plan,
  type InteractionContext,
  type Stage,
  type Walk,
} from "./context";

/** Deeds that a click on the maze does without pressing their button first. */
const QUICK = ["attack", "reveal"];
const TEAM = ["select", "leave-out"];
const FIGHT = ["combat", "name"];

function stageOf({ view, mine }: InteractionContext, decision: string): Stage {
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

/** The characters that can act now. During a journey also those that, by the advice, can act after a stop. */
export function ableTokens(view: AnyView, advice: Advice | null): string[] {
  const traveller = view.journey?.token;
  if (!traveller) return [...new Set(view.choices.map(actorOf).filter(Boolean))];
  const others = (advice?.characters ?? [])
    .filter((one) => one.token !== traveller && canDo(one))
    .map((one) => one.token);
  return [traveller, ...others];
}

function journeyOf({ view, looking }: InteractionContext): OpenJourney | null {
  const journey = view.journey;
  if (!journey || colourOf(journey.token) !== looking) return null;
  return { token: journey.token, steps: journey.steps, canStop: canStop(view), loads: handling(view) };
}

function selectedOf(
  { view, plan }: InteractionContext,
  stage: Stage,
  able: string[],
  journey: OpenJourney | null,
): string {
  if (stage === "put") {
    const tokens = puttable(view);
    return tokens.includes(plan.selected) ? plan.selected : (tokens[0] ?? "");
  }
  if (stage !== "act") return "";
  return able.includes(plan.selected) ? plan.selected : (journey?.token ?? "");
}

/** The one answer to "what now?". */
export function interactionState(context: InteractionContext): InteractionState {
  const { view, scene, advice, lately, plan } = context;
  const decision = context.mine && !view.over ? (view.pending.at(-1)?.kind ?? "") : "";
  const stage = stageOf(context, decision);
  const acting = stage === "act";
  const able = acting ? ableTokens(view, advice ?? lately) : [];
  const journey = acting ? journeyOf(context) : null;
  const selected = selectedOf(context, stage, able, journey);
  const known = acting ? (characterOf(advice, selected) ?? characterOf(lately, selected)) : undefined;
  const buttons = buttonsOf(known);
  const looks =
    (stage === "wait" || stage === "over" || stage === "choice") && standings(view, scene).has(plan.selected);
  const found: InteractionState = {
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

/** The stops and options of the current mode; `move` is the default. */
function inMode(character: Character | undefined, buttons: DeedButton[], wished: string): Partial<InteractionState> {
  if (!character) return {};
  const button = buttons.find((one) => one.key === wished && one.options.length);
  if (button)
    return { mode: button.key, stops: button.stops ?? [], options: button.stops?.length ? [] : button.options };
  const quick = (character.deeds ?? []).filter((deed) => QUICK.includes(deed.do)).flatMap((deed) => deed.options ?? []);
  const stops = character.stops ?? [];
  return { mode: stops.length ? "move" : "", stops, options: quick };
}

// -- what a click means

/** The effect of a click on `pick`. */
export function clickAction(interaction: InteractionState, context: InteractionContext, pick: Pick): ClickAction {
  const token = pick.kind === "token" ? pick.token : "";
  if (interaction.stage === "put") return puttingAction(interaction, context, pick, token);
  if (interaction.stage !== "act") return token ? { kind: "look", token } : { kind: "look", token: "" };
  const options = optionsAt(interaction.options, pick, context.view, context.scene);
  if (options.length > 1) return { kind: "which", options };
  if (options[0]) return { kind: "do", option: options[0] };
  if (token && token === interaction.selected) return onItself(interaction, token);
  if (token && token === interaction.journey?.token) return { kind: "select", token };
  return walkAction(interaction, context, pick) ?? otherAction(interaction, context, pick, token);
}

/** A click on the chosen one itself: if it is travelling it stops, else it is let go of. */
function onItself({ journey }: InteractionState, token: string): ClickAction {
  if (journey?.token !== token) return { kind: "select", token: "" };
  return journey.canStop ? { kind: "stop" } : { kind: "nothing" };
}

function walkAction(interaction: InteractionState, context: InteractionContext, pick: Pick): ClickAction | null {
  const stop = pick.kind === "room" ? undefined : interaction.stops.find((one) => one.place === pick.place);
  if (!stop) return null;
  if (stop.ends !== false || interaction.mode !== "move") {
    const walk = walkTo(interaction, context, stop, pick);
    return walk.choices.length || context.view.game === "card" ? walk : onItself(interaction, interaction.selected);
  }
  const friend = friendAt(stop, interaction, context);
  return friend ? { kind: "meet", token: friend, walk: walkTo(interaction, context, stop) } : null;
}

function walkTo(interaction: InteractionState, { view, plan }: InteractionContext, stop: Stop, pick?: Pick): Walk {
  const begun = interaction.mode !== "move";
  const load = pick && takes(plan, stop, pick, view) ? pickUp(stop) : undefined;
  const stopped = interaction.journey && interaction.journey.token !== interaction.selected;
  const ended: Choice[] =
    (stopped || (begun && interaction.journey)) && interaction.journey?.canStop ? [{ do: "stop" }] : [];
  const option = begun ? interaction.buttons.find((button) => button.key === interaction.mode)?.options[0] : undefined;
  return { kind: "walk", stop, choices: [...ended, ...stop.choices, ...(load ? [load] : [])], load, option };
}

function otherAction(
  interaction: InteractionState,
  context: InteractionContext,
  pick: Pick,
  token: string,
): ClickAction {
  if (token && interaction.able.includes(token)) return { kind: "select", token };
  if (token && colourOf(token) === context.looking) {
    const character = characterOf(context.advice, token);
    const reason = character?.reason ?? character?.deeds?.find((deed) => deed.reason)?.reason;
    if (character) return reason ? { kind: "refuse", reason } : { kind: "refuse" };
  }
  if (!interaction.selected) return { kind: "nothing" };
  return { kind: "refuse", about: questionAbout(interaction, context, pick) };
}

/** The choice to ask the server about after a click without an effect. It must be one that the server can read. */
function questionAbout(
  interaction: InteractionState,
  { view, scene }: InteractionContext,
  pick: Pick,
): Choice | undefined {
  const token = interaction.selected;
  const end = view.game === "board" ? { square: pick.place } : { zone: pick.place };
  const button =
    interaction.mode && interaction.mode !== "move"
      ? interaction.buttons.find((one) => one.key === interaction.mode)
      : undefined;
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

function puttingAction(
  interaction: InteractionState,
  { view }: InteractionContext,
  pick: Pick,
  token: string,
): ClickAction {
  if (token && puttable(view).includes(token)) return { kind: "select", token };
  const choice = putAt(view, interaction.selected, pick);
  if (choice) return { kind: "put", choice };
  const example = view.choices.find((one) => one.token === interaction.selected);
  return { kind: "refuse", about: aimedAt(example, pick) };
}

/** Are all points spent, and is the end of the turn the only choice? */
export const isSpent = ({ view, mine }: InteractionContext): boolean =>
  mine && !view.over && view.ap === 0 && view.choices.length === 1 && view.choices[0]!.do === "pass";

// -- deeds

/** The command of an option: another character on the way stops first. */
export function commandOf(interaction: InteractionState, option: Option): Choice[] {
  const ended: Choice[] = interaction.journey?.canStop && actorOf(option.choice) ? [{ do: "stop" }] : [];
  return [...ended, option.choice];
}

export interface Ending {
  choices: Choice[];
  /** Does that end the turn for certain? Advice made of bare choices knows only the first of them. */
  whole: boolean;
  /** Why there is nothing that ends it. */
  reason?: Reason;
}

/** The command that ends the turn, from the server's advice. */
export function endingOf(advice: Advice, { view }: InteractionContext, interaction: InteractionState): Ending {
  if (advice.end?.length || advice.not_end)
    return { choices: advice.end ?? [], whole: true, reason: advice.not_end ?? undefined };
  const plain = view.choices.find((choice) => choice.do === (interaction.journey ? "stop" : "pass"));
  return { choices: plain ? [plain] : [], whole: !interaction.journey };
}

// -- the plan

/** The turn and the kind of decision that a plan belongs to. */
export interface Moment {
  turn: number;
  family: string;
}

/** The moment of a view for a seat; `family` is empty while another player decides. */
export function momentOf(view: AnyView, looking: string): Moment {
  const pending = view.pending.at(-1);
  const own = !view.over && pending?.who === looking;
  return { turn: view.turn, family: !own ? "" : pending.kind === "travel" ? "act" : pending.kind };
}

/** The plan after an event: it keeps only the chosen character, and only while its player goes on acting. */
export function planAfter(plan: Plan, before: Moment, now: Moment): Plan {
  if (!now.family || now.family === "face" || before.turn !== now.turn || before.family !== now.family) return NO_PLAN;
  return { ...NO_PLAN, selected: plan.selected };
}

/** One step back: the targets of a deed, then the chosen character. A character on the way stays chosen. */
export function stepBack(plan: Plan, interaction: InteractionState): Plan {
  if (plan.mode && interaction.mode === plan.mode && plan.mode !== "move") return { ...plan, mode: "", hover: null };
  return NO_PLAN;
}
