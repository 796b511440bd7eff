// Where a bubble goes so that all of it is on the screen: right of its place, left of it, else above or below.

import type { Size } from "$maze/camera";
import type { Box } from "$maze/layout";
import type { BubbleProps } from "$parts/Bubble.svelte";

/** The most a bubble takes, and how far its edge lies from its tip. */
export const BUBBLE: Size = { width: 320, height: 150 };
const EDGE = 33;
const AIR = 6;

export function bubblePlace(at: Box, room: Size): Pick<BubbleProps, "x" | "y" | "tip" | "shift"> {
  const middle = { x: at.x + at.width / 2, y: at.y + at.height / 2 };
  const taken = BUBBLE.width + 20;
  if (at.x + at.width + taken < room.width) return { x: at.x + at.width + AIR, y: middle.y, tip: "left" };
  if (at.x > taken) return { x: at.x - AIR, y: middle.y, tip: "right" };
  // Above or below, shifted as far as the edge of the screen requires; the tip stays where it belongs.
  const x = Math.max(EDGE + AIR, Math.min(middle.x, room.width - BUBBLE.width + EDGE - AIR));
  const above = at.y > BUBBLE.height || at.y > room.height - at.y - at.height;
  return {
    x,
    y: above ? at.y - AIR : at.y + at.height + AIR,
    tip: above ? "down" : "up",
    shift: Math.min(BUBBLE.width - 2 * EDGE, Math.max(0, middle.x - x)),
  };
}
