// Changes of tables that know nothing of scenarios. Each returns new tables and leaves the old ones as they are.
import { isTables, type Tables, type Value } from "./toml-text";

/** Give a key a value; nothing takes it out. */
export function withValue(tables: Tables, key: string, value: Value | undefined): Tables {
  if (value !== undefined) return { ...tables, [key]: value };
  const { [key]: _, ...rest } = tables;
  return rest;
}

/** A list of texts; an empty one is not written. */
export const withTexts = (tables: Tables, key: string, texts: readonly string[]): Tables =>
  withValue(tables, key, texts.length ? [...texts] : undefined);

/** A switch; off is not written. */
export const withSwitch = (tables: Tables, key: string, on: boolean): Tables =>
  withValue(tables, key, on ? true : undefined);

/** Change the table with this number in a list of tables; what is no table there stays. */
export function withTableAt(tables: Tables, key: string, at: number, change: (table: Tables) => Tables | null): Tables {
  const list = tables[key];
  if (!Array.isArray(list)) return tables;
  let number = -1;
  const changed = list.flatMap((one) => {
    if (!isTables(one)) return [one];
    number += 1;
    return number === at ? (change(one) ?? []) : [one];
  });
  return withValue(tables, key, changed.length ? changed : undefined);
}

export const withTable = (tables: Tables, key: string, table: Tables): Tables => {
  const list = tables[key];
  return withValue(tables, key, [...(Array.isArray(list) ? list : []), table]);
};

const translations = (tables: Tables): Tables => (isTables(tables.translation) ? tables.translation : {});

/** What a scenario says of itself in another language. */
export function translationOf(tables: Tables, language: string): Tables {
  const found = translations(tables)[language];
  return isTables(found) ? found : {};
}

/** An empty translation is not written. */
export function withTranslation(tables: Tables, language: string, words: Tables): Tables {
  const all = withValue(translations(tables), language, Object.keys(words).length ? words : undefined);
  return withValue(tables, "translation", Object.keys(all).length ? all : undefined);
}
