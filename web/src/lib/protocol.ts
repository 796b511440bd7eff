// Made by `npm run types` from the server's schema. Do not edit.
// Schema: f965ac763d967f97334ca3b53f98903eea561b7703c0ae5c042710f9995cd3ec

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
    Welcome | Update | Changed | Choosing | Answer | Advised | History | News | Planned | Said | Pong | Trouble;
}
/**
 * The first message: the seats one holds (none: to watch), and the last version seen, if any. `differences`: of a view it
 *     is enough to send what has changed (`Changed` instead of `Update`). `choosing`: sealed choices may be told by `Choosing`
 *     instead of a Welcome.
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
 * Asks for everything as it stands now: a Welcome follows.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Look".
 */
export interface Look {
  type: "look";
  id?: string;
}
/**
 * Choices of a seat, all of them or none. Each is a struct as in the view, or a line of notation.
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
 * A choice as a named, frozen, JSON-able struct. Only the fields its kind needs are set.
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
 * Take back the last choice (`steps`: that many), as far as the rules allow.
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
 * Do the rest of this stage of the setup for me.
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
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Resign".
 */
export interface Resign {
  type: "resign";
  id: string;
  seat: string;
}
/**
 * `answer`: offer, accept or decline.
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
 * Ask the others for one's last choice, or one's whole last turn, with everything that came after it (docs/time.md).
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
 * Ask the others to let a bot play on for somebody who has left.
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
 * The answer to what somebody asks for: agree or refuse; withdraw what one has asked for oneself.
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
 * The answer to somebody who says that a seat is his: agree or refuse.
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
 * One's clock of days stands still for so many days from now on; 0: one is back.
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
 * Choices to be made one after the other as soon as it is one's turn, instead of those planned before; none: no plan.
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
 * A line of chat.
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
 * Advice for a seat that decides (`about` empty), or why a choice is refused (`about` is that choice; a way may be asked
 *     about with its end: `move` with a `square` or `zone`).
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
 * What happened so far as a seat (or empty: a spectator) may know it. Of a long game the latest steps are told; those
 *     before a version are asked for with `before`.
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
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Ping".
 */
export interface Ping {
  type: "ping";
  id?: string;
}
/**
 * The answer to Hello, and the fresh start after anything went wrong: everything as it stands now.
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
    [k: string]: Plan;
  };
}
/**
 * What everybody may know of a game without looking at it. `stage`: open (seats are free), playing, over, given-up.
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
  wish?: Wish | null;
  claim?: SeatClaim | null;
  from_position?: boolean;
  level?: string;
  watching?: number;
  waiting?: string[];
}
/**
 * Who sits where. `who`: person, bot or open (still to be taken; with a name: kept for somebody). `maker`: whoever holds
 *     this seat made the game. `away`: for how many seconds this person has not been connected. `bot_in`: in how many seconds the
 *     others may ask for a bot to play on; -1: the rules of this game do not allow it now.
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
 * What a player asks the others for. `kind`: take-back (everything from version `at` on; `turn`: the whole last turn of
 *     `who`) or stand-in (`bot` plays on for `colour`, who has left; if that seat was given up, from version `at` on). It is done
 *     when all who are asked have agreed.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Wish".
 */
export interface Wish {
  kind: string;
  who: string;
  at?: number;
  agreed?: string[];
  colour?: string;
  bot?: string;
  turn?: boolean;
}
/**
 * Somebody who watches says that a seat is his and has lost its key. All other people who play must agree; the holder of
 *     the seat may refuse. `name` is what he calls himself.
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
 * The game as one viewer (a colour held, or `spectator`) sees it now. `undo` is what the viewer may take back.
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
 * Everything one viewer may know of a game at one moment. What only some scenarios have comes last.
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
 * A decision on the stack, the last one first to be made. Nobody (`chance`) or a colour decides.
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
 * A player as the viewer sees him. `combat` and `used` are None where only the count is known; `team` is empty where there
 *     are none.
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
 * A room on its place; face down it has no name. `under` lists what lies on it or waits to be placed.
 *
 *     With three and four players it says how many tokens the room takes in the setup (-1: not said) and of which kind (KIND-1).
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
 * A token on a square. A starter that is still face down has the sign `?`. `carrier` is who carries it (CARRY-2).
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
 * A Move, Jump or Wall-walk under way. `settled`: all that is left is to stop, or to put the load down, the same.
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
 * A combat under way: who takes part, what each side counts without its cards, and the viewer's own card.
 *
 *     `sides` tells where others can join on which side each colour is: `attack`, `defence` or `no` (ALLY-22). `cards` are all
 *     chosen ones, for the all-knowing.
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
 * Everything one viewer may know of a Card Game at one moment.
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
  lying: LyingView[];
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
 * A decision on the stack, the last one first to be made. `about` is the place of a room, a column, what is picked, or how
 *     many are left to take out; empty otherwise.
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
 * A player as the viewer sees him. `combat` and `used` are None where only the count is known, `team` (signs) where the
 *     viewer does not know it; cards he may not know are a colour and `?`. `hidden` counts those face down beside rooms.
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
 * A room on its place; face down it has no name. `under` lists the cards beside it, or those still to be placed.
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
 * A character in play. `N0?` is a station whose letter is not known yet; `entry` is the way back of MOV-13.
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
 * via the `definition` "LyingView".
 */
export interface LyingView {
  token: string;
  place: string;
}
/**
 * A Move or wall-walk under way. `seen` are the ways in which the items of the place were spread since the last step: item
 *     -> who held it or where it lay (MOV-19); `robbed` are the wounded enemies robbed blind since then (OPT-12a).
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
 * A combat under way. `attack` and `defence` are what the sides count without their cards, as far as the viewer may know;
 *     `rage` is how many cards the attacker lays, `forced` the value that must be laid; `hand` is shown by Mind control.
 *     `cards` are all laid ones, for the all-knowing.
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
 * Whose time runs until when; `kind` is turn, reaction, days, bank or stopped. Times are seconds since 1970 on the server's
 *     clock, `now` is what that clock says (docs/time.md).
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
 * One more clock that runs at the same time: until when, of how much, and until when it costs nothing.
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
 * What somebody who waits has planned; nobody else is told. `dropped`: why the last plan did not fit.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Plan".
 */
export interface Plan {
  choices?: (string | Choice)[];
  dropped?: Reason | null;
}
/**
 * Why something is refused: a stable code, the clause of the rules it rests on, and an English sentence. Of a way that is
 *     too long also how many steps it needs and how many are left.
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
 * Something happened: the events of all versions after `since` up to `version` as this viewer may know them, and how the
 *     game stands then. Whoever has not seen `since` has missed something.
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
 * Something that happened, with names a person can read; only the fields its kind has are set.
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
 * An Update for whoever understands differences and has seen `since`: how the view of that version has changed.
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
 * What makes another view of a view: fields that are `set`, lists of which a part is replaced (from which item on, how many
 *     of them, by which), and fields that are `gone`. `check` is that of the view that comes of it (docs/protocol.md).
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
 * Several choose at the same time, and somebody has chosen or taken it back; the version stays the same until all have.
 *     `waiting`: who has not. `events`: what the viewer has chosen so far, as the update will tell it that follows.
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
 * What became of a command. A repeated command gets the same answer again.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Answer".
 */
export interface Answer {
  type: "answer";
  id: string;
  version: number;
  reason?: Reason | null;
}
/**
 * The answer to Ask.
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
 * The guide for whoever decides now.
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
  refused?: Refused[];
}
/**
 * What one character can do now. `stops` are the ends of a Move; `deeds` everything else it has, possible or nearly so.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Character".
 */
export interface Character {
  token: string;
  stops?: Stop[];
  deeds?: Deed[];
  reason?: Reason | null;
}
/**
 * A place a character can walk to. `choices` lead there without the final `stop`; sent as one command they are walked.
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
 * Something a character can do now, with its ways, or what keeps it from it (then `options` is empty). `stops` where it
 *     begins a way (a jump over a pit, a walk through a wall): each with all its choices, so that a target can be chosen before
 *     anything is paid.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Deed".
 */
export interface Deed {
  do: string;
  options?: Option[];
  reason?: Reason | null;
  stops?: Stop[];
}
/**
 * One choice with its price and what can be foreseen of it.
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
 * A fight as the viewer can foresee it. `mine` is the viewer's side. Where the other hand is unknown (`memory=strict`)
 *     `held` is None and there are no odds. A tie harms nobody; the cards are spent in any case, but for a 0.
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
 * How a fight may end for the viewer's side, in parts of one, if each of the other side's cards is equally likely.
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
 * What comes of a fight that ends in one way: who is wounded, who is out of the game, what is lost, who scores.
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
 * A choice one sees but cannot make now, and why.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Refused".
 */
export interface Refused {
  choice: Choice;
  reason: Reason;
}
/**
 * The answer to AskHistory. `more`: there are earlier steps. `others`: how it stood for this viewer when the turns of the
 *     others since his own last one began, so that they can be shown again; of whoever only watches, the last turn but one.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "History".
 */
export interface History {
  type: "history";
  id: string;
  version: number;
  viewer: string;
  steps: Step[];
  more?: boolean;
  others?: Moment | null;
}
/**
 * The events of one entry of the log.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Step".
 */
export interface Step {
  version: number;
  events: EventView[];
}
/**
 * The game as a viewer saw it at a version.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Moment".
 */
export interface Moment {
  version: number;
  view: View | CardView;
}
/**
 * Seats, offers, presence or the stage have changed.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "News".
 */
export interface News {
  type: "info";
  info: GameInfo;
}
/**
 * What a seat that one holds has planned, after it has changed.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Planned".
 */
export interface Planned {
  type: "planned";
  seat: string;
  plan: Plan;
}
/**
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Said".
 */
export interface Said {
  type: "said";
  line: ChatLine;
}
/**
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Pong".
 */
export interface Pong {
  type: "pong";
  id: string;
  now: number;
}
/**
 * Something that belongs to no command was wrong: a message that cannot be read, too many of them, a wrong token.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Trouble".
 */
export interface Trouble {
  type: "trouble";
  reason: Reason;
}
/**
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Adopted".
 */
export interface Adopted {
  seats: number;
}
/**
 * A rematch; everything may be left out.
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
 * How far the analysis of a finished game is: so many of its turns are done, so many other analyses are under way.
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
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "AnswerMove".
 */
export interface AnswerMove {
  allow: boolean;
}
/**
 * The way of a token, place by place; `out` is outside the maze.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Arrow".
 */
export interface Arrow {
  token: string;
  path: string[];
}
/**
 * A column of a starting zone of the Card Game: `N0` with four stations `N0T`, `N0S`, `N0C`, `N0G`.
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
 * Whoever plays a colour is to be kept out of one's games.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Blocked".
 */
export interface Blocked {
  colour: string;
}
/**
 * What only a free board tells: how it stands as a text (empty in the middle of something), what chance has just decided
 *     and all that it could have, and with the history how its maze is drawn.
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
 * Everything that never changes in a game and that drawing it needs.
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
  figures: Figure[];
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
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Seat".
 */
export interface Seat {
  colour: string;
  team?: string;
}
/**
 * A character or an object: `sign` is what follows the colour letter in a token's name; `key` names it in the catalogues
 *     of words and icons.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Figure".
 */
export interface Figure {
  sign: string;
  key: string;
  character: boolean;
  movement?: number;
  combat?: number;
  exit_vp?: number;
  capabilities?: string[];
}
/**
 * A room as it lies unturned. The view's `quarters` turn it clockwise by so many quarters. `gates` in the order of the
 *     view's `gates`.
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
 * A side of a cell of a room as drawn: `x`, `y` the cell, `side` n/e/s/w. Inner edges are named once (as e or s).
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
 * A place for a room: its name and its upper left square, and how many tokens the room takes in the setup. One that holds
 *     no room at first (the shaft of the Elevator) has no name.
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
 * A starting line of the board game. `towards` is the side on which the maze lies; `colours` who starts there; `exits` who
 *     leaves the maze there from the start on (the doors of the Wrong Door are in the view).
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
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "CancelMove".
 */
export interface CancelMove {
  ticket: string;
}
/**
 * A game that waits for players. `free` of so many `players` seats; `by`: who made it, if he has a name.
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
 * Asks the players for a seat that is one's own, without its key. `name`: how they know who asks.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ClaimSeat".
 */
export interface ClaimSeat {
  colour: string;
  name: string;
}
/**
 * A fight that could be begun: who would take part, and the sums before any card is laid.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Clash".
 */
export interface Clash {
  target: string;
  attackers: Share[];
  defenders: Share[];
  attack: number;
  defence: number;
  rays: Ray[];
}
/**
 * What one fighter adds to the sum of its side.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Share".
 */
export interface Share {
  token: string;
  value: number;
}
/**
 * A line between two tokens: `contact` of fighters, or `fire`. Sight has none: it leads from any part of a zone to any part
 *     of another, not from token to token.
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
 * What is said and shown at one moment. Texts are keys of the catalogues; `values` are put into their places.
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
  heard: Heard | null;
  question: Question | null;
  hint: string;
  finished: boolean;
  remember: string;
  cards: string[];
}
/**
 * What is ringed: a `square`, a `token`, a `room` (its place), a `zone` (or a station) or a kind of `choice`, by name.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Ring".
 */
export interface Ring {
  kind: string;
  name: string;
}
/**
 * A step in the list of those that are done.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Tick".
 */
export interface Tick {
  text: string;
  done: boolean;
}
/**
 * The answer to the last thing that was done: the key of its text (of a refusal `refusals.CODE`), and whether it was taken
 *     back (`stays`) or the step is offered again (`again`). A refusal has its clause.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Heard".
 */
export interface Heard {
  kind: string;
  text: string;
  stays?: boolean;
  again?: boolean;
  clause?: string;
}
/**
 * Things to be tapped: of which kind they are (`token`, `square`, `zone`), and how many there are.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Question".
 */
export interface Question {
  kind: string;
  count: number;
}
/**
 * A report about whoever plays a colour; `line` is the number of what he said, 0 for anything else.
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
 * The device where the code was typed wants the move. `bring`: the games of the person it was come along.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ConfirmMove".
 */
export interface ConfirmMove {
  ticket: string;
  bring?: boolean;
}
/**
 * The answer to `Matched`: the commitment that was shown, and the contribution to the seed.
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
 * What a seat added to the seed; empty: nothing.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Contribution".
 */
export interface Contribution {
  colour: string;
  given: string;
}
/**
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Created".
 */
export interface Created {
  info: GameInfo;
  seats: HeldSeat[];
  contributed?: boolean;
}
/**
 * A seat somebody holds: the token is the only key to it and is told once.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "HeldSeat".
 */
export interface HeldSeat {
  colour: string;
  token: string;
}
/**
 * A stretch of a turn that one plans at once: up to its end, or to a combat or reveal. `at` is the number of choices before
 *     it. `loss` is the share of winning that the choices gave away; without `best` it could not be judged.
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
 * One way through the turn: its choices, what it is worth after the replies, why, and how to draw it. It ends with the turn
 *     or, with `open`, in a combat or a reveal, after which the turn goes on.
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
  arrows?: Arrow[];
  marks?: Mark[];
}
/**
 * Why a plan is good, or what is wrong with it: the kind names the sentence (`analysis.reason.KIND`), `pieces` are the
 *     tokens it speaks of, who does it first; `numbers` are points, action points (`points`, `steps`) and odds (`percent`).
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
 * Something to be ringed: `turn` and `reveal` a room, `attack` a token, `take` an object, `drop` the place where a load is
 *     put down, `give` the character who gets one, `use` whatever else is done.
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
 * Something the example asks about that cannot be done, and why.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Denied".
 */
export interface Denied {
  target: string;
  reason: Reason;
}
/**
 * One of the browsers somebody plays in; `this`: the one that asks.
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
 * A draw as anybody can check it: the labels of all that was possible, and of what came out.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Draw".
 */
export interface Draw {
  labels: string[];
  drawn: string;
}
/**
 * A picture of a card of the rules. `shows` says what it is about: verbs of the notation, or `sight`; its text is
 *     `examples.GAME.NAME`. The first showing is the one that is seen at first.
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
  showings: Showing[];
}
/**
 * What is to be seen when a character is chosen. Everything in it is worked out by the rules.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Showing".
 */
export interface Showing {
  token: string;
  does?: string[];
  goals?: Goal[];
  targets?: string[];
  rooms?: string[];
  turns?: Turned[];
  places?: string[];
  loads?: string[];
  rays?: Ray[];
  clashes?: Clash[];
  denied?: Denied[];
}
/**
 * A place somebody gets to: how many steps it takes, and the victory points for leaving the maze there.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Goal".
 */
export interface Goal {
  place: string;
  steps: number;
  points?: number;
}
/**
 * A room that could be turned by a quarter, clockwise (1) or the other way (-1).
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Turned".
 */
export interface Turned {
  place: string;
  quarters: number;
}
/**
 * All examples of one game, with what drawing them needs.
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
 * Somebody of another side who could leave the maze in his next turn, the points that brings, and whether it wins.
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
 * A combat: how likely the attackers were to win, draw and lose when both hands were equally likely (absent where nobody
 *     can count them), and who won (empty: nobody).
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
 * How the game stood after so many choices, as a viewer saw it or all-knowing.
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
 * A whole game. `record` is a fingerprint of the choices, `nodes` the positions that each decision was given.
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
 * One turn: the shares before it, if it is played well, and what was made of it.
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
 * What one player did: points after each turn of the game, and sums.
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
 * What a strong player would do, told in one of three grades: 1 a nudge (`nudge`), 2 the piece, 3 the plan.
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
 * Asks what a strong player would do at a version. `grade`: 1 a nudge, 2 also the piece, 3 the whole plan.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "HintWish".
 */
export interface HintWish {
  version: number;
  grade?: number;
}
/**
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Hinted".
 */
export interface Hinted {
  version: number;
  hint: Hint;
}
/**
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Join".
 */
export interface Join {
  name?: string;
  colour?: string;
  contribution?: string;
}
/**
 * One piece, and how much it helps in each place, in hundredths of a game won: on the starting line (characters only),
 *     and hidden at each depth from the own line to the exits.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Learnt".
 */
export interface Learnt {
  figure: string;
  character: boolean;
  hidden: number[];
  starter?: number | null;
}
/**
 * A lesson in the list; its texts are `lessons.NAME.title` and `lessons.NAME.aim`.
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
 * Whether everybody finds a game that waits for players, or only whoever has its link or code.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Listing".
 */
export interface Listing {
  listed: boolean;
}
/**
 * The first message. `key`: who one is, needed for being paired; `room`: the code of a club's room, or empty.
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
 * What there is, the same for everybody in a room. `here`: how many look at it; `people`: their names, in a club's room.
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
 * A game that may be watched.
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
 * So many wait to be paired for this; `names` are those who have waited longest.
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
 * Somebody wants the same. `commitment`: of the game that is made when both have answered with `Contribute`; who does not
 *     answer within `seconds` seeks no more.
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
 * What the server knows of whoever asks. `unfinished`: games that he would leave by being forgotten; `recovery_code`: when
 *     it was made, 0 for none.
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
 * A passkey of a person; `used`: when it last brought him back.
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
 * A move that can be undone until a moment. `came`: the device became one's own; otherwise it was one's own and became that
 *     of `other`. `games`: how many came along.
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
 * A code for another device; it is good once, for so many seconds.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "MoveCode".
 */
export interface MoveCode {
  code: string;
  seconds: number;
}
/**
 * What a code means: whose device this becomes, and which device made the code. `ticket` is the key of this browser once
 *     both sides have confirmed; `check` is shown on both. `games`: how many of one's own could come along.
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
 * `state`: waiting (for the device that made the code), refused or done; then the ticket is a key.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "MoveStatus".
 */
export interface MoveStatus {
  state: string;
  name: string;
}
/**
 * A code that was made on another device, typed here. `device`: what this browser is called.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Moving".
 */
export interface Moving {
  code: string;
  device?: string;
}
/**
 * Who somebody is from now on in this browser: the key is told once.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Myself".
 */
export interface Myself {
  key: string;
  name: string;
}
/**
 * A game to create. `seats`: colour -> you, friend or bot:NAME. Colours that are not named are free for friends. `name` is
 *     that of whoever makes it; where several people share a screen `names` says who has which colour. A game that begins from a
 *     position has its scenario and options from there.
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
 * Somebody who has not been here before. `device`: what this browser is called in the list of his devices.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "NewPerson".
 */
export interface NewPerson {
  name?: string;
  device?: string;
}
/**
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "NewRoom".
 */
export interface NewRoom {
  name?: string;
}
/**
 * Tokens of seats that were taken before: they become the person's, and the tokens stay good.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "OldSeats".
 */
export interface OldSeats {
  tokens: string[];
}
/**
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "OwnGame".
 */
export interface OwnGame {
  info: GameInfo;
  colours: string[];
  your_turn: boolean;
}
/**
 * Asks for the games of these tokens.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "OwnGames".
 */
export interface OwnGames {
  tokens: string[];
}
/**
 * The game that one was paired for.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Paired".
 */
export interface Paired {
  type: "paired";
  created: Created;
}
/**
 * What the browser has made of the options: `PublicKeyCredential.toJSON()`.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PasskeyAnswer".
 */
export interface PasskeyAnswer {
  credential: {};
  device?: string;
}
/**
 * What the browser's `PublicKeyCredential` takes, as JSON.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PasskeyOptions".
 */
export interface PasskeyOptions {
  options: {};
}
/**
 * A game of one's own. `result`: won, lost, drawn, over (one played all sides); empty: it goes on.
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
 * A page of them, the latest first; `next` asks for those after it, and is empty at the end. A page may be short.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PastGames".
 */
export interface PastGames {
  games: PastGame[];
  next: string;
}
/**
 * How far a move has come, for the device that made the code. `state`: none, offered, typed (on `device`), confirmed
 *     (there: now it is asked here) or refused.
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
 * The commitment to the secret of a game that is about to be made. Naming both there makes it the game's, once, for a
 *     day.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Promised".
 */
export interface Promised {
  commitment: string;
  promise: string;
}
/**
 * All that chance decided in a finished game, and what it followed from. `tiles`: what lay face down when the first room
 *     was turned up; `draws`: everything else, rooms with the way they lie.
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
 * A face-down tile and the labels of the rooms that it may turn out to be.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Tile".
 */
export interface Tile {
  tile: string;
  labels: string[];
}
/**
 * The key by which a browser's push service knows this server; empty: it sends no messages.
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
 * A hint of some grade: what it is about (`puzzles.hint.THEME`), who begins, the choices of the next action (a walk to its
 *     end) and how it is drawn. `lost`: no way to the goal was found from here; `proved`: there is none.
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
  arrows?: Arrow[];
  marks?: Mark[];
}
/**
 * All puzzles, and the numbers of the puzzle of the day and of the easy one. Days are days of universal time.
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
 * What only a puzzle tells: its goal for whoever acts, and how that stands. `rival` comes next. `status`: open, solved or
 *     failed. `answer`: what is said to what was done last (`puzzles.answer.ANSWER`). `reason`: why it works, once it is solved.
 *     `shows`: what was done so far is the way of the solution that can be shown.
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
 * A code that brings somebody back on any device, until he makes another one. The server keeps its hash.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "RecoveryCode".
 */
export interface RecoveryCode {
  code: string;
}
/**
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Renamed".
 */
export interface Renamed {
  name: string;
}
/**
 * A finished game, or a record that was handed in. `viewer` is a colour, spectator or all.
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
 * A room of a club: its games are listed there only.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Room".
 */
export interface Room {
  code: string;
  name: string;
}
/**
 * A scenario to choose. `turns` is not 0 where turns are counted instead of a target.
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
}
/**
 * An option of a scenario. `values` where it is one of several, else a number from `low` to `high`. The `default` holds if
 *     the option is not given; an empty one (no handicap) cannot be given. `costs`: of a handicap, what each pair of levels
 *     costs, as `good/beginner` -> `-2/6`, two characters fewer and without the combat card 6.
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
 * What the maker of a game wants of a seat: `open` (nobody sits there any more) or bot:NAME (where it is free).
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SeatWish".
 */
export interface SeatWish {
  who: string;
}
/**
 * Wants to play this with whoever wants the same, now. The last one counts; it ends with the socket.
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
 * Does not want to be paired any more.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SeekNoMore".
 */
export interface SeekNoMore {
  type: "seek-no-more";
}
/**
 * One waits to be paired for this; empty: one does not wait (any more).
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
 * `worths` are those of the evaluation of the board game, in hundredths of a victory point or as parts of one.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Strategy".
 */
export interface Strategy {
  game: string;
  pieces: Learnt[];
  worths?: {
    [k: string]: number;
  };
}
/**
 * How an exercise stands. Whoever asks keeps `deeds` and hands them in again. `moments` lead from what was seen to this;
 *     with `fresh` it was set up anew after them. `waits`: a bot is to decide. `history` is told when it was set up anew, and to a
 *     StudyLook.
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
}
/**
 * Something that happened, and how it stood then.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StudyMoment".
 */
export interface StudyMoment {
  events: EventView[];
  sight: Sight;
}
/**
 * Begin the step anew, or all of it.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StudyAgain".
 */
export interface StudyAgain {
  type: "again";
  whole?: boolean;
}
/**
 * Set up a free board: a drawn position, or a scenario (its name, or the text of one), and what was chosen and drawn from
 *     there. `how` a scenario begins: `random`, with its setup done at random, `setup`, before it, or
 *     `empty`, with nothing in the maze.
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
 * Let chance decide again what it decided last: as it is told, or (empty) otherwise than it did.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StudyChance".
 */
export interface StudyChance {
  type: "chance";
  choice?: string | Choice;
}
/**
 * Change the position of a free board, all of it or nothing (docs/positions.md). It begins anew from what comes of it.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StudyEdit".
 */
export interface StudyEdit {
  type: "edit";
  edits: string[];
}
/**
 * Do the rest of the setup at random.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StudyFill".
 */
export interface StudyFill {
  type: "fill";
}
/**
 * Help in a puzzle: 1 what it is about, 2 also who begins, 3 also the next choice.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StudyHint".
 */
export interface StudyHint {
  type: "hint";
  grade?: number;
}
/**
 * Nothing is done; everything is told, with the history.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StudyLook".
 */
export interface StudyLook {
  type: "look";
}
/**
 * Choices of whoever studies, one after the other, until one of them is not to be.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StudyPlay".
 */
export interface StudyPlay {
  type: "play";
  choices: (string | Choice)[];
}
/**
 * Do what is to be done next; a walk to its end.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StudyShow".
 */
export interface StudyShow {
  type: "show";
}
/**
 * The answer to a question: all the things that were tapped.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StudyTap".
 */
export interface StudyTap {
  type: "tap";
  things: string[];
}
/**
 * Take the last choices back, whatever they have led to.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StudyUndo".
 */
export interface StudyUndo {
  type: "undo";
  steps?: number;
}
/**
 * Let the bot whose turn it is decide once.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StudyWait".
 */
export interface StudyWait {
  type: "wait";
}
/**
 * Why is this refused? As `about` of an Ask; in a lesson it is a try, which the coach may answer.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StudyWhy".
 */
export interface StudyWhy {
  type: "why";
  about: string | Choice;
}
/**
 * What was done so far, as the last answer told it (nothing: from the beginning), and what is to be done now.
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
 * A browser that wants to be told when it is a turn: what `PushSubscription` gives, and the language of its words.
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
 * Somebody whom another side could beat in its next turn: by whom, from where, after how many action points, how likely if
 *     both choose their cards well, and whether he would be out of the game.
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
 * What the others could do to a seat in their next turns.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Threatened".
 */
export interface Threatened {
  version: number;
  threats: Threats;
}
/**
 * What the others could do in their next turns; who is to come first is first.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Threats".
 */
export interface Threats {
  attacks?: Threat[];
  exits?: ExitThreat[];
}
/**
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "UseRecoveryCode".
 */
export interface UseRecoveryCode {
  code: string;
  device?: string;
}
