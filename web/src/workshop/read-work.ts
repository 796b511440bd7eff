// Files and texts of others become works of one's own. They are checked first; nothing of them is ever run or shown as
// markup.
import { api } from "$lib/api";
import { t } from "$lib/i18n.svelte";
import type { Finding } from "$lib/protocol";
import { readLayout } from "./layout-text";
import { hasErrors } from "./finding-text";
import { gameOf, readRooms, type Game } from "./room-file";
import { isTables, type Tables } from "./toml-text";
import { LONGEST_NAME, type NewWork, type PositionWork } from "./shelf";

/** A text that cannot be a work: the findings say why. */
export class BadWorkError extends Error {
  constructor(readonly findings: Finding[]) {
    super("bad work");
  }
}

/** The kind of a position or a puzzle, which both begin with a sign of their own; else nothing. */
const placedKind = (text: string): PositionWork["kind"] | null =>
  /^\s*\{/.test(text) ? "puzzle" : /^\s*position\s/.test(text) ? "position" : null;

/** Is this the text of a room file? A scenario file has no line that begins like a room. */
const isRoomFile = (text: string) => /^room\s/m.test(text) && !/^\s*(title|game|rooms)\s*=/m.test(text);

/**
 * The work that a text is. Errors of rooms and scenarios are no obstacle, because they can be mended in the editor;
 * what cannot be read is a BadWorkError. Asking the server may raise an ApiError.
 */
export async function workFrom(text: string, fileName = ""): Promise<NewWork> {
  const plain = text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  const name = fileName.replace(/\.[^.]*$/, "").slice(0, LONGEST_NAME);
  const placed = placedKind(plain);
  if (placed) {
    const { findings, game, picture, puzzle } = await api.checkText({ text: plain, kind: placed });
    if (hasErrors(findings) || !picture) throw new BadWorkError(findings);
    const called = puzzle?.source.slice(0, LONGEST_NAME) || name || t(`workshop.kind.${placed}`);
    return { kind: placed, name: called, game: game as Game, text: plain, picture };
  }
  if (isRoomFile(plain)) {
    const { findings } = await api.checkText({ text: plain, kind: "rooms" });
    try {
      return { kind: "rooms", name: name || "rooms", game: gameOf(readRooms(plain)), text: plain };
    } catch {
      throw new BadWorkError(findings);
    }
  }
  const { findings, tables } = await api.checkText({ text: plain, kind: "scenario" });
  if (!isTables(tables) || !isScenario(tables)) throw new BadWorkError(findings);
  const title = typeof tables.title === "string" && tables.title.trim() ? tables.title : name;
  return { kind: "scenario", name: title.slice(0, LONGEST_NAME), game: tables.game as "board" | "card", tables };
}

/** The editor can open a scenario whose game it knows and whose parts are of the right kind. */
const isScenario = ({ game, layout }: Tables): boolean =>
  game === "card" || (game === "board" && typeof layout === "string" && readLayout(layout) !== null);
