// The rules for people: what is found, where clauses lead, what a picture marks and says.
import { cardsOfClause, CLAUSE, clausesOf } from "$lib/clause-entries";
import { bare, excerpt, find } from "$lib/rules-search";
import { LANGUAGES, loadNamespaces, setLanguage, wordsIn } from "$lib/i18n.svelte";
import { entriesOf, entryTitle, titleKey, type Edition } from "$lib/rules-entries";
import type { Example, Scene, CharacterExample } from "$lib/protocol";
import { beforeAll, describe, expect, it } from "vitest";
import { clashOf, marksOf, sentencesOf } from "../src/pages/rules/example-marks";

const EDITIONS: Edition[] = ["board", "card"];
const named = (typed: string, edition: Edition = "board") =>
  find(typed, edition).map(({ entry }) => `${entry.edition}.${entry.name}`);

beforeAll(async () => {
  await loadNamespaces("rules", "examples", "refusals");
  await setLanguage("en", { keep: false });
});

describe("finding a card", () => {
  it("puts the title that was typed first, of the game that is read, and finds the other game too", () => {
    expect(named("pit").slice(0, 2)).toEqual(["board.pit", "card.pit"]);
    expect(named("pit", "card")[0]).toBe("card.pit");
    expect(named("crossbow", "board")[0]).toBe("card.crossbowman");
  });

  it("needs every word, in any order, in title or text", () => {
    expect(named("rope bridge")[0]).toBe("board.rope");
    expect(named("bridge rope")).toEqual(named("rope bridge"));
    expect(named("rope bridge qqq")).toEqual([]);
    expect(named("   ")).toEqual([]);
  });

  it.each([
    ["en", "ARMOR", "armor"],
    ["fr", "EPEE", "sword"],
    ["fr", "telekinesiste", "telekineticist"],
    ["fr", "fosse", "pit"],
    ["de", "gitter", "portcullis"],
    ["de", "rustung", "armor"],
  ])("in %s finds %s without its accents", async (language, typed, name) => {
    await setLanguage(language, { keep: false });
    expect(find(typed, "card")[0]?.entry.name).toBe(name);
    await setLanguage("en", { keep: false });
  });

  it("finds every card by its own title, in every language", async () => {
    for (const language of LANGUAGES) {
      await setLanguage(language, { keep: false });
      for (const edition of EDITIONS) {
        for (const entry of entriesOf(edition)) {
          const first = find(entryTitle(entry), edition)[0]?.entry;
          expect(first && bare(entryTitle(first)), `${language} ${entry.name}`).toBe(bare(entryTitle(entry)));
        }
      }
    }
    await setLanguage("en", { keep: false });
  }, 30_000);

  it("finds cards by their titles in other languages and says so", async () => {
    const words = await wordsIn("de", "rules", "game");
    const titles = Object.fromEntries(
      entriesOf("board").map((entry) => [`board.${entry.name}`, words[titleKey(entry)] ?? ""]),
    );
    const [first] = find("Wand-Läuferin", "board", [titles]);
    expect([first?.entry.name, first?.also]).toEqual(["wall-walker", "Wand-Läuferin"]);
  });

  it("finds the cards of a clause, whatever its capitals", () => {
    const [first] = find("pit-6", "board");
    expect([first?.entry.name, first?.clause, first?.place]).toEqual(["rope", "PIT-6", 0]);
    expect(find("stall-3", "board").map(({ entry }) => entry.name)).toEqual(["end"]);
  });

  it("shows the words around what was found", () => {
    expect(excerpt("Two **Épées** lie here", "epees")).toEqual(["Two ", "Épées", " lie here"]);
    expect(excerpt(`${"a ".repeat(60)}sword${" b".repeat(60)}`, "sword", 10)).toEqual([
      "… a a a a a ",
      "sword",
      " b b b b b …",
    ]);
    expect(excerpt("Nothing of it", "zzz")).toEqual(["Nothing of it"]);
  });
});

describe("clauses and cards", () => {
  it("leads from every clause of a card back to that card", () => {
    for (const edition of EDITIONS) {
      for (const entry of entriesOf(edition)) {
        for (const clause of clausesOf(entry)) {
          expect(clause).toMatch(CLAUSE);
          expect(cardsOfClause(edition, clause).map(({ name }) => name)).toContain(entry.name);
        }
      }
    }
  });

  it("leads from a clause without a card to the cards of its chapter, and from nonsense nowhere", () => {
    expect(cardsOfClause("board", "GROUP-T3").map(({ name }) => name)).toEqual(["group-combat"]);
    expect(cardsOfClause("card", "LOS-9").map(({ name }) => name)).toEqual(["sight"]);
    expect(cardsOfClause("board", "XYZ-1")).toEqual([]);
  });
});

// -- pictures
// ---------------------------------------------------------------------------------------------------------------

const figure = (sign: string, key: string, character = true) => ({ sign, key, character, movement: 3, combat: 3 });
const SCENE = {
  game: "board",
  scenario: "lab",
  title: "",
  target: 5,
  width: 12,
  height: 5,
  seats: [],
  places: [],
  rooms: [],
  figures: [figure("W", "warrior"), figure("G", "goblin"), figure("$", "treasure", false)],
} as unknown as Scene;
const VIEW = {
  game: "board",
  viewer: "blue",
  rooms: [],
  tokens: [
    { token: "bW", square: "c3" },
    { token: "yG", square: "c2" },
    { token: "bG", square: "b1" },
  ],
};
const ATTACK: CharacterExample = {
  token: "bW",
  does: ["attack"],
  targets: ["yG"],
  clashes: [
    {
      target: "yG",
      attackers: [{ token: "bW", value: 3 }],
      defenders: [{ token: "yG", value: 1 }],
      attack: 3,
      defence: 1,
      rays: [{ start: "bW", end: "yG", kind: "contact" }],
    },
  ],
};
const example = (shows: string[], ...showings: CharacterExample[]) =>
  ({ name: "attack", shows, cards: ["attack"], scene: "lab", view: VIEW, showings }) as unknown as Example;

describe("a picture", () => {
  it("marks who is chosen, who else can be, the fighters and whom they touch", () => {
    const marks = marksOf(example(["attack"], ATTACK, { token: "bG" }), ATTACK, "");
    expect(marks).toMatchObject({
      selected: "bW",
      selectable: ["bG"],
      targets: ["yG"],
      lit: ["c3", "c2"],
      lines: [{ from: "bW", to: "yG", kind: "contact" }],
    });
    expect(clashOf(ATTACK, "yG")?.attack).toBe(3);
  });

  it("says what is seen, or that there is nothing", () => {
    expect(sentencesOf(example(["attack"], ATTACK), SCENE, ATTACK)).toEqual(["The Warrior may attack the Goblin."]);
    expect(sentencesOf(example(["attack"], ATTACK), SCENE, { token: "bG" })).toEqual([
      "The Goblin cannot attack anyone from here.",
    ]);
    expect(sentencesOf(example(["break", "gate"]), SCENE, { token: "bW", does: ["break"] })).toEqual([
      "The Warrior can break this portcullis.",
    ]);
  });

  it("shows how far a way leads, what leaving brings and what can be had", () => {
    const way: CharacterExample = {
      token: "bG",
      does: ["move"],
      goals: [
        { place: "b2", steps: 1 },
        { place: "out", steps: 2, points: 2 },
      ],
      loads: ["y$"],
    };
    expect(sentencesOf(example(["move"], way), SCENE, way)).toEqual([
      "The Goblin: 2 squares within reach.",
      "Leaving the maze here scores 2 victory points.",
      "Can be picked up on the way: the Treasure.",
    ]);
    expect(marksOf(example(["move"], way), way, "").reach).toEqual([
      { place: "b2", label: "1" },
      { place: "out", exit: true },
    ]);
  });

  it("previews one room and says which may be turned", () => {
    const both: CharacterExample = {
      token: "bG",
      does: ["turn"],
      turns: [
        { place: "R1", quarters: 1 },
        { place: "R1", quarters: -1 },
      ],
    };
    expect(marksOf(example(["turn"], both), both, "").preview).toEqual([{ place: "R1", quarters: 1 }]);
    expect(sentencesOf(example(["turn"], both), SCENE, both)).toEqual([
      "The Goblin may rotate either room in either direction.",
    ]);
  });
});
