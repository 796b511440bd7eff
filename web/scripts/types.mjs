// Makes src/lib/protocol.ts from the server's own JSON Schema, so that the shapes stand in one place.
// Usage: npm run types   (PYTHON names the interpreter, default python3)
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const python = process.env.PYTHON ?? "python3";
const schema = JSON.parse(execFileSync(python, ["-m", "dungeon_twister.server.schema"], { encoding: "utf8" }));

// What the server always writes is always there: only what has a default may be left out.
// Every struct becomes an exported interface of its own name.
const named = {};
for (const [name, definition] of Object.entries(schema.$defs)) named[name] = { ...definition, title: name };
const types = await compile({ ...schema, $defs: named, title: "Protocol" }, "Protocol", {
  additionalProperties: false,
  unreachableDefinitions: true,
  bannerComment: "// Made by `npm run types` from the server's schema. Do not edit.",
  style: { printWidth: 120 },
});
writeFileSync(new URL("../src/lib/protocol.ts", import.meta.url), types);
