/** What surrounds the rooms, as strings of SVG: bed, starting lines, starting zones, bearings. */
import { LETTERS } from "../geometry";
import { DECK, S, around, type Box, type Layout, type LineLayout } from "../layout";
import { f, gearPath, zoneSign } from "./primitives";

const FRAME = 3.2;

export function bed({ x, y, width, height }: Box): string {
  const inset = (by: number) =>
    `x="${f(x + by)}" y="${f(y + by)}" width="${f(width - 2 * by)}" height="${f(height - 2 * by)}"`;
  const rivets = [x + 13, x + width - 13].flatMap((cx) =>
    [y + 13, y + height - 13].map((cy) => `<circle cx="${f(cx)}" cy="${f(cy)}" r="2.6" fill="var(--bed-rivet)"/>`),
  );
  return (
    `<rect ${inset(2)} rx="13" fill="var(--bed)" stroke="var(--ink)" stroke-width="2"/>` +
    `<rect ${inset(3.5)} rx="12" fill="none" stroke="var(--bed-hi)" stroke-width="1.2"/>${rivets.join("")}`
  );
}

const ANGLE = { e: 0, s: 90, w: 180, n: 270 };

/** Riveted plates; chevrons towards the maze (outwards on a way out), the side's shape engraved on the dots. */
export function startingLine(layout: LineLayout, owner: string, outwards: boolean): string {
  const box = around(layout.squares.map(({ x, y }) => ({ x, y, width: S, height: S })));
  const grown = (by: number) =>
    `x="${f(box.x - by)}" y="${f(box.y - by)}" width="${f(box.width + 2 * by)}" height="${f(box.height + 2 * by)}"`;
  const angle = ANGLE[layout.towards] + (outwards ? 180 : 0);
  const mark = `var(--${owner}-line-mark)`;
  const plates = layout.squares.map(({ x, y, dot }) => {
    const rivets = [
      [7, 7],
      [53, 7],
      [7, 53],
      [53, 53],
    ].map(([u = 0, v = 0]) => `<circle cx="${f(x + u)}" cy="${f(y + v)}" r="1.7" fill="#000" fill-opacity=".35"/>`);
    const sign = dot
      ? `<use href="#mz-s-${owner}" transform="translate(${f(x + 30)},${f(y + 30)}) scale(.72)" fill="#000"` +
        ` fill-opacity=".2" stroke="${mark}" stroke-width="2.4"/>`
      : `<path d="M-5,-8L4,0L-5,8" transform="translate(${f(x + 30)},${f(y + 30)}) rotate(${angle})" fill="none"` +
        ` stroke="${mark}" stroke-opacity="${outwards ? 0.9 : 0.55}" stroke-width="2.6" stroke-linecap="round"` +
        ' stroke-linejoin="round"/>';
    return (
      `<rect x="${f(x + 1)}" y="${f(y + 1)}" width="58" height="58" rx="4" fill="var(--${owner}-line)"/>` +
      `<path d="M${f(x + 2.2)},${f(y + 57)}V${f(y + 5)}a3,3 0 0 1 3,-3H${f(x + 57)}" fill="none" stroke="#fff"` +
      ' stroke-opacity=".13" stroke-width="1.2"/>' +
      rivets.join("") +
      sign
    );
  });
  return (
    `<rect ${grown(FRAME + 1.6)} rx="6" fill="var(--ink)"/>` +
    `<rect ${grown(FRAME)} rx="5" fill="var(--${owner}-line-rim)"/>` +
    plates.join("")
  );
}

/** The starting zones of the Card Game: one bay for each column of rooms, one socket for each sign. */
export function startingZones(layout: Layout): string {
  const colours = [...new Set([...layout.bays.values()].map((each) => each.bay.colour))];
  return colours.map((colour) => deck(layout, colour)).join("");
}

function deck(layout: Layout, colour: string): string {
  const bays = [...layout.bays.values()].filter((each) => each.bay.colour === colour);
  const all = around(bays.map((each) => each.box));
  const grown = (by: number) =>
    `x="${f(all.x - by)}" y="${f(all.y - by)}" width="${f(all.width + 2 * by)}" height="${f(all.height + 2 * by)}"`;
  const mark = `var(--${colour}-line-mark)`;
  const floors = bays.map(({ box, stations }) => {
    const sockets = LETTERS.map((letter) => {
      const { x, y } = stations[letter];
      return (
        `<g transform="translate(${f(x)},${f(y)})">` +
        `<circle r="31" fill="#00000038" stroke="${mark}" stroke-opacity=".45" stroke-width="1.6"/>` +
        `<path d="${zoneSign(letter, 26)}" fill="none" stroke="${mark}" stroke-width="2.6" stroke-opacity=".9"` +
        ' stroke-linejoin="round"/></g>'
      );
    });
    return (
      `<rect x="${f(box.x + 2)}" y="${f(box.y + 2)}" width="${box.width - 4}" height="${box.height - 4}" rx="6"` +
      ` fill="var(--${colour}-line)"/>${sockets.join("")}`
    );
  });
  return (
    `<rect ${grown(3)} rx="8" fill="var(--ink)"/>` +
    `<rect ${grown(1.5)} rx="7" fill="var(--${colour}-line-rim)"/>${floors.join("")}`
  );
}

/** Brass bearings where four rooms meet. */
export function joints(layout: Layout): string {
  const cog = gearPath(9.5, 7.4, 10);
  return layout.joints
    .map(
      ({ x, y }) =>
        `<g transform="translate(${f(x)},${f(y)})">` +
        `<path d="${cog}" fill="url(#mz-brass)" stroke="var(--ink)" stroke-width="1.5"/>` +
        '<circle r="4" fill="var(--hub)" stroke="var(--ink)"/></g>',
    )
    .join("");
}

/** The box of a whole starting zone (`N`, `S`). */
export function deckBox(layout: Layout, side: string): Box | null {
  const boxes = [...layout.bays.values()].filter((each) => each.bay.name.startsWith(side)).map((each) => each.box);
  return boxes.length ? around(boxes) : null;
}

export { DECK };
