// The types of the texts: `npm run types` makes them from the English catalogues, svelte-check reads this file.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { t, tn } from "$lib/i18n.svelte";
import { catalogueKeys } from "../scripts/catalogue-keys.mjs";

it("the types are current", () => {
  const path = fileURLToPath(new URL("../src/lib/catalogue-keys.ts", import.meta.url));
  expect(readFileSync(path, "utf8"), "run: npm run types").toBe(catalogueKeys());
});

it("wrong keys and places do not compile", () => {
  const kind: string = "base";
  t("play.home");
  t("play.turn-of", { player: "Ann" });
  t(`game.end.${kind}`, { target: 5 });
  tn("play.standstill", 2, { turn: 1 });
  // @ts-expect-error -- no such key
  t("play.hom");
  // @ts-expect-error -- no key begins like this
  t(`nowhere.${kind}`);
  // @ts-expect-error -- the place is missing
  t("play.turn-of");
  // @ts-expect-error -- the place has another name
  t("play.turn-of", { name: "Ann" });
  // @ts-expect-error -- the text has no place
  t("play.home", { player: "Ann" });
  // @ts-expect-error -- a place that no text of the pattern has
  t(`game.end.${kind}`, { nobody: 5 });
  // @ts-expect-error -- no forms for numbers
  tn("play.home", 2);
});
