import { describe, expect, it } from "vitest";
import { DoubleClickGuard } from "../src/play/double-click-guard";

const HASTE = 350;

describe("a double click", () => {
  it("does not make the decision that came in between", () => {
    const haste = new DoubleClickGuard(() => HASTE);
    expect(haste.click(0, 100, 100, "card")).toBe(false);
    expect(haste.click(120, 103, 98, "act")).toBe(true);
    expect(haste.click(120 + HASTE - 1, 103, 98, "act")).toBe(true); // further quick clicks
    expect(haste.click(1000, 103, 98, "act")).toBe(false);
  });

  it("is two clicks where the decision is the same, where they are apart, or where time has passed", () => {
    const haste = new DoubleClickGuard(() => HASTE);
    expect(haste.click(0, 100, 100, "act")).toBe(false);
    expect(haste.click(100, 100, 100, "act")).toBe(false);
    expect(haste.click(200, 200, 100, "other")).toBe(false);
    expect(haste.click(200 + HASTE, 200, 100, "third")).toBe(false);
  });
});

describe("a key", () => {
  it("pressed twice or held down does not make the next decision", () => {
    const haste = new DoubleClickGuard(() => HASTE);
    expect(haste.press(0, "Enter", false, "card")).toBe(false);
    expect(haste.press(100, "Enter", false, "act")).toBe(true);
    expect(haste.press(1000, "Enter", true, "act")).toBe(true); // held down
    expect(haste.press(1010, "ArrowUp", false, "act")).toBe(false);
    expect(haste.press(1020, "Enter", false, "other")).toBe(false); // something else was pressed in between
  });

  it("that makes no decision is free", () => {
    const haste = new DoubleClickGuard(() => HASTE);
    haste.press(0, "+", false, "one");
    expect(haste.press(50, "+", true, "two")).toBe(false);
  });
});
