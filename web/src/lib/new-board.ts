// A new free board: set up by the server, and kept in this browser.
import { api, type StudyDeed } from "./api";
import { newBoardId, saveBoard } from "./boards";
import type { Choice, Studied } from "./protocol";
import { followed, newTree, ROOT } from "./variations";

/**
 * Set up a board and return its id. `actions` are played there as its first variation, until one is refused; each is a
 * list of choices.
 */
export async function createBoard(
  begin: StudyDeed,
  name: (opened: Studied) => string,
  actions: Choice[][] = [],
  id = newBoardId(),
): Promise<string> {
  const opened = await api.study("board", id, [], begin);
  let { deeds } = opened;
  let grown = { tree: newTree(deeds), id: ROOT };
  for (const choices of actions) {
    const studied = await api.study("board", id, deeds, { type: "play", choices });
    if (studied.reason) break;
    ({ deeds } = studied);
    const last = (studied.moments ?? []).flatMap(({ events }) => events);
    grown = followed(grown.tree, grown.id, deeds, { last });
  }
  const { game, scenario } = opened.info;
  saveBoard({ id, name: name(opened), game, scenario, changed: Date.now(), tree: grown.tree, at: grown.id });
  return id;
}
