import { describe, expect, it } from "vitest";
import type { Clock } from "../src/lib/protocol";
import { bankOf } from "../src/lib/names";
import { clockFace } from "../src/play/plaques";

const clock: Clock = {
  running: ["blue"],
  kind: "bank",
  until: 1060,
  allowed: 600,
  now: 1000,
  banks: { blue: 55, yellow: 300 },
  free: 1005,
};

describe("clocks with a bank", () => {
  it("run for the player to decide, after what costs nothing, and stand still for the others", () => {
    expect(clockFace(clock, "blue", 100)).toEqual({ until: 960_000, allowed: 600, from: 905_000 });
    expect(clockFace(clock, "yellow", 100)).toEqual({ left: 300, allowed: 600 });
    expect(clockFace(clock, "red", 100)).toBeUndefined();
    expect(clockFace({ ...clock, running: [], kind: "stopped", allowed: 0 }, "blue", 0)).toEqual({
      left: 55,
      allowed: undefined,
    });
  });

  it("show minutes and seconds", () => {
    expect(bankOf("bank:900+15")).toEqual({ bank: "15", seconds: 15 });
    expect(bankOf("delay:605/5")).toEqual({ bank: "10:05", seconds: 5 });
  });
});
