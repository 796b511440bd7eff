// The outline of a cog, for the drawings of the pages.

/** A gear of outer radius `outer` and root radius `root`; `hole` cuts a round hole (use fill-rule evenodd). */
export function gearPath(outer: number, root: number, teeth: number, hole = 0): string {
  const point = (radius: number, angle: number) =>
    `${(radius * Math.cos(angle)).toFixed(2)},${(radius * Math.sin(angle)).toFixed(2)}`;
  const pitch = (2 * Math.PI) / teeth;
  let path = "";
  for (let tooth = 0; tooth < teeth; tooth += 1) {
    const start = tooth * pitch;
    const corners = [
      [root, -0.375],
      [outer, -0.2325],
      [outer, 0.2325],
      [root, 0.375],
    ] as const;
    for (const [radius, share] of corners) path += `${path ? "L" : "M"}${point(radius, start + share * pitch)}`;
  }
  path += "Z";
  if (hole) path += `M${hole},0A${hole},${hole} 0 1 0 ${-hole},0A${hole},${hole} 0 1 0 ${hole},0Z`;
  return path;
}
