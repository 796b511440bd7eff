// Scenarios in links: the same links as in the tests of Python.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { packScenario, unpackScenario } from "../src/workshop/share-link";

const { links } = JSON.parse(readFileSync("../tests/workshop/hostile.json", "utf8")) as {
  links: { line: string; text: string }[];
};

describe("a scenario in a link", () => {
  it.each(links)("made by Python is read: $text", async ({ line, text }) => {
    expect(await unpackScenario(line)).toBe(text);
  });
  it.each(links)("comes out as it went in: $text", async ({ text }) => {
    const line = await packScenario(text);
    expect(line).toMatch(/^AX[\w-]+$/);
    expect(await unpackScenario(`https://example.org/scenario#${line}`)).toBe(text);
  });
});
