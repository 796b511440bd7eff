import { describe, expect, it, vi } from "vitest";
import { laidUnseen, withoutSeen } from "../src/play/simultaneous-choices";
import { withLaid } from "../src/play/combat-scene";
import { clockFace } from "../src/play/plaques";
import { privateMoment } from "../src/play/privacy";
import { GameSocket } from "../src/lib/game-socket";
import type { SocketLike } from "../src/transport/types";
import { GameSession } from "../src/play/game-session.svelte";
import type { Choosing, Clock, CombatView, EventView, View } from "../src/lib/protocol";
import { completeMessage } from "./complete-message";

const asking = (kind: string, who = "blue") => ({ pending: [{ kind, who, argument: 0 }] }) as unknown as View;
const event = (token: string) => ({ kind: "starter-set", token }) as EventView;

describe("a shared screen", () => {
  it("draws the curtain before every choice that nobody else may watch", () => {
    for (const kind of ["leave-out", "starters", "lay", "combat"]) expect(privateMoment(asking(kind)), kind).toBe(true);
    for (const kind of ["act", "card", "place"]) expect(privateMoment(asking(kind)), kind).toBe(false);
  });
});

describe("choosing at the same time", () => {
  it("shows once what a player has chosen", () => {
    expect(withoutSeen([event("bW"), event("y?"), event("y?")], [event("bW")])).toEqual([event("y?"), event("y?")]);
    expect(withoutSeen([event("y?"), event("y?")], [event("y?")])).toEqual([event("y?")]);
  });

  it("lays the cards of those who have chosen face down", () => {
    const pending = [...asking("combat", "yellow").pending, ...asking("combat", "blue").pending];
    expect(laidUnseen(pending, ["blue"])).toEqual(["yellow"]);
    expect(laidUnseen(pending, [])).toEqual([]);
    expect(withLaid({ chosen: [] } as unknown as CombatView, ["yellow"])).toEqual({ chosen: ["yellow"] });
  });

  it("shows the clock of each who has not chosen", () => {
    const clock = {
      running: ["blue", "yellow"],
      kind: "bank",
      until: 100,
      allowed: 60,
      now: 0,
      also: { yellow: { until: 50, allowed: 60 } },
    } as Clock;
    expect(clockFace(clock, "blue", 0)?.until).toBe(100_000);
    expect(clockFace(clock, "yellow", 0)?.until).toBe(50_000);
  });

  it("leaves a choosing player alone when somebody else has chosen", () => {
    const wire: SocketLike = {
      send: () => {},
      close: () => {},
      onopen: null,
      onclose: null,
      onmessage: null,
      onerror: null,
    };
    const session = new GameSession({
      id: "g",
      address: "ws://here",
      keys: [{ colour: "blue", token: "blue" }],
      curtainAlways: () => false,
      dial: () => wire,
    });
    session.open();
    wire.onopen?.({} as Event);
    const say = (message: unknown) =>
      wire.onmessage?.({ data: JSON.stringify(completeMessage(message)) } as MessageEvent);
    const sight = (value: number) => ({
      viewer: "blue",
      view: { ...asking("combat"), viewer: "blue", choices: [{ do: "combat", value }] },
    });
    const chooses = (waiting: string[], value = 1) =>
      say({ type: "choosing", version: 4, sight: sight(value), waiting });
    say({ type: "welcome", version: 4, sights: [sight(1)], info: { seats: [], decider: "blue" } });
    const { playback } = session;
    const before = playback.shows;
    chooses(["blue"]);
    expect([playback.settled, playback.shows, session.mine, session.info?.waiting]).toEqual([
      true,
      before,
      true,
      ["blue"],
    ]);
    chooses(["blue"], 2);
    expect([playback.settled, playback.shows]).toEqual([false, before + 1]);
    session.close();
  });

  it("arrives at the version that is shown, and is asked for where something was missed", () => {
    const sent: string[] = [];
    const versions: number[] = [];
    const wire: SocketLike = {
      send: (text) => sent.push(text),
      close: () => {},
      onopen: null,
      onclose: null,
      onmessage: null,
      onerror: null,
    };
    const listener = {
      onlink: vi.fn(),
      onwelcome: vi.fn(),
      onupdate: vi.fn(),
      onnews: vi.fn(),
      onsaid: vi.fn(),
      ontrouble: vi.fn(),
      onchoosing: ({ version }: Choosing) => versions.push(version),
    };
    const connection = new GameSocket("ws://here", [], listener, () => wire);
    connection.open();
    wire.onopen?.({} as Event);
    const say = (message: unknown) =>
      wire.onmessage?.({ data: JSON.stringify(completeMessage(message)) } as MessageEvent);
    const sight = { viewer: "blue", view: {} };
    say({ type: "welcome", version: 4, sights: [sight], info: {} });
    say({ type: "choosing", version: 4, sight });
    say({ type: "choosing", version: 3, sight });
    expect(versions).toEqual([4]);
    say({ type: "choosing", version: 5, sight });
    expect(versions).toEqual([4]);
    expect(JSON.parse(sent.at(-1)!)).toEqual({ type: "look" });
    connection.close();
  });
});
