// A Vite plugin: licences.txt beside the built page, with the licences of what is built into it.
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const PARTS = [
  { title: "Grenze (Omnibus-Type)", file: "@fontsource/grenze/LICENSE" },
  { title: "Alegreya Sans (Huerta Tipográfica)", file: "@fontsource/alegreya-sans/LICENSE" },
  { title: "Svelte", file: "svelte/LICENSE.md" },
];
const ICONS = `Icons from game-icons.net by Lorc, Delapouite and contributors, licensed under CC BY 3.0
(https://creativecommons.org/licenses/by/3.0/). Colours changed, outlines simplified.`;

export function licences(): string {
  const read = (file: string) => readFileSync(new URL(`../node_modules/${file}`, import.meta.url), "utf8").trim();
  return [ICONS, ...PARTS.map(({ title, file }) => `${title}\n\n${read(file)}`)].join(`\n\n${"-".repeat(72)}\n\n`) + "\n";
}

export function licenceFile(): Plugin {
  return {
    name: "licence-file",
    apply: "build",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "licences.txt", source: licences() });
    },
  };
}
