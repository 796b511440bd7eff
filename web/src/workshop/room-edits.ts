// Changes of rooms. Each returns new rooms and leaves the old ones as they are, so that undoing is going back to them.
import { STEPS } from "$maze/geometry";
import type { Direction } from "$maze/types";
import {
  DRAWN,
  SPOTS,
  elementAt,
  isSideElement,
  isSquare,
  isUpright,
  signOf,
  spotsOf,
  type Arrow,
  type Element,
  type Game,
  type Room,
  type RoomFile,
  type Spot,
} from "./room-file";

type Lines = readonly string[];

const build = (sign: (spot: Spot) => string): Lines =>
  Array.from({ length: DRAWN }, (_, row) =>
    Array.from({ length: DRAWN }, (_, column) => sign({ row, column })).join(""),
  );

const isCorner = ({ row, column }: Spot) => row % 2 === 0 && column % 2 === 0;
const same = (one: Spot, other: Spot) => one.row === other.row && one.column === other.column;

function withElement(lines: Lines, spot: Spot, element: Element): Lines {
  return lines.map((line, row) =>
    row === spot.row ? line.slice(0, spot.column) + signOf(element, spot) + line.slice(spot.column + 1) : line,
  );
}

/** Draw an element. A gear of the board game moves, because a room has one. */
export function painted(room: Room, spot: Spot, element: Element): Room {
  if (isCorner(spot) || isSquare(spot) === isSideElement(element) || elementAt(room, spot) === element) return room;
  let { lines } = room;
  if (element === "gear") for (const old of spotsOf(room, "gear")) lines = withElement(lines, old, "floor");
  return { ...room, lines: withElement(lines, spot, element) };
}

/** The elements a square or side of a room can be, in the order in which a key goes through them. */
export function choicesAt(game: Game, spot: Spot): readonly Element[] {
  if (!isSquare(spot)) return ["open", "wall", "gate", "slit"];
  return game === "card" ? ["T", "S", "C", "G", "pit"] : ["floor", "pit", "gear"];
}

/** What drawing an element a second time makes of it: nothing is there any more. Zones stay. */
export function emptied(game: Game, element: Element): Element {
  if (isSideElement(element)) return "open";
  return game === "board" ? "floor" : element;
}

/** Where the signs of a drawing lie after clockwise quarter turns. */
export function rotated(room: Room, quarters: number): Room {
  let drawn: Pick<Room, "lines"> = room;
  for (let turns = ((quarters % 4) + 4) % 4; turns > 0; turns -= 1) {
    const before = drawn;
    drawn = {
      lines: build((spot) => {
        if (isCorner(spot)) return "+";
        return signOf(elementAt(before, { row: DRAWN - 1 - spot.column, column: spot.row }), spot);
      }),
    };
  }
  return { ...room, lines: drawn.lines };
}

/** Left and right change places; the arrow stays as it is. */
export const mirrored = (room: Room): Room => ({
  ...room,
  lines: room.lines.map((line) => [...line].reverse().join("")),
});

export const turnedArrow = (turn: Arrow): Arrow => (turn === "cw" ? "ccw" : "cw");

/** The drawing of a new room: open all round, with the gear in the middle, or four zones. */
export function blankLines(game: Game): Lines {
  const zones = ["TTTSS", "TTTSS", "CCGSS", "CCGGG", "CCCGG"];
  return build((spot) => {
    if (isCorner(spot)) return "+";
    if (!isSquare(spot)) return " ";
    const [row, column] = [(spot.row - 1) / 2, (spot.column - 1) / 2];
    return game === "card" ? (zones[row]?.[column] ?? "T") : row === 2 && column === 2 ? "@" : ".";
  });
}

/** What a name may be made of; anything else becomes a hyphen. */
export const nameOf = (text: string): string => text.trim().replace(/[^A-Za-z0-9_-]+/g, "-");
export const MOST_NAME = 16;

/** Rooms are shown two at a time: the twins of a pair. */
export interface Twins {
  pair: string;
  /** Their places in the file. */
  at: number[];
}

export function twinsOf({ rooms }: RoomFile): Twins[] {
  const found: Twins[] = [];
  rooms.forEach(({ pair }, at) => {
    const open = found.find((twins) => twins.pair === pair && twins.at.length < 2);
    if (open) open.at.push(at);
    else found.push({ pair, at: [at] });
  });
  return found;
}

export function withRoom(file: RoomFile, at: number, change: (room: Room) => Room): RoomFile {
  const room = file.rooms[at];
  const changed = room && change(room);
  return !changed || changed === room ? file : { ...file, rooms: file.rooms.with(at, changed) };
}

const ROMAN = ["VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV", "XVI", "XVII", "XVIII"];

/** The first name of a pair that neither the file nor the game's own rooms have. */
export function freePair({ rooms }: RoomFile, game: Game): string {
  const taken = new Set(rooms.map(({ pair }) => pair));
  for (let number = 0; ; number += 1) {
    const name = game === "card" ? (ROMAN[number] ?? `P${number}`) : String(number + 9);
    if (!taken.has(name)) return name;
  }
}

const roomName = (file: RoomFile, pair: string, first: number): string => {
  for (let number = first; ; number += 1) {
    const name = `${pair}-${number}`;
    if (!file.rooms.some((room) => room.name === name)) return name;
  }
};

function appended(file: RoomFile, room: Omit<Room, "before">): RoomFile {
  const blank = file.after.length ? file.after : [""];
  return file.rooms.length
    ? { rooms: [...file.rooms, { ...room, before: blank }], after: [""] }
    : { rooms: [{ ...room, before: [] }], after: [""] };
}

/** A new pair behind the others: blank, or with the drawings of other rooms. */
export function withPair(file: RoomFile, game: Game, drawings: readonly Room[] = []): RoomFile {
  const pair = freePair(file, game);
  return (["cw", "ccw"] as const).reduce((grown, turn, at) => {
    const from = drawings[at];
    const lines = from?.lines ?? blankLines(game);
    return appended(grown, { name: roomName(grown, pair, at + 1), pair, turn: from?.turn ?? turn, lines });
  }, file);
}

/** A twin for a room that has none, with the arrow the other way. */
export function withTwin(file: RoomFile, game: Game, at: number): RoomFile {
  const room = file.rooms[at];
  if (!room) return file;
  const name = roomName(file, room.pair, 2);
  const twin: Room = { ...room, name, turn: turnedArrow(room.turn), lines: blankLines(game), before: [""] };
  return { ...file, rooms: file.rooms.toSpliced(at + 1, 0, twin) };
}

export function withoutRooms(file: RoomFile, gone: readonly number[]): RoomFile {
  return { ...file, rooms: file.rooms.filter((_, at) => !gone.includes(at)) };
}

/** Give all rooms of some twins another pair. */
export const withPairName = (file: RoomFile, at: readonly number[], pair: string): RoomFile => ({
  ...file,
  rooms: file.rooms.map((room, index) => (at.includes(index) ? { ...room, pair } : room)),
});

const STEP_SIDES = { up: "n", right: "e", down: "s", left: "w" } as const;

/** The next square or side in a direction; null beyond the border. Corners are passed over. */
export function stepFrom(spot: Spot, direction: Direction): Spot | null {
  const { x: right, y: down } = STEPS[STEP_SIDES[direction]];
  let next: Spot = { row: spot.row + down, column: spot.column + right };
  if (isCorner(next)) next = { row: next.row + down, column: next.column + right };
  return SPOTS.find((one) => same(one, next)) ?? null;
}

/** The squares on both sides of a side; one at the border. */
export const squaresBeside = (spot: Spot): Spot[] =>
  (isUpright(spot)
    ? [
        { row: spot.row, column: spot.column - 1 },
        { row: spot.row, column: spot.column + 1 },
      ]
    : [
        { row: spot.row - 1, column: spot.column },
        { row: spot.row + 1, column: spot.column },
      ]
  ).filter(({ row, column }) => row > 0 && row < DRAWN && column > 0 && column < DRAWN);
