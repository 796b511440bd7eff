// Notifications of the browser when it is one's turn, also when the page is closed. Everybody chooses that for each
// game and can take it back; where server or browser do not support it nothing is offered.

import { api, ApiError } from "$lib/api";
import { language } from "$lib/i18n.svelte";
import { recall, remember } from "$lib/storage";

const KEY = "dungeon-twister.push";
/**
 * Answers after which asking again is of no use: the seat is somebody else's, or the server does not know the push
 * service.
 */
const REFUSED = [401, 403, 404, 422];
/** Games of which it is remembered. */
const MOST = 200;

/** Do this browser and the server support notifications? */
export async function offered(): Promise<boolean> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return false;
  return api.pushKey().then(
    ({ key }) => !!key,
    () => false,
  );
}

export const isSubscribed = (game: string): boolean => recall<string[]>(KEY, []).includes(game);

function note(game: string, on: boolean): void {
  const others = recall<string[]>(KEY, []).filter((one) => one !== game);
  remember(KEY, on ? [...others, game].slice(-MOST) : others);
}

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));

/** The subscription of this browser. One that was made for another key of the server is replaced. */
async function subscription(): Promise<PushSubscriptionJSON> {
  const { key } = await api.pushKey();
  const { pushManager } = await navigator.serviceWorker.ready;
  const wanted = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  try {
    return (await pushManager.subscribe(wanted)).toJSON();
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== "InvalidStateError") throw error;
    await (await pushManager.getSubscription())?.unsubscribe();
    return (await pushManager.subscribe(wanted)).toJSON();
  }
}

async function send(game: string, tokens: string[]): Promise<void> {
  const { endpoint = "", keys = {} } = await subscription();
  for (const token of tokens)
    await api.subscribePush(game, token, {
      endpoint,
      p256dh: keys.p256dh ?? "",
      auth: keys.auth ?? "",
      language: language(),
    });
}

/** Ask for leave and let the server know; false if the player or the browser does not want it. */
export async function subscribe(game: string, tokens: string[]): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  await send(game, tokens);
  note(game, true);
  return true;
}

/**
 * Send the subscription again when a game is opened for which it is switched on: browsers and servers change theirs.
 */
export async function renew(game: string, tokens: string[]): Promise<void> {
  if (!isSubscribed(game) || !(await offered())) return;
  try {
    await send(game, tokens);
  } catch (error) {
    if (error instanceof ApiError && REFUSED.includes(error.status)) note(game, false);
  }
}

export async function unsubscribe(game: string, tokens: string[]): Promise<void> {
  for (const token of tokens) await api.unsubscribePush(game, token);
  note(game, false);
}
