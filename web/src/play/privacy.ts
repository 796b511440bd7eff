// One screen, several seats: when may the next player's view follow the last one's without a curtain between them?

import type { CardView, View } from "$lib/protocol";

type AnyView = View | CardView;

/** Decisions that are made unseen by the others. */
const UNSEEN = ["combat", "starters", "lay", "leave-out"];

/** Is the next decision one nobody else may watch? */
export function privateMoment(view: AnyView): boolean {
  return UNSEEN.includes(view.pending.at(-1)?.kind ?? "");
}

/** Do two seats see the very same? Then neither has anything to hide from the other. */
export function sameSight(one: AnyView, other: AnyView): boolean {
  const bare = (view: AnyView) => JSON.stringify({ ...view, viewer: "", choices: [] });
  return bare(one) === bare(other);
}
