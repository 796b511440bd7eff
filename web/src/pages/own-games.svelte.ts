// The games of this browser's seats, as the server knows them.
import { ownGames } from "$lib/person";
import type { OwnGame } from "$lib/protocol";
import { hiddenGames } from "$lib/seats";

export class OwnGames {
  games: OwnGame[] = $state.raw([]);
  /** Those the player does not want to see. */
  hidden: OwnGame[] = $state.raw([]);
  /** Those that can be gone on with, the ones that wait for oneself first. */
  running = $derived(runningFirst(this.games).filter(({ info }) => ["open", "playing"].includes(info.stage)));
  /** Asked once at least. */
  known = $state(false);
  trouble: unknown = $state.raw(null);

  async refresh(): Promise<void> {
    try {
      const all = await ownGames();
      const hidden = hiddenGames();
      this.games = all.filter(({ info }) => !hidden.includes(info.id));
      this.hidden = all.filter(({ info }) => hidden.includes(info.id));
      this.trouble = null;
    } catch (error) {
      this.trouble = error;
    }
    this.known = true;
  }
}

/** Those that wait for oneself first, then the ones last played. */
export function runningFirst(games: OwnGame[]): OwnGame[] {
  const rank = ({ info, your_turn }: OwnGame) =>
    your_turn && info.stage === "playing" ? 0 : info.stage === "playing" ? 1 : info.stage === "open" ? 2 : 3;
  return [...games].sort((a, b) => rank(a) - rank(b) || b.info.changed - a.info.changed);
}
