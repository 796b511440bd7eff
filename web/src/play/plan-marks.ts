// How a plan and what threatens are drawn on the maze, and a plan in words. Pure, so that it can be tested.

import { number, t } from "$lib/i18n.svelte";
import type { IconName } from "$lib/icons";
import type { Choice, Fight, Mark, PlanView, Threats } from "$lib/protocol";
import { capital, fullChoiceLabel, type NamingContext } from "$lib/names";
import { reasonText } from "$lib/analysis-text";
import { actionsOf, walkText } from "$lib/walk-text";
import type { Marks } from "$maze/types";

const SIGNS: Record<string, IconName> = {
  turn: "clockwise-rotation",
  reveal: "lantern-flame",
  attack: "crossed-swords",
  take: "grab",
  drop: "drop-weapon",
  give: "trade",
  use: "click",
};
const WALKS = ["move", "jump", "wall"];

/** What is drawn of a plan. */
type Drawn = Pick<PlanView, "choices" | "arrows" | "marks">;

/** The ways of a plan as numbered arrows, and what else it does as rings. */
export function planMarks(plan: Drawn): Marks {
  const arrows = plan.arrows ?? [];
  const choices = plan.choices.filter((choice) => ["start", "lay", "place"].includes(choice.do));
  return {
    arrows: arrows.map(({ path }, index) => ({ path, tone: "plan", ...(arrows.length > 1 && { number: index + 1 }) })),
    rings: [...(plan.marks ?? []).map((mark) => ringOf(mark, plan)), ...choices.flatMap((choice) => placedAt(choice))],
  };
}

function ringOf(mark: Mark, plan: Drawn): NonNullable<Marks["rings"]>[number] {
  const room = (mark.kind === "turn" || mark.kind === "reveal") && !!mark.place;
  const left =
    mark.kind === "turn" &&
    plan.choices.some((choice) => choice.do === "turn" && choice.place === mark.place && choice.turn === "ccw");
  const icon = left ? "anticlockwise-rotation" : (SIGNS[mark.kind] ?? "click");
  if (mark.kind === "drop" && mark.place) return { at: mark.place, tone: "plan", icon, small: true };
  return { at: room ? mark.place! : mark.token || mark.place || "", tone: "plan", icon };
}

/** Where something is to be put in the setup or after a reveal. */
function placedAt(choice: Choice): NonNullable<Marks["rings"]> {
  const at = choice.square || choice.zone || choice.place;
  return at ? [{ at, tone: "plan", icon: "click" }] : [];
}

/** Whom the others could beat, by whom and how likely, and who of theirs could get out. */
export function threatMarks({ attacks = [], exits = [] }: Threats): Marks {
  return {
    threats: attacks.map(({ place }) => place),
    arrows: attacks.flatMap(({ attackers, token }) =>
      attackers.map((attacker) => ({ path: [attacker, token], tone: "danger" as const })),
    ),
    rings: [
      ...attacks.map(({ token, percent }) => ({
        at: token,
        tone: "danger" as const,
        label: number(percent / 100, { style: "percent" }),
      })),
      ...exits.map(({ token, points, wins }) => ({
        at: token,
        tone: "danger" as const,
        icon: "exit-door" as const,
        label: wins ? "!" : `+${points}`,
      })),
    ],
  };
}

/** Two sets of marks together. */
export const joined = (one: Marks, other: Marks): Marks => ({
  threats: [...(one.threats ?? []), ...(other.threats ?? [])],
  arrows: [...(one.arrows ?? []), ...(other.arrows ?? [])],
  rings: [...(one.rings ?? []), ...(other.rings ?? [])],
});

/**
 * Why a card is laid, by the odds of all that could be: the catalogue's key with its numbers. Nothing where no odds are
 * known.
 */
export function cardReason(
  choice: Choice,
  fight: Fight | null | undefined,
): { key: string; values: Record<string, number> } | null {
  const two = (choice.second ?? -1) >= 0;
  const odds = two ? fight?.sums : fight?.cards;
  const value = (choice.value ?? 0) + (two ? choice.second! : 0);
  const mine = odds?.[value];
  if (choice.do !== "combat" || !odds || !mine) return null;
  const all = Object.entries(odds).map(([card, one]) => ({ card: Number(card), ...one }));
  const [best] = all.toSorted((one, other) => other.win - one.win || one.card - other.card);
  const values = { percent: Math.round(100 * mine.win), best: best!.card, more: Math.round(100 * best!.win) };
  if (mine.win === 1) return { key: best!.card === value ? "sure" : "best", values };
  if (!best!.win) return { key: all.some((one) => one.tie) ? "best" : "none", values };
  return { key: mine.win === best!.win ? "best" : "saves", values };
}

/** Which card to lay, and why. */
export function cardText(naming: NamingContext, plan: PlanView, fight: Fight | null | undefined): string {
  const choice = plan.choices[0];
  const why = choice && cardReason(choice, fight);
  return [
    choice && `${capital(fullChoiceLabel(naming, choice))}.`,
    why ? t(`analysis.hint.card.${why.key}`, why.values) : plan.reason && reasonText(naming, plan.reason),
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * The actions of a plan with their words; to end the turn goes without saying after others. `walker`: who is on the way
 * already. A stop gets words before another walk of the same character, which could else be taken for the same one, and
 * at the end.
 */
export function planSteps(
  naming: NamingContext,
  { choices }: Pick<PlanView, "choices">,
  walker = "",
): { text: string; choices: Choice[] }[] {
  const actions = actionsOf(choices.length > 1 ? choices.filter((choice) => choice.do !== "pass") : choices);
  const traveller = ([first]: Choice[]) => (WALKS.includes(first!.do) ? first!.token : walker);
  return actions.map((action, index) => {
    const next = actions[index + 1];
    const stops = !next || (WALKS.includes(next[0]!.do) && next[0]!.token === traveller(action));
    const text = walkText(naming, action, { walker, stops }) || fullChoiceLabel(naming, action[0]!);
    return { text, choices: action };
  });
}

/** A plan as lines, one for each action. */
export function planLines(naming: NamingContext, plan: Pick<PlanView, "choices" | "open">, walker = ""): string[] {
  const lines = planSteps(naming, plan, walker).map(({ text }) => text);
  return plan.open ? [...lines, t("analysis.hint.then")] : lines;
}
