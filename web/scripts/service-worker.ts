// A Vite plugin: writes sw.js into the built page, with the list of files to cache in front of it. For the page without
// a server, dungeon_twister/browser/site_folder.py does this, because it knows more files.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";

const SOURCE = fileURLToPath(new URL("../src/service-worker/service-worker.ts", import.meta.url));
const NAME = "sw.js";

const digest = (body: Buffer | string, kind: "base64" | "hex") => createHash("sha256").update(body).digest(kind);

/** The files that are kept, with their hashes as browsers check them, and a version that follows from them. */
export function listed(folder: string): string {
  const files: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).split(sep).join("/");
    if (entry.isFile() && name !== NAME && !name.startsWith("."))
      files[name] = `sha256-${digest(readFileSync(path), "base64")}`;
  }
  const sorted = Object.fromEntries(Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1)));
  const version = digest(JSON.stringify(sorted), "hex").slice(0, 16);
  return `const VERSION = ${JSON.stringify(version)};\nconst FILES = ${JSON.stringify(sorted, null, 0)};\n`;
}

export function serviceWorker(site: boolean): Plugin {
  let folder = "";
  return {
    name: "service-worker",
    apply: "build",
    configResolved({ root, build: { outDir } }) {
      folder = join(root, relative(root, outDir));
    },
    async closeBundle() {
      await build({
        configFile: false,
        logLevel: "error",
        define: { SITE: JSON.stringify(site) },
        publicDir: false,
        build: {
          outDir: folder,
          emptyOutDir: false,
          target: "es2022",
          copyPublicDir: false,
          rolldownOptions: { input: SOURCE, output: { format: "iife", entryFileNames: NAME } },
        },
      });
      const path = join(folder, NAME);
      if (!site) writeFileSync(path, listed(folder) + readFileSync(path, "utf8"));
    },
  };
}
