// A scenario of one's own on the home page: files become one text, and the wish carries it.
import { describe, expect, it } from "vitest";
import { firstDraft, newGame } from "$lib/new-game-draft";
import { scenarioOf } from "../src/pages/home/own-scenario";
import type { ScenarioCard } from "../src/lib/protocol";

const file = (name: string, text: string) => new File([text], name);
const card: ScenarioCard = {
  name: "own",
  title: "Mine",
  game: "board",
  players: 2,
  colours: ["blue", "yellow"],
  target: 2,
  switches: [],
  turns: 0,
};

describe("files of a scenario", () => {
  it("become one text with the rooms in it", async () => {
    const text = await scenarioOf([file("cellar.txt", "room a pair=b turn=cw\n"), file("mine.toml", 'title = "Mine"')]);
    expect(text).toBe("title = \"Mine\"\n\n[[drawing]]\nname = \"cellar\"\nrooms = '''\nroom a pair=b turn=cw\n'''\n");
  });
  it("need one scenario file among them", async () => {
    expect(await scenarioOf([file("cellar.txt", "")])).toBe("");
    expect(await scenarioOf([file("a.toml", "x"), file("b.toml", "y")])).toBe("");
    expect(await scenarioOf([])).toBe("");
  });
});

describe("a wish for it", () => {
  it("carries the text, and no other wish does", () => {
    const draft = { ...firstDraft([card], [{ name: "random", rating: null }], true), scenario: "own" };
    expect(newGame(draft, card, "Ann", "text\n")).toMatchObject({ scenario: "own", declared: "text\n" });
    expect(newGame(draft, card, "Ann")).not.toHaveProperty("declared");
  });
});
