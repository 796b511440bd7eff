// Events of real games and rule cases (fixtures/make_events.py) are described in three languages.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { LANGUAGES, setLanguage } from "$lib/i18n.svelte";
import type { Choice, EventView, Scene } from "$lib/protocol";
import { Chronicle, plain, sentences, type LogEntry } from "$lib/sentences";

interface Run {
  scenario: string;
  events: Record<string, EventView[][]>;
  choices: Choice[];
}
interface Fixture {
  scenes: Record<string, Scene>;
  runs: Run[];
}

const fixture = (game: string): Fixture =>
  JSON.parse(readFileSync(new URL(`./fixtures/events-${game}.json`, import.meta.url), "utf8")) as Fixture;
const games = { board: fixture("board"), card: fixture("card") };

/** Every run of a game through every viewer's eyes. */
function everything(game: "board" | "card"): LogEntry[] {
  const { scenes, runs } = games[game];
  return runs.flatMap(({ scenario, events }) =>
    Object.entries(events).flatMap(([viewer, steps]) => {
      const chronicle = new Chronicle({ scene: scenes[scenario]!, viewer, players: { yellow: "Tobias" } });
      for (const events of steps) chronicle.add(events);
      return chronicle.entries;
    }),
  );
}

test.each(["board", "card"] as const)("the terminal uses the same sentences for the %s game", async (game) => {
  await setLanguage("en", { keep: false });
  const { scenes, runs } = games[game];
  const expected = JSON.parse(
    readFileSync(new URL("./fixtures/event-sentences.json", import.meta.url), "utf8"),
  ) as Record<string, Record<string, string>>;
  const found: Record<string, string> = {};
  runs.forEach(({ scenario, events }, number) => {
    for (const [viewer, steps] of Object.entries(events)) {
      const chronicle = new Chronicle({ scene: scenes[scenario]!, viewer, players: { yellow: "Tobias" } });
      for (const events of steps) chronicle.add(events);
      const lines = chronicle.entries.map(({ key, colour, parts }) =>
        [
          key,
          colour,
          ...parts.flatMap((part) => (typeof part === "string" ? [] : [part.token ?? part.place ?? ""])),
        ].join(" "),
      );
      found[`${number} ${viewer}`] = createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 12);
    }
  });
  expect(
    found,
    "dungeon_twister.presentation.i18n chooses other sentences (fixtures/make_events.py sentences)",
  ).toEqual(expected[game]);
});

describe.each(LANGUAGES)("in %s", (language) => {
  beforeAll(() => setLanguage(language, { keep: false }));

  test.each(["board", "card"] as const)("the %s game has whole sentences", (game) => {
    const entries = everything(game);
    expect(entries.length).toBeGreaterThan(500);
    for (const entry of entries) {
      const text = plain(entry);
      // eslint-disable-next-line no-control-regex -- what marks a place while a sentence is made must be gone
      expect(text).not.toMatch(/[{}\u0001]|undefined|NaN|\bnull\b|game\.(event|piece|zone|place|the|your)|\w\.\w+\.\w/);
      expect(text).not.toMatch(/ {2}| [.,]|^\s|\s$|\(\)/);
      expect(text.charAt(0)).toBe(text.charAt(0).toUpperCase());
      if (entry.kind === "deed") expect(text).toMatch(/[.!]$/);
    }
  });

  test.each(["board", "card"] as const)("what lies face down in the %s game has no name for others", (game) => {
    const { scenes, runs } = games[game];
    const hidden = runs.flatMap(({ scenario, events }) =>
      events["spectator"]!.flat()
        .filter(({ kind, token }) => ["laid", "starter-set"].includes(kind) && token?.charAt(1) === "?")
        .map((event) => sentences([event], { scene: scenes[scenario]!, viewer: "spectator" })[0]!),
    );
    expect(hidden.length).toBeGreaterThan(10);
    for (const { parts } of hidden) expect(parts.filter((part) => typeof part !== "string" && part.token)).toEqual([]);
  });
});

describe("one line after the other", () => {
  const scene = games.board.scenes["base"]!;
  const naming = { scene, viewer: "blue", players: { yellow: "Tobias" } };
  const lines = (events: EventView[]) => sentences(events, naming).map(plain);
  beforeAll(() => setLanguage("en", { keep: false }));

  test("the steps of a walk become one sentence, also when they come one by one", () => {
    const steps = ["b2", "c2", "c3"].map((square) => ({ kind: "stepped", token: "bH", square }));
    const chronicle = new Chronicle(naming);
    chronicle.add([{ kind: "action-began", token: "bH", action: "move" }]);
    expect(chronicle.entries).toEqual([]);
    for (const step of steps) chronicle.add([step]);
    expect(chronicle.entries.map(plain)).toEqual(["Your Thief moves 3 steps to c3."]);
    expect(chronicle.entries[0]).toMatchObject({ colour: "blue", mine: true, kind: "deed" });
    expect(chronicle.entries[0]!.parts).toEqual([
      { text: "Your Thief", token: "bH" },
      " moves 3 steps ",
      { text: "to c3", place: "c3" },
      ".",
    ]);
  });

  test("what is picked up on the way stands between the steps", () => {
    const walk = (square: string) => ({ kind: "stepped", token: "bH", square });
    const events = [
      { kind: "action-began", token: "bH", action: "move" },
      walk("b2"),
      { kind: "took", token: "bH", other: "y$" },
      walk("b3"),
    ];
    expect(lines(events)).toEqual([
      "Your Thief moves to b2.",
      "Your Thief takes the yellow Treasure.",
      "Your Thief moves to b3.",
    ]);
  });

  test("a reveal has the room that chance turns up, which then has its name", () => {
    const events = [
      { kind: "action-began", token: "yG", action: "reveal" },
      { kind: "revealed", place: "R3", room: "2G", number: 1 },
      { kind: "turned", token: "yG", place: "R3", number: 3 },
    ];
    expect(lines(events)).toEqual([
      "The yellow Goblin reveals room 2\u00a0↺.",
      "The yellow Goblin rotates room 2\u00a0↺ counter-clockwise.",
    ]);
  });

  test("a combat is spelled out, with its points", () => {
    const events: EventView[] = [
      { kind: "action-began", token: "yT", action: "attack" },
      { kind: "attacked", token: "yT", other: "bC", tokens: ["bC", "bG", "yT"] },
      { kind: "combat-chosen", player: "yellow", card: -1 },
      { kind: "combat-chosen", player: "blue", card: 3 },
      { kind: "combat-shown", player: "yellow", card: 2, number: 6 },
      { kind: "combat-shown", player: "blue", card: 3, number: 5 },
      { kind: "eliminated", token: "bC", player: "yellow" },
      { kind: "scored", player: "yellow", points: 1 },
      { kind: "wounded", token: "bG" },
    ];
    expect(lines(events)).toEqual([
      "The yellow Troll attacks your Cleric. Also in the fight: your Goblin.",
      "Tobias plays a combat card face down.",
      "You play the 3 face down.",
      "Tobias shows the 2: 4 + 2 = 6.",
      "You show the 3: 2 + 3 = 5.",
      "Tobias wins the fight.",
      "Your Cleric is eliminated: 1 VP for Tobias.",
      "Your Goblin is wounded.",
    ]);
  });

  test("two cards of one side are one sum", () => {
    const events = [
      { kind: "combat-shown", player: "blue", card: 5, number: 10 },
      { kind: "combat-shown", player: "blue", card: 3, number: 10 },
      { kind: "combat-shown", player: "yellow", card: 6, number: 10 },
    ];
    expect(lines(events)).toEqual([
      "You show the 5 and the 3: 2 + 5 + 3 = 10.",
      "Tobias shows the 6: 4 + 6 = 10.",
      "A tie: nobody is hurt.",
    ]);
  });

  test("headings, chance and taking back", () => {
    expect(
      lines([
        { kind: "turn-began", player: "yellow", number: 4 },
        { kind: "undone", player: "blue" },
      ]),
    ).toEqual(["Turn 4: Tobias", "You undo your last choice."]);
    expect(lines([{ kind: "taken-back", player: "yellow" }])).toEqual([
      "Tobias takes something back, with everyone’s agreement.",
    ]);
    const [heading, drawn] = sentences(
      [
        { kind: "turn-began", player: "blue", number: 1 },
        { kind: "pair-drawn", pair: "3" },
      ],
      naming,
    );
    expect(heading).toMatchObject({ kind: "turn", colour: "blue", mine: true });
    expect(drawn).toMatchObject({ kind: "deed", colour: "" });
  });

  test.each([
    [["blue"], "The game is over: you win!"],
    [["yellow"], "The game is over: Tobias wins!"],
    [["blue", "yellow"], "The game is over: a draw."],
    [[], "The game is over, without a winner."],
  ])("the winners %j", (winners, text) => expect(lines([{ kind: "game-over", winners }])).toEqual([text]));

  test("a character who leaves the maze needs no line about the last steps, whatever was carried out", () => {
    const out: EventView[] = [
      { kind: "action-began", action: "move", token: "bH" },
      { kind: "stepped", token: "bH", square: "e5" },
      { kind: "stepped", token: "bH", square: "e6" },
      { kind: "object-gone", token: "y&" },
      { kind: "left-maze", token: "bH", points: 1 },
    ];
    expect(lines(out)).toEqual(["The yellow Rope is out of the game.", "Your Thief leaves the maze: 1 VP for you!"]);
  });

  test("a team wins together, others share", () => {
    const seat = (colour: string, team: string) => ({ colour, team });
    const seats = [seat("red", "north"), seat("green", "north"), seat("yellow", "south"), seat("blue", "south")];
    const teams = { ...scene, seats };
    const over = (winners: string[]) =>
      plain(sentences([{ kind: "game-over", winners }], { scene: teams, viewer: "spectator" })[0]!);
    expect(over(["red", "green"])).toBe("The game is over: Red and Green win!");
    expect(over(["red", "yellow"])).toBe("The game is over: Red and Yellow share the win.");
  });
});

describe("German and French bend their words", () => {
  const scene = games.card.scenes["standard"]!;
  const lines = (events: EventView[], viewer = "blue") => sentences(events, { scene, viewer }).map(plain);
  const gift: EventView[] = [{ kind: "gave", token: "bDa", item: "bsh", other: "yAs" }];

  test("German cases", async () => {
    await setLanguage("de", { keep: false });
    expect(lines(gift)).toEqual(["Dein Dunkler Engel gibt dem gelben Assassinen den blauen Großen Schild."]);
    expect(lines(gift, "yellow")).toEqual(["Der blaue Dunkle Engel gibt deinem Assassinen den blauen Großen Schild."]);
  });

  test("French articles and elisions", async () => {
    await setLanguage("fr", { keep: false });
    expect(lines(gift)).toEqual(["Votre Ange sombre donne le Grand bouclier bleu à l’Assassin jaune."]);
    const theft = [{ kind: "stole", token: "yPi", item: "bsw", other: "bTh" }];
    expect(lines(theft, "yellow")).toEqual(["Votre Pickpocket vole l’Épée bleue à la Voleuse bleue."]);
    expect(lines([{ kind: "gave", token: "yPi", item: "bsw", other: "yCl" }])).toEqual([
      "Le Pickpocket jaune donne l’Épée bleue au Clerc jaune.",
    ]);
  });
});
