// The stars of missions, and the deeds in unfinished ones, which are stored in this browser.
import { learner } from "./progress.svelte";
import { recall, remember } from "./storage";

const BEGUN = "dungeon-twister.missions";
const STARS = "dungeon-twister.mission-stars";

const begun = () => recall<Record<string, string[]>>(BEGUN, {});
/** Stars won in this browser: the learner's report may be older. */
const won = () => recall<Record<string, number>>(STARS, {});

/** The deeds in an unfinished mission; empty for all others. */
export const missionDeeds = (mission: string): string[] => begun()[mission] ?? [];

/** Store the deeds of a mission. One that is over begins anew. */
export function saveMission(mission: string, deeds: string[], over: boolean): void {
  const all = begun();
  delete all[mission];
  if (deeds.length && !over) all[mission] = deeds;
  remember(BEGUN, all);
}

/** The most stars won in each mission, here or on another device. */
export function missionStars(): Record<string, number> {
  const stars = { ...learner.report?.missions };
  for (const [mission, count] of Object.entries(won())) stars[mission] = Math.max(count, stars[mission] ?? 0);
  return stars;
}

/** A mission is won with so many stars. */
export function addMissionStars(mission: string, stars: number): void {
  const all = won();
  if (stars > (all[mission] ?? 0)) remember(STARS, { ...all, [mission]: stars });
  void learner.addEntries([{ kind: "mission", name: mission, score: stars }]);
}

/** The acts that are open with so many stars; `opens` has the stars of each act. */
export const actIsOpen = (opens: number[], act: number, stars: number): boolean => stars >= (opens[act - 1] ?? 0);
