/**
 * What a screen reader says of a place: where it is, what is there, what bars the way, what can be done. Words come
 * from the catalogue `maze` and the names of `game`; directions are those of the player's own view.
 */
import { SIDES, parseStation, parseZone, samePoint } from "./geometry";
import { pairLabel } from "./draw/rooms";
import { between } from "./places";
import { cellOf, type DrawnToken, type ViewLayout, type RoomOnTable } from "./maze-model";
import type { Marks } from "./types";

/** The functions of `$lib/i18n` that are needed, so that this can be tested with any words. */
export interface Words {
  t: (key: string, params?: Record<string, string | number>) => string;
  tn: (key: string, count: number, params?: Record<string, string | number>) => string;
  listing: (parts: string[]) => string;
}

export interface Speaker {
  reading: ViewLayout;
  marks: Marks;
  home: string;
  doors: Record<string, string>;
  words: Words;
}

export function labelOf(speaker: Speaker, place: string): string {
  const { reading } = speaker;
  const lid = reading.rooms.get(place);
  const parts: string[] = [];
  if (lid && !lid.faceUp) parts.push(...lidWords(speaker, lid));
  else if (parseZone(place)) parts.push(...zoneWords(speaker, place));
  else if (parseStation(place)) parts.push(...stationWords(speaker, place));
  else parts.push(...squareWords(speaker, place));
  const tokens = reading.pieces
    .filter((piece) => piece.place === place && !piece.lid)
    .map((piece) => pieceWords(speaker, piece));
  if (tokens.length) parts.push(tokens.join("; "));
  parts.push(...barrierWords(speaker, place), ...markWords(speaker, place));
  return parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join(". ");
}

/** A colour as an adjective; `f` agrees with a feminine noun, as French lines, zones and exits are. */
const colourName = ({ words }: Speaker, colour: string, gender: "m" | "f" = "m") =>
  words.t(`game.colour.${colour}.${gender}`);

/** The gender of a piece, which French adjectives agree with. */
function genderOf({ words }: Speaker, piece: { key: string }): "m" | "f" {
  const kind = piece.key ? words.t(`game.piece.${piece.key}.kind`) : "m";
  return kind === "f" || kind === "w" ? "f" : "m";
}

function lidWords(speaker: Speaker, lid: RoomOnTable): string[] {
  const { words } = speaker;
  const name = words.t("maze.lid", { place: lid.place });
  if (!lid.under.length) return [`${name}, ${words.t("maze.lid.empty")}`];
  const known = speaker.reading.pieces
    .filter((piece) => piece.lid === lid.place)
    .map((piece) => pieceName(speaker, piece));
  return [`${name}, ${words.tn("maze.lid.tokens", lid.under.length)}`, words.listing(known)];
}

function zoneWords({ reading, words }: Speaker, place: string): string[] {
  const zone = parseZone(place);
  const room = reading.rooms.get(reading.placeOfRoom.get(zone?.room ?? "") ?? "");
  return [words.t(`game.zone.${zone?.letter ?? "T"}.of`, { room: pairLabel(room?.room?.pair ?? "") })];
}

function stationWords(speaker: Speaker, place: string): string[] {
  const station = parseStation(place);
  const bay = speaker.reading.layout.bays.get(station?.bay ?? "");
  return [
    speaker.words.t("maze.station", {
      colour: colourName(speaker, bay?.bay.colour ?? "", "f"),
      zone: speaker.words.t(`game.zone.${station?.letter ?? "T"}.before`),
    }),
  ];
}

function squareWords(speaker: Speaker, square: string): string[] {
  const { reading, words } = speaker;
  const corner = reading.layout.squares.get(square);
  if (!corner) return [];
  const parts = [words.t("maze.square", { square })];
  const found = cellOf(reading, square);
  if (found?.room.room) {
    const { room } = found.room;
    parts.push(words.t("maze.room", { number: pairLabel(room.pair) }));
    if (room.gear && samePoint(room.gear, found.cell)) parts.push(words.t(`maze.gear.${room.turn}`));
    if (room.pits.some((pit) => samePoint(pit, found.cell))) parts.push(words.t("maze.pit"));
    if (reading.ropes.some((rope) => samePoint(rope, corner))) parts.push(words.t("maze.rope"));
  } else parts.push(...lineWords(speaker, square));
  return [parts.join(", ")];
}

function lineWords(speaker: Speaker, square: string): string[] {
  const { words, reading, doors } = speaker;
  const layout = reading.layout.lines.find((each) => each.squares.some((one) => one.square === square));
  if (!layout) return [];
  const { name, colours } = layout.line;
  const door = doors[name];
  if (door)
    return [
      door === "nobody"
        ? words.t("maze.line.door.nobody")
        : words.t("maze.line.door", { colour: colourName(speaker, door, "f") }),
    ];
  if (!colours.length) return [words.t("maze.line.exit")];
  const line =
    colours.length === 1
      ? words.t("maze.line", { colour: colourName(speaker, colours[0] ?? "", "f") })
      : words.t("maze.line.shared");
  return layout.squares.some((one) => one.square === square && one.dot) ? [line, words.t("maze.dot")] : [line];
}

function pieceName(speaker: Speaker, piece: { key: string; colour: string }): string {
  const { words } = speaker;
  if (!piece.key)
    return piece.colour
      ? words.t("maze.token.unknown", { colour: colourName(speaker, piece.colour) })
      : words.t("maze.item.unknown");
  const name = words.t(`game.piece.${piece.key}`);
  return piece.colour === speaker.home
    ? words.t("maze.token.own", { piece: name })
    : words.t("maze.token", { piece: name, colour: colourName(speaker, piece.colour, genderOf(speaker, piece)) });
}

function pieceWords(speaker: Speaker, piece: DrawnToken): string {
  const { words, marks } = speaker;
  const parts = [pieceName(speaker, piece)];
  if (piece.wounded) parts.push(words.t(`game.wounded.${genderOf(speaker, piece)}`));
  if (piece.blocked) parts.push(words.t("maze.blocked"));
  if (piece.potion) parts.push(words.t("maze.potion", { count: piece.potion }));
  const loads = [...piece.loads, ...(piece.friend ? [piece.friend] : [])].map((load) => pieceName(speaker, load));
  if (loads.length) parts.push(words.t("maze.carries", { load: words.listing(loads) }));
  else if (piece.kind === "character" && !piece.wounded && piece.colour === speaker.home)
    parts.push(words.t("maze.free"));
  if (marks.selectable?.includes(piece.token)) parts.push(words.t("maze.can-act"));
  if (marks.targets?.includes(piece.token)) parts.push(words.t("maze.target"));
  return parts.join(", ");
}

const WAYS = { n: "up", e: "right", s: "down", w: "left" } as const;

/** What stands at the four sides of a square; zones are too winding for that. */
function barrierWords({ reading, words }: Speaker, square: string): string[] {
  const found = cellOf(reading, square);
  if (!found?.room.room) return [];
  const sides = new Map<string, string[]>();
  for (const side of SIDES) {
    const next = between(reading, found.room, found.cell, side);
    const kind = next?.gate ? `gate.${next.gate}` : next && next.kind !== "open" ? next.kind : "";
    if (kind) sides.set(kind, [...(sides.get(kind) ?? []), words.t(`maze.${WAYS[side]}`)]);
  }
  return [...sides].map(([kind, where]) => words.t(`maze.${kind}`, { sides: words.listing(where) }));
}

function markWords({ marks, words }: Speaker, place: string): string[] {
  const reach = marks.reach?.find((each) => each.place === place);
  const parts: string[] = [];
  if (reach) parts.push(words.t(reach.exit ? "maze.reach.exit" : "maze.reach"));
  if (marks.placeHere?.includes(place)) parts.push(words.t("maze.place-here"));
  const room = marks.rooms?.find((each) => each.place === place);
  if (room?.label) parts.push(room.label);
  return parts;
}
