// The worker: it loads Python (Pyodide) and our package from the folder that the page lies in, then hands every message to it.
import { Beside } from "./beside";
import { Disk } from "./disk";
import { loadPython } from "./loading";
import type { News, Wish } from "./messages";

interface Desk {
  hear(port: number, wish: string): void;
}
interface Starting {
  start(disk: Disk, beside: Beside, post: (port: number, json: string) => void): Promise<Desk>;
}
type Port = Pick<MessagePort, "postMessage"> & { onmessage: ((event: MessageEvent) => void) | null };

const LOCK = "dungeon-twister";
const ports: Port[] = [];
const early: [number, Wish][] = [];
let desk: Desk | null = null;
let last: News = { kind: "progress", part: 0 };
const beside = new Beside((page) => ports[page]?.postMessage({ kind: "lend" } satisfies News));

function enter(port: Port): void {
  const number = ports.push(port) - 1;
  port.onmessage = (event) => {
    const wish = event.data as Wish;
    if (wish.kind === "lender") return beside.meet(number);
    if (wish.kind === "lent") return event.ports[0] && beside.lent(number, event.ports[0]);
    if (wish.kind === "leave") beside.leave(number);
    if (wish.kind === "dial") beside.wake();
    if (desk) desk.hear(number, JSON.stringify(wish));
    else early.push([number, wish]);
  };
  port.postMessage(last);
}

function tell(news: News): void {
  last = news;
  for (const port of ports) port.postMessage(news);
}

async function load(): Promise<Desk> {
  const python = await loadPython((part) => tell({ kind: "progress", part }));
  const worker = python.pyimport("dungeon_twister.browser.worker") as Starting;
  tell({ kind: "progress", part: 0.95 });
  return worker.start(await Disk.open(), beside, (port, json) => ports[port]?.postMessage(JSON.parse(json)));
}

/** What is kept belongs to one worker at a time: a second one, of a browser without shared workers, waits until the first is gone. */
async function begin(): Promise<void> {
  const held = await navigator.locks.query();
  if (held.held?.some((lock) => lock.name === LOCK)) tell({ kind: "elsewhere" });
  await navigator.locks.request(LOCK, async () => {
    try {
      desk = await load();
      tell({ kind: "progress", part: 1 });
      for (const [number, wish] of early.splice(0)) desk.hear(number, JSON.stringify(wish));
    } catch (error) {
      tell({ kind: "failed", reason: String(error) });
    }
    await new Promise(() => undefined); // as long as the worker lives
  });
}

if ("onconnect" in self) (self as unknown as { onconnect: (event: MessageEvent) => void }).onconnect = (event) => enter(event.ports[0] as Port);
else enter(self as unknown as Port);
void begin();
