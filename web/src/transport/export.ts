// Reads export files and merges them with the stored data.

import { OURS } from "$lib/storage";

/** Largest export file, in bytes. */
export const LARGEST = 200_000_000;

export interface ExportFile {
  format: string;
  /** Data of the worker: games, records, analyses. */
  rows: Record<string, string>;
  /** Data of the page: seats, progress, settings. */
  page: Record<string, unknown>;
}

const isBook = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Parse an export file; throws for any other file. Keys in `page` without our prefix are left out. */
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
