// What can be done, as the page offers it: pure functions from the server's advice and the player's plan to buttons,
// marks on the maze and the commands a click means. No rule of the game is known here.

import type { Advice, Character, Choice, CharacterAction, Option, Scene, Stop } from "$lib/protocol";
import type { AnyView, Marks, Pick, RoomMark } from "$maze/types";
import { colourOf, figureOf } from "$lib/names";
import { standings } from "./token-looks";
import {
  type DeedButton,
  type InteractionState,
  type ClickAction,
  type Plan,
  type InteractionContext,
} from "./context";
import { parseSquare } from "$maze/geometry";
import { neighbourSquare, towardsSquare } from "./squares";

/** Deeds whose every way gets a button of its own. */
const SPLIT = ["turn", "slide", "invert"];
/**
 * Deeds that are never taken back: they are asked about before they are done, unless the player has switched it off.
 */
const IRREVERSIBLE = ["turn", "slide", "invert", "walls", "reveal"];

/**
 * Is a deed asked about before it is done? A fireball at nobody always (FIRE-5), what cannot be undone if the player
 * wants it so.
 */
export const asksFirst = (option: Option, confirming: boolean): boolean =>
  option.vain === true || (confirming && IRREVERSIBLE.includes(option.choice.do));

export function characterOf(advice: Advice | null, token: string): Character | undefined {
  return advice?.characters?.find((character) => character.token === token);
}

/** During a journey: its ways and what every character could do after a stop, as if it were all one decision. */
export function withStopped(advice: Advice): Advice {
  if (!advice.stopped?.length) return advice;
  const [traveller] = advice.characters ?? [];
  const then = advice.stopped.find((character) => character.token === traveller?.token);
  const others = advice.stopped.filter((character) => character.token !== traveller?.token);
  return { ...advice, characters: [...(traveller ? [{ ...traveller, deeds: then?.deeds ?? [] }] : []), ...others] };
}

/** Advice made of the bare choices, for as long as the server's has not come. */
export function plainAdvice(view: AnyView): Advice {
  const decision = view.pending.at(-1)?.kind ?? "";
  const characters = new Map<string, Character>();
  const others: Option[] = [];
  const of = (token: string) => {
    const known = characters.get(token) ?? { token, stops: [], deeds: [] };
    characters.set(token, known);
    return known;
  };
  for (const choice of view.choices) {
    if (decision === "act" && choice.token && choice.do !== "move") {
      const { deeds } = of(choice.token);
      const deed = deeds!.find((candidate) => candidate.do === choice.do);
      if (deed) deed.options!.push({ choice });
      else deeds!.push({ do: choice.do, options: [{ choice }] });
    } else if (decision === "act" && choice.token) {
      of(choice.token).deeds!.unshift({ do: "move", options: [{ choice }] });
    } else if (decision === "travel" && choice.do === "step" && view.journey) {
      const place = stepPlace(choice);
      const path = [standingPlace(view) ?? place, place];
      of(view.journey.token).stops!.push({ place, steps: 1, cost: 0, path, choices: [choice] });
    } else {
      others.push({ choice });
    }
  }
  return { decision, characters: [...characters.values()], others };
}

const stepPlace = (choice: Choice): string => choice.square || choice.zone || "";

function standingPlace(view: AnyView): string | undefined {
  if (!view.journey) return undefined;
  if (view.game === "board") return view.journey.square;
  return view.tokens.find((seen) => seen.token === view.journey!.token)?.place;
}

/** The buttons of a character: everything it can do except walking, then what it nearly can. */
export function buttonsOf(character: Character | undefined): DeedButton[] {
  const possible: DeedButton[] = [];
  const near: DeedButton[] = [];
  for (const deed of character?.deeds ?? []) {
    if (!deed.options?.length) near.push({ key: deed.do, do: deed.do, options: [], reason: deed.reason ?? undefined });
    else if (SPLIT.includes(deed.do) && deed.options.length <= 6) possible.push(...splitDeed(deed));
    else possible.push({ key: deed.do, do: deed.do, options: deed.options, stops: deed.stops });
  }
  return [...possible, ...near];
}

/** Is a target chosen on the maze before the deed is done? Always where it costs a jump card or leads somewhere. */
export const isAimed = (button: DeedButton): boolean =>
  button.options.length > 1 || button.do === "jump" || !!button.stops?.length;

function splitDeed(deed: CharacterAction): DeedButton[] {
  return deed.options!.map((option) => {
    const { place = "", turn = "", side = "" } = option.choice;
    return { key: `${deed.do} ${place}${turn}${side}`, do: deed.do, options: [option] };
  });
}

/** What of the load can be done at the end of a way by default: take it, if that is the one thing that can be taken. */
export function pickUp(stop: Stop): Choice | undefined {
  const takes = (stop.handle ?? []).filter((choice) => choice.do === "take");
  return takes.length === 1 ? takes[0] : undefined;
}

/**
 * Is that one thing taken at the end of the way? As the player has said, else if the thing itself is clicked: a square
 * is nothing but what lies on it, a zone is wider.
 */
export function takes(plan: Plan, stop: Stop, pick: Pick, view: AnyView): boolean {
  return plan.take ?? (view.game === "board" || (pick.kind === "token" && pickUp(stop)?.token === pick.token));
}

/**
 * The friend on a place where nobody else can stay, if something can be handed over or taken there; nothing without
 * one.
 */
export function friendAt(stop: Stop, { selected }: InteractionState, { view, scene }: InteractionContext): string {
  if (!stop.handle?.length) return "";
  const there = [...standings(view, scene).values()].filter(
    ({ place, token, wounded }) => place === stop.place && token !== selected && !wounded,
  );
  return (
    there.find(({ token }) => colourOf(token) === colourOf(selected) && figureOf(scene, token)?.character)?.token ?? ""
  );
}

/**
 * How many choices an undo takes back: the first step of a move goes with the move itself, so that nobody is left
 * halfway.
 */
export function undoSteps(view: AnyView, scene: Scene, line: string): number {
  const journey = view.journey;
  if (!journey || journey.mode !== "move" || line.includes(" ") || ["drop", "stop"].includes(line)) return 1;
  const movement = figureOf(scene, journey.token)?.movement ?? 0;
  return journey.moved && movement - journey.steps === 1 ? 2 : 1;
}

/** The loads that can be handled where the traveller is now; not where that would change nothing. */
export function handling(view: AnyView): Choice[] {
  const verbs = ["take", "drop", "swap", "give", "rob"];
  if (view.game === "board" && view.journey?.settled) return [];
  return view.pending.at(-1)?.kind === "travel" ? view.choices.filter((choice) => verbs.includes(choice.do)) : [];
}

export const canStop = (view: AnyView): boolean => view.choices.some((choice) => choice.do === "stop");

/** Where an option is on the maze: a token, a place or a room; nothing if it can only be named in words. */
export function spotOf(option: Option, view: AnyView, scene: Scene): Pick | null {
  const { choice } = option;
  const at = (token: string): Pick | null => {
    const standing = standings(view, scene).get(token);
    return standing ? { kind: "token", token, place: standing.place } : null;
  };
  if (choice.do === "lift") return choice.zone ? { kind: "place", place: choice.zone } : null;
  if (choice.target && choice.do !== "give" && choice.do !== "swap") return at(choice.target);
  if (choice.square || choice.zone) return { kind: "place", place: (choice.square || choice.zone)! };
  if (choice.place) return { kind: "room", place: choice.place };
  if (choice.side && choice.token && view.game === "board") return pickOnSide(choice, view, scene);
  return null;
}

/** A portcullis or a fireball is named by a side of the own square: the square on that side stands for it. */
function pickOnSide(choice: Choice, view: AnyView, scene: Scene): Pick | null {
  const from = standings(view, scene).get(choice.token ?? "")?.place;
  const place = from && !choice.side!.includes("far") ? neighbourSquare(from, choice.side!, scene) : "";
  return place ? { kind: "place", place } : null;
}

const samePick = (one: Pick, other: Pick): boolean => {
  if (one.kind === "token" && other.kind === "token") return one.token === other.token;
  if (one.kind === "room" || other.kind === "room") return one.kind === other.kind && one.place === other.place;
  return one.place === other.place;
};

/** The options of a mode that a click on the maze means. */
export function optionsAt(options: Option[], pick: Pick, view: AnyView, scene: Scene): Option[] {
  const spots = options.map((option) => ({ option, spot: spotOf(option, view, scene) }));
  const exact = spots.filter(({ spot }) => spot && samePick(spot, pick));
  if (exact.length || pick.kind === "room") return exact.map(({ option }) => option);
  return spots
    .filter(({ spot }) => spot && spot.kind !== "room" && spot.place === pick.place)
    .map(({ option }) => option);
}

// -- marks

/** What the maze marks while the viewer decides about characters. */
export function actingMarks(
  interaction: InteractionState,
  context: InteractionContext,
  action: ClickAction | null,
): Marks {
  const { view, scene, plan } = context;
  const { able, selected, mode, options } = interaction;
  const marks: Marks = { selectable: able.filter((token) => token !== selected), selected: selected || undefined };
  const hovered = action?.kind === "walk" ? action.stop : action?.kind === "meet" ? action.walk.stop : undefined;
  const walks = walkMarks(interaction, context, hovered);
  if (mode && mode !== "move") return { ...marks, ...walks, ...optionMarks(options, view, scene, plan.hover) };
  return { ...marks, ...walks, ...quickTargets(options, view, scene) };
}

/**
 * In move mode enemies that can be attacked are bracketed too, and rooms that can be revealed outlined: a click does
 * it.
 */
function quickTargets(options: Option[], view: AnyView, scene: Scene): Marks {
  const targets = options.flatMap(({ choice }) =>
    choice.target && standings(view, scene).has(choice.target) ? [choice.target] : [],
  );
  const rooms = options.flatMap(({ choice }) => (choice.place && !choice.target ? [{ place: choice.place }] : []));
  return { targets, rooms };
}

/** Where the chosen one can go, friends it can meet included; the way a click would take is drawn. */
function walkMarks(interaction: InteractionState, context: InteractionContext, hovered: Stop | undefined): Marks {
  const { stops, mode, selected } = interaction;
  const numbered = context.view.game === "card";
  const ends = stops.filter((stop) => stop.ends !== false || mode !== "move" || friendAt(stop, interaction, context));
  const reach = ends
    .filter((stop) => stop !== hovered)
    .map((stop) => ({
      place: stop.place,
      label: numbered ? String(stop.steps) : undefined,
      exit: !!stop.points || stop.place === "out" || undefined,
    }));
  if (!hovered) return { reach };
  if (hovered.ends === false && mode === "move") return { reach, path: hovered.path };
  return { reach, path: hovered.path, ghost: { token: selected, place: hovered.place } };
}

/** Options as targets, places and rooms; the one under the pointer shows what it would do. */
export function optionMarks(options: Option[], view: AnyView, scene: Scene, hover: Pick | null): Marks {
  const marks: Marks = { targets: [], placeHere: [], rooms: [] };
  for (const option of options) {
    const spot = spotOf(option, view, scene);
    if (spot?.kind === "token") marks.targets!.push(spot.token);
    else if (spot?.kind === "place") marks.placeHere!.push(spot.place);
    else if (spot?.kind === "room") marks.rooms!.push({ place: spot.place });
  }
  const shown = hover ? optionsAt(options, hover, view, scene)[0] : options.length === 1 ? options[0] : undefined;
  return { ...marks, ...(shown ? previewOf(shown, view, scene) : {}) };
}

/** Who fights whom, while something is asked before the cards are laid. */
export function combatMarks(attacker: string, defender: string): Marks {
  return { selected: attacker, targets: [defender], lines: [{ from: attacker, to: defender, kind: "contact" }] };
}

/** What an option would do to the maze: turned walls, contact lines, the line of fire. */
export function previewOf(option: Option, view: AnyView, scene: Scene): Marks {
  const { choice } = option;
  if (choice.do === "turn" && choice.place)
    return { preview: [{ place: choice.place, quarters: choice.turn === "ccw" ? -1 : 1 }] };
  if (choice.do === "slide" && view.game === "board" && view.elevator)
    return { slide: { place: view.elevator, side: choice.side ?? "" } };
  if (choice.do === "invert" && choice.place) {
    const here = roomUnder(standings(view, scene).get(choice.token ?? "")?.place ?? "", view);
    return here ? { swap: [here, choice.place] } : {};
  }
  if (option.fight) return { lines: fightLines(option, view) };
  if (choice.do === "fire" && choice.side && option.lost?.length) {
    return {
      lines: option.lost.map((token) => ({ from: choice.token ?? "", to: token, kind: "fire" as const })),
      targets: option.lost,
    };
  }
  if (choice.do === "fire" && choice.side) {
    const from = standings(view, scene).get(choice.token ?? "")?.place ?? "";
    const to = towardsSquare(from, choice.side, scene);
    return to ? { lines: [{ from: choice.token ?? "", to, kind: "fire" }] } : {};
  }
  if (choice.target && choice.token && choice.do !== "give") {
    return { lines: [{ from: choice.token, to: choice.target, kind: choice.do === "fire" ? "fire" : "sight" }] };
  }
  return {};
}

function fightLines(option: Option, view: AnyView): NonNullable<Marks["lines"]> {
  const { choice, fight } = option;
  const distant = ["shoot", "bow", "spear"].includes(choice.do);
  const lines: NonNullable<Marks["lines"]> = [
    { from: choice.token ?? "", to: choice.target ?? "", kind: distant ? "fire" : "contact" },
  ];
  const mine = (token: string) => colourOf(token) === view.viewer;
  for (const token of fight!.attackers)
    if (token !== choice.token) lines.push({ from: token, to: choice.target ?? "", kind: "contact" });
  for (const token of fight!.defenders)
    if (token !== choice.target && !mine(token)) lines.push({ from: token, to: choice.token ?? "", kind: "contact" });
  return lines;
}

/** The place of the room somebody stands in. */
export function roomUnder(place: string, view: AnyView): string {
  if (view.game === "card")
    return view.rooms.find((room) => room.name && place.startsWith(`${room.name}.`))?.place ?? "";
  const at = parseSquare(place);
  if (!at) return "";
  const inside = ({ x, y }: { x: number; y: number }) => at.x >= x && at.x < x + 5 && at.y >= y && at.y < y + 5;
  return view.rooms.find(inside)?.place ?? "";
}

// -- putting tokens somewhere (setup, placing after a reveal)

const PUTTING = ["start", "lay", "place", "face"];

/** Is the decision one of putting tokens on places? */
export const isPutting = (view: AnyView): boolean => view.choices.some((choice) => PUTTING.includes(choice.do));

/** The tokens that can be put somewhere now, in the order they are offered. */
export function puttable(view: AnyView): string[] {
  return [...new Set(view.choices.filter((choice) => PUTTING.includes(choice.do)).map((choice) => choice.token ?? ""))];
}

/** The spot on the maze of a putting choice. A column of a starting zone is shown by its four stations. */
export function puttingSpots(choice: Choice, view: AnyView): Pick[] {
  if (choice.do === "lay") return [{ kind: "room", place: choice.place ?? "" }];
  if (choice.square || choice.zone) return [{ kind: "place", place: (choice.square || choice.zone)! }];
  const side = view.viewer === "blue" ? "N" : "S";
  if (choice.column)
    return ["T", "S", "C", "G"].map((letter) => ({ kind: "place", place: `${side}${choice.column}${letter}` }));
  if (choice.letter) {
    const column = view.game === "card" ? view.pending.at(-1)?.about : "";
    return [{ kind: "place", place: `${side}${column}${choice.letter}` }];
  }
  return [];
}

/** How many tokens still fit on a room in the setup. */
export function freeIn(view: AnyView, scene: Scene, place: string): number {
  const under = view.rooms.find((candidate) => candidate.place === place)?.under.length ?? 0;
  return Math.max(0, (scene.places.find((candidate) => candidate.place === place)?.capacity ?? 0) - under);
}

/** Every room says how much it still takes while tokens are hidden. */
function roomPills(
  view: AnyView,
  scene: Scene,
  open: string[],
  hover: string,
  free: (count: number) => string,
): RoomMark[] {
  return scene.places.flatMap(({ place, capacity }) => {
    if (!place || !capacity) return [];
    const mark = { place, label: free(freeIn(view, scene, place)), slots: capacity };
    return [open.includes(place) ? { ...mark, ...(place === hover && { strong: true }) } : { ...mark, strong: false }];
  });
}

export function puttingMarks(view: AnyView, scene: Scene, plan: Plan, free: (count: number) => string = String): Marks {
  const own = view.choices.filter(
    (choice) => PUTTING.includes(choice.do) && (!plan.selected || choice.token === plan.selected),
  );
  const spots = own.flatMap((choice) => puttingSpots(choice, view));
  const rooms = [...new Set(spots.filter((spot) => spot.kind === "room").map((spot) => spot.place))];
  const places = [...new Set(spots.filter((spot) => spot.kind === "place").map((spot) => spot.place))];
  const hover = plan.hover?.kind === "room" ? plan.hover.place : "";
  return {
    placeHere: places,
    rooms: rooms.length ? roomPills(view, scene, rooms, plan.selected ? hover : "", free) : [],
    ghost:
      plan.selected && plan.hover && places.includes(plan.hover.place)
        ? { token: plan.selected, place: plan.hover.place }
        : undefined,
  };
}

/** What putting the chosen token on the clicked spot means. */
export function putAt(view: AnyView, token: string, pick: Pick): Choice | undefined {
  return view.choices.find(
    (choice) =>
      PUTTING.includes(choice.do) &&
      choice.token === token &&
      puttingSpots(choice, view).some((spot) =>
        spot.kind === "room"
          ? pick.kind === "room" && pick.place === spot.place
          : pick.kind !== "room" && pick.place === spot.place,
      ),
  );
}
