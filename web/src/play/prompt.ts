// What is expected now, as the one sentence that stands on the screen and is read out.

import { t, tn } from "$lib/i18n.svelte";
import { capital, decisionText, deedLabel, tokenName, type Telling } from "$lib/names";
import type { Expectation } from "./context";
import type { AnyView } from "./token-looks";

/** `undoable`: can the last choice be taken back? */
export function promptOf(
  expected: Expectation,
  view: AnyView,
  telling: Telling,
  placing: (token: string) => string,
  undoable = false,
): string {
  const pending = view.pending.at(-1);
  if (expected.stage === "over") return t("play.over");
  if (expected.stage === "act" && !view.ap && !expected.able.length)
    return t(undoable ? "play.expect.spent-undo" : "play.expect.spent");
  if (expected.stage === "act") return actingPrompt(expected, telling);
  if (expected.decision === "place") return placing(expected.selected);
  return pending ? decisionText(telling, pending.kind, pending.who) : "";
}

function actingPrompt(expected: Expectation, telling: Telling): string {
  const { selected, journey, mode, stops } = expected;
  if (!selected) return t(expected.able.length ? "play.choose-character" : "play.expect.none");
  const token = capital(tokenName(telling, selected));
  if (mode && mode !== "move") return t("play.expect.aim", { deed: deedLabel(mode.split(" ")[0]!) });
  if (journey && journey.token !== selected) {
    return t("play.expect.journey-other", {
      traveller: capital(tokenName(telling, journey.token)),
      token: tokenName(telling, selected),
    });
  }
  if (journey) return journeyPrompt(expected, token);
  return t(stops.length || (expected.known?.stops?.length ?? 0) ? "play.expect.walk" : "play.expect.deed", { token });
}

function journeyPrompt({ journey }: Expectation, token: string): string {
  if (!journey!.canStop) return t("play.expect.journey-on", { token });
  if (!journey!.steps) return t("play.expect.journey-loads", { token });
  return tn("play.expect.journey", journey!.steps, { token });
}
