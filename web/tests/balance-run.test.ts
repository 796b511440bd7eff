// A balance run of the page: it asks until all games are there, waits when a server gives no more time, and ends.
import { afterEach, describe, expect, it, vi } from "vitest";
import { api, ApiError } from "../src/lib/api";
import type { Balance, Balanced, BalanceWish, TriedGame } from "../src/lib/protocol";
import { BalanceRun } from "../src/workshop/balance-run.svelte";

const game = (number: number) => ({ number, winners: ["blue"] }) as TriedGame;
const after = ({ played = [] }: BalanceWish, more: number): Balanced => ({
  played: Array.from({ length: more }, (_, at) => game(played.length + at)),
  report: { games: played.length + more } as Balance,
});
const answering = (...answers: ((wish: BalanceWish) => Balanced)[]) =>
  vi
    .spyOn(api, "balance")
    .mockImplementation(async (wish) => (answers.length > 1 ? answers.shift()! : answers[0]!)(wish));

afterEach(() => vi.restoreAllMocks());

describe("a balance run", () => {
  it("sends the games so far with each question until it has all", async () => {
    const asked = answering((wish) => after(wish, 2));
    const run = new BalanceRun();
    await run.start("text\n", 4);
    expect(asked.mock.calls.map(([wish]) => wish.played?.length)).toEqual([0, 2]);
    expect([run.running, run.report?.games, run.trouble]).toEqual([false, 4, ""]);
  });

  it("waits where the server gives no more time for now", async () => {
    const refuse = () => {
      throw new ApiError({ code: "too-much-analysing" }, 429);
    };
    answering(refuse, (wish) => after(wish, 1));
    const run = new BalanceRun(150);
    const done = run.start("text\n", 1);
    await vi.waitUntil(() => run.slow);
    await done;
    expect([run.slow, run.report?.games]).toEqual([false, 1]);
  });

  it("says why it cannot go on", async () => {
    answering(() => {
      throw new ApiError({ code: "not-in-any-catalogue", sentence: "No." }, 422); // so its sentence is shown
    });
    const run = new BalanceRun();
    await run.start("text\n", 1);
    expect([run.running, run.trouble]).toEqual([false, "No."]);
  });

  it("goes on where more games are asked for, and has others the next time", async () => {
    const asked = answering((wish) => after(wish, 2));
    const run = new BalanceRun();
    for (const games of [2, 4, 4]) await run.start("text\n", games);
    expect(asked.mock.calls.map(([wish]) => [wish.seed, wish.played?.length])).toEqual([
      ["1", 0],
      ["1", 2],
      ["2", 0],
      ["2", 2],
    ]);
  });

  it("ends when it is stopped, and a later run has games of its own", async () => {
    const run = new BalanceRun();
    const asked = answering((wish) => {
      run.stop();
      return after(wish, 1);
    });
    await run.start("text\n", 5);
    expect([asked.mock.calls.length, run.running, run.report]).toEqual([1, false, null]);
    answering((wish) => after(wish, 5));
    await run.start("other\n", 5);
    expect(run.report?.games).toBe(5);
  });
});
