// Makes src/lib/protocol.ts and src/lib/message-schema.json from the server's own JSON Schema, so that the shapes stand
// in one place.
// Usage: npm run types   (PYTHON names the interpreter, default python3)
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";
import { catalogueKeys } from "./catalogue-keys.mjs";

const python = process.env.PYTHON ?? "python3";
const printed = (module) => execFileSync(python, ["-m", `dungeon_twister.server.${module}`], { encoding: "utf8" });
const text = printed("schema");
const schema = JSON.parse(text);
// A test of the server compares this with its schema, so that the types cannot fall behind.
const digest = createHash("sha256").update(text).digest("hex");

// What the server always writes is always there: only what has a default may be left out.
// Every struct becomes an exported interface of its own name.
// Pairs like `gear: [x, y]`: the compiler knows the older way to write a list whose places have their own types.
function withPairs(part) {
  if (Array.isArray(part)) return part.map(withPairs);
  if (part === null || typeof part !== "object") return part;
  const { prefixItems, ...rest } = part;
  const inner = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, withPairs(value)]));
  return prefixItems ? { ...inner, items: withPairs(prefixItems), additionalItems: false } : inner;
}
const named = {};
for (const [name, definition] of Object.entries(schema.$defs)) named[name] = { ...withPairs(definition), title: name };
const types = await compile({ ...schema, $defs: named, title: "Protocol" }, "Protocol", {
  additionalProperties: false,
  unreachableDefinitions: true,
  bannerComment: `// Made by \`npm run types\` from the server's schema. Do not edit.\n// Schema: ${digest}`,
  style: { printWidth: 120 },
});
writeFileSync(new URL("../src/lib/protocol.ts", import.meta.url), types);
writeFileSync(new URL("../src/lib/message-schema.json", import.meta.url), printed("transport.message_schema"));
writeFileSync(new URL("../src/lib/catalogue-keys.ts", import.meta.url), catalogueKeys());
