import { afterEach, describe, expect, it, vi } from "vitest";
import { opened } from "../src/parts/opened";

/** As much of an element as a dialog needs. */
function element(more: object = {}) {
  return {
    isConnected: true,
    open: false,
    focus: vi.fn(),
    querySelector: () => null,
    show: vi.fn(function (this: { open: boolean }) {
      this.open = true;
    }),
    showModal: vi.fn(function (this: { open: boolean }) {
      this.open = true;
    }),
    close: vi.fn(function (this: { open: boolean }) {
      this.open = false;
    }),
    ...more,
  };
}
type Fake = ReturnType<typeof element>;
const open = (node: Fake, opening?: Parameters<typeof opened>[1]) =>
  opened(node as unknown as HTMLDialogElement, opening);
/** The handlers that were set, as those of an element. */
type Handlers = Record<"oncancel" | "onclose" | "onpointerdown" | "onclick", (event: object) => void>;
const on = (node: Fake) => node as unknown as Handlers;

afterEach(() => vi.unstubAllGlobals());

describe("a dialog that goes away", () => {
  it("gives the focus back after what is drawn has been drawn, not in the middle of it", async () => {
    const [body, before, node] = [element(), element(), element()];
    const page = { body, activeElement: before as object, querySelector: () => null };
    vi.stubGlobal("document", page);
    const dialog = open(node);
    page.activeElement = body;
    dialog.destroy();
    expect(before.focus).not.toHaveBeenCalled(); // the maze's handler would freeze derived values there
    await Promise.resolve();
    expect(before.focus).toHaveBeenCalledOnce();
  });

  it("gives it to the maze where what had it is gone, and leaves it where it is by now", async () => {
    const [body, maze, node] = [element(), element(), element()];
    const page = { body, activeElement: element({ isConnected: false }) as object, querySelector: () => maze };
    vi.stubGlobal("document", page);
    const dialog = open(node);
    page.activeElement = body;
    dialog.destroy();
    await Promise.resolve();
    expect(maze.focus).toHaveBeenCalledOnce();
    const other = open(element());
    page.activeElement = element();
    other.destroy();
    await Promise.resolve();
    expect(maze.focus).toHaveBeenCalledOnce();
  });
});

describe("a dialog that is open", () => {
  it("is opened anew when what is behind it may be used again", () => {
    vi.stubGlobal("document", { body: null, activeElement: null });
    const node = element();
    const dialog = open(node, { modal: false });
    expect(node.show).toHaveBeenCalledOnce();
    dialog.update({ modal: false });
    expect(node.close).not.toHaveBeenCalled();
    dialog.update({ modal: true });
    expect(node.showModal).toHaveBeenCalledOnce();
  });

  it("is taken away by the page, never by the browser", () => {
    vi.stubGlobal("document", { body: null, activeElement: null });
    const [node, onclose, preventDefault] = [element(), vi.fn(), vi.fn()];
    open(node, { onclose });
    on(node).oncancel({ target: node, preventDefault });
    expect([preventDefault, onclose].map((spy) => spy.mock.calls.length)).toEqual([1, 1]);
    on(node).oncancel({ target: element(), preventDefault }); // of a file picker
    expect([preventDefault, onclose].map((spy) => spy.mock.calls.length)).toEqual([1, 1]);
    // One that must be answered is there again.
    const asked = element();
    open(asked);
    asked.open = false;
    on(asked).onclose({});
    expect(asked.showModal).toHaveBeenCalledTimes(2);
  });

  it("closes with a click next to it, not with a selection that ends there", () => {
    vi.stubGlobal("document", { body: null, activeElement: null });
    const [node, onclose] = [element(), vi.fn()];
    open(node, { onclose });
    on(node).onpointerdown({ target: element() });
    on(node).onclick({ target: node });
    expect(onclose).not.toHaveBeenCalled();
    on(node).onpointerdown({ target: node });
    on(node).onclick({ target: node });
    expect(onclose).toHaveBeenCalledOnce();
    const over = element();
    open(over, { onclose, outside: false });
    on(over).onpointerdown({ target: over });
    on(over).onclick({ target: over });
    expect(onclose).toHaveBeenCalledOnce();
  });
});
