// Setting up a position by hand: what is in the tray, which room a place belongs to, and which change a click means.
// The changes are lines that the server carries out or refuses (docs/positions.md): nothing here knows a rule.
import type { Scene } from "$lib/protocol";
import { parseSquare } from "$maze/geometry";
import type { AnyView, Pick } from "$maze/types";
import { colourOf, figureOf } from "$lib/names";
import { letterOf } from "../token-looks";

/** What is chosen: a token, or the place of a room. */
export type Chosen = { token: string } | { room: string } | null;
/** What a click comes to: something else is chosen, or a change. */
export type Edit = { chosen: Chosen } | { line: string };

const ROOM = 5;

/** The tokens that are somewhere in the maze: in play, carried, lying, or face down on a room. */
export function inMaze(view: AnyView): Set<string> {
  const found = new Set(view.rooms.flatMap((room) => room.under));
  for (const token of view.tokens)
    for (const name of [token.token, ...("items" in token ? (token.items ?? []) : [])]) found.add(name);
  if (view.game === "card") for (const { token } of view.lying) found.add(token);
  return found;
}

/** The tokens that are not, by colour. */
export function trayOf(view: AnyView, scene: Scene): { colour: string; tokens: string[] }[] {
  const there = inMaze(view);
  return scene.seats.map(({ colour }) => ({
    colour,
    tokens: scene.figures.map((figure) => letterOf(colour) + figure.sign).filter((token) => !there.has(token)),
  }));
}

/** The place of the room that a square or zone belongs to; empty for starting lines. */
export function roomOf(view: AnyView, place: string): string {
  if (view.game === "card")
    return view.rooms.find((room) => room.name && place.startsWith(`${room.name}.`))?.place ?? "";
  const at = parseSquare(place);
  return (
    (at &&
      view.rooms.find((room) => at.x >= room.x && at.x < room.x + ROOM && at.y >= room.y && at.y < room.y + ROOM)
        ?.place) ??
    ""
  );
}

/** What a click means, with something chosen or nothing. */
export function editOf(view: AnyView, scene: Scene, chosen: Chosen, pick: Pick): Edit {
  const token = chosen && "token" in chosen ? chosen.token : "";
  if (!token) {
    if (pick.kind === "token") return { chosen: { token: pick.token } };
    const room = pick.kind === "room" ? pick.place : roomOf(view, pick.place);
    return { chosen: room && !(chosen && "room" in chosen && chosen.room === room) ? { room } : null };
  }
  if (pick.kind !== "token") return { line: `put ${token} ${pick.place}` };
  if (pick.token === token) return { chosen: null };
  // Onto somebody: objects and the wounded are carried; everybody else stands where the other one stands, if that can
  // be.
  const carried = !figureOf(scene, token)?.character || !!view.tokens.find((one) => one.token === token)?.wounded;
  const able =
    figureOf(scene, pick.token)?.character &&
    (colourOf(pick.token) === colourOf(token) || !figureOf(scene, token)?.character);
  return { line: carried && able ? `give ${token} ${pick.token}` : `put ${token} ${pick.place}` };
}

/** What may be marked for a turn, of those in the maze: whether it is, by its name in a change. */
const MARKS = {
  board: { blocked: "blocked", hurt: "hurt" },
  card: { spent: "spent", hurt: "hurt", fired: "fired", fought: "fought", walls_used: "walls" },
} as const;

export function marksOf(view: AnyView, token: string): { mark: string; on: boolean }[] {
  const standing = view.tokens.find((one) => one.token === token) as Record<string, unknown> | undefined;
  return standing ? Object.entries(MARKS[view.game]).map(([field, mark]) => ({ mark, on: !!standing[field] })) : [];
}

export function potionOf(view: AnyView, token: string): number {
  const standing = view.tokens.find((one) => one.token === token);
  return (standing && "potion" in standing && standing.potion) || 0;
}

/** The change after which exactly these marks are there. */
export const marking = (token: string, marks: string[], potion: number): string =>
  ["mark", token, ...marks, ...(potion ? [`potion${potion}`] : [])].join(" ");

/** How a room is written in a change. */
export const lying = (name: string, quarters: number): string => `${name}.${(quarters + 4) % 4}`;
