// Silent allies (TEAM-18): when the page lets them write, and when it says so.
import { setLanguage } from "$lib/i18n.svelte";
import ChatPanel from "$parts/ChatPanel.svelte";
import { render } from "svelte/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { SocketLike } from "../src/transport/types";
import { GameSession } from "../src/play/game-session.svelte";
import { completeMessage } from "./complete-message";

const NOW = 1_700_000_000_000;

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW });
  await setLanguage("en", { keep: false });
});
afterEach(() => void vi.useRealTimers());

/** A session of some seats, and what the server says to it. */
function atTable(...held: string[]) {
  const wire: SocketLike = {
    onopen: null,
    onclose: null,
    onmessage: null,
    onerror: null,
    send: () => {},
    close: () => {},
  };
  const session = new GameSession({
    id: "g",
    address: "ws://here",
    keys: held.map((colour) => ({ colour, token: colour })),
    curtainAlways: () => false,
    dial: () => wire,
  });
  session.open();
  wire.onopen?.({} as Event);
  const news = (talk: Record<string, number>) =>
    wire.onmessage?.({ data: JSON.stringify(completeMessage({ type: "info", info: { talk } })) } as MessageEvent);
  return { session, news };
}

describe("silent allies", () => {
  test("the minute is counted on the own clock and announced once", () => {
    const { session, news } = atTable("red");
    news({ red: 0, green: 0, yellow: 0, blue: 0 });
    expect([session.talk.red! > NOW, session.met]).toEqual([false, ""]);
    news({ red: 60, green: 60, yellow: 0, blue: 0 });
    expect([session.talk.red, session.met]).toEqual([NOW + 60_000, "red"]);
    session.met = "";
    vi.setSystemTime(NOW + 20_000);
    news({ red: 40, green: 40, yellow: 0, blue: 0 }); // somebody has come or gone
    expect([session.talk.red, session.met]).toEqual([NOW + 60_000, ""]);
  });

  test("the minute of the others is not ours, and one that nobody saw is not announced later", () => {
    const { session, news } = atTable("yellow", "blue");
    news({ red: 60, green: 60, yellow: 0, blue: 0 });
    expect(session.met).toBe("");
    news({ red: 0, green: 0, yellow: 60, blue: 60 });
    expect(session.met).toBe("yellow");
    vi.setSystemTime(NOW + 61_000);
    news({ red: 0, green: 0, yellow: 0, blue: 0 });
    expect(session.met).toBe("");
  });

  test("without the option nobody is named", () => {
    const { session, news } = atTable("red");
    news({});
    expect(session.talk).toEqual({});
  });

  test("the chat has a field only as long as something can be said", () => {
    const chat = (until?: number) => render(ChatPanel, { props: { lines: [], closed: "Be silent.", until } }).body;
    expect(chat(NOW + 42_000)).toMatch(/<input/);
    expect(chat(NOW + 42_000)).toMatch(/You may talk with your ally.*0:42/s);
    for (const until of [undefined, 0, NOW]) {
      expect(chat(until)).not.toMatch(/<input|You may talk/);
      expect(chat(until)).toContain("Be silent.");
    }
    expect(render(ChatPanel, { props: { lines: [] } }).body).toMatch(/<input/);
  });
});
