// Python (Pyodide) and our package, from the folder that the page lies in: the same for both workers.
import { PACKAGES } from "./memory.mjs";
import { goOn, isQuick, type Pyodide, type Python } from "./quick";

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

/** Counts the bytes of files while they are fetched, whoever fetches them: Pyodide asks for its own. */
class Counting {
  private readonly got = new Map<string, number>();
  private readonly total: number;

  constructor(
    private readonly sizes: Record<string, number>,
    private readonly told: (part: number) => void,
  ) {
    this.total = Object.values(sizes).reduce((sum, size) => sum + size, 0) || 1;
  }

  /** Carries out some work during which files are fetched. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const real = self.fetch;
    self.fetch = async (...asked) => {
      const response = await real.apply(self, asked);
      const name = Object.keys(this.sizes).find((one) => here(one).href === response.url);
      if (name) void this.count(name, response.clone()).catch(() => undefined);
      return response;
    };
    try {
      return await work();
    } finally {
      self.fetch = real;
    }
  }

  private async count(name: string, { body }: Response): Promise<void> {
    let bytes = 0;
    for (const reader = body?.getReader(); reader; ) {
      const { done, value } = await reader.read();
      if (done) return;
      bytes += value.length;
      this.got.set(name, Math.min(bytes, this.sizes[name] ?? 0));
      this.told([...this.got.values()].reduce((sum, size) => sum + size, 0) / this.total);
    }
  }
}

/** A file of the folder; the list that was written with it knows its hash. */
async function file(name: string, hashes: Record<string, string>): Promise<Response> {
  const response = await fetch(here(name), { integrity: hashes[name] ?? "" });
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

/** `told` is how much of it is done, from 0 to 1. */
export async function loadPython(told: (part: number) => void): Promise<Python> {
  const { archives, memory, hashes, sizes } = (await (await fetch(here("python.json"))).json()) as Listed;
  const fetching = (names: string[]) => names.map((name) => file(name, hashes));
  /** What is fetched on one of the two ways: the files of the other do not count. */
  const counting = (others: string[]) => new Counting(Object.fromEntries(Object.entries(sizes).filter(([name]) => !others.includes(name))), (part) => told(part * FETCHED));
  const options = { indexURL: here("pyodide/").href, fullStdLib: false };
  if (isQuick() && memory.length === 2) {
    try {
      const python = await counting(archives).during(async () => {
        const [kept, files] = fetching(memory) as [Promise<Response>, Promise<Response>];
        return goOn(await pyodide(), options, await kept, await files);
      });
      told(BEGUN);
      return python;
    } catch (error) {
      console.warn("Python begins from the start:", error);
    }
  }
  const [python, ...packages] = await counting(memory).during(() =>
    Promise.all([pyodide().then(({ loadPyodide }) => loadPyodide(options)), ...fetching(archives).map(async (archive) => (await archive).arrayBuffer())]),
  );
  told(BEGUN);
  python.FS.mkdirTree(PACKAGES);
  for (const archive of packages) python.unpackArchive(archive, "zip", { extractDir: PACKAGES });
  await python.runPythonAsync(`import sys; sys.path.insert(0, "${PACKAGES}")`);
  return python;
}

async function pyodide(): Promise<Pyodide> {
  const script = (name: string): Promise<unknown> => import(/* @vite-ignore */ here(`pyodide/${name}`).href);
  const [{ loadPyodide }, { default: create }] = (await Promise.all(["pyodide.mjs", "pyodide.asm.mjs"].map(script))) as [Pick<Pyodide, "loadPyodide">, { default: Pyodide["create"] }];
  return { loadPyodide, create };
}
