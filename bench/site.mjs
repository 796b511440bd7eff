// node bench/site.mjs: Python of the parts that `run.py site` has built, in Node: how long it takes to start, and what site_play.py measures.
import { readFileSync } from "node:fs";
import { loadPyodide } from "../web/node_modules/pyodide/pyodide.mjs";

const here = (path) => new URL(path, import.meta.url);
const parts = "../src/dungeon_twister/browser/parts/python/";
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const steps = {};
let last = cpu();
const step = (name) => {
  steps[name] = Math.round((cpu() - last) * 100) / 100;
  last = cpu();
};
const python = await loadPyodide();
step("pyodide");
python.FS.mkdirTree("/packages");
for (const name of ["dungeon_twister.zip", "msgspec.zip"]) python.unpackArchive(new Uint8Array(readFileSync(here(parts + name))), "zip", { extractDir: "/packages" });
step("unpacking");
python.runPython(`import sys; sys.path.insert(0, "/packages"); import dungeon_twister.browser.worker`);
step("importing");
python.FS.writeFile("/packages/site_play.py", readFileSync(here("site_play.py"), "utf8"));
globalThis.cpu = cpu;
const found = python.runPython("import site_play; from js import cpu; site_play.measured(cpu)");
console.log(JSON.stringify({ start: steps, ...JSON.parse(found) }));
