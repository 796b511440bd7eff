// A copy in IndexedDB of what the page stores in localStorage (seats, progress, settings, boards), which may be full or
// cleared. The page still reads localStorage, because it answers at once: no page starts in the wrong colours.
import { applyMirrored, startMirror } from "$lib/storage";
import { IndexedDbStore } from "./indexed-db";
import { pythonStatus } from "./python-status.svelte";

const NAME = "dungeon-twister-page";
/** Milliseconds that a page waits for the copy. */
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

/** Restore missing entries from the copy and keep it current. Without IndexedDB the page does without a copy. */
export const openStorageMirror = (): Promise<void> =>
  Promise.race([open().catch(() => undefined), new Promise<void>((done) => setTimeout(done, PATIENCE))]);
