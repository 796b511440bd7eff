// Quick pairing: a browser contributes only after it was shown a commitment, and remembers which.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Created } from "$lib/protocol";
import { LobbyLine } from "../src/pages/lobby/line.svelte";
import { storageInMemory } from "./storage-in-memory";

class FakeSocket {
  static readonly OPEN = 1;
  static last: FakeSocket;
  readyState = FakeSocket.OPEN;
  sent: Record<string, unknown>[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  constructor() {
    FakeSocket.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {}
  hear(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

beforeEach(() => {
  storageInMemory();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
});
afterEach(() => vi.unstubAllGlobals());

it("contributes after the commitment, anew for each", () => {
  const paired: [string, string][] = [];
  const line = new LobbyLine("", (_, contribution, promised) => void paired.push([contribution, promised]));
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
