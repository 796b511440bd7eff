// Writes the tables of a scenario file as TOML. The server reads it (`POST /workshop/check`).

export type Value = string | number | boolean | Value[] | Tables;
export interface Tables {
  [key: string]: Value;
}

export const isTables = (value: unknown): value is Tables =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isTableList = (value: Value): value is Tables[] =>
  Array.isArray(value) && value.length > 0 && value.every(isTables);

const keyOf = (key: string): string => (/^[A-Za-z0-9_-]+$/.test(key) ? key : quoted(key));

const quoted = (text: string): string =>
  JSON.stringify(text.replace(/\p{Cs}/gu, "\ufffd")).replaceAll("\u007f", "\\u007f");

/** A text of several lines stands as it is between its quotation marks, unless it cannot. */
function textOf(text: string): string {
  const plain = !text.includes("'''") && !text.endsWith("'") && /^[^\p{Cc}\p{Cs}]*$/u.test(text.replace(/[\n\t]/g, ""));
  return text.includes("\n") && plain ? `'''\n${text}'''` : quoted(text);
}

function valueOf(value: Value): string {
  if (typeof value === "string") return textOf(value);
  if (Array.isArray(value)) return `[${value.map(valueOf).join(", ")}]`;
  if (isTables(value)) {
    const parts = Object.entries(value).map(([key, inner]) => `${keyOf(key)} = ${valueOf(inner)}`);
    return parts.length ? `{ ${parts.join(", ")} }` : "{}";
  }
  return String(value);
}

function linesOf(tables: Tables, path: string[]): string[] {
  const plain: string[] = [];
  const below: string[] = [];
  for (const [key, value] of Object.entries(tables)) {
    const here = [...path, keyOf(key)];
    const name = here.join(".");
    if (isTableList(value)) for (const one of value) below.push("", `[[${name}]]`, ...linesOf(one, here));
    else if (isTables(value)) {
      // A table of tables needs no head of its own.
      const inner = Object.values(value);
      const head = inner.length && inner.every(isTables) ? [] : ["", `[${name}]`];
      below.push(...head, ...linesOf(value, here));
    } else plain.push(`${keyOf(key)} = ${valueOf(value)}`);
  }
  return [...plain, ...below];
}

export const writeToml = (tables: Tables): string => `${linesOf(tables, []).join("\n")}\n`;
