// Python as it was when the folder was written, with our modules imported: its memory is a file, and nothing is read,
// unpacked or imported once more.
import { putFiles, setBridge, withLibrary, type Files, type Packed } from "./memory.mjs";

export interface Python {
  FS: Files;
  _module: unknown;
  unpackArchive(data: ArrayBuffer, format: string, options: { extractDir: string }): void;
  runPythonAsync(code: string): Promise<unknown>;
  pyimport(name: string): unknown;
}
interface Head {
  /** How many functions there were where the memory was made. */
  functions: number;
  /** Paths and sizes, in the order in which they follow. */
  files: [string, number][];
}
export interface Pyodide {
  loadPyodide(options: object): Promise<Python>;
  create(settings: never): Promise<unknown>;
}

/** Can this browser do it? */
export const canResume = (): boolean => typeof DecompressionStream !== "undefined";

async function unpacked(file: Response): Promise<ArrayBuffer> {
  return new Response(file.body?.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

function read(data: ArrayBuffer): { functions: number; files: Packed[] } {
  const length = new DataView(data).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length))) as Head;
  let at = 4 + length;
  const files = head.files.map(([name, size]): Packed => [name, new Uint8Array(data, (at += size) - size, size)]);
  return { functions: head.functions, files };
}

/** Rejects where the memory is of no use, because this browser numbers functions in another way. */
export async function resume(
  { loadPyodide, create }: Pyodide,
  options: object,
  memory: Response,
  packed: Response,
): Promise<Python> {
  const [snapshot, { functions, files }] = await Promise.all([unpacked(memory), unpacked(packed).then(read)]);
  let bridge = 0;
  const placed = (count: number, number: number) => {
    bridge = number;
    if (count !== functions) throw new Error(`${count} functions, not ${functions}`);
  };
  const createPyodideModule = withLibrary(create, files, placed, snapshot.byteLength);
  const python = await loadPyodide({ ...options, createPyodideModule, _loadSnapshot: snapshot });
  setBridge(python._module, bridge);
  putFiles(python.FS, files);
  // Luck would be the same in every visit. (What the engine and the server draw is of the system and needs no seed.)
  (python.pyimport("random") as { seed(): void }).seed();
  (python.pyimport("importlib") as { invalidate_caches(): void }).invalidate_caches();
  return python;
}
