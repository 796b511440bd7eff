// The calendar of the puzzles of the day: months as weeks. All days are those of universal time.
import type { PuzzleDay } from "$lib/protocol";

/** The month (`2026-11`) of a day (`2026-11-19`). */
export const monthOf = (date: string): string => date.slice(0, 7);

/** A month some months later. */
export function monthAfter(month: string, by: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** Seconds since 1970 of a day. */
export const secondsOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 1000;

export interface CalendarDay {
  date: string;
  /** Of the month. */
  number: number;
  /** Days to come have no puzzles yet. */
  puzzles: PuzzleDay | undefined;
}

/** The weeks of a month, from Monday on; null: a day of another month. */
export function weeksOf(month: string, days: PuzzleDay[]): (CalendarDay | null)[][] {
  const first = new Date(`${month}-01T00:00:00Z`);
  const [year, index] = [first.getUTCFullYear(), first.getUTCMonth()];
  const length = new Date(Date.UTC(year, index + 1, 0)).getUTCDate();
  const before = (first.getUTCDay() + 6) % 7;
  const cells = [...Array(Math.ceil((before + length) / 7) * 7).keys()].map((at) => {
    const number = at - before + 1;
    if (number < 1 || number > length) return null;
    const date = `${month}-${String(number).padStart(2, "0")}`;
    return { date, number, puzzles: days.find((day) => day.date === date) };
  });
  return [...Array(cells.length / 7).keys()].map((week) => cells.slice(week * 7, week * 7 + 7));
}
