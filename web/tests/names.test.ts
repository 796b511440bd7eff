// Names of tokens, places, choices and switches, in three languages.
import { readFileSync } from "node:fs";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { LANGUAGES, has, loadNamespaces, setLanguage, t } from "$lib/i18n.svelte";
import { entriesOf, entryOf, entryTexts, entryTitle, groupTitle, GROUPS, type Edition } from "$lib/rules-entries";
import type { Choice, Option, Scene } from "$lib/protocol";
import {
  abilityLine,
  actorOf,
  askedText,
  attackTitle,
  choiceLabel,
  clockText,
  decisionText,
  deedLabel,
  divided,
  endText,
  fullChoiceLabel,
  optionLabel,
  pieceName,
  placeName,
  handicapText,
  playerName,
  refusalText,
  shortRefusal,
  switchValue,
  tokenName,
  type NamingContext,
} from "$lib/names";

interface Fixture {
  scenes: Record<string, Scene>;
  runs: { scenario: string; choices: Choice[] }[];
}
const fixture = (game: string): Fixture =>
  JSON.parse(readFileSync(new URL(`./fixtures/events-${game}.json`, import.meta.url), "utf8")) as Fixture;
const games: Record<Edition, Fixture> = { board: fixture("board"), card: fixture("card") };
const board: NamingContext = {
  scene: games.board.scenes["base"]!,
  viewer: "blue",
  players: { yellow: "Tobias" },
  rooms: { R2: "3D" },
};
const card: NamingContext = { scene: games.card.scenes["standard"]!, viewer: "blue" };
const EDITIONS: Edition[] = ["board", "card"];
/** What chance and the clock choose is in no view, but it has a label all the same. */
const OTHERS: Record<Edition, Choice[]> = {
  board: [
    { do: "pair", pair: "3" },
    { do: "placer", player: "blue" },
    { do: "starter", player: "blue" },
    { do: "room", room: "3D", quarters: 1 },
    { do: "door", line: "X1", player: "nobody" },
    { do: "resign", player: "blue" },
    { do: "draw" },
    { do: "timeout" },
  ],
  card: [
    { do: "pair", pair: "red" },
    { do: "picker", player: "blue" },
    { do: "drawn", token: "yke" },
  ],
};

test("a heading says whether somebody attacks or shoots", async () => {
  await setLanguage("en", { keep: false });
  expect(attackTitle(card, "bCr", "yDa")).toBe("The Crossbowman attacks the Dark Angel");
  expect(attackTitle(card, "bCr", "yDa", "shot")).toBe("The Crossbowman shoots at the Dark Angel");
  expect(attackTitle(card, "bCr", "yDa", "spear")).toBe("The Crossbowman attacks the Dark Angel with the spear");
});

test.each([
  ["en", "Crossbowman", "Cross\u00adbow\u00adman"],
  ["en", "Warrior", "War\u00adrior"],
  ["de", "Kleriker", "Kle\u00adri\u00adker"],
  ["fr", "Guerrier", "Guer\u00adrier"],
] as const)("in %s %s is divided where it sounds right", async (language, name, parts) => {
  await setLanguage(language, { keep: false });
  expect(divided(name)).toBe(parts);
});

describe.each(LANGUAGES)("in %s", (language) => {
  beforeAll(async () => {
    await setLanguage(language, { keep: false });
    await loadNamespaces("rules", "refusals");
  });

  test.each(EDITIONS)("every choice of the %s game has a label", (game) => {
    const { scenes, runs } = games[game];
    const offered = runs.flatMap(({ scenario, choices }) => choices.map((choice) => ({ scenario, choice })));
    const others = OTHERS[game].map((choice) => ({ scenario: runs[0]!.scenario, choice }));
    for (const { scenario, choice } of [...offered, ...others]) {
      const naming = { scene: scenes[scenario]!, viewer: "blue" };
      for (const label of [choiceLabel(naming, choice), fullChoiceLabel(naming, choice)]) {
        expect(label, choice.do).not.toMatch(/[{}]|undefined|NaN|game\.| {2}|\s$/);
        expect(label.charAt(0)).toBe(label.charAt(0).toUpperCase());
      }
      if (actorOf(choice)) expect(deedLabel(choice.do)).not.toContain("game.");
    }
  });

  test("a deed that is refused says so in a few words, as the deed needs it", () => {
    const catalogue = JSON.parse(
      readFileSync(
        new URL(`../../src/dungeon_twister/content/locales/${language}/refusals.json`, import.meta.url),
        "utf8",
      ),
    ) as Record<string, string>;
    const short = Object.entries(catalogue).filter(([key]) => key.startsWith("short."));
    expect(short.length).toBeGreaterThan(70);
    for (const [key, words] of short) expect(words.length, `${key}: ${words}`).toBeLessThanOrEqual(24);
    const heal = shortRefusal("heal", { code: "no-contact" });
    expect(heal).not.toBe(shortRefusal("attack", { code: "no-contact" }));
    expect(shortRefusal("attack", { code: "wrong-token" })).toBe(refusalText({ code: "wrong-token" }));
  });

  test.each(EDITIONS)("no name of the %s game has a word that a narrow tile could not divide", (game) => {
    for (const scene of Object.values(games[game].scenes)) {
      for (const { sign } of scene.figures) {
        const name = pieceName(scene, `b${sign}`);
        expect(divided(name).replaceAll("\u00ad", "")).toBe(name);
        for (const piece of divided(name).split(/[\u00ad -]/)) expect(piece.length, name).toBeLessThanOrEqual(10);
      }
    }
  });

  test.each(EDITIONS)("every figure of the %s game has its names and its line", (game) => {
    for (const scene of Object.values(games[game].scenes)) {
      for (const { sign, key } of scene.figures) {
        expect(pieceName(scene, `b${sign}`)).not.toContain("game.");
        const line = abilityLine(scene, key);
        expect(line).not.toContain("game.ability");
        expect(line.replace(/^\*\*.*\*\* /, "").length, line).toBeLessThanOrEqual(90);
        for (const how of ["subject", "object", "to", "of"] as const) {
          for (const viewer of ["blue", "yellow"])
            expect(tokenName({ scene, viewer }, `b${sign}`, how)).not.toMatch(/game\.|[{}]/);
        }
      }
    }
  });

  test("labels of deeds fit their buttons", () => {
    const verbs = new Set(
      EDITIONS.flatMap((game) => games[game].runs.flatMap(({ choices }) => choices.map((choice) => choice.do))),
    );
    expect(verbs.size).toBeGreaterThan(40);
    for (const verb of verbs) expect(deedLabel(verb).length, deedLabel(verb)).toBeLessThanOrEqual(16);
  });

  test.each(EDITIONS)("everything in the lookup of the %s game has a title and a text", (edition) => {
    for (const entry of entriesOf(edition)) {
      expect(entryTitle(entry), entry.name).not.toMatch(/rules\.|game\./);
      expect(entryTexts(entry).join(" ").length, entry.name).toBeGreaterThan(40);
      expect(entryTexts(entry).join(" ")).not.toMatch(/rules\.[a-z]+\.|[{}]/);
    }
    for (const group of GROUPS) expect(groupTitle(group)).not.toContain("rules.");
  });
});

describe("lookup", () => {
  const rules = (name: string) => readFileSync(new URL(`../../docs/rules/${name}.md`, import.meta.url), "utf8");
  const books: Record<Edition, string> = {
    board: rules("board-game") + rules("multiplayer-and-scenarios"),
    card: rules("card-game"),
  };

  test.each(EDITIONS)("the clauses of the %s game exist", (edition) => {
    for (const { name, cites } of entriesOf(edition)) {
      for (const clause of cites.flat())
        expect(books[edition], `${name}: ${clause}`).toMatch(new RegExp(`\\*\\*${clause}\\b`));
    }
  });

  test.each(EDITIONS)("every figure of the %s game can be looked up", (edition) => {
    for (const { figures } of Object.values(games[edition].scenes))
      for (const { key } of figures) expect(entryOf(edition, key)).toBeDefined();
    expect(entryOf("board", "pyramid-3")?.name).toBe("pyramid");
  });
});

describe("names in English", () => {
  beforeEach(async () => {
    await setLanguage("en", { keep: false });
    await loadNamespaces("setting");
  });

  test("tokens", () => {
    expect(tokenName(board, "bH")).toBe("your Thief");
    expect(tokenName(board, "yC")).toBe("the yellow Cleric");
    expect(tokenName(board, "b&")).toBe("the blue Rope");
    expect(tokenName(board, "y?")).toBe("a face-down yellow token");
    expect(tokenName(card, "y?3")).toBe("the wounded yellow character (no. 3)");
    expect(tokenName(card, "?")).toBe("a hidden object");
  });

  test("places", () => {
    expect(placeName(board, "e5", "to")).toBe("to e5");
    expect(placeName(board, "R2")).toBe("room 3\u00a0↻");
    expect(placeName(board, "R6", "at")).toBe("in the face-down room R6");
    expect(placeName(card, "green-2.T", "at")).toBe("in the triangle of room II\u00a0↺");
    expect(placeName(card, "S1C")).toBe("the yellow starting zone before R8, facing the circle");
    expect(placeName(card, "N0?")).toBe("the blue starting zone before R1");
    expect(placeName(card, "S")).toBe("the yellow starting zone");
    expect(placeName(board, "out", "to")).toBe("out of the maze");
  });

  test("an option shows price and outlook", () => {
    const fight = {
      attackers: ["bW"],
      defenders: ["yC"],
      attack: 6,
      defence: 5,
      best: { win: 0.6, tie: 0.2, lose: 0.2 },
    };
    const option: Option = { choice: { do: "attack", token: "bW", target: "yC" }, cost: 1, fight };
    expect(optionLabel(board, option)).toBe("Attack the yellow Cleric, 1 action point, 6 against 5, about 60 percent");
    expect(optionLabel(board, option, { actor: true })).toMatch(/^Your Warrior: attack the yellow Cleric, /);
    const burnt: Option = {
      choice: { do: "fire", token: "bZ", side: "e" },
      cost: 1,
      points: { yellow: 1 },
      lost: ["bG"],
    };
    expect(optionLabel(board, burnt)).toBe(
      "Throw a fireball to the east, 1 action point, 1 victory point for Tobias, lost: your Goblin",
    );
    expect(optionLabel(board, { choice: { do: "card", value: 3 } })).toBe("Play action card 3");
    expect(optionLabel(board, { choice: { do: "jump", token: "bW" }, cost: 1, jump: true })).toContain(
      "1 action point and a jump card",
    );
  });

  test("players, decisions, clocks, ends, refusals", () => {
    expect(playerName(board, "yellow")).toBe("Tobias");
    expect(playerName(board, "blue")).toBe("Blue");
    expect(decisionText(board, "combat", "blue")).toMatch(/^Choose a combat card/);
    expect(decisionText(board, "combat", "yellow")).toBe("Tobias chooses a combat card.");
    expect(decisionText(board, "room", "chance")).toBe("A room is being revealed.");
    expect(decisionText(card, "lay", "blue")).toContain("card");
    expect(clockText("days:1")).toBe("1 day per turn");
    expect(clockText("days:3")).toBe("3 days per turn");
    expect(endText(board, "target")).toContain("5 victory points");
    expect(endText(board, "something new")).toBe("The game is over.");
    expect(refusalText({ code: "no-ap", clause: "ACT-5" })).toBe("There is no action point left for that.");
    expect(refusalText({ code: "never-heard", sentence: "So it is." })).toBe("So it is.");
    expect(askedText("place")).toBe("you place what was found");
    expect(askedText("something new")).toBe("you decide");
  });

  test("the heading of an attack has articles, and owners for two of a kind", () => {
    expect(attackTitle(board, "bC", "yG")).toBe("The Cleric attacks the Goblin");
    expect(attackTitle(board, "bC", "yC")).toBe("Your Cleric attacks the yellow Cleric");
    expect(attackTitle(card, "bBe", "y?")).toMatch(/^The Berserker attacks a yellow character/);
  });

  test("switches", () => {
    expect(switchValue("memory", "strict")).toBe("As in the rulebook");
    expect(switchValue("stallLimit", "12")).toBe("12");
    expect(handicapText("good/beginner", { "good/beginner": "-2/6" })).toBe(
      "good against beginner: 2 characters fewer, without 6",
    );
    expect(handicapText("-1/", {})).toBe("1 character fewer");
    expect(handicapText("-0/56", {})).toBe("without 5, 6");
    expect(has("setting.option.memory.text") && t("setting.option.memory.text")).toContain("remember");
  });
});
