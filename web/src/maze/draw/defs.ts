/** Gradients, patterns and parts of every drawing, put into the document once. Python's drawings read the same file. */
import defs from "$drawing/defs.svg?raw";
import { SHAPES } from "./primitives";

const ID = "maze-defs";

/** Every component that refers to a gradient or shape calls this. */
export function ensureDefs(): void {
  if (typeof document === "undefined" || document.getElementById(ID)) return;
  const holder = document.createElement("div");
  holder.id = ID;
  holder.setAttribute("aria-hidden", "true");
  holder.style.cssText = "position:absolute;width:0;height:0;overflow:hidden";
  const outlines = Object.entries(SHAPES).map(([name, d]) => `<path id="mz-s-${name}" d="${d}"/>`);
  holder.innerHTML = defs.replace("</defs>", outlines.join("") + "</defs>");
  document.body.prepend(holder);
}
