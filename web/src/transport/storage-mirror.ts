// What the page itself keeps (seats, progress, settings, boards) lies in IndexedDB as well, where games lie: the
// browser's small storage may be full or cleared away. It stays the one that is read, because it answers at once: no
// page begins in the wrong colours.
import { applyMirrored, startMirror } from "$lib/storage";
import { IndexedDbStore } from "./indexed-db";
import { pythonStatus } from "./python-status.svelte";

const NAME = "dungeon-twister-page";
/** Milliseconds that a page waits for it. */
const PATIENCE = 1500;

/** Informs other tabs of changes. */
function channel(): { post(key: string, text: string | null): void } {
  if (typeof BroadcastChannel === "undefined") return { post: () => undefined };
  const others = new BroadcastChannel(NAME);
  others.onmessage = ({ data: [key, text] }: MessageEvent<[string, string | null]>) => applyMirrored(key, text);
  return { post: (key, text) => others.postMessage([key, text]) };
}

async function open(): Promise<void> {
  const disk = await IndexedDbStore.open(NAME);
  const kept = new Map(JSON.parse(await disk.read("")) as [string, string][]);
  const others = channel();
  startMirror(kept, (key, text) => {
    others.post(key, text);
    disk.write(JSON.stringify({ [key]: text })).catch(() => (pythonStatus.full = true));
  });
}

/** What was kept is there when this is done. Where there is no IndexedDB the page does without. */
export const openStorageMirror = (): Promise<void> =>
  Promise.race([open().catch(() => undefined), new Promise<void>((done) => setTimeout(done, PATIENCE))]);
