// What a player has set, kept in this browser. Reading a field in a component makes it follow changes.
import { recall, remember } from "./storage";

export type Theme = "dark" | "light" | "system";
export type Motion = "system" | "full" | "less";
export type Speed = "slow" | "normal" | "fast";
export type BotPace = "quick" | "steady" | "slow";
/** The name of a folder of catalogues: `en`. */
export type Language = string;

export interface Settings {
  theme: Theme;
  /** Empty: as the browser says. */
  language: Language;
  motion: Motion;
  /** Of animations. */
  speed: Speed;
  /** How long one looks at what a bot did before the next is shown. */
  bots: BotPace;
  sound: boolean;
  /** From 0 to 100. */
  volume: number;
  /** Names of columns, rows and places on the maze. */
  coordinates: boolean;
  /** The maze lies the other way round. */
  flip: boolean;
  /** Ask before a room is rotated or revealed. */
  confirmRotation: boolean;
  /** End the turn as soon as nothing is left but to end it. */
  endByItself: boolean;
  /** Ask before a turn ends in which something could still be done. */
  confirmEnd: boolean;
  /** Milliseconds in which a second click on the same spot is part of the first; not offered on the page. */
  haste: number;
  /** A notification of the browser when it is one's turn and the page is in the background. */
  notify: boolean;
  /** Same screen: `always` at every hand-over, `secret` only before something private is shown. */
  curtain: "always" | "secret";
  /** Home shows the next step of the path. */
  path: boolean;
  /** The player's name, offered for new games. */
  name: string;
}

const DEFAULTS: Settings = {
  theme: "system",
  language: "",
  motion: "system",
  speed: "normal",
  bots: "quick",
  sound: true,
  volume: 50,
  coordinates: true,
  flip: false,
  confirmRotation: true,
  endByItself: false,
  confirmEnd: true,
  haste: 350,
  notify: false,
  curtain: "always",
  path: true,
  name: "",
};
const KEY = "dungeon-twister.settings";

/** The stored settings of the right type; others may come from an imported file and are left out. */
function kept(): Partial<Settings> {
  const saved = recall<Record<string, unknown> | null>(KEY, null) ?? {};
  return Object.fromEntries(
    Object.entries(DEFAULTS).flatMap(([name, usual]) =>
      typeof saved[name] === typeof usual ? [[name, saved[name]]] : [],
    ),
  );
}

/** The settings; change them with `change`, so that they are kept. */
export const settings: Settings = $state({ ...DEFAULTS, ...kept() });

/** Read the stored settings again after an import, or once the second storage place is open. */
export function readSettings(): void {
  Object.assign(settings, kept());
  applySettings();
}

export function change(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  remember(KEY, $state.snapshot(settings));
  applySettings();
}

/** The theme that is shown: the player's, or the system's. */
export function shownTheme(): "dark" | "light" {
  if (settings.theme !== "system") return settings.theme;
  return typeof matchMedia === "function" && matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
}

/** Is less motion wished for, by the player or by the system? */
export function lessMotion(): boolean {
  if (settings.motion !== "system") return settings.motion === "less";
  return typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
}

const SPEEDS: Record<Speed, number> = { slow: 0.5, normal: 1, fast: 2.5 };
/** How fast things move: 1 is the usual. */
export const motionSpeed = (): number => SPEEDS[settings.speed];

const PAUSES: Record<BotPace, number> = { quick: 0, steady: 700, slow: 1800 };
/** Milliseconds between two choices of a bot, in addition to the pace of the server. */
export const botPause = (): number => PAUSES[settings.bots];

/** Write theme and motion on the page's root, where the styles look for them. */
export function applySettings(): void {
  if (typeof document === "undefined") return;
  const root = document.documentElement;
  root.dataset.theme = shownTheme();
  root.dataset.motion = settings.motion;
}
