// What the page about strategy picks out of the numbers that the server hands it, and those measured in matches.
import type { PieceValue } from "$lib/protocol";

/**
 * Measured: docs/data/ratings.md and training/README.md have them, and a test holds these to them. Shares are in
 * percent.
 */
export const MEASURED = {
  board: { games: 3486, with: 58.6, without: 87.8 },
  card: { games: 5042, with: 96.2, without: 84.5 },
  wins: { winnable: 395, won: 388 },
  nodes: { few: 141, many: 34517 },
} as const;

/** Weights of the evaluation that a player can use, the dearest first. */
export const WORTHS = ["fireball", "card6", "potion", "card3", "armor", "jump", "point", "card1"] as const;

const MANY = 12;
const [BEST, WORST, ROWS] = [6, 4, 10];

/** The characters by what they add as starters; of many only the best and the worst. */
export function startersOf(pieces: readonly PieceValue[]): PieceValue[] {
  const all = pieces
    .filter((piece) => piece.starter !== undefined && piece.starter !== null)
    .sort((one, other) => other.starter! - one.starter!);
  return all.length > MANY ? [...all.slice(0, BEST), ...all.slice(-WORST)] : all;
}

const spread = ({ hidden }: PieceValue): number => Math.max(...hidden) - Math.min(...hidden);

/** The pieces for which it matters most where they lie. */
export const hiddenOf = (pieces: readonly PieceValue[]): PieceValue[] =>
  [...pieces].sort((one, other) => spread(other) - spread(one)).slice(0, ROWS);
