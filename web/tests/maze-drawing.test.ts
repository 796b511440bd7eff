import { describe, expect, it } from "vitest";
import { roomFloor, roomWalls } from "../src/maze/draw/rooms";
import { nextStop, stops } from "../src/maze/focus";
import { squareName, turnRoom } from "../src/maze/geometry";
import { pickAt, tokenAt } from "../src/maze/hit-test";
import { labelOf } from "../src/maze/spoken-labels";
import { GAP, ROOM, S, buildLayout, turnsFor } from "../src/maze/layout";
import { lane, pathPoints, sharing } from "../src/maze/paths";
import { between, placeAt, shapeOf } from "../src/maze/places";
import { isPit, layOutView, zoneCells, type ViewLayout } from "../src/maze/maze-model";
import { afterBeat, beatsOf } from "../src/maze/beats";
import type { Direction } from "../src/maze/types";
import { layoutOf, sceneOf, scenes, stretches } from "./maze-fixtures";

const readings: ViewLayout[] = stretches.map(({ after }) => layOutView(layoutOf(after.scenario), after));

describe("layout", () => {
  for (const scene of scenes) {
    for (const tall of [false, true]) {
      for (const home of ["", ...scene.seats.map((seat) => seat.colour)]) {
        it(`${scene.scenario} seen by ${home || "nobody"}, ${tall ? "tall" : "wide"}: in the box, no overlaps`, () => {
          const layout = buildLayout(scene, turnsFor(scene, home, tall));
          const { x, y, width, height } = layout.bounds;
          const rooms = [...layout.corners.values()];
          for (const room of rooms) {
            expect(room.x >= x && room.y >= y && room.x + ROOM <= x + width && room.y + ROOM <= y + height).toBe(true);
            for (const other of rooms) {
              if (room === other) continue;
              const apart = Math.max(Math.abs(room.x - other.x), Math.abs(room.y - other.y));
              expect(apart).toBeGreaterThanOrEqual(ROOM + GAP - 0.01);
            }
          }
          const squares = [...layout.squares.values()];
          expect(squares.every((at) => at.x >= x && at.y >= y && at.x + S <= x + width && at.y + S <= y + height)).toBe(
            true,
          );
          const crowded = squares.filter((one, i) =>
            squares.some((two, j) => j < i && Math.max(Math.abs(one.x - two.x), Math.abs(one.y - two.y)) < S - 0.01),
          );
          expect(crowded).toEqual([]);
        });
      }
    }
  }

  it("puts the own line left on wide screens, below on tall ones", () => {
    for (const home of ["blue", "yellow"]) {
      const wide = layoutOf("base", home).lines.find((line) => line.line.colours[0] === home);
      const tall = layoutOf("base", home, true).lines.find((line) => line.line.colours[0] === home);
      expect(wide?.towards).toBe("e");
      expect(tall?.towards).toBe("n");
      expect([...layoutOf("standard", home).bays.values()].find((bay) => bay.bay.colour === home)?.towards).toBe("e");
      expect([...layoutOf("standard", home, true).bays.values()].find((bay) => bay.bay.colour === home)?.towards).toBe(
        "n",
      );
    }
    expect(layoutOf("four-players", "red").lines.find((line) => line.line.colours[0] === "red")?.towards).toBe("n");
  });

  it("keeps neighbouring squares neighbours however the maze is turned", () => {
    for (const turns of [0, 1, 2, 3]) {
      const layout = buildLayout(sceneOf("base"), turns);
      const [a, b] = [layout.squares.get(squareName(3, 2)), layout.squares.get(squareName(4, 2))];
      expect(Math.hypot((a?.x ?? 0) - (b?.x ?? 0), (a?.y ?? 0) - (b?.y ?? 0))).toBe(S);
    }
  });
});

describe("reading a view", () => {
  it("shows every token of a view exactly once", () => {
    stretches.forEach(({ after }, i) => {
      const reading = readings[i] as ViewLayout;
      const shown = reading.pieces
        .filter((piece) => !piece.lid)
        .flatMap((piece) => [
          piece.token,
          ...piece.loads.map((load) => load.token),
          ...(piece.friend ? [piece.friend.token] : []),
        ]);
      const said = after.tokens.map((each) => each.token);
      if (after.game === "card")
        said.push(...after.lying.map((each) => each.token), ...after.tokens.flatMap((each) => each.items ?? []));
      // a rope under somebody on a pit is drawn as two crossed ropes
      const ropes =
        after.game === "board"
          ? after.tokens
              .filter((each) => each.token[1] === "&" && isPit(reading, each.square))
              .map((each) => each.token)
          : [];
      expect(shown.filter((token) => !ropes.includes(token)).sort()).toEqual(
        said.filter((token) => !ropes.includes(token)).sort(),
      );
      expect(new Set(reading.pieces.map((piece) => piece.id)).size).toBe(reading.pieces.length);
    });
  });

  it("draws each token where it can be picked", () => {
    for (const reading of readings) {
      for (const piece of reading.pieces) {
        if (piece.lid) continue;
        const near = tokenAt(reading, piece);
        const crowd = reading.pieces.filter(
          (other) => !other.lid && Math.hypot(other.x - piece.x, other.y - piece.y) < 40,
        );
        expect(crowd.map((other) => other.token)).toContain(near?.token);
        if (layoutSquare(reading, piece.place) || zoneCells(reading, piece.place))
          expect(placeAt(reading, piece)).toBe(piece.place);
      }
    }
  });

  it("keeps the seat of a token in a zone while its room turns", () => {
    const turn = stretches.find(
      (each) => each.after.game === "card" && each.events.some((event) => event.kind === "turned"),
    );
    expect(turn).toBeDefined();
    if (!turn) return;
    const before = layOutView(layoutOf(turn.before.scenario), turn.before);
    const after = layOutView(before.layout, turn.after, before);
    const place = turn.events.find((event) => event.kind === "turned")?.place ?? "";
    const room = before.rooms.get(place)?.room?.name ?? "";
    const inside = before.pieces.filter((piece) => piece.place.startsWith(`${room}.`));
    expect(inside.length).toBeGreaterThan(0);
    for (const piece of inside) expect(after.byToken.get(piece.token)?.seat).toEqual(piece.seat);
  });

  it("leaves what has not changed as the same object", () => {
    const [first] = stretches;
    if (!first) return;
    const one = layOutView(layoutOf(first.after.scenario), first.after);
    const two = layOutView(one.layout, structuredClone(first.after), one);
    expect(two.pieces.every((piece, i) => piece === one.pieces[i])).toBe(true);
    expect([...two.rooms.values()].every((room) => one.rooms.get(room.place) === room)).toBe(true);
  });
});

const layoutSquare = (reading: ViewLayout, place: string) => reading.layout.squares.has(place);

describe("what happened", () => {
  it("piece by piece leads to what the server sent", () => {
    const checked = new Set<string>();
    for (const { before, events, after } of stretches) {
      let view = before;
      for (const beat of beatsOf(after, events)) {
        const reading = layOutView(layoutOf(view.scenario), view);
        const walker = beat.kind === "walk" ? reading.byToken.get(beat.token) : undefined;
        view = afterBeat(
          view,
          beat,
          after,
          walker ? [...walker.loads, ...(walker.friend ? [walker.friend] : [])].map((each) => each.token) : [],
        );
        checked.add(beat.kind);
      }
      const where = (from: typeof view) =>
        new Map(
          from.tokens
            .map((each) => ["square" in each ? each.square : each.place, each.token] as const)
            .map(([place, token]) => [token, place]),
        );
      expect(where(view), JSON.stringify(events)).toEqual(where(after));
      const quarters = (from: typeof view) =>
        from.rooms.map((room) => `${room.name} ${room.quarters} ${"x" in room ? `${room.x},${room.y}` : ""}`);
      expect(quarters(view)).toEqual(quarters(after));
    }
    expect([...checked].sort()).toEqual([
      "drop",
      "flash",
      "hurt",
      "raise",
      "reveal",
      "shift",
      "turn",
      "vanish",
      "walk",
    ]);
  });

  it("sends a fireball from the caster to the last one it reaches", () => {
    const view = stretches[0]?.after;
    if (!view) return;
    const beats = beatsOf(view, [
      { kind: "fireball", token: "bZ", side: "e" },
      { kind: "eliminated", token: "yW" },
      { kind: "object-gone", token: "b*" },
    ]);
    expect(beats.map((beat) => beat.kind)).toEqual(["beam", "vanish", "vanish"]);
    expect(beats[0]).toMatchObject({ from: "bZ", to: "yW" });
    expect(beatsOf(view, [{ kind: "shot", token: "bCr", other: "yNa" }])[0]).toMatchObject({
      kind: "beam",
      from: "bCr",
      to: "yNa",
    });
  });

  it("joins the steps of one walk and plays nothing when too much happened", () => {
    const view = stretches[0]?.after;
    if (!view) return;
    const step = (square: string) => ({ kind: "stepped", token: "bW", square });
    const [walk] = beatsOf(view, [{ kind: "action-began" }, step("b1"), step("b2"), { kind: "stopped" }]);
    expect(walk).toMatchObject({ kind: "walk", places: ["b1", "b2"], ms: 220 });
    expect(
      beatsOf(
        view,
        Array.from({ length: 199 }, () => ({ kind: "turned", place: "R1", number: 1 })),
      ),
    ).toEqual([]);
  });
});

describe("paths through zones", () => {
  const cards = readings.filter((reading) => reading.layout.scene.game === "card");

  it("cross no wall between neighbouring zones", () => {
    let walked = 0;
    for (const reading of cards.slice(-4)) {
      for (const room of reading.rooms.values()) {
        for (const [letter, cells] of Object.entries(room.room?.zones ?? {})) {
          const here = `${room.room?.name}.${letter}`;
          for (const cell of cells ?? []) {
            for (const side of ["e", "s"] as const) {
              const next = between(reading, room, cell, side);
              const there =
                next &&
                placeAt(reading, { x: next.room.x + next.cell.x * S + 30, y: next.room.y + next.cell.y * S + 30 });
              if (!next || next.kind !== "open" || !there || there === here) continue;
              expect(crossings(reading, pathPoints(reading, [here, there]))).toBe(0);
              // Wherever in the zone the walker stands: a zone may wind round a wall.
              for (const from of cells ?? []) {
                const start = { x: room.x + from.x * S + S / 2, y: room.y + from.y * S + S / 2 };
                expect(crossings(reading, pathPoints(reading, [here, there], start)), `${here} to ${there}`).toBe(0);
              }
              walked++;
            }
          }
        }
      }
    }
    expect(walked).toBeGreaterThan(50);
  });

  /** How many walls a line of cell middles runs through. */
  function crossings(reading: ViewLayout, points: { x: number; y: number }[]): number {
    let found = 0;
    for (let i = 1; i < points.length; i++) {
      const [a, b] = [points[i - 1]!, points[i]!];
      const room = [...reading.rooms.values()].find(
        (each) => a.x > each.x && a.x < each.x + ROOM && a.y > each.y && a.y < each.y + ROOM,
      );
      if (!room) continue;
      const cell = { x: Math.floor((a.x - room.x) / S), y: Math.floor((a.y - room.y) / S) };
      const side = Math.abs(b.x - a.x) > Math.abs(b.y - a.y) ? (b.x > a.x ? "e" : "w") : b.y > a.y ? "s" : "n";
      expect(Math.min(Math.abs(b.x - a.x), Math.abs(b.y - a.y))).toBeLessThan(1);
      const kind = between(reading, room, cell, side)?.kind;
      if (kind === "wall" || kind === "gate") found++;
    }
    return found;
  }
});

describe("picking and focus", () => {
  it("picks lids as rooms, squares as places, nothing outside", () => {
    const reading = readings.find(
      (each) => each.layout.scene.game === "board" && [...each.rooms.values()].some((room) => !room.faceUp),
    ) as ViewLayout;
    const lid = [...reading.rooms.values()].find((room) => !room.faceUp);
    expect(pickAt(reading, {}, { x: (lid?.x ?? 0) + 20, y: (lid?.y ?? 0) + 20 })).toEqual({
      kind: "room",
      place: lid?.place,
    });
    const [square, at] = [...reading.layout.squares].find(
      ([name, corner]) => placeAt(reading, { x: corner.x + 5, y: corner.y + 5 }) === name,
    ) ?? ["", { x: 0, y: 0 }];
    expect(pickAt(reading, {}, { x: at.x + 3, y: at.y + 3 })).toMatchObject({ place: square });
    expect(pickAt(reading, {}, { x: -9999, y: 0 })).toBeNull();
  });

  it("gives a marked room the clicks that nothing else wants", () => {
    const reading = readings[0] as ViewLayout;
    const room = [...reading.rooms.values()].find((each) => each.faceUp);
    if (!room) return;
    const free = [...reading.layout.squares].find(
      ([name, c]) =>
        placeAt(reading, { x: c.x + 30, y: c.y + 30 }) === name &&
        c.x >= room.x &&
        c.x < room.x + ROOM &&
        c.y >= room.y &&
        c.y < room.y + ROOM &&
        !reading.pieces.some((p) => p.place === name),
    );
    const at = { x: (free?.[1].x ?? 0) + 4, y: (free?.[1].y ?? 0) + 4 };
    expect(pickAt(reading, { rooms: [{ place: room.place }] }, at)).toEqual({ kind: "room", place: room.place });
    expect(pickAt(reading, { rooms: [{ place: room.place }], reach: [{ place: free?.[0] ?? "" }] }, at)).toEqual({
      kind: "place",
      place: free?.[0],
    });
  });

  it("reaches every place with the arrow keys", () => {
    const kinds = new Map(readings.map((reading) => [`${reading.layout.scene.scenario}`, reading]));
    for (const reading of kinds.values()) {
      const all = stops(reading);
      const seen = new Map([[all[0]?.place ?? "", all[0]?.cells[0] ?? { x: 0, y: 0 }]]);
      for (const [place, at] of seen) {
        const cells = all.find((stop) => stop.place === place)?.cells ?? [at];
        for (const cell of cells) {
          for (const direction of ["up", "down", "left", "right"] as Direction[]) {
            const next = nextStop(all, place, cell, direction);
            if (next && !seen.has(next.place)) seen.set(next.place, next.at);
          }
        }
      }
      expect(seen.size).toBe(all.length);
    }
  });

  it("says where a place is and what is there", () => {
    const words = {
      t: (key: string, params?: object) => (params ? `${key} ${JSON.stringify(params)}` : key),
      tn: (key: string, count: number) => `${key} ${count}`,
      listing: (parts: string[]) => parts.join(),
    };
    for (const reading of readings) {
      for (const stop of stops(reading)) {
        const label = labelOf({ reading, marks: {}, home: "blue", doors: {}, words }, stop.place);
        expect(label.length).toBeGreaterThan(5);
        for (const piece of reading.pieces)
          if (piece.place === stop.place && piece.key) expect(label).toContain(`game.piece.${piece.key}`);
      }
    }
  });
});

it("draws rooms without holes, alike each time", () => {
  for (const scene of scenes) {
    for (const drawing of scene.rooms) {
      const room = turnRoom(drawing, 1);
      const [floor, walls] = [
        roomFloor(room),
        roomWalls(
          room,
          drawing.gates.map(() => "open"),
        ),
      ];
      expect(floor + walls).not.toMatch(/NaN|undefined/);
      expect(roomFloor(turnRoom(drawing, 1))).toBe(floor);
      expect(
        roomWalls(
          room,
          drawing.gates.map(() => "closed"),
        ) === walls,
      ).toBe(drawing.gates.length === 0);
    }
  }
});

it("finds the shape of every place of every scene", () => {
  for (const reading of readings) {
    for (const stop of stops(reading)) {
      const shape = shapeOf(reading, stop.place);
      expect(shape?.outline(4)).not.toMatch(/NaN|undefined/);
    }
  }
});

describe("ways that share a part", () => {
  it("are found, there and back too", () => {
    expect(
      sharing([
        ["f4", "g4"],
        ["g4", "f4", "f3"],
        ["a1", "a2"],
      ]),
    ).toEqual([true, true, false]);
    expect(sharing([["f4", "g4", "f4"]])).toEqual([true]);
    expect(sharing([["a1", "token"]])).toEqual([false]);
  });

  it("lie side by side, each to the right of its direction", () => {
    expect(
      lane(
        [
          { x: 0, y: 0 },
          { x: 10, y: 0 },
        ],
        2,
      ),
    ).toEqual([
      { x: 0, y: 2 },
      { x: 10, y: 2 },
    ]);
    expect(
      lane(
        [
          { x: 10, y: 0 },
          { x: 0, y: 0 },
        ],
        2,
      ),
    ).toEqual([
      { x: 10, y: -2 },
      { x: 0, y: -2 },
    ]);
    expect(
      lane(
        [
          { x: 0, y: 0 },
          { x: 10, y: 0 },
          { x: 10, y: 10 },
        ],
        2,
      ),
    ).toEqual([
      { x: 0, y: 2 },
      { x: 8, y: 2 },
      { x: 8, y: 10 },
    ]);
    expect(lane([{ x: 3, y: 4 }], 2)).toEqual([{ x: 3, y: 4 }]);
  });
});
