// May the plaques of three or four players lie in the corners of the maze's box? Only where
// they cover nothing: a pyramid or a square maze needs its corners itself.

import type { Scene } from "$lib/protocol";
import { fitCamera, pixelsOf, type Size } from "$maze/camera";
import { buildLayout, PAD, S, turnsFor, type Box } from "$maze/layout";

/** The size of a plaque in a corner. */
export const PLAQUE: Size = { width: 214, height: 210 };

/** The corners in the order in which the players take them: the viewer below on the left, the others clockwise. */
function cornerBoxes({ width, height }: Size): Box[] {
  const [right, low] = [width - PLAQUE.width, height - PLAQUE.height];
  return [
    { x: 0, y: low },
    { x: 0, y: 0 },
    { x: right, y: 0 },
    { x: right, y: low },
  ].map((at) => ({ ...at, ...PLAQUE }));
}

const meet = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** Is every corner that a player would take free of squares and of the names on the rim, in a box of this size? */
export function cornersFree(scene: Scene, home: string, box: Size): boolean {
  const layout = buildLayout(scene, turnsFor(scene, home, false));
  const camera = fitCamera(layout.bounds, box);
  const squares = [...layout.squares.values()].map(({ x, y }) =>
    pixelsOf(camera, { x: x - PAD, y: y - PAD, width: S + PAD, height: S + PAD }, box),
  );
  return cornerBoxes(box)
    .slice(0, scene.seats.length)
    .every((corner) => !squares.some((square) => meet(corner, square)));
}
