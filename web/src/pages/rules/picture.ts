// What a picture of the rules marks and says when somebody in it is chosen. The server has worked out everything
// (guide/examples.py); here it becomes marks on the maze and sentences.

import { listing, t, tn } from "$lib/i18n";
import type { Clash, Example, Scene, Showing } from "$lib/protocol";
import { capital, placeName, plainName, tellingOf, type Telling } from "$lib/words";
import type { Marks } from "$maze/types";

/** Verbs that are told alike. */
const ALIKE: Record<string, string> = { break: "portcullis", gate: "portcullis", bow: "shoot" };
const WALKED = ["move", "jump", "wall"];

export const tellingOfExample = (scene: Scene, example: Example): Telling => tellingOf(scene, example.view);

/** What an example is about, as the words have it. */
export const topic = (example: Example): string => ALIKE[example.shows[0] ?? ""] ?? example.shows[0] ?? "";

/** The fight with that target, or the first one. */
export const clashOf = (showing: Showing, target: string): Clash | undefined =>
  showing.clashes?.find((clash) => clash.target === target) ?? showing.clashes?.[0];

function placeOf({ view }: Example, token: string): string {
  if (view.game === "card") return view.tokens.find((each) => each.token === token)?.place ?? "";
  return view.tokens.find((each) => each.token === token)?.square ?? "";
}

export function marksOf(example: Example, showing: Showing, target: string): Marks {
  const clash = clashOf(showing, target);
  const rays = [...(showing.rays ?? []), ...(clash?.rays ?? [])];
  const fighting = clash ? [...clash.attackers, ...clash.defenders].map(({ token }) => placeOf(example, token)) : [];
  const wanted = clash ? [clash.target] : [...(showing.targets ?? []), ...(showing.loads ?? [])];
  return {
    selected: showing.token,
    selectable: example.showings.map((each) => each.token).filter((token) => token !== showing.token),
    reach: (showing.goals ?? []).map((goal) => ({ place: goal.place, ...(goal.points ? { exit: true } : { label: String(goal.steps) }) })),
    targets: wanted,
    rooms: (showing.rooms ?? []).map((place) => ({ place, strong: true })),
    lit: [...new Set([...(showing.places ?? []), ...fighting])],
    preview: (showing.turns ?? []).slice(0, 1),
    lines: rays.map(({ start, end, kind }) => ({ from: start, to: end, kind: kind as "contact" | "fire" })),
  };
}

const isEmpty = (showing: Showing): boolean =>
  ![showing.goals, showing.targets, showing.rooms, showing.turns, showing.places, showing.rays].some((list) => list?.length);

function turning(telling: Telling, showing: Showing, who: string): string {
  const places = (showing.turns ?? []).map((turn) => turn.place);
  if (new Set(places).size < places.length) return t("examples.can.turn-both", { who });
  return t("examples.can.turn", { who, rooms: listing(places.map((place) => placeName(telling, place))) });
}

/** What is seen, in sentences. */
export function sentencesOf(example: Example, scene: Scene, showing: Showing): string[] {
  const telling = tellingOfExample(scene, example);
  const who = capital(plainName(telling, showing.token));
  const what = topic(example);
  if (isEmpty(showing)) return [t(`examples.cannot.${what}`, { who })];
  const said: string[] = [];
  const goals = showing.goals ?? [];
  if (goals.length) said.push(tn(`examples.reach.${scene.game}`, goals.length, { who }));
  const most = Math.max(0, ...goals.map((goal) => goal.points ?? 0));
  if (most) said.push(tn("examples.leave", most));
  if (showing.loads?.length) said.push(t("examples.take", { things: listing(showing.loads.map((token) => plainName(telling, token, "object"))) }));
  if (showing.turns?.length) said.push(turning(telling, showing, who));
  const targets = listing((showing.targets ?? []).map((token) => plainName(telling, token, "object")));
  if (!WALKED.includes(what) && !showing.turns?.length) said.push(t(`examples.can.${what}`, { who, targets }));
  else if (targets) said.push(t("examples.can.attack", { who, targets }));
  return said;
}
