// The page's connection to the worker: requests, sockets, answers from files, and progress while Python is loaded.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WorkerClient } from "../src/transport/worker-client";
import { MemoryStore } from "../src/transport/indexed-db";
import { readExport, merged } from "../src/transport/export";
import type { WorkerNews, WorkerReply, PageMessage } from "../src/transport/messages";
import { PATIENCE, pythonStatus } from "../src/transport/python-status.svelte";
import { GameSocket } from "$lib/game-socket";
import { WorkerTransport } from "../src/transport/worker-transport";

class Port {
  said: PageMessage[] = [];
  onmessage: ((event: { data: WorkerReply | WorkerNews }) => void) | null = null;
  lends = false;
  postMessage(wish: PageMessage): void {
    if (wish.kind === "lender") this.lends = true;
    else this.said.push(wish);
  }
  tell(data: WorkerReply | WorkerNews): void {
    this.onmessage?.({ data });
  }
}

let port: Port;
const files = vi.fn();
/** Requested locks; calling one grants it. */
let locks: Map<string, () => unknown>;

beforeEach(() => {
  port = new Port();
  pythonStatus.reason = "";
  vi.stubGlobal(
    "SharedWorker",
    class {
      port = port;
      onerror = null;
    },
  );
  locks = new Map();
  const request = (name: string, ...rest: unknown[]) => (
    locks.set(name, rest.at(-1) as () => unknown),
    Promise.resolve()
  );
  vi.stubGlobal("navigator", { locks: { request } });
  vi.stubGlobal("Worker", class {});
  vi.stubGlobal("document", { baseURI: "http://host/below/", documentElement: { dataset: {} } });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("fetch", files.mockReset().mockResolvedValue(new Response("[1]")));
  vi.stubGlobal(
    "CloseEvent",
    class extends Event {
      readonly code: number;
      constructor(name: string, { code }: { code: number }) {
        super(name);
        this.code = code;
      }
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a request is answered by its number, with status and body", async () => {
  const transport = new WorkerTransport();
  const one = transport.request("/games", { method: "POST", body: "{}", token: "t" });
  const two = transport.request("/mine", { method: "POST", body: "[]" });
  await Promise.resolve();
  expect(port.said).toMatchObject([
    { kind: "request", id: 1, method: "POST", address: "/games", token: "t", body: "{}" },
    { kind: "request", id: 2, address: "/mine", token: "" },
  ]);
  port.tell({ kind: "answer", id: 2, status: 200, body: '["b"]' });
  port.tell({ kind: "answer", id: 1, status: 422, body: '{"reason":{"code":"bad-game"}}' });
  expect((await one).status).toBe(422);
  expect(await (await two).json()).toEqual(["b"]);
});

test("a cancelled request is not answered", async () => {
  const transport = new WorkerTransport();
  const end = new AbortController();
  const asked = transport.request("/replays/x", { method: "GET", signal: end.signal });
  end.abort();
  await expect(asked).rejects.toThrow();
});

test("what never changes is a file; where it is missing the worker is asked", async () => {
  const transport = new WorkerTransport();
  expect(await (await transport.request("/scene?scenario=base", { method: "GET" })).json()).toEqual([1]);
  expect(String(files.mock.calls[0]![0])).toBe("http://host/below/answers/scene-scenario-base.json");
  expect(port.said).toEqual([]);
  files.mockResolvedValue(new Response("", { status: 404 }));
  void transport.request("/catalogue", { method: "GET" });
  await vi.waitFor(() => expect(port.said).toMatchObject([{ address: "/catalogue" }]));
  void transport.request("/scene?scenario=base&option=memory%3Dstrict", { method: "GET" });
  await vi.waitFor(() => expect(port.said).toHaveLength(2));
  expect(files).toHaveBeenCalledTimes(2);
});

test("messages and answers of the worker are checked like those of a server", async () => {
  const transport = new WorkerTransport();
  const nothing = () => {};
  const listener = { onlink: nothing, onwelcome: nothing, onupdate: nothing, onnews: nothing, onsaid: nothing };
  const connection = new GameSocket("g", [], { ...listener, ontrouble: nothing }, (game) => transport.dial(game));
  connection.open();
  await Promise.resolve();
  expect(() => port.tell({ kind: "said", line: 1, text: '{"type":"said","line":{"colour":3}}' })).toThrow(
    'A message "said" of the game socket does not fit its schema',
  );
  connection.close();
});

test("a talk is a socket as far as a page can tell", async () => {
  const transport = new WorkerTransport();
  const heard: string[] = [];
  const wire = transport.dial(transport.address("g"));
  wire.onopen = () => heard.push("open");
  wire.onmessage = ({ data }) => heard.push(String(data));
  wire.onclose = ({ code }) => heard.push(`closed ${code}`);
  await Promise.resolve();
  wire.send('{"type":"hello"}');
  expect(port.said).toEqual([
    { kind: "dial", line: 1, game: "g" },
    { kind: "say", line: 1, text: '{"type":"hello"}' },
  ]);
  wire.send('{"type":"ping","id":""}'); // a worker that thinks would answer too late
  await Promise.resolve();
  expect(port.said).toHaveLength(2);
  expect(JSON.parse(heard.pop()!)).toMatchObject({ type: "pong" });
  port.tell({ kind: "said", line: 1, text: "welcome" });
  port.tell({ kind: "hung-up", line: 1, code: 4404 });
  expect(heard).toEqual(["open", "welcome", "closed 4404"]);
});

test("progress of loading Python is reported", () => {
  new WorkerTransport().begin();
  port.tell({ kind: "progress", part: 0.5 });
  expect([pythonStatus.part, document.documentElement.dataset.python]).toEqual([0.5, "loading"]);
  port.tell({ kind: "elsewhere" });
  expect(pythonStatus.elsewhere).toBe(true);
  port.tell({ kind: "progress", part: 1 });
  expect([pythonStatus.elsewhere, document.documentElement.dataset.python]).toEqual([false, "ready"]);
  port.tell({ kind: "failed", reason: "missing", file: "a.wasm" });
  expect([
    pythonStatus.failed,
    pythonStatus.reason,
    pythonStatus.file,
    document.documentElement.dataset.python,
  ]).toEqual([true, "missing", "a.wasm", "failed"]);
});

test("a Python of which nothing is heard for long counts as stalled, until it goes on", () => {
  vi.useFakeTimers();
  new WorkerTransport().begin();
  vi.advanceTimersByTime(PATIENCE - 1);
  expect(pythonStatus.failed).toBe(false);
  port.tell({ kind: "progress", part: 0.6 });
  vi.advanceTimersByTime(PATIENCE);
  expect(pythonStatus.reason).toBe("stalled");
  port.tell({ kind: "progress", part: 0.75 });
  expect(pythonStatus.failed).toBe(false);
  // Nobody waits for news of one that has started, or that another tab has.
  port.tell({ kind: "elsewhere" });
  vi.advanceTimersByTime(PATIENCE);
  port.tell({ kind: "progress", part: 1 });
  vi.advanceTimersByTime(PATIENCE);
  expect(pythonStatus.failed).toBe(false);
});

test("books that are brought along come together with those that are there", () => {
  expect(merged({ a: 1, b: 1 }, { b: 2 })).toEqual({ a: 1, b: 2 });
  expect(merged(null, { b: 2 })).toEqual({ b: 2 });
  expect(merged(["x"], ["y"])).toEqual(["y"]);
});

test("only what a page has saved is brought back", () => {
  const page = { "dungeon-twister.seats": {}, "somebody else's": 1 };
  expect(readExport(JSON.stringify({ format: "dungeon-twister", rows: { a: "b" }, page }))).toEqual({
    format: "dungeon-twister",
    rows: { a: "b" },
    page: { "dungeon-twister.seats": {} },
  });
  for (const other of [
    "",
    "null",
    "[]",
    "{}",
    '{"format":"dungeon-twister","rows":{}}',
    '{"format":"dungeon-twister","rows":[],"page":{}}',
  ])
    expect(() => readExport(other)).toThrow();
});

test("a page offers to lend a second worker once it holds a lock, by which it is known to live", () => {
  new WorkerTransport().begin();
  expect([port.lends, locks.size]).toEqual([false, 1]);
  [...locks.values()][0]!();
  expect(port.lends).toBe(true);
});

test("a page without locks offers it, too", () => {
  vi.stubGlobal("navigator", {});
  new WorkerTransport().begin();
  expect(port.lends).toBe(true);
});

test("a page notices that the worker it shares is gone, and begins anew", () => {
  const reload = vi.fn();
  vi.stubGlobal("location", { reload });
  new WorkerTransport().begin();
  port.tell({ kind: "alive", lock: "worker" });
  expect(reload).not.toHaveBeenCalled();
  vi.stubGlobal("performance", { now: () => 100_000 });
  locks.get("worker")!();
  expect(reload).toHaveBeenCalledTimes(1);
  // Not again and again.
  pythonStatus.reason = "";
  vi.stubGlobal("performance", { now: () => 100 });
  locks.get("worker")!();
  expect([reload.mock.calls.length, pythonStatus.failed]).toEqual([1, true]);
  // Nor after it has said why it ends.
  pythonStatus.hear({ kind: "failed", reason: "blocked" });
  vi.stubGlobal("performance", { now: () => 100_000 });
  locks.get("worker")!();
  expect([reload.mock.calls.length, pythonStatus.reason]).toEqual([1, "blocked"]);
});

test("a browser that cannot run it says so", () => {
  vi.stubGlobal("WebAssembly", undefined);
  new WorkerTransport().begin();
  expect([pythonStatus.failed, pythonStatus.reason]).toEqual([true, "unable"]);
});

test("where nothing is kept, memory does", async () => {
  const memory = new MemoryStore();
  await memory.write(JSON.stringify({ "log/b": "2", "log/a": "1", "game/a": "x" }));
  await memory.write(JSON.stringify({ "game/a": null }));
  expect([await memory.read("log/"), await memory.read("")]).toEqual([
    '[["log/a","1"],["log/b","2"]]',
    '[["log/a","1"],["log/b","2"]]',
  ]);
});

test("the second worker is lent by a page that is there, ended when nobody waits, and replaced", async () => {
  const asked: number[] = [];
  const client = new WorkerClient((page) => asked.push(page));
  const second = () => ({
    said: [] as unknown[],
    onmessage: null as ((event: object) => void) | null,
    postMessage(thought: unknown) {
      this.said.push(thought);
    },
  });
  const lend = (page: number, lent = second()) => (client.lent(page, lent as unknown as MessagePort), lent);
  const first = client.ask("bots", "a");
  expect(asked).toEqual([]);
  client.meet(3);
  client.meet(5);
  const one = lend(3);
  expect([asked, one.said]).toEqual([[3], [{ id: 1, kind: "bots", text: "a" }]]);
  one.onmessage!({ data: { id: 1, text: "b" } });
  expect(await first).toBe("b");
  const stopped = client.ask("bots", "c");
  client.stop();
  await expect(stopped).rejects.toThrow();
  expect(asked).toEqual([3, 3]); // the page that has it ends it
  lend(3);
  const lost = client.ask("bots", "d");
  client.leave(3);
  await expect(lost).rejects.toThrow();
  void client.ask("bots", "e").catch(() => undefined);
  expect(asked).toEqual([3, 3, 5]);
  expect(lend(5).said).toEqual([{ id: 4, kind: "bots", text: "e" }]);
  const begun = client.ask("bots", "f");
  client.fail(3); // it has nothing lent any more
  client.fail(5);
  await expect(begun).rejects.toThrow("it did not begin");
});
