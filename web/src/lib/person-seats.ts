// Seats that are one's own by who one is: a key and a colour open them instead of a token.
import type { GameInfo } from "./protocol";
import { seatBook, saveSeatBook, seatsOf, type OwnSeat } from "./seats";

/** Between a person's key and the colour that is meant; no token has it. */
const OF = "~";
const isPersons = ({ token }: OwnSeat): boolean => token.includes(OF);

/** All tokens held here, to ask for one's own games; the server knows those of a signed-in person. */
export function allTokens(): string[] {
  return Object.values(seatBook()).flatMap((seats) =>
    seats.filter((seat) => !isPersons(seat)).map((seat) => seat.token),
  );
}

/** Does the server know whose this game is? Then it cannot be forgotten here, only hidden. */
export const isKnown = (game: string): boolean => seatsOf(game).some(isPersons);

/** Hold seats that are one's own by who one is, as on another device. */
export function holdSeats(info: GameInfo, colours: string[], key: string): void {
  const held = seatsOf(info.id);
  const missing = info.seats.filter(
    ({ colour }) => colours.includes(colour) && !held.some((seat) => seat.colour === colour),
  );
  const fresh = missing.map(({ colour, name }) => ({ colour, token: `${key}${OF}${colour}`, name: name ?? "" }));
  if (fresh.length) saveSeatBook({ ...seatBook(), [info.id]: [...held, ...fresh] });
}

/** One is nobody here any more: what the key opened is not held. */
export function forgetPersonSeats(): void {
  const left = Object.entries(seatBook()).map(([game, seats]): [string, OwnSeat[]] => [
    game,
    seats.filter((seat) => !isPersons(seat)),
  ]);
  saveSeatBook(Object.fromEntries(left.filter(([, seats]) => seats.length)));
}
