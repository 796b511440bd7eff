// A browser that the server did not let begin as a new person: too many new players came from its network. It plays with the
// tokens of its seats meanwhile and tries again; the seats become the person's as soon as there is one.
import { ApiError } from "./api";

const AGAIN = 5 * 60_000;

class Newcomer {
  /** Does the player have to know? */
  refused = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Beginning has failed; `begin` is tried again later where that was because of too many new players. */
  note(error: unknown, begin: () => Promise<unknown>): void {
    if (!(error instanceof ApiError) || error.reason.code !== "too-many-people") return;
    this.refused = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void begin(), AGAIN);
  }

  /** There is a person now, or the player has read the sentence. */
  settle(): void {
    this.refused = false;
  }
}

export const newcomer = new Newcomer();
