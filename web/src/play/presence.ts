// Who is away, for how long, and when a bot may play on for them.

import { t, tn } from "$lib/i18n.svelte";
import type { GameInfo } from "$lib/protocol";

/** Times are milliseconds on this browser's own clock. */
export interface Absence {
  /** Since when this person has not been connected; 0: they are connected. */
  since: number;
  /** From when on the others may ask for a bot; nothing: the game does not allow it now. */
  botAt?: number;
}

/** Seat -> absence, for all people of a game that are away or may be replaced by a bot. */
export function absencesOf(info: GameInfo, now: number): Record<string, Absence> {
  const people = info.stage === "playing" ? info.seats.filter((seat) => seat.who === "person") : [];
  return Object.fromEntries(
    people
      .filter(({ online, bot_in: wait = -1 }) => !online || wait >= 0)
      .map(({ colour, online, away = 0, bot_in: wait = -1 }) => [
        colour,
        { since: online ? 0 : now - away * 1000, ...(wait >= 0 && { botAt: now + wait * 1000 }) },
      ]),
  );
}

const MINUTE = 60_000;

/** "Ben has been away for 3 minutes"; without a number in the first minute. */
export function awayText(player: string, since: number, now: number): string {
  const minutes = Math.floor((now - since) / MINUTE);
  if (minutes < 1) return t("play.is-away", { player });
  if (minutes < 120) return tn("play.away-minutes", minutes, { player });
  if (minutes < 48 * 60) return tn("play.away-hours", Math.floor(minutes / 60), { player });
  return tn("play.away-days", Math.floor(minutes / (24 * 60)), { player });
}
