import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, ApiError } from "$lib/api";
import { isSubscribed, renew, subscribe, unsubscribe } from "../src/push-subscription";
import { listenForPush, readMessage, type PushScope } from "../src/service-worker/push-handler";
import { storageInMemory } from "./fake-storage";

describe("a browser that wants messages", () => {
  const given = { endpoint: "https://fcm.googleapis.com/x", keys: { p256dh: "p", auth: "a" } };
  const pushManager = { subscribe: vi.fn(() => Promise.resolve({ toJSON: () => given })), getSubscription: vi.fn() };
  const requestPermission = vi.fn(() => Promise.resolve("granted"));
  const sent = vi.spyOn(api, "subscribePush");

  beforeEach(() => {
    storageInMemory();
    vi.stubGlobal("window", { PushManager: {}, Notification: {} });
    vi.stubGlobal("Notification", { requestPermission });
    vi.stubGlobal("navigator", { serviceWorker: { ready: Promise.resolve({ pushManager }) } });
    vi.spyOn(api, "pushKey").mockResolvedValue({ key: "AQAB" });
    vi.spyOn(api, "unsubscribePush").mockResolvedValue();
    sent.mockReset().mockResolvedValue();
  });
  afterEach(() => vi.unstubAllGlobals());

  const wish = { endpoint: given.endpoint, p256dh: "p", auth: "a", language: expect.any(String) as string };

  it("is known for each seat, by the key of the person", async () => {
    expect(await subscribe("g1", ["KEY~blue", "KEY~yellow"])).toBe(true);
    expect(sent.mock.calls).toEqual([
      ["g1", "KEY~blue", wish],
      ["g1", "KEY~yellow", wish],
    ]);
    expect(isSubscribed("g1")).toBe(true);
    await unsubscribe("g1", ["KEY~blue"]);
    expect(isSubscribed("g1")).toBe(false);
  });

  it("sends it again when the game is opened, if it is switched on", async () => {
    await renew("g1", ["KEY~blue"]);
    expect(sent).not.toHaveBeenCalled();
    await subscribe("g1", ["KEY~blue"]);
    await renew("g1", ["KEY~blue"]);
    expect(sent).toHaveBeenCalledTimes(2);
    sent.mockRejectedValueOnce(new ApiError({ code: "storage" }, 503));
    await renew("g1", ["KEY~blue"]);
    expect(isSubscribed("g1")).toBe(true);
    sent.mockRejectedValueOnce(new ApiError({ code: "wrong-token" }, 403));
    await renew("g1", ["KEY~blue"]);
    expect(isSubscribed("g1")).toBe(false);
  });

  it("makes a new subscription where the server has another key", async () => {
    const ended = vi.fn();
    pushManager.subscribe.mockRejectedValueOnce(new DOMException("another key", "InvalidStateError"));
    pushManager.getSubscription.mockResolvedValueOnce({ unsubscribe: ended });
    expect(await subscribe("g1", ["KEY~blue"])).toBe(true);
    expect(ended).toHaveBeenCalledOnce();
  });

  it("is not asked again by those who said no", async () => {
    requestPermission.mockResolvedValueOnce("denied");
    expect(await subscribe("g1", ["KEY~blue"])).toBe(false);
    expect(sent).not.toHaveBeenCalled();
  });
});

describe("messages of the server", () => {
  it("lead to the game they are about, and to no other page", () => {
    expect(readMessage({ game: "abc-1", text: "It is your turn." })).toEqual({
      text: "It is your turn.",
      address: "/play/abc-1",
    });
    for (const game of ["../evil", "https://evil.example", "a/b", "", 7, null, undefined])
      expect(readMessage({ game }).address).toBe("/");
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
    expect(showNotification).toHaveBeenCalledWith(
      "Dungeon Twister",
      expect.objectContaining({ body: "Your turn", data: "/play/g1" }),
    );
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
