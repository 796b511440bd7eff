// Hostile links and files, the same as in the tests of Python: each gets one clear sentence in every language, and
// nothing is kept.
import { readFileSync } from "node:fs";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../src/lib/api";
import { LANGUAGES, loadNamespaces, setLanguage } from "../src/lib/i18n.svelte";
import type { Finding } from "../src/lib/protocol";
import { findingText } from "../src/workshop/finding-text";
import { BadWorkError, workFrom } from "../src/workshop/read-work";
import { LinkError, packScenario, unpackScenario } from "../src/workshop/share-link";
import { works } from "../src/workshop/shelf";
import { storageInMemory } from "./fake-storage";

type Parts = string | [string, number][];
interface HostileFile {
  why: string;
  old?: string;
  text: Parts;
  code: string;
  values: Record<string, string | number>;
}
const { refused, files } = JSON.parse(readFileSync("../tests/workshop/hostile.json", "utf8")) as {
  refused: { why: string; line: Parts; code: string }[];
  files: HostileFile[];
};
const BASE = readFileSync("../src/dungeon_twister/content/scenarios/base.toml", "utf8");
const whole = (parts: Parts) =>
  typeof parts === "string" ? parts : parts.map(([part, times]) => part.repeat(times)).join("");
const textOf = ({ old, text }: HostileFile) => (old ? BASE.replace(old, () => whole(text)) : whole(text));

async function inAllLanguages(say: () => string | Promise<string>): Promise<string[]> {
  const said: string[] = [];
  for (const language of LANGUAGES) {
    await setLanguage(language, { keep: false });
    await loadNamespaces("workshop", "share");
    said.push(await say());
  }
  return said;
}

let kept: Map<string, string>;
beforeEach(() => {
  kept = storageInMemory();
});
afterAll(() => setLanguage("en", { keep: false }));

describe("a hostile link", () => {
  // Node ignores what comes after the end of compressed data, browsers do not.
  const rows = refused.filter(({ why }) => why !== "something after the end");
  it.each(rows)("gets a sentence: $why", async ({ line, code }) => {
    const said = await inAllLanguages(async () => {
      const error: unknown = await unpackScenario(whole(line)).catch((error: unknown) => error);
      expect(error).toBeInstanceOf(LinkError);
      expect((error as LinkError).code).toBe(code);
      return (error as LinkError).message;
    });
    expect(new Set(said).size).toBe(LANGUAGES.length);
    for (const sentence of said) expect(sentence).toMatch(/^[^{]{20,150}[.!]$/);
    expect(kept.size).toBe(0);
  });
});

describe("a hostile file", () => {
  it.each(files)("is no work, and its sentence is text: $why", async (file) => {
    const finding: Finding = { code: file.code, severity: "error", values: file.values };
    vi.spyOn(api, "checkText").mockResolvedValue({ findings: [finding], tables: null });
    const said = await inAllLanguages(async () => {
      const error: unknown = await workFrom(textOf(file)).catch((error: unknown) => error);
      expect(error).toBeInstanceOf(BadWorkError);
      return (error as BadWorkError).findings.map(findingText).join();
    });
    expect(new Set(said).size).toBe(LANGUAGES.length);
    for (const sentence of said) {
      expect(sentence).toContain(file.values.problem ?? "");
      expect(sentence).toMatch(/^[^\n]{10,500}[.:!]$/);
    }
    expect([works(), kept.size]).toEqual([[], 0]);
  });
});

it("a scenario that is too large for a link gets none", async () => {
  const noise = Array.from({ length: 6000 }, (_, at) => (at * at * 7919).toString(16)).join("");
  for (const [text, code] of [
    ["#".repeat(65_537), "large"],
    [noise, "long"],
  ] as const)
    await expect(packScenario(text)).rejects.toMatchObject({ code });
});
