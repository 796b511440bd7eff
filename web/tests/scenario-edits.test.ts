import { readdirSync, readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { cardText, cardTitle } from "../src/lib/names";
import { itemOfFinding, sectionOfFinding } from "../src/workshop/finding-place";
import { readLayout, squaresOf } from "../src/workshop/layout-text";
import { readRooms, writeRooms, type Room } from "../src/workshop/room-file";
import { drawnRooms, fitted, withDrawing, withRoomFile } from "../src/workshop/drawing-edits";
import { isLever, withLever, wishAt, withMark, withWish } from "../src/workshop/pool-edits";
import {
  addedLine,
  addedPlace,
  movedItem,
  removedItem,
  renamedLine,
  steppedItem,
  turnedLine,
  withDot,
  withDots,
  withLength,
  withPlace,
} from "../src/workshop/scenario-layout-edits";
import {
  addedSeat,
  movedSeat,
  removedSeat,
  withEnd,
  withExits,
  withRows,
  withSetting,
  withSharedLines,
  withoutSetting,
} from "../src/workshop/seat-edits";
import { translationOf, withTranslation, withSwitch } from "../src/workshop/table-edits";
import { sampleMaze, seeded } from "../src/workshop/sample-maze";
import { isFree, toOrigin } from "../src/workshop/scenario-places";
import { PIECES, tokensToLay } from "../src/workshop/scenario-pieces";
import { emptyScenario, scenarioWithRooms } from "../src/workshop/scenario-start";
import { layoutOf, numbersAt, poolsOf, seatsOf, settingsOf, textsAt } from "../src/workshop/scenario-tables";
import { shippedScenarios } from "../src/workshop/shipped";
import { writeToml, type Tables } from "../src/workshop/toml-text";

const CONTENT = new URL("../../src/dungeon_twister/content/", import.meta.url);
const text = (path: string) => readFileSync(new URL(path, CONTENT), "utf8");
const files = readdirSync(new URL("scenarios/", CONTENT));
const readToml = (text: string): Tables => parse(text) as Tables;
const shipped = (name: string) => readToml(text(`scenarios/${name}.toml`));
const place = (at: number) => ({ kind: "place", at }) as const;
const line = (at: number) => ({ kind: "line", at }) as const;
const base = readRooms(text("rooms/base.txt")).rooms;
const elevator = shipped("elevator");

describe("the scenarios of the game", () => {
  it.each(files)("%s is written and read again without loss", (name) => {
    const tables = readToml(text(`scenarios/${name}`));
    expect(Object.keys(tables)).toContain("title");
    expect(readToml(writeToml(tables))).toEqual(tables);
    // An unknown key, deep inside, too.
    const odd: Tables = { ...tables, later: { key: ["a", { b: 1 }], "odd name": 'x"\n' } };
    expect(readToml(writeToml(odd))).toEqual(odd);
  });

  it.each(files)("%s is the same after a change and its opposite", (name) => {
    const tables = readToml(text(`scenarios/${name}`));
    if (tables.game === "card")
      return expect(withRows(withRows(tables, 8), numbersAt(tables, "capacity").length)).toEqual(tables);
    const items = layoutOf(tables);
    for (const item of [...items.places.map((_, at) => place(at)), ...items.lines.map((_, at) => line(at))]) {
      const far = movedItem(tables, item, { x: 0, y: 31 });
      expect(far).not.toBe(tables);
      const [before, after] = [layoutOf(tables), layoutOf(far)];
      const began = item.kind === "place" ? before.places[item.at]! : before.lines[item.at]!;
      const ended = item.kind === "place" ? after.places[item.at]! : after.lines[item.at]!;
      // The maze may begin elsewhere now.
      const other = item.at ? 0 : 1;
      const list = item.kind === "place" ? "places" : "lines";
      const [first, now] = [before[list][other], after[list][other]];
      if (!first || !now) continue;
      const by = { x: began.x - first.x - (ended.x - now.x), y: began.y - first.y - (ended.y - now.y) };
      expect(movedItem(far, item, by)).toEqual(tables);
    }
    expect(withSwitch(withSwitch(tables, "quiet", tables.quiet !== true), "quiet", tables.quiet === true)).toEqual(
      tables,
    );
    return undefined;
  });

  it("are offered with the rooms of their pictures", async () => {
    const all = await shippedScenarios();
    expect(all.length).toBe(files.length - 2);
    for (const { name, game, players, picture } of all) {
      const tables = shipped(name);
      expect([game, players]).toEqual([tables.game, tables.seat ? seatsOf(tables).length : 2]);
      expect(layoutOf(picture)).toEqual(layoutOf(tables));
      expect(seatsOf(picture).map((seat) => [seat.colour, seat.line])).toEqual(
        seatsOf(tables).map((seat) => [seat.colour, seat.line]),
      );
      if (game === "card") expect(picture.capacity).toEqual(tables.capacity);
    }
  });
});

describe("rooms that lie somewhere", () => {
  it("move with everything that names them, and push the maze back to 0,0", () => {
    const at = layoutOf(elevator).places.findIndex(({ x, y }) => x === 10 && y === 6);
    const moved = movedItem(elevator, place(at), { x: -11, y: 20 });
    expect(moved.elevator).toEqual([0, 26]);
    expect(poolsOf(moved).map(({ place: one, places }) => one ?? places)).toEqual([
      [
        [6, 6],
        [16, 6],
      ],
      [0, 26],
    ]);
    expect(toOrigin(layoutOf(moved)).by).toEqual({ x: -0, y: -0 });
    const pyramid = shipped("pyramid");
    const apex = movedItem(pyramid, place(0), { x: 1, y: 0 });
    expect([apex.apex, poolsOf(apex)[0]?.place, (apex.option as Tables).apexRoom]).toEqual([
      [14, 0],
      [14, 0],
      { place: [14, 0] },
    ]);
  });

  it("never lie on each other or outside the widest maze", () => {
    const tables = shipped("base");
    expect(movedItem(tables, place(0), { x: 1, y: 0 })).toBe(tables);
    expect(movedItem(tables, place(0), { x: 200, y: 0 })).toBe(tables);
    const stepped = steppedItem(tables, place(0), { x: 1, y: 0 });
    expect(isFree(layoutOf(stepped), place(0), { x: 0, y: 0 })).toBe(true);
    expect(stepped).not.toBe(tables);
  });

  it("are added where there is space, and removed with their pools, all but the last", () => {
    const added = addedPlace(shipped("base"), "2D");
    const { places } = layoutOf(added);
    expect(wishAt(added, places.at(-1)!)).toBe("room:2D");
    expect(isFree(layoutOf(added), place(places.length - 1), { x: 0, y: 0 })).toBe(true);
    expect(removedItem(added, place(places.length - 1))).toEqual(shipped("base"));
    let few = shipped("base");
    for (let number = 0; number < 12; number += 1) few = removedItem(few, place(0));
    expect(layoutOf(few).places.length).toBe(1);
    expect(readLayout(few.layout as string)).not.toBeNull();
    const gone = removedItem(elevator, place(layoutOf(elevator).places.findIndex(({ x, y }) => x === 10 && y === 6)));
    expect([gone.elevator, poolsOf(gone).length]).toEqual([undefined, 1]);
  });

  it("are wished for, both of a pair in one pool", () => {
    const tables = shipped("base");
    const [first, second] = layoutOf(tables).places;
    const pair = withWish(withWish(tables, first!, "pair:3"), second!, "pair:3");
    expect(poolsOf(pair).length).toBe(1);
    expect([wishAt(pair, first!), wishAt(pair, second!)]).toEqual(["pair:3", "pair:3"]);
    expect(withWish(withWish(pair, first!, ""), second!, "")).toEqual(tables);
    // What the editor does not know of a pool stays.
    const lever = withWish(elevator, { x: 5, y: 6 }, "");
    expect(poolsOf(lever)[0]).toEqual({ place: [15, 6], pair: "3", lever: true });
    expect(isLever(elevator, { x: 5, y: 6 })).toBe(true);
    expect(isLever(withLever(elevator, { x: 5, y: 6 }, false), { x: 15, y: 6 })).toBe(false);
    expect(withLever(withLever(elevator, { x: 10, y: 6 }, true), { x: 10, y: 6 }, false)).toEqual(elevator);
    expect(withMark(withMark(tables, "apex", first!, true), "apex", first!, false)).toEqual(tables);
    expect(layoutOf(withPlace(tables, 0, { capacity: 9, kind: "obj" })).places[0]).toMatchObject({
      capacity: 9,
      kind: "obj",
    });
  });
});

describe("lines and seats", () => {
  it("are named, turned, lengthened and dotted", () => {
    const tables = shipped("base");
    const renamed = renamedLine(elevator, 0, "north");
    expect(seatsOf(renamed).map(({ line: one, exits }) => [one, ...exits].join())).toEqual([
      "north,SE",
      "NE,SW",
      "SE,north",
      "SW,NE",
    ]);
    expect(JSON.stringify(renamed.option)).toContain('"line":"north"');
    expect(renamedLine(elevator, 0, "SE")).toBe(elevator);
    expect(renamedLine(renamed, 0, "NW")).toEqual(elevator);
    const far = movedItem(tables, line(1), { x: 20, y: 0 });
    const turned = turnedLine(far, 1);
    expect(layoutOf(turned).lines[1]).toMatchObject({ direction: "E", length: 10 });
    expect(turnedLine(turned, 1)).toEqual(far);
    const short = withLength(tables, 0, 4);
    expect(layoutOf(short).lines[0]!.dots.length).toBe(2);
    const one = layoutOf(tables).lines[0]!;
    expect(withDot(withDot(tables, 0, one.dots[1]!), 0, one.dots[1]!)).toEqual(tables);
    const spread = layoutOf(withDots(tables, 0, 6)).lines[0]!;
    expect(new Set(spread.dots.map(({ x, y }) => `${x},${y}`)).size).toBe(6);
    expect(spread.dots.every((dot) => squaresOf(spread).some(({ x, y }) => x === dot.x && y === dot.y))).toBe(true);
  });

  it("are taken out of seats with their line", () => {
    const gone = removedItem(elevator, line(0));
    expect(seatsOf(gone).map(({ line: one, exits }) => [one, ...exits].join())).toEqual([
      ",SE",
      "NE,SW",
      "SE",
      "SW,NE",
    ]);
  });

  it("grow to four players and shrink to two", () => {
    let tables = emptyScenario("board", "Mine");
    for (let number = 0; number < 4; number += 1) tables = addedSeat(tables);
    const { lines } = layoutOf(tables);
    expect(seatsOf(tables).map(({ colour }) => colour)).toEqual(["blue", "yellow", "red", "green"]);
    expect(new Set(seatsOf(tables).map(({ line: one }) => one)).size).toBe(4);
    expect(lines.every((_, at) => isFree(layoutOf(tables), line(at), { x: 0, y: 0 }))).toBe(true);
    expect(seatsOf(movedSeat(tables, 0, 1))[1]?.colour).toBe("blue");
    for (let number = 0; number < 4; number += 1) tables = removedSeat(tables, 0);
    expect(seatsOf(tables).length).toBe(2);
    expect(layoutOf(addedLine(tables)).lines.length).toBe(5);
  });

  it("share lines, and leave by other ways", () => {
    const teams = shipped("teams");
    const shared = withSharedLines(teams, true);
    expect(seatsOf(shared).every(({ line: one, team }) => !one && team)).toBe(true);
    expect(withSharedLines(shared, false)).toEqual({
      ...teams,
      seat: seatsOf(teams).map(({ colour, line: one, team }) => ({ colour, team, line: one })),
    });
    const small = withExits(elevator, "small");
    expect([small.exits, seatsOf(small).some(({ exits }) => exits.length)]).toEqual(["small", false]);
    expect(withExits(small, "lines").exits).toBeUndefined();
    expect(withEnd(teams, "turns", 40)).toMatchObject({ turns: 40 });
    expect(withEnd(withEnd(teams, "turns", 40), "target", 10)).toEqual(teams);
    const setting = withSetting(teams, "leftOutObjects", { out: "objects" });
    expect(settingsOf(setting)).toEqual(["silentAllies", "teamTurns", "leftOutObjects"]);
    expect(withoutSetting(setting, "leftOutObjects")).toEqual(teams);
  });
});

describe("words", () => {
  it("are kept by language, and gone when they are empty", () => {
    const tables = shipped("base");
    const french = withTranslation(tables, "fr", { title: "À moi", later: 1 });
    expect(translationOf(french, "fr")).toEqual({ title: "À moi", later: 1 });
    expect(readToml(writeToml(french))).toEqual(french);
    expect(withTranslation(french, "fr", {})).toEqual(tables);
    expect(translationOf(tables, "de")).toEqual({});
    const card = { name: "own", title: "Mine", text: "Text", translations: { en: { text: "English" } } } as never;
    expect([cardTitle(card), cardText(card)]).toEqual(["Mine", "English"]);
  });
});

describe("rooms of one's own", () => {
  const own = writeRooms({
    rooms: base.slice(0, 4).map((room) => ({ ...room, name: `my-${room.name}`, before: [] })),
    after: [""],
  });

  it("are drawn in the scenario, once, under a name of their own", () => {
    const once = withDrawing(emptyScenario("board", "Mine"), "Base", own);
    expect(textsAt(once, "rooms")).toEqual(["base", "base-2"]);
    expect(drawnRooms(once).length).toBe(4);
    const again = withDrawing(withDrawing(once, "Épée", own), "Épée", own);
    expect(textsAt(again, "rooms")).toEqual(["base", "base-2", "e-pe-e"]);
    expect(withRoomFile(again, "e-pe-e", false)).toEqual(once);
    expect(readToml(writeToml(again))).toEqual(again);
  });

  it("make a scenario in which all tokens and rooms have a place", () => {
    const tables = scenarioWithRooms("My rooms", own);
    const { places } = layoutOf(tables);
    expect(places.length).toBe(4);
    expect(places.reduce((sum, { capacity }) => sum + capacity, 0)).toBe(2 * tokensToLay(tables));
    expect(tables).toMatchObject({ rooms: ["my-rooms"], pairs: 2 });
    const three = fitted(removedItem(tables, place(3)), drawnRooms(tables));
    expect(layoutOf(three).places.reduce((sum, { capacity }) => sum + capacity, 0)).toBe(2 * tokensToLay(tables));
    expect(fitted(addedPlace(addedPlace(emptyScenario("board", "Mine"))), base).pairs).toBe(3);
    expect(PIECES.board.length).toBe(14);
    expect(PIECES.card.filter(({ character }) => character).length).toBe(25);
  });
});

describe("a maze that chance may lay", () => {
  const packs: Record<string, Room[]> = Object.fromEntries(
    ["base", "expansion", "card"].map((name) => [name, [...readRooms(text(`rooms/${name}.txt`)).rooms]]),
  );

  it.each(files.filter((name) => !name.includes("lab")))("has a room for each place of %s", (name) => {
    const tables = readToml(text(`scenarios/${name}`));
    const rooms = textsAt(tables, "rooms").flatMap((pack) => packs[pack] ?? []);
    for (let seed = 1; seed < 20; seed += 1) {
      const maze = sampleMaze(tables, rooms, seeded(seed));
      expect(maze).toEqual(sampleMaze(tables, rooms, seeded(seed)));
      const laid = maze.flatMap((room) => room?.name ?? []);
      expect(new Set(laid).size).toBe(laid.length);
      const { places } = layoutOf(tables);
      if (tables.game === "card") expect(laid.length).toBe(2 * numbersAt(tables, "capacity").length);
      else places.forEach(({ empty }, at) => expect(!maze[at], `${name} ${at}`).toBe(empty));
      places.forEach((place, at) => {
        const [kind, wanted] = wishAt(tables, place).split(":");
        if (wanted) expect(kind === "room" ? maze[at]?.name : maze[at]?.pair).toBe(wanted);
      });
    }
  });
});

describe("findings", () => {
  it("are about rooms and lines", () => {
    const about = (finding: object) => itemOfFinding(elevator, { code: "", severity: "error", ...finding });
    const lay = layoutOf(elevator).places.findIndex(({ x, y }) => x === 10 && y === 6);
    expect(about({ values: { x: 10, y: 6 } })).toEqual(place(lay));
    expect(about({ values: { line: "SE" } })).toEqual(line(2));
    const rows = writeToml(elevator).split("\n");
    expect(about({ line: rows.indexOf("room 10 6 4 obj") + 1 })).toEqual(place(lay));
    expect(about({ line: rows.findIndex((row) => row.startsWith("dots SW")) + 1 })).toEqual(line(3));
    expect(about({ line: 1 })).toBeNull();
    expect(about({ values: { target: 9 } })).toBeNull();
    const section = (finding: object) => sectionOfFinding(elevator, { code: "", severity: "error", ...finding });
    expect([section({ code: "tokens" }), section({ code: "turns" }), section({})]).toEqual(["rooms", "end", null]);
    expect(section({ code: "refused", line: rows.findIndex((row) => row.startsWith("starters")) + 1 })).toBe("pieces");
    expect(section({ code: "refused", line: rows.findIndex((row) => row.startsWith("[[seat")) + 1 })).toBe("seats");
  });
});
