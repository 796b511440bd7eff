// A walk of a plan in one sentence: where it leads, and what is taken, put down or handed over on the way, in order.
// The same as presentation/i18n/walks.py for the terminal. The words are in the catalogue `analysis`.

import { t } from "$lib/i18n.svelte";
import type { Choice } from "$lib/protocol";
import { capital, placeName, tokenName, type NamingContext } from "$lib/names";

const JOURNEYS = ["move", "jump", "wall"];
const HANDLING = ["take", "drop", "swap", "give", "rob"];
/** Choices inside a journey. */
const UNDER_WAY = ["step", ...HANDLING, "stop"];
const travels = ({ do: verb }: Choice): boolean => JOURNEYS.includes(verb) || UNDER_WAY.includes(verb);

/** The choices of a plan as whole actions: a journey with all that belongs to it, or a single choice. */
export function actionsOf(choices: Choice[]): Choice[][] {
  const found: Choice[][] = [];
  for (const choice of choices) {
    const last = found.at(-1);
    if (last && UNDER_WAY.includes(choice.do) && travels(last[0]!)) last.push(choice);
    else found.push([choice]);
  }
  return found;
}

/**
 * A journey in a sentence without its full stop; empty if the action is none. `walker` travels in a journey that has
 * begun before; without `stops` the end is left out.
 */
export function walkText(naming: NamingContext, action: Choice[], { walker = "", stops = true } = {}): string {
  const [first] = action;
  if (!first || !travels(first)) return "";
  const begun = JOURNEYS.includes(first.do) && !first.zone; // a jump of the Card Game names its landing itself
  const phrases = action.flatMap((choice, at) => {
    if (choice.do === "step") {
      if (action[at + 1]?.do === "step") return [];
      return [
        t(`analysis.hint.walk.${begun ? first.do : "move"}`, {
          to: placeName(naming, choice.square || choice.zone || "out", "to"),
        }),
      ];
    }
    return HANDLING.includes(choice.do) || (choice.do === "stop" && (stops || action.length === 1))
      ? [handled(naming, choice)]
      : [];
  });
  if (!phrases.length) return "";
  const deeds =
    phrases.length > 1 ? `${phrases.slice(0, -1).join(", ")} ${t("game.list.and")} ${phrases.at(-1)}` : phrases[0]!;
  return capital(t("analysis.hint.walk", { token: tokenName(naming, (begun ? first.token : walker) ?? ""), deeds }));
}

/** What is done with a load, or that the journey ends. */
function handled(naming: NamingContext, { do: verb, token = "", target = "", item = "" }: Choice): string {
  const more =
    (verb === "drop" && token) || (verb === "rob" && item) ? "-item" : verb === "swap" && target ? "-items" : "";
  const load = verb === "rob" ? item : token;
  return t(`analysis.hint.walk.${verb}${more}`, {
    token: target && tokenName(naming, target),
    target: load && tokenName(naming, load, "object"),
    got: target && tokenName(naming, target, "object"),
    receiver: target && tokenName(naming, target, "to"),
  });
}
