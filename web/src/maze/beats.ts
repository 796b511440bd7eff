/**
 * What happened, cut into beats that can be shown, and the view after each of them. The view the server sent always has
 * the last word: what is pieced together here is only seen in between.
 */
import type { CardView, EventView, RoomView, TokenView, View } from "$lib/protocol";
import { parseSquare, squareName, turnPoint, SIZE, STEPS, type Side } from "./geometry";
import type { AnyView } from "./types";

export type Beat =
  | { kind: "walk"; token: string; places: string[]; ms: number; events: EventView[] }
  | { kind: "drop"; token: string; ms: number; events: EventView[] }
  | { kind: "turn"; place: string; quarters: number; ms: number; events: EventView[] }
  | { kind: "reveal"; place: string; ms: number; events: EventView[] }
  | { kind: "shift"; places: string[]; ms: number; events: EventView[] }
  | { kind: "raise"; place: string; ms: number; events: EventView[] }
  | { kind: "hurt"; token: string; ms: number; events: EventView[] }
  | { kind: "vanish"; tokens: string[]; leaves: boolean; ms: number; events: EventView[] }
  | { kind: "beam"; from: string; to: string; ms: number; events: EventView[] }
  | { kind: "flash"; place: string; ms: number; events: EventView[] };

export const TIMES = {
  square: 110,
  zone: 180,
  turn: 620,
  reveal: 480,
  drop: 300,
  hurt: 260,
  vanish: 320,
  flash: 200,
  beam: 340,
};

/** More beats than this are not played: after such a long absence the result is enough. */
export const MOST_BEATS = 150;

export function beatsOf(view: AnyView, events: readonly EventView[]): Beat[] {
  const beats: Beat[] = [];
  const silent: EventView[] = [];
  for (const [i, event] of events.entries()) {
    const beat = beatOf(view, event) ?? beamOf(event, events.slice(i + 1));
    const last = beats.at(-1);
    if (!beat) {
      if (last) last.events.push(event);
      else silent.push(event);
    } else if (
      beat.kind === "walk" &&
      last?.kind === "walk" &&
      last.token === beat.token &&
      last.events.at(-1)?.kind === "stepped"
    ) {
      last.places.push(...beat.places);
      last.ms += beat.ms;
      last.events.push(event);
    } else beats.push(beat);
  }
  beats[0]?.events.unshift(...silent);
  return beats.length > MOST_BEATS ? [] : beats;
}

function beatOf(view: AnyView, event: EventView): Beat | null {
  const { kind, token = "", place = "" } = event;
  const events = [event];
  const apex = view.game === "board" ? (view.apex ?? "") : "";
  switch (kind) {
    case "stepped": {
      const card = view.game === "card";
      const to = event.square ?? event.zone ?? "";
      return { kind: "walk", token, places: [to], ms: card ? TIMES.zone : TIMES.square, events };
    }
    case "placed":
      return { kind: "drop", token, ms: TIMES.drop, events };
    case "turned":
      return { kind: "turn", place, quarters: shortest(event.number ?? 0), ms: TIMES.turn, events };
    case "revealed":
      return { kind: "reveal", place, ms: TIMES.reveal, events };
    case "inverted":
      return { kind: "shift", places: event.places ?? [], ms: TIMES.turn, events };
    case "slid":
      return { kind: "shift", places: [place], ms: TIMES.turn, events };
    case "raised":
    case "lowered":
      return { kind: "raise", place: place || apex, ms: TIMES.reveal, events };
    case "wounded":
    case "burned":
      return { kind: "hurt", token: kind === "burned" ? (event.other ?? "") : token, ms: TIMES.hurt, events };
    case "eliminated":
    case "object-gone":
    case "fell":
    case "left-maze":
      return {
        kind: "vanish",
        tokens: [token || (event.item ?? ""), event.other ?? ""].filter(Boolean),
        leaves: kind === "left-maze",
        ms: TIMES.vanish,
        events,
      };
    case "gate-set":
    case "walls-broken":
      return { kind: "flash", place, ms: TIMES.flash, events };
    default:
      return null;
  }
}

const HIT = ["wounded", "eliminated"];

/** A fireball or a shot: from the character who sends it to the last one it reaches. */
function beamOf(event: EventView, later: EventView[]): Beat | null {
  if (!["fireball", "shot", "speared"].includes(event.kind)) return null;
  const struck = event.other ?? later.filter((each) => HIT.includes(each.kind) && each.token).at(-1)?.token ?? "";
  return struck ? { kind: "beam", from: event.token ?? "", to: struck, ms: TIMES.beam, events: [event] } : null;
}

const shortest = (quarters: number) => (((quarters % 4) + 4) % 4 === 3 ? -1 : ((quarters % 4) + 4) % 4);

/**
 * The view after a beat. `along`: the tokens that move with the walker. `next`: the final view; `later`: the events
 * between this beat and `next`.
 */
export function afterBeat(
  view: AnyView,
  beat: Beat,
  next: AnyView,
  along: string[],
  later: readonly EventView[] = [],
): AnyView {
  return beat.events.reduce<AnyView>(
    (now, event, index) =>
      afterEvent(now, event, turnedBack(next, event, [...beat.events.slice(index + 1), ...later]), along),
    view,
  );
}

/** The view after some events, without showing them. */
export function afterEvents(view: AnyView, events: readonly EventView[], next: AnyView): AnyView {
  return events.reduce<AnyView>(
    (now, event, index) => afterEvent(now, event, turnedBack(next, event, events.slice(index + 1)), loadOf(now, event)),
    view,
  );
}

/** The load of a walker of the board game. In the Card Game loads have no place of their own. */
function loadOf(view: AnyView, event: EventView): string[] {
  if (event.kind !== "stepped" || view.game !== "board" || view.journey?.token !== event.token) return [];
  return view.journey?.load ? [view.journey.load] : [];
}

/** A room that has turned since it was revealed lay otherwise then. */
function turnedBack(next: AnyView, event: EventView, later: readonly EventView[]): AnyView {
  if (event.kind !== "revealed") return next;
  const turned = later.reduce(
    (sum, each) => (each.kind === "turned" && each.place === event.place ? sum + (each.number ?? 0) : sum),
    0,
  );
  if (!turned) return next;
  const back = <Room extends { place: string; quarters: number }>(room: Room): Room =>
    room.place === event.place ? { ...room, quarters: (((room.quarters - turned) % 4) + 4) % 4 } : room;
  return next.game === "board" ? { ...next, rooms: next.rooms.map(back) } : { ...next, rooms: next.rooms.map(back) };
}

function afterEvent(view: AnyView, event: EventView, next: AnyView, along: string[]): AnyView {
  if (view.game === "board" && next.game === "board") return afterBoardEvent(view, event, next, along);
  if (view.game === "card" && next.game === "card") return afterCardEvent(view, event, next, along);
  return next;
}

/** Who carries a token when all of this is over, if it still lies where it does now. */
const carrierIn = (next: View, token: TokenView): string =>
  next.tokens.find((each) => each.token === token.token && each.square === token.square)?.carrier ?? "";

/** Somebody on the way has taken one thing up and put another down. */
function handled(view: View, next: View, token: string, taken: string, left: string): View {
  const carrier = (each: TokenView) =>
    each.token === taken ? token : each.token === left ? carrierIn(next, each) : each.carrier;
  return {
    ...view,
    tokens: view.tokens.map((each) => ({ ...each, carrier: carrier(each) })),
    journey: view.journey && { ...view.journey, load: taken },
  };
}

function afterBoardEvent(view: View, event: EventView, next: View, along: string[]): View {
  const { token = "", place = "" } = event;
  const gone = (names: (string | undefined)[]) => ({
    ...view,
    tokens: view.tokens.filter((each) => !names.includes(each.token)),
  });
  switch (event.kind) {
    case "stepped": {
      const square = event.square ?? "";
      const tokens = view.tokens.map((each) =>
        each.token === token || along.includes(each.token) ? { ...each, square } : each,
      );
      const journey = {
        mode: "move",
        steps: 0,
        moved: true,
        held: [],
        ropes_lay: [],
        ...view.journey,
        token,
        load: along[0] ?? "",
        square,
      };
      return { ...view, tokens, journey };
    }
    case "took":
      return handled(view, next, token, event.other ?? "", "");
    case "dropped":
      return handled(view, next, token, "", event.other ?? "");
    case "swapped":
      return handled(view, next, token, event.tokens?.[0] ?? "", event.other ?? "");
    case "stopped":
      return { ...view, journey: null };
    case "placed": {
      const seen = next.tokens.find((each) => each.token === token) ?? { token, square: event.square ?? "" };
      return { ...gone([token]), tokens: [...gone([token]).tokens, { ...seen, square: event.square ?? seen.square }] };
    }
    case "turned":
      return turnedView(view, place, event.number ?? 0);
    case "slid":
      return slidView(view, place, event.side as Side);
    case "revealed":
    case "gate-set":
    case "lowered":
      return {
        ...view,
        raised: event.kind === "lowered" ? false : view.raised,
        rooms: withRooms(view.rooms, next.rooms, [place]),
      };
    case "raised":
      return { ...view, raised: true };
    case "wounded":
      return {
        ...view,
        tokens: view.tokens.map((each) =>
          each.token === token ? { ...each, wounded: true } : each.carrier === token ? { ...each, carrier: "" } : each,
        ),
      };
    case "healed":
      return {
        ...view,
        tokens: view.tokens.map((each) =>
          each.token === token
            ? { ...each, wounded: false }
            : { ...each, carrier: each.carrier || carrierIn(next, each) },
        ),
      };
    case "eliminated":
    case "object-gone":
    case "fell":
      return gone([token]);
    case "left-maze":
      return gone([token, event.other]);
    default:
      return view;
  }
}

function withRooms<Room extends { place: string }>(rooms: Room[], next: Room[], places: string[]): Room[] {
  return rooms.map((room) =>
    places.includes(room.place) ? (next.find((each) => each.place === room.place) ?? room) : room,
  );
}

/** Where a square of a room comes to lie when the room turns; other squares stay. */
export function turnedSquare(room: RoomView, square: string, quarters: number): string {
  const cell = insideOf(room, square);
  const to = cell && turnPoint(cell, quarters, SIZE, SIZE);
  return to ? squareName(room.x + to.x, room.y + to.y) : square;
}

const insideOf = (room: RoomView, square: string) => {
  const at = parseSquare(square);
  return at && at.x >= room.x && at.y >= room.y && at.x < room.x + SIZE && at.y < room.y + SIZE
    ? { x: at.x - room.x, y: at.y - room.y }
    : null;
};

function turnedView(view: View, place: string, quarters: number): View {
  const room = view.rooms.find((each) => each.place === place);
  if (!room) return view;
  const tokens = view.tokens.map((each) => ({ ...each, square: turnedSquare(room, each.square, quarters) }));
  return {
    ...view,
    tokens,
    rooms: view.rooms.map((each) => (each === room ? { ...room, quarters: (room.quarters + quarters) % 4 } : each)),
  };
}

function slidView(view: View, place: string, side: Side): View {
  const room = view.rooms.find((each) => each.place === place);
  const step = STEPS[side];
  if (!room || !step) return view;
  const by = { x: step.x * SIZE, y: step.y * SIZE };
  const tokens = view.tokens.map((each) => {
    const cell = insideOf(room, each.square);
    return cell ? { ...each, square: squareName(room.x + cell.x + by.x, room.y + cell.y + by.y) } : each;
  });
  return {
    ...view,
    tokens,
    rooms: view.rooms.map((each) => (each === room ? { ...room, x: room.x + by.x, y: room.y + by.y } : each)),
  };
}

function afterCardEvent(view: CardView, event: EventView, next: CardView, along: string[]): CardView {
  const { token = "", place = "", item = "" } = event;
  const without = (names: (string | undefined)[]) => ({
    ...view,
    tokens: view.tokens.filter((each) => !names.includes(each.token)),
    lying: view.lying.filter((each) => !names.includes(each.token)),
  });
  switch (event.kind) {
    case "stepped": {
      const to = event.zone ?? "";
      return {
        ...view,
        tokens: view.tokens.map((each) =>
          each.token === token || along.includes(each.token) ? { ...each, place: to } : each,
        ),
      };
    }
    case "placed": {
      const rest = without([token]);
      const standing = next.tokens.find((each) => each.token === token);
      if (standing) return { ...rest, tokens: [...rest.tokens, { ...standing, place: event.zone ?? standing.place }] };
      return { ...rest, lying: [...rest.lying, { token, place: event.zone ?? "" }] };
    }
    case "turned":
      return {
        ...view,
        rooms: view.rooms.map((each) =>
          each.place === place ? { ...each, quarters: (each.quarters + (event.number ?? 0)) % 4 } : each,
        ),
      };
    case "inverted":
      return { ...view, rooms: withRooms(view.rooms, next.rooms, event.places ?? []) };
    case "revealed":
    case "gate-set":
    case "walls-broken":
      return { ...view, rooms: withRooms(view.rooms, next.rooms, [place]) };
    case "wounded":
      return { ...view, tokens: view.tokens.map((each) => (each.token === token ? { ...each, wounded: true } : each)) };
    case "eliminated":
    case "left-maze":
    case "rescued":
      return without([token]);
    case "object-gone":
      return without([item]);
    default:
      return view;
  }
}
