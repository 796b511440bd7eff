// What lies over the maze, who is away, and how teams are chosen: pure functions of the server's messages.
import { beforeAll, describe, expect, it } from "vitest";
import { setLanguage } from "../src/lib/i18n.svelte";
import type { CardView, Choice, GameInfo, Scene, SeatInfo, HistoryStep } from "../src/lib/protocol";
import { absencesOf, awayText } from "../src/play/presence";
import { overlayKey, overlayFor, type OverlayInput } from "../src/play/overlay";
import { countsOf, picksOf } from "../src/play/team-selection";

beforeAll(() => setLanguage("en", { keep: false }));

const NOW = 10_000_000;
const person = (colour: string, more: Partial<SeatInfo> = {}): SeatInfo => ({ colour, who: "person", ...more });
const info = (...seats: SeatInfo[]) => ({ stage: "playing", seats }) as unknown as GameInfo;

describe("who is away", () => {
  it("is reckoned from what the server says", () => {
    const game = info(person("blue", { online: true }), person("yellow", { away: 180, bot_in: 420 }), {
      colour: "red",
      who: "bot",
    });
    expect(absencesOf(game, NOW)).toEqual({ yellow: { since: NOW - 180_000, botAt: NOW + 420_000 } });
  });

  it("has no bot where the game does not allow one, and one who resigned may be there", () => {
    expect(absencesOf(info(person("yellow", { away: 5 })), NOW)).toEqual({ yellow: { since: NOW - 5000 } });
    expect(absencesOf(info(person("yellow", { online: true, bot_in: 0 })), NOW)).toEqual({
      yellow: { since: 0, botAt: NOW },
    });
    expect(absencesOf({ ...info(person("yellow")), stage: "over" }, NOW)).toEqual({});
  });

  it.each([
    [20, "Ben is away"],
    [60, "Ben has been away for 1 minute"],
    [185, "Ben has been away for 3 minutes"],
    [3 * 3600 + 5, "Ben has been away for 3 hours"],
    [3 * 86_400 + 5, "Ben has been away for 3 days"],
  ])("after %i seconds it says: %s", (seconds, text) => {
    expect(awayText("Ben", NOW - seconds * 1000, NOW)).toBe(text);
  });
});

const fight = { attacker: "bWa", defender: "yCl", fighters: ["bWa", "yCl"] };
const moment = (view: Partial<CardView>, more: Partial<OverlayInput> = {}): OverlayInput => ({
  view: {
    game: "card",
    over: false,
    pending: [],
    players: [],
    combat: null,
    options: {},
    choices: [],
    ...view,
  } as unknown as CardView,
  looking: "blue",
  spectating: false,
  decision: "",
  mine: false,
  revealed: false,
  ...more,
});
const combat = fight as unknown as CardView["combat"];

describe("what lies over the maze", () => {
  it("is the combat for those who fight or watch the game, and for all when the cards are shown", () => {
    expect(overlayFor(moment({ combat }))).toBe("combat");
    expect(overlayFor(moment({ combat }, { looking: "spectator", spectating: true }))).toBe("combat");
    expect(overlayFor(moment({ combat }, { looking: "red" }))).toBe("");
    expect(overlayFor(moment({}, { looking: "red", revealed: true }))).toBe("combat");
  });

  it("is nothing while the table asks something else, or before it is known who fights", () => {
    expect(overlayFor(moment({ combat }, { mine: true, decision: "rage" }))).toBe("");
    expect(overlayFor(moment({ combat: { ...combat!, fighters: [] } }))).toBe("");
  });

  it("is the choice of teams for both players, and for those who watch where it is open", () => {
    const pending = [{ kind: "select", who: "yellow", about: "characters" }];
    const players = (team: string[] | null) => [{ colour: "blue", team }] as unknown as CardView["players"];
    expect(overlayFor(moment({ pending }))).toBe("team");
    expect(overlayFor(moment({ pending, players: players([]) }, { spectating: true }))).toBe("team");
    expect(overlayFor(moment({ pending, players: players(null) }, { spectating: true }))).toBe("");
  });

  it("stays folded while one waits and comes back with a question, and the result cannot be folded", () => {
    const key = (more: Partial<OverlayInput>) => overlayKey("combat", moment({ combat }, more));
    expect(key({})).toBe(key({}));
    expect(key({ decision: "combat", mine: true })).not.toBe(key({}));
    expect(key({ revealed: true })).toBe("");
  });
});

const figure = (sign: string, key: string, character: boolean) => ({ sign, key, character });
const scene = {
  seats: [{ colour: "blue" }, { colour: "yellow" }],
  figures: [
    figure("Cl", "cleric", true),
    figure("Gb", "goblin", true),
    figure("Wi", "wizard", true),
    figure("ke", "key", false),
    figure("k2", "key", false),
  ],
} as unknown as Scene;
const step = (...tokens: string[]): HistoryStep[] =>
  tokens.map((token, version) => ({ version, events: [{ kind: "picked", token }] }) as unknown as HistoryStep);

function selecting(
  selection: string,
  who: string,
  teams: (string[] | null)[],
  choices: string[] = [],
  about = "characters",
): CardView {
  return {
    ...moment({}).view,
    options: selection === "mutual" ? {} : { selection },
    pending: [{ kind: "select", who, about }],
    players: [
      { colour: "blue", team: teams[0] },
      { colour: "yellow", team: teams[1] },
    ],
    choices: choices.map((token) => ({ do: "pick", token }) as Choice),
  } as unknown as CardView;
}
const states = (view: CardView, looking: string, steps: HistoryStep[] = []) =>
  picksOf(view, scene, looking, steps).map(({ token, by, state }) => [token, by, state].join(" "));

describe("the choice of the teams", () => {
  it("shows in a mutual choice who has chosen what, though both have it", () => {
    const view = selecting(
      "mutual",
      "blue",
      [
        ["Cl", "Gb"],
        ["Cl", "Gb"],
      ],
      ["bWi"],
    );
    const picks = picksOf(view, scene, "blue", step("yCl", "bGb"));
    expect(picks.map(({ token, by, state }) => [token, by, state])).toEqual([
      ["bCl", "yellow", "chosen"],
      ["bGb", "blue", "chosen"],
      ["bWi", "", "free"],
    ]);
    expect(countsOf(picks)).toEqual({ yellow: 1, blue: 1 });
  });

  it("shows all cards to waiting players and spectators, too", () => {
    const view = selecting("draft", "yellow", [["Cl"], []]);
    const seen = ["bCl blue chosen", "bGb  waiting", "bWi  waiting"];
    expect(states(view, "blue")).toEqual(seen);
    expect(states(view, "spectator")).toEqual(seen);
  });

  it("hides what the other one chooses secretly", () => {
    expect(states(selecting("frontal", "yellow", [["Cl"], null]), "blue")).toEqual([
      "bCl blue chosen",
      "bGb  waiting",
      "bWi  waiting",
    ]);
  });

  it("has the second copy of an object when the first one is gone", () => {
    expect(states(selecting("draft", "blue", [[], []], ["bke"], "objects"), "blue")).toEqual(["bke  free"]);
    expect(states(selecting("draft", "blue", [[], ["ke"]], ["bk2"], "objects"), "blue")).toEqual([
      "bke yellow chosen",
      "bk2  free",
    ]);
  });
});
