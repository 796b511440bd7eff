// Variations of a free board: a tree of deeds, as in a chess study. A node is the effect of one click or key: a whole
// walk, or a choice with the random draws after it. The path from the root is the list of deeds for the server. Pure
// functions.
import type { EventView } from "./protocol";

export interface Node {
  /** The node before it; empty for the first ones. */
  parent: string;
  lines: string[];
  events: EventView[];
}

export interface Tree {
  /** The first deeds: where it begins, and the seed of chance. */
  start: string[];
  /** In the order in which they were made: the first child is the main line. */
  nodes: Record<string, Node>;
  next: number;
}

/** The place before anything was done. */
export const ROOT = "";

export interface Row {
  id: string;
  /** How many branches deep it is. */
  depth: number;
  /** Does a branch begin with it? */
  branch: boolean;
}

export const newTree = (start: string[]): Tree => ({ start, nodes: {}, next: 1 });

export const childrenOf = (tree: Tree, id: string): string[] =>
  Object.keys(tree.nodes).filter((child) => tree.nodes[child]!.parent === id);

/** The nodes from the root to this one. */
export function pathTo(tree: Tree, id: string): string[] {
  const path: string[] = [];
  for (let at = id; tree.nodes[at]; at = tree.nodes[at]!.parent) path.unshift(at);
  return path;
}

/** The deeds that lead to a node, for the server. */
export const deedsAt = (tree: Tree, id: string): string[] => [
  ...tree.start,
  ...pathTo(tree, id).flatMap((node) => tree.nodes[node]!.lines),
];

const begins = (whole: string[], part: string[]): boolean =>
  part.length <= whole.length && part.every((line, at) => line === whole[at]);

/** A node grown at another; the one that is there already if the same was done before. */
export function grown(tree: Tree, at: string, lines: string[], events: EventView[]): { tree: Tree; id: string } {
  const known = childrenOf(tree, at).find(
    (child) => JSON.stringify(tree.nodes[child]!.lines) === JSON.stringify(lines),
  );
  if (known) return { tree, id: known };
  const id = String(tree.next);
  return { tree: { ...tree, nodes: { ...tree.nodes, [id]: { parent: at, lines, events } }, next: tree.next + 1 }, id };
}

/**
 * Follow an answer of the server: the choices after something was done at a node. What begins otherwise grows where it
 * leaves the line so far. `events`: what happened, by choice from the root on, or of the last choices only.
 */
export function followed(
  tree: Tree,
  at: string,
  deeds: string[],
  events: { all?: EventView[][]; last?: EventView[] },
): { tree: Tree; id: string } {
  if (!begins(deeds, tree.start)) return { tree: newTree(deeds.slice(0, 2)), id: ROOT };
  let from = at;
  while (from !== ROOT && !begins(deeds, deedsAt(tree, from))) from = tree.nodes[from]?.parent ?? ROOT;
  const known = deedsAt(tree, from).length;
  const lines = deeds.slice(known);
  if (!lines.length) return { tree, id: from };
  const happened = events.last ?? (events.all ?? []).slice(known - tree.start.length).flat();
  return grown(tree, from, lines, happened);
}

/** A tree without a node and all that follows it. */
export function pruned(tree: Tree, id: string): Tree {
  const gone = (node: string) => pathTo(tree, node).includes(id);
  return { ...tree, nodes: Object.fromEntries(Object.entries(tree.nodes).filter(([node]) => !gone(node))) };
}

/**
 * The lines of the list: the main line goes on at its depth, each branch stands behind what it is another choice for.
 */
export function rowsOf(tree: Tree): Row[] {
  const children = new Map<string, string[]>();
  for (const [id, { parent }] of Object.entries(tree.nodes))
    children.set(parent, [...(children.get(parent) ?? []), id]);
  const rows: Row[] = [];
  const walk = (from: string, depth: number): void => {
    for (let at = from; ;) {
      const [main, ...others] = children.get(at) ?? [];
      if (!main) return;
      rows.push({ id: main, depth, branch: false });
      for (const other of others) {
        rows.push({ id: other, depth: depth + 1, branch: true });
        walk(other, depth + 1);
      }
      at = main;
    }
  };
  walk(ROOT, 0);
  return rows;
}

/**
 * Where an arrow key leads: back, on along the way that was gone last, to the choice above or below among those at the
 * same moment.
 */
export function neighbour(
  tree: Tree,
  id: string,
  direction: "left" | "right" | "up" | "down",
  lately: Record<string, string> = {},
): string {
  if (direction === "left") return tree.nodes[id]?.parent ?? ROOT;
  if (direction === "right") {
    const children = childrenOf(tree, id);
    return (children.includes(lately[id] ?? "") ? lately[id] : children[0]) ?? id;
  }
  if (id === ROOT) return id;
  const siblings = childrenOf(tree, tree.nodes[id]!.parent);
  return siblings[siblings.indexOf(id) + (direction === "down" ? 1 : -1)] ?? id;
}
