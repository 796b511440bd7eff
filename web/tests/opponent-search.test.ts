// The socket of the lobby: a search for an opponent survives the end of the process that held it.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LobbySocket } from "../src/pages/lobby/lobby-socket.svelte";
import { storageInMemory } from "./fake-storage";
import { completeMessage } from "./complete-message";

class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close(code = 1000) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  accept() {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }
  say(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(completeMessage(message, "lobby")) });
  }
}

const last = () => FakeSocket.all.at(-1)!;
const kinds = (socket: FakeSocket) => socket.sent.map(({ type }) => type);

beforeEach(() => {
  storageInMemory();
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { protocol: "http:", host: "localhost" });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function opponentSearch(): { line: LobbySocket; found: unknown[] } {
  const found: unknown[] = [];
  const line = new LobbySocket("", (created) => found.push(created));
  last().accept();
  line.seek("base", "off");
  last().say({ type: "seeking", scenario: "base", clock: "off" });
  return { line, found };
}

it("looks for an opponent again when the process with the lobby has ended", () => {
  const { line } = opponentSearch();
  const first = last();
  first.close(1012);
  expect([line.connected, line.seeking?.scenario]).toEqual([false, "base"]);
  vi.advanceTimersByTime(500);
  last().accept();
  expect(kinds(last())).toEqual(["hello", "seek"]);
  expect(last().sent[1]).toEqual(first.sent[1]);
});

it("does not look again for what was given up, found or refused", () => {
  for (const end of [
    (line: LobbySocket) => line.stop(),
    () => last().say({ type: "paired", created: {} }),
    () => last().say({ type: "seeking" }),
  ]) {
    const { line } = opponentSearch();
    end(line);
    expect(line.seeking).toBeNull();
    last().close(1012);
    vi.advanceTimersByTime(500);
    last().accept();
    expect(kinds(last())).toEqual(["hello"]);
    line.close();
  }
});
