import { describe, expect, it } from "vitest";
import { S } from "$maze/layout";
import { blankLines } from "../src/workshop/room-edits";
import { elementAt, spotsOf, type Game, type Room } from "../src/workshop/room-file";
import {
  strokeBegun,
  strokeEnded,
  strokeOn,
  toolOfKey,
  TOOL_KEYS,
  TOOLS,
  usedAt,
  type Tool,
} from "../src/workshop/room-tools";

const blank = (game: Game): Room => ({ name: "a", pair: "9", turn: "cw", lines: blankLines(game), before: [] });

function drawn(room: Room, tool: Tool, ...points: [number, number][]): Room {
  const game = room.lines[1]?.includes("T") ? "card" : "board";
  const [first, ...more] = points.map(([x, y]) => ({ x: x * S, y: y * S }));
  let { room: now, stroke } = strokeBegun(game, room, tool, first!);
  for (const point of more) ({ room: now, stroke } = strokeOn(game, now, stroke, point));
  return strokeEnded(game, now, stroke);
}

describe("the tools of the room editor", () => {
  it("have keys of their own", () => {
    for (const game of ["board", "card"] as const) {
      expect(new Set(TOOLS[game].map((tool) => TOOL_KEYS[tool])).size).toBe(TOOLS[game].length);
      expect(TOOLS[game].map((tool) => toolOfKey(game, TOOL_KEYS[tool].toUpperCase()))).toEqual(TOOLS[game]);
    }
  });

  it("draw walls along a line, also from corner to corner, and without spurs", () => {
    const wall = drawn(blank("board"), "wall", [1, 3], [4, 3.1]);
    expect(spotsOf(wall, "wall")).toEqual([3, 5, 7].map((column) => ({ row: 6, column })));
    expect(spotsOf(drawn(wall, "wall", [1.5, 3], [4, 3]), "wall")).toEqual([]);
    const bent = drawn(blank("board"), "wall", [2, 1], [2, 2], [3, 2]);
    expect(spotsOf(bent, "wall")).toEqual([
      { row: 3, column: 4 },
      { row: 4, column: 5 },
    ]);
  });

  it("draw the nearest side by a click, wherever it is", () => {
    expect(spotsOf(drawn(blank("board"), "gate", [0.5, 0.4]), "gate")).toEqual([{ row: 0, column: 1 }]);
    expect(spotsOf(drawn(blank("board"), "slit", [2, 2.1]), "slit").length).toBe(1);
    const gate = drawn(blank("board"), "gate", [0.5, 0.05]);
    expect(spotsOf(drawn(gate, "gate", [0.5, 0.05]), "gate")).toEqual([]);
  });

  it("draw squares, and erase what is there", () => {
    const pits = drawn(blank("board"), "pit", [0.5, 0.5], [2.5, 0.5]);
    expect(spotsOf(pits, "pit").length).toBe(3);
    const walled = drawn(pits, "wall", [1, 0.5]);
    expect(spotsOf(drawn(walled, "erase", [1, 0.5]), "wall")).toEqual([]);
    const cleared = drawn(walled, "erase", [0.5, 0.5], [2.5, 0.5]);
    expect([spotsOf(cleared, "pit"), spotsOf(cleared, "wall")]).toEqual([[], []]);
    expect(elementAt(drawn(blank("board"), "gear", [0.5, 0.5]), { row: 1, column: 1 })).toBe("gear");
    const zone = drawn(blank("card"), "G", [0.5, 0.5], [1.5, 0.5]);
    expect(elementAt(zone, { row: 1, column: 3 })).toBe("G");
    expect(drawn(zone, "erase", [0.5, 0.5])).toBe(zone);
  });

  it("draw at the cursor where they fit", () => {
    const room = blank("board");
    const square = { row: 1, column: 1 };
    expect(usedAt("board", room, "wall", square)).toBe(room);
    const pit = usedAt("board", room, "pit", square);
    expect([elementAt(pit, square), elementAt(usedAt("board", pit, "pit", square), square)]).toEqual(["pit", "floor"]);
    expect(elementAt(usedAt("board", pit, "erase", square), square)).toBe("floor");
    expect(usedAt("card", blank("card"), "erase", square)).toEqual(blank("card"));
    expect(spotsOf(usedAt("board", room, "wall", { row: 2, column: 1 }), "wall")).toEqual([{ row: 2, column: 1 }]);
  });
});
