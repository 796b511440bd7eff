// A Vite plugin: writes licences.txt, the licences of everything built into the page.
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const PARTS = [
  { title: "Grenze (Omnibus-Type)", file: "@fontsource/grenze/LICENSE" },
  { title: "Alegreya Sans (Huerta Tipográfica)", file: "@fontsource/alegreya-sans/LICENSE" },
  { title: "Svelte", file: "svelte/LICENSE.md" },
  { title: "uqr (Anthony Fu, after QR Code generator by Project Nayuki)", file: "uqr/LICENSE" },
];
const ICONS = `Icons from game-icons.net by Lorc, Delapouite and contributors, licensed under CC BY 3.0
(https://creativecommons.org/licenses/by/3.0/). Colours changed, outlines simplified.`;

/** What only the page without a server brings along. */
const PYTHON = `Pyodide (https://github.com/pyodide/pyodide): Mozilla Public License 2.0, https://mozilla.org/MPL/2.0/
CPython (https://www.python.org): PSF License Agreement, https://docs.python.org/3/license.html
msgspec (https://github.com/jcrist/msgspec): BSD 3-Clause; its licence lies in python/msgspec.zip.`;

export function licences(site = false): string {
  const read = (file: string) => readFileSync(new URL(`../node_modules/${file}`, import.meta.url), "utf8").trim();
  return (
    [ICONS, ...(site ? [PYTHON] : []), ...PARTS.map(({ title, file }) => `${title}\n\n${read(file)}`)].join(
      `\n\n${"-".repeat(72)}\n\n`,
    ) + "\n"
  );
}

export function licenceFile(): Plugin {
  let site = false;
  return {
    name: "licence-file",
    apply: "build",
    configResolved({ mode }) {
      site = mode === "site";
    },
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "licences.txt", source: licences(site) });
    },
  };
}
