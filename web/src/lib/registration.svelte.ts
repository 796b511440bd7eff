// A browser that the server did not let begin as a new person: too many new players came from its network. It plays
// with the tokens of its seats meanwhile and tries again; the seats become the person's as soon as there is one.
import { ApiError } from "./api";

const AGAIN = 5 * 60_000;
let timer = 0;

/** `refused`: does the player have to know? */
export const registration = $state({ refused: false });

/** Beginning has failed; `begin` is tried again later where that was because of too many new players. */
export function noteRefusal(error: unknown, begin: () => Promise<string>): void {
  if (!(error instanceof ApiError) || error.reason.code !== "too-many-people") return;
  registration.refused = true;
  clearTimeout(timer);
  timer = setTimeout(
    () => void begin().then((key) => key && (registration.refused = false)),
    AGAIN,
  ) as unknown as number;
}
