// Made by `npm run types` from the server's schema. Do not edit.
// Schema: a6798371acf78958f2f1b54b81633c784d9eab5f4d8ad32b10d023acdc6ff605

export interface Protocol {
  fromClient?:
    | Hello
    | Look
    | Do
    | Undo
    | Fill
    | Resign
    | DrawOffer
    | TakeBack
    | StandIn
    | Agree
    | AnswerClaim
    | Vacation
    | LayPlan
    | Say
    | Ask
    | AskHistory
    | Ping;
  fromServer?:
    | Welcome
    | Update
    | Changed
    | Choosing
    | CommandAnswer
    | Advised
    | History
    | News
    | Planned
    | Said
    | Pong
    | ErrorMessage;
}
/**
 * The first message of a socket.
 *
 * - `seats`: tokens of the client's seats; empty to watch.
 * - `since`: last version that the client has seen; -1 for none.
 * - `differences`: accept `Changed` instead of `Update`.
 * - `choosing`: accept `Choosing` instead of `Welcome` during simultaneous choices.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Hello".
 */
export interface Hello {
  type: "hello";
  seats?: string[];
  since?: number;
  differences?: boolean;
  choosing?: boolean;
}
/**
 * Ask for the current state. The server sends a `Welcome`.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Look".
 */
export interface Look {
  type: "look";
  id?: string;
}
/**
 * Make choices for a seat. Either all of them are made, or none.
 *
 * - `choices`: structs as in the view, or lines of notation.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Do".
 */
export interface Do {
  type: "do";
  id: string;
  seat: string;
  version: number;
  choices: (string | Choice)[];
}
/**
 * A choice as a named, JSON-able struct, which is never changed. Only the fields of its kind are set.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Choice".
 */
export interface Choice {
  do: string;
  token?: string;
  target?: string;
  square?: string;
  place?: string;
  turn?: string;
  side?: string;
  room?: string;
  quarters?: number;
  value?: number;
  pair?: string;
  player?: string;
  item?: string;
  zone?: string;
  column?: string;
  letter?: string;
  second?: number;
  free?: boolean;
  line?: string;
}
/**
 * Take back the last choices of a seat, as far as the rules allow it.
 *
 * - `steps`: number of choices.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Undo".
 */
export interface Undo {
  type: "undo";
  id: string;
  seat: string;
  version: number;
  steps?: number;
}
/**
 * Let the server make the remaining choices of this stage of the setup.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Fill".
 */
export interface Fill {
  type: "fill";
  id: string;
  seat: string;
  version: number;
}
/**
 * Resign the game.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Resign".
 */
export interface Resign {
  type: "resign";
  id: string;
  seat: string;
}
/**
 * Offer a draw, or answer an offer.
 *
 * - `answer`: `offer`, `accept` or `decline`.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "DrawOffer".
 */
export interface DrawOffer {
  type: "draw";
  id: string;
  seat: string;
  answer: string;
}
/**
 * Ask the other players to take back the last action of this seat and everything after it (docs/time.md).
 *
 * - `turn`: take back the whole last turn of the seat.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "TakeBack".
 */
export interface TakeBack {
  type: "take-back";
  id: string;
  seat: string;
  turn?: boolean;
}
/**
 * Ask the other players to let a bot play on for an absent player.
 *
 * - `colour`: seat of the absent player.
 * - `bot`: name of the bot.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StandIn".
 */
export interface StandIn {
  type: "stand-in";
  id: string;
  seat: string;
  colour: string;
  bot: string;
}
/**
 * Answer the request of another player, or withdraw one's own.
 *
 * - `answer`: `agree`, `refuse` or `withdraw`.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Agree".
 */
export interface Agree {
  type: "agree";
  id: string;
  seat: string;
  answer: string;
}
/**
 * Answer a request for a seat.
 *
 * - `answer`: `agree` or `refuse`.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "AnswerClaim".
 */
export interface AnswerClaim {
  type: "claim";
  id: string;
  seat: string;
  answer: string;
}
/**
 * Stop the clock of a seat in a game with days.
 *
 * - `days`: length of the vacation from now on; 0 ends it.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Vacation".
 */
export interface Vacation {
  type: "vacation";
  id: string;
  seat: string;
  days: number;
}
/**
 * Replace the plan of a seat. Its choices are made one after the other as soon as the seat has to decide.
 *
 * - `choices`: planned choices; empty to delete the plan.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "LayPlan".
 */
export interface LayPlan {
  type: "plan";
  id: string;
  seat: string;
  choices?: (string | Choice)[];
}
/**
 * Write a line of chat.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Say".
 */
export interface Say {
  type: "say";
  id: string;
  seat: string;
  text: string;
}
/**
 * Ask for advice, or for the reason why a choice is refused.
 *
 * - `about`: the refused choice, which may also be a `move` with its final `square` or `zone`.
 *   Empty: advice for the current decision.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Ask".
 */
export interface Ask {
  type: "ask";
  id: string;
  seat: string;
  about?: string | Choice;
}
/**
 * Ask for the past events of a game, as a seat may know them.
 *
 * - `seat`: the seat; empty for a spectator.
 * - `before`: return only steps before this version; 0 for the latest steps.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "AskHistory".
 */
export interface AskHistory {
  type: "history";
  id: string;
  seat?: string;
  before?: number;
}
/**
 * Ask for a `Pong`.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Ping".
 */
export interface Ping {
  type: "ping";
  id?: string;
}
/**
 * The complete current state. The server sends it after `Hello` and whenever the client must start afresh.
 *
 * - `sights`: one view for each held seat, or that of a spectator.
 * - `plans`: plans of the held seats by colour.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Welcome".
 */
export interface Welcome {
  type: "welcome";
  info: GameInfo;
  version: number;
  sights: Sight[];
  clock?: Clock | null;
  chat?: ChatLine[];
  plans?: {
    [k: string]: MovePlan;
  };
}
/**
 * Public information about a game.
 *
 * - `id`: identifier in addresses.
 * - `code`: short code for joining.
 * - `game`: `board` or `card`.
 * - `scenario`, `title`, `options`: the scenario and the options of its rules.
 * - `clock`: `off`, `rules`, `days:N`, `bank:SECONDS+INCREMENT` or `delay:SECONDS/FREE`.
 * - `stage`: `open` (has free seats), `playing`, `over` or `given-up`.
 * - `version`: number of entries in the log of the game.
 * - `turn`: number of the turn.
 * - `decider`: colour that has to decide; empty if none.
 * - `seats`: seats in the order of play.
 * - `scores`: victory points by colour.
 * - `target`: victory points that win the game.
 * - `winners`: colours that have won.
 * - `created`, `changed`: times in seconds since 1970.
 * - `draw_offers`: colours that offer a draw.
 * - `rematch`: id of the next game of these players.
 * - `listed`: the game is in the public list.
 * - `chance`: `sealed` (nobody can know the seed), `known` (the host chose it) or `old` (made before there were commitments).
 * - `commitment`: SHA-256 of the secret. The secret is published at the end of the game.
 * - `reason`: reason of the end: `target`, `stall`, `resigned`, `draw`, `time`, ...
 * - `hints`: each player may ask for hints and threats, although several people play.
 * - `talk`: for silent allies (TEAM-18), seconds for which a colour may still write. A colour without an entry may always
 *   write.
 * - `wish`: current request of a player to the others.
 * - `claim`: current request for a seat.
 * - `from_position`: the game started from a position, so its host may know hidden facts of the start.
 * - `level`: intended players, as chosen by the host: `new`, `some` or `strong`.
 * - `watching`: number of connected spectators.
 * - `waiting`: during simultaneous choices, the colours that have not chosen yet, including `decider`.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "GameInfo".
 */
export interface GameInfo {
  id: string;
  code: string;
  game: string;
  scenario: string;
  title: string;
  options: {
    [k: string]: string;
  };
  clock: string;
  stage: string;
  version: number;
  turn: number;
  decider: string;
  seats: SeatInfo[];
  scores: {
    [k: string]: number;
  };
  target: number;
  winners: string[];
  created: number;
  changed: number;
  draw_offers?: string[];
  rematch?: string;
  listed?: boolean;
  chance?: string;
  commitment?: string;
  reason?: string;
  hints?: boolean;
  talk?: {
    [k: string]: number;
  };
  wish?: PlayerRequest | null;
  claim?: SeatClaim | null;
  from_position?: boolean;
  level?: string;
  watching?: number;
  waiting?: string[];
}
/**
 * A seat of a game and its occupant.
 *
 * - `who`: `person`, `bot`, or `open` for a free seat. A free seat with a name is reserved for that person.
 * - `name`: display name of the person.
 * - `bot`: name of the bot.
 * - `online`: the person is connected.
 * - `team`: team of the colour, empty without teams.
 * - `maker`: the occupant is the host of the game.
 * - `away`: seconds since the person disconnected.
 * - `bot_in`: seconds until the others may ask for a bot to play on; -1 if the rules of this game do not allow it.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SeatInfo".
 */
export interface SeatInfo {
  colour: string;
  who: string;
  name?: string;
  bot?: string;
  online?: boolean;
  team?: string;
  maker?: boolean;
  away?: number;
  bot_in?: number;
}
/**
 * A request of one player to the others. It is granted when all of them have agreed.
 *
 * - `kind`: `take-back` or `stand-in`.
 * - `who`: colour of the player who asks.
 * - `at`: first version that is taken back. For a stand-in after a resignation, the version to return to.
 * - `agreed`: colours that have agreed.
 * - `colour`: for `stand-in`, the seat of the absent player.
 * - `bot`: for `stand-in`, the bot that plays on.
 * - `turn`: for `take-back`, the whole last turn of `who` instead of the last action.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PlayerRequest".
 */
export interface PlayerRequest {
  kind: string;
  who: string;
  at?: number;
  agreed?: string[];
  colour?: string;
  bot?: string;
  turn?: boolean;
}
/**
 * A request for a seat by a person who has lost its key. All other people who play must agree.
 * The holder of the seat may refuse.
 *
 * - `colour`: the seat.
 * - `name`: name given by the person who asks.
 * - `until`: end of the request, in seconds since 1970.
 * - `agreed`: colours that have agreed.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SeatClaim".
 */
export interface SeatClaim {
  colour: string;
  name: string;
  until: number;
  agreed?: string[];
}
/**
 * The current view of one viewer.
 *
 * - `viewer`: colour of a held seat, or `spectator`.
 * - `view`: the view.
 * - `undo`: line of notation that the viewer may take back; empty for none.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Sight".
 */
export interface Sight {
  viewer: string;
  view: View | CardView;
  undo?: string;
}
/**
 * Everything that a viewer may know of a board game at one moment.
 *
 * - `doors`: owners of the small lines; `nobody` for none (DOOR-9).
 * - `apex`: place of the apex (PYR-6).
 * - `raised`: the apex is raised (PYR-15).
 * - `elevator`: name of the sliding room (ELEV-9).
 * - `declared`: text of a scenario that is not built in.
 * - `standstill`: number of turns without progress after which the game ends, if they are few (STALL-6).
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "View".
 */
export interface View {
  game: "board";
  viewer: string;
  scenario: string;
  options: {
    [k: string]: string;
  };
  turn: number;
  active: string;
  ap: number;
  highest: number;
  shown: boolean;
  progress: boolean;
  pending: PendingView[];
  players: PlayerView[];
  rooms: RoomView[];
  rooms_left: string[];
  tokens: TokenView[];
  out: string[];
  gone: string[];
  journey: JourneyView | null;
  combat: CombatView | null;
  reached: string[];
  resigned: string[];
  over: boolean;
  winners: string[];
  choices: Choice[];
  doors?: {
    [k: string]: string;
  };
  apex?: string;
  raised?: boolean;
  elevator?: string;
  declared?: string;
  standstill?: number;
}
/**
 * A decision on the stack. The last one is made first.
 *
 * - `kind`: kind of decision.
 * - `who`: colour that decides, or `chance`.
 * - `argument`: number that belongs to the decision.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PendingView".
 */
export interface PendingView {
  kind: string;
  who: string;
  argument: number;
}
/**
 * A player as the viewer sees them.
 *
 * - `combat`, `combat_count`: combat cards at hand; null if only their number is known.
 * - `used`, `used_count`: used combat cards; null if only their number is known.
 * - `team`: team; empty without teams.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PlayerView".
 */
export interface PlayerView {
  colour: string;
  vp: number;
  actions: number[];
  last: number;
  combat: number[] | null;
  combat_count: number;
  used: number[] | null;
  used_count: number;
  jumps: number;
  idle: number;
  supply: string[];
  spare: string[];
  team?: string;
}
/**
 * A room on its place.
 *
 * - `name`: name; empty for a face-down room.
 * - `under`: tokens that lie on a face-down room or wait to be placed.
 * - `capacity`: with three and four players, number of tokens on the room in the setup; -1 if it does not apply.
 * - `kind`: kind of tokens that the room takes (KIND-1).
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "RoomView".
 */
export interface RoomView {
  place: string;
  x: number;
  y: number;
  name: string;
  quarters: number;
  gates: string[];
  under: string[];
  capacity?: number;
  kind?: string;
}
/**
 * A token on a square.
 *
 * - `token`: name; a face-down starter has the sign `?`.
 * - `carrier`: token that carries it (CARRY-2).
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "TokenView".
 */
export interface TokenView {
  token: string;
  square: string;
  wounded?: boolean;
  hurt?: boolean;
  blocked?: boolean;
  potion?: number;
  carrier?: string;
}
/**
 * A move, jump or wall-walk in progress.
 *
 * - `settled`: the journey can only stop, or drop its load, which is the same.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "JourneyView".
 */
export interface JourneyView {
  mode: string;
  token: string;
  load: string;
  square: string;
  steps: number;
  moved: boolean;
  held: string[];
  ropes_lay: string[];
  settled?: boolean;
}
/**
 * A combat in progress.
 *
 * - `fighters`: tokens that take part.
 * - `attack`, `defence`: sums of the sides without cards.
 * - `own_card`: card of the viewer.
 * - `sides`: where other players can join, the side of each colour: `attack`, `defence` or `no` (ALLY-22).
 * - `cards`: all chosen cards; only for the all-knowing viewer.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "CombatView".
 */
export interface CombatView {
  attacker: string;
  defender: string;
  fighters: string[];
  attack: number;
  defence: number;
  own_card: number;
  chosen: string[];
  sides?: {
    [k: string]: string;
  };
  cards?: {
    [k: string]: number;
  };
}
/**
 * Everything that a viewer may know of a Card Game at one moment.
 *
 * - `declared`: text of a scenario that is not built in.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "CardView".
 */
export interface CardView {
  game: "card";
  viewer: string;
  scenario: string;
  options: {
    [k: string]: string;
  };
  turn: number;
  active: string;
  ap: number;
  quiet: number;
  acted: string[];
  progress: boolean;
  shown: boolean;
  pending: CardPendingView[];
  players: CardPlayerView[];
  rooms: CardRoomView[];
  rooms_left: string[];
  tokens: CardTokenView[];
  lying: LyingObjectView[];
  out: string[];
  rescued: string[];
  gone: string[];
  journey: CardJourneyView | null;
  combat: CardCombatView | null;
  resigned: string[];
  over: boolean;
  winners: string[];
  choices: Choice[];
  declared?: string;
}
/**
 * A decision on the stack. The last one is made first.
 *
 * - `who`: colour that decides, or `chance`.
 * - `about`: place of a room, column, selected thing, or number of characters left to remove; empty for other decisions.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "CardPendingView".
 */
export interface CardPendingView {
  kind: string;
  who: string;
  about: string;
}
/**
 * A player as the viewer sees them. A card that the viewer may not know is a colour and `?`.
 *
 * - `combat`, `combat_count`: combat cards at hand; null if only their number is known.
 * - `used`, `used_count`: used combat cards; null if only their number is known.
 * - `team`: signs of the team; null if unknown.
 * - `hidden`: number of face-down cards next to rooms.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "CardPlayerView".
 */
export interface CardPlayerView {
  colour: string;
  vp: number;
  kept: number;
  jumps: number;
  combat: number[] | null;
  combat_count: number;
  used: number[] | null;
  used_count: number;
  team: string[] | null;
  supply: string[];
  removed: string[];
  hidden: number;
}
/**
 * A room on its place.
 *
 * - `name`: name; empty for a face-down room.
 * - `under`: cards next to a face-down room, or still to be placed.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "CardRoomView".
 */
export interface CardRoomView {
  place: string;
  name: string;
  quarters: number;
  turn: string;
  gate: string;
  walls_broken: boolean;
  under: string[];
}
/**
 * A character in play.
 *
 * - `place`: zone or station; `N0?` is a station whose letter is unknown.
 * - `entry`: way back of MOV-13.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "CardTokenView".
 */
export interface CardTokenView {
  token: string;
  place: string;
  wounded?: boolean;
  hurt?: boolean;
  spent?: boolean;
  fired?: boolean;
  fought?: boolean;
  walls_used?: boolean;
  items?: string[];
  carrier?: string;
  entry?: string;
}
/**
 * An object that lies in a zone or on a starting zone (`N`, `S`).
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "LyingObjectView".
 */
export interface LyingObjectView {
  token: string;
  place: string;
}
/**
 * A move or wall-walk in progress.
 *
 * - `seen`: distributions of the items of the place since the last step: item -> its holder or place (MOV-19).
 * - `robbed`: wounded enemies robbed blind since the last step (OPT-12a).
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "CardJourneyView".
 */
export interface CardJourneyView {
  mode: string;
  token: string;
  steps: number;
  moved: boolean;
  seen?: {
    [k: string]: string;
  }[];
  robbed?: string[];
}
/**
 * A combat in progress.
 *
 * - `attack`, `defence`: sums of the sides without cards, as far as the viewer may know them.
 * - `rage`: number of cards that the attacker lays.
 * - `forced`: value that must be laid.
 * - `hand`: hand shown by Mind control.
 * - `cards`: all laid cards; only for the all-knowing viewer.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "CardCombatView".
 */
export interface CardCombatView {
  manner: string;
  attacker: string;
  defender: string;
  fighters: string[];
  shooters: string[];
  attack: number;
  defence: number;
  rage: number;
  named: number;
  forced: number;
  laid: string[];
  own_cards: number[];
  other_cards: number[] | null;
  hand: number[] | null;
  cards?: {
    [k: string]: number[];
  };
}
/**
 * The clocks of a game (docs/time.md). Times are seconds since 1970 on the clock of the server.
 *
 * - `running`: colours whose clocks run.
 * - `kind`: `turn`, `reaction`, `days`, `bank` or `stopped`.
 * - `until`, `allowed`, `free`: time of the first running colour, as in `ClockRun`.
 * - `now`: current time of the server.
 * - `banks`: seconds left in the bank of each person.
 * - `vacation`: days of vacation left for each person.
 * - `away`: end of the current vacation by colour.
 * - `also`: times of the other running colours.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Clock".
 */
export interface Clock {
  running: string[];
  kind: string;
  until: number;
  allowed: number;
  now: number;
  banks?: {
    [k: string]: number;
  };
  free?: number;
  vacation?: {
    [k: string]: number;
  };
  away?: {
    [k: string]: number;
  };
  also?: {
    [k: string]: ClockRun;
  };
}
/**
 * The time of one more player whose clock runs at the same moment.
 *
 * - `until`: end of the time, in seconds since 1970.
 * - `allowed`: length of the time in seconds.
 * - `free`: end of the delay, before which no time is used.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ClockRun".
 */
export interface ClockRun {
  until: number;
  allowed: number;
  free?: number;
}
/**
 * A line of chat.
 *
 * - `number`: number of the line in the game.
 * - `seat`, `name`: colour and name of the writer.
 * - `at`: time in seconds since 1970.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ChatLine".
 */
export interface ChatLine {
  number: number;
  seat: string;
  name: string;
  text: string;
  at: number;
}
/**
 * The plan of a seat that waits for its turn. Only its own player can see it.
 *
 * - `choices`: planned choices.
 * - `dropped`: reason why the last plan was dropped.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "MovePlan".
 */
export interface MovePlan {
  choices?: (string | Choice)[];
  dropped?: Reason | null;
}
/**
 * The reason of a refusal.
 *
 * - `code`: stable code.
 * - `clause`: clause of the rules.
 * - `sentence`: English sentence.
 * - `needed`, `left`: for a way that is too long, the number of steps that it needs and that are left.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Reason".
 */
export interface Reason {
  code: string;
  clause?: string;
  sentence?: string;
  needed?: number;
  left?: number;
}
/**
 * New events and the view after them.
 *
 * - `version`: version after the events.
 * - `sight`: view at this version.
 * - `events`: events after `since` that this viewer may know.
 * - `since`: version before the events. A client that has not seen it has missed some.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Update".
 */
export interface Update {
  type: "update";
  version: number;
  sight: Sight;
  events?: EventView[];
  clock?: Clock | null;
  since?: number;
}
/**
 * An event, with readable names. Only the fields of its kind are set.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "EventView".
 */
export interface EventView {
  kind: string;
  token?: string;
  other?: string;
  square?: string;
  place?: string;
  room?: string;
  pair?: string;
  player?: string;
  action?: string;
  state?: string;
  side?: string;
  tokens?: string[];
  winners?: string[];
  card?: number;
  points?: number;
  number?: number;
  item?: string;
  zone?: string;
  letter?: string;
  places?: string[];
  second?: number;
  line?: string;
}
/**
 * An `Update` that sends the difference between two views.
 *
 * The server sends it to clients that asked for differences and have seen `since`.
 *
 * - `view`: difference to the view at version `since`.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Changed".
 */
export interface Changed {
  type: "changed";
  version: number;
  since: number;
  viewer: string;
  view: Difference;
  undo?: string;
  events?: EventView[];
  clock?: Clock | null;
}
/**
 * The difference between two views (docs/protocol.md).
 *
 * - `check`: checksum of the new view.
 * - `set`: fields with new values.
 * - `parts`: lists in which a part is replaced: index of the first item, number of old items, new items.
 * - `gone`: fields that return to their default.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Difference".
 */
export interface Difference {
  check: number;
  set?: {};
  parts?: {
    /**
     * @minItems 3
     * @maxItems 3
     */
    [k: string]: [number, number, unknown[]];
  };
  gone?: string[];
}
/**
 * A change during simultaneous choices: a seat has chosen, or has taken its choice back.
 * The version stays the same until all seats have chosen.
 *
 * - `waiting`: colours that have not chosen yet.
 * - `events`: the viewer's own choices so far, as the following update will contain them.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Choosing".
 */
export interface Choosing {
  type: "choosing";
  version: number;
  sight: Sight;
  waiting?: string[];
  events?: EventView[];
  clock?: Clock | null;
}
/**
 * The result of a command. A repeated command gets the same answer.
 *
 * - `reason`: reason of a refusal; null if the command was carried out.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "CommandAnswer".
 */
export interface CommandAnswer {
  type: "answer";
  id: string;
  version: number;
  reason?: Reason | null;
}
/**
 * The answer to `Ask`: advice, or the reason of a refusal.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Advised".
 */
export interface Advised {
  type: "advice";
  id: string;
  version: number;
  advice?: Advice | null;
  reason?: Reason | null;
}
/**
 * The advice for the player who has to decide.
 *
 * - `decision`: kind of the decision, as in the view.
 * - `characters`: the viewer's characters in play, for an `act` or `travel` decision.
 * - `others`: choices of no single character: action cards, pass, lowering the apex, placing, ...
 * - `fight`: forecast while a combat card is chosen.
 * - `able`: tokens that can still act, for a warning before the turn ends.
 * - `lost_points`: action points that are lost if the turn ends now.
 * - `kept_points`: Card Game: action points that are kept if the turn ends now.
 * - `stopped`: during a journey, the possibilities of each character if the journey ended here.
 * - `end`: the command that ends the turn now: `pass`, or during a journey `stop` and its consequences.
 * - `not_end`: reason why the turn cannot end now.
 * - `refused`: action cards that cannot be played now.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Advice".
 */
export interface Advice {
  decision: string;
  characters?: Character[];
  others?: Option[];
  fight?: Fight | null;
  able?: string[];
  lost_points?: number;
  kept_points?: number;
  stopped?: Character[];
  end?: Choice[];
  not_end?: Reason | null;
  refused?: RefusedChoice[];
}
/**
 * The possibilities of a character.
 *
 * - `stops`: possible ends of a move.
 * - `deeds`: other actions, possible or refused.
 * - `reason`: reason why the character can do nothing at all.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Character".
 */
export interface Character {
  token: string;
  stops?: Stop[];
  deeds?: CharacterAction[];
  reason?: Reason | null;
}
/**
 * A place that a character can walk to.
 *
 * - `place`: a square (`e5`), a zone (`red-1.T`) or a starting zone (`N1T`); `out` for leaving the maze.
 * - `steps`: length of the way.
 * - `cost`: action points.
 * - `path`: all places of the way, from the start to `place`.
 * - `choices`: choices that lead there, without the final `stop`. They can be sent as one command.
 * - `ends`: the character may end its move there.
 * - `points`: victory points for leaving the maze there.
 * - `handle`: possible choices on arrival: take, drop, swap, ...
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Stop".
 */
export interface Stop {
  place: string;
  steps: number;
  cost: number;
  path: string[];
  choices: Choice[];
  ends?: boolean;
  points?: number;
  handle?: Choice[];
}
/**
 * An action of a character, with its options or the reason of its refusal.
 *
 * - `do`: verb: `attack`, `rotate`, `turn`, `reveal`, `jump`, `heal`, ...
 * - `options`: possible choices; empty if the action is refused.
 * - `reason`: reason of the refusal.
 * - `stops`: for an action that starts a journey (a jump, a walk through a wall), its possible ends with all choices.
 *   The client can therefore ask for a target before anything is paid.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "CharacterAction".
 */
export interface CharacterAction {
  do: string;
  options?: Option[];
  reason?: Reason | null;
  stops?: Stop[];
}
/**
 * A choice with its cost and its foreseeable consequences.
 *
 * - `cost`: action points; 0 for free actions and for points of a potion.
 * - `jump`: the choice also costs a jump card.
 * - `points`: immediate victory points by colour.
 * - `fight`: forecast of a fight.
 * - `lost`: tokens that are certainly eliminated or wounded.
 * - `vain`: the choice spends something without an effect, such as a fireball at nobody (FIRE-5). The client should ask first.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Option".
 */
export interface Option {
  choice: Choice;
  cost?: number;
  jump?: boolean;
  points?: {
    [k: string]: number;
  };
  fight?: Fight | null;
  lost?: string[];
  vain?: boolean;
}
/**
 * The forecast of a fight for one viewer. A tie harms nobody. Cards are spent in any case, except a 0.
 *
 * - `attackers`, `defenders`: characters that take part.
 * - `attack`, `defence`: sums without cards.
 * - `mine`: side of the viewer, `attack` or `defence`; empty for a spectator.
 * - `held`: combat cards that the other side may still hold, with repetitions; null if unknown (`memory=strict`).
 * - `cards`: odds for each combat card of the viewer. Without `held` there are no odds.
 * - `sums`: odds for each sum of two own cards (BER-1).
 * - `best`: odds of the best card.
 * - `even`: odds of a card drawn at random from the viewer's hand.
 * - `won`, `lost`: consequences of a victory and of a defeat of the viewer's side.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Fight".
 */
export interface Fight {
  attackers: string[];
  defenders: string[];
  attack: number;
  defence: number;
  mine?: string;
  held?: number[] | null;
  cards?: {
    [k: string]: Odds;
  };
  sums?: {
    [k: string]: Odds;
  };
  best?: Odds | null;
  even?: Odds | null;
  won?: Outcome | null;
  lost?: Outcome | null;
}
/**
 * The chances of the viewer's side in a fight, from 0 to 1, if all cards of the other side are equally likely.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Odds".
 */
export interface Odds {
  win: number;
  tie: number;
  lose: number;
}
/**
 * The consequences of one result of a fight.
 *
 * - `wounded`, `eliminated`: affected characters.
 * - `objects`: lost objects.
 * - `points`: victory points by colour.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Outcome".
 */
export interface Outcome {
  wounded?: string[];
  eliminated?: string[];
  objects?: string[];
  points?: {
    [k: string]: number;
  };
}
/**
 * A visible choice that is refused now.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "RefusedChoice".
 */
export interface RefusedChoice {
  choice: Choice;
  reason: Reason;
}
/**
 * The answer to `AskHistory`.
 *
 * - `steps`: entries of the log, the oldest first.
 * - `more`: earlier steps exist.
 * - `others`: view at the start of the other players' turns since the viewer's last turn, to show those turns again.
 *   For a spectator, the start of the turn before the current one.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "History".
 */
export interface History {
  type: "history";
  id: string;
  version: number;
  viewer: string;
  steps: HistoryStep[];
  more?: boolean;
  others?: Moment | null;
}
/**
 * The events of one entry of the log.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "HistoryStep".
 */
export interface HistoryStep {
  version: number;
  events: EventView[];
}
/**
 * The view of a game at a version.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Moment".
 */
export interface Moment {
  version: number;
  view: View | CardView;
}
/**
 * New public information: seats, offers, connections or the stage have changed.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "News".
 */
export interface News {
  type: "info";
  info: GameInfo;
}
/**
 * The plan of a held seat after a change.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Planned".
 */
export interface Planned {
  type: "planned";
  seat: string;
  plan: MovePlan;
}
/**
 * A new line of chat.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Said".
 */
export interface Said {
  type: "said";
  line: ChatLine;
}
/**
 * The answer to `Ping`.
 *
 * - `now`: time of the server in seconds since 1970.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Pong".
 */
export interface Pong {
  type: "pong";
  id: string;
  now: number;
}
/**
 * An error that belongs to no command: an unreadable message, too many messages, or a wrong token.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ErrorMessage".
 */
export interface ErrorMessage {
  type: "trouble";
  reason: Reason;
}
/**
 * The number of seats that were given to the person.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Adopted".
 */
export interface Adopted {
  seats: number;
}
/**
 * A request for a rematch. All fields are optional and have the meaning that they have in `NewGame`.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Again".
 */
export interface Again {
  name?: string;
  contribution?: string;
  commitment?: string;
  promise?: string;
}
/**
 * The progress of an analysis.
 *
 * - `done`: number of analysed turns.
 * - `total`: number of turns.
 * - `others`: number of other analyses in progress.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Analysing".
 */
export interface Analysing {
  done: number;
  total: number;
  others?: number;
}
/**
 * The evaluation of a position with best play.
 *
 * - `player`: colour that has to decide.
 * - `value`: evaluation in hundredths of a victory point.
 * - `share`: expected share of the win for this player.
 * - `shares`: expected share of the win by colour.
 * - `plans`: best plans; empty if the decision does not plan a turn.
 * - `win`: the player can win in this turn.
 * - `nodes`: number of evaluated positions.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Analysis".
 */
export interface Analysis {
  player: string;
  value: number;
  share: number;
  shares: {
    [k: string]: number;
  };
  plans?: PlanView[];
  win?: boolean;
  nodes?: number;
}
/**
 * A plan for the turn and its evaluation.
 *
 * - `choices`, `text`: choices of the plan, as structs and as lines of notation.
 * - `value`: evaluation after the replies, in hundredths of a victory point.
 * - `share`: expected share of the win after the replies.
 * - `wins`: the plan wins the game.
 * - `open`: the plan ends with a combat or a reveal, after which the turn goes on.
 * - `reason`: explanation.
 * - `arrows`, `marks`: drawing.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PlanView".
 */
export interface PlanView {
  choices: Choice[];
  text: string[];
  value: number;
  share: number;
  wins?: boolean;
  open?: boolean;
  reason?: PlanReason | null;
  arrows?: TokenPath[];
  marks?: Mark[];
}
/**
 * The explanation of a plan or of a mistake.
 *
 * - `kind`: kind of explanation; its text is `analysis.reason.KIND`.
 * - `pieces`: tokens in the text, the acting one first.
 * - `numbers`: numbers in the text: `points`, `steps` (action points) and `percent` (odds).
 * - `place`: place of a rotated or revealed room.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PlanReason".
 */
export interface PlanReason {
  kind: string;
  pieces?: string[];
  numbers?: {
    [k: string]: number;
  };
  place?: string;
}
/**
 * The way of a token.
 *
 * - `path`: places of the way; `out` is outside the maze.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "TokenPath".
 */
export interface TokenPath {
  token: string;
  path: string[];
}
/**
 * A highlighted token or place.
 *
 * - `kind`: `turn` and `reveal` for a room, `attack` for a token, `take` for an object, `drop` for the place of a load,
 *   `give` for a receiving character, `use` for other actions.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Mark".
 */
export interface Mark {
  kind: string;
  token?: string;
  place?: string;
}
/**
 * The answer of the device that made the code.
 *
 * - `allow`: accept the other device.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "AnswerMove".
 */
export interface AnswerMove {
  allow: boolean;
}
/**
 * The report of a balance run so far.
 *
 * - `turns`: `shortest`, `median` and `longest` game; empty without games.
 * - `ends`: number of games by the reason of their end.
 * - `points`: by colour and source, of all games together.
 * - `places`: in how many games characters entered each place of the layout.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Balance".
 */
export interface Balance {
  bot: string;
  games: number;
  draws: number;
  fair_share: number;
  seats: BalanceSeat[];
  turns: {
    [k: string]: number;
  };
  ends: {
    [k: string]: number;
  };
  points: {
    [k: string]: {
      [k: string]: number;
    };
  };
  places: {
    [k: string]: number;
  };
  rooms: {
    [k: string]: RoomUse;
  };
  verdict: Remark[];
}
/**
 * Wins of a seat, and its share of the games that were won with the 95% interval.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "BalanceSeat".
 */
export interface BalanceSeat {
  colour: string;
  team: string;
  wins: number;
  share: number;
  low: number;
  high: number;
}
/**
 * In how many games a room was revealed, and in how many characters entered it.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "RoomUse".
 */
export interface RoomUse {
  revealed: number;
  entered: number;
}
/**
 * A remark of the verdict; its sentence is `workshop.verdict.CODE`.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Remark".
 */
export interface Remark {
  code: string;
  values: {
    [k: string]: string | number;
  };
}
/**
 * A request to go on with a balance run, of which the client keeps the games.
 *
 * - `declared`: text of the scenario.
 * - `asked`: number of games.
 * - `played`: the games so far, from number 0.
 * - `seed`: the same seed gives the same games.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "BalanceWish".
 */
export interface BalanceWish {
  declared: string;
  asked: number;
  /**
   * @maxItems 200
   */
  played?: TriedGame[];
  seed?: string;
}
/**
 * A game of bots that tried a scenario. `points` are by colour and source; `revealed` and `entered` name rooms, `places`
 * the entered places of the layout.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "TriedGame".
 */
export interface TriedGame {
  number: number;
  /**
   * @maxItems 64
   */
  winners: string[];
  end: string;
  turns: number;
  points: {
    [k: string]: {
      [k: string]: number;
    };
  };
  /**
   * @maxItems 64
   */
  revealed: string[];
  /**
   * @maxItems 64
   */
  entered: string[];
  /**
   * @maxItems 64
   */
  places: string[];
}
/**
 * The games that were finished just now, none or several, and the report of all.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Balanced".
 */
export interface Balanced {
  played: TriedGame[];
  report: Balance;
}
/**
 * A column of a starting zone of the Card Game. `N0` has the stations `N0T`, `N0S`, `N0C` and `N0G`.
 *
 * - `towards`: side of the maze.
 * - `place`: place of the adjacent room.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "BayDrawing".
 */
export interface BayDrawing {
  name: string;
  colour: string;
  column: number;
  towards: string;
  place: string;
}
/**
 * A request to block the player of a colour.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Blocked".
 */
export interface Blocked {
  colour: string;
}
/**
 * The part of an answer that only free boards have.
 *
 * - `position`: text of the position; empty where a position cannot be written, for example in the middle of a move.
 * - `drawn`: last draw of chance.
 * - `draws`: all possible outcomes of that draw.
 * - `scene`: drawing of the maze, sent together with the history.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Board".
 */
export interface Board {
  position?: string;
  drawn?: Choice | null;
  draws?: Choice[];
  scene?: Scene | null;
}
/**
 * The constant part of a game: everything that its drawing needs.
 *
 * - `game`: `board` or `card`.
 * - `target`: victory points that win the game.
 * - `width`, `height`: size of the maze with its starting lines, in squares.
 * - `figures`: kinds of characters and objects.
 * - `lines`: starting lines of the board game.
 * - `bays`: starting zones of the Card Game.
 * - `combat_cards`, `action_cards`, `jump_cards`: cards of each player.
 * - `turns`: number of turns after which the game ends (the Great Race); 0 if it is played to the target.
 * - `team`: numbers of characters and objects that each player selects before the game; empty if there is no selection.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Scene".
 */
export interface Scene {
  game: string;
  scenario: string;
  title: string;
  target: number;
  width: number;
  height: number;
  seats: Seat[];
  figures: PieceKind[];
  rooms: RoomDrawing[];
  places: PlaceDrawing[];
  lines?: LineDrawing[];
  bays?: BayDrawing[];
  combat_cards?: number[];
  action_cards?: number[];
  jump_cards?: number;
  turns?: number;
  team?: number[];
}
/**
 * A colour and its team, if there are teams.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Seat".
 */
export interface Seat {
  colour: string;
  team?: string;
}
/**
 * A kind of character or object.
 *
 * - `sign`: part of a token's name after the letter of its colour.
 * - `key`: name in the catalogues of texts and icons.
 * - `character`: a character, not an object.
 * - `movement`, `combat`: values of a character.
 * - `exit_vp`: victory points for leaving the maze.
 * - `capabilities`: special abilities.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PieceKind".
 */
export interface PieceKind {
  sign: string;
  key: string;
  character: boolean;
  movement?: number;
  combat?: number;
  exit_vp?: number;
  capabilities?: string[];
}
/**
 * The drawing of an unrotated room. `quarters` of the view rotates it clockwise.
 *
 * - `pair`: name of the pair of rooms.
 * - `turn`: `cw` or `ccw`, the direction of its gear.
 * - `gear`: cell of the gear.
 * - `gates`: portcullises, in the order of `gates` of the view.
 * - `slits`: arrow slits.
 * - `zones`: Card Game: cells of the zones `T`, `S`, `C` and `G`.
 * - `breakable`: Card Game: edges that disappear when the walls of the room are broken.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "RoomDrawing".
 */
export interface RoomDrawing {
  name: string;
  pair: string;
  turn: string;
  /**
   * @minItems 2
   * @maxItems 2
   */
  gear: [number, number];
  pits: [number, number][];
  walls: Edge[];
  gates: Edge[];
  slits: Edge[];
  zones?: {
    [k: string]: [number, number][];
  };
  breakable?: Edge[];
}
/**
 * A side of a cell of a room drawing. An inner edge is listed once, as `e` or `s`.
 *
 * - `x`, `y`: the cell.
 * - `side`: `n`, `e`, `s` or `w`.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Edge".
 */
export interface Edge {
  x: number;
  y: number;
  side: string;
}
/**
 * A place for a room.
 *
 * - `place`: name; empty for a place that has no room at first (the shaft of the Elevator).
 * - `x`, `y`: upper left square.
 * - `capacity`: number of tokens on the room in the setup.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PlaceDrawing".
 */
export interface PlaceDrawing {
  place: string;
  x: number;
  y: number;
  capacity: number;
}
/**
 * A starting line of the board game.
 *
 * - `towards`: side of the maze.
 * - `colours`: players who start there.
 * - `exits`: players who may leave the maze there from the beginning. The doors of the Wrong Door are in the view.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "LineDrawing".
 */
export interface LineDrawing {
  name: string;
  squares: LineSquare[];
  towards: string;
  colours: string[];
  exits?: string[];
}
/**
 * A square of a starting line.
 *
 * - `dot`: the square is marked with a dot.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "LineSquare".
 */
export interface LineSquare {
  square: string;
  x: number;
  y: number;
  dot: boolean;
}
/**
 * The cancellation by the device on which the code was typed.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "CancelMove".
 */
export interface CancelMove {
  ticket: string;
}
/**
 * A game that waits for players.
 *
 * - `players`: number of seats.
 * - `free`: number of free seats.
 * - `created`: time in seconds since 1970.
 * - `by`: name of the host, if known.
 * - `level`: intended players, as in `NewGame`.
 * - `hints`: players may ask for hints.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Challenge".
 */
export interface Challenge {
  id: string;
  code: string;
  game: string;
  scenario: string;
  title: string;
  clock: string;
  players: number;
  free: number;
  created: number;
  by?: string;
  level?: string;
  hints?: boolean;
}
/**
 * The possibilities of a selected character. All of them follow from the rules.
 *
 * - `does`: actions of the example that the character can take.
 * - `goals`: reachable places.
 * - `targets`: tokens that it can attack, shoot, heal, hit or see.
 * - `rooms`: face-down rooms that it can reveal, and rooms with a portcullis that it can operate.
 * - `turns`: rooms that it can rotate.
 * - `places`: other squares and zones of the example, such as visible ones and those next to a portcullis.
 * - `loads`: objects and characters that it can pick up, take over or exchange on its way.
 * - `rays`: lines to targets.
 * - `clashes`: possible fights.
 * - `denied`: refused actions.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "CharacterExample".
 */
export interface CharacterExample {
  token: string;
  does?: string[];
  goals?: ReachablePlace[];
  targets?: string[];
  rooms?: string[];
  turns?: RotatableRoom[];
  places?: string[];
  loads?: string[];
  rays?: Ray[];
  clashes?: PossibleFight[];
  denied?: DeniedAction[];
}
/**
 * A reachable place.
 *
 * - `steps`: length of the way.
 * - `points`: victory points for leaving the maze there.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ReachablePlace".
 */
export interface ReachablePlace {
  place: string;
  steps: number;
  points?: number;
}
/**
 * A room that can be rotated.
 *
 * - `quarters`: 1 for clockwise, -1 for counterclockwise.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "RotatableRoom".
 */
export interface RotatableRoom {
  place: string;
  quarters: number;
}
/**
 * A line between two tokens. Sight has no rays, because it leads from zone to zone.
 *
 * - `kind`: `contact` of fighters, or `fire`.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Ray".
 */
export interface Ray {
  start: string;
  end: string;
  kind: string;
}
/**
 * A possible fight, before any card is laid.
 *
 * - `attackers`, `defenders`: fighters with their contributions.
 * - `attack`, `defence`: sums of the sides.
 * - `rays`: lines between the fighters.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PossibleFight".
 */
export interface PossibleFight {
  target: string;
  attackers: FighterShare[];
  defenders: FighterShare[];
  attack: number;
  defence: number;
  rays: Ray[];
}
/**
 * The contribution of a fighter to the sum of its side.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "FighterShare".
 */
export interface FighterShare {
  token: string;
  value: number;
}
/**
 * An action of an example that is refused.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "DeniedAction".
 */
export interface DeniedAction {
  target: string;
  reason: Reason;
}
/**
 * What the rules say of a text.
 *
 * - `findings`: errors and notes, in the order of the text.
 * - `tables`: the content of a scenario file, if it can be read as TOML, even if it cannot be played; of a position, the
 *   content of its scenario.
 * - `game`: of a position or a puzzle: `board` or `card`.
 * - `picture`: small drawing of a position or a puzzle.
 * - `puzzle`: the content of a puzzle whose solution reaches the goal.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "CheckedText".
 */
export interface CheckedText {
  findings: Finding[];
  tables?: {} | null;
  game?: string;
  picture?: Thumbnail | null;
  puzzle?: Puzzle | null;
}
/**
 * One finding. `squares` are cells of the drawing as in the file, `row * 5 + column`. `line` and `column` count from 1, and
 * are 0 where unknown.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Finding".
 */
export interface Finding {
  code: string;
  severity: string;
  values?: {
    [k: string]: string | number;
  };
  clause?: string;
  room?: string;
  squares?: number[];
  line?: number;
  column?: number;
}
/**
 * A small drawing of a position, as path data of SVG; a square is ten units wide.
 *
 * - `width`, `height`: size of the drawing.
 * - `floor`, `lids`: outlines of revealed rooms and of others.
 * - `walls`: lines of the walls.
 * - `pits`: outlines of pits.
 * - `areas`: starting lines and zones.
 * - `pieces`: tokens, objects before characters.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Thumbnail".
 */
export interface Thumbnail {
  width: number;
  height: number;
  floor?: string;
  lids?: string;
  walls?: string;
  pits?: string;
  areas?: ThumbnailArea[];
  pieces?: ThumbnailPieces[];
}
/**
 * A starting line or starting zone as an outline. `colour`: that of its player; empty if it has none.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ThumbnailArea".
 */
export interface ThumbnailArea {
  colour: string;
  outline: string;
}
/**
 * Tokens of one colour. `dots`: lines without a length, one for each token.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ThumbnailPieces".
 */
export interface ThumbnailPieces {
  colour: string;
  objects: boolean;
  dots: string;
}
/**
 * One puzzle, with the fields of its line. Solutions have no combats and no reveals: their results are uncertain.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Puzzle".
 */
export interface Puzzle {
  number: number;
  goal: string;
  token: string;
  family: string;
  scenario: string;
  player: string;
  points: number;
  grade: number;
  themes: string[];
  solutions: number;
  positions: number;
  solution: string[];
  source: string;
  position: string;
}
/**
 * A request to the players for a seat whose key is lost.
 *
 * - `colour`: the seat.
 * - `name`: name by which the players know the person who asks.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ClaimSeat".
 */
export interface ClaimSeat {
  colour: string;
  name: string;
}
/**
 * The texts and highlights of a lesson at one moment. Texts are keys of the catalogues.
 *
 * - `step`: number of the current step, from 0; equal to `steps` in a finished lesson.
 * - `text`: instruction.
 * - `values`: values for the placeholders of `text`.
 * - `rings`: highlights.
 * - `ticks`: list of steps.
 * - `heard`: answer to the last action.
 * - `question`: question to answer by tapping.
 * - `hint`: current hint.
 * - `remember`: summary of the lesson.
 * - `cards`: cards of the rules that the lesson teaches.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Coach".
 */
export interface Coach {
  lesson: string;
  step: number;
  steps: number;
  text: string;
  values: {
    [k: string]: number;
  };
  rings: Ring[];
  ticks: Tick[];
  heard: CoachReply | null;
  question: TapQuestion | null;
  hint: string;
  finished: boolean;
  remember: string;
  cards: string[];
}
/**
 * A highlight.
 *
 * - `kind`: `square`, `token`, `room`, `zone` or `choice`.
 * - `name`: name of the square, token, place, zone, station or kind of choice.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Ring".
 */
export interface Ring {
  kind: string;
  name: string;
}
/**
 * A step in the list of steps.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Tick".
 */
export interface Tick {
  text: string;
  done: boolean;
}
/**
 * The coach's answer to the last action.
 *
 * - `kind`: `refused`, `not-yet`, `noted`, `again` or `wrong-tap`.
 * - `text`: key of the text; for a refusal `refusals.CODE`.
 * - `stays`: the choice was taken back.
 * - `again`: the step can be restarted.
 * - `clause`: clause of a refusal.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "CoachReply".
 */
export interface CoachReply {
  kind: string;
  text: string;
  stays?: boolean;
  again?: boolean;
  clause?: string;
}
/**
 * A question that the player answers by tapping things.
 *
 * - `kind`: `token`, `square` or `zone`.
 * - `count`: number of things.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "TapQuestion".
 */
export interface TapQuestion {
  kind: string;
  count: number;
}
/**
 * A report about the player of a colour.
 *
 * - `colour`: the reported player.
 * - `line`: number of a chat line, 0 if the report is about something else.
 * - `why`: explanation for the operator.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Complaint".
 */
export interface Complaint {
  colour: string;
  line?: number;
  why?: string;
}
/**
 * The confirmation by the device on which the code was typed.
 *
 * - `bring`: bring the games of its former person along.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ConfirmMove".
 */
export interface ConfirmMove {
  ticket: string;
  bring?: boolean;
}
/**
 * The answer to `Matched`.
 *
 * - `commitment`: the commitment that the client received.
 * - `contribution`: contribution to the seed.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Contribute".
 */
export interface Contribute {
  type: "contribute";
  commitment: string;
  contribution?: string;
}
/**
 * The contribution of a seat to the seed; empty for none.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Contribution".
 */
export interface Contribution {
  colour: string;
  given: string;
}
/**
 * A created game and the seats of the client.
 *
 * - `contributed`: the contribution of the client is or will be part of the seed.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Created".
 */
export interface Created {
  info: GameInfo;
  seats: HeldSeat[];
  contributed?: boolean;
}
/**
 * A seat and its token. The token is the only key to the seat and is sent once.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "HeldSeat".
 */
export interface HeldSeat {
  colour: string;
  token: string;
}
/**
 * A part of a turn that a player plans as a whole: up to the end of the turn, a combat or a reveal.
 *
 * - `at`: number of choices before it.
 * - `played`: choices that were made.
 * - `played_value`, `played_share`: evaluation of these choices.
 * - `best`: best plan; null if the decision cannot be judged.
 * - `loss`: share of the win that the choices gave away.
 * - `fault`: explanation of the mistake.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Decision".
 */
export interface Decision {
  at: number;
  played: string[];
  played_value: number;
  played_share: number;
  best?: PlanView | null;
  loss?: number;
  fault?: PlanReason | null;
}
/**
 * A browser of a person.
 *
 * - `made`, `seen`: first and last use, in seconds since 1970.
 * - `this`: the browser of this request.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Device".
 */
export interface Device {
  id: string;
  label: string;
  made: number;
  seen: number;
  this: boolean;
}
/**
 * A verifiable draw.
 *
 * - `labels`: labels of all possible outcomes.
 * - `drawn`: label of the outcome.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Draw".
 */
export interface Draw {
  labels: string[];
  drawn: string;
}
/**
 * Something that a learner has done.
 *
 * - `id`: unique among the entries of the learner.
 * - `at`: time in seconds since 1970.
 * - `kind`: kind of the entry.
 * - `name`: the puzzle, lesson, mission, mistake, step or game.
 * - `score`: 1 for a win or a solution, 0.5 for a draw, 0 for a failure; for a mission the stars, for a timed run the number
 *   of solved puzzles.
 * - `rated`: the result counts for a rating and for the streak.
 * - `game`: `board` or `card`.
 * - `scenario`, `opponents`: scenario and bots of a game.
 * - `seconds`: time that it took; 0 if unknown.
 * - `text`, `turn`, `mark`: position of a mistake, as JSON; its turn and its kind, unknown (0 and empty) in older entries.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Entry".
 */
export interface Entry {
  id: string;
  at: number;
  kind: string;
  name: string;
  score?: number;
  rated?: boolean;
  game?: string;
  scenario?: string;
  opponents?: string[];
  seconds?: number;
  text?: string;
  turn?: number;
  mark?: string;
}
/**
 * A request for the evaluation of a free board.
 *
 * - `deeds`: list of the last answer of the board.
 * - `depth`: 0 for threats and reach; from 1 to 5 for plans, with growing budgets.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Evaluating".
 */
export interface Evaluating {
  deeds: string[];
  depth?: number;
}
/**
 * The answer of the engine for a position with nothing hidden.
 *
 * - `depth`: 0 for threats and reach, 1 and more for an analysis.
 * - `kind`: `turn` if plans for a turn can be found; else `setup`, `combat`, `place`, `chance` or `over`.
 * - `analysis`: shares of the win and best plans; null for depth 0.
 * - `threats`: threats of the other sides against the player to decide.
 * - `reaches`: what the characters of the other sides could reach in their next turns.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Evaluation".
 */
export interface Evaluation {
  depth: number;
  kind: string;
  analysis?: Analysis | null;
  threats?: Threats | null;
  reaches?: Reach[];
}
/**
 * The threats of the other players in their next turns, the most urgent first.
 *
 * - `attacks`: possible attacks.
 * - `exits`: possible exits.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Threats".
 */
export interface Threats {
  attacks?: Threat[];
  exits?: ExitThreat[];
}
/**
 * A character that another side could beat in its next turn.
 *
 * - `token`, `place`: the character and its place.
 * - `attackers`: characters that would attack.
 * - `percent`: chance of the attackers if both sides choose their cards well.
 * - `cost`: action points of the attack.
 * - `fatal`: the character would be out of the game.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Threat".
 */
export interface Threat {
  token: string;
  place: string;
  attackers: string[];
  percent: number;
  cost: number;
  fatal?: boolean;
}
/**
 * A character of another side that could leave the maze in its next turn.
 *
 * - `cost`: action points.
 * - `points`: victory points.
 * - `wins`: these points win the game.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ExitThreat".
 */
export interface ExitThreat {
  token: string;
  place: string;
  cost: number;
  points: number;
  wins?: boolean;
}
/**
 * The places that a character of another side could walk to in one turn, with all action points for it alone.
 *
 * - `token`, `place`: the character and its place.
 * - `places`: the least action points by place.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Reach".
 */
export interface Reach {
  token: string;
  place: string;
  places: {
    [k: string]: number;
  };
}
/**
 * A picture on a card of the rules. Its text is `examples.GAME.NAME`.
 *
 * - `shows`: subjects: verbs of the notation, or `sight`.
 * - `cards`: cards of the rules that have this picture.
 * - `scene`: key in `Examples.scenes`.
 * - `showings`: selectable characters; the first one is selected at the start.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Example".
 */
export interface Example {
  name: string;
  shows: string[];
  cards: string[];
  scene: string;
  view: View | CardView;
  showings: CharacterExample[];
}
/**
 * All examples of a game, with the scenes that their drawings need.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Examples".
 */
export interface Examples {
  game: string;
  scenes: {
    [k: string]: Scene;
  };
  examples: Example[];
}
/**
 * A combat and its odds.
 *
 * - `at`: number of choices before it.
 * - `turn`: number of the turn.
 * - `attackers`, `defenders`: characters that took part.
 * - `attacker`, `defender`, `winner`: colours; an empty winner means a tie.
 * - `odds`: chances of a victory, a tie and a defeat of the attackers, if all cards of both hands were equally likely.
 *   Empty if they are unknown.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "FightView".
 */
export interface FightView {
  at: number;
  turn: number;
  attackers: string[];
  defenders: string[];
  attacker: string;
  defender: string;
  winner: string;
  odds?: number[];
}
/**
 * A mistake of an analysed game, to play again.
 *
 * - `name`: the same in every answer.
 * - `kind`: `mistake`, `blunder` or `missed-win`.
 * - `at`: number of choices before it.
 * - `loss`: share of the win that was given away.
 * - `text`: its position and solution, for an entry and for the exercise.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "FoundMistake".
 */
export interface FoundMistake {
  name: string;
  kind: string;
  turn: number;
  at: number;
  loss: number;
  text: string;
}
/**
 * The view of a replay after a number of choices.
 *
 * - `number`: number of choices.
 * - `viewer`: a colour, `spectator` or `all`.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Frame".
 */
export interface Frame {
  number: number;
  viewer: string;
  view: View | CardView;
}
/**
 * A game in the gallery. Its texts are `gallery.game.NAME.title` and `gallery.game.NAME.text`.
 *
 * - `id`: id of its replay.
 * - `kind`: what it is shown for; its text is `gallery.kind.KIND`.
 * - `game`: `board` or `card`.
 * - `players`: levels of the bots by colour.
 * - `scores`: victory points by colour.
 * - `turns`, `choices`: length of the game.
 * - `graph`: for each turn the number of choices before it and the win probabilities of the colours in percent.
 * - `moments`: marked moments.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "GalleryCard".
 */
export interface GalleryCard {
  name: string;
  id: string;
  kind: string;
  game: string;
  scenario: string;
  players: {
    [k: string]: string;
  };
  colours: string[];
  winners: string[];
  scores: {
    [k: string]: number;
  };
  turns: number;
  choices: number;
  graph: number[][];
  moments: GalleryMoment[];
}
/**
 * A marked moment of a game.
 *
 * - `at`: number of choices before it.
 * - `kind`: one of `MOMENT_KINDS`.
 * - `player`: colour that the moment is about.
 * - `pieces`: tokens in the text.
 * - `numbers`: numbers in the text: `before` and `after` (win probability in percent), `percent` (odds or probability),
 *   `points` (victory points).
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "GalleryMoment".
 */
export interface GalleryMoment {
  at: number;
  kind: string;
  player: string;
  pieces?: string[];
  numbers?: {
    [k: string]: number;
  };
}
/**
 * The analysis of a whole game.
 *
 * - `format`: version of this format.
 * - `record`: fingerprint of the choices.
 * - `nodes`: number of positions evaluated for each decision.
 * - `seed`: seed of the analysis.
 * - `complete`: all turns are analysed.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "GameAnalysis".
 */
export interface GameAnalysis {
  format: number;
  record: string;
  scenario: string;
  players: {
    [k: string]: string;
  };
  colours: string[];
  winners: string[];
  nodes: number;
  seed: string;
  complete: boolean;
  turns: TurnView[];
  fights: FightView[];
  sides: {
    [k: string]: Side;
  };
}
/**
 * A turn and its evaluation.
 *
 * - `at`: number of choices before it.
 * - `shares`: expected share of the win by colour before the turn, with best play.
 * - `value`: evaluation before the turn, in hundredths of a victory point.
 * - `loss`: share of the win that the turn gave away.
 * - `mark`: `inaccuracy`, `mistake` or `blunder`; empty for none.
 * - `missed_win`: the player could have won in this turn.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "TurnView".
 */
export interface TurnView {
  number: number;
  player: string;
  at: number;
  shares: {
    [k: string]: number;
  };
  value: number;
  decisions: Decision[];
  loss?: number;
  mark?: string;
  missed_win?: boolean;
}
/**
 * Statistics of a player.
 *
 * - `points`: victory points after each turn of the game.
 * - `accuracy`: accuracy of the player's choices; null if no turn was judged.
 * - `fights_expected`: expected number of won fights by the odds.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Side".
 */
export interface Side {
  points: number[];
  accuracy?: number | null;
  turns?: number;
  action_points?: number;
  steps?: number;
  rotations?: number;
  reveals?: number;
  fights?: number;
  fights_won?: number;
  fights_expected?: number;
  inaccuracies?: number;
  mistakes?: number;
  blunders?: number;
  missed_wins?: number;
}
/**
 * The sums over a player's last games of one kind.
 *
 * - `turns`, `points`, `seconds`: averages of a game; `points` by how they were made: `leaving`, `treasure` or `other`.
 * - `openings`: the most frequent ones.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "GameStatistics".
 */
export interface GameStatistics {
  game: string;
  games: number;
  won: number;
  turns: number;
  points: {
    [k: string]: number;
  };
  fights: number;
  fights_won: number;
  fights_expected: number;
  openings: OpeningRecord[];
  seconds: number;
}
/**
 * The games that began with the same characters on the board.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "OpeningRecord".
 */
export interface OpeningRecord {
  starters: string[];
  games: number;
  won: number;
}
/**
 * A hint of a strong player.
 *
 * - `grade`: 1 for `nudge` alone, 2 also for `piece`, 3 also for `plan`.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Hint".
 */
export interface Hint {
  grade: number;
  nudge: PlanReason;
  piece?: string;
  plan?: PlanView | null;
}
/**
 * A request for a hint.
 *
 * - `version`: version of the game for which the hint is made.
 * - `grade`: 1 for a nudge, 2 also for the piece, 3 for the whole plan.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "HintWish".
 */
export interface HintWish {
  version: number;
  grade?: number;
}
/**
 * A hint for a version of a game.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Hinted".
 */
export interface Hinted {
  version: number;
  hint: Hint;
}
/**
 * A request for a free seat.
 *
 * - `name`: name of the player.
 * - `colour`: the seat; empty for any free seat.
 * - `contribution`: contribution to the seed.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Join".
 */
export interface Join {
  name?: string;
  colour?: string;
  contribution?: string;
}
/**
 * A lesson in the list. Its texts are `lessons.NAME.title` and `lessons.NAME.aim`.
 *
 * - `number`: number in the list.
 * - `minutes`: estimated duration.
 * - `guided`: a game against a bot, guided by hints.
 * - `steps`: number of steps.
 * - `cards`: cards of the rules that the lesson teaches.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "LessonCard".
 */
export interface LessonCard {
  name: string;
  number: number;
  game: string;
  minutes: number;
  guided: boolean;
  steps: number;
  cards: string[];
}
/**
 * The suggestion to play a stronger or a weaker bot next.
 *
 * - `direction`: `up` or `down`.
 * - `level`: the suggested level.
 * - `after`: the level of the last results.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "LevelAdvice".
 */
export interface LevelAdvice {
  game: string;
  direction: string;
  level: string;
  after: string;
}
/**
 * The results against one level, in games with this level only.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "LevelRecord".
 */
export interface LevelRecord {
  game: string;
  level: string;
  won: number;
  drawn: number;
  lost: number;
}
/**
 * The visibility of a game that waits for players.
 *
 * - `listed`: the game is in the public list; otherwise players need its link or code.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Listing".
 */
export interface Listing {
  listed: boolean;
}
/**
 * The first message of a lobby socket.
 *
 * - `key`: key of the person, needed for pairing.
 * - `room`: code of a club's room, or empty.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "LobbyHello".
 */
export interface LobbyHello {
  type: "hello";
  key?: string;
  room?: string;
}
/**
 * The content of the lobby, the same for everybody in a room.
 *
 * - `challenges`: games that wait for players.
 * - `games`: running games for spectators.
 * - `wanted`: people who wait to be paired.
 * - `here`: number of connected visitors.
 * - `people`: their names, in a club's room only.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "LobbyNews".
 */
export interface LobbyNews {
  type: "lobby";
  room: string;
  challenges: Challenge[];
  games: Running[];
  wanted: Wanted[];
  here: number;
  people?: string[];
}
/**
 * A running game for spectators.
 *
 * - `names`: display names of the seats; for a bot, the name of the bot.
 * - `bots`: for each seat, true if a bot plays it.
 * - `scores`: victory points of the seats.
 * - `watchers`: number of connected spectators.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Running".
 */
export interface Running {
  id: string;
  game: string;
  scenario: string;
  title: string;
  clock: string;
  turn: number;
  names: string[];
  bots: boolean[];
  scores: number[];
  watchers?: number;
}
/**
 * The people who wait to be paired for one scenario and clock.
 *
 * - `count`: their number.
 * - `names`: names of those who have waited longest.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Wanted".
 */
export interface Wanted {
  scenario: string;
  clock: string;
  count: number;
  names?: string[];
}
/**
 * An opponent was found. The game is created after both players have sent `Contribute`.
 *
 * - `commitment`: commitment of the new game.
 * - `seconds`: time for the answer. The search of a client that does not answer in time ends.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Matched".
 */
export interface Matched {
  type: "matched";
  commitment: string;
  seconds: number;
}
/**
 * The account of the person of this request.
 *
 * - `made`: creation, in seconds since 1970.
 * - `games`: number of games.
 * - `unfinished`: number of unfinished games, which the person would leave by deleting the account.
 * - `recovery_code`: creation of the recovery code, in seconds since 1970; 0 for none.
 * - `moves`: moves of devices that can be undone.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Me".
 */
export interface Me {
  name: string;
  made: number;
  devices: Device[];
  games: number;
  unfinished: number;
  passkeys?: Passkey[];
  recovery_code?: number;
  moves?: UndoableMove[];
}
/**
 * A passkey of a person.
 *
 * - `made`, `used`: creation and last use, in seconds since 1970.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Passkey".
 */
export interface Passkey {
  id: string;
  label: string;
  made: number;
  used: number;
}
/**
 * A move that can still be undone.
 *
 * - `device`: label of the moved device.
 * - `other`: name of the other person.
 * - `came`: the device was added to this person; otherwise it went to `other`.
 * - `games`: number of games that were brought along.
 * - `until`: end of the time for undoing it, in seconds since 1970.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "UndoableMove".
 */
export interface UndoableMove {
  id: string;
  device: string;
  other: string;
  came: boolean;
  games: number;
  until: number;
}
/**
 * A condition of a mission: of its goal, or of a further star. Its text is `missions.condition.KIND`.
 *
 * - `kind`: kind of the condition.
 * - `number`: the number that belongs to it.
 * - `token`: the character that belongs to it.
 * - `state`: `open` (still to be reached, or not broken so far), `done` or `failed`.
 * - `count`: how far the number has been counted.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "MissionAim".
 */
export interface MissionAim {
  kind: string;
  number?: number;
  token?: string;
  state?: string;
  count?: number;
}
/**
 * A mission in the list. Its texts are `missions.NAME.title` and `missions.NAME.story`.
 *
 * - `number`: number in the list.
 * - `act`: act that it belongs to.
 * - `players`: number of players.
 * - `bot`: opponent, or all of them.
 * - `stars`: number of stars that can be won.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "MissionCard".
 */
export interface MissionCard {
  name: string;
  number: number;
  act: number;
  game: string;
  scenario: string;
  players: number;
  bot: string;
  stars: number;
}
/**
 * All missions.
 *
 * - `opens`: for each act, the number of stars with which it opens.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "MissionList".
 */
export interface MissionList {
  opens: number[];
  missions: MissionCard[];
}
/**
 * The part of an answer that only missions have.
 *
 * - `name`: name of the mission.
 * - `status`: `open`, `won` or `failed`.
 * - `goal`: conditions of the goal, which is worth the first star.
 * - `stars`: conditions of the further stars, one for each.
 * - `won`: number of stars won.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Missioned".
 */
export interface Missioned {
  name: string;
  status: string;
  goal: MissionAim[];
  stars: MissionAim[];
  won?: number;
}
/**
 * A position of an own game to play again.
 *
 * - `id`: name of its exercise.
 * - `turn`, `mark`: its turn and kind; 0 and empty if they are unknown.
 * - `solved`: it was solved at the last attempt.
 * - `due`: it should be played now.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "MistakeReport".
 */
export interface MistakeReport {
  id: string;
  at: number;
  game: string;
  solved: boolean;
  due: boolean;
  turn?: number;
  mark?: string;
}
/**
 * A code for another device. It can be used once.
 *
 * - `seconds`: validity.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "MoveCode".
 */
export interface MoveCode {
  code: string;
  seconds: number;
}
/**
 * The meaning of a typed code: this browser becomes a device of the person who made the code.
 *
 * - `ticket`: the browser's key as soon as both devices have confirmed.
 * - `name`: name of that person.
 * - `device`: label of the device that made the code.
 * - `check`: two digits that both devices show.
 * - `seconds`: remaining validity.
 * - `games`: number of games that could be brought along.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "MoveOffer".
 */
export interface MoveOffer {
  ticket: string;
  name: string;
  device: string;
  check: string;
  seconds: number;
  games: number;
}
/**
 * The progress of a move, for the device on which the code was typed.
 *
 * - `state`: `waiting` for the other device, `refused`, or `done`. After `done` the ticket is a key.
 * - `name`: name of the person.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "MoveStatus".
 */
export interface MoveStatus {
  state: string;
  name: string;
}
/**
 * A code from another device, typed on this one.
 *
 * - `device`: label of this browser.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Moving".
 */
export interface Moving {
  code: string;
  device?: string;
}
/**
 * The key of a person for this browser. It is sent once.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Myself".
 */
export interface Myself {
  key: string;
  name: string;
}
/**
 * Results of a browser to add to one's progress.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "NewEntries".
 */
export interface NewEntries {
  entries: Entry[];
}
/**
 * A game to create.
 *
 * - `scenario`: name of a scenario, or `own` together with `declared`.
 * - `options`: options of the rules by name.
 * - `clock`: clock, in the form of `GameInfo.clock`.
 * - `seats`: colour -> `you`, `friend` or `bot:NAME`. Colours without an entry are free for friends.
 * - `name`: name of the host.
 * - `names`: for several people at one screen, colour -> name.
 * - `listed`: put the game into the public list.
 * - `hints`: allow hints although people play against each other. Players agree to this by joining.
 * - `seed`: chosen seed for tests and studies, only if nobody else plays. Empty: a secret seed.
 * - `contribution`: contribution to the seed, 64 hexadecimal digits (docs/fairness.md).
 * - `commitment`, `promise`: the commitment shown before the contribution, and the promise returned with it.
 * - `declared`: text of a scenario file (docs/scenarios.md).
 * - `position`: text of the start position (docs/positions.md). It replaces scenario and options.
 * - `room`: code of a club's room. The game is listed only there.
 * - `level`: intended players: `new`, `some`, `strong`, or empty for everybody.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "NewGame".
 */
export interface NewGame {
  scenario?: string;
  options?: {
    [k: string]: string;
  };
  clock?: string;
  seats?: {
    [k: string]: string;
  };
  name?: string;
  names?: {
    [k: string]: string;
  };
  listed?: boolean;
  hints?: boolean;
  seed?: string;
  contribution?: string;
  commitment?: string;
  promise?: string;
  declared?: string;
  position?: string;
  room?: string;
  level?: string;
}
/**
 * A new person.
 *
 * - `name`: display name.
 * - `device`: label of this browser in the list of the person's devices.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "NewPerson".
 */
export interface NewPerson {
  name?: string;
  device?: string;
}
/**
 * A room to create.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "NewRoom".
 */
export interface NewRoom {
  name?: string;
}
/**
 * The puzzle to offer.
 *
 * - `due`: it failed before and is due again.
 * - `missed`: when it failed last, in seconds since 1970; 0 if nobody knows.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "NextPuzzle".
 */
export interface NextPuzzle {
  number: number;
  due?: boolean;
  missed?: number;
}
/**
 * Tokens of seats that become seats of the person. The tokens stay valid.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "OldSeats".
 */
export interface OldSeats {
  tokens: string[];
}
/**
 * A game in which the client holds seats.
 *
 * - `colours`: colours of these seats.
 * - `your_turn`: one of these seats has to decide.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "OwnGame".
 */
export interface OwnGame {
  info: GameInfo;
  colours: string[];
  your_turn: boolean;
}
/**
 * A request for the games of some seat tokens.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "OwnGames".
 */
export interface OwnGames {
  tokens: string[];
}
/**
 * The sums over one's last games.
 *
 * - `games`: one for each kind of game.
 * - `missing`: number of games that are not counted yet; the next request goes on.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "OwnStatistics".
 */
export interface OwnStatistics {
  games: GameStatistics[];
  missing: number;
}
/**
 * The game that was created for two paired players.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Paired".
 */
export interface Paired {
  type: "paired";
  created: Created;
}
/**
 * The credential made by the browser.
 *
 * - `credential`: result of `PublicKeyCredential.toJSON()`.
 * - `device`: label of this browser.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PasskeyAnswer".
 */
export interface PasskeyAnswer {
  credential: {};
  device?: string;
}
/**
 * Options for the browser's `PublicKeyCredential`, as JSON.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PasskeyOptions".
 */
export interface PasskeyOptions {
  options: {};
}
/**
 * A game of a person.
 *
 * - `colours`: colours of the person's seats.
 * - `your_turn`: one of these seats has to decide.
 * - `result`: `won`, `lost`, `drawn` or `over` (the person played all sides); empty for a running game.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PastGame".
 */
export interface PastGame {
  info: GameInfo;
  colours: string[];
  your_turn: boolean;
  result: string;
}
/**
 * A page of a person's games, the latest first. It may be short although more games follow.
 *
 * - `next`: value of `after` for the next page; empty on the last page.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PastGames".
 */
export interface PastGames {
  games: PastGame[];
  next: string;
}
/**
 * A step of the path for a learner.
 *
 * - `state`: `done`, `next`, `later` or `skipped`.
 * - `have`: how many of `count` are done.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PathStep".
 */
export interface PathStep {
  id: string;
  kind: string;
  name: string;
  game: string;
  count: number;
  have: number;
  state: string;
}
/**
 * The progress of a move, for the device that made the code.
 *
 * - `state`: `none`, `offered`, `typed`, `confirmed` (this device has to answer now) or `refused`.
 * - `device`: label of the device on which the code was typed.
 * - `check`: two digits that both devices show.
 * - `seconds`: remaining validity.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PendingMove".
 */
export interface PendingMove {
  state: string;
  device?: string;
  check?: string;
  seconds?: number;
}
/**
 * The value of a piece in each place of the setup, in hundredths of a won game.
 *
 * - `hidden`: values at each depth, from the own starting line to the exits.
 * - `starter`: value on the starting line; null for objects.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PieceValue".
 */
export interface PieceValue {
  figure: string;
  character: boolean;
  hidden: number[];
  starter?: number | null;
}
/**
 * A scenario to print: its text, the paper, the language of what the sheets say.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PrintWish".
 */
export interface PrintWish {
  declared: string;
  paper?: "a4" | "letter";
  language?: "de" | "en" | "fr";
}
/**
 * One page as SVG. `kind`: overview, rooms, backs, lines, tokens or cards.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PrintedSheet".
 */
export interface PrintedSheet {
  kind: string;
  svg: string;
}
/**
 * The progress of a learner.
 *
 * - `path`: steps of the path.
 * - `advice`: levels to play next.
 * - `lessons`: finished lessons.
 * - `missions`: stars by mission.
 * - `entries`: number of entries.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ProgressReport".
 */
export interface ProgressReport {
  path: PathStep[];
  advice: LevelAdvice[];
  ratings: RatingReport[];
  levels: LevelRecord[];
  puzzles: PuzzleReport;
  lessons: string[];
  missions: {
    [k: string]: number;
  };
  mistakes: MistakeReport[];
  entries: number;
}
/**
 * A rating of the learner.
 *
 * - `kind`: `bots` or `puzzles`.
 * - `game`: `board` or `card`.
 * - `deviation`: the strength lies within two deviations with a probability of 95 %.
 * - `provisional`: there are too few results yet.
 * - `count`: number of rated results.
 * - `points`: ratings over time; of many, the last of each day or fewer.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "RatingReport".
 */
export interface RatingReport {
  kind: string;
  game: string;
  value: number;
  deviation: number;
  provisional: boolean;
  count: number;
  points: RatingPoint[];
}
/**
 * A rating after a result.
 *
 * - `at`: time in seconds since 1970.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "RatingPoint".
 */
export interface RatingPoint {
  at: number;
  value: number;
  deviation: number;
}
/**
 * The progress in puzzles.
 *
 * - `solved`, `failed`: numbers; a puzzle that failed first and was solved later is in both.
 * - `due`: puzzles to repeat now.
 * - `streak`, `best`: puzzles solved in a row at the first attempt, now and at most; timed runs do not count.
 * - `days`: dates on which a puzzle was solved, with the numbers of solved puzzles.
 * - `longest_run`: most puzzles solved in a timed run.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PuzzleReport".
 */
export interface PuzzleReport {
  solved: number[];
  failed: number[];
  due: number[];
  streak: number;
  best: number;
  days: {
    [k: string]: number;
  };
  longest_run: number;
}
/**
 * The commitment to the secret of a new game. A `NewGame` with both fields gets this commitment.
 * It can be used once, within a day.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Promised".
 */
export interface Promised {
  commitment: string;
  promise: string;
}
/**
 * All random outcomes of a finished game and their source.
 *
 * - `chance`: version of the method of drawing.
 * - `tiles`: face-down tiles when the first room was revealed.
 * - `draws`: all other draws, including the orientation of rooms.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Proof".
 */
export interface Proof {
  chance: number;
  commitment: string;
  secret: string;
  contributions: Contribution[];
  seed: string;
  tiles: Tile[];
  draws: Draw[];
}
/**
 * A face-down tile.
 *
 * - `labels`: labels of the rooms that it may be.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Tile".
 */
export interface Tile {
  tile: string;
  labels: string[];
}
/**
 * A scenario to publish: its text, in which its title stands.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Publication".
 */
export interface Publication {
  declared: string;
}
/**
 * The public key of this server for push services. An empty key means that the server sends no notifications.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PushKey".
 */
export interface PushKey {
  key: string;
}
/**
 * A puzzle in the list.
 *
 * - `goal`: goal of the player.
 * - `family`: `base`, `several` (three or four players) or `card`.
 * - `grade`: difficulty, 1 to 5.
 * - `points`: action points of the turn.
 * - `themes`: themes of the solution.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PuzzleCard".
 */
export interface PuzzleCard {
  number: number;
  goal: string;
  family: string;
  grade: number;
  points: number;
  themes: string[];
  scenario: string;
}
/**
 * The puzzles of a day: `day` for everybody, `easy` for beginners.
 *
 * - `date`: day of universal time.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PuzzleDay".
 */
export interface PuzzleDay {
  date: string;
  day: number;
  easy: number;
}
/**
 * A hint in a puzzle.
 *
 * - `grade`: grade of the hint, as in `StudyHint`.
 * - `theme`: theme of the solution; its text is `puzzles.hint.THEME`.
 * - `token`: token that begins.
 * - `choices`: choices of the next action; a walk has all its steps.
 * - `lost`: no way to the goal was found from here.
 * - `proved`: there is no way to the goal from here.
 * - `arrows`, `marks`: drawing of the next action.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PuzzleHelp".
 */
export interface PuzzleHelp {
  grade: number;
  theme?: string;
  token?: string;
  choices?: Choice[];
  lost?: boolean;
  proved?: boolean;
  arrows?: TokenPath[];
  marks?: Mark[];
}
/**
 * All puzzles.
 *
 * - `date`: current day of universal time.
 * - `day`: number of the puzzle of the day.
 * - `easy`: number of the easy puzzle of the day.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PuzzleList".
 */
export interface PuzzleList {
  date: string;
  day: number;
  easy: number;
  puzzles: PuzzleCard[];
}
/**
 * What the search says of a position as a puzzle.
 *
 * - `problem`: why it is none; its text is `workshop.puzzle.problem.PROBLEM`.
 * - `notes`: what its author may want to change; their texts are `workshop.puzzle.note.NOTE`.
 * - `hidden`: number of rooms that are face down.
 * - `positions`: number of positions made.
 * - `puzzle`: the puzzle, and `text` its line.
 * - `solutions`: choices of different solutions, the shortest first; not more than five.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PuzzleVerdict".
 */
export interface PuzzleVerdict {
  problem?: string;
  notes?: string[];
  hidden?: number;
  positions?: number;
  puzzle?: Puzzle | null;
  text?: string;
  solutions?: Choice[][];
}
/**
 * A position that may be a puzzle.
 *
 * - `position`: text of the position.
 * - `goal`: what its player has to reach in one turn.
 * - `token`: character that has to leave, if that is the goal.
 * - `player`, `points`: whose turn it is and how many action points are left, if not as in the position.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PuzzleWish".
 */
export interface PuzzleWish {
  position: string;
  goal: "leave" | "survive" | "treasure" | "win";
  token?: string;
  player?: string;
  points?: number;
}
/**
 * The part of an answer that only puzzles have.
 *
 * - `number`: number of the puzzle.
 * - `goal`: goal of the player.
 * - `player`: colour that has to reach the goal.
 * - `rival`: colour of the next turn.
 * - `grade`: difficulty, 1 to 5.
 * - `points`: action points of the turn.
 * - `status`: `open`, `solved` or `failed`.
 * - `token`: token that has to leave the maze, if that is the goal.
 * - `answer`: reaction to the last choice; its text is `puzzles.answer.ANSWER`.
 * - `hint`: answer to `StudyHint`.
 * - `reason`: explanation of the solution, after it was found.
 * - `shows`: the choices so far follow the solution that `StudyShow` continues.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Puzzled".
 */
export interface Puzzled {
  number: number;
  goal: string;
  player: string;
  rival: string;
  grade: number;
  points: number;
  status: string;
  token?: string;
  answer?: string;
  hint?: PuzzleHelp | null;
  reason?: PlanReason | null;
  shows?: boolean;
}
/**
 * A recovery code, valid on any device until the next one is made. The server keeps only its hash.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "RecoveryCode".
 */
export interface RecoveryCode {
  code: string;
}
/**
 * A new display name.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Renamed".
 */
export interface Renamed {
  name: string;
}
/**
 * A finished game or an uploaded record, as one viewer sees it.
 *
 * - `players`: display names by colour.
 * - `scores`: victory points by colour.
 * - `viewer`: a colour, `spectator` or `all`.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Replay".
 */
export interface Replay {
  id: string;
  game: string;
  scenario: string;
  options: {
    [k: string]: string;
  };
  players: {
    [k: string]: string;
  };
  colours: string[];
  scores: {
    [k: string]: number;
  };
  winners: string[];
  viewer: string;
  entries: ReplayEntry[];
}
/**
 * A choice of a replay with its events.
 *
 * - `number`: number of choices up to this one.
 * - `turn`: number of the turn.
 * - `who`: colour that decided, or `chance`; empty for an agreed draw.
 * - `text`: the choice in notation, with `?` for parts unknown to the viewer.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ReplayEntry".
 */
export interface ReplayEntry {
  number: number;
  turn: number;
  who: string;
  text: string;
  events: EventView[];
}
/**
 * The part of an answer that only mistakes have.
 *
 * - `kind`: `mistake`, `blunder` or `missed-win`.
 * - `game`, `at`, `turn`: the game, the number of choices before the mistake, and its turn.
 * - `player`: colour that decides.
 * - `played`: choices that were made in the game; `loss`: share of the win that they gave away.
 * - `fault`: explanation of the mistake.
 * - `status`: `open`, `solved` or `failed`.
 * - `given`: share of the win that the attempt gave away.
 * - `missed_win`: the attempt missed a win.
 * - `luck`: the attempt ended with a combat or a reveal. It was judged before its result.
 * - `reply`: what the next player would do after a failure.
 * - `hint`: answer to `StudyHint`: a nudge, also the token, also the next action of the best plan.
 * - `reason`: explanation of the best plan, after it was found.
 * - `shows`: the choices so far follow the best plan, which `StudyShow` continues.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Replayed".
 */
export interface Replayed {
  kind: string;
  game: string;
  at: number;
  turn: number;
  player: string;
  played: Choice[];
  loss: number;
  status: string;
  fault?: PlanReason | null;
  given?: number;
  missed_win?: boolean;
  luck?: boolean;
  reply?: PlanView | null;
  hint?: Hint | null;
  reason?: PlanReason | null;
  shows?: boolean;
}
/**
 * A room of a club. Its games are listed only there.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "RoomInfo".
 */
export interface RoomInfo {
  code: string;
  name: string;
}
/**
 * A scenario in the list.
 *
 * - `players`: number of players.
 * - `target`: victory points that win the game.
 * - `switches`: options.
 * - `turns`: number of turns, if turns are counted instead of a target; otherwise 0.
 * - `text`: what a custom scenario says of itself.
 * - `translations`: title and text of a custom scenario by language.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ScenarioCard".
 */
export interface ScenarioCard {
  name: string;
  title: string;
  game: string;
  players: number;
  colours: string[];
  target: number;
  switches: Switch[];
  turns?: number;
  text?: string;
  translations?: {
    [k: string]: TranslatedWords;
  };
}
/**
 * An option of a scenario.
 *
 * - `default`: default value. An empty default (no handicap) cannot be given as a value.
 * - `values`: possible values; empty for a number.
 * - `low`, `high`: range of a number.
 * - `costs`: for a handicap, the cost of each pair of levels. `good/beginner` -> `-2/6` means two characters fewer and no
 *   combat card 6.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Switch".
 */
export interface Switch {
  name: string;
  default: string;
  values?: string[];
  low?: number;
  high?: number;
  costs?: {
    [k: string]: string;
  };
}
/**
 * The title and the text of a custom scenario in one language; either may be empty.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "TranslatedWords".
 */
export interface TranslatedWords {
  title?: string;
  text?: string;
}
/**
 * A report about a published scenario. `why`: what is wrong with it.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ScenarioReport".
 */
export interface ScenarioReport {
  why: string;
}
/**
 * A change of a seat by the host.
 *
 * - `who`: `open` to free the seat, `bot:NAME` to put a bot on a free one.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SeatWish".
 */
export interface SeatWish {
  who: string;
}
/**
 * Search for an opponent. A new search replaces the last one, and closing the socket ends it.
 *
 * - `contribution`: contribution to the seed, from a client that does not answer `Matched`.
 * - `answers`: the client answers `Matched` with `Contribute`.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Seek".
 */
export interface Seek {
  type: "seek";
  scenario: string;
  clock?: string;
  contribution?: string;
  answers?: boolean;
}
/**
 * End the search for an opponent.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SeekNoMore".
 */
export interface SeekNoMore {
  type: "seek-no-more";
}
/**
 * The current search of this client. Both fields are empty if there is none.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Seeking".
 */
export interface Seeking {
  type: "seeking";
  scenario?: string;
  clock?: string;
}
/**
 * A published scenario.
 *
 * - `by`: name of the person; empty if there is none.
 * - `at`: publication, in seconds since 1970.
 * - `played`, `liked`: number of people.
 * - `picture`: the tables of the scenario file that its drawing needs.
 * - `own`: the person who asks has published it.
 * - `liking`: the person who asks likes it.
 * - `hidden`: it was reported and is not shown to others.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ShelfEntry".
 */
export interface ShelfEntry {
  code: string;
  title: string;
  game: string;
  players: number;
  by: string;
  at: number;
  played: number;
  liked: number;
  picture: {};
  own?: boolean;
  liking?: boolean;
  hidden?: boolean;
}
/**
 * A page of the shelf. `more`: there is a next one.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ShelfPage".
 */
export interface ShelfPage {
  entries: ShelfEntry[];
  more: boolean;
}
/**
 * A published scenario with its text.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ShelfScenario".
 */
export interface ShelfScenario {
  entry: ShelfEntry;
  declared: string;
}
/**
 * Learnt values of pieces.
 *
 * - `worths`: weights of the evaluation of the board game, in hundredths of a victory point or as fractions.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Strategy".
 */
export interface Strategy {
  game: string;
  pieces: PieceValue[];
  worths?: {
    [k: string]: number;
  };
}
/**
 * The state of an exercise.
 *
 * - `deeds`: list for the next request.
 * - `sight`: current view.
 * - `moments`: events between the last view and this one, with the views in between.
 * - `fresh`: the exercise was set up anew after these events.
 * - `waits`: a bot has to decide; send `StudyWait`.
 * - `advice`: advice for the current decision.
 * - `reason`: reason of a refusal.
 * - `history`: all past events, after a new setup and for `StudyLook`.
 * - `coach`: text and pictures of a lesson.
 * - `board`: data of a free board.
 * - `puzzle`: data of a puzzle.
 * - `mission`: data of a mission.
 * - `mistake`: data of a mistake that is played again.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Studied".
 */
export interface Studied {
  deeds: string[];
  info: GameInfo;
  sight: Sight;
  moments?: StudyMoment[];
  fresh?: boolean;
  waits?: boolean;
  advice?: Advice | null;
  reason?: Reason | null;
  history?: EventView[][];
  coach?: Coach | null;
  board?: Board | null;
  puzzle?: Puzzled | null;
  mission?: Missioned | null;
  mistake?: Replayed | null;
}
/**
 * Events of an exercise and the view after them.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StudyMoment".
 */
export interface StudyMoment {
  events: EventView[];
  sight: Sight;
}
/**
 * Restart the current step.
 *
 * - `whole`: restart the whole exercise.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StudyAgain".
 */
export interface StudyAgain {
  type: "again";
  whole?: boolean;
}
/**
 * Set up a free board, from a position or from a scenario.
 *
 * - `position`: text of a position.
 * - `scenario`: name or text of a scenario.
 * - `options`: options of the scenario.
 * - `how`: start of a scenario: `random` (after a random setup), `setup` (before the setup) or `empty` (an empty maze).
 * - `lines`: choices and draws to make after the setup.
 * - `seed`: seed of the later draws; empty for a new one.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StudyBegin".
 */
export interface StudyBegin {
  type: "begin";
  position?: string;
  scenario?: string;
  options?: {
    [k: string]: string;
  };
  how?: string;
  lines?: string[];
  seed?: string;
}
/**
 * Replace the last draw of chance.
 *
 * - `choice`: the new outcome; empty for any other outcome.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StudyChance".
 */
export interface StudyChance {
  type: "chance";
  choice?: string | Choice;
}
/**
 * Edit the position of a free board (docs/positions.md). All edits are made, or none.
 * The board restarts from the edited position.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StudyEdit".
 */
export interface StudyEdit {
  type: "edit";
  edits: string[];
}
/**
 * Make the rest of the setup at random.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StudyFill".
 */
export interface StudyFill {
  type: "fill";
}
/**
 * Ask for a hint in a puzzle or a mistake.
 *
 * - `grade`: 1 for the theme, 2 also for the first token, 3 also for the next choice.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StudyHint".
 */
export interface StudyHint {
  type: "hint";
  grade?: number;
}
/**
 * Ask for everything, including the history, without a change.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StudyLook".
 */
export interface StudyLook {
  type: "look";
}
/**
 * Make choices, one after the other, until one is refused or the exercise reacts to it.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StudyPlay".
 */
export interface StudyPlay {
  type: "play";
  choices: (string | Choice)[];
}
/**
 * Make the next choice of the solution. A walk is made to its end.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StudyShow".
 */
export interface StudyShow {
  type: "show";
}
/**
 * Answer a question of a lesson.
 *
 * - `things`: all tapped things.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StudyTap".
 */
export interface StudyTap {
  type: "tap";
  things: string[];
}
/**
 * Take back the last choices and all their consequences.
 *
 * - `steps`: number of choices.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StudyUndo".
 */
export interface StudyUndo {
  type: "undo";
  steps?: number;
}
/**
 * Let the bot make its next decision.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StudyWait".
 */
export interface StudyWait {
  type: "wait";
}
/**
 * Ask why a choice is refused. In a lesson the coach may react to it as to an attempt.
 *
 * - `about`: the choice, as in `Ask`.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StudyWhy".
 */
export interface StudyWhy {
  type: "why";
  about: string | Choice;
}
/**
 * A request to an exercise.
 *
 * - `deeds`: list of the last answer; empty at the start.
 * - `do`: the new request.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Studying".
 */
export interface Studying {
  deeds?: string[];
  do?:
    | StudyLook
    | StudyPlay
    | StudyWhy
    | StudyTap
    | StudyUndo
    | StudyAgain
    | StudyShow
    | StudyWait
    | StudyBegin
    | StudyChance
    | StudyHint
    | StudyFill
    | StudyEdit;
}
/**
 * A push subscription for the turns of a game.
 *
 * - `endpoint`, `p256dh`, `auth`: data of the browser's `PushSubscription`.
 * - `language`: language of the notifications.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Subscribe".
 */
export interface Subscribe {
  endpoint: string;
  p256dh: string;
  auth: string;
  language?: string;
}
/**
 * The threats of the other players against a seat in their next turns.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Threatened".
 */
export interface Threatened {
  version: number;
  threats: Threats;
}
/**
 * A typed recovery code.
 *
 * - `device`: label of this browser.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "UseRecoveryCode".
 */
export interface UseRecoveryCode {
  code: string;
  device?: string;
}
/**
 * A text to check.
 *
 * - `kind`: a room file, a scenario file, a position (docs/positions.md), or the line of a puzzle (docs/puzzles.md).
 * - `game`: of a room file: `board` or `card`; empty: that of its first room.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "WorkshopText".
 */
export interface WorkshopText {
  text: string;
  kind: "position" | "puzzle" | "rooms" | "scenario";
  game?: "" | "board" | "card";
}
