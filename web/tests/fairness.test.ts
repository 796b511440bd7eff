import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setPerson } from "$lib/person";
import type { Created, GameInfo, NewGame, Proof } from "$lib/protocol";
import {
  canCheck,
  check,
  isSwapped,
  newContribution,
  overall,
  rematchSealed,
  sealOf,
  verifyCommand,
  type CheckResult,
  type OwnSeal,
  type Verdict,
} from "$lib/fairness";
import { createSealed, joinSealed, pairedSealed } from "$lib/sealed-games";
import { settings } from "$lib/settings.svelte";
import { storageInMemory } from "./fake-storage";
import { completeShape } from "./complete-message";

const text = readFileSync(new URL("./fixtures/proof.json", import.meta.url), "utf-8");
const proof = (): Proof => JSON.parse(text) as Proof; // made by fixtures/make_proof.py with the Python engine
const own: OwnSeal = { commitment: proof().commitment, contribution: "a1".repeat(32), before: true };
const found = (changed: Proof, mine: OwnSeal | undefined) => check(changed, mine, ["blue"]);
const keys = (all: CheckResult[], verdict: Verdict) =>
  all.filter((one) => one.verdict === verdict).map((one) => one.key);
const wrong = async (changed: Proof, mine: OwnSeal | undefined = own) => keys(await found(changed, mine), "wrong");
const NOTHING = {
  commitment: "",
  secret: "",
  contributions: [
    { colour: "blue", given: "" },
    { colour: "yellow", given: "" },
  ],
};

/** Another outcome of the first draw of a kind. */
function redrawn(kind: string): Proof {
  const changed = proof();
  const number = changed.draws.findIndex(({ drawn }) => drawn.includes(kind));
  const { labels, drawn } = changed.draws[number]!;
  changed.draws[number] = { labels, drawn: labels.find((label) => label !== drawn)! };
  return changed;
}

/** Another room on the first tile that was turned up. */
function misdealt(): Proof {
  const changed = proof();
  const [one, two] = changed.draws.filter(({ drawn }) => drawn.includes(" room "));
  const swap = (label: string) => label.replace(one!.drawn.split(" ")[2]!, two!.drawn.split(" ")[2]!);
  changed.draws = changed.draws.map((draw) =>
    draw === one ? { labels: one.labels.map(swap), drawn: swap(one.drawn) } : draw,
  );
  return changed;
}

describe("checking a finished game", () => {
  it("finds an honest one whole", async () => {
    expect(canCheck()).toBe(true);
    const all = await found(proof(), own);
    expect(all.map((one) => one.key)).toEqual(["same", "mine", "secret", "seed", "draws"]);
    expect(overall(all)).toBe("right");
    expect(all.at(-1)?.values?.count).toBe(proof().draws.length);
  });

  it.each<[string, Proof, string[]]>([
    ["another secret", { ...proof(), secret: "6".repeat(64) }, ["secret", "seed"]],
    ["a secret that is not opened", { ...proof(), secret: "" }, ["secret", "seed"]],
    ["another commitment", { ...proof(), commitment: "0".repeat(64) }, ["same"]],
    ["no commitment", { ...proof(), commitment: "" }, ["same"]],
    [
      "neither commitment nor secret, a seed of its choice",
      { ...proof(), ...NOTHING, seed: "0".repeat(64) },
      ["same", "mine", "secret", "seed", "draws"],
    ],
    [
      "neither commitment nor secret, and the old way of drawing",
      { ...proof(), ...NOTHING, chance: 1, draws: [] },
      ["same", "mine", "secret", "seed", "way"],
    ],
    ["the old way of drawing", { ...proof(), chance: 1 }, ["way"]],
    ["no way of drawing", { ...proof(), chance: 0 }, ["way"]],
    ["a dropped contribution", { ...proof(), contributions: NOTHING.contributions }, ["mine", "seed"]],
    ["another seed", { ...proof(), seed: "0".repeat(64) }, ["seed", "draws"]],
    ["another draw", redrawn(""), ["draws"]],
    ["a room turned otherwise", redrawn(" room "), ["draws"]],
    ["another room", misdealt(), ["draws"]],
  ])("finds %s", async (_, changed, expected) => {
    expect(await wrong(changed)).toEqual(expected);
  });

  it("finds a draw whose outcome was not possible", async () => {
    const left = proof();
    left.draws[0] = {
      ...left.draws[0]!,
      labels: left.draws[0]!.labels.filter((label) => label !== left.draws[0]!.drawn),
    };
    expect(await wrong(left)).toEqual(["draws"]);
  });

  it("finds a room turned otherwise, with the other ways it could lie left out", async () => {
    const cut = redrawn(" room ");
    cut.draws = cut.draws.map((draw, at) =>
      draw.drawn === proof().draws[at]!.drawn ? draw : { ...draw, labels: [draw.drawn] },
    );
    expect(await wrong(cut)).toEqual(["draws"]);
  });

  it("finds a late secret: everything fits but what was shown before", async () => {
    expect(await wrong(proof(), { ...own, commitment: "0".repeat(64) })).toEqual(["same", "secret"]);
  });

  it.each<[string, Proof, OwnSeal | undefined, string[]]>([
    ["a given seed", { ...proof(), ...NOTHING }, undefined, ["known"]],
    ["an old game", { ...proof(), ...NOTHING, chance: 1 }, undefined, ["old"]],
    ["a game that this browser did not play", proof(), undefined, ["unseen"]],
    [
      "a game to which nobody contributed",
      { ...proof(), contributions: NOTHING.contributions },
      undefined,
      ["unseen", "nobody"],
    ],
    ["a commitment shown too late", proof(), { ...own, before: false }, ["late"]],
    ["a contribution that was not taken", proof(), { ...own, contribution: "" }, ["unused"]],
    ["no draws", { ...proof(), draws: [] }, own, ["none"]],
  ])("gives no tick for %s", async (_, changed, mine, expected) => {
    const all = await found(changed, mine);
    expect(keys(all, "unproven")).toEqual(expected);
    expect(overall(all)).not.toBe("right");
  });

  it("cannot see without the rules what the server left out", async () => {
    const cut = redrawn("placer");
    const number = cut.draws.findIndex(({ drawn }, at) => drawn !== proof().draws[at]!.drawn);
    cut.draws[number] = { ...cut.draws[number]!, labels: [cut.draws[number]!.drawn] };
    expect(await wrong(cut)).toEqual([]);
    expect(await wrong({ ...proof(), draws: proof().draws.slice(1) })).toEqual([]);
  });

  it("has a command with what this browser remembers", () => {
    expect(verifyCommand("g.dt", own)).toBe(
      `dungeon-twister verify g.dt --commitment ${own.commitment} --contribution ${own.contribution}`,
    );
    expect(verifyCommand("g.dt", undefined)).toBe("dungeon-twister verify g.dt");
  });
});

describe("contributing", () => {
  beforeEach(() => void storageInMemory());
  afterEach(() => vi.unstubAllGlobals());

  it("is random and 32 bytes", () => {
    expect(newContribution()).toMatch(/^[0-9a-f]{64}$/);
    expect(newContribution()).not.toBe(newContribution());
  });

  it("is kept with the commitment that was shown before", async () => {
    const info = completeShape<GameInfo>("GameInfo", { id: "g", commitment: "c".repeat(64) });
    const asked: [string, Record<string, string>][] = [];
    let counts = true;
    vi.stubGlobal("fetch", (path: string, request: RequestInit) => {
      asked.push([path, JSON.parse((request.body as string) ?? "{}") as Record<string, string>]);
      const body =
        path === "/api/seals"
          ? { commitment: info.commitment, promise: "p" }
          : path === "/api/games/next"
            ? info
            : ({ info, seats: [], contributed: counts } as Created);
      return Promise.resolve(new Response(JSON.stringify(body), { status: 201 }));
    });
    setPerson("somebody", settings.name); // known already: nothing is asked for but what this is about
    await createSealed({ scenario: "base" } as NewGame);
    expect(asked.map(([path]) => path)).toEqual(["/api/seals", "/api/games"]);
    expect(asked[1]![1]).toMatchObject({ commitment: info.commitment, promise: "p" });
    expect(sealOf("g")).toEqual({ commitment: info.commitment, contribution: asked[1]![1].contribution, before: true });
    counts = false; // asked for twice: what counts stays
    await joinSealed(info, { name: "Ann" });
    expect(sealOf("g")?.contribution).toBe(asked[1]![1].contribution);
    counts = true;
    await rematchSealed({ ...info, id: "old", rematch: "next" }, "token");
    expect(asked.at(-1)![0]).toBe("/api/games/old/rematch");
    expect(sealOf("g")).toEqual({
      commitment: info.commitment,
      contribution: asked.at(-1)![1].contribution,
      before: true,
    });
  });

  it("remembers what was promised, whatever the game has", () => {
    const created = (commitment: string, contributed: boolean) =>
      ({ info: { id: `g${commitment}`, commitment, seats: [] }, seats: [], contributed }) as unknown as Created;
    const swapped = (made: Created) => isSwapped(made.info);
    expect(swapped(pairedSealed(created("c", true), "mine", "c"))).toBe(false);
    expect(sealOf("gc")).toEqual({ commitment: "c", contribution: "mine", before: true });
    expect(swapped(pairedSealed(created("other", true), "mine", "promised"))).toBe(true);
    expect(sealOf("gother")).toEqual({ commitment: "promised", contribution: "mine", before: true });
    expect(swapped(pairedSealed(created("", false), "mine", "promised"))).toBe(true); // a game without any commitment
    expect(swapped(pairedSealed(created("late", true), "", ""))).toBe(false);
    expect(sealOf("glate")).toEqual({ commitment: "late", contribution: "", before: false });
    expect(isSwapped({ id: "unknown", commitment: "c" } as GameInfo)).toBe(false);
  });
});
