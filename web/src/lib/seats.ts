// The seats held in this browser: game -> colours with their tokens. A token is the only key to its seat, so they are
// kept until the game is removed here.
import type { Created, GameInfo } from "./protocol";
import { recall, remember } from "./storage";

export interface OwnSeat {
  colour: string;
  token: string;
  name: string;
}

const KEY = "dungeon-twister.seats";
type Book = Record<string, OwnSeat[]>;

export const seatBook = (): Book => recall<Book>(KEY, {});

/** The seats held in a game, in the order they were taken. */
export function seatsOf(game: string): OwnSeat[] {
  return seatBook()[game] ?? [];
}

/** Every game in which a seat is held here. */
export function gamesHeld(): string[] {
  return Object.keys(seatBook());
}

/** Keep the seats of a game just created or joined; a seat held already is replaced. */
export function saveSeats(created: Created): OwnSeat[] {
  const names = Object.fromEntries(created.info.seats.map((seat) => [seat.colour, seat.name ?? ""]));
  const fresh = created.seats.map(({ colour, token }) => ({ colour, token, name: names[colour] ?? "" }));
  const kept = seatsOf(created.info.id).filter((seat) => !fresh.some(({ colour }) => colour === seat.colour));
  remember(KEY, { ...seatBook(), [created.info.id]: [...kept, ...fresh] });
  return seatsOf(created.info.id);
}

/** Replace the stored seats. */
export const saveSeatBook = (seats: Book): void => remember(KEY, seats);

const HIDDEN = "dungeon-twister.hidden";

/** Games that are not to be listed; their seats stay held. */
export const hiddenGames = (): string[] => recall<string[]>(HIDDEN, []);

export function hideGame(game: string, hidden = true): void {
  remember(HIDDEN, [...hiddenGames().filter((other) => other !== game), ...(hidden ? [game] : [])]);
}

/** Forget a game: it was deleted, or the player clears it away. */
export function forgetGame(game: string): void {
  const { [game]: _, ...others } = seatBook();
  remember(KEY, others);
  hideGame(game, false);
}

/**
 * May the holder of these colours delete a game: because nobody else plays in it, or because it is theirs and has not
 * begun?
 */
export function mayDelete(info: GameInfo, held: string[]): boolean {
  const others = info.seats.some((seat) => seat.who === "person" && !held.includes(seat.colour));
  return !others || (info.stage === "open" && info.seats.some((seat) => seat.maker && held.includes(seat.colour)));
}
