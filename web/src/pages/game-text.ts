// Words about games that several pages use: who plays, how it stands. What names things of the game itself is in
// $lib/words.
import { has, t, tn } from "$lib/i18n.svelte";
import type { GameInfo, ScenarioCard, SeatInfo } from "$lib/protocol";
import { botName, colourName } from "$lib/names";

export {
  botName,
  cardText,
  cardTitle,
  clockText,
  colourName,
  handicapText,
  scenarioOwn,
  scenarioText,
  scenarioTitle,
  switchName,
  switchText,
  switchValue,
} from "$lib/names";

export const gameName = (game: string) => t(game === "card" ? "home.new.card" : "home.new.board");
/** What is to be expected of a bot; of one that an installed package brings nothing is known. */
export const botText = (bot: string) => (has(`setting.bot.${bot}.text`) ? t(`setting.bot.${bot}.text`) : "");

/** What ends a game of this scenario, if nothing else is set. */
export function targetWords(card: ScenarioCard): string {
  if (card.target) return tn("home.new.target.points", card.target);
  return card.turns ? tn("home.new.target.turns", card.turns) : "";
}

/** The name of the player in a seat; nameless players go by their colour. */
export function seatName(seat: SeatInfo): string {
  if (seat.who === "bot") return botName(seat.bot ?? "");
  return seat.name || colourName(seat.colour);
}

/** The others at the table, for one who holds these colours. */
export function opponents(info: GameInfo, held: string[]): string {
  const others = info.seats.filter((seat) => !held.includes(seat.colour) && seat.who !== "open");
  return others.map(seatName).join(", ");
}

/** "2 to 1", own points first. */
export function scoreLine(info: GameInfo, held: string[]): string {
  const order = [...info.seats].sort((a, b) => Number(held.includes(b.colour)) - Number(held.includes(a.colour)));
  return order.map((seat) => String(info.scores[seat.colour] ?? 0)).join(t("home.score.between"));
}

/** How a game stands for one who holds these colours, in one line. */
export function stateLine(info: GameInfo, held: string[], yourTurn: boolean): string {
  if (info.stage === "open") return t("home.continue.open");
  if (info.stage === "given-up") return t("home.continue.given-up");
  if (info.stage === "over") {
    if (!info.winners.length || info.winners.length === info.seats.length) return t("home.continue.drawn");
    if (held.length !== 1) return t("home.continue.over");
    return t(info.winners.includes(held[0] ?? "") ? "home.continue.won" : "home.continue.lost");
  }
  if (yourTurn) return t("home.continue.your-turn");
  const seat = info.seats.find(({ colour }) => colour === info.decider);
  return seat ? t("home.continue.turn-of", { name: seatName(seat) }) : t("home.continue.over");
}
