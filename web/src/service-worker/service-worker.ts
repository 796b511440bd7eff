// The service worker of both builds. It caches the files of the page, so that it starts without a network, but nothing
// of a game: requests to /api and sockets go past it. A new version is fetched in the background and waits until the
// player wants it or no page is open: nobody is interrupted.
//
// VERSION and FILES are written in front of this: by scripts/service-worker.ts for a page with a server, by
// dungeon_twister/browser/site_folder.py for one without.
import { listenForPush, type PushScope } from "./push-handler";

listenForPush(self as unknown as PushScope);

declare const VERSION: string;
/** Every file that is kept, with the hash it must have. */
declare const FILES: Record<string, string>;

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install" | "activate", listen: (event: Extendable) => void): void;
  addEventListener(kind: "message", listen: (event: MessageEvent) => void): void;
  addEventListener(kind: "fetch", listen: (event: Fetching) => void): void;
}
const scope = self as unknown as Scope;

const OURS = "dungeon-twister-";
const CACHE = `${OURS}${VERSION}`;
const INDEX = "index.html";
/** How long a server may take to send a page before the one that is kept is shown, in milliseconds. */
const PATIENCE = 5000;
/** How many files are fetched at the same time. */
const LANES = 6;

const here = (name: string): string => new URL(name, scope.registration.scope).href;

const isKept = (name: string): boolean => Object.hasOwn(FILES, name);

/** The name of a file of ours; null for everything else. */
function nameOf(address: string): string | null {
  const plain = address.split(/[?#]/)[0] ?? "";
  return plain.startsWith(scope.registration.scope) ? plain.slice(scope.registration.scope.length) : null;
}

scope.addEventListener("install", (event) => event.waitUntil(keepAll()));

async function keepAll(): Promise<void> {
  const cache = await caches.open(CACHE);
  const before = await Promise.all(
    (await caches.keys()).filter((name) => name !== CACHE).map((name) => caches.open(name)),
  );
  const left = Object.entries(FILES);
  const lane = async () => {
    for (let next = left.pop(); next; next = left.pop()) await keep(cache, before, here(next[0]), next[1]);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** Cache a file: copied from the cache of an earlier version if it is the same, otherwise fetched. */
async function keep(cache: Cache, before: Cache[], address: string, integrity: string): Promise<void> {
  for (const earlier of before) {
    const known = await earlier.match(address);
    if (known?.headers.get("x-integrity") === integrity) return cache.put(address, known);
  }
  // The browser's HTTP cache has what the page has just loaded. An older file there fails the integrity check.
  const found = await fetch(address, { integrity, cache: "force-cache" }).catch(() =>
    fetch(address, { integrity, cache: "reload" }),
  );
  if (!found.ok) throw new Error(`${address}: ${found.status}`);
  const headers = new Headers(found.headers);
  headers.set("x-integrity", integrity);
  headers.delete("content-encoding");
  await cache.put(address, new Response(await found.arrayBuffer(), { headers }));
}

scope.addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function takeOver(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== CACHE) await caches.delete(name);
  await scope.clients.claim();
}

scope.addEventListener("message", ({ data, ports }: MessageEvent<"take-over" | { has: string }>) => {
  if (data === "take-over") void scope.skipWaiting();
  // A page asks whether its own script is of this version.
  else if (typeof data.has === "string") ports[0]?.postMessage(isKept(nameOf(data.has) ?? ""));
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const asked = nameOf(request.url);
  if (request.method !== "GET" || asked === null || asked.startsWith("api/")) return;
  // Every address that is no file is a page of the client.
  const name = isKept(asked) ? asked : request.mode === "navigate" ? INDEX : "";
  if (!name) return;
  // Without a server the folder is of one piece. With one, whatever has no hash in its name is the server's to say.
  event.respondWith(SITE || name.startsWith("assets/") ? keptOrFetched(request, name) : fetchedOrKept(request, name));
});

async function kept(name: string): Promise<Response | undefined> {
  return (await caches.open(CACHE)).match(here(name));
}

const keptOrFetched = async (request: Request, name: string): Promise<Response> => (await kept(name)) ?? fetch(request);

/** Until when nobody waits for the network again: one page that had to wait is enough. */
let hopeless = 0;

async function fetchedOrKept(request: Request, name: string): Promise<Response> {
  const patience = Date.now() < hopeless ? 0 : PATIENCE;
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patience));
  const found = await Promise.race([fetch(request).catch(() => null), late]);
  if (found && found.status < 500) return found;
  hopeless = Date.now() + PATIENCE;
  return (await kept(name)) ?? found ?? Response.error();
}
