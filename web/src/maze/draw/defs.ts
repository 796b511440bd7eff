/** Gradients, patterns and parts shared by every drawing; put into the document once. Python's drawings read the same. */
import defs from "$drawing/defs.svg?raw";
import { SHAPES } from "./primitives";

const ID = "maze-defs";

export function defsMarkup(): string {
  const shared = defs.slice(defs.indexOf("<defs>") + "<defs>".length, defs.indexOf("</defs>"));
  const shapes = Object.entries(SHAPES).map(([name, d]) => `<path id="mz-s-${name}" d="${d}"/>`);
  return `<defs>${shared}${shapes.join("")}</defs>`;
}

/** Every component that refers to a gradient or shape calls this. */
export function ensureDefs(): void {
  if (typeof document === "undefined" || document.getElementById(ID)) return;
  const holder = document.createElement("div");
  holder.id = ID;
  holder.setAttribute("aria-hidden", "true");
  holder.style.cssText = "position:absolute;width:0;height:0;overflow:hidden";
  holder.innerHTML = `<svg width="0" height="0">${defsMarkup()}</svg>`;
  document.body.prepend(holder);
}
