// The rings that a coach draws: round tokens, places, rooms and buttons.

import type { Choice, Ring } from "$lib/protocol";
import type { Pick } from "$maze/types";

/** Tokens, places and rooms: what the maze can draw. */
export const mazeRings = (rings: Ring[]): string[] =>
  rings.filter((ring) => ring.kind !== "choice").map((ring) => ring.name);

/**
 * Is it one of the choices of a ring? A ring is a line of notation in which `*` stands for any word and `a|b` for one
 * of several. Of a deed that is refused only the verb and the token are known.
 */
export function fitsRing(pattern: string, choice: Partial<Choice>): boolean {
  const wanted = pattern.split(" ").filter((word) => word !== "*" && word !== "...");
  const words = Object.values(choice).map(String);
  const known = Object.keys(choice).every((key) => key === "do" || key === "token");
  const needed = known && choice.token ? wanted.slice(0, 2) : wanted;
  return (
    !!choice.do &&
    needed.some((word) => word === choice.do) &&
    needed.every((word) => word.split("|").some((one) => words.includes(one)))
  );
}

/** The answer that a pick gives to a question about tokens or places. A character counts as its place. */
export function answerOf(kind: string, pick: Pick): string {
  if (kind === "token") return pick.kind === "token" ? pick.token : "";
  return pick.kind === "room" ? "" : pick.place;
}

/**
 * The answers after a tap. A question with one answer keeps the last thing tapped; otherwise a second tap removes it.
 */
export function pickedAfter(picked: string[], thing: string, count: number): string[] {
  if (count === 1) return [thing];
  return picked.includes(thing) ? picked.filter((one) => one !== thing) : [...picked, thing];
}
