// The browser's own storage, which may be switched off or full: then nothing is kept, and nothing breaks. The page
// without a server keeps everything in a second place as well (transport/storage-mirror.ts).

/** The prefix of all keys of this page. */
export const OURS = "dungeon-twister";

/** Stores a text under a key in the second place; null deletes it. */
export type Second = (key: string, text: string | null) => void;
let second: Second | null = null;
/** Texts for which only the second place had room. */
const spilled = new Map<string, string>();

function local(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function put(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
    spilled.delete(key);
  } catch {
    // Private windows and full storages refuse. `spill` deletes the old text there, which would count as the newer one.
    if (second) spill(key, text);
  }
}

function spill(key: string, text: string): void {
  spilled.set(key, text);
  drop(key);
}

function drop(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // A storage that is switched off has nothing to forget.
  }
}

export function recall<T>(key: string, otherwise: T): T {
  try {
    const text = spilled.get(key) ?? local(key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function remember(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  put(key, text);
  second?.(key, text);
}

export function forget(key: string): void {
  spilled.delete(key);
  drop(key);
  second?.(key, null);
}

/** Everything that is kept here has such a key. */
export function ownKeys(): string[] {
  let kept: string[] = [];
  try {
    kept = Object.keys(localStorage).filter((key) => key.startsWith(OURS));
  } catch {
    // It is switched off.
  }
  return [...new Set([...kept, ...spilled.keys()])];
}

/**
 * From now on everything is kept in a second place, too. What it has and is missing here comes back; what is here is
 * the newer one, because it is written first.
 */
export function startMirror(kept: ReadonlyMap<string, string>, keep: Second): void {
  second = keep;
  for (const key of ownKeys()) {
    const text = local(key);
    if (text !== null && text !== kept.get(key)) keep(key, text);
  }
  for (const [key, text] of kept) if (local(key) === null) put(key, text);
}

/** Another tab has kept something. Where there is room both see it anyhow. */
export function applyMirrored(key: string, text: string | null): void {
  if (text === null || local(key) === text) spilled.delete(key);
  else spilled.set(key, text);
}
