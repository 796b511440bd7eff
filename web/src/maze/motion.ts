/**
 * Plays one beat on the drawing that already shows its end: everything comes from where it was. Only `transform` and
 * `opacity` are animated.
 */
import type { Point } from "./geometry";
import { ROOM, S } from "./layout";
import { pathPoints } from "./paths";
import type { DrawnToken, ViewLayout } from "./maze-model";
import type { Beat } from "./beats";

const EASE = "cubic-bezier(.2,.7,.2,1)";
const GEAR = "cubic-bezier(.6,-.12,.25,1.08)";
const DROP = "cubic-bezier(.3,1.4,.5,1)";
const HALF = ROOM / 2;

export interface Stage {
  svg: SVGSVGElement;
  before: ViewLayout;
  after: ViewLayout;
  rate: number;
}

type Frames = Keyframe[];

export const restingTransform = (piece: { x: number; y: number; scale: number }) =>
  `translate(${piece.x}px, ${piece.y}px) scale(${piece.scale})`;

/** Starts the animations of a beat. They are done when all `finished` promises are; cancelling them shows the end. */
export function playBeat(stage: Stage, beat: Beat): Animation[] {
  switch (beat.kind) {
    case "walk":
      return walk(stage, beat.token, beat.places, beat.ms);
    case "turn":
      return turn(stage, beat.place, beat.quarters, beat.ms);
    case "shift":
      return [...beat.places.flatMap((place) => shiftRoom(stage, place, beat.ms)), ...follow(stage, beat.ms)];
    case "reveal":
      return reveal(stage, beat.place, beat.ms);
    case "raise":
      return raise(stage, beat.place, beat.ms);
    case "drop":
      return tokens(stage, [beat.token], dropFrames, beat.ms, DROP);
    case "hurt":
      return tokens(stage, [beat.token], hurtFrames, beat.ms, EASE);
    case "vanish":
      return run(stage, all(stage, "[data-leaving]"), () => vanishFrames(beat.leaves), beat.ms, EASE);
    default:
      return [];
  }
}

function all(stage: Stage, selector: string): SVGGElement[] {
  return [...stage.svg.querySelectorAll<SVGGElement>(selector)];
}

function run(
  stage: Stage,
  elements: SVGGElement[],
  frames: (element: SVGGElement) => Frames,
  ms: number,
  easing: string,
): Animation[] {
  return elements.map((element) => {
    const animation = element.animate(frames(element), { duration: ms, easing, fill: "backwards" });
    animation.playbackRate = stage.rate;
    return animation;
  });
}

function tokens(
  stage: Stage,
  names: string[],
  frames: (piece: DrawnToken) => Frames,
  ms: number,
  easing: string,
): Animation[] {
  return names.flatMap((name) => {
    const piece = stage.after.byToken.get(name);
    return piece
      ? run(stage, all(stage, `[data-piece="${CSS.escape(piece.id)}"]`), () => frames(piece), ms, easing)
      : [];
  });
}

/** Along the path, lifted by three units in the middle of every step. */
function walk(stage: Stage, token: string, places: string[], ms: number): Animation[] {
  const from = stage.before.byToken.get(token);
  if (!from) return [];
  const points = pathPoints(stage.before, [from.place, ...places], { x: from.x, y: from.y });
  return tokens(stage, [token], (piece) => walkFrames(from, piece, points), ms, "linear");
}

function walkFrames(from: DrawnToken, piece: DrawnToken, way: Point[]): Frames {
  const points = [{ x: from.x, y: from.y }, ...way.slice(1, -1), { x: piece.x, y: piece.y }];
  const lengths = points.slice(1).map((p, i) => Math.hypot(p.x - (points[i] as Point).x, p.y - (points[i] as Point).y));
  const total = Math.max(
    1,
    lengths.reduce((sum, each) => sum + each, 0),
  );
  const scale = (at: number) => from.scale + (piece.scale - from.scale) * at;
  const frames: Frames = [{ offset: 0, transform: restingTransform(from) }];
  let gone = 0;
  points.slice(1).forEach((to, i) => {
    const start = points[i] as Point;
    const length = lengths[i] ?? 0;
    const middle = (gone + length / 2) / total;
    frames.push({
      offset: middle,
      transform: restingTransform({
        x: (start.x + to.x) / 2,
        y: (start.y + to.y) / 2 - 3,
        scale: scale(middle) * 1.04,
      }),
    });
    gone += length;
    frames.push({
      offset: Math.min(1, gone / total),
      transform: restingTransform({ ...to, scale: scale(gone / total) }),
    });
  });
  return frames;
}

const around = (angle: number, scale = 1) =>
  `translate(${HALF}px, ${HALF}px) rotate(${angle}deg) scale(${scale}) translate(${-HALF}px, ${-HALF}px)`;

/** The room turns with everything in it; tokens and signs stay upright. */
function turn(stage: Stage, place: string, quarters: number, ms: number): Animation[] {
  const room = stage.after.rooms.get(place);
  if (!room || !quarters) return [];
  const angle = -90 * quarters;
  const floor = all(stage, `[data-turn="${place}"]`);
  const signs = floor.flatMap((each) => [...each.querySelectorAll<SVGGElement>(".upright")]);
  const centre = { x: room.x + HALF, y: room.y + HALF };
  const carried = stage.after.pieces.filter(
    (piece) => Math.abs(piece.x - centre.x) < HALF && Math.abs(piece.y - centre.y) < HALF,
  );
  const frames = (piece: DrawnToken): Frames => {
    const at = (a: number) =>
      `translate(${centre.x}px, ${centre.y}px) rotate(${a}deg)` +
      ` translate(${piece.x - centre.x}px, ${piece.y - centre.y}px) rotate(${-a}deg) scale(${piece.scale})`;
    return [{ transform: at(angle) }, { transform: at(0) }];
  };
  return [
    ...run(stage, floor, () => [{ transform: around(angle) }, { transform: around(0) }], ms, GEAR),
    ...run(stage, signs, () => [{ transform: `rotate(${-angle}deg)` }, { transform: "rotate(0deg)" }], ms, GEAR),
    ...tokens(
      stage,
      carried.map((piece) => piece.token),
      frames,
      ms,
      GEAR,
    ),
  ];
}

/** A room that lies elsewhere now comes from where it lay. */
function shiftRoom(stage: Stage, place: string, ms: number): Animation[] {
  const now = stage.after.rooms.get(place);
  const name = now?.room?.name;
  const old =
    (name && [...stage.before.rooms.values()].find((each) => each.room?.name === name)) ||
    stage.before.rooms.get(place);
  if (!now || !old) return [];
  const from = `translate(${old.x - now.x}px, ${old.y - now.y}px)`;
  return run(stage, all(stage, `[data-turn="${place}"]`), () => [{ transform: from }, { transform: "none" }], ms, GEAR);
}

/** Every token that is elsewhere now goes there straight. */
function follow(stage: Stage, ms: number): Animation[] {
  return stage.after.pieces.flatMap((piece) => {
    const old = stage.before.byToken.get(piece.token);
    if (!old || old.id !== piece.id || (old.x === piece.x && old.y === piece.y)) return [];
    return tokens(
      stage,
      [piece.token],
      () => [{ transform: restingTransform(old) }, { transform: restingTransform(piece) }],
      ms,
      GEAR,
    );
  });
}

/** The lid shrinks to its hub, the room grows out of it. */
function reveal(stage: Stage, place: string, ms: number): Animation[] {
  const grow = [
    { transform: around(0, 0.25), opacity: 0 },
    { transform: around(0, 0.25), opacity: 0, offset: 0.3 },
    { transform: around(0, 1), opacity: 1 },
  ];
  const shrink = [
    { transform: around(0, 1), opacity: 1 },
    { transform: around(70, 0.2), opacity: 1, offset: 0.6 },
    { transform: around(90, 0.05), opacity: 0 },
  ];
  return [
    ...run(stage, all(stage, `[data-turn="${place}"]`), () => grow, ms, EASE),
    ...run(stage, all(stage, "[data-lid-leaving]"), () => shrink, ms, EASE),
    ...run(stage, all(stage, "[data-leaving]"), () => vanishFrames(false), ms / 2, EASE),
  ];
}

function raise(stage: Stage, place: string, ms: number): Animation[] {
  const frames = [
    { transform: around(0, 1) },
    { transform: around(0, 1.08), offset: 0.5 },
    { transform: around(0, 1) },
  ];
  return run(stage, all(stage, `[data-turn="${place}"]`), () => frames, ms, GEAR);
}

const dropFrames = (piece: DrawnToken): Frames => [
  { transform: restingTransform({ x: piece.x, y: piece.y - S, scale: piece.scale * 1.5 }), opacity: 0 },
  { transform: restingTransform(piece), opacity: 1 },
];

const hurtFrames = (piece: DrawnToken): Frames => [
  { transform: restingTransform({ ...piece, scale: piece.scale * 1.25 }) },
  { transform: restingTransform({ ...piece, x: piece.x - 5 }), offset: 0.4 },
  { transform: restingTransform({ ...piece, x: piece.x + 4 }), offset: 0.7 },
  { transform: restingTransform(piece) },
];

const vanishFrames = (leaves: boolean): Frames => [
  { transform: "scale(1)", opacity: 1 },
  { transform: leaves ? "scale(1.6)" : "scale(.55) rotate(-20deg)", opacity: 0 },
];
