// What is expected now, as the one sentence that stands on the screen and is read out.

import { t, tn } from "$lib/i18n.svelte";
import { capital, decisionText, deedLabel, tokenName, type NamingContext } from "$lib/names";
import type { InteractionState } from "./context";
import type { AnyView } from "$maze/types";

/** `undoable`: can the last choice be taken back? */
export function promptOf(
  interaction: InteractionState,
  view: AnyView,
  naming: NamingContext,
  placing: (token: string) => string,
  undoable = false,
): string {
  const pending = view.pending.at(-1);
  if (interaction.stage === "over") return t("play.over");
  if (interaction.stage === "act" && !view.ap && !interaction.able.length)
    return t(undoable ? "play.expect.spent-undo" : "play.expect.spent");
  if (interaction.stage === "act") return actingPrompt(interaction, naming);
  if (interaction.decision === "place") return placing(interaction.selected);
  return pending ? decisionText(naming, pending.kind, pending.who) : "";
}

function actingPrompt(interaction: InteractionState, naming: NamingContext): string {
  const { selected, journey, mode, stops } = interaction;
  if (!selected) return t(interaction.able.length ? "play.choose-character" : "play.expect.none");
  const token = capital(tokenName(naming, selected));
  if (mode && mode !== "move") return t("play.expect.aim", { deed: deedLabel(mode.split(" ")[0]!) });
  if (journey && journey.token !== selected) {
    return t("play.expect.journey-other", {
      traveller: capital(tokenName(naming, journey.token)),
      token: tokenName(naming, selected),
    });
  }
  if (journey) return journeyPrompt(interaction, token);
  return t(stops.length || (interaction.known?.stops?.length ?? 0) ? "play.expect.walk" : "play.expect.deed", {
    token,
  });
}

function journeyPrompt({ journey }: InteractionState, token: string): string {
  if (!journey!.canStop) return t("play.expect.journey-on", { token });
  if (!journey!.steps) return t("play.expect.journey-loads", { token });
  return tn("play.expect.journey", journey!.steps, { token });
}
