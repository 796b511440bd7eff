// What has to be the same where the memory of a Python is made (scripts/memory.mjs) and where Python goes on from it
// (memory-snapshot.ts): the memory knows functions by their numbers, and those of a library of C follow from when it is
// loaded.

/** Where our package and those that it needs lie. */
export const PACKAGES = "/packages";

/**
 * Wrap `create`, which makes Pyodide's module: the one library of C among the `files` is loaded before Python begins,
 * and `placed` is called with the number of functions there are then, and the number of the bridge. The memory gets at
 * least `size` bytes.
 */
export function withLibrary(create, files, placed, size = 0) {
  const [path, bytes] = files.find(([name]) => name.endsWith(".so"));
  return async (settings) => {
    settings.preRun.push((module) => {
      const number = module.HEAP32[bridge(module)];
      if (!number) module.wasmTable.grow(1); // its place stays empty
      module.preloadedWasm[path] = module.loadWebAssemblyModule(bytes, { nodelete: true }, path, {});
      placed(module.wasmTable.length, number);
    });
    const module = await create(settings);
    if (module.HEAP8.length < size) module._emscripten_resize_heap(size);
    return module;
  };
}

/**
 * Python calls some functions of C across a bridge. Its number is 0 where WebAssembly cannot make one, in some browsers
 * and some versions of Node.js: then it asks JavaScript, which takes longer. A memory is kept without it, and every
 * browser sets its own.
 */
export function setBridge(module, number) {
  module.HEAP32[bridge(module)] = number;
}

const bridge = (module) => (module.__PyRuntime + module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET / 4]) / 4;

/** Puts files into the file system of Python. */
export function putFiles(FS, files) {
  for (const [name, bytes] of files) {
    FS.mkdirTree(name.slice(0, name.lastIndexOf("/")));
    FS.writeFile(name, bytes, { canOwn: true });
  }
}
