import { describe, expect, it } from "vitest";
import type { Replay, ScenarioCard } from "$lib/protocol";
import {
  firstDraft,
  needsBots,
  needsFriends,
  newGame,
  sitter,
  suggestedScenario,
  withBots,
  withScenario,
} from "$lib/new-game-draft";
import { turnsOf } from "../src/pages/replay/replay-player.svelte";

const base: ScenarioCard = {
  name: "base",
  title: "Basic Set",
  game: "board",
  players: 2,
  colours: ["blue", "yellow"],
  target: 5,
  switches: [
    { name: "memory", default: "open", values: ["open", "strict"] },
    { name: "target", default: "5", low: 5, high: 8 },
  ],
};
const four: ScenarioCard = {
  ...base,
  name: "four-players",
  players: 4,
  colours: ["blue", "red", "yellow", "green"],
  switches: [{ name: "memory", default: "open", values: ["open", "strict"] }],
};
const card: ScenarioCard = {
  ...base,
  name: "standard",
  game: "card",
  switches: [{ name: "selection", default: "mutual", values: ["mutual", "draft"] }],
};
const cards = [base, four, card];
const offered = ["lamplighter", "gearwright", "archmage"].map((name) => ({ name, rating: null }));

describe("a new game", () => {
  it("is at first the duel against the level in the middle", () => {
    const draft = firstDraft(cards, offered, true);
    expect(newGame(draft, base, " Ann ")).toEqual({
      scenario: "base",
      options: {},
      clock: "off",
      seats: { blue: "you", yellow: "bot:gearwright" },
      name: "Ann",
      names: {},
      listed: false,
      hints: false,
    });
    expect(needsBots(draft, base)).toBe(true);
  });

  it("is one against the level to beat next, if that is known", () => {
    expect(firstDraft(cards, offered, true, "archmage").bot).toBe("archmage");
    expect(firstDraft(cards, offered, false, "archmage").bot).toBe("lamplighter");
  });

  it("is a short one against the weakest bot until the player has won", () => {
    const simplified = { ...base, name: "simplified" };
    const tutorial = { ...card, name: "tutorial-2" };
    const draft = firstDraft([...cards, simplified], offered, false);
    expect([draft.scenario, draft.bot]).toEqual(["simplified", "lamplighter"]);
    expect(suggestedScenario([...cards, tutorial], "card", false)?.name).toBe("tutorial-2");
  });

  it("sends only the options that differ from their default", () => {
    const draft = { ...firstDraft(cards, offered, true), options: { memory: "strict", target: "5", unknown: "x" } };
    expect(newGame(draft, base, "").options).toEqual({ memory: "strict" });
  });

  it("sends the names of people at this screen only", () => {
    const draft = { ...firstDraft(cards, offered, true), names: { yellow: " Ben ", green: "Cid" } };
    expect(newGame({ ...draft, opponent: "screen" }, base, "Ann")).toMatchObject({
      name: "Ann",
      names: { yellow: "Ben" },
    });
    expect(newGame({ ...draft, opponent: "friend" }, base, "Ann")).toMatchObject({ names: {} });
  });

  it("seats several players as chosen, the rest by the common choice", () => {
    const draft = {
      ...firstDraft(cards, offered, true),
      scenario: "four-players",
      colour: "red",
      opponent: "screen" as const,
      seats: { green: "friend", blue: "bot:random" },
    };
    expect(newGame(draft, four, "").seats).toEqual({ blue: "bot:random", red: "you", yellow: "you", green: "friend" });
    expect(sitter(draft, "yellow")).toBe("you");
    expect(needsFriends(draft, four)).toBe(true);
  });

  it("lists a game and gives it days only if somebody is to come", () => {
    const draft = { ...firstDraft(cards, offered, true), clock: "days:3", listed: true, hints: true };
    expect(newGame(draft, base, "")).toMatchObject({ clock: "off", listed: false, hints: false });
    expect(newGame({ ...draft, opponent: "friend" }, base, "")).toMatchObject({
      clock: "days:3",
      listed: true,
      hints: true,
      seats: { yellow: "friend" },
    });
  });

  it("drops what another scenario does not know", () => {
    const draft = {
      ...firstDraft(cards, offered, true),
      colour: "green",
      options: { memory: "strict", target: "7" },
      seats: { red: "you" },
    };
    expect(withScenario(draft, card)).toMatchObject({ scenario: "standard", colour: "blue", options: {}, seats: {} });
    expect(withScenario(draft, four)).toMatchObject({ colour: "green", options: { memory: "strict" } });
  });

  it("keeps the level of the last game, and forgets bots that are not offered any more", () => {
    const draft = {
      ...firstDraft(cards, offered, true),
      bot: "archmage",
      seats: { red: "bot:greedy", green: "bot:lamplighter", yellow: "you" },
    };
    expect(withBots(draft, offered)).toMatchObject({
      bot: "archmage",
      seats: { green: "bot:lamplighter", yellow: "you" },
    });
    expect(withBots(draft, offered).seats).not.toHaveProperty("red");
    expect(withBots({ ...draft, bot: "greedy" }, offered).bot).toBe("gearwright");
    expect(withBots(draft, [{ name: "hasty", rating: null }]).bot).toBe("hasty");
  });

  it("knows the usual scenario of each game", () => {
    expect(suggestedScenario(cards, "card", true)?.name).toBe("standard");
    expect(suggestedScenario([four], "board", true)?.name).toBe("four-players");
  });
});

describe("the timeline of a replay", () => {
  it("has a segment for each turn, with the points after it", () => {
    const entry = (number: number, turn: number, who: string, points = 0) => ({
      number,
      turn,
      who,
      text: "",
      events: points ? [{ kind: "scored", player: who, points }] : [],
    });
    const replay = {
      colours: ["blue", "yellow"],
      entries: [
        entry(1, 0, ""),
        entry(2, 0, ""),
        entry(3, 1, "blue"),
        entry(4, 1, "blue", 2),
        entry(5, 2, "yellow", 1),
      ],
    } as unknown as Replay;
    expect(turnsOf(replay)).toEqual([
      { turn: 0, who: "", from: 1, to: 2, scores: { blue: 0, yellow: 0 } },
      { turn: 1, who: "blue", from: 3, to: 4, scores: { blue: 2, yellow: 0 } },
      { turn: 2, who: "yellow", from: 5, to: 5, scores: { blue: 2, yellow: 1 } },
    ]);
  });
});
