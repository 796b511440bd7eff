// A new game as the home page puts it together, and what is sent to the server for it. Pure, so that it can be tested.
import type { OpponentCard } from "./api";
import type { NewGame, ScenarioCard } from "./protocol";

export type Opponent = "bot" | "friend" | "screen";

export interface Draft {
  scenario: string;
  /** One's own colour. */
  colour: string;
  /** Who all the others are, unless `seats` says otherwise for one of them. */
  opponent: Opponent;
  bot: string;
  /** Colour -> you, friend or bot:NAME; only for more than two players. */
  seats: Record<string, string>;
  options: Record<string, string>;
  clock: string;
  listed: boolean;
  /** May everybody ask for hints, where people play against each other? */
  hints: boolean;
  /** Colour -> the name of somebody else at this screen. */
  names: Record<string, string>;
}

/** Who sits on a seat: what was chosen for it, or what is chosen for all the others. */
export function sitter(draft: Draft, colour: string): string {
  if (colour === draft.colour) return "you";
  const chosen = draft.seats[colour];
  if (chosen) return chosen;
  return { bot: `bot:${draft.bot}`, friend: "friend", screen: "you" }[draft.opponent];
}

/** Is a seat left for somebody over the net? Then the game waits until it is taken. */
export function needsFriends(draft: Draft, card: ScenarioCard): boolean {
  return card.colours.some((colour) => sitter(draft, colour) === "friend");
}

/** The seats of others at this screen: people who want names of their own. */
export function localSeats(draft: Draft, card: ScenarioCard): string[] {
  return card.colours.filter((colour) => colour !== draft.colour && sitter(draft, colour) === "you");
}

export function needsBots(draft: Draft, card: ScenarioCard): boolean {
  return card.colours.some((colour) => sitter(draft, colour).startsWith("bot:"));
}

/** The draft for another scenario: what does not fit there goes back to its default. */
export function withScenario(draft: Draft, card: ScenarioCard): Draft {
  const known = new Map(card.switches.map((option) => [option.name, option]));
  const fits = ([name, value]: [string, string]) => {
    const option = known.get(name);
    return !!option && (!option.values?.length || option.values.includes(value));
  };
  return {
    ...draft,
    scenario: card.name,
    colour: card.colours.includes(draft.colour) ? draft.colour : (card.colours[0] ?? ""),
    seats: {},
    options: Object.fromEntries(Object.entries(draft.options).filter(fits)),
  };
}

/** A scenario that the player brings along: its text, and what can be chosen in it. */
export interface OwnScenario {
  card: ScenarioCard;
  text: string;
}

/**
 * What the server is asked for. Options that stand at their default are not sent; a clock of days needs people to wait
 * for.
 */
export function newGame(draft: Draft, card: ScenarioCard, name: string, declared = ""): NewGame {
  const defaults = new Map(card.switches.map((option) => [option.name, option.default]));
  const options = Object.fromEntries(
    Object.entries(draft.options).filter(([option, value]) => defaults.has(option) && value !== defaults.get(option)),
  );
  const friends = needsFriends(draft, card);
  return {
    scenario: card.name,
    options,
    clock: draft.clock.startsWith("days:") && !friends ? "off" : draft.clock,
    seats: Object.fromEntries(card.colours.map((colour) => [colour, sitter(draft, colour)])),
    name: name.trim(),
    names: Object.fromEntries(
      localSeats(draft, card)
        .map((colour) => [colour, (draft.names[colour] ?? "").trim()])
        .filter(([, given]) => given),
    ),
    listed: friends && draft.listed,
    hints: friends && draft.hints,
    ...(declared && { declared }),
  };
}

/**
 * The bot suggested: the weakest until a first win, then the one to beat next, or the level in the middle, which plans
 * a whole turn and can be beaten.
 */
function suggestedBot(bots: OpponentCard[], experienced: boolean, toBeat = ""): string {
  const usual = experienced && bots.find(({ name }) => name === (toBeat || "gearwright"));
  return (usual || bots[0])?.name ?? "random";
}

/** The draft with bots that are offered here: a draft of another day may name one that is not. */
export function withBots(draft: Draft, bots: OpponentCard[]): Draft {
  const offered = (bot: string) => bots.some(({ name }) => name === bot);
  const seats = Object.entries(draft.seats).filter(([, who]) => !who.startsWith("bot:") || offered(who.slice(4)));
  return { ...draft, bot: offered(draft.bot) ? draft.bot : suggestedBot(bots, true), seats: Object.fromEntries(seats) };
}

/**
 * The first draft of a visit, started with one click. `experienced`: the player has won before; `toBeat`: the level to
 * beat next, if it is known.
 */
export function firstDraft(cards: ScenarioCard[], bots: OpponentCard[], experienced: boolean, toBeat = ""): Draft {
  const card = suggestedScenario(cards, "board", experienced) ?? cards[0];
  const bot = suggestedBot(bots, experienced, toBeat);
  return {
    scenario: card?.name ?? "",
    colour: card?.colours[0] ?? "",
    opponent: "bot",
    bot,
    seats: {},
    options: {},
    clock: "off",
    listed: false,
    hints: false,
    names: {},
  };
}

/** The scenario suggested when a game is chosen: a short one until a first win. */
export function suggestedScenario(cards: ScenarioCard[], game: string, experienced: boolean): ScenarioCard | undefined {
  const [first, usual] = game === "card" ? ["tutorial-2", "standard"] : ["simplified", "base"];
  return cards.find(({ name }) => name === (experienced ? usual : first)) ?? cards.find((card) => card.game === game);
}
