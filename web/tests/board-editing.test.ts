import { describe, expect, it } from "vitest";
import type { CardView, Scene, View } from "../src/lib/protocol";
import { editOf, inMaze, lying, marking, marksOf, potionOf, roomOf, trayOf } from "../src/play/study/board-editing";

const scene = {
  seats: [{ colour: "blue" }, { colour: "yellow" }],
  figures: [
    { sign: "W", key: "warrior", character: true },
    { sign: "T", key: "troll", character: true },
    { sign: "&", key: "rope", character: false },
  ],
} as unknown as Scene;
const view = {
  game: "board",
  rooms: [
    { place: "R1", x: 1, y: 0, name: "1D", under: [] },
    { place: "R2", x: 6, y: 0, name: "", under: ["yW"] },
  ],
  tokens: [
    { token: "bW", square: "c3" },
    { token: "bT", square: "d3", wounded: true },
    { token: "b&", square: "c4" },
  ],
} as unknown as View;

describe("setting up a position", () => {
  it("has what is not in the maze in the tray", () => {
    expect([...inMaze(view)].sort()).toEqual(["b&", "bT", "bW", "yW"]);
    expect(trayOf(view, scene)).toEqual([
      { colour: "blue", tokens: [] },
      { colour: "yellow", tokens: ["yT", "y&"] },
    ]);
    const card = {
      game: "card",
      rooms: [{ under: [] }],
      tokens: [{ token: "bW", items: ["b&"] }],
      lying: [{ token: "y&", place: "N" }],
    } as unknown as CardView;
    expect([...inMaze(card)].sort()).toEqual(["b&", "bW", "y&"]);
  });

  it("knows the room of a square and of a zone", () => {
    expect(roomOf(view, "c3")).toBe("R1");
    expect(roomOf(view, "g5")).toBe("R2");
    expect(roomOf(view, "a1")).toBe("");
    const card = { game: "card", rooms: [{ place: "R4", name: "blue-2" }] } as unknown as CardView;
    expect(roomOf(card, "blue-2.T")).toBe("R4");
    expect(roomOf(card, "N0T")).toBe("");
  });

  it("knows what is marked for a turn", () => {
    const marked = { game: "board", tokens: [{ token: "bW", blocked: true, potion: 3 }] } as unknown as View;
    expect(marksOf(marked, "bW")).toEqual([
      { mark: "blocked", on: true },
      { mark: "hurt", on: false },
    ]);
    expect(marksOf(marked, "bT")).toEqual([]);
    expect([potionOf(marked, "bW"), potionOf(marked, "bT")]).toEqual([3, 0]);
    const card = { game: "card", tokens: [{ token: "bTh", walls_used: true }] } as unknown as CardView;
    expect(marksOf(card, "bTh").filter(({ on }) => on)).toEqual([{ mark: "walls", on: true }]);
    expect(marking("bW", ["hurt"], 2)).toBe("mark bW hurt potion2");
    expect(marking("bW", [], 0)).toBe("mark bW");
  });

  it("turns clicks into changes", () => {
    const on = (token: string, place: string) => ({ kind: "token", token, place }) as const;
    const place = (name: string) => ({ kind: "place", place: name }) as const;
    expect(editOf(view, scene, null, on("bW", "c3"))).toEqual({ chosen: { token: "bW" } });
    expect(editOf(view, scene, null, place("c4"))).toEqual({ chosen: { room: "R1" } });
    expect(editOf(view, scene, { room: "R1" }, place("c4"))).toEqual({ chosen: null });
    expect(editOf(view, scene, null, { kind: "room", place: "R2" })).toEqual({ chosen: { room: "R2" } });
    expect(editOf(view, scene, { token: "bW" }, place("d4"))).toEqual({ line: "put bW d4" });
    expect(editOf(view, scene, { token: "bW" }, { kind: "room", place: "R2" })).toEqual({ line: "put bW R2" });
    expect(editOf(view, scene, { token: "bW" }, on("bW", "c3"))).toEqual({ chosen: null });
    expect(editOf(view, scene, { token: "y&" }, on("bW", "c3"))).toEqual({ line: "give y& bW" });
    expect(editOf(view, scene, { token: "bT" }, on("bW", "c3"))).toEqual({ line: "give bT bW" });
    expect(editOf(view, scene, { token: "yT" }, on("b&", "c4"))).toEqual({ line: "put yT c4" });
    expect(lying("1D", -1)).toBe("1D.3");
  });
});
