// Quick pairing: a browser contributes only after it was shown a commitment, and remembers which.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Created } from "$lib/protocol";
import { LobbySocket } from "../src/pages/lobby/lobby-socket.svelte";
import { storageInMemory } from "./fake-storage";
import { completeMessage } from "./complete-message";

class FakeSocket {
  static readonly OPEN = 1;
  static last: FakeSocket;
  readyState = FakeSocket.OPEN;
  sent: Record<string, unknown>[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;
  closed = false;
  static made = 0;
  constructor() {
    FakeSocket.last = this;
    FakeSocket.made += 1;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.closed = true;
  }
  hear(message: object): void {
    this.onmessage?.({ data: JSON.stringify(completeMessage(message, "lobby")) });
  }
}

beforeEach(() => {
  storageInMemory();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("contributes after the commitment, anew for each", () => {
  const paired: [string, string][] = [];
  const line = new LobbySocket("", (_, contribution, promised) => void paired.push([contribution, promised]));
  const socket = FakeSocket.last;
  socket.onopen?.();
  line.seek("base", "off");
  expect(socket.sent.at(-1)).toEqual({ type: "seek", scenario: "base", clock: "off", answers: true });
  socket.hear({ type: "matched", commitment: "c1", seconds: 10 });
  socket.hear({ type: "matched", commitment: "c2", seconds: 10 });
  const [first, second] = socket.sent.slice(-2);
  expect([first?.commitment, second?.commitment]).toEqual(["c1", "c2"]);
  expect(first?.contribution).toMatch(/^[0-9a-f]{64}$/);
  expect(second?.contribution).not.toBe(first?.contribution);
  socket.hear({ type: "paired", created: {} as Created });
  expect(paired).toEqual([[second?.contribution, "c2"]]);
  line.seek("base", "off");
  socket.hear({ type: "paired", created: {} as Created }); // a server that shows nothing before
  expect(paired[1]).toEqual(["", ""]);
  line.close();
});

it("gives up a socket that does not answer, and goes on looking with another one", async () => {
  vi.useFakeTimers();
  const line = new LobbySocket("", () => undefined);
  const first = FakeSocket.last;
  first.onopen?.();
  line.seek("base", "off");
  await vi.advanceTimersByTimeAsync(4_900);
  expect(first.closed).toBe(false);
  await vi.advanceTimersByTimeAsync(700); // five seconds, and a pause of half a second at most
  expect(first.closed).toBe(true);
  const second = FakeSocket.last;
  expect(second).not.toBe(first);
  first.onclose?.(); // too late to matter
  second.onopen?.();
  expect(second.sent.map(({ type }) => type)).toEqual(["hello", "seek"]);
  second.hear({ type: "seeking", scenario: "base", clock: "off" });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(second.sent.at(-1)).toEqual({ type: "ping" });
  second.hear({ type: "pong", id: "", now: 0 });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(FakeSocket.last).toBe(second);
  await vi.advanceTimersByTimeAsync(14_500); // the next ping is not answered
  expect(second.closed).toBe(true);
  expect(FakeSocket.last).not.toBe(second);
  const made = FakeSocket.made;
  line.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.made).toBe(made);
});
