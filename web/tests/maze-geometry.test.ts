import { describe, expect, it } from "vitest";
import {
  columnName,
  parseSquare,
  parseStation,
  parseZone,
  seatsOf,
  signCell,
  squareName,
  turnPoint,
  turnRoom,
  turnSide,
  wallRuns,
  wayInside,
} from "../src/maze/geometry";
import { cameraCentredOn, clampCamera, fitCamera, unitsAt, zoomAt } from "../src/maze/camera";
import { contour } from "../src/maze/draw/primitives";
import { rimLabels } from "../src/maze/coordinates";
import { buildLayout, S, turnsFor } from "../src/maze/layout";
import { layoutOf, sceneOf, scenes } from "./maze-fixtures";

const rooms = [
  ...new Map(scenes.flatMap((scene) => scene.rooms.map((room) => [`${scene.game} ${room.name}`, room]))).values(),
];

describe("names", () => {
  it("reads and writes squares over the whole alphabet", () => {
    for (const x of [0, 1, 25, 26, 27, 51, 52, 701, 702]) expect(parseSquare(squareName(x, 9))).toEqual({ x, y: 9 });
    expect(columnName(26)).toBe("aa");
    expect(squareName(4, 4)).toBe("e5");
  });
  it("distinguishes zones, stations and squares", () => {
    expect(parseZone("red-1.T")).toEqual({ room: "red-1", letter: "T" });
    expect(parseStation("N0T")).toEqual({ bay: "N0", letter: "T" });
    expect(parseStation("S3?")).toEqual({ bay: "S3", letter: "?" });
    for (const name of ["R3", "N", "out", "red-1.T"]) expect(parseSquare(name)).toBeNull();
    for (const name of ["e5", "N0T", "R3"]) expect(parseZone(name)).toBeNull();
  });
});

describe("turning", () => {
  it("turns points clockwise and back", () => {
    expect(turnPoint({ x: 0, y: 0 }, 1, 5, 5)).toEqual({ x: 4, y: 0 });
    expect(turnPoint({ x: 21, y: 3 }, 1, 22, 10)).toEqual({ x: 6, y: 21 });
    for (let q = -4; q <= 4; q++) {
      const there = turnPoint({ x: 1, y: 3 }, q, 5, 5);
      expect(turnPoint(there, -q, 5, 5)).toEqual({ x: 1, y: 3 });
    }
    expect(turnSide("n", 1)).toBe("e");
    expect(turnSide("n", -1)).toBe("w");
  });

  it("keeps every room's walls, cells and gates when it turns", () => {
    for (const drawing of rooms) {
      const unturned = turnRoom(drawing, 0);
      for (let q = 1; q < 4; q++) {
        const turned = turnRoom(drawing, q);
        expect(turned.walls.length).toBe(unturned.walls.length);
        expect(turned.gates.length).toBe(drawing.gates.length);
        const all = [...turned.walls, ...turned.slits, ...turned.gates];
        expect(new Set(all.map((e) => `${e.upright}${e.line}${e.k}`)).size).toBe(all.length);
        for (const edge of all) expect(edge.line >= 0 && edge.line <= 5 && edge.k >= 0 && edge.k < 5).toBe(true);
        for (const pit of turned.pits) expect(unturned.pits).toContainEqual(turnPoint(pit, -q, 5, 5));
      }
      expect(turnRoom(drawing, 4)).toEqual(unturned);
    }
  });

  it("takes broken walls away and leaves rubble", () => {
    const drawing = rooms.find((room) => room.breakable?.length);
    expect(drawing).toBeDefined();
    if (!drawing) return;
    const broken = turnRoom(drawing, 1, "cw", true);
    expect(broken.walls.length + broken.rubble.length).toBe(
      drawing.walls.length + drawing.slits.length - broken.slits.length,
    );
    expect(broken.rubble.length).toBeGreaterThan(0);
  });
});

it("merges neighbouring walls into runs and loses none", () => {
  expect(
    wallRuns([
      { upright: false, line: 2, k: 1 },
      { upright: false, line: 2, k: 0 },
      { upright: false, line: 2, k: 3 },
    ]),
  ).toEqual([
    { upright: false, line: 2, from: 0, to: 2 },
    { upright: false, line: 2, from: 3, to: 4 },
  ]);
  for (const drawing of rooms) {
    const { walls } = turnRoom(drawing, 1);
    expect(wallRuns(walls).reduce((sum, run) => sum + run.to - run.from, 0)).toBe(walls.length);
  }
});

describe("zones", () => {
  const zones = rooms.flatMap((drawing) => [0, 1, 2, 3].flatMap((q) => Object.values(turnRoom(drawing, q).zones)));

  it("seats everybody on a cell of its own, the sign last", () => {
    expect(zones.length).toBeGreaterThan(100);
    for (const cells of zones) {
      const seats = seatsOf(cells);
      expect(new Set(seats.map((s) => `${s.x},${s.y}`)).size).toBe(cells.length);
      expect(seats.at(-1)).toEqual(signCell(cells));
    }
  });

  it("walks inside a zone only over its own neighbouring cells", () => {
    for (const cells of zones) {
      for (const from of cells) {
        for (const to of cells) {
          const way = wayInside(cells, from, to);
          expect(way[0]).toEqual(from);
          expect(way.at(-1)).toEqual(to);
          const outside = way.filter((cell) => !cells.some((each) => each.x === cell.x && each.y === cell.y));
          const leaps = way
            .slice(1)
            .filter((cell, i) => Math.abs(cell.x - way[i]!.x) + Math.abs(cell.y - way[i]!.y) !== 1);
          expect([...outside, ...leaps]).toEqual([]);
        }
      }
    }
  });

  it("draws a closed contour inside the cells", () => {
    for (const cells of zones) {
      const d = contour(cells, 4);
      expect(d.match(/M/g)?.length).toBe(d.match(/Z/g)?.length);
      for (const [, x, y] of d.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)) {
        const inside = cells.some(
          (c) =>
            Number(x) >= c.x * 60 && Number(x) <= c.x * 60 + 60 && Number(y) >= c.y * 60 && Number(y) <= c.y * 60 + 60,
        );
        expect(inside).toBe(true);
      }
    }
  });
});

describe("lying on the screen", () => {
  it("lies along the long side of the screen, the small mazes of the tutorials too", () => {
    for (const [name, home] of [
      ["base", "yellow"],
      ["tutorial-1", "blue"],
      ["tutorial-1", "yellow"],
      ["standard", "blue"],
      ["simplified", "blue"],
    ] as const) {
      const [wide, tall] = [layoutOf(name, home, false).bounds, layoutOf(name, home, true).bounds];
      expect(wide.width, name).toBeGreaterThan(wide.height);
      expect(tall.height, name).toBeGreaterThan(tall.width);
    }
  });
});

describe("camera", () => {
  const bounds = { x: -25, y: -17, width: 1404, height: 644 };
  const size = { width: 1000, height: 500 };

  it("shows everything when fitted", () => {
    const camera = fitCamera(bounds, size);
    const [a, b] = [unitsAt(camera, 0, 0, size), unitsAt(camera, size.width, size.height, size)];
    expect(a.x).toBeLessThanOrEqual(bounds.x + 0.01);
    expect(b.x).toBeGreaterThanOrEqual(bounds.x + bounds.width - 0.01);
    expect(a.y).toBeLessThanOrEqual(bounds.y);
  });
  it("keeps the point under the pointer while zooming in the middle of the maze", () => {
    const camera = zoomAt(fitCamera(bounds, size), 2, 500, 250, bounds, size);
    const before = unitsAt(camera, 480, 260, size);
    const after = unitsAt(zoomAt(camera, 1.2, 480, 260, bounds, size), 480, 260, size);
    expect(after.x).toBeCloseTo(before.x, 3);
    expect(after.y).toBeCloseTo(before.y, 3);
  });
  it("never leaves the maze and never goes further out than all of it", () => {
    const camera = clampCamera({ x: 99999, y: -99999, scale: 0.0001 }, bounds, size);
    expect(camera).toEqual(fitCamera(bounds, size));
    const near = cameraCentredOn({ x: 0, y: 0, width: 60, height: 60 }, 46, bounds, { width: 390, height: 480 });
    expect(near.scale * 60).toBeGreaterThanOrEqual(45.9);
    expect(near.x - 195 / near.scale).toBeGreaterThanOrEqual(bounds.x - 0.01);
  });
});

describe("coordinates", () => {
  const all = (name: string, home: string, tall = false, flip = false) => {
    const layout = buildLayout(sceneOf(name), turnsFor(sceneOf(name), home, tall, flip));
    return { layout, labels: rimLabels(layout, layout.bounds) };
  };

  it("names every square by its column and row on the rim, however the maze lies", () => {
    for (const [name, home] of [
      ["base", "blue"],
      ["base", "yellow"],
      ["four-players", "red"],
      ["simplified", "yellow"],
    ] as const) {
      for (const [tall, flip] of [
        [false, false],
        [true, false],
        [false, true],
        [true, true],
      ] as const) {
        const { layout, labels } = all(name, home, tall, flip);
        for (const [square, corner] of layout.squares) {
          const middle = { x: corner.x + S / 2, y: corner.y + S / 2 };
          const numbered = (label: { text: string }) => /\d/.test(label.text);
          const onItsSide = layout.turns % 2 === 1;
          const above = labels
            .filter(
              (label) => numbered(label) === onItsSide && Math.abs(label.x - middle.x) < S / 4 && label.y < middle.y,
            )
            .map((label) => label.text);
          const left = labels
            .filter(
              (label) => numbered(label) !== onItsSide && Math.abs(label.y - middle.y) < S / 4 && label.x < middle.x,
            )
            .map((label) => label.text);
          expect(
            [...above, ...left].sort((a, b) => Number(/\d/.test(a)) - Number(/\d/.test(b))).join(""),
            `${name} ${home} ${square}`,
          ).toBe(square);
        }
      }
    }
  });

  it("stands directly at the first square of its column or row", () => {
    const { layout, labels } = all("four-players", "blue");
    const corners = [...layout.squares.values()];
    for (const { x, y } of labels) {
      const near = corners.filter(
        (corner) => x > corner.x - 30 && x < corner.x + S && y > corner.y - 30 && y < corner.y + S,
      );
      expect(near.length).toBeGreaterThan(0);
    }
  });

  it("stays on the screen when the maze is looked at from near", () => {
    const { layout } = all("base", "blue");
    const seen = { x: 400, y: 200, width: 500, height: 300 };
    const inside = rimLabels(layout, seen).filter(
      (label) =>
        label.x > seen.x && label.y > seen.y && label.x < seen.x + seen.width && label.y < seen.y + seen.height,
    );
    expect(inside.filter((label) => /[a-z]/.test(label.text)).length).toBeGreaterThan(5);
    expect(inside.filter((label) => /\d/.test(label.text)).length).toBeGreaterThan(3);
  });
});
