/**
 * The names on the rim of the board: letters of columns and numbers of rows as the notation counts them, wherever the
 * maze is turned. The Card Game has no squares: there every place of a room has its name, as face-down rooms of the
 * board game have.
 */
import { columnName, parseSquare, type Point } from "./geometry";
import { PAD, ROOM, S, type Box, type Layout } from "./layout";
import type { ViewLayout, RoomOnTable } from "./maze-model";

export interface RimLabel extends Point {
  text: string;
}

/**
 * Above the first square of each column and left of the first one of each row; `seen` is the part of the drawing on the
 * screen: the labels stay in it.
 */
export function rimLabels(layout: Layout, seen: Box): RimLabel[] {
  const across = new Map<string, Point>();
  const down = new Map<string, Point>();
  for (const [name, corner] of layout.squares) {
    const at = parseSquare(name);
    if (!at) continue;
    const [column, row] = [columnName(at.x), String(at.y + 1)];
    const [along, below] = layout.turns % 2 ? [row, column] : [column, row];
    if (corner.y < (across.get(along)?.y ?? Infinity)) across.set(along, corner);
    if (corner.x < (down.get(below)?.x ?? Infinity)) down.set(below, corner);
  }
  return [
    ...[...across].map(([text, { x, y }]) => ({ text, x: x + S / 2, y: Math.max(y - PAD, seen.y) + PAD / 2 })),
    ...[...down].map(([text, { x, y }]) => ({ text, x: Math.max(x - PAD, seen.x) + PAD / 2, y: y + S / 2 })),
  ];
}

/** The rooms of the Card Game lie in two rows or columns: their names stand on the rim next to them. */
function roomLabel({ bounds, turns }: Layout, room: RoomOnTable): RimLabel {
  const middle = { x: room.x + ROOM / 2, y: room.y + ROOM / 2 };
  if (turns % 2)
    return {
      text: room.place,
      x: middle.x,
      y: middle.y < bounds.y + bounds.height / 2 ? bounds.y + PAD / 2 : bounds.y + bounds.height - PAD / 2,
    };
  return {
    text: room.place,
    y: middle.y,
    x: middle.x < bounds.x + bounds.width / 2 ? bounds.x + PAD / 2 : bounds.x + bounds.width - PAD / 2,
  };
}

/** Names on the maze itself: of places of rooms (lids; in the Card Game all), and of small lines. */
export function placeLabels(reading: ViewLayout): RimLabel[] {
  const { layout } = reading;
  const lids = [...reading.rooms.values()].filter((room) => !room.faceUp && layout.scene.game === "board");
  const lines = layout.lines.filter(({ line }) => !line.colours.length);
  return [
    ...lids.map((room) => ({ text: room.place, x: room.x + ROOM / 2, y: room.y + 30 })),
    ...(layout.scene.game === "card" ? [...reading.rooms.values()].map((room) => roomLabel(layout, room)) : []),
    ...lines.flatMap(({ line, squares }) => {
      const middle = squares[Math.floor(squares.length / 2)];
      return middle ? [{ text: line.name, x: middle.x + S / 2, y: middle.y + S / 2 }] : [];
    }),
  ];
}
