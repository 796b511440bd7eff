// Which of the layouts fits: by the room there is and by the number of players (design: section 6).

export type Layout = "desktop" | "tablet" | "portrait" | "phone" | "low" | "four";

/**
 * Below this height there is no room for anything above or below the maze: a phone on its side, or a page zoomed to 200
 * %.
 */
export const LOW = 600;
/** From this width on log and chat leave the table to be played. */
export const WIDE = 1200;
/** What a drawer takes of the width; the table makes room for it if it keeps this much. */
export const SIDE_PANEL = 416;
export const ROOM_ENOUGH = 1000;

export function layoutFor(width: number, height: number, seats: number): Layout {
  if (height < LOW && width >= height) return "low";
  if (width < 700) return "phone";
  if (width < 1000) return "portrait";
  // A maze for several is about as high as it is wide: the panels stand next to it.
  if (seats > 2) return width < 1100 ? "portrait" : "four";
  return width < 1200 ? "tablet" : "desktop";
}

/** Is there so little room that the maze must come nearer by itself, and everything else be small? */
export const isCompact = (layout: Layout): boolean => layout === "phone" || layout === "low";

/** Does the maze run away from the viewer? On tall screens a long maze does. */
export function isTall(layout: Layout, mazeWidth: number, mazeHeight: number, card: boolean): boolean {
  if (layout !== "phone" && layout !== "portrait") return false;
  // The Card Game's maze is long from north to south as it is printed; the board game's from west to east.
  return card || mazeWidth > mazeHeight;
}
