// The browser's own storage, which may be switched off or full: then nothing is kept, and nothing breaks.

export function recall<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows and full storages refuse; the game goes on without.
  }
}

/** Has this browser a storage that keeps something? */
export function storageWorks(): boolean {
  try {
    localStorage.setItem("dungeon-twister.probe", "1");
    localStorage.removeItem("dungeon-twister.probe");
    return true;
  } catch {
    return false;
  }
}
