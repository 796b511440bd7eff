// Shapes of data that several parts draw. The props of a part stand in its component.
//
// Parts know no rule, no socket and no game. Words that belong to a game (names, abilities, sentences) come in as
// strings; words of the part itself are in `parts.json`.
import type { IconName } from "$lib/icon-names";

/**
 * A token as drawn. `figure` is the key of a figure (thief, fireball-wand), empty for one that lies face down unknown.
 */
export interface TokenLook {
  colour: string;
  figure: string;
  character: boolean;
  movement?: number;
  combat?: number;
  wounded?: boolean;
  blocked?: boolean;
  /** Points of a Speed Potion left to drink up. */
  potion?: number;
  /** The object it carries. */
  load?: { colour: string; figure: string };
  /** Figure of the wounded friend it carries. */
  friend?: string;
  /** Face down: with a figure its owner sees it, without one it is a riddle. */
  hidden?: boolean;
  /** No longer in play (escaped or lost): drawn empty and struck out. */
  out?: boolean;
  selectable?: boolean;
  selected?: boolean;
  ghost?: boolean;
}

export interface LogMention {
  text: string;
  token?: string;
  place?: string;
}

export type LogPart = string | LogMention;

export interface LogEntry {
  /** Whose deed; empty for chance and headings. */
  colour: string;
  parts: LogPart[];
  mine?: boolean;
  /** `turn` is a heading. */
  kind?: string;
}

export interface PanelAction {
  label: string;
  icon?: IconName;
  primary?: boolean;
  danger?: boolean;
  cost?: number;
  disabled?: boolean;
  /** A link in place of a button. */
  href?: string;
  onclick?: () => void;
}

export interface MenuItem {
  label: string;
  icon?: IconName;
  hint?: string;
  keyHint?: string;
  danger?: boolean;
  disabled?: boolean;
  href?: string;
  onclick?: () => void;
}

export interface ToolItem extends MenuItem {
  pressed?: boolean;
  badge?: number;
}

export interface SwitchOption {
  value: string;
  label: string;
  icon?: IconName;
  disabled?: boolean;
}

export type CardSize = "small" | "hand" | "pick" | "large";

export interface TrayItem {
  token: string;
  look: TokenLook;
  name: string;
  state?: "ready" | "picked" | "gone" | "blocked";
  reason?: string;
  /** What it can do, as a tooltip; of the one in the hand it stands next to the tray. */
  ability?: string;
}

export interface OddsLook {
  win: number;
  tie: number;
  lose: number;
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
export type StakesText = Record<keyof OddsLook, string>;

export interface Consequence {
  icon: IconName;
  parts: LogPart[];
}
