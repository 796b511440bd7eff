// Several choose at the same time, unseen by each other: what one has seen already, and who has chosen.

import type { EventView, PendingView, CardPendingView } from "$lib/protocol";

/** What happened without what a player has seen already when he chose it. */
export function withoutSeen(events: EventView[], seen: EventView[]): EventView[] {
  const left = seen.map((event) => JSON.stringify(event));
  return events.filter((event) => {
    const at = left.indexOf(JSON.stringify(event));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** The colours that have laid a card unseen while others choose theirs. `waiting`: who has not chosen. */
export function laidUnseen(pending: (PendingView | CardPendingView)[], waiting: string[]): string[] {
  const asked = pending.filter((one) => one.kind === "combat").map((one) => one.who);
  return waiting.length ? asked.filter((colour) => !waiting.includes(colour)) : [];
}
