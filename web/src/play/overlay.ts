// What lies over the maze: the scene of a combat or the choice of the teams. Both can be folded away.

import { partyOf } from "./combat-scene";
import type { AnyView } from "$maze/types";

export type Overlay = "" | "combat" | "team";

export interface OverlayInput {
  view: AnyView;
  looking: string;
  spectating: boolean;
  /** What the viewer has to decide now. */
  decision: string;
  mine: boolean;
  /** Are the cards of a combat turned up? */
  revealed: boolean;
}

export function overlayFor({ view, looking, spectating, decision, mine, revealed }: OverlayInput): Overlay {
  if (revealed) return "combat";
  if (view.over) return "";
  if (["select", "leave-out"].includes(decision)) return "team";
  if (view.pending.at(-1)?.kind === "select" && (!spectating || isOpen(view))) return "team";
  const { combat } = view;
  if (!combat) return "";
  if (["combat", "name"].includes(decision)) return "combat";
  // Something else is asked before cards are laid (one card or two, which side): the table asks it.
  if (mine) return "";
  // Those who have nothing to do with it watch the maze until the cards are turned up.
  return combat.fighters.length && (spectating || partyOf(combat, view, looking)) ? "combat" : "";
}

/** Are the teams known to everybody while they are chosen? */
const isOpen = (view: AnyView): boolean => view.players.every((player) => Array.isArray(player.team));

/** The moment for which a cover may be folded away: it comes back when something new is asked of the viewer. */
export function overlayKey(overlay: Overlay, { view, decision, revealed }: OverlayInput): string {
  if (!overlay || revealed) return "";
  return [overlay, decision || "wait", view.combat?.attacker ?? ""].join(" ");
}
