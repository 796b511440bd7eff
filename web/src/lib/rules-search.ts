// Looking for a card of the rules: by words of its title or text, in any spelling of its accents, by its title in
// another language, or by the number of a clause. Cards of both games are found, those of the edition that is read
// first.

import { cardsOfClause, CLAUSE } from "$lib/clause-entries";
import { entriesOf, entryTexts, entryTitle, type Edition, type Entry } from "$lib/rules-entries";

export interface RulesMatch {
  entry: Entry;
  /** The paragraph in which the words stand; -1: they stand in the title. */
  place: number;
  /** A title of another language by which it was found. */
  also: string;
  /** The clause that was asked for. */
  clause: string;
}

/** Titles of the cards in another language: `board.pit` -> Fallgrube. */
export type Titles = Record<string, string>;

const EDITIONS: readonly Edition[] = ["board", "card"];
const MOST = 40;

/** Without accents, capitals and marks of emphasis. */
export const bare = (text: string): string =>
  text
    .replaceAll("**", "")
    .toLocaleLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replaceAll("’", "'")
    .replaceAll("ß", "ss");

/** The same of texts that are looked through again with every letter typed. */
const kept = new Map<string, string>();
function bareOf(text: string): string {
  let found = kept.get(text);
  if (found === undefined) kept.set(text, (found = bare(text)));
  return found;
}

const hasAll = (text: string, words: string[]): boolean => words.every((word) => text.includes(word));

/**
 * How well a title fits: 0 it is what was typed, 1 it begins so, 2 a word of it does, 3 all words stand in it, 9 it
 * does not fit.
 */
function fit(title: string, typed: string, words: string[]): number {
  if (title === typed) return 0;
  if (title.startsWith(typed)) return 1;
  if (` ${title}`.includes(` ${typed}`)) return 2;
  return hasAll(title, words) ? 3 : 9;
}

function judged(
  entry: Entry,
  typed: string,
  words: string[],
  others: readonly Titles[],
): { rank: number; found: RulesMatch } | null {
  const title = bareOf(entryTitle(entry));
  const plain: RulesMatch = { entry, place: -1, also: "", clause: "" };
  const rank = fit(title, typed, words);
  if (rank < 9) return { rank, found: plain };
  const texts = entryTexts(entry).map(bareOf);
  const place = texts.findIndex((text) => hasAll(`${title} ${text}`, words));
  if (place >= 0) return { rank: words.some((word) => title.includes(word)) ? 4 : 5, found: { ...plain, place } };
  for (const titles of others) {
    const also = titles[`${entry.edition}.${entry.name}`] ?? "";
    if (also && fit(bareOf(also), typed, words) < 9) return { rank: 6, found: { ...plain, also } };
  }
  return hasAll(`${title} ${texts.join(" ")}`, words) ? { rank: 7, found: { ...plain, place: 0 } } : null;
}

/** Everything that fits what was typed, the best first. */
export function find(text: string, edition: Edition, others: readonly Titles[] = []): RulesMatch[] {
  const typed = bare(text.trim()).replace(/\s+/g, " ");
  if (!typed) return [];
  const near = (each: Edition): number => (each === edition ? 0 : 1);
  const clause = text
    .trim()
    .toLocaleUpperCase()
    .replace(/([A-Z])$/, (letter) => letter.toLocaleLowerCase());
  if (CLAUSE.test(clause)) {
    const cards = EDITIONS.flatMap((each) => cardsOfClause(each, clause)).sort(
      (one, other) => near(one.edition) - near(other.edition),
    );
    return cards.map((entry) => ({
      entry,
      place: entry.cites.findIndex((cites) => cites.includes(clause)),
      also: "",
      clause,
    }));
  }
  const words = typed.split(" ");
  const found = EDITIONS.flatMap((each) => entriesOf(each)).flatMap(
    (entry) => judged(entry, typed, words, others) ?? [],
  );
  found.sort((one, other) => one.rank - other.rank || near(one.found.entry.edition) - near(other.found.entry.edition));
  return found.slice(0, MOST).map((each) => each.found);
}

/** The text around the matches, split at them: plain, match, plain, ... */
export function excerpt(text: string, typed: string, around = 46): string[] {
  const plain = text.replaceAll("**", "");
  // Letter by letter, so that places in the bare text are places in the text; a letter may become two (ß) or none.
  let low = "";
  const origin: number[] = [];
  [...plain].forEach((letter, at) => {
    for (const each of bare(letter)) {
      low += each;
      origin.push(at);
    }
  });
  const letters = [...plain];
  const words = bare(typed.trim()).split(/\s+/).filter(Boolean);
  const starts = words.map((word) => [low.indexOf(word), word.length] as const).filter(([at]) => at >= 0);
  const [first, length] = starts.sort(([one], [other]) => one - other)[0] ?? [-1, 0];
  if (first < 0) return [letters.slice(0, 2 * around).join("") + (letters.length > 2 * around ? " …" : "")];
  const [from, to] = [origin[first] ?? 0, (origin[first + length - 1] ?? 0) + 1];
  const [start, end] = [Math.max(0, from - around), Math.min(letters.length, to + around)];
  return [
    (start ? "… " : "") + letters.slice(start, from).join("").trimStart(),
    letters.slice(from, to).join(""),
    letters.slice(to, end).join("").trimEnd() + (end < letters.length ? " …" : ""),
  ];
}
