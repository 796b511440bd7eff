// The worker: it loads Python (Pyodide) and our package from the folder that the page lies in, then hands every message to it.
import { Disk } from "./disk";
import type { News, Wish } from "./messages";

interface Desk {
  hear(port: number, wish: string): void;
}
interface Python {
  FS: { mkdirTree(path: string): void };
  unpackArchive(data: ArrayBuffer, format: string, options: { extractDir: string }): void;
  runPythonAsync(code: string): Promise<unknown>;
  pyimport(name: string): { start(disk: Disk, post: (port: number, json: string) => void): Promise<Desk> };
}
type Port = Pick<MessagePort, "postMessage"> & { onmessage: ((event: MessageEvent) => void) | null };

const PACKAGES = "/packages";
const LOCK = "dungeon-twister";
const ports: Port[] = [];
const early: [number, Wish][] = [];
let desk: Desk | null = null;
let last: News = { kind: "progress", part: 0 };

function enter(port: Port): void {
  const number = ports.push(port) - 1;
  port.onmessage = (event) => {
    const wish = event.data as Wish;
    if (desk) desk.hear(number, JSON.stringify(wish));
    else early.push([number, wish]);
  };
  port.postMessage(last);
}

function tell(news: News): void {
  last = news;
  for (const port of ports) port.postMessage(news);
}

/** A file of the folder; the list that was written with it knows its hash. */
async function file(name: string, hashes: Record<string, string>): Promise<ArrayBuffer> {
  const response = await fetch(new URL(`../${name}`, self.location.href), { integrity: hashes[name] ?? "" });
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.arrayBuffer();
}

async function load(): Promise<Desk> {
  const place = new URL("../pyodide/", self.location.href).href;
  const listed = (await (await fetch(new URL("../python.json", self.location.href))).json()) as { archives: string[]; hashes: Record<string, string> };
  const archives = Promise.all(listed.archives.map((name) => file(name, listed.hashes)));
  archives.catch(() => undefined);
  tell({ kind: "progress", part: 0.05 });
  const { loadPyodide } = (await import(/* @vite-ignore */ `${place}pyodide.mjs`)) as { loadPyodide(options: object): Promise<Python> };
  tell({ kind: "progress", part: 0.15 });
  const python = await loadPyodide({ indexURL: place, fullStdLib: false });
  tell({ kind: "progress", part: 0.5 });
  python.FS.mkdirTree(PACKAGES);
  for (const archive of await archives) python.unpackArchive(archive, "zip", { extractDir: PACKAGES });
  tell({ kind: "progress", part: 0.6 });
  await python.runPythonAsync(`import sys; sys.path.insert(0, "${PACKAGES}")`);
  const start = python.pyimport("dungeon_twister.browser.worker");
  tell({ kind: "progress", part: 0.9 });
  return start.start(await Disk.open(), (port, json) => ports[port]?.postMessage(JSON.parse(json)));
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
