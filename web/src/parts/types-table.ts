// The props of the widgets of the game page: plaques, cards, console, log and chat, trays.
import type { Snippet } from "svelte";
import type { IconName } from "$lib/icon-names";
import type { LogMention, LogPart, TokenLook } from "./types-looks";
import type { MenuItem, ToolBarProps } from "./types-panels";

export interface TokenFaceProps {
  look: TokenLook;
  size?: number;
  /** Show the chips of movement and combat. */
  values?: boolean;
  /** Spoken name; without one the drawing is decoration. */
  label?: string;
}

export interface SideShapeProps {
  colour: string;
  size?: number;
  label?: string;
}

export interface AvatarProps {
  colour: string;
  who: "person" | "bot" | "open";
  size?: number;
}

export interface StatChipProps {
  kind: "movement" | "combat";
  value: number;
  size?: number;
}

export interface VpTrackProps {
  points: number;
  target: number;
  size?: number;
}

export interface CostProps {
  points?: number;
  jump?: boolean;
  dark?: boolean;
}

// -- players

export interface MiniCard {
  value: number;
  state: "held" | "used" | "now";
}

export interface ClockFaceProps {
  /** When the time is over, in milliseconds of this browser's clock; else `left` seconds standing still. */
  until?: number;
  /** It begins to run then. */
  from?: number;
  left?: number;
  /** All the time there was, in seconds: draws the ring. */
  allowed?: number;
  label?: string;
  size?: "small" | "plaque" | "large";
}

export interface PlaqueProps {
  colour: string;
  name: string;
  who?: "person" | "bot" | "open";
  you?: boolean;
  /** Left out: not worth saying (a bot, the same screen). */
  online?: boolean;
  active?: boolean;
  points: number;
  target: number;
  /** A line in place of the gears ("6 of 10 tokens left"). */
  note?: string;
  actionCards?: MiniCard[];
  /** Combat cards known by exclusion; used ones are struck. */
  combatCards?: { value: number; used: boolean }[];
  jumps?: { left: number; total: number };
  /** Only how many cards are left (corner plaques). */
  combatLeft?: number;
  /** Card Game: the team in a row with what became of it. */
  team?: TokenLook[];
  teamNote?: string;
  /** Card Game: action points kept from the last turn. */
  kept?: number;
  clock?: ClockFaceProps;
  /** Second line of a corner plaque, in place of colour and role. */
  role?: string;
  side?: "left" | "right";
  /** Wide over the maze, in a corner of it, or slim in a row of three or four. */
  variant?: "wide" | "corner" | "slim";
}

export interface StripPlayer {
  colour: string;
  name: string;
  points: number;
  target: number;
  you?: boolean;
  bot?: boolean;
  active?: boolean;
  /** Has resigned while the others play on. */
  out?: boolean;
  clock?: ClockFaceProps;
}

/** The score strip of a phone: two players left and right of the hexagon, or up to four in small. */
export interface ScoreStripProps {
  players: StripPlayer[];
  /** Action points left; none while nobody spends any. */
  actionPoints?: number;
  /** One line over a low maze; the points are shown elsewhere. */
  row?: boolean;
}

export interface TurnPlateProps {
  title: string;
  subtitle?: string;
  /** Somebody else is at it: a slow gear. */
  waiting?: boolean;
}

export interface OrderOfPlayProps {
  players: { colour: string; name: string; active?: boolean }[];
  turn?: number;
}

// -- action points

export interface GaugeProps {
  left: number;
  total: number;
  caption?: string;
  size?: number;
  /** Not cut off below, where no button covers it. */
  whole?: boolean;
}

export interface WheelProps {
  value: number;
  /** Highest number on the wheel. */
  top?: number;
  size?: number;
  whole?: boolean;
}

/** Gauge or wheel with the button that ends the turn and the undo line. */
export interface HeartProps {
  /** Board game. */
  gauge?: { left: number; total: number };
  /** Card Game. */
  wheel?: number;
  caption?: string;
  endLabel?: string;
  endNote?: string;
  endDisabled?: boolean;
  /** The turn cannot end yet; a press on the button says why. */
  endHushed?: boolean;
  /** A coach speaks of it. */
  endRinged?: boolean;
  /** Nothing else is left to do. */
  endLit?: boolean;
  undo?: string;
  onend?: () => void;
  onundo?: () => void;
  rail?: boolean;
}

export interface ActionButtonProps {
  icon: IconName;
  label: string;
  hint?: string;
  /** The hint distinguishes this button from another of the same name: it is shown where other hints are left out. */
  vital?: boolean;
  cost?: number;
  jump?: boolean;
  /** Key cap shown with a mouse. */
  keyHint?: string;
  /** Not possible now: drawn dashed with this reason. It can still be pressed, so that the page can say more. */
  reason?: string;
  /** The reason as a whole sentence, for the tooltip and screen readers. */
  because?: string;
  active?: boolean;
  /** A coach speaks of it. */
  ringed?: boolean;
  foe?: boolean;
  /** The wide brass button of a sheet. */
  primary?: boolean;
  /** A longer sentence for screen readers, said after label and hint in place of the price. */
  spoken?: string;
  onclick?: () => void;
  onhover?: (over: boolean) => void;
}

export interface TeamMember {
  token: string;
  look: TokenLook;
  label: string;
  selected?: boolean;
  disabled?: boolean;
}

export interface TeamRowProps {
  members: TeamMember[];
  onpick?: (token: string) => void;
  size?: number;
  label?: string;
}

/**
 * Who is chosen and what it can do. `children` are the ActionButtons, `above` stands over them (the main button of a
 * sheet).
 */
export interface ConsoleProps {
  look?: TokenLook;
  name?: string;
  movement?: number;
  combat?: number;
  /** What movement counts: squares (board game) or zones (Card Game). */
  unit?: "squares" | "zones";
  ability?: string;
  situation?: string;
  /** What is expected now. A sheet says it in its head. */
  prompt?: string;
  team?: TeamMember[];
  onpick?: (token: string) => void;
  onclose?: () => void;
  layout?: "dock" | "rail" | "sheet";
  above?: Snippet;
  children?: Snippet;
}

// -- cards

export type CardSize = "small" | "hand" | "pick" | "large";

export interface CombatCardProps {
  value: number;
  size?: CardSize;
  selected?: boolean;
  dimmed?: boolean;
  glow?: boolean;
}

export interface JumpCardProps {
  size?: CardSize;
}

export interface BackCardProps {
  colour: string;
  size?: CardSize;
}

export interface ActionCardProps {
  value: number;
  /** Why it cannot be played now. */
  reason?: string;
  /** A coach speaks of it. */
  ringed?: boolean;
  onpick?: () => void;
}

/** The four large action cards at the beginning of a turn. */
export interface ActionCardsProps {
  /** `reason`: why it cannot be played now, in a word or two; `why`: in a sentence, with the clause of the rules. */
  cards: { value: number; ringed?: boolean; reason?: string; why?: { text: string; clause?: string } }[];
  title?: string;
  onpick?: (value: number) => void;
}

export interface HandProps {
  combat: number[];
  jumps?: number;
  used?: number[];
  title?: string;
  /** In a rail: narrower, without the plate's height. */
  narrow?: boolean;
  bare?: boolean;
}

// -- log and chat

export interface LogEntry {
  /** Whose deed; empty for chance and headings. */
  colour: string;
  parts: LogPart[];
  mine?: boolean;
  /** `turn` is a heading. */
  kind?: string;
}

export interface LogPanelProps {
  entries: LogEntry[];
  title?: string;
  empty?: string;
  /** Newest first, as in the dock; else oldest first and kept at the end. */
  newestFirst?: boolean;
  /** Announce what comes in (one log per page). */
  live?: boolean;
  /** How many are drawn; the rest comes with a button. */
  limit?: number;
  bare?: boolean;
  onmention?: (mention: LogMention | null) => void;
  onpick?: (mention: LogMention) => void;
  /** A line is pointed at: everything it speaks of; nothing when the pointer leaves it. */
  online?: (mentions: LogMention[]) => void;
  onwhole?: () => void;
}

export interface ChatLineLook {
  key: string | number;
  colour: string;
  name: string;
  text: string;
  at: number;
  mine?: boolean;
}

export interface ChatPanelProps {
  lines: ChatLineLook[];
  /** What can be done about the author of a line; none: nothing. */
  about?: (line: ChatLineLook) => MenuItem[];
  /** Whose lines are left out. */
  hidden?: { name: string; onshow: () => void }[];
  onsay?: (text: string) => void;
  /** Why nothing can be said (spectators, silent allies). */
  closed?: string;
  /** Something can be said in spite of that until then (milliseconds, own clock). */
  until?: number;
}

// -- setup and choosing

export interface TrayItem {
  token: string;
  look: TokenLook;
  name: string;
  state?: "ready" | "picked" | "gone" | "blocked";
  reason?: string;
  /** What it can do, as a tooltip; of the one in the hand it stands next to the tray. */
  ability?: string;
}

export interface SetupStepsProps {
  steps: string[];
  /** Counted from 0; those before are done. */
  current: number;
}

export interface SetupTrayProps {
  title: string;
  text?: string;
  heading?: string;
  items: TrayItem[];
  onpick?: (token: string) => void;
  onback?: () => void;
  backLabel?: string;
  onfill?: () => void;
  fillLabel?: string;
  note?: string;
  phone?: boolean;
  /** In a narrow column next to the maze: everything one below the other. */
  rail?: boolean;
}

export interface PickCard {
  token: string;
  look: TokenLook;
  name: string;
  movement?: number;
  combat?: number;
  ability?: string;
  /** waiting: it can be chosen later, when it is the viewer's turn. */
  state?: "available" | "waiting" | "picked" | "taken" | "blocked";
  reason?: string;
  /** Who has chosen it. */
  mark?: { colour: string; text: string };
}

export interface TeamPickerProps {
  title: string;
  text?: string;
  groups: { title: string; cards: PickCard[] }[];
  /** "3 of 8 chosen" is composed from these. */
  chosen?: number;
  needed?: number;
  /** Who has chosen how many. */
  tally?: string;
  /** Somebody else chooses: who is waited for. */
  waiting?: string;
  /** The answer to a press on a card that cannot be chosen. */
  said?: string;
  tools?: ToolBarProps["items"];
  /** Fold the choice away to look at the maze. */
  onfold?: () => void;
  foldLabel?: string;
  confirmLabel?: string;
  /** A card was pressed, whether it can be chosen or not. */
  onpick?: (token: string) => void;
  onconfirm?: () => void;
  onfill?: () => void;
  /** Can the rest be chosen for the player now? */
  fillable?: boolean;
}

export interface RevealTrayProps {
  title: string;
  text?: string;
  items: TrayItem[];
  onpick?: (token: string) => void;
  /** Seconds on the clock of placing, if it runs. */
  clock?: ClockFaceProps;
}
