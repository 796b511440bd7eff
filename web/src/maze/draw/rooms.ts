/**
 * Rooms as strings of SVG, in the layers of the design: floor (frame, stones, light, pits, gear), walls, tabs.
 */
import { LETTERS, samePoint, signCell, wallRuns, type Point, type RoomEdge, type TurnedRoom } from "../geometry";
import { ROOM, S } from "../layout";
import { arcArrow, contour, f, gearPath, zoneSign } from "./primitives";

/** Thickness of a wall, and of the enamel frame. */
const W = 8;
const FRAME = 3.2;
const CELLS: Point[] = Array.from({ length: 25 }, (_, i) => ({ x: i % 5, y: Math.floor(i / 5) }));
/** Pairs of the Card Game carry Roman numerals, so nobody takes a blue room for a blue player. */
const ROMAN: Record<string, string> = { blue: "I", green: "II", red: "III", yellow: "IV", purple: "V", brown: "VI" };

export const pairLabel = (pair: string) => ROMAN[pair] ?? pair;
const pairColour = (pair: string) => `var(--pair-${pair}, var(--brass-lo))`;

/** A small generator, so that a room has the same stones whenever it is drawn. */
function randomFrom(seed: string): () => number {
  let h = 2166136261;
  for (const letter of seed) h = Math.imul(h ^ letter.charCodeAt(0), 16777619);
  return () => {
    h = Math.imul(h ^ (h >>> 15), 2246822507);
    h = Math.imul(h ^ (h >>> 13), 3266489909);
    h ^= h >>> 16;
    return (h >>> 0) / 4294967296;
  };
}

function frame(fill: string): string {
  const outer = FRAME + 1.6;
  return (
    `<rect x="${-outer}" y="${-outer}" width="${ROOM + 2 * outer}" height="${ROOM + 2 * outer}" rx="6"` +
    ' fill="var(--ink)"/>' +
    `<rect x="${-FRAME}" y="${-FRAME}" width="${ROOM + 2 * FRAME}" height="${ROOM + 2 * FRAME}" rx="5" fill="${fill}"/>`
  );
}

export function roomFloor(room: TurnedRoom): string {
  const card = Object.keys(room.zones).length > 0;
  const pair = pairColour(room.pair);
  const light = `<rect width="${ROOM}" height="${ROOM}" rx="2" fill="url(#mz-room)"/>`;
  const bed = `${frame(pair)}<rect width="${ROOM}" height="${ROOM}" rx="2" fill="var(--grout)"/>`;
  if (card) return bed + zoneFloor(room) + light + cardPits(room) + zoneSigns(room);
  const tint = `<rect width="${ROOM}" height="${ROOM}" rx="2" fill="${pair}" opacity="var(--pair-tint)"/>`;
  const pits = room.pits.map(({ x, y }) => `<use href="#mz-pit" x="${x * S}" y="${y * S}"/>`).join("");
  return bed + flagstones(room) + tint + light + pits + gearSquare(room);
}

function flagstones(room: TurnedRoom): string {
  const random = randomFrom(room.name + room.quarters);
  const variants = [0, 0, 0, 1, 2, 3, 4];
  let o = "";
  for (const cell of CELLS) {
    if (room.pits.some((pit) => samePoint(pit, cell))) continue;
    const [x, y] = [cell.x * S, cell.y * S];
    o += `<use href="#mz-t${variants[Math.floor(random() * 7)]}" x="${x}" y="${y}"/>`;
    const a = random();
    if (a < 0.62) {
      const shade = Math.round((a % 0.31) * 26) / 100;
      o +=
        `<rect x="${x + 1}" y="${y + 1}" width="58" height="58" rx="3" fill="${a < 0.36 ? "#000" : "#fff"}"` +
        ` opacity="${shade}"/>`;
    }
    if (random() < 0.22) {
      const [cx, cy] = [x + 14 + random() * 30, y + 14 + random() * 30];
      const crack =
        `M${f(cx)},${f(cy)}l${f(random() * 18 - 9)},${f(5 + random() * 5)}` +
        `l${f(random() * 12 - 6)},${f(3 + random() * 4)}`;
      o += `<path d="${crack}" stroke="var(--floor-lo)" stroke-width="1.1" fill="none"/>`;
    }
  }
  return o;
}

/** Brass cog round an enamel disc with the printed arrow. */
function gearSquare(room: TurnedRoom): string {
  if (!room.gear) return "";
  const { arc, tip } = arcArrow(20.2, -205, 60, room.turn === "cw", 4.4);
  return (
    `<g transform="translate(${room.gear.x * S + 30},${room.gear.y * S + 30})">` +
    '<rect x="-28.8" y="-28.8" width="57.6" height="57.6" rx="3" fill="var(--plate)"/>' +
    `<g class="upright"><path d="${gearPath(28, 23.5, 14)}" fill="url(#mz-brass)" stroke="var(--ink)"` +
    ' stroke-width="1.4"/>' +
    `<circle r="22.6" fill="${pairColour(room.pair)}" stroke="var(--ink)" stroke-width="1.3"/>` +
    `<path d="${arc}" fill="none" stroke="#fff7e2" stroke-width="2.6" stroke-linecap="round"/>` +
    `<path d="${tip}" fill="#fff7e2"/>` +
    `<circle r="14" fill="var(--hub)" stroke="#0008" stroke-width="1.2"/>` +
    `<text y="7" class="num" font-size="20" text-anchor="middle" fill="#fff2d0">${pairLabel(room.pair)}</text></g></g>`
  );
}

// -- zones of the Card Game

const squares = (cells: Point[]) => cells.map(({ x, y }) => `M${x * S},${y * S}h${S}v${S}h${-S}Z`).join("");

function zoneFloor(room: TurnedRoom): string {
  let o = "";
  for (const letter of LETTERS) {
    const cells = room.zones[letter] ?? [];
    if (!cells.length) continue;
    const d = squares(cells);
    o += `<path d="${d}" fill="var(--zone-${letter})"/><path d="${d}" fill="url(#mz-z-${letter})"/>`;
    o +=
      `<path d="${contour(cells, 3.2)}" stroke="var(--zone-${letter}-line)" stroke-width="2.6" fill="none"` +
      ' stroke-linejoin="round"/>';
    o += cells
      .map(
        ({ x, y }) =>
          `<rect x="${x * S + 0.5}" y="${y * S + 0.5}" width="59" height="59" fill="none" stroke="#000"` +
          ' stroke-opacity=".1"/>',
      )
      .join("");
  }
  return o;
}

function zoneSigns(room: TurnedRoom): string {
  let o = "";
  for (const letter of LETTERS) {
    const cells = room.zones[letter] ?? [];
    if (!cells.length) continue;
    const at = signCell(cells);
    const d = zoneSign(letter, 32);
    o += `<g transform="translate(${at.x * S + 30},${at.y * S + 30})"><g class="upright" fill-rule="evenodd">`;
    o += `<path d="${d}" transform="translate(0,2)" fill="#000" fill-opacity=".35"/>`;
    o +=
      `<path d="${d}" fill="var(--zone-${letter})" stroke="var(--zone-${letter}-line)" stroke-width="3.2"` +
      ' stroke-linejoin="round"/>';
    if (letter === "G") {
      const { arc, tip } = arcArrow(25.5, -205, 30, room.turn === "cw", 4.6);
      o += `<path d="${arc}" fill="none" stroke="var(--ink)" stroke-width="5" stroke-opacity=".6"/>`;
      o +=
        `<path d="${arc}" fill="none" stroke="var(--zone-G-line)" stroke-width="2.6" stroke-linecap="round"/>` +
        `<path d="${tip}" fill="var(--zone-G-line)"/>`;
    }
    o += "</g></g>";
  }
  return o;
}

/** Neighbouring pit cells become one shaft. */
function cardPits(room: TurnedRoom): string {
  const left = [...room.pits];
  let o = "";
  for (let first = left.pop(); first; first = left.pop()) {
    const group = [first];
    for (const cell of group) {
      for (let i = left.length - 1; i >= 0; i--) {
        const other = left[i] as Point;
        if (Math.abs(other.x - cell.x) + Math.abs(other.y - cell.y) === 1) group.push(...left.splice(i, 1));
      }
    }
    o += `<path d="${squares(group)}" fill="var(--pit-lip)"/>`;
    for (const [inset, fill] of [
      [3.5, "var(--pit-1)"],
      [9.5, "var(--pit-2)"],
      [15.5, "var(--pit-3)"],
    ] as const) {
      o += `<path d="${contour(group, inset)}" fill="${fill}" stroke="#000" stroke-opacity=".6" stroke-width="1.1"/>`;
    }
  }
  return o;
}

// -- walls

/** Border walls lie wholly inside their own room: two walls back to back show as two. */
const linePosition = (line: number) => (line === 0 ? W / 2 : line === 5 ? ROOM - W / 2 : line * S);
const clamp = (value: number) => Math.min(Math.max(value, W / 2), ROOM - W / 2);

/** The middle of an edge in units of the room. */
export function edgeMiddle({ upright, line, k }: RoomEdge): Point {
  const along = k * S + S / 2;
  return upright ? { x: linePosition(line), y: along } : { x: along, y: linePosition(line) };
}

export function wallPath(edges: RoomEdge[]): string {
  return wallRuns(edges)
    .map(({ upright, line, from, to }) => {
      const [at, a, b] = [f(linePosition(line)), f(clamp(from * S)), f(clamp(to * S))];
      return upright ? `M${at},${a}V${b}` : `M${a},${at}H${b}`;
    })
    .join("");
}

export function roomWalls(room: TurnedRoom, gates: readonly string[]): string {
  const d = wallPath(room.walls);
  const masonry = d
    ? '<g fill="none" stroke-linecap="square">' +
      `<path d="${d}" transform="translate(1.6,3)" stroke="#000" stroke-opacity=".34" stroke-width="${W + 2}"/>` +
      `<path d="${d}" stroke="var(--wall-edge)" stroke-width="${W + 2.6}"/>` +
      `<path d="${d}" stroke="var(--wall)" stroke-width="${W}"/>` +
      `<path d="${d}" stroke="var(--wall-joint)" stroke-width="${W}" stroke-dasharray="1.1 13.9"` +
      ' stroke-dashoffset="-6" stroke-linecap="butt"/>' +
      `<path d="${d}" stroke="var(--wall-hi)" stroke-width="1.5" transform="translate(-1.3,-2.3)"/></g>`
    : "";
  const rubble = room.rubble.map((edge) => onEdge(edge, "rubble")).join("");
  const slits = room.slits.map((edge) => onEdge(edge, "slit")).join("");
  const bars = room.gates.map((edge, i) => onEdge(edge, `gate-${gates[i] ?? "closed"}`)).join("");
  return rubble + masonry + slits + bars;
}

/** A part of `defs.svg` on an edge. */
function onEdge(edge: RoomEdge, part: string): string {
  const { x, y } = edgeMiddle(edge);
  return `<use href="#mz-${part}" transform="translate(${f(x)},${f(y)})${edge.upright ? " rotate(90)" : ""}"/>`;
}

/** Number and direction in the corners, because a token often covers the gear. They do not turn with the room. */
export function cornerTabs(room: TurnedRoom): string {
  const pair = pairColour(room.pair);
  const { arc, tip } = arcArrow(4.6, -200, 50, room.turn === "cw", 2.7);
  const plate = `fill="${pair}" stroke="var(--ink)" stroke-width="1.3" stroke-linejoin="round"`;
  const label = pairLabel(room.pair);
  return (
    `<path d="M${-FRAME},${-FRAME}H22L${-FRAME},22Z" ${plate}/>` +
    `<text x="5.2" y="10.4" class="num" font-size="${label.length > 2 ? 10 : 13}" text-anchor="middle"` +
    ` fill="#fff">${label}</text>` +
    `<path d="M${ROOM + FRAME},${-FRAME}H${ROOM - 22}L${ROOM + FRAME},22Z" ${plate}/>` +
    `<g transform="translate(${ROOM - 5},5.2)"><path d="${arc}" fill="none" stroke="#fff" stroke-width="1.7"/>` +
    `<path d="${tip}" fill="#fff"/></g>`
  );
}
