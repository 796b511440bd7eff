// A Vite plugin: drawings imported as text (`*.svg?raw`) lose comments and the white space between tags.
import type { Plugin } from "vite";

export function compactSvg(): Plugin {
  return {
    name: "compact-svg",
    transform: (code, id) =>
      id.endsWith(".svg?raw") ? { code: code.replace(/<!--.*?-->|\\n\s*/gs, ""), map: null } : undefined,
  };
}
