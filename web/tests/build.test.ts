// The built page: what a first visit of each page loads stays small, and nothing is fetched from elsewhere.
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Manifest } from "vite";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ON_DEMAND } from "$lib/i18n.svelte";

const MOST = 268_000;
const WEB = fileURLToPath(new URL("..", import.meta.url));
const LOCALES = "../src/dungeon_twister/content/locales";

let out = "";
let manifest: Manifest = {};

beforeAll(async () => {
  out = mkdtempSync(join(tmpdir(), "dungeon-twister-web-"));
  // As outside of a test, where nobody asks for the helps of development.
  vi.stubEnv("NODE_ENV", "production");
  vi.stubEnv("VITEST", "");
  await build({ root: WEB, logLevel: "error", build: { outDir: out, emptyOutDir: true, manifest: "manifest.json" } });
  vi.unstubAllEnvs();
  manifest = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8")) as Manifest;
}, 120_000);
afterAll(() => rmSync(out, { recursive: true, force: true }));

/** A chunk with everything that must be there before it runs: imports, styles, fonts and other files. */
function whole(key: string, files = new Set<string>(), seen = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`the build has no ${key}`);
  if (seen.has(key)) return files;
  seen.add(key);
  for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
  for (const imported of chunk.imports ?? []) whole(imported, files, seen);
  return files;
}

/** The catalogues that a page loads, in one language. */
function words(language: string, more: string[]): string[] {
  const prefix = `${LOCALES}/${language}/`;
  const needed = (key: string) => {
    const namespace = key.slice(prefix.length).replace(".json", "");
    return !ON_DEMAND.includes(namespace) || more.includes(namespace);
  };
  return Object.keys(manifest).filter((key) => key.startsWith(prefix) && needed(key));
}

const sent = (file: string) => {
  const body = readFileSync(join(out, file));
  return file.endsWith(".woff2") ? body.length : gzipSync(body).length;
};

describe("the first load", () => {
  it.each([
    ["Home", ["refusals", "home", "setting"], ["src/pages/home/art/hero.svg?raw"]],
    ["Play", [], []],
    ["Join", ["refusals", "home", "setting"], []],
    ["Games", ["refusals", "home"], []],
    ["Replay", ["refusals", "home", "replay", "analysis"], []],
    ["Rules", ["refusals", "home", "rules", "setting", "examples"], ["src/maze/Maze.svelte"]],
    ["Learn", ["refusals", "home", "lessons", "learn"], []],
    ["Puzzles", ["refusals", "home", "puzzles"], []],
    ["Progress", ["refusals", "home", "progress", "lessons"], []],
    ["Board", ["refusals", "home", "board"], []],
    ["About", ["refusals", "home"], []],
    ["You", ["refusals", "home", "people"], []],
    ["Lobby", ["refusals", "home", "setting", "people", "lobby"], []],
    ["NotFound", ["refusals", "home"], []],
  ])("of %s is at most 268 kB, with fonts, icons and words", (page, namespaces, later) => {
    for (const language of ["en", "fr", "de"]) {
      const files = new Set(["index.html", "theme.js", "favicon.svg"]);
      for (const key of ["index.html", `src/pages/${page}.svelte`, ...later, ...words(language, namespaces)])
        whole(key, files);
      for (const file of readdirSync(join(out, "assets")))
        if (/\.woff2$|^icons-.*\.svg$/.test(file)) files.add(`assets/${file}`);
      const total = [...files].reduce((sum, file) => sum + sent(file), 0);
      expect(words(language, namespaces).length, "no words were counted").toBeGreaterThan(3);
      expect(total, `${page} in ${language}`).toBeLessThanOrEqual(MOST);
    }
  });

  it.each([
    ["Lesson", ["lessons", "learn"]],
    ["Puzzle", ["puzzles", "analysis"]],
    ["Mistake", ["puzzles", "analysis", "mistakes"]],
  ])("of a %s is that of a game, and its words", (page, namespaces) => {
    for (const language of ["en", "fr", "de"]) {
      const files = new Set(["index.html", "theme.js", "favicon.svg"]);
      for (const key of ["index.html", `src/pages/${page}.svelte`, ...words(language, namespaces)]) whole(key, files);
      expect(
        [...files].reduce((sum, file) => sum + sent(file), 0),
        language,
      ).toBeLessThanOrEqual(MOST + 22_000);
    }
  });

  it("has one sprite and the three fonts, all with a hash in their name", () => {
    const names = readdirSync(join(out, "assets")).filter((name) => /\.(svg|woff2)$/.test(name));
    expect(names.map((name) => name.replace(/-[\w-]{8}\./, ".")).sort()).toEqual([
      "alegreya-sans-latin-400-normal.woff2",
      "alegreya-sans-latin-700-normal.woff2",
      "grenze-latin-600-normal.woff2",
      "icons.svg",
    ]);
  });

  it("is kept by a service worker, all of it, with its hashes", () => {
    const text = readFileSync(join(out, "sw.js"), "utf8");
    const files = JSON.parse(/^const FILES = (.*);$/m.exec(text)![1]!) as Record<string, string>;
    const there = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(Object.keys(files)).toHaveLength(there.length - 1);
    for (const [name, hash] of Object.entries(files)) {
      expect(hash, name).toBe(
        `sha256-${createHash("sha256")
          .update(readFileSync(join(out, name)))
          .digest("base64")}`,
      );
    }
    // What is neither hashed nor one of our own lists must not be run by it.
    expect(text).not.toMatch(/\bimport\b|\beval\(/);
  });

  it("can be installed: a manifest with icons of the sizes it names", () => {
    expect(readFileSync(join(out, "index.html"), "utf8")).toContain(
      '<link rel="manifest" href="/manifest.webmanifest"',
    );
    const { icons, start_url, display } = JSON.parse(readFileSync(join(out, "manifest.webmanifest"), "utf8")) as {
      icons: { src: string; sizes: string; type: string; purpose: string }[];
      start_url: string;
      display: string;
    };
    expect([start_url, display]).toEqual(["./", "standalone"]);
    const drawn = icons.filter(({ type }) => type === "image/png");
    expect(drawn.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      "192x192 any",
      "512x512 any",
      "512x512 maskable",
    ]);
    for (const { src, sizes } of drawn) {
      const body = readFileSync(join(out, src));
      expect(`${body.readUInt32BE(16)}x${body.readUInt32BE(20)}`, src).toBe(sizes);
      expect(body.length).toBeLessThan(50_000);
    }
  });

  it("carries the licences of fonts, icons and libraries", () => {
    const text = readFileSync(join(out, "licences.txt"), "utf8");
    for (const words of ["CC BY 3.0", "SIL OPEN FONT LICENSE", "Permission is hereby granted"])
      expect(text.toUpperCase()).toContain(words.toUpperCase());
  });

  it("needs no script in the page itself and nothing from other hosts", () => {
    const html = readFileSync(join(out, "index.html"), "utf8");
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/);
    expect(html).not.toMatch(/<style|\son\w+=/);
    const styles = readdirSync(join(out, "assets")).filter((name) => name.endsWith(".css"));
    for (const text of [html, ...styles.map((name) => readFileSync(join(out, "assets", name), "utf8"))])
      expect(text).not.toMatch(/(src|href|url)[=(]["']?(https?:)?\/\//);
  });
});
