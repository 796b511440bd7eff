import { beforeEach, describe, expect, it } from "vitest";
import {
  LANGUAGES,
  ago,
  browserLanguage,
  fill,
  has,
  language,
  languageName,
  listing,
  loadNamespaces,
  number,
  setLanguage,
  t,
  tn,
} from "$lib/i18n.svelte";

describe("words", () => {
  beforeEach(() => setLanguage("en"));

  it("shows the text of a key in the language chosen, without a reload", async () => {
    expect(t("play.your-turn")).toBe("Your turn");
    await setLanguage("de");
    expect(language()).toBe("de");
    expect(t("play.your-turn")).toBe("Du bist am Zug");
    await setLanguage("fr");
    expect(t("play.your-turn")).toBe("À vous de jouer");
  });

  it("puts values into places, numbers as the language writes them", async () => {
    expect(fill("{name} has {points}", { name: "Ann", points: 1234 })).toBe("Ann has 1,234");
    expect(fill("{unknown} stays", {})).toBe("{unknown} stays");
    await setLanguage("de");
    expect(number(1234.5)).toBe("1.234,5");
  });

  it("chooses the form of a count: French counts 0 as one", async () => {
    expect(tn("play.tokens-left", 1)).toBe("1 token left");
    expect(tn("play.tokens-left", 2)).toBe("2 tokens left");
    await setLanguage("fr");
    expect(tn("play.tokens-left", 0)).toBe("encore 0\u00a0jeton");
  });

  it("loads the words of single pages only when they ask, and keeps them in the next language", async () => {
    expect(has("replay.title")).toBe(false);
    await loadNamespaces("replay");
    expect(t("replay.play")).toBe("Play");
    await setLanguage("de");
    expect(t("replay.play")).toBe("Abspielen");
  });

  it("shows an unknown key as it is", () => {
    // @ts-expect-error -- does not compile
    expect(t("home.no-such-key")).toBe("home.no-such-key");
  });

  it("takes the first language of the browser that it speaks", () => {
    expect(browserLanguage(["it-IT", "de-AT", "fr"])).toBe("de");
    expect(browserLanguage(["it", "es"])).toBe("en");
    expect(browserLanguage([])).toBe("en");
  });

  it("finds its languages in the folders of the catalogues and calls them by their own names", () => {
    expect(LANGUAGES).toEqual(["en", "de", "fr"]);
    expect([...LANGUAGES, "es"].map(languageName)).toEqual(["English", "Deutsch", "Français", "Español"]);
  });

  it("writes times and lists in words", async () => {
    expect(ago(1000, 1000 + 3 * 3600)).toBe("3 hours ago");
    expect(listing(["Ann", "Ben", "Cleo"])).toBe("Ann, Ben, and Cleo");
    await setLanguage("de");
    expect(ago(1000, 1000 + 2 * 86400)).toBe("vorgestern");
    expect(listing(["Ann", "Ben"])).toBe("Ann und Ben");
  });
});
