// node memory.mjs PACKAGES OUT: the memory of a Python that has our modules imported, so that no browser has to do it
// (OUT/memory.bin), and the files that such a Python still needs (OUT/files.bin): everything in PACKAGES but the
// modules that are in the memory. Both are compressed.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";
import create from "pyodide/pyodide.asm.mjs";
import { PACKAGES, putFiles, setBridge, withLibrary } from "../src/transport/memory.mjs";

const [folder, out] = process.argv.slice(2);
const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const paths = found.map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort();
const files = paths.map((path) => [PACKAGES + path.slice(folder.length).replaceAll("\\", "/"), readFileSync(path)]);

let functions = 0;
const module = withLibrary(create, files, (count) => (functions = count));
// The same hashes every time, so that the same modules make the same memory, as far as that goes.
const python = await loadPyodide({ _makeSnapshot: true, env: { PYTHONHASHSEED: "0" }, createPyodideModule: module });
putFiles(python.FS, files);
const imported = python.runPython(`
import gc, sys
sys.path.insert(0, "${PACKAGES}")
import dungeon_twister.browser.compute_worker, dungeon_twister.browser.worker
gc.collect()
[file for module in sys.modules.values() if (file := getattr(module, "__file__", None) or "").endswith(".pyc")]
`);
const known = new Set(imported.toJs());
imported.destroy();

setBridge(python._module, 0);

const left = files.filter(([name]) => !known.has(name));
const head = Buffer.from(JSON.stringify({ functions, files: left.map(([name, bytes]) => [name, bytes.length]) }));
const length = Buffer.alloc(4);
length.writeUInt32LE(head.length);
const packed = (bytes) => gzipSync(bytes, { level: 9 });
writeFileSync(join(out, "files.bin"), packed(Buffer.concat([length, head, ...left.map(([, bytes]) => bytes)])));
writeFileSync(join(out, "memory.bin"), packed(python.makeMemorySnapshot()));
