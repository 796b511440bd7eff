// Types of the interaction with the maze: the player's plan, the options of the moment, and the meaning of a click.

import type { Advice, Character, Choice, Option, Reason, Scene, Stop } from "$lib/protocol";
import type { AnyView, Pick } from "$maze/types";

/** What the player is about to do. It stays on the page: the server gets choices only. */
export interface Plan {
  /** The chosen character, or in setup and placing the chosen token. */
  selected: string;
  /** The key of the button whose targets are marked on the maze; empty for walking and other clicks on the maze. */
  mode: string;
  /** What the pointer or the first tap is on. */
  hover: Pick | null;
  /** Whether to take the object at the end of the way; null: only if the object itself is clicked. */
  take: boolean | null;
}

export const NO_PLAN: Plan = { selected: "", mode: "", hover: null, take: null };

/** A button of the console: one deed, or one of its ways where these are few and each has its own name. */
export interface DeedButton {
  key: string;
  do: string;
  options: Option[];
  reason?: Reason;
  /** Where it leads, for a jump or a walk through a wall: one of these is chosen before anything is paid. */
  stops?: Stop[];
}

/** Everything the answers depend on. */
export interface InteractionContext {
  view: AnyView;
  scene: Scene;
  /** Of this very moment, with what could be done after a stop joined in; nothing until it has come. */
  advice: Advice | null;
  /** The last advice that came, for panels that must not be empty while a step is played out. */
  lately: Advice | null;
  /** The seat that looks. */
  looking: string;
  /** Does it decide now, and is everything played out? */
  mine: boolean;
  plan: Plan;
}

/** `wait`: somebody else decides, or chance; `choice`: one of a few plain answers. */
export type Stage = "over" | "wait" | "card" | "team" | "put" | "act" | "fight" | "choice";

/** A Move, jump or wall-walk of an own character that is not over. */
export interface OpenJourney {
  token: string;
  steps: number;
  /** May it end where it is? */
  canStop: boolean;
  /** What can be taken, put down or handed over where it is. */
  loads: Choice[];
}

export interface InteractionState {
  stage: Stage;
  /** The kind of the decision, if it is ours. */
  decision: string;
  /** The chosen character, or the token to be put somewhere. Never one that cannot act. */
  selected: string;
  /** Somebody who is only looked at, while there is nothing to choose. */
  looked: string;
  /** Own characters that can do something. */
  able: string[];
  journey: OpenJourney | null;
  /** What the chosen one can do, now or (while a step is played out) just before. */
  buttons: DeedButton[];
  known?: Character;
  /** `move`, the key of the button whose targets are marked, or nothing. */
  mode: string;
  /** Where the chosen one can go in this mode. */
  stops: Stop[];
  /** What else can be clicked in this mode: enemies, rooms, places. */
  options: Option[];
}

/** A way to a stop. `load` is the choice that takes an object at its end. */
export interface Walk {
  kind: "walk";
  stop: Stop;
  choices: Choice[];
  load?: Choice;
  option?: Option;
}

export type ClickAction =
  | { kind: "nothing" }
  /** Choose a character, or in setup and placing the next token; `""` cancels the selection. */
  | { kind: "select"; token: string }
  /** Look at somebody while waiting. */
  | { kind: "look"; token: string }
  | Walk
  /**
   * A friend stands where the chosen one can hand over or take something: ask whether to go there or to choose the
   * friend.
   */
  | { kind: "meet"; token: string; walk: Walk }
  | { kind: "do"; option: Option }
  /** Several things are possible there: ask which. */
  | { kind: "which"; options: Option[] }
  /** The traveller ends its journey where it is. */
  | { kind: "stop" }
  | { kind: "put"; choice: Choice }
  /** Not possible, for `reason` if it is known; otherwise the server is asked about `about`. */
  | { kind: "refuse"; about?: Choice; reason?: Reason };
