import { describe, expect, it, vi } from "vitest";
import { listenForPush, readMessage, type PushScope } from "../src/service-worker/push";

describe("messages of the server", () => {
  it("lead to the game they are about, and to no other page", () => {
    expect(readMessage({ game: "abc-1", text: "It is your turn." })).toEqual({ text: "It is your turn.", address: "/play/abc-1" });
    for (const game of ["../evil", "https://evil.example", "a/b", "", 7, null, undefined]) expect(readMessage({ game }).address).toBe("/");
    expect(readMessage(null)).toEqual({ text: "", address: "/" });
  });

  it("are shown, and a click opens the game or the page that is open", async () => {
    const heard: Record<string, (event: never) => void> = {};
    const showNotification = vi.fn(() => Promise.resolve());
    const openWindow = vi.fn(() => Promise.resolve());
    const focus = vi.fn(() => Promise.resolve());
    let pages: { url: string; focus: typeof focus }[] = [];
    listenForPush({
      registration: { showNotification },
      clients: { matchAll: () => Promise.resolve(pages), openWindow },
      addEventListener: (kind: string, listener: (event: never) => void) => (heard[kind] = listener),
    } as unknown as PushScope);
    const after = async (kind: string, event: object) => {
      let done: Promise<unknown> = Promise.resolve();
      heard[kind]!({ ...event, waitUntil: (work: Promise<unknown>) => (done = work) } as never);
      await done;
    };
    await after("push", { data: { json: () => ({ game: "g1", text: "Your turn" }) } });
    expect(showNotification).toHaveBeenCalledWith("Dungeon Twister", expect.objectContaining({ body: "Your turn", data: "/play/g1" }));
    await after("push", { data: { json: () => JSON.parse("{") as unknown } });
    expect(showNotification).toHaveBeenCalledTimes(2);
    const notification = { data: "/play/g1", close: () => {} };
    await after("notificationclick", { notification });
    expect(openWindow).toHaveBeenCalledWith("/play/g1");
    pages = [{ url: "http://localhost/play/g1?x", focus }];
    await after("notificationclick", { notification });
    expect(focus).toHaveBeenCalledOnce();
  });
});
