// The keys of the page's texts and their {places}, as TypeScript types: made by `npm run types` from the English
// catalogues, so that a wrong key or a missing place does not compile.
import { readdirSync, readFileSync } from "node:fs";

const LOCALES = new URL("../../src/dungeon_twister/content/locales/en/", import.meta.url);
const PLACES = /\{([a-zA-Z0-9_-]+)\}/g;

/** The module src/lib/catalogue-keys.ts. */
export function catalogueKeys() {
  const catalogues = readdirSync(LOCALES)
    .filter((name) => name.endsWith(".json") && name !== "terminal.json")
    .sort()
    .map((file) => {
      const name = file.replace(".json", "");
      const lines = Object.entries(JSON.parse(readFileSync(new URL(file, LOCALES), "utf8"))).map(([key, text]) => {
        const places = [...new Set([...text.matchAll(PLACES)].map((found) => found[1]))].sort();
        const type = places.map((place) => JSON.stringify(place)).join(" | ") || "never";
        return `    ${JSON.stringify(`${name}.${key}`)}: ${type};\n`;
      });
      return `  ${name}: {\n${lines.join("")}  };\n`;
    });
  return (
    "// Made by `npm run types` from the English catalogues. Do not edit.\n" +
    "/** Every key of a text, with the names of its places, by catalogue. */\n" +
    `export interface Catalogues {\n${catalogues.join("")}}\n`
  );
}
