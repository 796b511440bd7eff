// Choices in words: the buttons of the console and the lines of a bubble.

import { has, number, t, tn } from "$lib/i18n.svelte";
import { deedIcon } from "$lib/icons";
import type { Choice, Fight, Option, Outcome, Stop } from "$lib/protocol";
import {
  capital,
  choiceLabel,
  deedHint,
  deedLabel,
  optionLabel,
  pieceName,
  placeName,
  refusalText,
  shortRefusal,
  tokenName,
  type NamingContext,
} from "$lib/names";
import { percent } from "$parts/percent";
import type { ActionButtonProps } from "$parts/ActionButton.svelte";
import type { BubbleProps } from "$parts/Bubble.svelte";
import { pickUp, roomUnder } from "./action-options";
import { outcomeText } from "./combat-scene";
import type { DeedButton, ClickAction } from "./context";
import { standings } from "./token-looks";
import type { AnyView } from "$maze/types";

const FOE = ["attack", "shoot", "bow", "spear", "fire"];
const KEYS: Record<string, string> = {
  attack: "A",
  turn: "R",
  reveal: "V",
  jump: "J",
  gate: "G",
  heal: "H",
  fire: "F",
  drink: "P",
};

/** A hint in a bubble is not longer than this; the stakes are shown again before a card is laid. */
const SHORT = 90;

/** How a fight stands before the cards: "6 against 5". */
export const sumsText = (fight: Fight): string => t("play.sums", { attack: fight.attack, defence: fight.defence });

/** The same with the chance of the best card at hand: "6 against 5 · win up to 60 %". */
function fightHint(option: Option): string {
  const { fight } = option;
  if (!fight) return "";
  const sums = sumsText(fight);
  return fight.best
    ? t("play.sums-chance", { sums, percent: number(percent(fight.best.win) / 100, { style: "percent" }) })
    : sums;
}

/** Points an option brings, in words. */
export function pointsText(option: Option, names: Record<string, string>): string {
  return Object.entries(option.points ?? {})
    .filter(([, points]) => points)
    .map(([colour, points]) => tn("play.points-for", points, { player: names[colour] ?? colour }))
    .join(" · ");
}

function turnLabel(naming: NamingContext, view: AnyView, choice: Choice): string {
  const here = roomUnder(standings(view, naming.scene).get(choice.token ?? "")?.place ?? "", view);
  return t(choice.place === here ? "play.turn-this" : "play.turn-twin");
}

/** Label and hint of a button of the console. */
export function buttonProps(naming: NamingContext, view: AnyView, button: DeedButton): ActionButtonProps {
  const first = button.options[0];
  const props: ActionButtonProps = {
    icon: deedIcon(button.do === "turn" && first?.choice.turn ? first.choice.turn : button.do),
    label: deedLabel(button.do),
    hint: deedHint(naming.scene, button.do),
    cost: first?.cost ?? 0,
    jump: first?.jump,
    foe: FOE.includes(button.do),
    keyHint: KEYS[button.do],
  };
  if (!first) return { ...props, ...refused(button) };
  if (button.options.length > 1) return { ...props, hint: manyHint(button) };
  return { ...props, ...oneOption(naming, view, first), spoken: optionLabel(naming, first) };
}

/** What is missing, in a few words, with the whole sentence and the clause as a tooltip. */
function refused({ do: verb, reason }: DeedButton): Partial<ActionButtonProps> {
  if (!reason) return { reason: t("play.not-now") };
  const clause = reason.clause ? ` ${t("parts.rule", { clause: reason.clause })}` : "";
  return { reason: shortRefusal(verb, reason), because: refusalText(reason) + clause };
}

function manyHint(button: DeedButton): string {
  const costs = new Set(button.options.map((option) => option.cost ?? 0));
  return costs.size === 1
    ? tn("play.ways", button.options.length)
    : t("play.ways-prices", { count: button.options.length });
}

/** A deed with a single way says which. */
function oneOption(naming: NamingContext, view: AnyView, option: Option): Partial<ActionButtonProps> {
  const { choice } = option;
  if (choice.do === "turn")
    return {
      label: turnLabel(naming, view, choice),
      hint: t(choice.turn === "ccw" ? "play.quarter-left" : "play.quarter-right"),
      vital: true,
    };
  if (option.fight && choice.target)
    return {
      label: t("play.deed-target", { deed: deedLabel(choice.do), target: pieceName(naming.scene, choice.target) }),
      hint: sumsText(option.fight),
    };
  if (choice.target) return { hint: pieceName(naming.scene, choice.target) };
  if (choice.do === "invert" && choice.place) return { hint: capital(placeName(naming, choice.place)) };
  if (choice.do === "slide" || choice.do === "fire")
    return { hint: choice.side ? t(`game.side.${choice.side}.to`) : undefined };
  return {};
}

/** The bubble over the end of a way. */
function walkBubble(
  naming: NamingContext,
  stop: Stop,
  movement: number,
  take: boolean,
  onchange: (checked: boolean) => void,
): BubbleProps {
  const load = pickUp(stop);
  const unit = naming.scene.game === "card" ? "zones" : "squares";
  return {
    title: stop.points
      ? t("play.walk-out")
      : tn(`play.walk.${unit}`, stop.steps, { most: Math.max(movement, stop.steps) }),
    text: stop.points ? tn("play.points-here", stop.points) : undefined,
    cost: stop.cost,
    check: load?.token ? { label: choiceLabel(naming, load), checked: take, onchange } : undefined,
  };
}

/** Where a jump or a walk through a wall leads: "Jump to e5". */
export const landingLabel = (naming: NamingContext, verb: string, place: string): string =>
  capital(t("play.deed-to", { deed: deedLabel(verb), place: placeName(naming, place, "to") }));

/** The bubble over the target of a jump or a walk through a wall. */
function landingBubble(naming: NamingContext, action: Extract<ClickAction, { kind: "walk" }>): BubbleProps {
  const { stop, option } = action;
  const title = landingLabel(naming, option!.choice.do, stop.place);
  return {
    title,
    text: stop.points ? tn("play.points-here", stop.points) : undefined,
    cost: stop.cost,
    jump: option!.jump,
  };
}

/** What a click would do, in the words of the bubble at the pointer; nothing where that needs no words. */
export function actionBubble(
  naming: NamingContext,
  action: ClickAction,
  movement: number,
  names: Record<string, string>,
  ontake: (checked: boolean) => void,
): BubbleProps | null {
  if (action.kind === "walk")
    return action.option
      ? landingBubble(naming, action)
      : walkBubble(naming, action.stop, movement, !!action.load, ontake);
  if (action.kind === "meet")
    return {
      title: capital(tokenName(naming, action.token)),
      text: t("play.meet-hint"),
      cost: action.walk.stop.cost,
    };
  if (action.kind === "do") return optionBubble(naming, action.option, names);
  if (action.kind === "which")
    return {
      title: t("play.which"),
      text: action.options.map((option) => choiceLabel(naming, option.choice)).join(" · "),
    };
  return action.kind === "stop" ? { title: t("play.stop-here") } : null;
}

/** What a fight is about, where that takes few words: "Win: Goblin wounded". */
function stakeHint(naming: NamingContext, { fight }: Option, names: Record<string, string>): string {
  if (!fight?.won || !fight.lost) return "";
  const words = {
    piece: (token: string) => pieceName(naming.scene, token),
    player: (colour: string) => names[colour] ?? colour,
  };
  const said = (outcome: Outcome) => outcomeText(outcome, naming.viewer, words);
  const [won, lost] = [said(fight.won), said(fight.lost)];
  const text = `${t("play.stake.won", { what: won })} · ${t("play.stake.lost", { what: lost })}`;
  return text.length > SHORT ? "" : text;
}

/** The bubble over a target. */
function optionBubble(naming: NamingContext, option: Option, names: Record<string, string>): BubbleProps {
  const text = [
    fightHint(option),
    stakeHint(naming, option, names),
    pointsText(option, names),
    option.lost?.length
      ? t("play.loses", { tokens: option.lost.map((token) => pieceName(naming.scene, token)).join(", ") })
      : "",
  ];
  return {
    title: choiceLabel(naming, option.choice),
    cost: option.cost,
    jump: option.jump,
    text: text.filter(Boolean).join(" · ") || undefined,
  };
}

/**
 * The label of the undo button, by the line of notation that the server names: "Undo: Reveal a room". Stopping a walk
 * is undone together with its last step.
 */
export function undoLabel(line: string): string | undefined {
  if (!line) return undefined;
  const verb = line.split(" ").find((word) => has(`game.deed.${word}`));
  return verb && verb !== "stop" ? t("play.undo-deed", { deed: deedLabel(verb) }) : t("play.undo");
}
