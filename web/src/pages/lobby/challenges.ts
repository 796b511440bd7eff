// The options of a challenge in the lobby, and the filter of challenges. Pure functions.
import type { Challenge, NewGame } from "$lib/protocol";

/** The scenario of each game for which people are paired. */
export const SCENARIOS: Record<string, string> = { board: "base", card: "standard" };
export const CLOCKS = ["off", "rules", "bank:300+5", "bank:900+15", "delay:600/15", "days:3"];
export const LEVELS = ["", "new", "some", "strong"];

export interface Filter {
  game: string;
  players: string;
  clock: string;
  level: string;
}
export const EVERYTHING: Filter = { game: "", players: "", clock: "", level: "" };

/** How many days a clock gives does not matter for finding a game. */
const alike = (clock: string): string => (clock.startsWith("days:") ? "days" : clock);

export function fitting(challenges: Challenge[], filter: Filter): Challenge[] {
  return challenges.filter(
    (one) =>
      (!filter.game || one.game === filter.game) &&
      (!filter.players || one.players === Number(filter.players)) &&
      (!filter.clock || alike(one.clock) === alike(filter.clock)) &&
      (!filter.level || !one.level || one.level === filter.level),
  );
}

/** A challenge for everybody in a room. `colour`: one's own. */
export const challenge = (
  scenario: string,
  colour: string,
  clock: string,
  level: string,
  name: string,
  room: string,
): NewGame => ({
  scenario,
  clock,
  seats: { [colour]: "you" },
  name,
  listed: true,
  level,
  room,
});

/** Does an address of this page mean nothing on other machines? */
export const isLocal = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);
