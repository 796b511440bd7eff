/** Input and output of the maze. It knows no rule: it draws a view, draws the given marks and reports clicks. */
import type { IconName } from "$lib/icons";
import type { CardView, EventView, Scene, View } from "$lib/protocol";

export type AnyView = View | CardView;
export type Tone = "plan" | "danger";
export type Colour = "blue" | "yellow" | "red" | "green";

/** A place the selected character can reach. `label`: a step number or a price; `exit`: the way out (door sign). */
export interface ReachMark {
  place: string;
  label?: string;
  exit?: boolean;
}

/**
 * A lid or a room that can be clicked (reveal, hide here, "2 free"). `strong`: true outlines it (the one pointed at),
 * false greys its label ("full"). `slots`: how many tokens fit on the lid; the free places are dashed.
 */
export interface RoomMark {
  place: string;
  label?: string;
  strong?: boolean;
  slots?: number;
}

/**
 * A place is a square (`e5`), a zone (`red-1.T`), a station (`N0T`), a starting zone (`N`, `S`) or a room's place
 * (`R3`).
 */
export interface Marks {
  reach?: ReachMark[];
  /** Places in the order walked, the start first. */
  path?: string[];
  /** A pale token at the end of the path. */
  ghost?: { token: string; place: string };
  /** Tokens in brackets: they can be attacked, healed, shot at. */
  targets?: string[];
  /** Cream dashed places: something can be put here. */
  placeHere?: string[];
  rooms?: RoomMark[];
  /** Tokens that can be chosen. */
  selectable?: string[];
  selected?: string;
  /** Places the last action touched: fine dotted rim. */
  last?: string[];
  /** Places that are spoken of just now: a line of the log that is pointed at. */
  lit?: string[];
  /** Tokens, places and rooms that a coach speaks of: gold, pulsing. */
  todo?: string[];
  /** Ways that were walked in the last turn: fine dotted lines. */
  trails?: string[][];
  /** What else was done in the last turn, and where: a fight, a room turned, a portcullis. */
  signs?: { place: string; icon: IconName }[];
  /** The place the keyboard is on; the maze sets its own, this one overrules it. */
  focus?: string;
  /** A place that has just refused something: its outline flashes. Change it (also to "") to flash anew. */
  flash?: string;
  /** Places an enemy threatens: hatched. */
  threats?: string[];
  /**
   * What turning these rooms would make of them: new walls and tokens in aether, arcs; quarters clockwise may be
   * negative.
   */
  preview?: { place: string; quarters: number }[];
  /** A room that would slide by one place to `side` (n, e, s or w). */
  slide?: { place: string; side: string };
  /** Two rooms that would change places. */
  swap?: [string, string];
  /**
   * A plan that is shown, or what another side could do: a way with an arrow where it ends. Places in order, or tokens.
   */
  arrows?: { path: string[]; tone: Tone; number?: number }[];
  /**
   * Tokens, places and rooms that a plan or a danger is about: ringed, with a sign or a few characters. `small`: the
   * sign stands next to the middle of a place, where a character may be.
   */
  rings?: { at: string; tone: Tone; icon?: IconName; label?: string; small?: boolean }[];
  /** Lines between tokens or places: who joins a fight, what a shot passes over, who sees whom. */
  lines?: { from: string; to: string; kind: "contact" | "fire" | "sight" }[];
}

export type Pick =
  { kind: "place"; place: string } | { kind: "token"; token: string; place: string } | { kind: "room"; place: string };

export type PointerKind = "mouse" | "touch" | "pen" | "keyboard";
export type Direction = "up" | "down" | "left" | "right";

export interface MazeProps {
  scene: Scene;
  view: AnyView;
  /** What led from the previous view to this one. */
  events?: EventView[];
  marks?: Marks;
  /** Whose line lies left (or below when `tall`); nothing: as the scenario is printed. */
  home?: string;
  tall?: boolean;
  /** `auto`: movement and combat chips are shown on squares of 44 px and more. */
  chips?: "auto" | "always" | "never";
  /** Turned by half: one's own line lies right or above. */
  flip?: boolean;
  /** Names of columns, rows and places are shown. */
  coordinates?: boolean;
  reduced?: boolean;
  /** How many times as fast as usual; 0: at once. */
  speed?: number;
  /** Every pick does something: a second one at the same spot is no double tap. */
  answers?: boolean;
  /** Look only: no focus, no zoom (small pictures of a maze). */
  still?: boolean;
  onpick?: (pick: Pick, pointer: PointerKind) => void;
  onhover?: (pick: Pick | null) => void;
  /**
   * A token that is selectable or selected is dragged over places: the places so far, and whether it was let go there.
   * Dragging begins with an `onpick` of the token; without this handler the place it is let go on is picked, too.
   */
  ondragpath?: (token: string, path: string[], done: boolean) => void;
  onsettled?: () => void;
}

/** Exported by the component instance (`bind:this`). */
export interface MazeHandle {
  zoomIn(): void;
  zoomOut(): void;
  fit(): void;
  /** Centre these places; squares become at least `size` pixels wide (46 by default). */
  centreOn(places: string[], size?: number): void;
  skip(): void;
  moveFocus(direction: Direction): void;
  /** Picks what the focus is on, as Enter does when the maze has the keyboard. */
  pickFocus(): void;
  /** What lies under a point of the window (`clientX`, `clientY`): for tokens dragged in from a tray. */
  pickAtPoint(clientX: number, clientY: number): Pick | null;
  /** Where a place or token is on the screen (for bubbles), relative to the maze's box. */
  boxOf(placeOrToken: string): { x: number; y: number; width: number; height: number } | null;
}
