import { vi } from "vitest";

/** A browser's small storage that is empty and forgets everything after the test; what is in it can be looked at. */
export function storageInMemory(): Map<string, string> {
  const kept = new Map<string, string>();
  const methods = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
  const storage = new Proxy(methods, {
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: (_, key) =>
      kept.has(String(key)) ? { enumerable: true, configurable: true } : undefined,
  });
  vi.stubGlobal("localStorage", storage);
  return kept;
}
