// How far somebody has come, kept in this browser: which lessons are done, what was done so far in those that are not,
// and whether a game was won.
import { recall, remember } from "./storage";

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

export const lessonsDone = (): string[] => progress().done;
export const lessonsBegun = (): string[] => Object.keys(progress().begun);
/** What was done in a lesson; nothing if it was not begun, or is done. */
export const deedsOf = (lesson: string): string[] => progress().begun[lesson] ?? [];

/** Keep how a lesson stands. One that is done can be begun anew and stays done. */
export function saveLesson(lesson: string, deeds: string[], finished: boolean): void {
  const { done, begun } = progress();
  delete begun[lesson];
  if (deeds.length && !finished) begun[lesson] = deeds;
  remember(KEY, { done: finished && !done.includes(lesson) ? [...done, lesson] : done, begun });
}

/** Has this browser's player ever won a game against somebody else? */
export const hasWon = (): boolean => recall(WON, false);
export const saveWin = (): void => remember(WON, true);
