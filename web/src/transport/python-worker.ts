// The worker: it loads Python (Pyodide) and our package from the folder that the page lies in, then hands every message
// to it.
import { leadsToWork, WorkerClient } from "./worker-client";
import { IndexedDbStore, MemoryStore, type KeyValueStore } from "./indexed-db";
import { loadPython } from "./load-python";
import type { WorkerNews, PageMessage } from "./messages";
import { StartError } from "./compile-wasm";

interface PythonWorker {
  hear(port: number, message: string): void;
}
interface Starting {
  start(disk: KeyValueStore, client: WorkerClient, post: (port: number, json: string) => void): Promise<PythonWorker>;
}
type Port = Pick<MessagePort, "postMessage"> & { onmessage: ((event: MessageEvent) => void) | null };

const NAME = "dungeon-twister";
/** Held by the worker that pages share: a page that gets it knows that the worker is gone. */
const ALIVE = `${NAME}-alive`;
const ports: Port[] = [];
const early: [number, PageMessage][] = [];
let pythonWorker: PythonWorker | null = null;
let last: WorkerNews = { kind: "progress", part: 0 };
/** Messages that every page gets once. */
const always: WorkerNews[] = [];
const client = new WorkerClient((page) => ports[page]?.postMessage({ kind: "lend" } satisfies WorkerNews));

function enter(port: Port): void {
  const number = ports.push(port) - 1;
  port.onmessage = (event) => {
    const message = event.data as PageMessage;
    if (message.kind === "lender") return meet(number, message.lock);
    if (message.kind === "lent") return event.ports[0] && client.lent(number, event.ports[0]);
    if (message.kind === "unlent") return client.fail(number);
    if (message.kind === "leave") client.leave(number);
    if (leadsToWork(message)) client.wake();
    if (pythonWorker) pythonWorker.hear(number, JSON.stringify(message));
    else early.push([number, message]);
  };
  for (const news of [last, ...always]) port.postMessage(news);
}

/**
 * A page that can lend a worker. It holds a lock: if it crashes, the lock is free at once, and nobody waits for what it
 * had lent.
 */
function meet(page: number, lock: string): void {
  client.meet(page);
  if (!lock) return;
  void navigator.locks.request(lock, () => {
    client.leave(page);
    pythonWorker?.hear(page, JSON.stringify({ kind: "leave" } satisfies PageMessage));
  });
}

function tell(news: WorkerNews): void {
  if (news.kind === "unkept" || news.kind === "alive") always.push(news);
  else last = news;
  for (const port of ports) port.postMessage(news);
}

async function load(): Promise<PythonWorker> {
  const python = await loadPython((part) => tell({ kind: "progress", part }));
  const worker = python.pyimport("dungeon_twister.browser.worker") as Starting;
  tell({ kind: "progress", part: 0.95 });
  return worker.start(await shelf(), client, (port, json) => ports[port]?.postMessage(JSON.parse(json)));
}

async function shelf(): Promise<KeyValueStore> {
  try {
    return await IndexedDbStore.open(NAME);
  } catch {
    tell({ kind: "unkept" });
    return new MemoryStore();
  }
}

async function start(): Promise<void> {
  try {
    pythonWorker = await load();
    tell({ kind: "progress", part: 1 });
    for (const [number, message] of early.splice(0)) pythonWorker.hear(number, JSON.stringify(message));
  } catch (error) {
    console.error("Python did not start:", error);
    tell(
      error instanceof StartError
        ? { kind: "failed", reason: error.reason, file: error.file }
        : { kind: "failed", reason: "other" },
    );
    // The next page that asks for a shared worker gets another one, which tries again.
    self.close();
  }
}

/**
 * What is kept belongs to one worker at a time: a second one, of a browser without shared workers, waits until the
 * first is gone. Pages that were not sent safely have no locks; there this worker is taken for the only one.
 */
async function begin(): Promise<void> {
  if (!navigator.locks) return start();
  const held = await navigator.locks.query();
  if (held.held?.some((lock) => lock.name === NAME)) tell({ kind: "elsewhere" });
  await navigator.locks.request(NAME, async () => {
    await start();
    await forEver();
  });
}

/** As long as the worker lives. */
const forEver = (): Promise<never> => new Promise(() => undefined);

if ("onconnect" in self) {
  (self as unknown as { onconnect: (event: MessageEvent) => void }).onconnect = (event) =>
    enter(event.ports[0] as Port);
  void navigator.locks?.request(ALIVE, () => {
    tell({ kind: "alive", lock: ALIVE });
    return forEver();
  });
} else enter(self as unknown as Port);
void begin();
