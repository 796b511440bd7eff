// What the page keeps: in the browser's small storage, and where there is one in a second place.
import { afterEach, beforeEach, expect, test, vi } from "vitest";

type Storage = typeof import("../src/lib/storage");
let storage: Storage;
let room: number;
let there: Map<string, string>;
let kept: [string, string | null][];
const keep = (key: string, text: string | null) => void kept.push([key, text]);

beforeEach(async () => {
  vi.resetModules();
  room = 100;
  there = new Map();
  kept = [];
  const small = {
    getItem: (key: string) => there.get(key) ?? null,
    removeItem: (key: string) => there.delete(key),
    setItem(key: string, text: string) {
      if (text.length > room) throw new Error("full");
      there.set(key, text);
    },
  };
  vi.stubGlobal(
    "localStorage",
    new Proxy(small, {
      ownKeys: () => [...there.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
  storage = await import("../src/lib/storage");
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules(); // nobody else is to find the second place
});

test("a served page keeps everything in one place", () => {
  storage.remember("dungeon-twister.a", [1]);
  expect(storage.recall("dungeon-twister.a", [])).toEqual([1]);
  room = 1;
  storage.remember("dungeon-twister.a", [1, 2]);
  expect(storage.recall("dungeon-twister.a", [])).toEqual([1]);
  storage.forget("dungeon-twister.a");
  expect(storage.recall("dungeon-twister.a", [])).toEqual([]);
});

test("what was cleared away comes back from the second place; what is here is newer", () => {
  there.set("dungeon-twister.here", "1").set("else", "2");
  storage.startMirror(
    new Map([
      ["dungeon-twister.here", "0"],
      ["dungeon-twister.gone", "3"],
    ]),
    keep,
  );
  expect(kept).toEqual([["dungeon-twister.here", "1"]]);
  expect([storage.recall("dungeon-twister.here", 0), storage.recall("dungeon-twister.gone", 0)]).toEqual([1, 3]);
  storage.remember("dungeon-twister.new", 4);
  storage.forget("dungeon-twister.gone");
  expect(kept.slice(1)).toEqual([
    ["dungeon-twister.new", "4"],
    ["dungeon-twister.gone", null],
  ]);
});

test("what the small storage has no room for is kept in the second place alone, and other tabs know it", () => {
  storage.startMirror(new Map(), keep);
  storage.remember("dungeon-twister.a", "x");
  room = 1;
  storage.remember("dungeon-twister.a", "long");
  expect([storage.recall("dungeon-twister.a", ""), there.has("dungeon-twister.a"), storage.ownKeys()]).toEqual([
    "long",
    false,
    ["dungeon-twister.a"],
  ]);
  expect(kept.at(-1)).toEqual(["dungeon-twister.a", '"long"']);
  storage.applyMirrored("dungeon-twister.b", '"of another tab"');
  expect(storage.recall("dungeon-twister.b", "")).toBe("of another tab");
  there.set("dungeon-twister.b", '"small"');
  storage.applyMirrored("dungeon-twister.b", '"small"');
  expect(storage.recall("dungeon-twister.b", "")).toBe("small");
});
