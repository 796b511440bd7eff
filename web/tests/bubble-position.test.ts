// A bubble is on the screen with all of it, wherever its place is.
import { expect, test } from "vitest";
import { BUBBLE, bubblePlace } from "../src/play/bubble-position";

test.each([
  [390, 500],
  [844, 340],
  [574, 310],
  [1344, 590],
  [412, 320],
])("in a box of %i x %i", (width, height) => {
  for (let x = 0; x <= width - 30; x += 17) {
    for (let y = 0; y <= height - 30; y += 31) {
      const found = bubblePlace({ x, y, width: 30, height: 30 }, { width, height });
      const left =
        found.tip === "left" ? found.x! + 14 : found.tip === "right" ? found.x! - 14 - BUBBLE.width : found.x! - 33;
      expect(left, `${x},${y}`).toBeGreaterThanOrEqual(0);
      expect(left + BUBBLE.width, `${x},${y}`).toBeLessThanOrEqual(width);
      // The tip points at the place, as near to it as the bubble's corner allows.
      if (found.tip === "up" || found.tip === "down")
        expect(Math.abs(found.x! + found.shift! - (x + 15))).toBeLessThan(45);
    }
  }
});
