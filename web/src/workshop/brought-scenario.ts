// A scenario of one's own on its way to the panel where a game is put together.
import type { OwnScenario } from "$lib/new-game-draft";

let waiting: OwnScenario | null = null;

export function bringScenario(own: OwnScenario): void {
  waiting = own;
}

/** The scenario that was brought, once. */
export function takeScenario(): OwnScenario | null {
  const taken = waiting;
  waiting = null;
  return taken;
}
