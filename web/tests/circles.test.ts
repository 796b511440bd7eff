// No module of the client imports itself by a detour, not even for a type: whoever reads one can read what it needs first.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

const SOURCE = join(import.meta.dirname, "..", "src");
const ENDINGS = ["", ".ts", ".svelte.ts", "/index.ts"];

const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(ts|svelte)$/.test(name))
  .map((name) => join(SOURCE, name));

/** The file that an import names, or nothing if it is of a package. `$maze/x` is `src/maze/x`. */
function fileOf(from: string, name: string): string | undefined {
  const path = name.startsWith("$") ? join(SOURCE, name.slice(1)) : name.startsWith(".") ? join(dirname(from), name) : "";
  return path ? ENDINGS.map((ending) => path + ending).find((one) => statSync(one, { throwIfNoEntry: false })?.isFile()) : undefined;
}

function importsOf(file: string): string[] {
  const names = [...readFileSync(file, "utf8").matchAll(/(?:from|import)\s*\(?\s*["']([^"']+)["']/g)].map((found) => found[1] ?? "");
  return names.map((name) => fileOf(file, name)).filter((path) => path !== undefined);
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
  expect(circleIn(new Map([["a", ["b"]], ["b", ["c"]], ["c", ["b"]]]))).toEqual(["b", "c", "b"]);
});

test("there is none", () => {
  const graph = new Map(files.map((file) => [file, importsOf(file)]));
  expect([...graph.values()].flat().length).toBeGreaterThan(500);
  expect(circleIn(graph).map((file) => relative(SOURCE, file))).toEqual([]);
});
