// Changes of the rooms that a scenario draws from, and of the numbers that must fit them.
import { writeLayout } from "./layout-text";
import { wishAt } from "./pool-edits";
import { readRooms, type Room } from "./room-file";
import { tokensToLay } from "./scenario-pieces";
import { drawingsOf, layoutOf, numberAt, seatsOf, textsAt } from "./scenario-tables";
import { ROOM_FILES } from "./shipped";
import { withTable, withTableAt, withValue } from "./table-edits";
import type { Tables } from "./toml-text";

/** What a drawing is called: letters, digits, hyphens. */
export const drawingName = (name: string, used: readonly string[]): string => {
  const plain =
    name
      .normalize("NFKD")
      .replace(/[^A-Za-z0-9]+/g, "-")
      .replace(/^-|-$/g, "")
      .toLowerCase()
      .slice(0, 20) || "rooms";
  for (let number = 1; ; number += 1) {
    const wanted = number === 1 ? plain : `${plain}-${number}`;
    if (!used.includes(wanted)) return wanted;
  }
};

/** Draw rooms of one's own in the scenario itself. The same rooms a second time are renewed. */
export function withDrawing(tables: Tables, name: string, rooms: string): Tables {
  const drawn = drawingsOf(tables);
  const at = drawn.findIndex((one) => one.name === drawingName(name, []));
  if (at >= 0) return withTableAt(tables, "drawing", at, (table) => ({ ...table, rooms }));
  const free = drawingName(name, [...ROOM_FILES, ...drawn.map((one) => one.name)]);
  const named = withValue(tables, "rooms", [...textsAt(tables, "rooms"), free]);
  return withTable(named, "drawing", { name: free, rooms });
}

/** Draw from a room file of the game, or no more. A drawing goes with its name. */
export function withRoomFile(tables: Tables, name: string, on: boolean): Tables {
  const names = textsAt(tables, "rooms").filter((one) => one !== name);
  const next = withValue(tables, "rooms", on ? [...names, name] : names);
  const at = drawingsOf(tables).findIndex((one) => one.name === name);
  return on || at < 0 ? next : withTableAt(next, "drawing", at, () => null);
}

/** The rooms a scenario draws itself. */
export const drawnRooms = (tables: Tables): Room[] =>
  drawingsOf(tables).flatMap(({ rooms }) => {
    try {
      return [...readRooms(rooms).rooms];
    } catch {
      return [];
    }
  });

/**
 * Raise what is too small: the tokens of rooms, until all have a place, and the pairs that are drawn, until all places
 * have a room. `rooms`: those of all room files of the scenario.
 */
export function fitted(tables: Tables, rooms: readonly Room[]): Tables {
  return withPairs(withCapacity(tables), rooms);
}

function withCapacity(tables: Tables): Tables {
  const items = layoutOf(tables);
  const wanted = tokensToLay(tables) * seatsOf(tables).length;
  const places = items.places.map((place) => ({ ...place }));
  const growing = places.filter(({ kind, empty }) => kind === "any" && !empty);
  let missing = wanted - places.reduce((sum, { capacity }) => sum + capacity, 0);
  if (missing <= 0 || !growing.length) return tables;
  for (; missing > 0; missing -= 1) {
    growing.reduce((least, place) => (place.capacity < least.capacity ? place : least)).capacity += 1;
  }
  return withValue(tables, "layout", writeLayout({ ...items, places }));
}

function withPairs(tables: Tables, rooms: readonly Room[]): Tables {
  if (!rooms.length) return tables;
  const items = layoutOf(tables);
  const filled = items.places.filter(({ empty }) => !empty);
  const wishes = filled.map((place) => wishAt(tables, place)).filter(Boolean);
  const takes = (room: Room, wish: string) =>
    wish === `room:${room.name}` || wish === `pair:${room.pair}` || wish === `one_of:${room.pair}`;
  const named = new Set(rooms.filter((room) => wishes.some((wish) => takes(room, wish))).map(({ pair }) => pair));
  const rest = rooms.filter(({ pair }) => named.has(pair)).filter((room) => !wishes.some((wish) => takes(room, wish)));
  const open = new Set(rooms.map(({ pair }) => pair)).size - named.size;
  const missing = filled.length - wishes.length - rest.length;
  const needed = Math.min(open, Math.max(0, Math.ceil(missing / 2)));
  const now = numberAt(tables, "pairs");
  return now < needed || now > open ? { ...tables, pairs: needed } : tables;
}
