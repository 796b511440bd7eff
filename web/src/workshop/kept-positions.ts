// Kept positions and the free boards that show them: a board with the id of a position is where it is changed.
import { api } from "$lib/api";
import { boardOf, newBoardId, saveBoard, type Board } from "$lib/boards";
import { createBoard } from "$lib/new-board";
import type { StudyBegin, Thumbnail } from "$lib/protocol";
import type { Game } from "./room-file";
import { newWork, shelve, workOf, type PositionWork, type ShelfTrouble, type Work } from "./shelf";

/** The kept position that a board shows; nothing: it is a board like any other. */
export function positionOf(board: string): PositionWork | null {
  const work = workOf(board);
  return work?.kind === "position" ? work : null;
}

const beginning = (text: string) => `from position\n${text}`;

/**
 * The board of a kept position, set up if it is not there; nothing if there is no such position. If it is to be changed
 * and has variations, these stay behind on a board of their own.
 */
export async function boardOfPosition(id: string, change: boolean): Promise<Board | null> {
  const work = positionOf(id);
  if (!work) return null;
  const board = boardOf(id);
  const shown = board?.tree.start[0] === beginning(work.text);
  const grown = !!board && Object.keys(board.tree.nodes).length > 0;
  if (board && shown && !(change && grown)) return { ...board, name: work.name };
  if (board && grown) saveBoard({ ...board, id: newBoardId() });
  await createBoard({ type: "begin", position: work.text }, () => work.name, [], id);
  return boardOf(id);
}

/** Put a position on the shelf. */
export const keepPosition = (text: string, name: string, game: Game): ReturnType<typeof newWork> =>
  newWork({ kind: "position", name, game, text });

/** Keep what was changed on the board of a position. */
export function keepChange(board: string, text: string): ShelfTrouble | null {
  const work = positionOf(board);
  if (!work || !text || work.text === text) return null;
  const { picture: _, ...rest } = work;
  return shelve({ ...rest, text, changed: Date.now() });
}

/** A new position of a scenario, given by name or text: set up at random, or empty. */
export async function newPosition(
  scenario: string,
  how: NonNullable<StudyBegin["how"]>,
  name: string,
): Promise<{ work: Work; trouble: ShelfTrouble | null }> {
  const { board, info } = await api.study("board", newBoardId(), [], { type: "begin", scenario, how });
  return keepPosition(board?.position ?? "", name, info.game as Game);
}

/** The drawing of a position or a puzzle. It is asked for once and kept with the work. */
export async function pictureOf(work: PositionWork): Promise<Thumbnail | null> {
  if (work.picture) return work.picture;
  const { picture } = await api.checkText({ text: work.text, kind: work.kind });
  const kept = workOf(work.id);
  if (picture && kept?.kind === work.kind && kept.text === work.text) shelve({ ...kept, picture });
  return picture ?? null;
}
