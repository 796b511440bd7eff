// The props of the combat scene and its parts.
import type { Snippet } from "svelte";
import type { IconName } from "$lib/icon-names";
import type { LogPart, TokenLook } from "./types-looks";
import type { ToolBarProps } from "./types-panels";

export interface OddsLook {
  win: number;
  tie: number;
  lose: number;
}

export interface OddsBarProps {
  /** Left out as long as no card is chosen. */
  odds?: OddsLook;
  title?: string;
  note?: string;
  /** Stands where the bar will be as long as no card is chosen. */
  hint?: string;
  compact?: boolean;
}

export interface Fighter {
  token: string;
  look: TokenLook;
  name: string;
  /** Why it fights or what became of it. */
  role?: string;
  combat: number;
  bonuses?: { look: TokenLook; name: string; plus: number }[];
  /** Wounded or eliminated by this fight. */
  hit?: boolean;
}

/** A card on the gear. Several of them where several players lay one, or for the Berserker's second. */
export interface LaidCard {
  colour: string;
  /** empty: still to be laid; laid: face down; open: face up. */
  state: "empty" | "laid" | "open";
  value?: number;
}

export interface CombatSide {
  colour: string;
  title: string;
  fighters: Fighter[];
  /** Strength before the cards. */
  sum: number;
  cards: LaidCard[];
  /** Once shown. */
  total?: number;
  /** Under the number; composed if left out. */
  totalNote?: string;
}

export interface CombatOption {
  value: number;
  odds?: OddsLook;
  /** Why it may not be laid. */
  reason?: string;
  /** A coach speaks of it. */
  ringed?: boolean;
  /** A hint speaks of it. */
  hinted?: boolean;
}

/** What each end of the fight would mean, in words. */
export type CombatStakes = Record<keyof OddsLook, string>;

export interface Consequence {
  icon: IconName;
  parts: LogPart[];
}

export interface CombatSceneProps {
  title: string;
  subtitle?: string;
  /** What kind of combat it is, between the cards. */
  icon?: IconName;
  /** What is at hand while the scene lies over the maze. */
  tools?: ToolBarProps["items"];
  /** Fold the scene away to look at the maze (Esc). */
  onfold?: () => void;
  foldLabel?: string;
  /** The index of the card that is about to be laid; it lasts while the scene is folded away. */
  chosen?: number;
  /** Stage `waiting`: for how long the other player has been away. */
  away?: string;
  /** The viewer's side (or the attackers). */
  left: CombatSide;
  right: CombatSide;
  /** choose: lay a card; second: the Berserker's second; name: the Telepath names a value; waiting; shown. */
  stage: "choose" | "second" | "name" | "waiting" | "shown";
  options?: CombatOption[];
  /** What the other side may still hold; null or left out: nothing is said. */
  held?: number[] | null;
  heldBy?: string;
  stakes?: CombatStakes;
  note?: string;
  /** A hint that was asked for, and what asks for one. */
  help?: Snippet;
  onhint?: () => void;
  /** Values that can be named (stage `name`). */
  values?: number[];
  onlay?: (value: number, index: number) => void;
  onname?: (value: number) => void;
  /** Stages `second` and `name`: given where it may be left out, with its words. */
  onskip?: () => void;
  skipLabel?: string;
  /** Stage `shown`. */
  winner?: "left" | "right" | "";
  verdict?: string;
  summary?: string;
  consequences?: Consequence[];
  afterNote?: string;
  closeLabel?: string;
  onclose?: () => void;
  phone?: boolean;
  /** Show the end of the reveal at once. */
  still?: boolean;
}
