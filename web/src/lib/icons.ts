// Icons: one hashed sprite, made at build time of the glyphs named in icon-names.ts.
import spriteUrl from "virtual:icon-sprite";
import { DEED_ICONS, FIGURE_ICONS, type IconName } from "./icon-names";

export { ICON_NAMES, type IconName } from "./icon-names";

/** What a `<use>` points at. The symbol draws in the current colour. */
export function iconHref(name: IconName): string {
  return `${spriteUrl}#${name}`;
}

const slug = (key: string) => key.toLowerCase().replace(/[_ ]/g, "-");

/** The icon of a character or an object by its key (`wall-walker`, `dark_angel`); one that has no icon of its own is a
 * figure, and what nobody knows has no key and is a question mark. */
export function figureIcon(key: string): IconName {
  const icons: Record<string, IconName> = FIGURE_ICONS;
  return icons[slug(key)] ?? (key ? "meeple" : "help");
}

/** The icon of something one can do, by the verb of the choice; rotations by `cw` and `ccw`. */
export function deedIcon(verb: string): IconName {
  const icons: Record<string, IconName> = DEED_ICONS;
  return icons[verb] ?? "cog";
}
