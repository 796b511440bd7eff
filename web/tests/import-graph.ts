// The graph of imports between source files, for import-cycles.test.ts.
import { dirname, join } from "node:path";

export type Aliases = Record<string, string>;
/** Source files by path, with their text. */
export type Sources = ReadonlyMap<string, string>;
export type Graph = Map<string, string[]>;

const ENDINGS = ["", ".ts", ".svelte.ts", ".svelte", ".mjs", "/index.ts"];
/** `from "..."`, `import "..."`, `import("...")` (for types, too) and the address of a worker. */
const IMPORT = /\b(?:(?:from|import)\s*\(?|new\s+URL\()\s*["'`]([^"'`{}]+)["'`]/g;

/** Every name that a file imports: values, types, re-exports, late imports and workers. */
export function namesIn(text: string): string[] {
  return [...text.matchAll(IMPORT)].map((found) => found[1] ?? "");
}

/** The file that an import names; nothing for a package. */
export function fileOf(from: string, name: string, sources: Sources, aliases: Aliases): string | undefined {
  const bare = name.replace(/\?.*$/, "");
  const alias = Object.keys(aliases).find((alias) => bare === alias || bare.startsWith(`${alias}/`));
  const path = bare.startsWith(".") ? join(dirname(from), bare) : alias && aliases[alias] + bare.slice(alias.length);
  return path === undefined ? undefined : ENDINGS.map((ending) => path + ending).find((file) => sources.has(file));
}

export function importGraph(sources: Sources, aliases: Aliases): Graph {
  const importsOf = (file: string, text: string) =>
    namesIn(text).flatMap((name) => fileOf(file, name, sources, aliases) ?? []);
  return new Map([...sources].map(([file, text]) => [file, importsOf(file, text)]));
}

/** One cycle of imports, or nothing. */
export function cycleIn(graph: Graph): string[] {
  const done = new Set<string>();
  const walk = (file: string, path: string[]): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return [];
    for (const next of graph.get(file) ?? []) {
      const cycle = walk(next, [...path, file]);
      if (cycle.length) return cycle;
    }
    done.add(file);
    return [];
  };
  for (const file of graph.keys()) {
    const cycle = walk(file, []);
    if (cycle.length) return cycle;
  }
  return [];
}
