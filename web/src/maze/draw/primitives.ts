/** Shapes the whole maze is made of: gears, arrows, contours, signs. Strings of SVG path data. */
import shapes from "$drawing/shapes.json";
import { LETTERS, type Letter, type Point } from "../geometry";
import { S } from "../layout";

/** A number as short as it can be written. */
export const f = (value: number): string => String(Math.round(value * 10) / 10);

export function gearPath(outer: number, inner: number, teeth: number, hole = 0, taper = 0.62): string {
  const step = (2 * Math.PI) / teeth;
  const points: string[] = [];
  for (let i = 0; i < teeth; i++) {
    for (const [d, r] of [
      [-0.3, inner],
      [-0.3 * taper, outer],
      [0.3 * taper, outer],
      [0.3, inner],
    ] as const) {
      const t = i * step + d * step * 1.25;
      points.push(`${f(r * Math.cos(t))},${f(r * Math.sin(t))}`);
    }
  }
  const ring = hole
    ? `M${f(hole)},0A${f(hole)},${f(hole)} 0 1 0 ${f(-hole)},0A${f(hole)},${f(hole)} 0 1 0 ${f(hole)},0Z`
    : "";
  return `M${points.join("L")}Z${ring}`;
}

/** An arc with an arrow head; degrees, clockwise positive as on a screen. */
export function arcArrow(
  r: number,
  from: number,
  to: number,
  clockwise: boolean,
  head: number,
): { arc: string; tip: string } {
  const [a0, a1] = clockwise ? [from, to] : [180 - from, 180 - to];
  const radians = (a: number) => (a * Math.PI) / 180;
  const on = (a: number, radius = r) => ({ x: radius * Math.cos(radians(a)), y: radius * Math.sin(radians(a)) });
  const start = on(a0);
  const end = on(a1);
  const large = Math.abs(a1 - a0) > 180 ? 1 : 0;
  const t = radians(a1 + (clockwise ? 90 : -90));
  const tip = { x: end.x + head * 1.25 * Math.cos(t), y: end.y + head * 1.25 * Math.sin(t) };
  const [one, other] = [on(a1, r + head), on(a1, r - head)];
  return {
    arc: `M${f(start.x)},${f(start.y)}A${f(r)},${f(r)} 0 ${large} ${clockwise ? 1 : 0} ${f(end.x)},${f(end.y)}`,
    tip: `M${f(tip.x)},${f(tip.y)}L${f(one.x)},${f(one.y)}L${f(other.x)},${f(other.y)}Z`,
  };
}

/** Outlines of the sides and of objects, the crack of wounds; the gear is that of a lid. */
export const SHAPES: Record<string, string> = { ...shapes, "lid-gear": gearPath(104, 88, 18, 66) };
export const COG = gearPath(13, 10, 10, 4.5);
export const CRACK = shapes.crack;

/** The contour of a group of cells, pulled inwards, corners rounded; one closed path for each ring. */
export function contour(cells: Point[], inset: number, radius = 7): string {
  return rings(cells)
    .map((ring) => rounded(pulledIn(ring, inset), radius))
    .join("");
}

/** The directed edges round the cells (cells on the right-hand side), linked to rings. */
function rings(cells: Point[]): Point[][] {
  const has = (x: number, y: number) => cells.some((c) => c.x === x && c.y === y);
  const next = new Map<string, Point[]>();
  const key = (p: Point) => `${p.x},${p.y}`;
  const add = (from: Point, to: Point) => next.set(key(from), [...(next.get(key(from)) ?? []), to]);
  for (const { x, y } of cells) {
    const [a, b, c, d] = [
      { x, y },
      { x: x + 1, y },
      { x: x + 1, y: y + 1 },
      { x, y: y + 1 },
    ];
    if (!has(x, y - 1)) add(a, b);
    if (!has(x + 1, y)) add(b, c);
    if (!has(x, y + 1)) add(c, d);
    if (!has(x - 1, y)) add(d, a);
  }
  const found: Point[][] = [];
  for (let start = next.keys().next().value; start !== undefined; start = next.keys().next().value) {
    const [x = 0, y = 0] = start.split(",").map(Number);
    const ring: Point[] = [];
    let at: Point = { x, y };
    let before: Point | null = null;
    do {
      const ways: Point[] = next.get(key(at)) ?? [];
      if (ways.length > 1 && before)
        ways.sort((p, q) => turning(before as Point, at, q) - turning(before as Point, at, p));
      const to = ways.shift();
      if (!ways.length) next.delete(key(at));
      ring.push(at);
      before = at;
      at = to ?? { x, y };
    } while (key(at) !== start);
    found.push(ring.map((p) => ({ x: p.x * S, y: p.y * S })));
  }
  return found;
}

const turning = (a: Point, b: Point, c: Point) => (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);

function pulledIn(ring: Point[], inset: number): Point[] {
  const n = ring.length;
  const at = (i: number) => ring[(i + n) % n] as Point;
  const result: Point[] = [];
  for (let i = 0; i < n; i++) {
    const [a, b, c] = [at(i - 1), at(i), at(i + 1)];
    if (turning(a, b, c) === 0) continue;
    const d1 = { x: Math.sign(b.x - a.x), y: Math.sign(b.y - a.y) };
    const d2 = { x: Math.sign(c.x - b.x), y: Math.sign(c.y - b.y) };
    result.push({ x: b.x + inset * (-d1.y - d2.y), y: b.y + inset * (d1.x + d2.x) });
  }
  return result;
}

function rounded(points: Point[], radius: number): string {
  const n = points.length;
  const at = (i: number) => points[(i + n) % n] as Point;
  let d = "";
  for (let i = 0; i < n; i++) {
    const [a, b, c] = [at(i - 1), at(i), at(i + 1)];
    const [la, lc] = [Math.hypot(a.x - b.x, a.y - b.y), Math.hypot(c.x - b.x, c.y - b.y)];
    const r = Math.min(radius, la / 2, lc / 2);
    const from = { x: b.x + ((a.x - b.x) * r) / la, y: b.y + ((a.y - b.y) * r) / la };
    const to = { x: b.x + ((c.x - b.x) * r) / lc, y: b.y + ((c.y - b.y) * r) / lc };
    d += `${i ? "L" : "M"}${f(from.x)},${f(from.y)}Q${f(b.x)},${f(b.y)} ${f(to.x)},${f(to.y)}`;
  }
  return `${d}Z`;
}

/** Triangle, square, circle, gear round the origin. */
export function zoneSign(letter: Letter, size: number): string {
  const h = size / 2;
  if (letter === "T") return `M0,${f(-h * 1.02)}L${f(h * 1.1)},${f(h * 0.86)}L${f(-h * 1.1)},${f(h * 0.86)}Z`;
  if (letter === "S") return `M${f(-h * 0.88)},${f(-h * 0.88)}h${f(h * 1.76)}v${f(h * 1.76)}h${f(-h * 1.76)}Z`;
  if (letter === "C") return `M${f(h)},0A${f(h)},${f(h)} 0 1 1 ${f(-h)},0A${f(h)},${f(h)} 0 1 1 ${f(h)},0Z`;
  return gearPath(h * 1.12, h * 0.84, 9, h * 0.36);
}

export const isLetter = (text: string): text is Letter => (LETTERS as readonly string[]).includes(text);
