// What a file of everything holds, and how it comes together with what is there.

import { OURS } from "$lib/storage";

/** A file of more bytes than this is none of ours. */
export const LARGEST = 200_000_000;

export interface ExportFile {
  format: string;
  /** What the worker keeps: games, records, analyses. */
  rows: Record<string, string>;
  /** What the page keeps: seats, progress, settings. */
  page: Record<string, unknown>;
}

const isBook = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What a file holds; an error if it is another one. Of the page's own keys those of others are left out. */
export function readExport(text: string): ExportFile {
  const parsed: unknown = JSON.parse(text);
  if (!isBook(parsed) || parsed.format !== OURS || !isBook(parsed.rows) || !isBook(parsed.page))
    throw new Error("another file");
  const page = Object.fromEntries(Object.entries(parsed.page).filter(([key]) => key.startsWith(OURS)));
  return { format: OURS, rows: parsed.rows as Record<string, string>, page };
}

/** Books (seats by game, progress by lesson) are put together; of everything else the new one counts. */
export const merged = (before: unknown, brought: unknown): unknown =>
  isBook(before) && isBook(brought) ? { ...before, ...brought } : brought;
