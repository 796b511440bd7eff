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
