import { readdirSync, readFileSync } from "node:fs";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../src/lib/api";
import { recall, remember } from "../src/lib/storage";
import { BadWorkError, workFrom } from "../src/workshop/read-work";
import { readLayout, squaresOf, writeLayout } from "../src/workshop/layout-text";
import { ownerOf, seatsOf } from "../src/workshop/scenario-tables";
import {
  LONGEST_WORK,
  MOST_WORKS,
  fileNameOf,
  newWork,
  removeWork,
  renamed,
  shelve,
  textOf,
  workOf,
  works,
  type NewWork,
} from "../src/workshop/shelf";
import { writeToml } from "../src/workshop/toml-text";
import { storageInMemory } from "./fake-storage";

const CONTENT = new URL("../../src/dungeon_twister/content/", import.meta.url);
const text = (path: string) => readFileSync(new URL(path, CONTENT), "utf8");
const rooms: NewWork = { kind: "rooms", name: "Cellar", game: "board", text: text("rooms/lab.txt") };
const scenario: NewWork = { kind: "scenario", name: "Ferry", game: "card", tables: { title: "Ferry", game: "card" } };

beforeEach(() => {
  storageInMemory();
});

describe("the shelf", () => {
  it("keeps works, the latest first, renames and removes them", () => {
    const first = newWork(rooms).work;
    const second = newWork(scenario).work;
    expect(shelve({ ...first, changed: second.changed + 1 })).toBeNull();
    expect(works().map(({ name }) => name)).toEqual(["Cellar", "Ferry"]);
    const named = renamed(second, "  The Ferry ");
    expect(named).toMatchObject({ name: "The Ferry", tables: { title: "The Ferry", game: "card" } });
    expect(renamed(first, " ").name).toBe("Cellar");
    expect(textOf(named)).toBe('title = "The Ferry"\ngame = "card"\n');
    removeWork(first.id);
    expect(works().map(({ id }) => id)).toEqual([second.id]);
    expect([fileNameOf(first), fileNameOf({ name: "Épée & <b>", kind: "scenario" })]).toEqual([
      "cellar.txt",
      "e-pe-e-b.toml",
    ]);
  });

  it("has an end, for works and for their size", () => {
    for (let at = 0; at < MOST_WORKS; at += 1) expect(newWork(rooms).trouble).toBeNull();
    expect(newWork(rooms).trouble).toBe("full");
    expect(works().length).toBe(MOST_WORKS);
    expect(shelve({ ...works()[0]!, kind: "rooms", text: "x".repeat(LONGEST_WORK + 1) })).toBe("long");
  });

  it("says when nothing is kept", () => {
    localStorage.setItem = () => {
      throw new Error("full");
    };
    expect(newWork(rooms).trouble).toBe("storage");
  });

  it("leaves works of later versions and spoilt ones alone", () => {
    const { work } = newWork(rooms);
    for (const spoilt of [{ ...work, version: 2 }, { ...work, text: 3 }, { ...work, game: "chess" }, null, "x"]) {
      remember(`dungeon-twister.work.${work.id}`, spoilt);
      expect(workOf(work.id)).toBeNull();
      expect(works()).toEqual([]);
      expect(recall(`dungeon-twister.work.${work.id}`, 0)).toEqual(spoilt);
    }
  });
});

describe("texts of others", () => {
  const answer = (tables: unknown) =>
    vi
      .spyOn(api, "checkText")
      .mockResolvedValue({ findings: [{ code: "refused", severity: "error" }], tables: tables as never });

  it("become works, or are refused with findings", async () => {
    answer(null);
    expect(await workFrom(text("rooms/card.txt").replaceAll("\n", "\r\n"), "my.cards.txt")).toMatchObject({
      kind: "rooms",
      name: "my.cards",
      game: "card",
    });
    await expect(workFrom("room <b> pair=1 turn=cw\n")).rejects.toThrow(BadWorkError);
    await expect(workFrom("nothing")).rejects.toThrow(BadWorkError);
    answer({ game: "card", title: "Mine" });
    expect(await workFrom("game = 'card'")).toMatchObject({ kind: "scenario", name: "Mine", game: "card" });
    for (const bad of [{ game: "chess" }, { game: "board" }, { game: "board", layout: "rooms 1" }]) {
      answer(bad);
      await expect(workFrom("game = ''")).rejects.toThrow(BadWorkError);
    }
  });
});

describe("scenario files", () => {
  const files = readdirSync(new URL("scenarios/", CONTENT));
  const layouts = files.flatMap((name) =>
    [...text(`scenarios/${name}`).matchAll(/"""\n([^"]*)"""/g)].map((one) => one[1]!),
  );

  it("have layouts that are read and written without loss", () => {
    expect(layouts.length).toBeGreaterThan(12);
    for (const layout of layouts) expect(writeLayout(readLayout(layout)!)).toBe(layout);
    expect(readLayout("# nothing\n\nroom  1 2 3 any # one\n")?.places).toEqual([
      { x: 1, y: 2, capacity: 3, kind: "any", empty: false },
    ]);
    for (const bad of ["room 1 2", "room a 2 3 any", "room 1 2 3 some", "dots W 1,2", "line W 3 1 1 N", "<b>"])
      expect(readLayout(bad), bad).toBeNull();
    expect(squaresOf({ name: "W", length: 2, x: 1, y: 5, direction: "S", dots: [] })).toEqual([
      { x: 1, y: 5 },
      { x: 1, y: 6 },
    ]);
  });

  it("take their colours from the game only", () => {
    const tables = { seat: [{ colour: '"><b>', line: "W" }, { colour: "blue", line: "E" }, 3], lines: "private" };
    expect(seatsOf(tables).length).toBe(2);
    expect([ownerOf(tables, "W"), ownerOf(tables, "E"), ownerOf({ ...tables, lines: "shared" }, "E")]).toEqual([
      "",
      "blue",
      "",
    ]);
  });

  it("are written as TOML", () => {
    expect(
      writeToml({
        title: 'A "small" one\\\u007f\u2028',
        levels: true,
        apex: [1, 2],
        layout: "room 1\nroom 2\n",
        odd: "a'''b\n",
        seat: [{ colour: "blue" }, { colour: "yellow" }],
        option: { "a b": { off: {}, on: { seat: [{ x: 1 }] } } },
      }),
    ).toBe(
      [
        'title = "A \\"small\\" one\\\\\\u007f\u2028"',
        "levels = true",
        "apex = [1, 2]",
        "layout = '''",
        "room 1",
        "room 2",
        "'''",
        "odd = \"a'''b\\n\"",
        "",
        "[[seat]]",
        'colour = "blue"',
        "",
        "[[seat]]",
        'colour = "yellow"',
        "",
        '[option."a b".off]',
        "",
        '[option."a b".on]',
        "",
        '[[option."a b".on.seat]]',
        "x = 1",
        "",
      ].join("\n"),
    );
  });
});
