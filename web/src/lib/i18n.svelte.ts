// The words of the page. Catalogues are flat JSON files, one for each language and namespace, shared with the Python
// package;
// only the current language is loaded, and switching needs no reload.
import type { Catalogues } from "./catalogue-keys";
import { settings, change, type Language } from "./settings.svelte";

export type { Language };
type Value = string | number;
export type Params = Record<string, Value>;
type UnknownKey = "this key is in no catalogue";
/** The texts of the catalogue that a key begins with: a pattern is compared with these keys only. */
type TextsOf<Name extends string> = Name extends `${infer Space extends keyof Catalogues}.${string}`
  ? Catalogues[Space]
  : never;
type KeysOf<Name extends string> = Name extends string ? keyof TextsOf<Name> : never;
type Matching<Name, Key> = Key extends Name ? Key : never;
/** A key, a pattern like `puzzles.short.${string}` that stands for some keys, or any string. */
type Known<Name extends string> = string extends Name
  ? Name
  : [Matching<Name, KeysOf<Name>>] extends [never]
    ? UnknownKey
    : Name;
type PlacesIn<Texts, Name, Key extends keyof Texts = keyof Texts> = Key extends Name ? Texts[Key] & string : never;
type PlacesOf<Name extends string> = string extends Name
  ? string
  : Name extends string
    ? PlacesIn<TextsOf<Name>, Name>
    : never;
/** The places of a text: all of them for a key, some of those of all keys for a pattern. */
type ParamsOf<Name extends string> = [PlacesOf<Name>] extends [never]
  ? [params?: Record<string, never>]
  : Record<never, never> extends Record<Name, true>
    ? [params?: Partial<Record<PlacesOf<Name>, Value>>]
    : [params: Record<PlacesOf<Name>, Value>];
type Catalogue = Record<string, string>;

/** Namespaces that only some pages need; the pages ask for them with `loadNamespaces`. */
export const ON_DEMAND = [
  "home",
  "setting",
  "rules",
  "replay",
  "refusals",
  "analysis",
  "lessons",
  "examples",
  "strategy",
  "puzzles",
  "missions",
  "mistakes",
  "progress",
  "learn",
  "board",
  "engine",
  "site",
  "order",
  "table",
  "time",
  "people",
  "lobby",
  "gallery",
  "workshop",
  "share",
];

/** All catalogues but the one that only the terminal uses. */
const files = import.meta.glob<Catalogue>(
  [
    "../../../src/dungeon_twister/content/locales/*/*.json",
    "!../../../src/dungeon_twister/content/locales/*/terminal.json",
  ],
  { import: "default" },
);

/** locales/<language>/<namespace>.json, found by both. */
const sources = new Map<string, () => Promise<Catalogue>>();
for (const [path, load] of Object.entries(files)) {
  const [namespace, language] = path
    .replace(/\.json$/, "")
    .split("/")
    .reverse();
  sources.set(`${language}/${namespace}`, load);
}

/** Every language that there are catalogues of, English first. */
export const LANGUAGES: readonly Language[] = [
  "en",
  ...[...new Set([...sources.keys()].map((key) => key.split("/")[0] ?? ""))].filter((found) => found !== "en").sort(),
];

/** What a language is called by those who speak it: "Français". */
export function languageName(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

let current: Language = $state("en");
let words: Record<string, string> = $state.raw({});
const wanted = new Set<string>();
for (const key of sources.keys()) {
  const namespace = key.split("/")[1] ?? "";
  if (!ON_DEMAND.includes(namespace)) wanted.add(namespace);
}

/** The language shown; components that read it follow a change. */
export const language = (): Language => current;

/** The language for a first visit: the first of the browser's that the page speaks. */
export function browserLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const found = LANGUAGES.find((language) => tag.toLowerCase().split("-")[0] === language);
    if (found) return found;
  }
  return "en";
}

async function load(language: Language, namespaces: Iterable<string>): Promise<Record<string, string>> {
  const merged: Record<string, string> = {};
  await Promise.all(
    [...namespaces].map(async (namespace) => {
      const catalogue = (await sources.get(`${language}/${namespace}`)?.()) ?? {};
      for (const [key, text] of Object.entries(catalogue)) merged[`${namespace}.${key}`] = text;
    }),
  );
  return merged;
}

/** The texts of some namespaces in another language than the one shown, by their whole keys. */
export const wordsIn = (language: Language, ...namespaces: string[]): Promise<Record<string, string>> =>
  load(language, namespaces);

function show(language: Language, catalogue: Record<string, string>): void {
  words = catalogue;
  current = language;
  if (typeof document !== "undefined") document.documentElement.lang = language;
}

/** Switch to a language. The old one stays until the new one is there, so the page never shows keys. */
export async function setLanguage(language: Language, { keep = true } = {}): Promise<void> {
  if (keep) change({ language });
  const catalogue = await load(language, wanted);
  show(language, catalogue);
}

/** Load the language of the settings or of the browser. The page starts after this. */
export async function startLanguage(): Promise<void> {
  const tags = typeof navigator === "undefined" ? [] : navigator.languages;
  const kept = LANGUAGES.includes(settings.language) ? settings.language : "";
  await setLanguage(kept || browserLanguage(tags), { keep: false });
}

/** Load namespaces that only some pages need, now and with every later language. */
export async function loadNamespaces(...namespaces: string[]): Promise<void> {
  const missing = namespaces.filter((namespace) => !wanted.has(namespace));
  if (!missing.length) return;
  missing.forEach((namespace) => wanted.add(namespace));
  const language = current;
  const more = await load(language, missing);
  // A switch of language in between has loaded them itself.
  if (language === current) show(language, { ...words, ...more });
}

/** Is there a text of this key? */
export const has = (key: string): boolean => key in words;

/** Put values into the `{places}` of a text. */
export function fill(text: string, params: Params = {}): string {
  return text.replace(/\{([a-zA-Z0-9_-]+)\}/g, (place, name: string) => {
    const value = params[name];
    if (value === undefined) return place;
    return typeof value === "number" ? number(value) : value;
  });
}

/** The text of a key (`home.start`: the namespace comes first). An unknown key is shown as it is: tests catch that. */
export function t<Name extends string>(key: Known<Name>, ...params: ParamsOf<Name>): string {
  return fill(words[key] ?? key, params[0] as Params | undefined);
}

/** A text that depends on a count: `key.one` or `key.other`, as the language has it; `{count}` is the number. */
export function tn<Name extends string>(
  key: string extends Name ? Name : Known<`${Name}.other`> extends UnknownKey ? UnknownKey : Name,
  count: number,
  params?: Partial<Record<Exclude<PlacesOf<`${Name}.other`>, "count">, Value>>,
): string {
  const form = new Intl.PluralRules(current).select(count);
  const chosen = has(`${key}.${form}`) ? form : "other";
  return fill(words[`${key}.${chosen}`] ?? key, { count, ...params } as Params);
}

export function number(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(current, options).format(value);
}

/** A moment, from seconds since 1970 as the server counts. */
export function dateTime(
  seconds: number,
  options: Intl.DateTimeFormatOptions = { dateStyle: "medium", timeStyle: "short" },
): string {
  return new Intl.DateTimeFormat(current, options).format(new Date(seconds * 1000));
}

const SPANS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

/** How long ago something was: "3 hours ago". */
export function ago(seconds: number, now = Date.now() / 1000): string {
  const passed = Math.max(0, now - seconds);
  const format = new Intl.RelativeTimeFormat(current, { numeric: "auto" });
  for (const [unit, length] of SPANS) if (passed >= length) return format.format(-Math.floor(passed / length), unit);
  return format.format(0, "second");
}

/** A list of names: "Ann, Ben and Cleo". */
export function listing(parts: string[], type: "conjunction" | "disjunction" = "conjunction"): string {
  return new Intl.ListFormat(current, { type }).format(parts);
}
