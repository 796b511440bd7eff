// Python (Pyodide) and our package, from the folder that the page lies in: the same for both workers.

export interface Python {
  FS: { mkdirTree(path: string): void };
  unpackArchive(data: ArrayBuffer, format: string, options: { extractDir: string }): void;
  runPythonAsync(code: string): Promise<unknown>;
  pyimport(name: string): unknown;
}
interface Listed {
  archives: string[];
  hashes: Record<string, string>;
  /** The bytes of everything great that is fetched. */
  sizes: Record<string, number>;
}

const PACKAGES = "/packages";
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
async function file(name: string, hashes: Record<string, string>): Promise<ArrayBuffer> {
  const response = await fetch(here(name), { integrity: hashes[name] ?? "" });
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.arrayBuffer();
}

/** `told` is how much of it is done, from 0 to 1. */
export async function loadPython(told: (part: number) => void): Promise<Python> {
  const { archives, hashes, sizes } = (await (await fetch(here("python.json"))).json()) as Listed;
  const [python, ...packages] = await new Counting(sizes, (part) => told(part * FETCHED)).during(() => Promise.all([begin(), ...archives.map((name) => file(name, hashes))]));
  told(BEGUN);
  python.FS.mkdirTree(PACKAGES);
  for (const archive of packages) python.unpackArchive(archive, "zip", { extractDir: PACKAGES });
  await python.runPythonAsync(`import sys; sys.path.insert(0, "${PACKAGES}")`);
  return python;
}

async function begin(): Promise<Python> {
  const { loadPyodide } = (await import(/* @vite-ignore */ here("pyodide/pyodide.mjs").href)) as { loadPyodide(options: object): Promise<Python> };
  return loadPyodide({ indexURL: here("pyodide/").href, fullStdLib: false });
}
