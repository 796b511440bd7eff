// So that nobody loses a seat with a browser's storage: the browser is asked to keep it, and a passkey or a recovery
// code is offered once.
import { people } from "./people-api";
import { personKey } from "./person";
import type { GameInfo } from "./protocol";
import { recall, remember } from "./storage";

const ASKED = "dungeon-twister.storage-asked";
const OFFERED = "dungeon-twister.safety-offered";
const CLAIMS = "dungeon-twister.claims";

/** Whether people play in this game whose seats this browser does not hold. */
export const hasOtherPlayers = (info: GameInfo, held: string[]): boolean =>
  held.length > 0 && info.seats.some((seat) => seat.who === "person" && !held.includes(seat.colour));

/** Ask the browser once to make its storage persistent; it may ask the player. */
export async function persistStorage(): Promise<void> {
  if (recall(ASKED, false)) return;
  remember(ASKED, true);
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {
    // Old browsers and insecure pages cannot.
  }
}

/** Is this the time to offer a passkey or a recovery code? Only once, and never to somebody who has one. */
export async function shouldOfferRecovery(): Promise<boolean> {
  const key = personKey();
  if (!key || recall(OFFERED, false)) return false;
  try {
    const me = await people.me(key);
    if (!me.passkeys?.length && !me.recovery_code) return true;
    noteRecoveryOffered();
  } catch {
    // Another time.
  }
  return false;
}

export const noteRecoveryOffered = (): void => remember(OFFERED, true);

/** The seat that this browser has asked the players of a game for; empty: none. */
export const claimed = (game: string): string => recall<Record<string, string>>(CLAIMS, {})[game] ?? "";

export function noteClaim(game: string, colour: string): void {
  const { [game]: _, ...others } = recall<Record<string, string>>(CLAIMS, {});
  remember(CLAIMS, colour ? { ...others, [game]: colour } : others);
}
