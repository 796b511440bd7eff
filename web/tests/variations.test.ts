import { describe, expect, it } from "vitest";
import type { EventView } from "../src/lib/protocol";
import {
  childrenOf,
  deedsAt,
  followed,
  grown,
  neighbour,
  newTree,
  pathTo,
  pruned,
  ROOT,
  rowsOf,
  type Tree,
} from "../src/lib/variations";

const START = ["from scenario base", "seed s"];
const event = (kind: string): EventView => ({ kind }) as EventView;

/** card 2, then reveal, then two other choices instead of the reveal, and one instead of the card. */
function study(): Tree {
  let tree = newTree(START);
  for (const [at, lines] of [
    [ROOT, ["card 2"]],
    ["1", ["yC reveal R4", "room 1G r1"]],
    ["1", ["yC move", "k3"]],
    ["3", ["stop"]],
    [ROOT, ["card 5"]],
  ] as [string, string[]][])
    tree = grown(tree, at, lines, []).tree;
  return tree;
}

describe("variations", () => {
  it("lead to a node by the lines of its way", () => {
    const tree = study();
    expect(pathTo(tree, "4")).toEqual(["1", "3", "4"]);
    expect(deedsAt(tree, "4")).toEqual([...START, "card 2", "yC move", "k3", "stop"]);
    expect(deedsAt(tree, ROOT)).toEqual(START);
    expect(childrenOf(tree, "1")).toEqual(["2", "3"]);
  });

  it("do not grow twice by the same choice", () => {
    const tree = study();
    expect(grown(tree, "1", ["yC move", "k3"], [])).toEqual({ tree, id: "3" });
    expect(grown(tree, "1", ["yC move", "k4"], []).id).toBe("6");
  });

  it("follow the server's answer: on, nowhere, and to where it leaves the line so far", () => {
    const tree = study();
    const on = followed(tree, "4", [...deedsAt(tree, "4"), "pass"], { last: [event("turn-began")] });
    expect(on.tree.nodes[on.id]).toEqual({ parent: "4", lines: ["pass"], events: [event("turn-began")] });
    expect(followed(tree, "4", deedsAt(tree, "4"), {})).toEqual({ tree, id: "4" });
    // Drawn again: the same choice with another room is a second branch.
    const all = [[event("card-played")], [event("revealed")], [event("room")]];
    const again = followed(tree, "2", [...START, "card 2", "yC reveal R4", "room 4G r0"], { all });
    expect(again.tree.nodes[again.id]).toEqual({
      parent: "1",
      lines: ["yC reveal R4", "room 4G r0"],
      events: [event("revealed"), event("room")],
    });
    // Another beginning is another tree.
    expect(followed(tree, "2", ["from scenario race", "seed t"], {})).toEqual({
      tree: newTree(["from scenario race", "seed t"]),
      id: ROOT,
    });
  });

  it("are listed with each branch behind what it is another choice for", () => {
    expect(rowsOf(study())).toEqual([
      { id: "1", depth: 0, branch: false },
      { id: "5", depth: 1, branch: true },
      { id: "2", depth: 0, branch: false },
      { id: "3", depth: 1, branch: true },
      { id: "4", depth: 1, branch: false },
    ]);
  });

  it("lose a branch with all that follows it", () => {
    const tree = pruned(study(), "3");
    expect(Object.keys(tree.nodes)).toEqual(["1", "2", "5"]);
    expect(grown(tree, "1", ["pass"], []).id).toBe("6");
  });

  it("are walked with arrows", () => {
    const tree = study();
    expect(neighbour(tree, "4", "left")).toBe("3");
    expect(neighbour(tree, "1", "left")).toBe(ROOT);
    expect(neighbour(tree, "1", "right")).toBe("2");
    expect(neighbour(tree, "1", "right", { "1": "3" })).toBe("3");
    expect(neighbour(tree, "2", "down")).toBe("3");
    expect(neighbour(tree, "3", "down")).toBe("3");
    expect(neighbour(tree, "3", "up")).toBe("2");
    expect(neighbour(tree, ROOT, "up")).toBe(ROOT);
    expect(neighbour(tree, "4", "right")).toBe("4");
  });
});
