// The plain list of everything that can be chosen.

import { t, tn } from "$lib/i18n.svelte";
import type { Advice, Choice, Option } from "$lib/protocol";
import {
  actorOf,
  capital,
  choiceLabel,
  fullChoiceLabel,
  optionLabel,
  pieceName,
  placeName,
  type NamingContext,
} from "$lib/names";
import type { ChoiceListProps } from "$parts/ChoiceList.svelte";
import type { AnyView } from "$maze/types";
import { landingLabel } from "./buttons";

type Group = ChoiceListProps["groups"][number];

/** The key of a choice, the same for the same one. */
const keyOf = (choice: Choice): string => JSON.stringify(choice);

/** The cost of each choice, as far as the advice has it; to begin a move costs what walking does. */
function prices(advice: Advice | null): Map<string, Option> {
  const found = new Map<string, Option>();
  const add = (option: Option) => found.set(keyOf(option.choice), option);
  for (const { deeds = [], stops = [] } of advice?.characters ?? []) {
    for (const deed of deeds) deed.options?.forEach(add);
    const [begin] = stops[0]?.choices ?? [];
    if (begin?.do === "move") add({ choice: begin, cost: stops[0]!.cost });
  }
  advice?.others?.forEach(add);
  return found;
}

/**
 * Everything that can be chosen, as plain buttons: by character, then the rest. Complete: it holds the view's choices
 * and whole ways.
 */
export function allChoices(
  naming: NamingContext,
  view: AnyView,
  advice: Advice | null,
  onpick: (choices: Choice[]) => void,
): Group[] {
  const priced = prices(advice);
  const groups = new Map<string, Group>();
  const add = (actor: string, line: Group["choices"][number]) => {
    const title = actor ? pieceName(naming.scene, actor) : t("play.other-choices");
    const group = groups.get(title) ?? { title, choices: [] };
    groups.set(title, group);
    group.choices.push(line);
  };
  for (const choice of view.choices) {
    const option = priced.get(keyOf(choice));
    const spoken = option ? optionLabel(naming, option, { actor: true }) : fullChoiceLabel(naming, choice);
    add(actorOf(choice), {
      key: keyOf(choice),
      label: choiceLabel(naming, choice),
      spoken,
      cost: option?.cost,
      jump: option?.jump,
      onpick: () => onpick([choice]),
    });
  }
  for (const { token, line } of ways(naming, view, advice, onpick)) add(token, line);
  return [...groups.values()];
}

/** Whole ways in addition to single steps: "Walk to e5", "Jump to e7", "Leave the maze". */
function ways(
  naming: NamingContext,
  view: AnyView,
  advice: Advice | null,
  onpick: (choices: Choice[]) => void,
): { token: string; line: Group["choices"][number] }[] {
  const found: { token: string; line: Group["choices"][number] }[] = [];
  for (const { token, stops = [], deeds = [] } of advice?.characters ?? []) {
    const ended: Choice[] = view.journey && view.journey.token !== token ? [{ do: "stop" }] : [];
    for (const stop of stops) {
      if (stop.steps < 1 || stop.ends === false || (stop.choices.length === 1 && stop.choices[0]!.do === "step"))
        continue;
      const label = stop.points
        ? t("play.walk-out-points", { points: stop.points })
        : capital(t("play.walk-to", { place: placeName(naming, stop.place, "to") }));
      const spoken = tn("play.walk-spoken", stop.steps, { way: label });
      found.push({
        token,
        line: {
          key: `walk ${stop.place}`,
          label,
          spoken,
          cost: stop.cost,
          onpick: () => onpick([...ended, ...stop.choices]),
        },
      });
    }
    for (const deed of deeds) {
      for (const stop of deed.stops ?? []) {
        const label = landingLabel(naming, deed.do, stop.place);
        const first: Choice[] = view.journey ? [{ do: "stop" }] : [];
        found.push({
          token,
          line: {
            key: `${deed.do} ${stop.place}`,
            label,
            spoken: label,
            cost: stop.cost,
            jump: deed.options?.[0]?.jump,
            onpick: () => onpick([...first, ...stop.choices]),
          },
        });
      }
    }
  }
  return found;
}
