// What an analysis tells, in sentences, as `words/reasons.py` has them for the terminal. The words are in the catalogue `analysis`.

import { t, tn } from "$lib/i18n";
import type { PlanReason } from "$lib/protocol";
import { capital, tokenName, type Telling } from "$lib/words";

/** Sentences that depend on a number of action points. */
const COUNTED = new Set(["opens", "closes", "nearer", "blocks"]);

/** Why a plan is good, or what is wrong with it. */
export function reasonText(telling: Telling, reason: PlanReason): string {
  const numbers = reason.numbers ?? {};
  const [first, second] = (reason.pieces ?? []).filter(Boolean);
  const values: Record<string, string | number> = { points: numbers.points ?? 0, percent: numbers.percent ?? 0 };
  if (first) Object.assign(values, { token: tokenName(telling, first), object: tokenName(telling, first, "object") });
  if (second) {
    Object.assign(values, { target: tokenName(telling, second, "object"), "foe-to": tokenName(telling, second, "to"), "foe-of": tokenName(telling, second, "of") });
  }
  if (COUNTED.has(reason.kind)) return capital(tn(`analysis.reason.${reason.kind}`, numbers.steps ?? 0, values));
  const with_ = reason.kind === "leaves" && second ? "leaves-with" : reason.kind === "reveals" && numbers.own ? "reveals-own" : reason.kind;
  return capital(t(`analysis.reason.${with_}`, values));
}
