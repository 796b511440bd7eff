// The calendar of the puzzles of the day: weeks begin on Monday, days to come have no puzzles.
import { describe, expect, it } from "vitest";
import { monthAfter, monthOf, secondsOf, weeksOf } from "../src/pages/puzzles/calendar";

const day = (date: string) => ({ date, day: 1, easy: 2 });

describe("the calendar", () => {
  it("has whole weeks from Monday on", () => {
    const weeks = weeksOf("2026-11", []);
    expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
    expect(weeks[0]?.map((cell) => cell?.number ?? 0)).toEqual([0, 0, 0, 0, 0, 0, 1]);
    expect(weeks.flat().filter(Boolean)).toHaveLength(30);
    expect(weeksOf("2024-02", []).flat().filter(Boolean)).toHaveLength(29);
    expect(weeksOf("2021-02", [])).toHaveLength(4);
  });

  it("gives each day its puzzles; days to come have none", () => {
    const cells = weeksOf("2026-11", [day("2026-11-01"), day("2026-11-19")]).flat();
    const found = cells.filter((cell) => cell?.puzzles).map((cell) => cell?.date);
    expect(found).toEqual(["2026-11-01", "2026-11-19"]);
  });

  it("goes from month to month over the end of a year", () => {
    expect(monthOf("2026-11-19")).toBe("2026-11");
    expect([monthAfter("2026-11", 0), monthAfter("2026-11", 2), monthAfter("2026-01", -1)]).toEqual([
      "2026-11",
      "2027-01",
      "2025-12",
    ]);
    expect(secondsOf("1970-01-02")).toBe(86_400);
  });
});
