// How a token of an example looks on a button.
import type { Scene } from "$lib/protocol";
import { colourOf, figureOf } from "$lib/names";
import type { TokenLook } from "$parts/types";

export function faceOf(scene: Scene, token: string): TokenLook {
  const figure = figureOf(scene, token);
  return { colour: colourOf(token), figure: figure?.key ?? "", character: figure?.character ?? true };
}
