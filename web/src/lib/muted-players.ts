// Whose lines in the chat this browser does not show, game by game. Nobody else hears of it.

import { recall, remember } from "./storage";

const KEY = "dungeon-twister.muted";
/** Games of which it is remembered. */
const MOST = 100;

type Muted = Record<string, string[]>;

export function mutedIn(game: string): string[] {
  const all = recall<Muted>(KEY, {});
  return Array.isArray(all[game]) ? all[game] : [];
}

/** Mute a colour in the chat of a game, or unmute it. Returns the muted colours. */
export function mute(game: string, colour: string, on: boolean): string[] {
  const { [game]: _, ...others } = recall<Muted>(KEY, {});
  const now = mutedIn(game).filter((one) => one !== colour);
  if (on) now.push(colour);
  const kept = Object.entries(others).slice(1 - MOST);
  remember(KEY, Object.fromEntries(now.length ? [...kept, [game, now]] : kept));
  return now;
}
