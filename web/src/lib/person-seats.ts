// Seats of a known person: the person's key and a colour open them instead of a token.
import type { GameInfo } from "./protocol";
import { seatBook, saveSeatBook, seatsOf, type OwnSeat } from "./seats";

/** Separates a person's key from the colour of the seat; no token contains it. */
const OF = "~";
const isPersons = ({ token }: OwnSeat): boolean => token.includes(OF);

/** All tokens in this browser, to list its games. The server itself knows the games of a signed-in person. */
export function allTokens(): string[] {
  return Object.values(seatBook()).flatMap((seats) =>
    seats.filter((seat) => !isPersons(seat)).map((seat) => seat.token),
  );
}

/** Does the server know whose this game is? Then it cannot be forgotten here, only hidden. */
export const isKnown = (game: string): boolean => seatsOf(game).some(isPersons);

/** Store the seats of a known person, for example from another device. */
export function holdSeats(info: GameInfo, colours: string[], key: string): void {
  const held = seatsOf(info.id);
  const missing = info.seats.filter(
    ({ colour }) => colours.includes(colour) && !held.some((seat) => seat.colour === colour),
  );
  const fresh = missing.map(({ colour, name }) => ({ colour, token: `${key}${OF}${colour}`, name: name ?? "" }));
  if (fresh.length) saveSeatBook({ ...seatBook(), [info.id]: [...held, ...fresh] });
}

/** Forget the seats of the person after signing out. */
export function forgetPersonSeats(): void {
  const left = Object.entries(seatBook()).map(([game, seats]): [string, OwnSeat[]] => [
    game,
    seats.filter((seat) => !isPersons(seat)),
  ]);
  saveSeatBook(Object.fromEntries(left.filter(([, seats]) => seats.length)));
}
