// What a service worker does with messages of the server: it shows that it is somebody's turn, and a click leads to the
// game.

interface PushEvent extends Event {
  readonly data?: { json(): unknown } | null;
  waitUntil(done: Promise<unknown>): void;
}
interface Clicked extends Event {
  readonly notification: Notification;
  waitUntil(done: Promise<unknown>): void;
}
interface Page {
  readonly url: string;
  focus(): Promise<unknown>;
}
/** The part of a service worker's world that is used: the types of the page's world do not have it. */
export interface PushScope {
  readonly registration: { showNotification(title: string, options: NotificationOptions): Promise<void> };
  readonly clients: {
    matchAll(wanted: { type: "window"; includeUncontrolled: boolean }): Promise<Page[]>;
    openWindow(address: string): Promise<unknown>;
  };
  addEventListener(kind: "push", listener: (event: PushEvent) => void): void;
  addEventListener(kind: "notificationclick", listener: (event: Clicked) => void): void;
}

const NAME = "Dungeon Twister";
const ID = /^[\w-]{1,64}$/;

/** The words of a message and the page that it leads to; whatever cannot be read leads home. */
export function readMessage(data: unknown): { text: string; address: string } {
  const { game, text } = (data ?? {}) as { game?: unknown; text?: unknown };
  return {
    text: typeof text === "string" ? text : "",
    address: typeof game === "string" && ID.test(game) ? `/play/${game}` : "/",
  };
}

/** A browser wants to see something for every message, so one is always shown. */
async function show(scope: PushScope, event: PushEvent): Promise<void> {
  let data: unknown = null;
  try {
    data = event.data?.json();
  } catch {
    // Not ours, or cut off.
  }
  const { text, address } = readMessage(data);
  await scope.registration.showNotification(NAME, { body: text, tag: address, icon: "/favicon.svg", data: address });
}

async function open(scope: PushScope, { notification }: Clicked): Promise<void> {
  notification.close();
  const address = String(notification.data ?? "/");
  const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === address);
  await (there ? there.focus() : scope.clients.openWindow(address));
}

export function listenForPush(scope: PushScope): void {
  scope.addEventListener("push", (event) => event.waitUntil(show(scope, event)));
  scope.addEventListener("notificationclick", (event) => event.waitUntil(open(scope, event)));
}
