// The worker: it loads Python (Pyodide) and our package from the folder that the page lies in, then hands every message
// to it.
import { Beside } from "./worker-client";
import { Disk, Memory, type Shelf } from "./indexed-db";
import { loadPython } from "./load-python";
import type { News, Wish } from "./messages";
import { StartError } from "./compile-wasm";

interface Desk {
  hear(port: number, wish: string): void;
}
interface Starting {
  start(disk: Shelf, beside: Beside, post: (port: number, json: string) => void): Promise<Desk>;
}
type Port = Pick<MessagePort, "postMessage"> & { onmessage: ((event: MessageEvent) => void) | null };

const NAME = "dungeon-twister";
/** Held by the worker that pages share: whoever gets it knows that the worker is gone. */
const ALIVE = `${NAME}-alive`;
const ports: Port[] = [];
const early: [number, Wish][] = [];
let desk: Desk | null = null;
let last: News = { kind: "progress", part: 0 };
/** What every page is told once. */
const always: News[] = [];
const beside = new Beside((page) => ports[page]?.postMessage({ kind: "lend" } satisfies News));

function enter(port: Port): void {
  const number = ports.push(port) - 1;
  port.onmessage = (event) => {
    const wish = event.data as Wish;
    if (wish.kind === "lender") return meet(number, wish.lock);
    if (wish.kind === "lent") return event.ports[0] && beside.lent(number, event.ports[0]);
    if (wish.kind === "unlent") return beside.fail(number);
    if (wish.kind === "leave") beside.leave(number);
    if (wish.kind === "dial") beside.wake();
    if (desk) desk.hear(number, JSON.stringify(wish));
    else early.push([number, wish]);
  };
  for (const news of [last, ...always]) port.postMessage(news);
}

/**
 * A page that can lend a worker. It holds a lock: if it crashes, the lock is free at once, and nobody waits for what it
 * had lent.
 */
function meet(page: number, lock: string): void {
  beside.meet(page);
  if (!lock) return;
  void navigator.locks.request(lock, () => {
    beside.leave(page);
    desk?.hear(page, JSON.stringify({ kind: "leave" } satisfies Wish));
  });
}

function tell(news: News): void {
  if (news.kind === "unkept" || news.kind === "alive") always.push(news);
  else last = news;
  for (const port of ports) port.postMessage(news);
}

async function load(): Promise<Desk> {
  const python = await loadPython((part) => tell({ kind: "progress", part }));
  const worker = python.pyimport("dungeon_twister.browser.worker") as Starting;
  tell({ kind: "progress", part: 0.95 });
  return worker.start(await shelf(), beside, (port, json) => ports[port]?.postMessage(JSON.parse(json)));
}

async function shelf(): Promise<Shelf> {
  try {
    return await Disk.open(NAME);
  } catch {
    tell({ kind: "unkept" });
    return new Memory();
  }
}

async function start(): Promise<void> {
  try {
    desk = await load();
    tell({ kind: "progress", part: 1 });
    for (const [number, wish] of early.splice(0)) desk.hear(number, JSON.stringify(wish));
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
