// What a picture of the rules marks and says when somebody in it is chosen. The server has worked out everything
// (presentation/guide/examples.py); here it becomes marks on the maze and sentences.

import { listing, t, tn } from "$lib/i18n.svelte";
import type { PossibleFight, Example, Scene, CharacterExample } from "$lib/protocol";
import { capital, placeName, plainName, namingContext, type NamingContext } from "$lib/names";
import type { Marks } from "$maze/types";

/** Ways, described by where they lead. */
const WALKED = ["move", "jump", "wall"];

export const exampleNaming = (scene: Scene, example: Example): NamingContext => namingContext(scene, example.view);

/** The fight with that target, or the first one. */
export const clashOf = (showing: CharacterExample, target: string): PossibleFight | undefined =>
  showing.clashes?.find((clash) => clash.target === target) ?? showing.clashes?.[0];

function placeOf({ view }: Example, token: string): string {
  if (view.game === "card") return view.tokens.find((each) => each.token === token)?.place ?? "";
  return view.tokens.find((each) => each.token === token)?.square ?? "";
}

export function marksOf(example: Example, showing: CharacterExample, target: string): Marks {
  const clash = clashOf(showing, target);
  const rays = [...(showing.rays ?? []), ...(clash?.rays ?? [])];
  const fighting = clash ? [...clash.attackers, ...clash.defenders].map(({ token }) => placeOf(example, token)) : [];
  const wanted = clash ? [clash.target] : [...(showing.targets ?? []), ...(showing.loads ?? [])];
  return {
    selected: showing.token,
    selectable: example.showings.map((each) => each.token).filter((token) => token !== showing.token),
    reach: (showing.goals ?? []).map((goal) => ({
      place: goal.place,
      ...(goal.points ? { exit: true } : { label: String(goal.steps) }),
    })),
    targets: wanted,
    rooms: (showing.rooms ?? []).map((place) => ({ place, strong: true })),
    lit: [...new Set([...(showing.places ?? []), ...fighting])],
    preview: (showing.turns ?? []).slice(0, 1),
    lines: rays.map(({ start, end, kind }) => ({ from: start, to: end, kind: kind as "contact" | "fire" })),
  };
}

function turning(naming: NamingContext, showing: CharacterExample, who: string): string {
  const places = (showing.turns ?? []).map((turn) => turn.place);
  if (new Set(places).size < places.length) return t("examples.can.turn-both", { who });
  return t("examples.can.turn", { who, rooms: listing(places.map((place) => placeName(naming, place))) });
}

function walking(naming: NamingContext, scene: Scene, showing: CharacterExample, who: string): string[] {
  const goals = showing.goals ?? [];
  const most = Math.max(0, ...goals.map((goal) => goal.points ?? 0));
  const things = listing((showing.loads ?? []).map((token) => plainName(naming, token, "object")));
  const said = [tn(`examples.reach.${scene.game}`, goals.length, { who })];
  if (most) said.push(tn("examples.leave", most));
  if (things) said.push(t("examples.take", { things }));
  return said;
}

/** What is seen, in sentences. */
export function sentencesOf(example: Example, scene: Scene, showing: CharacterExample): string[] {
  const naming = exampleNaming(scene, example);
  const who = capital(plainName(naming, showing.token));
  const targets = listing((showing.targets ?? []).map((token) => plainName(naming, token, "object")));
  const does = showing.does ?? [];
  if (!does.length) return [t(`examples.cannot.${example.shows[0] ?? ""}`, { who })];
  return does.flatMap((what) => {
    if (WALKED.includes(what)) return walking(naming, scene, showing, who);
    return what === "turn" ? turning(naming, showing, who) : t(`examples.can.${what}`, { who, targets });
  });
}
