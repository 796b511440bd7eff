import { beforeEach, describe, expect, it } from "vitest";
import { boardOf, boards, saveBoard, MOST_BOARDS, newBoardId, removeBoard } from "../src/lib/boards";
import { grown, newTree, ROOT } from "../src/lib/variations";
import { storageInMemory } from "./fake-storage";

beforeEach(() => {
  storageInMemory();
});

const board = (id: string, changed = 1) => ({
  id,
  name: `Board ${id}`,
  game: "board",
  scenario: "base",
  changed,
  tree: grown(newTree(["from scenario base", "seed s"]), ROOT, ["card 2"], []).tree,
  at: "1",
});

describe("boards kept in the browser", () => {
  it("are found again, the latest first, and can be removed", () => {
    saveBoard(board("a", 1));
    saveBoard(board("b", 2));
    saveBoard({ ...board("a", 3), name: "Renamed" });
    expect(boards().map(({ id, name, nodes }) => [id, name, nodes])).toEqual([
      ["a", "Renamed", 1],
      ["b", "Board b", 1],
    ]);
    expect(boardOf("b")?.at).toBe("1");
    removeBoard("b");
    expect(boardOf("b")).toBeNull();
    expect(boards().length).toBe(1);
  });

  it("are not more than some", () => {
    for (let number = 0; number < MOST_BOARDS + 3; number += 1) saveBoard(board(`n${number}`, number));
    expect(boards().length).toBe(MOST_BOARDS);
    expect(boardOf("n0")).toBeNull();
  });

  it("have names that the server takes", () => {
    expect(newBoardId()).toMatch(/^[0-9a-f]{16}$/);
  });
});
