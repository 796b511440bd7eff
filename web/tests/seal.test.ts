import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { become } from "$lib/person";
import type { Created, GameInfo, NewGame, Proof } from "$lib/protocol";
import { canCheck, check, newContribution, rematchSealed, sealOf, type OwnSeal } from "$lib/seal";
import { createSealed, joinSealed } from "$lib/sealed";
import { settings } from "$lib/settings.svelte";
import { storageInMemory } from "./storage-in-memory";

const text = readFileSync(new URL("./fixtures/proof.json", import.meta.url), "utf-8");
const proof = (): Proof => JSON.parse(text) as Proof; // made by fixtures/make_proof.py with the Python engine
const own: OwnSeal = { commitment: proof().commitment, contribution: "a1".repeat(32), before: true };
const wrong = async (changed: Proof, mine: OwnSeal | undefined = own) => (await check(changed, mine, ["blue"])).filter((one) => !one.right).map((one) => one.key);

describe("checking a finished game", () => {
  it("finds an honest one whole", async () => {
    expect(canCheck()).toBe(true);
    const found = await check(proof(), own, ["blue"]);
    expect(found.map((one) => one.key)).toEqual(["same", "secret", "mine", "seed", "draws"]);
    expect(found.every((one) => one.right)).toBe(true);
    expect(found.at(-1)?.values?.count).toBe(proof().draws.length);
    expect(await wrong(proof(), undefined)).toEqual([]);
  });

  it("finds every forgery", async () => {
    expect(await wrong({ ...proof(), secret: "6".repeat(64) })).toEqual(["secret", "seed"]);
    expect(await wrong({ ...proof(), commitment: "0".repeat(64) })).toEqual(["same"]);
    expect(await wrong({ ...proof(), contributions: [{ colour: "blue", given: "" }, { colour: "yellow", given: "" }] })).toEqual(["mine", "seed"]);
    expect(await wrong({ ...proof(), seed: "0".repeat(64) })).toEqual(["seed", "draws"]);
    const drawn = proof();
    const other = drawn.draws[0]!;
    drawn.draws[0] = { ...other, drawn: other.labels.find((label) => label !== other.drawn)! };
    expect(await wrong(drawn)).toEqual(["draws"]);
    const left = proof();
    left.draws[0] = { ...left.draws[0]!, labels: left.draws[0]!.labels.filter((label) => label !== left.draws[0]!.drawn) };
    expect(await wrong(left)).toEqual(["draws"]);
    const dealt = proof();
    const lying = dealt.draws.filter((draw) => draw.drawn.includes(" room "));
    const [one, two] = [lying[0]!, lying[1]!];
    const swap = (label: string) => label.replace(one.drawn.split(" ")[2]!, two.drawn.split(" ")[2]!);
    dealt.draws = dealt.draws.map((draw) => (draw === one ? { labels: one.labels.map(swap), drawn: swap(one.drawn) } : draw));
    expect(await wrong(dealt)).toContain("draws");
  });

  it("says what cannot be checked", async () => {
    expect(await check({ ...proof(), chance: 1 }, undefined, [])).toEqual([{ key: "old", right: true }]);
    const known = await check({ ...proof(), commitment: "", secret: "" }, undefined, []);
    expect(known.map((one) => one.key)).toEqual(["known", "draws"]);
    expect((await check(proof(), { ...own, before: false }, ["blue"])).map((one) => one.key)).toContain("late");
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
    const info = { id: "g", commitment: "c".repeat(64), seats: [] } as unknown as GameInfo;
    const asked: [string, Record<string, string>][] = [];
    let counts = true;
    vi.stubGlobal("fetch", (path: string, request: RequestInit) => {
      asked.push([path, JSON.parse((request.body as string) ?? "{}") as Record<string, string>]);
      const body = path === "/api/seals" ? { commitment: info.commitment } : path === "/api/games/next" ? info : ({ info, seats: [], contributed: counts } as Created);
      return Promise.resolve(new Response(JSON.stringify(body), { status: 201 }));
    });
    become("somebody", settings.name); // known already: nothing is asked for but what this is about
    await createSealed({ scenario: "base" } as NewGame);
    expect(asked.map(([path]) => path)).toEqual(["/api/seals", "/api/games"]);
    expect(asked[1]![1].commitment).toBe(info.commitment);
    expect(sealOf("g")).toEqual({ commitment: info.commitment, contribution: asked[1]![1].contribution, before: true });
    counts = false; // asked for twice: what counts stays
    await joinSealed(info, { name: "Ann" });
    expect(sealOf("g")?.contribution).toBe(asked[1]![1].contribution);
    counts = true;
    await rematchSealed({ ...info, id: "old", rematch: "next" }, "token");
    expect(asked.at(-1)![0]).toBe("/api/games/old/rematch");
    expect(sealOf("g")).toEqual({ commitment: info.commitment, contribution: asked.at(-1)![1].contribution, before: true });
  });
});
