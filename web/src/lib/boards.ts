// Free boards kept in this browser: each with its name, its variations, and where one was last.
import { forget, recall, remember } from "./storage";
import type { Tree } from "./variations";

export interface Board {
  id: string;
  name: string;
  game: string;
  scenario: string;
  /** When it was last changed, in milliseconds since 1970. */
  changed: number;
  tree: Tree;
  at: string;
}
export type BoardCard = Omit<Board, "tree" | "at"> & { nodes: number };

const LIST = "dungeon-twister.boards";
const key = (id: string) => `dungeon-twister.board.${id}`;
/** More than these are not kept: the one that was not touched longest goes. */
export const MOST_BOARDS = 40;

export const boards = (): BoardCard[] =>
  recall<BoardCard[]>(LIST, []).sort((one, other) => other.changed - one.changed);

export function boardOf(id: string): Board | null {
  const board = recall<Board | null>(key(id), null);
  return board?.tree?.start?.length ? board : null;
}

export function saveBoard(board: Board): void {
  const { tree, at: _, ...card } = board;
  const others = boards().filter(({ id }) => id !== board.id);
  for (const { id } of others.splice(MOST_BOARDS - 1)) forget(key(id));
  remember(key(board.id), board);
  remember(LIST, [{ ...card, nodes: Object.keys(tree.nodes).length }, ...others]);
}

export function removeBoard(id: string): void {
  forget(key(id));
  remember(
    LIST,
    boards().filter((card) => card.id !== id),
  );
}

export const newBoardId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
