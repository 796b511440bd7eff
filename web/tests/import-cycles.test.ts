// No module of the client imports itself, directly or through others. Imports of types, late imports, workers and the
// aliases of vite.config.ts count.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import config from "../vite.config";
import { cycleIn, fileOf, importGraph, namesIn, type Aliases } from "./import-graph";

const SOURCE = join(import.meta.dirname, "..", "src");
/** The page of a server, and the page that plays in the browser alone: `$transport` is another file in each. */
const MODES = ["production", "site"];

const sources = new Map(
  readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|svelte|mjs)$/.test(name))
    .map((name) => [join(SOURCE, name), readFileSync(join(SOURCE, name), "utf8")]),
);

/** The aliases of vite.config.ts in one mode, each with the path it stands for. */
function aliasesOf(mode: string): Aliases {
  return config({ mode, command: "build" }).resolve?.alias as Aliases;
}

describe("the test itself finds a cycle", () => {
  const ALIASES = { $lib: "/lib", $transport: "/transport/server.ts" };
  const cycle = (files: Record<string, string>) => cycleIn(importGraph(new Map(Object.entries(files)), ALIASES));

  test.each([
    ["of values", 'import { b } from "./b";', 'import { a } from "./a";'],
    ["of types", 'import type { B } from "./b";', 'export type { A } from "./a";'],
    ["through a type in an expression", 'let b: import("./b").B;', 'let a: typeof import("./a");'],
    ["through a late import", 'const b = () => import("./b");', 'import "./a";'],
    ["over several lines", 'import {\n  b,\n} from "./b";', "export * from './a';"],
    ["through a worker", 'new Worker(new URL("./b.ts", import.meta.url));', 'import "./a";'],
    ["through an alias", 'import { b } from "$lib/b";', 'import { a } from "../lib/a";'],
  ])("%s", (_, a, b) => {
    expect(cycle({ "/lib/a.ts": a, "/lib/b.ts": b, "/lib/c.ts": 'import "./a";' })).toEqual([
      "/lib/a.ts",
      "/lib/b.ts",
      "/lib/a.ts",
    ]);
    expect(cycle({ "/lib/a.ts": a, "/lib/b.ts": "", "/lib/c.ts": 'import "./a";' })).toEqual([]);
  });

  test("through components, and an alias that is a file", () => {
    const files = {
      "/pages/Page.svelte": '<script lang="ts">\n  import Part from "./Part.svelte";\n</script>',
      "/pages/Part.svelte": "{#await import('../lib/state.svelte') then x}{x}{/await}",
      "/lib/state.svelte.ts": 'import { connect } from "$transport";',
      "/transport/server.ts": 'import type Page from "../pages/Page.svelte";',
    };
    expect(cycle(files)).toHaveLength(5);
    expect(cycle({ ...files, "/transport/server.ts": 'import { mount } from "svelte";' })).toEqual([]);
  });
});

test("every import of a file of ours is resolved", () => {
  for (const mode of MODES)
    for (const [file, text] of sources)
      for (const name of namesIn(text))
        if (/^(\.|\$(lib|maze|parts|transport)\b)/.test(name) && !/\.(css|svg|json|wasm|woff2)\b/.test(name))
          expect(fileOf(file, name, sources, aliasesOf(mode)), `${relative(SOURCE, file)}: ${name}`).toBeDefined();
});

test.each(MODES)("there is no cycle (%s)", (mode) => {
  const graph = importGraph(sources, aliasesOf(mode));
  expect([...graph.values()].flat().length).toBeGreaterThan(500);
  expect(cycleIn(graph).map((file) => relative(SOURCE, file))).toEqual([]);
});
