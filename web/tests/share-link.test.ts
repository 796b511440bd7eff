// Scenarios in links: the same links as in the tests of Python, and hostile ones.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LinkError, packScenario, unpackScenario } from "../src/workshop/share-link";

const { links, refused } = JSON.parse(readFileSync("../tests/workshop/links.json", "utf8")) as {
  links: { line: string; text: string }[];
  refused: { why: string; line: string; code: string }[];
};
const codeOf = (made: Promise<unknown>) =>
  made.then(
    () => "read",
    (error: unknown) => (error instanceof LinkError ? error.code : String(error)),
  );

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

describe("a hostile link", () => {
  // Node ignores what comes after the end of compressed data, browsers do not.
  it.each(refused.filter(({ why }) => why !== "something after the end"))(
    "is refused: $why",
    async ({ line, code }) => {
      expect(await codeOf(unpackScenario(line))).toBe(code);
    },
  );
  it("is not too long", async () => {
    expect(await codeOf(unpackScenario("A".repeat(20_001)))).toBe("long");
    expect(await codeOf(packScenario("#".repeat(65_537)))).toBe("large");
    const noise = Array.from({ length: 6000 }, (_, at) => (at * at * 7919).toString(16)).join("");
    expect(await codeOf(packScenario(noise))).toBe("long");
  });
});
