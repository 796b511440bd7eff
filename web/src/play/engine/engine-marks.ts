// How an evaluation is drawn: its bar, and what the other sides could reach. Pure, so that it can be tested.

import type { Evaluation } from "$lib/protocol";
import type { Marks } from "$maze/types";
import { percent } from "$parts/percent";
import { threatMarks } from "../plan-marks";

/** The places that the others could reach, whom they could beat there, and who could get out. */
export function reachMarks({ threats, reaches = [] }: Evaluation): Marks {
  const marks = threats ? threatMarks(threats) : {};
  const places = reaches.flatMap((reach) => Object.keys(reach.places));
  return { ...marks, threats: [...new Set([...(marks.threats ?? []), ...places])] };
}

/** A side in the bar: its width, and its chance to win in percent. Allies have the same chance, and share its width. */
export interface BarPart {
  colour: string;
  width: number;
  percent: number;
}

export function barParts(colours: string[], shares: Record<string, number>): BarPart[] {
  const total = colours.reduce((sum, colour) => sum + (shares[colour] ?? 0), 0) || 1;
  return colours.map((colour) => ({
    colour,
    width: (100 * (shares[colour] ?? 0)) / total,
    percent: percent(shares[colour] ?? 0),
  }));
}
