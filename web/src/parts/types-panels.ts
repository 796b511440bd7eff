// The props of what lies over the maze, of the layers and of the forms.
import type { Snippet } from "svelte";
import type { IconName } from "$lib/icon-names";
import type { TokenLook } from "./types-looks";

// -- over the maze

export interface BubbleRow {
  icon?: IconName;
  label: string;
  look?: TokenLook;
  cost?: number;
  onpick?: () => void;
}

export interface BubbleProps {
  /** The first row gets the keyboard. */
  focus?: boolean;
  title: string;
  text?: string;
  cost?: number;
  jump?: boolean;
  check?: { label: string; checked: boolean; onchange?: (checked: boolean) => void };
  rows?: BubbleRow[];
  /** Where the tip points: `left` means that the bubble lies right of its place and points left. */
  tip?: "left" | "right" | "up" | "down";
  /** How far an upper or lower tip lies from its usual place, in pixels. */
  shift?: number;
  /** Position of the tip in the containing block, in pixels. */
  x?: number;
  y?: number;
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

/** A plate at the foot of the maze: a question before something that costs, or whom one waits for. */
export interface PromptBarProps {
  title: string;
  text?: string;
  /** A turning gear: somebody is thinking. */
  waiting?: boolean;
  actions?: PanelAction[];
  children?: Snippet;
}

/** A clause of docs/rules, e.g. `TURN-4`. */
export interface ClauseProps {
  clause: string;
}

export interface ToastProps {
  kind?: "refusal" | "info" | "error";
  title?: string;
  text: string;
  clause?: string;
  icon?: IconName;
  ondismiss?: () => void;
  actions?: PanelAction[];
}

export interface BannerProps {
  kind?: "lost" | "offline" | "away" | "info";
  title: string;
  text?: string;
  actions?: PanelAction[];
}

// -- layers

export interface CurtainProps {
  colour: string;
  name: string;
  who?: "person" | "bot" | "open";
  title?: string;
  /** What everybody may know of the last turn. */
  summary?: string;
  onopen?: () => void;
}

export interface DialogProps {
  title: string;
  text?: string;
  actions?: PanelAction[];
  /** Esc, the scrim and the cross; without it the dialog must be answered. */
  onclose?: () => void;
  wide?: boolean;
  /** Over the title: a gauge, a token. */
  picture?: Snippet;
  children?: Snippet;
}

export type SheetHeight = "peek" | "half" | "full";

export interface SheetProps {
  height?: SheetHeight;
  /** How high what is always visible is. */
  headHeight?: number;
  label: string;
  onheight?: (height: SheetHeight) => void;
  /** Always visible. */
  head?: Snippet;
  children?: Snippet;
}

export interface DrawerProps {
  title: string;
  open: boolean;
  side?: "left" | "right";
  /** What is behind it stays clear to see; on a phone it comes from below. */
  compact?: boolean;
  /** Nothing else can be used until it is closed; false: the game goes on next to it. */
  modal?: boolean;
  onclose?: () => void;
  children?: Snippet;
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

export interface MenuPanelProps {
  groups: { title?: string; items: MenuItem[] }[];
}

export interface ToolBarProps {
  items: (MenuItem & { pressed?: boolean; badge?: number })[];
  /** column: left of the maze; row: at the foot of a rail; round: floating on a phone. */
  shape?: "column" | "row" | "round";
  label?: string;
}

export interface KeysHelpProps {
  game?: "board" | "card";
}

export interface GameOverProps {
  title: string;
  summary?: string;
  tone?: "won" | "lost" | "draw" | "watched";
  look?: TokenLook;
  scores?: { colour: string; name: string; points: number; target: number; winner?: boolean }[];
  note?: string;
  actions?: PanelAction[];
  onclose?: () => void;
}

export interface RulesCardProps {
  title: string;
  look?: TokenLook;
  icon?: IconName;
  movement?: number;
  combat?: number;
  paragraphs: string[];
  /** The clauses each paragraph rests on. */
  cites?: string[][];
  /** The one it was opened for: its paragraphs are marked. */
  clause?: string;
  related?: { label: string; href?: string; onclick?: () => void }[];
}

/** Everything that can be chosen now as plain buttons. */
export interface ChoiceListProps {
  groups: {
    title: string;
    choices: { key: string; label: string; spoken?: string; cost?: number; jump?: boolean; onpick: () => void }[];
  }[];
  title?: string;
  empty?: string;
}

// -- form

export interface SwitchOption {
  value: string;
  label: string;
  icon?: IconName;
  disabled?: boolean;
}

export interface SegmentedSwitchProps {
  label: string;
  options: SwitchOption[];
  value: string;
  hideLabel?: boolean;
  onchange?: (value: string) => void;
}

export interface SelectProps {
  label: string;
  options: SwitchOption[];
  value: string;
  hideLabel?: boolean;
  hint?: string;
  onchange?: (value: string) => void;
}

export interface SliderProps {
  label: string;
  value: number;
  low: number;
  high: number;
  step?: number;
  /** The value in words. */
  shown?: string;
  hideLabel?: boolean;
  onchange?: (value: number) => void;
}

export interface ToggleProps {
  label: string;
  hint?: string;
  checked: boolean;
  disabled?: boolean;
  onchange?: (checked: boolean) => void;
}
