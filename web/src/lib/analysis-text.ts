// Sentences of an analysis: reasons, nudges and threats, as in `presentation/i18n/reasons.py` for the terminal. The
// catalogue `analysis` has the words; it is loaded on demand.

import { listing, t, tn } from "$lib/i18n.svelte";
import type { ExitThreat, FightView, Hint, PlanReason, Threat, Threats, TurnView } from "$lib/protocol";
import { capital, playerName, tokenName, type NamingContext } from "$lib/names";

/** Sentences that depend on a number of action points. */
const COUNTED = new Set(["opens", "closes", "nearer", "blocks"]);

/** Why a plan is good, or what is wrong with it. */
export function reasonText(naming: NamingContext, reason: PlanReason): string {
  const numbers = reason.numbers ?? {};
  const [first, second] = (reason.pieces ?? []).filter(Boolean);
  const values: Record<string, string | number> = { points: numbers.points ?? 0, percent: numbers.percent ?? 0 };
  if (first) Object.assign(values, { token: tokenName(naming, first), object: tokenName(naming, first, "object") });
  if (second) {
    Object.assign(values, {
      target: tokenName(naming, second, "object"),
      "foe-to": tokenName(naming, second, "to"),
      "foe-of": tokenName(naming, second, "of"),
    });
  }
  if (COUNTED.has(reason.kind)) return capital(tn(`analysis.reason.${reason.kind}`, numbers.steps ?? 0, values));
  const with_ =
    reason.kind === "leaves" && second
      ? "leaves-with"
      : reason.kind === "reveals" && numbers.own
        ? "reveals-own"
        : reason.kind;
  return capital(t(`analysis.reason.${with_}`, values));
}

/** A hint in as many sentences as its grade has: what kind of thing, who, why. */
export function hintText(naming: NamingContext, hint: Hint): string[] {
  const sentences = [t(`analysis.nudge.${hint.nudge.kind}`)];
  if (hint.piece) sentences.push(t("analysis.nudge.piece", { object: tokenName(naming, hint.piece, "object") }));
  if (hint.plan?.reason) sentences.push(reasonText(naming, hint.plan.reason));
  return sentences;
}

/** The name of the mistake in a turn; empty if there is none. */
export function markText(turn: TurnView): string {
  if (turn.missed_win) return t("analysis.mark.missed-win");
  return turn.mark ? t(`analysis.mark.${turn.mark}`) : "";
}

/** How likely it was that the winner of a combat would win; 1 where nobody knows. */
export function luckOf({ winner, odds = [], attacker }: FightView): number {
  if (!winner || !odds.length) return 1;
  return (winner === attacker ? odds[0] : odds[2]) ?? 1;
}

/** A combat with its luck. */
export function fightText(naming: NamingContext, fight: FightView): string {
  const values = {
    turn: fight.turn,
    attackers: fight.attackers.map((token) => tokenName(naming, token)).join(", "),
    defenders: fight.defenders.map((token) => tokenName(naming, token, "object")).join(", "),
    winner: fight.winner ? playerName(naming, fight.winner) : "",
  };
  if (!fight.odds?.length) return t(fight.winner ? "analysis.fight.open" : "analysis.fight.nobody", values);
  if (!fight.winner) return t("analysis.fight.tie", { ...values, percent: Math.round(100 * (fight.odds[1] ?? 0)) });
  return t("analysis.fight.won", { ...values, percent: Math.round(100 * luckOf(fight)) });
}

/** Whom somebody could beat, and who could get out, the worst first. */
export function threatText(naming: NamingContext, { attacks = [], exits = [] }: Threats): string[] {
  const sentences = [...exits.filter((exit) => exit.wins).map((exit) => exitText(naming, exit))];
  sentences.push(
    ...attacks.map((attack) => attackText(naming, attack)),
    ...exits.filter((exit) => !exit.wins).map((exit) => exitText(naming, exit)),
  );
  return sentences.length ? sentences : [t("analysis.threat.none")];
}

function attackText(naming: NamingContext, { attackers, token, percent, fatal }: Threat): string {
  const values = {
    attackers: listing(attackers.map((one) => tokenName(naming, one))),
    object: tokenName(naming, token, "object"),
    percent,
  };
  return capital(tn(fatal ? "analysis.threat.kills" : "analysis.threat.beats", attackers.length, values));
}

function exitText(naming: NamingContext, { token, points, wins }: ExitThreat): string {
  return capital(
    t(wins ? "analysis.threat.wins" : "analysis.threat.leaves", { token: tokenName(naming, token), points }),
  );
}
