// What the drawn widgets share. Shapes and paints are those of the maze: a token looks the same wherever it lies.
import { ensureDefs } from "$maze/draw/defs";
import { SHAPES } from "$maze/draw/primitives";

export { gearPath } from "$lib/gear-path";

/** Outline of a side; a colour nobody knows gets the disc. */
export const shapeOf = (colour: string): string => SHAPES[colour] ?? SHAPES.blue!;

/** Ink of an icon on the token of a side: yellow and green are bright. */
export const inkOf = (colour: string): string =>
  colour === "yellow" || colour === "green" ? "var(--tok-dark)" : "var(--tok-light)";

const short = (value: number): string => String(Math.round(value * 10) / 10);

/** Part of a circle round the origin, from one angle to a greater one (radians, clockwise on the screen). */
export function arcPath(radius: number, from: number, to: number): string {
  const at = (angle: number) => `${short(radius * Math.cos(angle))},${short(radius * Math.sin(angle))}`;
  return `M${at(from)}A${radius},${radius} 0 ${to - from > Math.PI ? 1 : 0} 1 ${at(to)}`;
}

/** Fill of a side, of `brass` or of a `lid`, from the sheet that all drawings share. */
export function paint(name: string): string {
  ensureDefs();
  return name === "brass" ? "url(#mz-brass)" : name === "lid" ? "url(#mz-back)" : `url(#mz-g-${name})`;
}

/** Milliseconds of a time of the design; 0 where motion is not wanted (the variables know). */
export function duration(variable: string): number {
  const value = getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
  const number = Number.parseFloat(value) || 0;
  return value.endsWith("ms") ? number : number * 1000;
}
