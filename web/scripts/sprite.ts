// A Vite plugin: one SVG file with a symbol for each icon that icon-names.ts lists, hashed in the build, served in
// development.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { optimize } from "svgo";
import type { Plugin } from "vite";
import { ICON_NAMES } from "../src/lib/icon-names.ts";

const ID = "virtual:icon-sprite";
const DEVELOPMENT_PATH = "/@icon-sprite.svg";

interface IconSet {
  icons: Record<string, { body: string } | undefined>;
  width: number;
  height: number;
}

/**
 * An icon with whole numbers only: on a grid of 512 nobody sees the difference, and the sprite is a third of the size.
 */
function rounded(body: string, { width, height }: IconSet): string {
  const { data } = optimize(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${body}</svg>`, {
    floatPrecision: 0,
  });
  return data.replace(/^<svg[^>]*>|<\/svg>$/g, "");
}

let made = "";

/** The sprite's text; an icon that the set does not have stops the build. */
export function sprite(): string {
  return (made ||= draw());
}

function draw(): string {
  const path = createRequire(import.meta.url).resolve("@iconify-json/game-icons/icons.json");
  const set = JSON.parse(readFileSync(path, "utf8")) as IconSet;
  const symbols = ICON_NAMES.map((name) => {
    const icon = set.icons[name];
    if (!icon) throw new Error(`game-icons has no icon named ${name}`);
    return `<symbol id="${name}" viewBox="0 0 ${set.width} ${set.height}">${rounded(icon.body, set)}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>\n`;
}

export function iconSprite(): Plugin {
  let building = false;
  return {
    name: "icon-sprite",
    config: (_, { command }) => {
      building = command === "build";
    },
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load(id) {
      if (id !== `\0${ID}`) return null;
      if (!building) return `export default ${JSON.stringify(DEVELOPMENT_PATH)};`;
      const reference = this.emitFile({ type: "asset", name: "icons.svg", source: sprite() });
      return `export default import.meta.ROLLUP_FILE_URL_${reference};`;
    },
    configureServer(server) {
      server.middlewares.use(DEVELOPMENT_PATH, (_, response) => {
        response.setHeader("Content-Type", "image/svg+xml");
        response.end(sprite());
      });
    },
  };
}
