// Reads the TOML of the scenarios that come with the game, and what the page writes: as much of the format as they use.
import { isTables, type Tables, type Value } from "../src/workshop/toml-text";

/** A reader of values: texts of one or several lines, numbers, switches, lists, tables in braces. */
class Values {
  constructor(
    private readonly text: string,
    public at = 0,
  ) {}

  skip(pattern = /(?:\s|#.*)*/y): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? "";
    this.at += found.length;
    return found;
  }

  key(): string {
    return this.text[this.at] === '"' ? (this.value() as string) : this.skip(/[\w-]+/y);
  }

  path(): string[] {
    const found = [this.key()];
    while (this.skip(/\s*\.\s*/y)) found.push(this.key());
    return found;
  }

  value(): Value {
    for (const quotes of ["'''", '"""']) {
      if (!this.text.startsWith(quotes, this.at)) continue;
      const end = this.text.indexOf(quotes, this.at + 3);
      const found = this.text.slice(this.at + 3, end).replace(/^\n/, "");
      this.at = end + 3;
      return found;
    }
    if (this.text[this.at] === '"') return JSON.parse(this.skip(/"(?:[^"\\]|\\.)*"/y)) as string;
    if (this.text[this.at] === "[") return this.items("]", () => this.value());
    if (this.text[this.at] === "{") return Object.fromEntries(this.items("}", () => this.pair())) as Tables;
    return JSON.parse(this.skip(/[\w.+-]+/y)) as Value;
  }

  pair(): [string, Value] {
    const key = this.key();
    this.skip(/\s*=\s*/y);
    return [key, this.value()];
  }

  private items<T>(end: string, item: () => T): T[] {
    const found: T[] = [];
    this.at += 1;
    for (this.skip(); this.text[this.at] !== end; this.skip(/(?:\s|,|#.*)*/y)) found.push(item());
    this.at += 1;
    return found;
  }
}

export function readToml(text: string): Tables {
  const all: Tables = {};
  let here = all;
  const reader = new Values(text);
  for (reader.skip(); reader.at < text.length; reader.skip()) {
    const bracket = reader.skip(/\[\[?/y);
    if (!bracket) {
      const [key, value] = reader.pair();
      here[key] = value;
      continue;
    }
    const path = reader.path();
    const last = path.pop()!;
    reader.skip(/\]\]?/y);
    const above = path.reduce((tables, key) => {
      const found = (tables[key] ??= {});
      return (Array.isArray(found) ? found.at(-1) : found) as Tables;
    }, all);
    if (bracket === "[[") {
      const list = (above[last] ??= []) as Tables[];
      list.push((here = {}));
    } else {
      above[last] ??= {};
      here = above[last] as Tables;
    }
    if (!isTables(here)) throw new Error(last);
  }
  return all;
}
