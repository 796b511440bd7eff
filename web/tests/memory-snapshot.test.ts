// Python goes on from the memory that was kept when the folder was built (docs/site.md), as often as one likes.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";
import { describe, expect, test } from "vitest";
import { resume, type Pyodide } from "../src/transport/memory-snapshot";

const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const PARTS = fromHere("../../src/dungeon_twister/browser/parts/python");
const SCRIPT = fromHere("../node_modules/pyodide/pyodide.asm.mjs");
const ASKED = `
import dungeon_twister.browser.compute_worker, dungeon_twister.server.study.board_exercise
import json, msgspec, random, secrets
json.dumps([msgspec.msgpack.decode(msgspec.msgpack.encode([1])), random.random(), secrets.token_hex(8)])`;

const file = (name: string): Response => new Response(readFileSync(`${PARTS}/${name}`));

describe.skipIf(!existsSync(`${PARTS}/memory.bin`))("the memory", () => {
  test("holds our modules and what they need, and no luck", { timeout: 120_000 }, async () => {
    const { default: create } = (await import(/* @vite-ignore */ SCRIPT)) as { default: Pyodide["create"] };
    const pyodide = { loadPyodide: loadPyodide as unknown as Pyodide["loadPyodide"], create };
    const answers: [number[], number, string][] = [];
    for (let visit = 0; visit < 2; visit++) {
      const python = await resume(pyodide, {}, file("memory.bin"), file("files.bin"));
      answers.push(JSON.parse((await python.runPythonAsync(ASKED)) as string) as [number[], number, string]);
    }
    const [first, second] = answers;
    expect(first?.[0]).toEqual([1]);
    expect(first?.[1]).not.toBe(second?.[1]);
    expect(first?.[2]).not.toBe(second?.[2]);
  });
});
