// Every link can be opened in another tab and copied: its address is made by the router, for a page with a server and
// for one without.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SOURCES = fileURLToPath(new URL("../src", import.meta.url));
const LINK = /<a\b(?:[^>{]|\{(?:[^{}]|\{[^{}]*\})*\})*>/g;
const MADE = /href=(\{link\(|\{part\(|\{\w+ \? link\(.*\) : part\(|"https:\/\/|"\{import\.meta\.env\.BASE_URL\})/;

test("every link of the sources is made by the router or leads elsewhere", () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".svelte"));
  const links = files.flatMap((name) =>
    (readFileSync(join(SOURCES, name), "utf8").match(LINK) ?? []).map((link) => `${name}: ${link}`),
  );
  expect(links.length).toBeGreaterThan(50);
  expect(links.filter((link) => !MADE.test(link))).toEqual([]);
});
