// The turns of the others since the viewer's own last one: which events they are, what they say, and what they leave on
// the maze. Everything comes from the viewer's own events: nothing is shown that the viewer may not know.

import type { IconName } from "$lib/icons";
import type { EventView, HistoryStep } from "$lib/protocol";
import { Chronicle, type LogEntry } from "$lib/sentences";
import type { NamingContext } from "$lib/names";
import { parseSquare } from "$maze/geometry";
import { afterEvents, turnedSquare } from "$maze/beats";
import type { AnyView, Marks } from "$maze/types";
import { standing } from "./game-log";

/** A turn that began, and the game then as far as it was seen. */
export interface TurnBegun {
  player: string;
  view: AnyView | null;
}

export interface Recap {
  /** Whose turns they are, in order. */
  players: string[];
  events: EventView[];
  /** Has the last of them ended? */
  ended: boolean;
  /** Has the viewer done something since? */
  acted: boolean;
}

/** What happens at the beginning of a turn by itself, or changes nothing in the maze. */
const QUIET = new Set(["turn-began", "turn-ended", "turn-skipped", "cards-back", "card-played", "taken-back"]);

/**
 * The first of the others' turns since the viewer's own last one; -1 if there is none. Spectators get the turn before
 * the one under way.
 */
export function firstOfOthers(players: readonly string[], viewer: string, seated: boolean): number {
  const last = players.length - 1;
  if (!seated) return Math.max(-1, last > 0 ? last - 1 : last);
  const own = players.lastIndexOf(viewer);
  if (own !== last) return own + 1;
  const first = own < 0 ? 0 : players.lastIndexOf(viewer, own - 1) + 1;
  return own > 0 && first < own ? first : -1;
}

/** What the others did since the viewer's own last turn. */
export function recapOf(steps: HistoryStep[], viewer: string, seated: boolean): Recap | null {
  const events = standing(steps).flatMap((step) => step.events);
  const begun = events.flatMap((event, at) =>
    event.kind === "turn-began" ? [{ at, player: event.player ?? "" }] : [],
  );
  const first = firstOfOthers(
    begun.map((turn) => turn.player),
    viewer,
    seated,
  );
  if (first < 0) return null;
  const next = seated ? begun.findIndex((turn, index) => index > first && turn.player === viewer) : first + 1;
  const after = next > 0 ? begun[next] : undefined;
  const between = events.slice(begun[first]!.at, after?.at);
  return {
    players: begun.slice(first, after ? next : undefined).map((turn) => turn.player),
    events: between,
    ended: !!after || events.some((event) => event.kind === "game-over"),
    acted: !!after && events.slice(after.at).some((event) => !QUIET.has(event.kind)),
  };
}

/** The sentences of a recap. With one turn its heading says nothing new. */
export function recapLines(recap: Recap, naming: NamingContext, before: AnyView | null): LogEntry[] {
  const known = before
    ? Object.fromEntries(before.rooms.flatMap((room) => (room.name ? [[room.place, room.name]] : [])))
    : naming.rooms;
  const chronicle = new Chronicle({ ...naming, rooms: known });
  chronicle.add(recap.events);
  return recap.players.length > 1 ? chronicle.entries : chronicle.entries.filter((entry) => entry.kind !== "turn");
}

const SIGNS: Record<string, IconName> = {
  attacked: "crossed-swords",
  shot: "high-shot",
  speared: "stone-spear",
  fireball: "fire-ray",
  burned: "fire-ray",
  healed: "heart-plus",
  "walls-broken": "broken-wall",
  stole: "robber-hand",
  drank: "drink-me",
};
const GATES: Record<string, IconName> = { open: "open-gate", closed: "gate", broken: "hammer-break" };

/** What a recap leaves on the maze: ways, places, signs. `now` is the maze they are drawn on. */
export function recapMarks(recap: Recap, before: AnyView | null, now: AnyView): Marks {
  const tracks = new Tracks();
  let view = before ?? now;
  let walker = "";
  for (const event of recap.events) {
    const at = (token: string | undefined): string => (before && token ? placeOf(view, token) : "");
    if (event.kind === "stepped")
      tracks.walk(at(event.token), event.square ?? event.zone ?? "", walker === event.token);
    else tracks.note(event, at);
    if (event.kind === "turned" && view.game === "board") tracks.turn(view, event);
    if (!["took", "dropped", "swapped"].includes(event.kind))
      walker = event.kind === "stepped" ? (event.token ?? "") : "";
    if (before) view = afterEvents(view, [event], now);
  }
  return tracks.marks();
}

function placeOf(view: AnyView, token: string): string {
  if (view.game === "board") return view.tokens.find((each) => each.token === token)?.square ?? "";
  return (
    view.tokens.find((each) => each.token === token)?.place ??
    view.lying.find((each) => each.token === token)?.place ??
    ""
  );
}

/** Marks being gathered; those inside a room turn with it. */
class Tracks {
  private trails: string[][] = [];
  private places: string[] = [];
  private signs: { place: string; icon: IconName }[] = [];

  walk(from: string, to: string, goesOn: boolean): void {
    const last = this.trails.at(-1);
    if (goesOn && last) last.push(to);
    else this.trails.push([from, to].filter(Boolean));
  }

  note(event: EventView, at: (token: string | undefined) => string): void {
    const { kind, place = "" } = event;
    const spot = at(event.other) || at(event.token);
    const sign =
      kind === "gate-set"
        ? GATES[event.state ?? ""]
        : kind === "turned"
          ? event.number === 3
            ? "anticlockwise-rotation"
            : "clockwise-rotation"
          : SIGNS[kind];
    if (sign)
      this.sign(
        kind === "gate-set" || kind === "fireball" || kind === "drank" ? at(event.token) || place : place || spot,
        sign,
      );
    if (["turned", "revealed", "slid", "raised", "lowered", "walls-broken"].includes(kind)) this.places.push(place);
    if (kind === "inverted") this.places.push(...(event.places ?? []));
    if (kind === "placed") this.places.push(event.square ?? event.zone ?? "");
    if (["took", "dropped", "swapped", "left-maze", "eliminated", "wounded", "fell"].includes(kind))
      this.places.push(at(event.token));
  }

  private sign(place: string, icon: IconName): void {
    if (place && !this.signs.some((sign) => sign.place === place && sign.icon === icon))
      this.signs.push({ place, icon });
  }

  turn(view: AnyView & { game: "board" }, event: EventView): void {
    const room = view.rooms.find((each) => each.place === event.place);
    if (!room) return;
    const turned = (square: string) => turnedSquare(room, square, event.number ?? 0);
    this.trails = this.trails.map((trail) => trail.map(turned));
    this.places = this.places.map(turned);
    this.signs = this.signs.map((sign) => ({ ...sign, place: turned(sign.place) }));
  }

  marks(): Marks {
    const trails = this.trails.flatMap(unbroken).filter((trail) => trail.length > 1);
    const ends = this.trails.flatMap((trail) => trail.slice(-1));
    return { trails, signs: this.signs, last: [...new Set([...this.places, ...ends].filter(Boolean))] };
  }
}

/** A way across the rim of a room that has turned since is two ways. */
function unbroken(trail: string[]): string[][] {
  const parts: string[][] = [[]];
  for (const place of trail) {
    const [here, last] = [parseSquare(place), parseSquare(parts.at(-1)!.at(-1) ?? "")];
    if (here && last && Math.abs(here.x - last.x) + Math.abs(here.y - last.y) > 2) parts.push([place]);
    else parts.at(-1)!.push(place);
  }
  return parts;
}
