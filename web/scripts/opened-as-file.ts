// A Vite plugin for the page without a server: a classic script that says why the page does not run when it is opened
// as a file.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const NAME = "file.js";
const SOURCE = fileURLToPath(new URL("opened-as-file.js", import.meta.url));

export function openedAsFile(site: boolean): Plugin {
  return {
    name: "opened-as-file",
    apply: () => site,
    generateBundle() {
      this.emitFile({ type: "asset", fileName: NAME, source: readFileSync(SOURCE, "utf8") });
    },
    transformIndexHtml: () => [{ tag: "script", attrs: { src: `./${NAME}` }, injectTo: "head" }],
  };
}
