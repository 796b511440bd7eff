// A scenario as the maze draws it: where lids, lines and starting zones lie.
import { startingLine, startingZones } from "$maze/draw/edges";
import type { Point, Side } from "$maze/geometry";
import { around, buildLayout, PAD, ROOM, S, type Box, type Layout } from "$maze/layout";
import type { Scene } from "$lib/protocol";
import { squaresOf, type LayoutItems, type Line } from "./layout-text";
import { numbersAt, ownerOf } from "./scenario-tables";
import type { Tables } from "./toml-text";

export const placeBox = ({ x, y }: Point): Box => ({ x: x * S, y: y * S, width: ROOM, height: ROOM });
export const lineBox = (line: Line): Box =>
  around(squaresOf(line).map(({ x, y }) => ({ x: x * S, y: y * S, width: S, height: S })));

/** The box round all places and lines, with a rim. */
export function boundsOf({ places, lines }: LayoutItems, rim = PAD): Box {
  const { x, y, width, height } = around([...places.map(placeBox), ...lines.map(lineBox)]);
  return { x: x - rim, y: y - rim, width: width + 2 * rim, height: height + 2 * rim };
}

/** The side of a line on which rooms touch it. */
export function towardsOf(line: Line, { places }: LayoutItems): Side {
  const sides: Side[] = line.direction === "E" ? ["s", "n"] : ["e", "w"];
  const [dx, dy] = line.direction === "E" ? [0, 1] : [1, 0];
  const touches = squaresOf(line).some(({ x, y }) =>
    places.some((place) => x + dx >= place.x && x + dx < place.x + 5 && y + dy >= place.y && y + dy < place.y + 5),
  );
  return (touches ? sides[0] : sides[1]) as Side;
}

export function drawnLine(tables: Tables, line: Line, items: LayoutItems): string {
  const dots = new Set(line.dots.map(({ x, y }) => `${x},${y}`));
  const squares = squaresOf(line).map(({ x, y }) => ({
    square: "",
    x: x * S,
    y: y * S,
    dot: dots.has(`${x},${y}`),
  }));
  const owner = ownerOf(tables, line.name) || "neutral";
  const layout = {
    line: { name: line.name, colours: [], towards: "", squares: [] },
    towards: towardsOf(line, items),
    squares,
  };
  return startingLine(layout, owner, !line.dots.length);
}

/** The maze of a scenario of the Card Game: rows of two rooms between two starting zones. */
export function cardLayout(tables: Tables): Layout {
  const rows = Math.max(1, Math.min(numbersAt(tables, "capacity").length, 12));
  const places = Array.from({ length: 2 * rows }, (_, at) => ({
    place: `R${at + 1}`,
    x: 5 * (at % 2),
    y: 5 * Math.floor(at / 2),
  }));
  const bay = (name: string, colour: string, column: number, place: string, towards: string) => ({
    name,
    colour,
    column,
    place,
    towards,
  });
  const last = 2 * rows;
  const scene = {
    game: "card",
    width: 10,
    height: 5 * rows,
    places,
    lines: [],
    bays: [
      bay("N0", "blue", 0, "R1", "s"),
      bay("N1", "blue", 1, "R2", "s"),
      bay("S0", "yellow", 0, `R${last - 1}`, "n"),
      bay("S1", "yellow", 1, `R${last}`, "n"),
    ],
  };
  return buildLayout(scene as unknown as Scene, 0);
}

export const drawnZones = (layout: Layout): string => startingZones(layout);
