// node bytecode.mjs SOURCES.zip OUT.zip: our package as Pyodide's Python compiles it, so that no browser has to;
// without docstrings.
import { readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [sources, out] = process.argv.slice(2);
const python = await loadPyodide();
python.FS.mkdirTree("/packages");
python.unpackArchive(new Uint8Array(readFileSync(sources)), "zip", { extractDir: "/packages" });
python.runPython(`
import compileall, pathlib, py_compile, zipfile
root = pathlib.Path("/packages")
unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
if not compileall.compile_dir(root, quiet=1, legacy=True, optimize=2,
                              stripdir="/packages", invalidation_mode=unchecked):
    raise SystemExit("not all of it compiles")
with zipfile.ZipFile("/out.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
    for path in sorted(root.rglob("*")):
        if path.is_file() and path.suffix != ".py":
            name = path.relative_to(root).as_posix()
            archive.writestr(zipfile.ZipInfo(name), path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
`);
writeFileSync(out, python.FS.readFile("/out.zip"));
