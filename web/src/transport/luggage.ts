// What a file of everything holds, and how it comes together with what is there.

/** What the keys of this page begin with. */
export const OURS = "dungeon-twister";

export interface Luggage {
  format: string;
  /** What the worker keeps: games, records, analyses. */
  rows: Record<string, string>;
  /** What the page keeps: seats, progress, settings. */
  page: Record<string, unknown>;
}

const isBook = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** Books (seats by game, progress by lesson) are put together; of everything else the new one counts. */
export const merged = (before: unknown, brought: unknown): unknown => (isBook(before) && isBook(brought) ? { ...before, ...brought } : brought);
