/** Gradients, patterns and shapes shared by every drawing of the page; put into the document once. */
import { OBJECT_SHAPE, SHAPES } from "./primitives";

const COLOURS = ["blue", "yellow", "red", "green"];
const ID = "maze-defs";

const stop = (offset: number | string, colour: string, opacity?: number) =>
  `<stop offset="${offset}" stop-color="${colour}"${opacity === undefined ? "" : ` stop-opacity="${opacity}"`}/>`;
const linear = (id: string, stops: string, across = false) =>
  `<linearGradient id="mz-${id}" x1="0" y1="0" x2="${across ? 1 : 0}" y2="${across ? 0 : 1}">${stops}</linearGradient>`;
const radial = (id: string, stops: string, more = "") =>
  `<radialGradient id="mz-${id}"${more}>${stops}</radialGradient>`;
const pattern = (id: string, width: number, height: number, body: string, more = "") =>
  `<pattern id="mz-${id}" width="${width}" height="${height}" patternUnits="userSpaceOnUse"${more}>${body}</pattern>`;

function gradients(): string {
  const glowing = stop(0, "#c9300d") + stop(0.45, "#ff8a4c") + stop(0.6, "#ffd0a0") + stop(1, "#d23a12");
  const sides = COLOURS.map(
    (c) =>
      linear(`g-${c}`, stop(0, `var(--${c}-hi)`) + stop(0.55, `var(--${c})`) + stop(1, `var(--${c}-lo)`)) +
      linear(`gw-${c}`, stop(0, `var(--${c}-w)`) + stop(1, `var(--${c}-w2)`)),
  );
  return [
    ...sides,
    linear("bone", stop(0, "#fff6df") + stop(1, "#d9c49a")),
    linear("brass", stop(0, "#f7dd98") + stop(0.5, "#d1a149") + stop(1, "#8d6526")),
    linear("bar", glowing, true),
    linear("barv", glowing),
    radial("lava", stop(0, "#ff6a2b", 0.75) + stop(0.5, "#ff4a1c", 0.28) + stop(1, "#ff4a1c", 0)),
    radial("back", stop(0, "var(--back-hi)") + stop(1, "var(--back)"), ' cx=".5" cy=".42" r=".75"'),
    radial("potion", stop(0.55, "#b07cff", 0) + stop(0.8, "#b07cff", 0.55) + stop(1, "#b07cff", 0)),
    radial(
      "room",
      stop(0, "var(--glow-in)") + stop(0.55, "var(--glow-in)", 0) + stop(1, "var(--glow-out)"),
      ' cx=".5" cy=".5" r=".72"',
    ),
  ].join("");
}

function patterns(): string {
  const turned = ' patternTransform="rotate(45)"';
  const pave = 'fill="none" stroke="var(--zone-line)" stroke-width="1.3"';
  const rivet = (x: number, y: number) => `<circle cx="${x}" cy="${y}" r="2" fill="var(--zone-line)"/>`;
  return [
    pattern("threat", 9, 9, '<rect width="3.4" height="9" fill="var(--threat)"/>', turned),
    pattern("hatch", 5, 5, '<rect width="1.6" height="5" fill="#000" opacity=".34"/>', turned),
    // the paving stone has the shape of the sign
    pattern("z-T", 30, 26, `<path d="M0,26L15,0L30,26M-15,0L0,26M45,0L30,26M0,26H30M0,0H30" ${pave}/>`),
    pattern("z-S", 30, 30, `<path d="M0,0H30V30H0Z" ${pave}/>`),
    pattern("z-C", 30, 30, `<circle cx="15" cy="15" r="14" ${pave}/>`),
    pattern(
      "z-G",
      24,
      24,
      '<path d="M0,24L24,0M0,0L24,24"' +
        ` ${pave}/>${rivet(12, 12)}${rivet(0, 0)}${rivet(24, 0)}${rivet(0, 24)}${rivet(24, 24)}`,
    ),
  ].join("");
}

/** Five flagstones, and the pit: a square shaft seen from above, the same from every side. */
function stones(): string {
  const slab =
    '<rect x="1.6" y="1.6" width="56.8" height="56.8" rx="4" fill="var(--floor)"/>' +
    '<path d="M2.6,54.4V6.1a3.5,3.5 0 0 1 3.5,-3.5H54.4" fill="none" stroke="var(--floor-hi)" stroke-width="1.5"/>' +
    '<path d="M5.6,57.4H53.9a3.5,3.5 0 0 0 3.5,-3.5V5.6" fill="none" stroke="var(--floor-lo)" stroke-width="1.5"/>';
  const splits = ["", "M4,35H56", "M25,4V56", "M37,4V56M37,30H56", "M4,25H56M30,25V56"];
  const tiles = splits.map((d, i) => {
    const split = d ? `<path d="${d}" fill="none" stroke="var(--floor-split)" stroke-width="1.3"/>` : "";
    return `<g id="mz-t${i}">${slab}${split}</g>`;
  });
  const notches =
    "M10,22h5.5M10,38h5.5M44.5,22h5.5M44.5,38h5.5M22,10v5.5M38,10v5.5M22,44.5v5.5M38,44.5v5.5M4.5,30h5.5M50,30" +
    "h5.5M30,4.5v5.5M30,50v5.5";
  const pit =
    '<g id="mz-pit"><rect x="1.2" y="1.2" width="57.6" height="57.6" rx="3" fill="var(--pit-lip)"/>' +
    '<rect x="4.5" y="4.5" width="51" height="51" rx="5" fill="var(--pit-1)"/>' +
    '<path d="M4.5,4.5L20,20M55.5,4.5L40,20M4.5,55.5L20,40M55.5,55.5L40,40" stroke="#000" stroke-opacity=".55"' +
    ' stroke-width="1.2"/>' +
    '<rect x="10" y="10" width="40" height="40" rx="4" fill="var(--pit-2)"/>' +
    '<rect x="15.5" y="15.5" width="29" height="29" rx="3.5" fill="var(--pit-3)"/>' +
    `<path d="${notches}" stroke="#000" stroke-opacity=".45" stroke-width="1"/>` +
    '<rect x="4.5" y="4.5" width="51" height="51" rx="5" fill="none" stroke="#000" stroke-width="1.6"/></g>';
  return tiles.join("") + pit;
}

export function defsMarkup(): string {
  const shapes = Object.entries(SHAPES).map(([name, d]) => `<path id="mz-s-${name}" d="${d}"/>`);
  shapes.push(`<path id="mz-s-obj" d="${OBJECT_SHAPE}"/>`);
  return `<defs>${gradients()}${patterns()}${stones()}${shapes.join("")}</defs>`;
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
