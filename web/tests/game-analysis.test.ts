// The analysis of a finished game on the replay page: what belongs to a moment, the graph, and waiting for it.
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, ApiError } from "$lib/api";
import type { Decision, FightView, GameAnalysis, TurnView } from "$lib/protocol";
import { luckOf } from "$lib/analysis-text";
import {
  areas,
  decisionAt,
  marked,
  planAt,
  pointsLine,
  GameAnalysisLoader,
  turnAt,
  worstOf,
} from "../src/pages/replay/game-analysis.svelte";

const plan = (text: string) => ({ choices: [], text: [text], value: 0, share: 0.5 });
const decision = (at: number, loss = 0): Decision => ({
  at,
  played: [],
  played_value: 0,
  played_share: 0,
  best: plan(`best ${at}`),
  loss,
});
const turn = (
  number: number,
  player: string,
  at: number,
  blue: number,
  decisions: Decision[],
  more: Partial<TurnView> = {},
): TurnView => ({ number, player, at, shares: { blue, yellow: 1 - blue }, value: 0, decisions, ...more });
const game: GameAnalysis = {
  format: 1,
  record: "",
  scenario: "base",
  players: {},
  colours: ["blue", "yellow"],
  winners: ["yellow"],
  nodes: 1,
  seed: "",
  complete: true,
  turns: [
    turn(1, "blue", 20, 0.5, [decision(20, 0.02), decision(25, 0.2)], { loss: 0.22, mark: "blunder" }),
    turn(2, "yellow", 40, 0.25, [decision(40)]),
    turn(3, "blue", 60, 0.1, [decision(60)], { missed_win: true }),
  ],
  fights: [],
  sides: {},
};

describe("a moment", () => {
  it("belongs to a turn and to a stretch of it", () => {
    expect(turnAt(game, 10)).toBeUndefined();
    expect(turnAt(game, 39)?.number).toBe(1);
    expect(decisionAt(game.turns[0]!, 24)?.at).toBe(20);
    expect(decisionAt(game.turns[0]!, 30)?.at).toBe(25);
    expect(worstOf(game.turns[0]!)?.at).toBe(25);
    expect(marked(game).map(({ number }) => number)).toEqual([1, 3]);
  });

  it("has a plan only where the maze stands as it did", () => {
    expect(planAt(game, 25)?.text).toEqual(["best 25"]);
    expect(planAt(game, 26)).toBeUndefined();
    expect(planAt(game, 5)).toBeUndefined();
  });
});

describe("the graph", () => {
  it("stacks the shares over the moments, in step with the timeline, and ends with the result", () => {
    const [blue, yellow] = areas(game, 80);
    expect(blue!.points).toBe("25,100 50,100 75,100 100,100 100,100 75,90 50,75 25,50");
    expect(yellow!.points).toBe("25,50 50,75 75,90 100,100 100,0 75,0 50,0 25,0");
    expect(areas({ ...game, complete: false }, 80)[0]!.points).not.toContain("100,100 100,100");
  });

  it("shares the height among allies, who win together", () => {
    const colours = ["blue", "red", "yellow", "green"];
    const shares = { blue: 0.75, red: 0.75, yellow: 0.25, green: 0.25 };
    const drawn = areas({ colours, winners: ["blue", "red"], complete: false, turns: [{ at: 0, shares }] }, 10);
    expect(drawn.map(({ points }) => points)).toEqual(["0,100 0,62.5", "0,62.5 0,25", "0,25 0,12.5", "0,12.5 0,0"]);
  });

  it("draws points as steps", () => {
    expect(pointsLine([0, 1, 1, 2], 2)).toBe("M0,100H25V50H50V50H75V0H100");
  });

  it("knows luck", () => {
    const fight: FightView = {
      at: 1,
      turn: 1,
      attackers: [],
      defenders: [],
      attacker: "blue",
      defender: "yellow",
      winner: "yellow",
      odds: [0.7, 0.1, 0.2],
    };
    expect(luckOf(fight)).toBe(0.2);
    expect(luckOf({ ...fight, winner: "blue" })).toBe(0.7);
    expect(luckOf({ ...fight, winner: "" })).toBe(1);
  });
});

describe("waiting", () => {
  beforeEach(() => vi.restoreAllMocks());

  it("asks until it is done and shows what there is meanwhile", async () => {
    const answers = [
      { done: 1, total: 16, others: 2 },
      { done: 4, total: 16 },
      { done: 16, total: 16 },
    ];
    vi.spyOn(api, "analyse").mockImplementation(() => Promise.resolve(answers.shift()!));
    const fetched = vi.spyOn(api, "analysis").mockResolvedValue(game);
    const analysisLoader = new GameAnalysisLoader("x");
    await analysisLoader.start();
    expect(analysisLoader.progress).toEqual({ done: 16, total: 16, others: 0 });
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(analysisLoader.analysis).toBe(game);
    expect(analysisLoader.running).toBe(false);
  });

  it("says what is wrong, unless nobody waits any more", async () => {
    const problem = new ApiError({ code: "too-many-analyses" }, 429);
    vi.spyOn(api, "analyse").mockRejectedValue(problem);
    const analysisLoader = new GameAnalysisLoader("x");
    await analysisLoader.start();
    expect(analysisLoader.trouble).toBe(problem);
    expect(analysisLoader.running).toBe(false);
    const left = new GameAnalysisLoader("y");
    vi.spyOn(api, "analyse").mockImplementation(() => {
      left.stop();
      return Promise.reject(new DOMException("", "AbortError"));
    });
    await left.start();
    expect(left.trouble).toBeNull();
  });
});
