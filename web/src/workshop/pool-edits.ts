// Which room lies where: pools, the apex, the elevator.
import type { Point } from "$maze/geometry";
import { samePoint } from "./scenario-places";
import { poolsOf } from "./scenario-tables";
import { withSwitch, withTable, withTableAt, withValue } from "./table-edits";
import { isTables, type Tables, type Value } from "./toml-text";

export const isPoint = (value: Value | undefined): value is number[] =>
  Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === "number");

/** What a place is kept for: `room:2D`, `pair:3`, `one_of:1`; empty: any room. */
export function wishAt(tables: Tables, corner: Point): string {
  const pool = poolsOf(tables).find((one) => poolPoints(one).some((point) => samePoint(point, corner)));
  const kind = pool && KINDS_OF_WISH.find((one) => typeof pool[one] === "string" && pool[one]);
  return kind ? `${kind}:${pool[kind] as string}` : "";
}
const KINDS_OF_WISH = ["room", "pair", "one_of"] as const;

const poolPoints = (pool: Tables): Point[] =>
  [pool.place, ...(Array.isArray(pool.places) ? pool.places : [])].flatMap((value) =>
    isPoint(value) ? [{ x: value[0]!, y: value[1]! }] : [],
  );

export function withoutPoolsAt(tables: Tables, corner: Point): Tables {
  const pools = tables.pool;
  if (!Array.isArray(pools)) return tables;
  const left = pools.flatMap((pool) => {
    if (!isTables(pool) || !poolPoints(pool).some((point) => samePoint(point, corner))) return [pool];
    const points = poolPoints(pool).filter((point) => !samePoint(point, corner));
    if (!points.length) return [];
    const { place: _, places: __, ...rest } = pool;
    return [{ ...placesOfPool(points), ...rest }];
  });
  return withValue(tables, "pool", left.length ? left : undefined);
}

const placesOfPool = (points: readonly Point[]): Tables => {
  const [first, ...more] = points.map(({ x, y }) => [x, y]);
  return more.length || !first ? { places: points.map(({ x, y }) => [x, y]) } : { place: first };
};

/** Keep a place for a certain room or for those of a pair; both places of a pair are one pool. */
export function withWish(tables: Tables, corner: Point, wish: string): Tables {
  if (wishAt(tables, corner) === wish) return tables;
  const free = withoutPoolsAt(tables, corner);
  const [kind = "", ...name] = wish.split(":");
  const wanted = name.join(":");
  if (!wanted || !(KINDS_OF_WISH as readonly string[]).includes(kind)) return free;
  const twin = kind === "pair" ? poolsOf(free).findIndex((pool) => pool.pair === wanted) : -1;
  if (twin < 0) return withTable(free, "pool", { ...placesOfPool([corner]), [kind]: wanted });
  return withTableAt(free, "pool", twin, ({ place: _, places: __, ...rest }) => ({
    ...placesOfPool([...poolPoints(poolsOf(free)[twin]!), corner]),
    ...rest,
  }));
}

/** The apex or the elevator is this place, or it is no more. */
export const withMark = (tables: Tables, key: "apex" | "elevator", corner: Point, on: boolean): Tables =>
  withValue(tables, key, on ? [corner.x, corner.y] : undefined);

export function isMarked(tables: Tables, key: "apex" | "elevator", corner: Point): boolean {
  const value = tables[key];
  return isPoint(value) && value[0] === corner.x && value[1] === corner.y;
}

const poolAt = (tables: Tables, corner: Point): number =>
  poolsOf(tables).findIndex((pool) => poolPoints(pool).some((point) => samePoint(point, corner)));

/** Do the gears of the rooms that a place is kept for move the elevator? */
export const isLever = (tables: Tables, corner: Point): boolean =>
  poolsOf(tables)[poolAt(tables, corner)]?.lever === true;

export const withLever = (tables: Tables, corner: Point, on: boolean): Tables =>
  withTableAt(tables, "pool", poolAt(tables, corner), (pool) => withSwitch(pool, "lever", on));
