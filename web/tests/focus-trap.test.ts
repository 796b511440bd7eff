import { afterEach, describe, expect, it, vi } from "vitest";
import { trap } from "../src/parts/focus-trap";

/** As much of an element as a layer needs. */
function element(more: object = {}) {
  return {
    isConnected: true,
    focus: vi.fn(),
    hasAttribute: () => true,
    querySelector: () => null,
    querySelectorAll: () => [],
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
    ...more,
  };
}

afterEach(() => vi.unstubAllGlobals());

describe("a layer that closes", () => {
  it("gives the focus back after what is drawn has been drawn, not in the middle of it", async () => {
    const [body, before, node] = [element(), element(), element()];
    const page = { body, activeElement: before as object, querySelector: () => null };
    vi.stubGlobal("document", page);
    const layer = trap(node as unknown as HTMLElement);
    page.activeElement = body;
    layer.destroy();
    expect(before.focus).not.toHaveBeenCalled(); // the maze's handler would freeze derived values there
    await Promise.resolve();
    expect(before.focus).toHaveBeenCalledOnce();
  });

  it("gives it to the maze where what had it is gone, and leaves it where it is by now", async () => {
    const [body, maze, node] = [element(), element(), element()];
    const page = { body, activeElement: element({ isConnected: false }) as object, querySelector: () => maze };
    vi.stubGlobal("document", page);
    const layer = trap(node as unknown as HTMLElement);
    page.activeElement = body;
    layer.destroy();
    await Promise.resolve();
    expect(maze.focus).toHaveBeenCalledOnce();
    const other = trap(node as unknown as HTMLElement);
    page.activeElement = element();
    other.destroy();
    await Promise.resolve();
    expect(maze.focus).toHaveBeenCalledOnce();
  });
});
