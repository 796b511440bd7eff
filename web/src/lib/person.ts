// Who one is in this browser, without an account: a key that the server gave out, of which it knows the hash. It
// travels in a header or in the first message of a socket, never in an address.
import { transport } from "$transport";
import { api, ApiError } from "./api";
import { people } from "./people-api";
import type { OwnGame } from "./protocol";
import { allTokens, forgetPersonSeats, holdSeats } from "./person-seats";
import { change, settings } from "./settings.svelte";
import { recall, remember } from "./storage";

const KEY = "dungeon-twister.me";
/** So many people are kept whom this browser belonged to before. */
const MOST_FORMER = 3;

export interface Former {
  key: string;
  /** The name that the server knows. */
  name: string;
}
interface Me extends Former {
  /** Whom this browser belonged to before, the latest first: one can go back. */
  before?: Former[];
}

const me = (): Me => recall<Me>(KEY, { key: "", name: "" });
/** Whom this browser belonged to before. */
export const formerPeople = (): Former[] => me().before ?? [];
/** The key of this browser; empty where nobody has begun here yet. */
export const personKey = (): string => (transport.alone ? "" : me().key);

/** What this browser is called in the list of somebody's devices: "Firefox, Linux". */
export function deviceName(agent = navigator.userAgent): string {
  const find = (words: string[]) => words.find((word) => agent.includes(word)) ?? "";
  const browser = find(["Edg", "OPR", "Firefox", "Chrome", "Safari"]).replace("Edg", "Edge").replace("OPR", "Opera");
  const system = find(["Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux"]);
  return [browser, system].filter(Boolean).join(", ");
}

/**
 * Be somebody here from now on: a key that was given out for this browser. The person before is kept, to go back to.
 */
export function setPerson(key: string, name: string): void {
  const { key: old, name: oldName, before = [] } = me();
  const former = old && old !== key ? [{ key: old, name: oldName }, ...before] : before;
  if (former !== before) forgetPersonSeats();
  remember(KEY, { key, name, before: former.filter((one) => one.key !== key).slice(0, MOST_FORMER) });
  if (name) change({ name });
}

/** Nobody is known here any more; seats that the key opened are not held either. */
export function forgetMe(): void {
  remember(KEY, { key: "", name: "", before: formerPeople() });
  forgetPersonSeats();
}

/** The key is not good any more: one is the person again whom this browser belonged to before, if there was one. */
export function lapse(): string {
  forgetMe();
  const [last, ...before] = formerPeople();
  if (!last) return "";
  remember(KEY, { ...last, before });
  if (last.name) change({ name: last.name });
  return last.key;
}

let making: Promise<string> | null = null;

/**
 * The key of this browser; somebody new begins where there is none. Empty if the server does not let him: one plays all
 * the same.
 */
export function ensurePerson(): Promise<string> {
  if (transport.alone) return Promise.resolve("");
  making ??= begin()
    .catch((error: unknown) => {
      void import("./registration.svelte").then(({ noteRefusal }) => noteRefusal(error, ensurePerson));
      return me().key;
    })
    .finally(() => (making = null));
  return making;
}

async function begin(): Promise<string> {
  const { key, name } = me();
  if (key) {
    if (settings.name && settings.name !== name) await renamePerson(settings.name);
    return key;
  }
  const made = await people.begin({ name: settings.name, device: deviceName() });
  const tokens = allTokens();
  setPerson(made.key, made.name);
  if (tokens.length) void people.adopt(tokens, made.key).catch(() => undefined);
  return made.key;
}

/** Have another name, here and, where one is known, on the server. */
export async function renamePerson(name: string): Promise<void> {
  change({ name });
  const { key } = me();
  if (transport.alone || !key) return;
  await withKey(async (known) => known && people.rename(name, known), key);
  if (me().key) remember(KEY, { ...me(), name });
}

/**
 * Send a request with this person's key. If the browser was signed out meanwhile, send it again with the key of the
 * previous person, or without one.
 */
export async function withKey<T>(ask: (key: string) => Promise<T>, key = personKey()): Promise<T> {
  try {
    return await ask(key);
  } catch (error) {
    if (!key || !(error instanceof ApiError) || error.reason.code !== "signed-out") throw error;
    return withKey(ask, lapse());
  }
}

/** All games of this browser and of the signed-in person; seats taken on another device are held here as well. */
export async function ownGames(): Promise<OwnGame[]> {
  const games = await withKey(async (key) => {
    const tokens = allTokens();
    return tokens.length || key ? api.ownGames(tokens, key) : [];
  });
  const key = personKey();
  if (key) for (const { info, colours } of games) holdSeats(info, colours, key);
  return games;
}
