// In which order the lines of a log stand.
import type { LogEntry } from "./types";

export interface LogLine {
  entry: LogEntry;
  /** The number of the entry in the whole log. */
  key: number;
}

export const isHeading = (entry: LogEntry): boolean => entry.kind === "turn";

/**
 * Return the latest `limit` entries. Newest first, the heading of a turn still stands above the lines of its turn, also
 * if it is older than the limit.
 */
export function logOrder(entries: LogEntry[], limit: number, newestFirst: boolean): LogLine[] {
  const start = Math.max(0, entries.length - limit);
  const lines = entries.slice(start).map((entry, place) => ({ entry, key: start + place }));
  if (!newestFirst || !lines.length) return lines;
  const turns: LogLine[][] = [[]];
  const heading = isHeading(lines[0]!.entry) ? -1 : entries.slice(0, start).findLastIndex(isHeading);
  if (heading >= 0) turns[0]!.push({ entry: entries[heading]!, key: heading });
  for (const line of lines) {
    if (isHeading(line.entry)) turns.push([line]);
    else turns.at(-1)!.push(line);
  }
  return turns.reverse().flatMap((turn) => {
    const titled = turn.length > 0 && isHeading(turn[0]!.entry);
    return titled ? [turn[0]!, ...turn.slice(1).reverse()] : turn.reverse();
  });
}
