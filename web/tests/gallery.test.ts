// The gallery: the game of a day, its graph, and its moments in sentences.
import { beforeEach, describe, expect, it } from "vitest";
import { loadNamespaces, setLanguage } from "$lib/i18n.svelte";
import type { GalleryCard, GalleryMoment, Scene } from "$lib/protocol";
import { areas } from "../src/pages/replay/game-analysis.svelte";
import { gameOfDay, isOfGallery, momentFrom, momentText, sharesOf } from "../src/pages/gallery/gallery";

const moments: GalleryMoment[] = [
  { at: 30, kind: "low-point", player: "yellow", numbers: { percent: 4 } },
  { at: 70, kind: "sacrifice", player: "blue", pieces: ["bH"], numbers: { before: 20, after: 55 } },
  { at: 90, kind: "lucky-fight", player: "yellow", pieces: ["yC", "bH"], numbers: { percent: 12 } },
];
const card: GalleryCard = {
  name: "one",
  id: "gallery-one",
  kind: "comeback",
  game: "board",
  scenario: "base",
  players: { blue: "archmage", yellow: "archmage" },
  colours: ["blue", "yellow"],
  winners: ["yellow"],
  scores: { blue: 3, yellow: 5 },
  turns: 2,
  choices: 100,
  graph: [
    [30, 96, 4],
    [70, 40, 60],
  ],
  moments,
};
const figure = (sign: string, key: string) => ({ sign, key, character: true });
const naming = {
  scene: { game: "board", figures: [figure("H", "thief"), figure("C", "cleric")] } as unknown as Scene,
  viewer: "all",
};

describe("the gallery", () => {
  beforeEach(async () => {
    await setLanguage("en");
    await loadNamespaces("gallery");
  });

  it("shows another game each day, and all in turn", () => {
    const cards = ["a", "b", "c"].map((name) => ({ ...card, name }));
    const day = Date.UTC(2030, 0, 5);
    const shown = [0, 1, 2, 3].map((days) => gameOfDay(cards, day + days * 86_400_000)?.name);
    expect(new Set(shown.slice(0, 3))).toEqual(new Set(["a", "b", "c"]));
    expect(shown[3]).toBe(shown[0]);
    expect(gameOfDay([], day)).toBeUndefined();
  });

  it("draws the shares of winning, with the result at the end", () => {
    const [blue, yellow] = areas(sharesOf(card), 70);
    expect(blue?.points).toBe("0,100 57.14,100 100,100 100,100 57.14,60 0,4");
    expect(yellow?.points.endsWith("100,0 57.14,0 0,0")).toBe(true);
  });

  it("knows its replays, and the moments before and after", () => {
    expect([isOfGallery("gallery-one"), isOfGallery("r0123")]).toEqual([true, false]);
    expect(momentFrom(moments, 30, 1)?.at).toBe(70);
    expect(momentFrom(moments, 30, -1)).toBeUndefined();
    expect(momentFrom(moments, 95, -1)?.at).toBe(90);
  });

  it.each([
    ["en", ["Yellow", "4%"], ["Blue", "the blue Thief", "20%", "55%"], ["The yellow Cleric", "the blue Thief", "12%"]],
    ["fr", ["Jaune", "4\u00a0%"], ["Bleu", "55\u00a0%"], ["12\u00a0%"]],
    ["de", ["Gelb", "4\u00a0%"], ["Blau", "55\u00a0%"], ["12\u00a0%"]],
  ] as const)("tells a moment (%s)", async (language, ...parts) => {
    await setLanguage(language);
    moments.forEach((moment, at) => {
      const text = momentText(naming, moment);
      for (const part of parts[at] ?? []) expect(text).toContain(part);
      expect(text).toMatch(/^\p{Lu}[^{}]+\.$/u);
    });
  });
});
