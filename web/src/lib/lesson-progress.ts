// The learner's progress, stored in this browser: finished lessons, the deeds in unfinished ones, and whether a game
// was won.
import { recall, remember } from "./storage";
import { storedReport } from "./stored-report";

const KEY = "dungeon-twister.lessons";
const WON = "dungeon-twister.won";

interface Progress {
  done: string[];
  /** Lesson -> its choices, as the server sent them. */
  begun: Record<string, string[]>;
}

function progress(): Progress {
  const { done = [], begun = {} } = recall<Partial<Progress>>(KEY, {});
  return { done, begun };
}

/** Finished lessons, here or on another device. */
export const lessonsDone = (): string[] => [...new Set([...progress().done, ...(storedReport()?.lessons ?? [])])];
export const lessonsBegun = (): string[] => Object.keys(progress().begun);
/** The deeds in an unfinished lesson; empty for all others. */
export const deedsOf = (lesson: string): string[] => progress().begun[lesson] ?? [];

/** Store the progress of a lesson. A finished one can be repeated and stays finished. */
export function saveLesson(lesson: string, deeds: string[], finished: boolean): void {
  const { done, begun } = progress();
  delete begun[lesson];
  if (deeds.length && !finished) begun[lesson] = deeds;
  remember(KEY, { done: finished && !done.includes(lesson) ? [...done, lesson] : done, begun });
}

/** Has this browser's player ever won a game against somebody else? */
export const hasWon = (): boolean => recall(WON, false);
export const saveWin = (): void => remember(WON, true);
