// No module of the client imports itself, directly or through others. Imports of types count, and so do the aliases of
// vite.config.ts.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import config from "../vite.config";

const SOURCE = join(import.meta.dirname, "..", "src");
const ENDINGS = ["", ".ts", ".svelte.ts", ".mjs", "/index.ts"];
/** The page of a server, and the page that plays in the browser alone: `$transport` is another file in each. */
const MODES = ["production", "site"];

const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(ts|svelte)$/.test(name))
  .map((name) => join(SOURCE, name));

type Aliases = Record<string, string>;

/** The aliases of vite.config.ts in one mode, each with the path it stands for. */
function aliasesOf(mode: string): Aliases {
  return config({ mode, command: "build" }).resolve?.alias as Aliases;
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** The path that an import names, before its ending is found; nothing for a package. */
function pathOf(from: string, name: string, aliases: Aliases): string | undefined {
  if (name.startsWith(".")) return join(dirname(from), name);
  const alias = Object.keys(aliases).find((alias) => name === alias || name.startsWith(`${alias}/`));
  return alias && aliases[alias] + name.slice(alias.length);
}

/** Every name that a file imports: values, types, `export from`, `import("...")`. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*["']([^"']+)["']/g)].map((found) => found[1] ?? "");
}

/** The files of the client that a file imports. */
function importsOf(file: string, aliases: Aliases): string[] {
  const paths = namesIn(readFileSync(file, "utf8")).map((name) => pathOf(file, name.replace(/\?.*$/, ""), aliases));
  const found = paths.map((path) => path && ENDINGS.map((ending) => path + ending).find(isFile));
  return found.filter((path): path is string => !!path);
}

/** One circle of imports, or nothing. */
function circleIn(graph: Map<string, string[]>): string[] {
  const done = new Set<string>();
  const walk = (file: string, way: string[]): string[] => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return [];
    for (const next of graph.get(file) ?? []) {
      const circle = walk(next, [...way, file]);
      if (circle.length) return circle;
    }
    done.add(file);
    return [];
  };
  for (const file of graph.keys()) {
    const circle = walk(file, []);
    if (circle.length) return circle;
  }
  return [];
}

test("a circle is found", () => {
  expect(
    circleIn(
      new Map([
        ["a", ["b"]],
        ["b", ["c"]],
        ["c", ["b"]],
      ]),
    ),
  ).toEqual(["b", "c", "b"]);
});

test("imports of types and aliases are seen", () => {
  expect(
    namesIn('import type { A } from "./a";\nexport type { B } from "./b";\nlet c: import("./c").C;\nimport "./d";'),
  ).toEqual(["./a", "./b", "./c", "./d"]);
  const transports = MODES.map((mode) =>
    relative(
      SOURCE,
      importsOf(join(SOURCE, "lib", "game-socket.ts"), aliasesOf(mode)).find((path) => path.includes("transport")) ??
        "",
    ),
  );
  expect(transports).toEqual(["transport/server-transport.ts", "transport/worker-transport.ts"]);
});

test.each(MODES)("there is none (%s)", (mode) => {
  const graph = new Map(files.map((file) => [file, importsOf(file, aliasesOf(mode))]));
  expect([...graph.values()].flat().length).toBeGreaterThan(500);
  expect(circleIn(graph).map((file) => relative(SOURCE, file))).toEqual([]);
});
