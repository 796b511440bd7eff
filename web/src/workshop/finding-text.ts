// Findings of the workshop in the player's language.
import { has, t, tn } from "$lib/i18n.svelte";
import type { Finding } from "$lib/protocol";

export const isError = ({ severity }: Finding): boolean => severity === "error";
export const hasErrors = (findings: readonly Finding[]): boolean => findings.some(isError);

/** The sentence of a finding; one that a later server has keeps its code. */
export function findingText({ code, values = {} }: Finding): string {
  const key = `workshop.finding.${code}`;
  const { count } = values;
  if (typeof count === "number" && has(`${key}.other`)) return tn(key, count, values);
  return has(key) ? t(key, values) : code;
}
