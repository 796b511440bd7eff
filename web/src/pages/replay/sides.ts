// Whose mistakes are offered to be played again.
import type { GameAnalysis } from "$lib/protocol";

/** The own sides with a turn that gave much away; if no side is one's own, all sides with such a turn. */
export function sidesToLearnFrom({ turns, colours }: GameAnalysis, own: string[]): string[] {
  const faulty = new Set(
    turns
      .filter(({ mark, missed_win }) => missed_win || mark === "mistake" || mark === "blunder")
      .map(({ player }) => player),
  );
  const sides = own.filter((colour) => colours.includes(colour));
  return (sides.length ? sides : colours).filter((colour) => faulty.has(colour));
}
