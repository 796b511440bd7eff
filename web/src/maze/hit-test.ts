/** Finds the token, lid, marked room or place under a point. */
import { placeAt, roomAt, wayOut } from "./places";
import type { ViewLayout } from "./maze-model";
import type { Marks, Pick } from "./types";
import type { Point } from "./geometry";

/** Everything that is marked as clickable in the ordinary way, so that a marked room does not swallow it. */
function isMarked(marks: Marks, place: string, token: string): boolean {
  if (token && (marks.selectable?.includes(token) || marks.targets?.includes(token) || marks.selected === token))
    return true;
  return !!(marks.reach?.some((each) => each.place === place) || marks.placeHere?.includes(place));
}

/** The topmost token at a point. Fingers are thick: `slack` makes tokens larger. */
export function tokenAt(reading: ViewLayout, at: Point, slack = 0): { token: string; place: string } | null {
  let best: { token: string; place: string; far: number } | null = null;
  for (const piece of reading.pieces) {
    if (piece.lid) continue;
    const radius = (piece.kind === "object" ? 19 : 27) * piece.scale + slack;
    const far = Math.hypot(piece.x - at.x, piece.y - at.y);
    if (far <= radius && (!best || far <= best.far)) best = { token: piece.token, place: piece.place, far };
  }
  return best && { token: best.token, place: best.place };
}

export function pickAt(reading: ViewLayout, marks: Marks, at: Point, slack = 0): Pick | null {
  if (marks.reach?.some((each) => each.place === "out")) {
    const door = wayOut(reading, marks);
    if (door && Math.hypot(door.x - at.x, door.y - at.y) < 20 + slack) return { kind: "place", place: "out" };
  }
  const token = tokenAt(reading, at, 0) ?? (slack ? tokenAt(reading, at, slack) : null);
  const place = placeAt(reading, at);
  const room = roomAt(reading, at);
  if (room && !room.faceUp) return { kind: "room", place: room.place };
  const marked = isMarked(marks, token?.place ?? place ?? "", token?.token ?? "");
  if (room && !marked && marks.rooms?.some((each) => each.place === room.place))
    return { kind: "room", place: room.place };
  if (
    token &&
    place &&
    token.place !== place &&
    isMarked(marks, place, "") &&
    !isMarked({ ...marks, reach: [], placeHere: [] }, "", token.token)
  ) {
    return { kind: "place", place };
  }
  if (token) return { kind: "token", ...token };
  return place ? { kind: "place", place } : null;
}

export const samePick = (a: Pick | null, b: Pick | null) =>
  a === b ||
  (!!a &&
    !!b &&
    a.kind === b.kind &&
    a.place === b.place &&
    (a.kind !== "token" || (b.kind === "token" && a.token === b.token)));
