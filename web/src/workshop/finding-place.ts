// Which part of a scenario a finding is about.
import type { Finding } from "$lib/protocol";
import { layoutOf } from "./scenario-tables";
import { wishAt } from "./pool-edits";
import type { Item } from "./scenario-places";
import { writeToml, type Tables } from "./toml-text";

/** The room or line of a finding; null if it is about something else. */
export function itemOfFinding(tables: Tables, { values = {}, room = "", line = 0 }: Finding): Item | null {
  const { places, lines } = layoutOf(tables);
  const found = (kind: Item["kind"], at: number): Item | null => (at < 0 ? null : { kind, at });
  if ("x" in values)
    return found(
      "place",
      places.findIndex(({ x, y }) => x === values.x && y === values.y),
    );
  if ("line" in values)
    return found(
      "line",
      lines.findIndex(({ name }) => name === values.line),
    );
  if (room)
    return found(
      "place",
      places.findIndex((place) => wishAt(tables, place) === `room:${room}`),
    );
  return line ? itemOfRow(tables, line) : null;
}

/** The item that a line of the file declares. */
function itemOfRow(tables: Tables, line: number): Item | null {
  const row = writeToml(tables).split("\n")[line - 1]?.trim().split(" ") ?? [];
  const { places, lines } = layoutOf(tables);
  const [head = "", x = "", y = ""] = row;
  if (head === "room" || head === "cell") {
    const at = places.findIndex((place) => String(place.x) === x && String(place.y) === y);
    return at < 0 ? null : { kind: "place", at };
  }
  const at = head === "line" || head === "dots" ? lines.findIndex(({ name }) => name === x) : -1;
  return at < 0 ? null : { kind: "line", at };
}

/** The sections of the form that are beside the maze. */
export const SECTIONS = ["rooms", "seats", "pieces", "end", "words"] as const;
export type Section = (typeof SECTIONS)[number];

const ABOUT: Record<Section, readonly string[]> = {
  rooms: [
    "tokens",
    "kinds",
    "kinds-mixed",
    "levels-full",
    "pairs",
    "rooms",
    "room-twice",
    "rows",
    "lone-room",
    "cards",
  ],
  seats: [
    ...["seats", "seat-twice", "seat-line", "seat-exit", "team-missing", "team-one", "team-sizes", "team-across"],
    ...["small-lines", "doors", "no-apex", "idle-apex", "shared-exits", "dots"],
  ],
  pieces: ["characters", "starters", "team-small", "team-characters", "team-objects"],
  end: ["target", "turns", "target-too-high", "team-joins"],
  words: [],
};
/** The keys of a file that are set in a section: what the reader says of them leads there. */
const KEYS: Record<Section, RegExp> = {
  rooms: /^(rooms|pairs|capacity|\[\[drawing|\[\[pool)/,
  seats: /^(lines|exits|\[\[seat|colour|line|team)/,
  pieces: /^(starters|characters|objects|with|without)/,
  end: /^(target|turns|stall|kills|levels|joins|quiet|across|combat|\[option)/,
  words: /^(title|text|\[translation)/,
};

/** The section in which something of a finding is set. */
export function sectionOfFinding(tables: Tables, { code, line = 0 }: Finding): Section | null {
  const row = line ? (writeToml(tables).split("\n")[line - 1] ?? "") : "";
  return SECTIONS.find((section) => ABOUT[section].includes(code) || (row && KEYS[section].test(row))) ?? null;
}
