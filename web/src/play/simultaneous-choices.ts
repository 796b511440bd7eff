// Players who choose in secret at the same time: which events are new to one of them, and who has chosen.

import type { EventView, PendingView, CardPendingView } from "$lib/protocol";

/** Remove from `events` those that the player has already seen. */
export function withoutSeen(events: EventView[], seen: EventView[]): EventView[] {
  const left = seen.map((event) => JSON.stringify(event));
  return events.filter((event) => {
    const at = left.indexOf(JSON.stringify(event));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** The colours that have laid a card while others still choose. `waiting`: the colours that have not chosen. */
export function laidUnseen(pending: (PendingView | CardPendingView)[], waiting: string[]): string[] {
  const asked = pending.filter((one) => one.kind === "combat").map((one) => one.who);
  return waiting.length ? asked.filter((colour) => !waiting.includes(colour)) : [];
}
