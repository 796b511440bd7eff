// node replay.mjs PYTHON-ZIPS... < LIST: replays the recorded games of a list of paths in the Python of browsers; JSON of path -> the hash
// of the last state.
import { readFileSync } from "node:fs";
import { loadPyodide } from "../../web/node_modules/pyodide/pyodide.mjs";

const python = await loadPyodide();
python.FS.mkdirTree("/packages");
for (const path of process.argv.slice(2)) python.unpackArchive(new Uint8Array(readFileSync(path)), "zip", { extractDir: "/packages" });
python.runPython(`import sys; sys.path.insert(0, "/packages"); from dungeon_twister.game.record.files import load, replay`);
const hashed = python.runPython(`lambda text: f"{replay(load(text)[0]).hash64():x}"`);
const paths = readFileSync(0, "utf8").split("\n").filter(Boolean);
console.log(JSON.stringify(Object.fromEntries(paths.map((path) => [path, hashed(readFileSync(path, "utf8"))]))));
