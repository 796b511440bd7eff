// One of the mazes that chance may lay for a scenario, to look at before anybody plays it.
import { rotated } from "./room-edits";
import type { Room } from "./room-file";
import { wishAt } from "./pool-edits";
import { layoutOf, numberAt, numbersAt, textsAt } from "./scenario-tables";
import type { Tables } from "./toml-text";

/** Random numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function shuffled<T>(things: readonly T[], random: () => number): T[] {
  const mixed = [...things];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [mixed[at], mixed[other]] = [mixed[other]!, mixed[at]!];
  }
  return mixed;
}

/** The room of each place as it lies; null where no room is left, or none lies at first. */
export function sampleMaze(tables: Tables, rooms: readonly Room[], random: () => number): (Room | null)[] {
  const found = tables.game === "card" ? cardRooms(tables, rooms, random) : boardRooms(tables, rooms, random);
  return found.map((room) => room && rotated(room, Math.floor(4 * random())));
}

/** The rooms of so many pairs, drawn at random. */
function drawnPairs(rooms: readonly Room[], number: number, random: () => number): Room[] {
  const pairs = shuffled([...new Set(rooms.map(({ pair }) => pair))], random).slice(0, number);
  return rooms.filter(({ pair }) => pairs.includes(pair));
}

function cardRooms(tables: Tables, rooms: readonly Room[], random: () => number): (Room | null)[] {
  const named = textsAt(tables, "pairs");
  const drawn = Array.isArray(tables.pairs)
    ? rooms.filter(({ pair }) => named.includes(pair))
    : drawnPairs(rooms, numberAt(tables, "pairs"), random);
  const mixed = shuffled(drawn, random);
  return Array.from({ length: 2 * numbersAt(tables, "capacity").length }, (_, at) => mixed[at] ?? null);
}

function boardRooms(tables: Tables, rooms: readonly Room[], random: () => number): (Room | null)[] {
  const { places } = layoutOf(tables);
  const wishes = places.map((place) => (place.empty ? "" : wishAt(tables, place)));
  const takes = (wish: string, { name, pair }: Room) =>
    [`room:${name}`, `pair:${pair}`, `one_of:${pair}`].includes(wish);
  const wished = rooms.filter((room) => wishes.some((wish) => takes(wish, room)));
  const pairs = new Set(wished.map(({ pair }) => pair));
  const twins = rooms.filter((room) => pairs.has(room.pair) && !wished.includes(room));
  const others = rooms.filter(({ pair }) => !pairs.has(pair));
  const pool = shuffled([...twins, ...drawnPairs(others, numberAt(tables, "pairs"), random)], random);
  const kept = shuffled(wished, random);
  return places.map(({ empty }, at) => {
    if (empty) return null;
    if (!wishes[at]) return pool.pop() ?? null;
    const which = kept.findIndex((room) => takes(wishes[at]!, room));
    return which < 0 ? null : (kept.splice(which, 1)[0] ?? null);
  });
}
