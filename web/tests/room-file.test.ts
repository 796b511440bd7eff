import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { roomWalls } from "$maze/draw/rooms";
import { turnRoom, type RoomEdge } from "$maze/geometry";
import { begun, changed, redone, undone } from "../src/workshop/edit-history";
import { boxOf, drawnRoom, passed, sideAt, squareAt } from "../src/workshop/room-drawing";
import {
  blankLines,
  choicesAt,
  emptied,
  freePair,
  mirrored,
  nameOf,
  painted,
  rotated,
  squaresBeside,
  stepFrom,
  twinsOf,
  withPair,
  withPairName,
  withRoom,
  withTwin,
  withoutRooms,
} from "../src/workshop/room-edits";
import {
  SPOTS,
  elementAt,
  gameOf,
  isSide,
  isSquare,
  readRooms,
  RoomFileError,
  spotsOf,
  writeRooms,
  type Room,
  type RoomFile,
} from "../src/workshop/room-file";
import { scenes } from "./maze-fixtures";

const FOLDER = new URL("../../src/dungeon_twister/content/rooms/", import.meta.url);
const files = readdirSync(FOLDER).filter((name) => name.endsWith(".txt"));
const textOf = (name: string) => readFileSync(new URL(name, FOLDER), "utf8");
const base = readRooms(textOf("base.txt"));
const card = readRooms(textOf("card.txt"));
const room = (file: RoomFile, at = 0) => file.rooms[at] as Room;

describe("room files", () => {
  it.each(files)("%s is read and written again without loss", (name) => {
    const text = textOf(name);
    expect(writeRooms(readRooms(text))).toBe(text);
    expect(readRooms(text.replaceAll("\n", "\r\n"))).toEqual(readRooms(text));
    expect(readRooms(text.replace(/ +$/gm, ""))).toEqual(readRooms(text));
  });

  it("are of one game", () => {
    expect([gameOf(base), gameOf(card)]).toEqual(["board", "card"]);
    expect(() => readRooms(`${textOf("base.txt")}\n${textOf("card.txt")}`)).toThrow("mixed");
  });

  it("say where they are none", () => {
    const text = writeRooms({ rooms: [room(base)], after: [""] });
    const trouble = (bad: string) => {
      try {
        readRooms(bad);
      } catch (error) {
        const { trouble, line, column } = error as RoomFileError;
        return [trouble, line, column];
      }
      return null;
    };
    expect(trouble("# nothing\n")).toEqual(["empty", 0, 0]);
    expect(trouble(text.replace("turn=cw", "turn=left"))).toEqual(["header", 1, 0]);
    for (const name of ["<b>x</b>", "a&b", 'a"b', "x".repeat(25), "é"]) {
      expect(trouble(text.replace(/room \S+/, `room ${name}`))).toEqual(["header", 1, 0]);
      expect(trouble(text.replace(/pair=\S+/, `pair=${name}`))).toEqual(["header", 1, 0]);
    }
    expect(trouble(text.replace(". O ", ". Q "))).toEqual(["sign", 3, 10]);
    expect(trouble(text.replace("+-+ + + + +\n", "+-+ + + + + +\n"))).toEqual(["long", 2, 12]);
    expect(trouble(text.split("\n").slice(0, 8).join("\n"))).toEqual(["short", 8, 0]);
  });
});

describe("changes of rooms", () => {
  const all = [...base.rooms, ...card.rooms];

  it("four quarter turns and two mirrors are nothing", () => {
    for (const one of all) {
      expect(rotated(rotated(one, 1), 3)).toEqual(one);
      expect(rotated(rotated(one, 2), 2)).toEqual(one);
      expect(mirrored(mirrored(one))).toEqual(one);
      expect(rotated(one, 1).lines).not.toEqual(one.lines);
      for (const element of ["wall", "gate", "slit", "pit", "gear"] as const)
        expect(spotsOf(rotated(one, 1), element).length).toBe(spotsOf(one, element).length);
    }
    const corner = painted({ ...room(base), lines: blankLines("board") }, { row: 1, column: 2 }, "gate");
    expect(spotsOf(rotated(corner, 1), "gate")).toEqual([{ row: 2, column: 9 }]);
    expect(spotsOf(mirrored(corner), "gate")).toEqual([{ row: 1, column: 8 }]);
  });

  it("every element can be drawn everywhere it fits, and nowhere else", () => {
    for (const [game, one] of [["board", room(base)] as const, ["card", room(card)] as const])
      for (const spot of SPOTS)
        for (const element of choicesAt(game, spot)) {
          const drawn = painted(one, spot, element);
          expect(elementAt(drawn, spot)).toBe(element);
          expect(readRooms(writeRooms({ rooms: [drawn], after: [] })).rooms[0]).toEqual(drawn);
        }
    expect(painted(room(base), { row: 1, column: 1 }, "wall")).toBe(room(base));
    expect(painted(room(base), { row: 0, column: 1 }, "pit")).toBe(room(base));
    expect(painted(room(base), { row: 0, column: 0 }, "wall")).toBe(room(base));
    expect([emptied("board", "pit"), emptied("card", "pit"), emptied("card", "gate")]).toEqual([
      "floor",
      "pit",
      "open",
    ]);
  });

  it("the gear of the board game moves", () => {
    const moved = painted(room(base), { row: 1, column: 3 }, "gear");
    expect(spotsOf(moved, "gear")).toEqual([{ row: 1, column: 3 }]);
    expect(elementAt(moved, { row: 5, column: 5 })).toBe("floor");
  });

  it("pairs are added, renamed and taken out", () => {
    const none: RoomFile = { rooms: [], after: [""] };
    const one = withPair(none, "board");
    expect(one.rooms.map(({ name, pair, turn }) => [name, pair, turn])).toEqual([
      ["9-1", "9", "cw"],
      ["9-2", "9", "ccw"],
    ]);
    expect(freePair(one, "board")).toBe("10");
    const two = withPair(one, "board", one.rooms);
    expect(readRooms(writeRooms(two))).toEqual(two);
    expect(twinsOf(two)).toEqual([
      { pair: "9", at: [0, 1] },
      { pair: "10", at: [2, 3] },
    ]);
    const alone = withoutRooms(two, [1]);
    expect(twinsOf(alone)[0]).toEqual({ pair: "9", at: [0] });
    expect(withTwin(alone, "board", 0).rooms.map(({ name }) => name)).toEqual(["9-1", "9-2", "10-1", "10-2"]);
    expect(withPairName(two, [0, 1], "cellar").rooms.map(({ pair }) => pair)).toEqual(["cellar", "cellar", "10", "10"]);
    expect(withRoom(two, 0, (same) => same)).toBe(two);
    expect(twinsOf(readRooms(textOf("card-test.txt"))).map(({ at }) => at)).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect([nameOf(" my cellar: 1 "), nameOf("é")]).toEqual(["my-cellar-1", "-"]);
  });

  it("are taken back and done again", () => {
    const two = changed(changed(begun(1), 2), 3);
    expect(changed(two, 3)).toBe(two);
    expect(undone(two)).toMatchObject({ now: 2, future: [3] });
    expect(redone(undone(two))).toEqual(two);
    expect(undone(begun(1)).now).toBe(1);
    expect(redone(begun(1)).now).toBe(1);
    expect(changed(undone(two), 4)).toEqual({ past: [1, 2], now: 4, future: [] });
  });
});

describe("the drawing of a room", () => {
  it("is that of the same room in a game", () => {
    const theirsOf = (game: string, name: string) =>
      scenes.flatMap((scene) => (scene.game === game ? scene.rooms.filter((each) => each.name === name) : []))[0]!;
    const sorted = (edges: RoomEdge[]) => edges.map((edge) => JSON.stringify(edge)).sort();
    for (const [game, { rooms }] of Object.entries({ board: base, card }))
      for (const one of rooms) {
        const [mine, theirs] = [drawnRoom(one), turnRoom(theirsOf(game, one.name), 0)];
        for (const kind of ["walls", "slits", "gates"] as const)
          expect(sorted(mine[kind])).toEqual(sorted(theirs[kind]));
        for (const rest of ["name", "pair", "turn", "pits", "zones"] as const)
          expect(mine[rest], `${rest} of ${one.name}`).toEqual(theirs[rest]);
        // In the Card Game the gear is a zone.
        if (game === "board") expect(mine.gear).toEqual(theirs.gear);
      }
  });

  it("has every wall, and finds squares and sides by points", () => {
    for (const one of [...base.rooms, ...card.rooms]) {
      const drawn = drawnRoom(one);
      expect(drawn.walls.length).toBe(spotsOf(one, "wall").length);
      expect(roomWalls(drawn, []).includes("mz-gate-closed")).toBe(drawn.gates.length > 0);
    }
    for (const spot of SPOTS) {
      const { x, y, width, height } = boxOf(spot);
      const middle = { x: x + width / 2, y: y + height / 2 };
      if (isSquare(spot)) expect(squareAt(middle)).toEqual(spot);
      if (isSide(spot)) expect(sideAt(middle, 10)).toEqual(spot);
    }
    expect(sideAt({ x: 30, y: 30 }, 14)).toBeNull();
    expect(squareAt({ x: -9, y: 400 })).toEqual({ row: 9, column: 1 });
    expect(passed({ x: 0, y: 0 }, { x: 60, y: 0 }).at(-1)).toEqual({ x: 60, y: 0 });
  });

  it("is walked over by keys, corners left out", () => {
    let spot = { row: 1, column: 1 };
    for (let steps = 0; steps < 9; steps += 1) spot = stepFrom(spot, "right") ?? spot;
    expect(spot).toEqual({ row: 1, column: 10 });
    expect(stepFrom(spot, "right")).toBeNull();
    expect(stepFrom({ row: 2, column: 1 }, "right")).toEqual({ row: 2, column: 3 });
    expect(squaresBeside({ row: 0, column: 1 })).toEqual([{ row: 1, column: 1 }]);
    expect(squaresBeside({ row: 2, column: 1 }).length).toBe(2);
  });
});
