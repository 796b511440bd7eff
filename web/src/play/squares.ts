// Names of squares (docs/notation.md): letters for columns from the west, numbers for rows from the north.

import type { Scene } from "$lib/protocol";

const STEPS: Record<string, [number, number]> = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0] };

export function squareAt(name: string): { x: number; y: number } | null {
  const found = /^([a-z]+)(\d+)$/.exec(name);
  if (!found) return null;
  const x = [...found[1]!].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0) - 1;
  return { x, y: Number(found[2]) - 1 };
}

export function squareName(x: number, y: number): string {
  let column = "";
  for (let rest = x + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    column = String.fromCharCode(97 + ((rest - 1) % 26)) + column;
  return `${column}${y + 1}`;
}

/** The square on one side of another; nothing outside the maze. */
export function neighbourSquare(from: string, side: string, scene: Scene): string {
  const at = squareAt(from);
  const step = STEPS[side];
  if (!at || !step) return "";
  const x = at.x + step[0];
  const y = at.y + step[1];
  return x < 0 || y < 0 || x >= scene.width || y >= scene.height ? "" : squareName(x, y);
}

/** A square some way off in a direction, for a line that points there. */
export function towardsSquare(from: string, side: string, scene: Scene): string {
  let square = from;
  for (let count = 0; count < 3; count += 1) square = neighbourSquare(square, side, scene) || square;
  return square === from ? "" : square;
}
