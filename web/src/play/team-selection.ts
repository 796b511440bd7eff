// The choice of the teams in the Card Game: which cards there are, who has chosen which, and what can be chosen now.

import type { Scene, HistoryStep } from "$lib/protocol";
import { figureOf } from "$lib/names";
import { letterOf } from "./token-looks";
import type { AnyView } from "$maze/types";
import { playerOf } from "./plaques";

/** mutual: every card goes to both; draft: a card taken is lost to the other; frontal: each chooses secretly. */
export type Selection = "mutual" | "draft" | "frontal";

export const selectionOf = (view: AnyView): Selection => (view.options.selection ?? "mutual") as Selection;

export interface TeamPick {
  token: string;
  /** The colour that has chosen it; empty: nobody. */
  by: string;
  /** free: can be chosen now; waiting: could be chosen, but somebody else chooses now; barred: cannot be chosen. */
  state: "free" | "waiting" | "chosen" | "barred";
}

/** Sign -> the colour that has chosen it, as far as the viewer may know. */
function pickers(view: AnyView, steps: HistoryStep[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const player of view.players)
    if (Array.isArray(player.team)) for (const sign of player.team) found.set(sign, player.colour);
  if (selectionOf(view) !== "mutual") return found;
  // Both have the card; the one whose token was named has chosen it.
  for (const { events } of steps) {
    for (const event of events) {
      const picker =
        event.kind === "picked"
          ? view.players.find((player) => event.token?.startsWith(letterOf(player.colour)))
          : undefined;
      if (picker && found.has(event.token!.slice(1))) found.set(event.token!.slice(1), picker.colour);
    }
  }
  return found;
}

/**
 * All cards of the kind that is chosen now, in the order of the scene. Those who watch see them as the first player
 * does.
 */
export function picksOf(view: AnyView, scene: Scene, looking: string, steps: HistoryStep[]): TeamPick[] {
  const open = new Set(view.choices.map((choice) => choice.token ?? ""));
  if (view.pending.at(-1)?.kind !== "select")
    return [...open].filter(Boolean).map((token) => ({ token, by: "", state: "free" }));
  const colour = playerOf(view, looking)?.colour ?? scene.seats[0]!.colour;
  const pending = view.pending.findLast(({ who }) => who === colour) ?? view.pending.at(-1)!;
  const characters = !("about" in pending) || pending.about !== "objects";
  const chosen = pickers(view, steps);
  const mine = open.size > 0;
  const cards = scene.figures.filter((figure) => figure.character === characters);
  return cards.flatMap(({ sign, key }, index): TeamPick[] => {
    const token = letterOf(colour) + sign;
    const by = chosen.get(sign) ?? "";
    if (by) return [{ token, by, state: "chosen" }];
    // Of two copies the second one comes when the first is gone.
    const first = cards.slice(0, index).find((other) => other.key === key);
    if (first && !chosen.has(first.sign)) return [];
    return [{ token, by, state: open.has(token) ? "free" : mine ? "barred" : "waiting" }];
  });
}

/** How many cards of the kind each colour has chosen. */
export function countsOf(picks: TeamPick[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { by } of picks) if (by) counts[by] = (counts[by] ?? 0) + 1;
  return counts;
}

export const isCharacter = (scene: Scene, token: string): boolean => figureOf(scene, token)?.character ?? true;
