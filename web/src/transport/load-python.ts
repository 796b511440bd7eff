// Python (Pyodide) and our package, from the folder that the page lies in: the same for both workers.
import { PACKAGES } from "./memory.mjs";
import { resume, canResume, type Pyodide, type Python } from "./memory-snapshot";
import { instantiate, StartError } from "./compile-wasm";

interface Listed {
  /** The memory of a Python that has begun, and the files that it needs. */
  memory: string[];
  /** Our package and those it needs: for browsers for which the memory is of no use. */
  archives: string[];
  hashes: Record<string, string>;
  /** The bytes of everything great that is fetched. */
  sizes: Record<string, number>;
}

/** Of the time: files are fetched, Python begins, our modules are imported. */
const FETCHED = 0.6;
const BEGUN = 0.75;
const here = (name: string): URL => new URL(`../${name}`, self.location.href);

/**
 * Watches files while they are fetched, by us or by Pyodide: it counts their bytes and notices those that cannot be
 * used.
 */
class Watching {
  private readonly got = new Map<string, number>();
  private readonly total: number;

  constructor(
    private readonly sizes: Record<string, number>,
    private readonly hashes: Record<string, string>,
    private readonly cache: RequestCache,
    private readonly progress: (part: number) => void,
  ) {
    this.total = Object.values(sizes).reduce((sum, size) => sum + size, 0) || 1;
  }

  private nameOf(address: string): string | undefined {
    return Object.keys(this.sizes).find((name) => here(name).href === address);
  }

  /** Carry out some work during which files are fetched. Rejects as soon as one of them cannot be used. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const { fetch } = self;
    const { instantiateStreaming } = WebAssembly;
    let fail: (error: unknown) => void = () => undefined;
    const failing = new Promise<never>((_, reject) => (fail = reject));
    self.fetch = async (asked, options) => {
      const response = await fetch.call(self, asked, { cache: this.cache, ...options });
      const name = this.nameOf(response.url);
      if (!name) return response;
      if (!response.ok) fail(new StartError("missing", name));
      void this.count(name, response.clone()).catch(() => undefined);
      return response;
    };
    WebAssembly.instantiateStreaming = async (source, imports = {}) => {
      try {
        const response = await source;
        const name = this.nameOf(response.url) ?? "";
        return await instantiate(instantiateStreaming, response, imports, () =>
          file(name, this.hashes, { cache: "reload" }),
        );
      } catch (error) {
        fail(error);
        throw error;
      }
    };
    try {
      return await Promise.race([work(), failing]);
    } finally {
      self.fetch = fetch;
      WebAssembly.instantiateStreaming = instantiateStreaming;
    }
  }

  private async count(name: string, { body }: Response): Promise<void> {
    let bytes = 0;
    for (const reader = body?.getReader(); reader;) {
      const { done, value } = await reader.read();
      if (done) return;
      bytes += value.length;
      this.got.set(name, Math.min(bytes, this.sizes[name] ?? 0));
      this.progress([...this.got.values()].reduce((sum, size) => sum + size, 0) / this.total);
    }
  }
}

/** Fetch a file of the folder; `python.json` has its hash. */
async function file(name: string, hashes: Record<string, string>, options: RequestInit = {}): Promise<Response> {
  const response = await fetch(here(name), { integrity: hashes[name] ?? "", ...options }).catch(() => null);
  if (!response) throw new StartError("broken", name);
  if (!response.ok) throw new StartError("missing", name);
  return response;
}

/**
 * Load Python. `progress` is called with how much of it is done, from 0 to 1. `cache`: the second worker takes what the
 * first has just fetched.
 */
export async function loadPython(progress: (part: number) => void, cache: RequestCache = "default"): Promise<Python> {
  const { archives, memory, hashes, sizes } = (await (await file("python.json", {}, { cache })).json()) as Listed;
  const fetching = (names: string[]) => names.map((name) => file(name, hashes));
  /** What is fetched on one of the two ways: the files of the other do not count. */
  const watching = (others: string[]) =>
    new Watching(
      Object.fromEntries(Object.entries(sizes).filter(([name]) => !others.includes(name))),
      hashes,
      cache,
      (part) => progress(part * FETCHED),
    );
  const options = { indexURL: here("pyodide/").href, fullStdLib: false };
  if (canResume() && memory.length === 2) {
    try {
      const python = await watching(archives).during(async () => {
        const [kept, files] = fetching(memory) as [Promise<Response>, Promise<Response>];
        return resume(await pyodide(), options, await kept, await files);
      });
      progress(BEGUN);
      return python;
    } catch (error) {
      if (error instanceof StartError && !memory.includes(error.file)) throw error;
      console.warn("Python begins from the start:", error);
    }
  }
  const [python, ...packages] = await watching(memory).during(() =>
    Promise.all([
      pyodide().then(({ loadPyodide }) => loadPyodide(options)),
      ...fetching(archives).map(async (archive) => (await archive).arrayBuffer()),
    ]),
  );
  progress(BEGUN);
  python.FS.mkdirTree(PACKAGES);
  for (const archive of packages) python.unpackArchive(archive, "zip", { extractDir: PACKAGES });
  await python.runPythonAsync(`import sys; sys.path.insert(0, "${PACKAGES}")`);
  return python;
}

async function pyodide(): Promise<Pyodide> {
  const script = (name: string): Promise<unknown> => import(/* @vite-ignore */ here(`pyodide/${name}`).href);
  const [{ loadPyodide }, { default: create }] = (await Promise.all(
    ["pyodide.mjs", "pyodide.asm.mjs"].map(script),
  )) as [Pick<Pyodide, "loadPyodide">, { default: Pyodide["create"] }];
  return { loadPyodide, create };
}
