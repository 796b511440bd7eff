// Neighbours of a square, by the names of docs/notation.md.

import type { Scene } from "$lib/protocol";
import { parseSquare, squareName, STEPS, type Point, type Side } from "$maze/geometry";

/** The square on one side of another; nothing outside the maze. */
export function neighbourSquare(from: string, side: string, scene: Scene): string {
  const at = parseSquare(from);
  const step = STEPS[side as Side] as Point | undefined;
  if (!at || !step) return "";
  const x = at.x + step.x;
  const y = at.y + step.y;
  return x < 0 || y < 0 || x >= scene.width || y >= scene.height ? "" : squareName(x, y);
}

/** A square some way off in a direction, for a line that points there. */
export function towardsSquare(from: string, side: string, scene: Scene): string {
  let square = from;
  for (let count = 0; count < 3; count += 1) square = neighbourSquare(square, side, scene) || square;
  return square === from ? "" : square;
}
