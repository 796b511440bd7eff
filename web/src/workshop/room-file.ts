// Room files (docs/scenarios.md): read into rooms and written again without loss, remarks included. This knows the
// signs of the format; whether a room is allowed is decided by the rules, not here.

/** Lines of a drawing, and characters of a line. */
export const DRAWN = 11;
export const MIDDLE = (DRAWN - 1) / 2;

export type Game = "board" | "card";
export type Arrow = "cw" | "ccw";

export interface Room {
  readonly name: string;
  readonly pair: string;
  readonly turn: Arrow;
  /** The drawing as in the file: 11 lines of 11 characters. */
  readonly lines: readonly string[];
  /** Remarks and blank lines that stand before it. */
  readonly before: readonly string[];
}

export interface RoomFile {
  readonly rooms: readonly Room[];
  /** What stands behind the last room. */
  readonly after: readonly string[];
}

/** A place in a drawing, by its line and character: a square, or the side of one. */
export interface Spot {
  readonly row: number;
  readonly column: number;
}

export const SQUARES = ["floor", "pit", "gear", "T", "S", "C", "G"] as const;
export const SIDES = ["open", "wall", "gate", "slit"] as const;
export type Square = (typeof SQUARES)[number];
export type Side = (typeof SIDES)[number];
export type Element = Square | Side;

const SQUARE_SIGNS: Record<Square, string> = { floor: ".", pit: "O", gear: "@", T: "T", S: "S", C: "C", G: "G" };
/** Lying and upright. */
const SIDE_SIGNS: Record<Side, readonly [string, string]> = {
  open: [" ", " "],
  wall: ["-", "|"],
  gate: ["=", "H"],
  slit: ["~", ":"],
};

export const isSquare = ({ row, column }: Spot): boolean => row % 2 === 1 && column % 2 === 1;
export const isSide = ({ row, column }: Spot): boolean => row % 2 !== column % 2;
export const isUpright = ({ row }: Spot): boolean => row % 2 === 1;
export const isSideElement = (element: Element): element is Side => (SIDES as readonly string[]).includes(element);

/** All squares and sides of a drawing, line by line. */
export const SPOTS: readonly Spot[] = Array.from({ length: DRAWN * DRAWN }, (_, at) => ({
  row: Math.floor(at / DRAWN),
  column: at % DRAWN,
})).filter((spot) => isSquare(spot) || isSide(spot));

export function signOf(element: Element, spot: Spot): string {
  return isSideElement(element) ? SIDE_SIGNS[element][isUpright(spot) ? 1 : 0] : SQUARE_SIGNS[element];
}

const elementOfSign = (sign: string, spot: Spot): Element | undefined =>
  (isSquare(spot) ? SQUARES : SIDES).find((element) => signOf(element, spot) === sign);

export function elementAt({ lines }: Pick<Room, "lines">, spot: Spot): Element {
  return elementOfSign(lines[spot.row]?.[spot.column] ?? "", spot) ?? (isSquare(spot) ? "floor" : "open");
}

/** The places where an element stands. */
export const spotsOf = (room: Pick<Room, "lines">, element: Element): Spot[] =>
  SPOTS.filter((spot) => isSquare(spot) !== isSideElement(element) && elementAt(room, spot) === element);

/** A room with letters of zones is one of the Card Game. */
export const hasZones = (room: Pick<Room, "lines">): boolean =>
  SPOTS.some((spot) => isSquare(spot) && "TSCG".includes(signOf(elementAt(room, spot), spot)));

export const gameOf = ({ rooms }: RoomFile): Game => (rooms.some(hasZones) ? "card" : "board");

/** Why a text is no room file; the code is the end of a text `workshop.file.CODE`. */
export type FileTrouble = "empty" | "header" | "short" | "long" | "sign" | "mixed";

export class RoomFileError extends Error {
  constructor(
    readonly trouble: FileTrouble,
    readonly line = 0,
    readonly column = 0,
  ) {
    super(`${trouble} ${line}:${column}`);
  }
}

/** Names are drawn: other signs than those of the format may not come through. */
const WORD = "[A-Za-z0-9_-]{1,24}";
const HEADER = new RegExp(`^room\\s+(${WORD})\\s+pair=(${WORD})\\s+turn=(cw|ccw)\\s*$`);
const isRemark = (line: string) => !line.trim() || line.startsWith("#");

/** Read a room file; a RoomFileError says where it is none. */
export function readRooms(text: string): RoomFile {
  const lines = text.split("\n").map((line) => line.replace(/\r$/, ""));
  const rooms: Room[] = [];
  let before: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (isRemark(line)) {
      before.push(line);
      continue;
    }
    const [, name, pair, turn] = HEADER.exec(line) ?? [];
    if (!name || !pair) throw new RoomFileError("header", at + 1);
    const drawn = readDrawing(lines, at + 1);
    rooms.push({ name, pair, turn: turn as Arrow, lines: drawn, before });
    before = [];
    at += DRAWN;
  }
  if (!rooms.length) throw new RoomFileError("empty");
  if (
    rooms.some(hasZones) &&
    rooms.some((room) => ["floor", "gear"].some((one) => spotsOf(room, one as Square).length))
  )
    throw new RoomFileError("mixed");
  return { rooms, after: before };
}

/** Blanks at the end of a line are part of a drawing, but many editors cut them off. */
function readDrawing(lines: string[], first: number): string[] {
  return Array.from({ length: DRAWN }, (_, row) => {
    const line = lines[first + row];
    if (line === undefined) throw new RoomFileError("short", first + row);
    const drawn = line.trimEnd().padEnd(DRAWN);
    if (drawn.length > DRAWN) throw new RoomFileError("long", first + row + 1, DRAWN + 1);
    for (let column = 0; column < DRAWN; column += 1) {
      const spot = { row, column };
      const known = isSquare(spot) || isSide(spot) ? elementOfSign(drawn[column] ?? "", spot) : drawn[column] === "+";
      if (!known) throw new RoomFileError("sign", first + row + 1, column + 1);
    }
    return drawn;
  });
}

export const header = ({ name, pair, turn }: Pick<Room, "name" | "pair" | "turn">): string =>
  `room ${name} pair=${pair} turn=${turn}`;

export function writeRooms({ rooms, after }: RoomFile): string {
  return [...rooms.flatMap((room) => [...room.before, header(room), ...room.lines]), ...after].join("\n");
}
