// Games that try a scenario of the workshop, and the work each leads back to.
import { OURS, recall, remember } from "$lib/storage";

const KEY = `${OURS}.tried`;
const MOST = 20;
type Tried = [game: string, work: string];

const kept = (): Tried[] => {
  const found = recall<unknown>(KEY, []);
  return Array.isArray(found) ? (found as Tried[]).filter((one) => Array.isArray(one) && one.length === 2) : [];
};

export function saveTried(game: string, work: string): void {
  remember(KEY, [...kept(), [game, work] satisfies Tried].slice(-MOST));
}

/** The work that a game tries; empty: none. */
export const workTriedBy = (game: string): string => kept().find(([tried]) => tried === game)?.[1] ?? "";
