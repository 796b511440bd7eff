import { beforeEach, describe, expect, it } from "vitest";
import { EditedWork } from "../src/workshop/edited-work.svelte";
import { LONGEST_OF, newWork, workOf, type RoomsWork } from "../src/workshop/shelf";
import { storageInMemory } from "./fake-storage";

beforeEach(() => void storageInMemory());

describe("a work in its editor", () => {
  function opened() {
    const work = newWork({ kind: "position", name: "Cellar", game: "board", text: "one" }).work;
    return new EditedWork(work, "one", (old, text) => ({ ...old, text }) as typeof work);
  }
  const kept = ({ work }: ReturnType<typeof opened>) => (workOf(work.id) as RoomsWork).text;

  it("keeps every change, and takes it back", () => {
    const edited = opened();
    edited.change("two");
    edited.change("three");
    expect([edited.content, kept(edited), edited.undoable]).toEqual(["three", "three", true]);
    edited.undo();
    expect([edited.content, kept(edited), edited.redoable]).toEqual(["two", "two", true]);
    edited.redo();
    expect([edited.content, kept(edited), edited.redoable]).toEqual(["three", "three", false]);
  });

  it("refuses what is too long, and goes on with the next change", () => {
    const edited = opened();
    edited.change("x".repeat(LONGEST_OF.position + 1));
    expect([edited.content, kept(edited), edited.trouble, edited.undoable]).toEqual(["one", "one", "long", false]);
    edited.change("two");
    expect([edited.content, kept(edited), edited.trouble]).toEqual(["two", "two", null]);
  });
});
