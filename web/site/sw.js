// The whole folder, kept for the next visit: VERSION and FILES are written in front of this by dungeon_twister/browser/folder.py.
// A new version is fetched beside the old one and waits until the player wants it (or no page is open): a game is never interrupted.

const CACHE = `dungeon-twister-${VERSION}`;
const here = (name) => new URL(name, self.registration.scope).href;

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      const before = await caches.keys();
      for (const [name, integrity] of Object.entries(FILES)) await keep(cache, before, here(name), integrity);
      await cache.put(here("./"), (await cache.match(here("index.html"))).clone());
    })(),
  );
});

/** From the network, or from what an earlier version has kept if it is the same. */
async function keep(cache, before, address, integrity) {
  for (const name of before) {
    const known = await (await caches.open(name)).match(address);
    if (known && known.headers.get("x-integrity") === integrity) return cache.put(address, known);
  }
  const found = await fetch(address, { integrity, cache: "no-cache" });
  if (!found.ok) throw new Error(`${address}: ${found.status}`);
  const headers = new Headers(found.headers);
  headers.set("x-integrity", integrity);
  headers.delete("content-encoding");
  await cache.put(address, new Response(await found.arrayBuffer(), { headers }));
}

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith("dungeon-twister-") && name !== CACHE) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("message", (event) => {
  if (event.data === "take-over") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const address = event.request.url.split(/[?#]/)[0];
  if (event.request.method !== "GET" || !address.startsWith(self.registration.scope)) return;
  event.respondWith((async () => (await (await caches.open(CACHE)).match(address)) ?? fetch(event.request))());
});
