/**
 * Reads a view: what is where, who carries what, in units of the drawing. The only place that knows how views say it.
 */
import type { CardRoomView, CardTokenView, CardView, PieceKind, RoomView, Scene, TokenView, View } from "$lib/protocol";
import {
  parseStation,
  parseZone,
  samePoint,
  seatsOf,
  signCell,
  turnPoint,
  turnRoom,
  SIZE,
  type Letter,
  type Point,
  type TurnedRoom,
} from "./geometry";
import { S, type Layout, type RoomPlace } from "./layout";
import { deckBox } from "./draw/edges";
import type { AnyView } from "./types";

export const COLOURS: Record<string, string> = { b: "blue", y: "yellow", r: "red", g: "green" };

/** What a token's name says: `bW`, `y?3`, `?`. */
export interface Named {
  token: string;
  colour: string;
  /** Key of the figure; nothing for the unknown. */
  key: string;
  figure: PieceKind | null;
  character: boolean;
}

export interface DrawnToken extends Named {
  id: string;
  kind: "character" | "object" | "hidden";
  place: string;
  x: number;
  y: number;
  scale: number;
  wounded: boolean;
  blocked: boolean;
  potion: number;
  /** It stands on the gear of a room, and covers it. */
  gear: boolean;
  loads: Named[];
  friend: Named | null;
  /** Face down on this room's lid. */
  lid: string;
  /** Which cell of the unturned zone it sits on (Card Game). */
  seat?: Point;
}

export interface RoomOnTable {
  place: string;
  x: number;
  y: number;
  faceUp: boolean;
  room: TurnedRoom | null;
  gates: string[];
  under: string[];
  capacity: number;
  kind: string;
  at: RoomPlace;
  /** What the view said of it. */
  said: string;
}

/** Where a character in a starting zone would go: a line to the zone it faces. */
export interface Link {
  colour: string;
  from: Point;
  to: Point;
  dashed: boolean;
  side: string;
}

export interface ViewLayout {
  layout: Layout;
  rooms: Map<string, RoomOnTable>;
  /** Card Game: the place on which a room lies, by its name. */
  placeOfRoom: Map<string, string>;
  pieces: DrawnToken[];
  byToken: Map<string, DrawnToken>;
  ropes: Point[];
  links: Link[];
  /** Free places on lids during the setup. */
  slots: Point[];
}

export function nameOf(scene: Scene, token: string): Named {
  const colour = COLOURS[token[0] ?? ""] ?? "";
  const sign = token.slice(1);
  const figure = scene.figures.find((each) => each.sign === sign) ?? null;
  return { token, colour, key: figure?.key ?? "", figure, character: figure?.character ?? sign.startsWith("?") };
}

/** Two, three and four tokens on a lid lie in fixed places. */
export function lidSpots(count: number): Point[] {
  const fixed: Point[][] = [
    [],
    [{ x: 150, y: 150 }],
    [
      { x: 113, y: 150 },
      { x: 187, y: 150 },
    ],
    [
      { x: 150, y: 106 },
      { x: 108, y: 182 },
      { x: 192, y: 182 },
    ],
    [
      { x: 113, y: 113 },
      { x: 187, y: 113 },
      { x: 113, y: 187 },
      { x: 187, y: 187 },
    ],
  ];
  const found = fixed[count];
  if (found) return found;
  return Array.from({ length: count }, (_, i) => {
    const a = (2 * Math.PI * i) / count - Math.PI / 2;
    return { x: 150 + 62 * Math.cos(a), y: 150 + 62 * Math.sin(a) };
  });
}

/**
 * `before`: what was read last (tokens keep their seats); `slots`: how many tokens fit on a lid, where the caller knows
 * it.
 */
export function layOutView(
  layout: Layout,
  view: AnyView,
  before?: ViewLayout,
  slots: Record<string, number> = {},
): ViewLayout {
  const rooms = readRooms(layout, view, before);
  const placeOfRoom = new Map<string, string>();
  for (const room of rooms.values()) if (room.room) placeOfRoom.set(room.room.name, room.place);
  const reading: ViewLayout = {
    layout,
    rooms,
    placeOfRoom,
    pieces: [],
    byToken: new Map(),
    ropes: [],
    links: [],
    slots: [],
  };
  if (view.game === "board") readBoard(reading, view);
  else readCards(reading, view, before);
  readLids(reading, view, slots);
  settle(reading, before);
  for (const piece of reading.pieces) {
    reading.byToken.set(piece.token, piece);
    for (const load of piece.loads) if (!reading.byToken.has(load.token)) reading.byToken.set(load.token, piece);
    if (piece.friend && !reading.byToken.has(piece.friend.token)) reading.byToken.set(piece.friend.token, piece);
  }
  return reading;
}

/**
 * Every token gets a name of its own (`y?` may lie twice at one place), and what has not changed stays the same object,
 * so that only what has changed is drawn anew.
 */
function settle(reading: ViewLayout, before?: ViewLayout): void {
  const old = new Map(before?.pieces.map((piece) => [piece.id, piece]));
  const seen = new Map<string, number>();
  reading.pieces = reading.pieces.map((piece) => {
    const count = seen.get(piece.id) ?? 0;
    seen.set(piece.id, count + 1);
    const named = count ? { ...piece, id: `${piece.id}#${count}` } : piece;
    const same = old.get(named.id);
    return same && samePiece(same, named) ? same : named;
  });
}

function samePiece(a: DrawnToken, b: DrawnToken): boolean {
  const loads = (piece: DrawnToken) => [...piece.loads, piece.friend].map((each) => each?.token).join();
  const keys = [
    "token",
    "kind",
    "place",
    "x",
    "y",
    "scale",
    "wounded",
    "blocked",
    "potion",
    "gear",
    "lid",
    "colour",
    "key",
  ] as const;
  return (
    a.figure === b.figure &&
    keys.every((key) => a[key] === b[key]) &&
    loads(a) === loads(b) &&
    a.seat?.x === b.seat?.x &&
    a.seat?.y === b.seat?.y
  );
}

// -- rooms

function readRooms(layout: Layout, view: AnyView, before?: ViewLayout): Map<string, RoomOnTable> {
  const found = new Map<string, RoomOnTable>();
  for (const room of view.rooms) {
    const at = whereRoom(layout, room);
    const old = before?.layout === layout ? before.rooms.get(room.place) : undefined;
    const said = JSON.stringify(room);
    if (at) found.set(room.place, old?.said === said ? old : { ...roomOnTable(layout, room, at), said });
  }
  return found;
}

function whereRoom(layout: Layout, room: RoomView | CardRoomView): RoomPlace | undefined {
  if ("x" in room) return layout.corners.get(`${room.x},${room.y}`);
  const place = layout.scene.places.find((each) => each.place === room.place);
  return place && layout.corners.get(`${place.x},${place.y}`);
}

function roomOnTable(layout: Layout, room: RoomView | CardRoomView, at: RoomPlace): Omit<RoomOnTable, "said"> {
  const drawing = room.name ? layout.scene.rooms.find((each) => each.name === room.name) : undefined;
  const card = "walls_broken" in room;
  const turned = drawing
    ? turnRoom(drawing, room.quarters + layout.turns, card ? room.turn : drawing.turn, card && room.walls_broken)
    : null;
  return {
    place: room.place,
    x: at.x,
    y: at.y,
    at,
    faceUp: turned !== null,
    room: turned,
    gates: card ? [room.gate] : room.gates,
    under: room.under,
    capacity: card ? -1 : (room.capacity ?? -1),
    kind: card ? "any" : (room.kind ?? "any"),
  };
}

function readLids(reading: ViewLayout, view: AnyView, slots: Record<string, number>): void {
  const { scene } = reading.layout;
  for (const room of reading.rooms.values()) {
    if (room.faceUp) continue;
    const known = slots[room.place] ?? (view.shown ? 0 : room.capacity);
    const places = Math.max(room.under.length, known);
    lidSpots(places).forEach((spot, i) => {
      const token = room.under[i];
      const at = { x: room.x + spot.x, y: room.y + spot.y };
      if (!token) reading.slots.push(at);
      else
        reading.pieces.push({
          ...blank(nameOf(scene, token)),
          id: `${room.place}#${i}`,
          kind: "hidden",
          place: room.place,
          lid: room.place,
          scale: 1.12,
          ...at,
        });
    });
  }
}

function blank(named: Named): DrawnToken {
  const kind = named.character ? "character" : "object";
  return {
    ...named,
    id: named.token,
    kind,
    place: "",
    x: 0,
    y: 0,
    scale: 1,
    wounded: false,
    blocked: false,
    potion: 0,
    gear: false,
    loads: [],
    friend: null,
    lid: "",
  };
}

// -- board game

/** On which face-up room a square lies, and on which of its cells as seen on the screen. */
export function cellOf(reading: ViewLayout, square: string): { room: RoomOnTable; cell: Point } | null {
  const at = reading.layout.squares.get(square);
  if (!at) return null;
  for (const room of reading.rooms.values()) {
    const cell = { x: Math.round((at.x - room.x) / S), y: Math.round((at.y - room.y) / S) };
    const inside = cell.x >= 0 && cell.y >= 0 && cell.x < SIZE && cell.y < SIZE;
    if (inside && Math.abs(room.x + cell.x * S - at.x) < 1 && Math.abs(room.y + cell.y * S - at.y) < 1)
      return { room, cell };
  }
  return null;
}

export function isPit(reading: ViewLayout, square: string): boolean {
  const found = cellOf(reading, square);
  return !!found?.room.room?.pits.some((pit) => samePoint(pit, found.cell));
}

function isGear(reading: ViewLayout, square: string): boolean {
  const found = cellOf(reading, square);
  const gear = found?.room.room?.gear;
  return !!gear && samePoint(gear, found.cell);
}

function readBoard(reading: ViewLayout, view: View): void {
  const bySquare = new Map<string, TokenView[]>();
  for (const token of view.tokens) bySquare.set(token.square, [...(bySquare.get(token.square) ?? []), token]);
  for (const [square, tokens] of bySquare) {
    const corner = reading.layout.squares.get(square);
    if (!corner) continue;
    const middle = { x: corner.x + S / 2, y: corner.y + S / 2 };
    const pit = isPit(reading, square);
    const gear = isGear(reading, square);
    if (pit && tokens.some((each) => nameOf(reading.layout.scene, each.token).key === "rope"))
      reading.ropes.push(corner);
    for (const piece of crowd(reading.layout.scene, view, square, tokens, pit)) {
      reading.pieces.push({
        ...piece,
        place: square,
        gear,
        x: middle.x + piece.x,
        y: middle.y + piece.y,
        scale: piece.scale * (pit ? 0.84 : 1),
      });
    }
  }
  const order = (piece: DrawnToken) =>
    piece.kind === "object" ? 0 : piece.wounded ? 1 : piece.token === view.journey?.token ? 3 : 2;
  reading.pieces.sort((a, b) => order(a) - order(b));
}

/**
 * The tokens of one square, with offsets from its middle. The view says who carries what; a rope spans a pit in any
 * case.
 */
function crowd(scene: Scene, view: View, square: string, tokens: TokenView[], pit: boolean): DrawnToken[] {
  const hidden = (token: TokenView) => token.token[1] === "?" || !view.shown;
  const pieces = tokens.map((token): DrawnToken => {
    const piece = blank(nameOf(scene, token.token));
    const flags = { wounded: !!token.wounded, blocked: !!token.blocked, potion: token.potion ?? 0 };
    return hidden(token)
      ? { ...piece, id: `${token.token}@${square}`, kind: "hidden", scale: 0.98 }
      : { ...piece, ...flags };
  });
  const mover = view.journey?.square === square ? pieces.find((each) => each.token === view.journey?.token) : undefined;
  const standing = pieces.filter((each) => each.kind !== "object" && !each.wounded);
  const spanned = pit ? pieces.find((each) => each.key === "rope" && each.token !== view.journey?.load) : undefined;
  const carried = new Set<DrawnToken>();
  tokens.forEach((token, i) => {
    const load = pieces[i]!;
    const carrier = token.carrier ? pieces.find((each) => each.token === token.carrier) : undefined;
    if (!carrier || load === spanned) return;
    if (load.kind === "object") carrier.loads = [load];
    else carrier.friend = load;
    carried.add(load);
  });
  const lying = pieces.filter((each) => !standing.includes(each) && !carried.has(each) && each !== spanned);
  if (spanned && !standing.length) lying.unshift(spanned);
  return spread([...lying, ...standing.filter((each) => each !== mover), ...(mover ? [mover] : [])]);
}

/** Several on one square: smaller and side by side, the first behind. */
function spread(pieces: DrawnToken[]): DrawnToken[] {
  if (pieces.length < 2) return pieces;
  const characters = pieces.filter((each) => each.kind !== "object");
  const objects = pieces.filter((each) => each.kind === "object");
  const small = characters.length > 1;
  characters.forEach((piece, i) => {
    if (small)
      Object.assign(piece, {
        x: (i - (characters.length - 1) / 2) * 20,
        y: (i - (characters.length - 1) / 2) * 16,
        scale: 0.74,
      });
    else Object.assign(piece, { x: -6, y: -5, scale: 0.88 });
  });
  objects.forEach((piece, i) => {
    const far = characters.length ? 15 : 0;
    Object.assign(piece, {
      x: far + (i - (objects.length - 1) / 2) * 14,
      y: far,
      scale: characters.length ? 0.72 : 0.9,
    });
  });
  return [...characters, ...objects].sort((a, b) => Number(a.kind === "object") - Number(b.kind === "object"));
}

// -- Card Game

/** The cells of a zone as they lie, with the room; null if its room is not there. */
export function zoneCells(reading: ViewLayout, zone: string): { room: RoomOnTable; cells: Point[] } | null {
  const parsed = parseZone(zone);
  const room = parsed && reading.rooms.get(reading.placeOfRoom.get(parsed.room) ?? "");
  const cells = parsed && room?.room?.zones[parsed.letter];
  return room && cells?.length ? { room, cells } : null;
}

function readCards(reading: ViewLayout, view: CardView, before?: ViewLayout): void {
  const { scene } = reading.layout;
  const groups = new Map<string, DrawnToken[]>();
  const add = (place: string, piece: DrawnToken) =>
    groups.set(place, [...(groups.get(place) ?? []), { ...piece, place }]);
  const carried = (token: CardTokenView) => view.tokens.some((other) => other.token === token.carrier);
  for (const token of view.tokens)
    if (!token.carrier || !carried(token)) add(token.place, cardPiece(scene, view, token));
  for (const { token, place } of view.lying) add(place, blank(nameOf(scene, token)));
  for (const [place, pieces] of groups) {
    if (parseZone(place)) sitDown(reading, place, pieces, before);
    else if (parseStation(place)) atStation(reading, place, pieces);
    else onDeck(reading, place, pieces);
  }
  linkStations(reading);
}

function cardPiece(scene: Scene, view: CardView, token: CardTokenView): DrawnToken {
  const friend = view.tokens.find((other) => other.carrier === token.token);
  const piece = blank(nameOf(scene, token.token));
  return {
    ...piece,
    kind: !view.shown || (piece.figure === null && !token.wounded) ? "hidden" : "character",
    wounded: !!token.wounded,
    blocked: !!token.spent,
    loads: (token.items ?? []).map((item) => nameOf(scene, item)),
    friend: friend ? nameOf(scene, friend.token) : null,
  };
}

/** Tokens of a zone take seats; those that sat already keep theirs, and the seat turns with the room. */
function sitDown(reading: ViewLayout, zone: string, pieces: DrawnToken[], before?: ViewLayout): void {
  const found = zoneCells(reading, zone);
  if (!found?.room.room) return;
  const { room, cells } = found;
  const quarters = found.room.room.quarters;
  const seats = seatsOf(cells);
  const unturned = (cell: Point) => turnPoint(cell, -quarters, SIZE, SIZE);
  const crowded = pieces.length > seats.length;
  const taken = new Set<number>();
  const wanted = pieces.map((piece) => {
    const old = before?.byToken.get(piece.token);
    if (crowded || old?.place !== zone || !old.seat || old.id !== piece.id) return -1;
    const index = seats.findIndex((cell) => samePoint(unturned(cell), old.seat as Point));
    if (index >= 0 && !taken.has(index)) taken.add(index);
    return index;
  });
  pieces.forEach((piece, i) => {
    let index = wanted[i] ?? -1;
    if (index < 0) {
      index = crowded ? i % seats.length : seats.findIndex((_, k) => !taken.has(k));
      taken.add(index);
    }
    const seat = seats[index] ?? signCell(cells);
    const second = crowded ? (i < seats.length ? -11 : 11) : 0;
    const shared = crowded && pieces.length > seats.length;
    reading.pieces.push({
      ...piece,
      seat: unturned(seat),
      scale: (piece.kind === "object" ? 1.05 : 1) * (shared ? 0.8 : 1),
      x: room.x + seat.x * S + S / 2 + second,
      y: room.y + seat.y * S + S / 2 + second * 0.6,
    });
  });
}

function atStation(reading: ViewLayout, place: string, pieces: DrawnToken[]): void {
  const parsed = parseStation(place);
  const bay = parsed && reading.layout.bays.get(parsed.bay);
  if (!parsed || !bay) return;
  const { box } = bay;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const at = parsed.letter === "?" ? middle : bay.stations[parsed.letter as Letter];
  const upright = box.height > box.width;
  pieces.forEach((piece, i) => {
    const off = (i - (pieces.length - 1) / 2) * (parsed.letter === "?" ? 62 : 24);
    const small = pieces.length > 1 && parsed.letter !== "?";
    reading.pieces.push({
      ...piece,
      x: at.x + (upright ? 0 : off),
      y: at.y + (upright ? off : 0),
      scale: small ? 0.74 : 0.98,
    });
  });
}

/** Objects that lie in a starting zone: in the strip between the bays and the maze. */
function onDeck(reading: ViewLayout, side: string, pieces: DrawnToken[]): void {
  const box = deckBox(reading.layout, side);
  if (!box) return;
  const bay = [...reading.layout.bays.values()].find((each) => each.bay.name.startsWith(side));
  const upright = box.height > box.width;
  const inner = { e: box.x + box.width + 13, w: box.x - 13, s: box.y + box.height + 13, n: box.y - 13 }[
    bay?.towards ?? "e"
  ];
  pieces.forEach((piece, i) => {
    const along = (upright ? box.y + box.height / 2 : box.x + box.width / 2) + (i - (pieces.length - 1) / 2) * 30;
    reading.pieces.push({ ...piece, scale: 0.74, x: upright ? inner : along, y: upright ? along : inner });
  });
}

/** A solid line if the way from the station into its zone is open, dashed behind a gate, a slit or a pit. */
function linkStations(reading: ViewLayout): void {
  for (const piece of reading.pieces) {
    const parsed = parseStation(piece.place);
    const bay = parsed && parsed.letter !== "?" ? reading.layout.bays.get(parsed.bay) : undefined;
    const room = bay && reading.rooms.get(bay.bay.place);
    if (!bay || !room?.room || !parsed || parsed.letter === "?" || piece.kind === "object") continue;
    const found = entrance(room, bay.towards, parsed.letter);
    if (found)
      reading.links.push({
        colour: bay.bay.colour,
        from: { x: piece.x, y: piece.y },
        to: found.to,
        dashed: found.dashed,
        side: bay.towards,
      });
  }
}

/**
 * Where the border of a room leads from outside into a zone: the middle of that edge, and the cell behind it (a pit, if
 * the zone lies beyond one). `towards` is the way inwards.
 */
export function entrance(
  room: RoomOnTable,
  towards: string,
  letter: Letter,
): { to: Point; cell: Point; dashed: boolean } | null {
  const turned = room.room as TurnedRoom;
  const upright = towards === "e" || towards === "w";
  const line = towards === "e" || towards === "s" ? 0 : SIZE;
  const inner = line === 0 ? 0 : SIZE - 1;
  const on = (list: { upright: boolean; line: number; k: number }[], k: number) =>
    list.findIndex((edge) => edge.upright === upright && edge.line === line && edge.k === k);
  let second: { to: Point; cell: Point; dashed: boolean } | null = null;
  for (let k = 0; k < SIZE; k++) {
    const cell = upright ? { x: inner, y: k } : { x: k, y: inner };
    const inZone = turned.zones[letter]?.some((each) => samePoint(each, cell));
    const pit = turned.pits.some((each) => samePoint(each, cell));
    const beyondPit =
      pit && turned.zones[letter]?.some((each) => Math.abs(each.x - cell.x) + Math.abs(each.y - cell.y) === 1);
    if ((!inZone && !beyondPit) || on(turned.walls, k) >= 0) continue;
    const gate = on(turned.gates, k);
    const shut = (gate >= 0 && (room.gates[gate] ?? "closed") === "closed") || on(turned.slits, k) >= 0 || !inZone;
    const along = k * S + S / 2;
    const edge = line === 0 ? 0 : SIZE * S;
    const to = upright ? { x: room.x + edge, y: room.y + along } : { x: room.x + along, y: room.y + edge };
    if (!shut) return { to, cell, dashed: false };
    second ??= { to, cell, dashed: true };
  }
  return second;
}
