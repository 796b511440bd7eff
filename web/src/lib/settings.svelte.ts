// What a player has set, kept in this browser. Reading a field in a component makes it follow changes.
import { recall, remember } from "./storage";

export type Theme = "dark" | "light" | "system";
export type Motion = "system" | "full" | "less";
export type Language = "en" | "fr" | "de";

export interface Settings {
  theme: Theme;
  /** Empty: as the browser says. */
  language: Language | "";
  motion: Motion;
  sound: boolean;
  /** Ask before a room is turned. */
  confirmRotation: boolean;
  /** Same screen: `always` at every hand-over, `secret` only before something private is shown. */
  curtain: "always" | "secret";
  /** The player's name, offered for new games. */
  name: string;
}

const DEFAULTS: Settings = {
  theme: "dark",
  language: "",
  motion: "system",
  sound: false,
  confirmRotation: true,
  curtain: "always",
  name: "",
};
const KEY = "dungeon-twister.settings";

/** The settings; change them with `change`, so that they are kept. */
export const settings: Settings = $state({ ...DEFAULTS, ...recall<Partial<Settings>>(KEY, {}) });

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

/** Write theme and motion on the page's root, where the styles look for them. */
export function applySettings(): void {
  if (typeof document === "undefined") return;
  const root = document.documentElement;
  root.dataset.theme = shownTheme();
  root.dataset.motion = settings.motion;
}
