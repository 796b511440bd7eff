import { vi } from "vitest";

/** A browser's small storage that is empty and forgets everything after the test; what is in it can be looked at. */
export function storageInMemory(): Map<string, string> {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  });
  return kept;
}
