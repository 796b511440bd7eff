// Conditions of missions as sentences. Each follows from its kind and its number, so text and condition agree.
import { has, t, tn } from "./i18n.svelte";
import { tokenName, type NamingContext } from "./names";
import type { MissionAim } from "./protocol";

export function conditionText(naming: NamingContext | null, { kind, number = 0, token = "" }: MissionAim): string {
  if (token) return t(`missions.condition.${kind}`, { object: naming ? tokenName(naming, token, "object") : "" });
  if (has(`missions.condition.${kind}`)) return t(`missions.condition.${kind}`);
  return number ? tn(`missions.condition.${kind}`, number) : t(`missions.condition.${kind}.none`);
}

/** How far a condition is: "1/2"; empty where nothing is counted. */
export const countText = ({ number = 0, count = 0 }: MissionAim): string => (number ? `${count}/${number}` : "");
