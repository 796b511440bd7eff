// Missions: their addresses, what is kept of them in this browser, acts that open with stars, conditions as sentences.
import { beforeEach, describe, expect, it } from "vitest";
import { loadNamespaces, startLanguage } from "../src/lib/i18n.svelte";
import { actIsOpen, addMissionStars, missionDeeds, missionStars, saveMission } from "../src/lib/mission-progress";
import { conditionText, countText } from "../src/lib/mission-text";
import { learner } from "../src/lib/progress.svelte";
import type { ProgressReport } from "../src/lib/protocol";
import { parseRoute } from "../src/lib/router.svelte";
import { storageInMemory } from "./fake-storage";

let kept: Map<string, string>;
beforeEach(() => {
  kept = storageInMemory();
  learner.report = null;
});

describe("addresses", () => {
  it("have a list and a page for each", () => {
    expect(parseRoute("/missions").page).toBe("missions");
    expect(parseRoute("/missions/night-shift")).toMatchObject({ page: "mission", id: "night-shift" });
    expect(parseRoute("/missions/a/b").page).toBe("lost");
  });
});

describe("progress", () => {
  it("keeps the deeds of an unfinished mission only", () => {
    saveMission("one", ["play pass"], false);
    saveMission("two", ["play pass"], false);
    expect(missionDeeds("one")).toEqual(["play pass"]);
    saveMission("one", ["play pass", "play pass"], true);
    expect(missionDeeds("one")).toEqual([]);
    expect(missionDeeds("two")).toEqual(["play pass"]);
  });

  it("keeps the most stars of each, here or on another device, and adds every result", () => {
    addMissionStars("one", 3);
    addMissionStars("one", 1);
    learner.report = { missions: { one: 2, two: 1 } } as unknown as ProgressReport;
    expect(missionStars()).toEqual({ one: 3, two: 1 });
    const waiting = JSON.parse(kept.get("dungeon-twister.progress-waiting") ?? "[]") as object[];
    expect(waiting).toMatchObject([
      { kind: "mission", name: "one", score: 3 },
      { kind: "mission", name: "one", score: 1 },
    ]);
  });

  it("opens acts with stars", () => {
    expect([1, 2, 3].map((act) => actIsOpen([0, 4, 9], act, 4))).toEqual([true, true, false]);
  });
});

describe("conditions", () => {
  it("are sentences with their numbers", async () => {
    await startLanguage();
    await loadNamespaces("missions");
    const said = (kind: string, number = 0) => conditionText(null, { kind, number });
    expect(said("leave", 2)).toBe("Bring 2 characters out of the maze.");
    expect(said("turns", 1)).toBe("Take only 1 turn.");
    expect(said("lost")).toBe("Lose no character.");
    expect(said("rivals", 1)).toBe("Nobody else has more than 1 victory point.");
    expect(said("unhurt")).toBe("None of your characters is wounded.");
    expect(countText({ kind: "leave", number: 2, count: 1 })).toBe("1/2");
    expect(countText({ kind: "leave", number: 2 })).toBe("0/2");
    expect(countText({ kind: "win" })).toBe("");
  });
});
