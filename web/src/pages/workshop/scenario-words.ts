// What the parts of a scenario are called in the player's language.
import { t } from "$lib/i18n.svelte";
import { capital, colourName } from "$lib/names";
import { pairLabel } from "$maze/draw/rooms";
import { wishAt } from "../../workshop/pool-edits";
import type { Item } from "../../workshop/scenario-places";
import { layoutOf, ownerOf } from "../../workshop/scenario-tables";
import type { Tables } from "../../workshop/toml-text";

/** Which room a wish is for. */
export function wishName(wish: string): string {
  const [kind, ...rest] = wish.split(":");
  const name = rest.join(":");
  if (kind === "room") return t("workshop.room", { room: name });
  if (kind === "pair") return t("workshop.pair", { pair: pairLabel(name) });
  if (kind === "one_of") return t("workshop.place.one-of", { pair: pairLabel(name) });
  return t("workshop.place.any");
}

/** A room or line, and where it lies. */
export function itemName(tables: Tables, { kind, at }: Item): string {
  const { places, lines } = layoutOf(tables);
  const [place, line] = [places[at], lines[at]];
  if (kind === "place" && place) {
    const what = place.empty ? t("workshop.place.empty") : wishName(wishAt(tables, place));
    return t("workshop.item", { what, x: place.x, y: place.y });
  }
  if (!line) return "";
  const owner = ownerOf(tables, line.name);
  const what = t("workshop.line", { line: line.name });
  const whose = owner ? `${what} (${capital(colourName(owner))})` : what;
  return t("workshop.item", { what: whose, x: line.x, y: line.y });
}
