// The Python of a worker in this browser. Tabs share one worker where the browser has shared ones; elsewhere each has
// its own, and one after the other may use what is kept (python-worker.ts).
import type { WorkerNews, WorkerReply, PageMessage } from "./messages";
import { pythonStatus } from "./python-status.svelte";
import type { ApiRequest, Transport, SocketLike } from "./types";

/** Answers that never change are files of the page (browser/fixed_answers.py): they need not wait for Python. */
const FIXED = /^\/(catalogue|study\/(lessons|missions|gallery)|(examples|strategy)\?game=\w+|scene\?scenario=[\w-]+)$/;

/**
 * If the worker is lost after this many milliseconds of a visit, the page is reloaded. Earlier it is not, because the
 * worker might be lost again and again.
 */
const SETTLED = 20_000;

type Port = { postMessage(message: PageMessage, transfer?: Transferable[]): void };

class Talk implements SocketLike {
  onopen: SocketLike["onopen"] = null;
  onclose: SocketLike["onclose"] = null;
  onmessage: SocketLike["onmessage"] = null;
  onerror: SocketLike["onerror"] = null;

  constructor(
    private readonly line: number,
    private readonly tell: (message: PageMessage) => void,
  ) {}

  send(text: string): void {
    // Is the line alive? It is, however long a bot thinks there.
    if ((JSON.parse(text) as { type: string }).type === "ping") {
      const pong = JSON.stringify({ type: "pong", id: "", now: Date.now() / 1000 });
      queueMicrotask(() => this.onmessage?.(new MessageEvent("message", { data: pong })));
      return;
    }
    this.tell({ kind: "say", line: this.line, text });
  }

  close(): void {
    this.tell({ kind: "hang-up", line: this.line });
    this.end(1000);
  }

  end(code: number): void {
    this.onclose?.(new CloseEvent("close", { code }));
    this.onclose = null;
  }
}

export class WorkerTransport implements Transport {
  readonly alone = true;
  private port: Port | null = null;
  private counter = 0;
  private readonly waiting = new Map<number, (response: Response) => void>();
  private readonly talks = new Map<number, Talk>();
  /** The worker in which bots think. */
  private mind: Worker | null = null;

  async request(path: string, question: ApiRequest): Promise<Response> {
    if (question.method === "GET" && FIXED.test(path)) {
      const file = await fetch(
        new URL(`answers/${path.slice(1).replace(/[^\w-]+/g, "-")}.json`, document.baseURI),
      ).catch(() => null);
      if (file?.ok) return file;
    }
    return this.ask(path, question);
  }

  private ask(path: string, { method, token = "", body = "", signal }: ApiRequest): Promise<Response> {
    const id = ++this.counter;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, resolve);
      signal?.addEventListener("abort", () => {
        this.waiting.delete(id);
        reject(new DOMException("nobody waits any more", "AbortError"));
      });
      this.tell({ kind: "request", id, method, address: path, token, body });
    });
  }

  // Python may still be loading, or busy: `readiness` reports if it does not start.
  readonly patience = { greeting: 600_000, silence: 60_000 };
  address = (game: string): string => game;

  dial(game: string): SocketLike {
    const line = ++this.counter;
    const talk = new Talk(line, (message) => this.tell(message));
    this.talks.set(line, talk);
    this.tell({ kind: "dial", line, game });
    // As with a socket, the caller sets the handlers before it is open.
    queueMicrotask(() => talk.onopen?.(new Event("open")));
    return talk;
  }

  private tell(message: PageMessage): void {
    this.port ??= this.begin();
    this.port.postMessage(message);
  }

  /** Start Python, or find the one that another tab has started. */
  begin(): Port {
    if (this.port) return this.port;
    const hear = (event: MessageEvent) => this.hear(event.data as WorkerReply | WorkerNews);
    const trouble = () => pythonStatus.hear({ kind: "failed", reason: "other" });
    if (typeof WebAssembly === "undefined" || typeof Worker === "undefined") {
      pythonStatus.hear({ kind: "failed", reason: "unable" });
      return (this.port = { postMessage: () => undefined });
    }
    if (typeof SharedWorker === "undefined") {
      const own = new Worker(new URL("./python-worker.ts", import.meta.url), { type: "module" });
      own.onmessage = hear;
      own.onerror = trouble;
      this.port = own;
    } else {
      const shared = new SharedWorker(new URL("./python-worker.ts", import.meta.url), {
        type: "module",
        name: "dungeon-twister",
      });
      shared.onerror = trouble;
      shared.port.onmessage = hear;
      this.port = shared.port;
    }
    pythonStatus.expect();
    this.offer(this.port);
    addEventListener("pagehide", () => this.port?.postMessage({ kind: "leave" } satisfies PageMessage));
    // A page from the back/forward cache has no connection any more.
    addEventListener("pageshow", (event) => event.persisted && location.reload());
    return this.port;
  }

  /** Offer to lend a second worker. The offer is valid while this page holds a lock. */
  private offer(port: Port): void {
    if (!navigator.locks) return port.postMessage({ kind: "lender", lock: "" });
    const lock = `dungeon-twister-page-${Date.now()}-${Math.random()}`;
    void navigator.locks.request(lock, () => {
      port.postMessage({ kind: "lender", lock });
      return new Promise(() => undefined);
    });
  }

  /**
   * When the lock of the worker is to be had it has crashed, with the tab that had begun it for example. Another one is
   * begun.
   */
  private watch(lock: string): void {
    void navigator.locks.request(lock, { mode: "shared" }, () => {
      if (pythonStatus.failed) return;
      if (performance.now() > SETTLED) location.reload();
      else pythonStatus.hear({ kind: "failed", reason: "other" });
    });
  }

  /** A second worker for the first one; the one before it ends, whatever it thinks about. */
  private lend(): void {
    this.mind?.terminate();
    this.mind = new Worker(new URL("./compute-worker.ts", import.meta.url), { type: "module" });
    const { port1, port2 } = new MessageChannel();
    this.mind.onerror = () => this.port?.postMessage({ kind: "unlent" });
    this.mind.postMessage("begin", [port1]);
    this.port?.postMessage({ kind: "lent" }, [port2]);
  }

  private hear(message: WorkerReply | WorkerNews): void {
    switch (message.kind) {
      case "answer":
        // A Response has no body with the status of an empty one.
        this.waiting.get(message.id)?.(new Response(message.body, { status: message.status }));
        this.waiting.delete(message.id);
        return;
      case "said":
        this.talks.get(message.line)?.onmessage?.(new MessageEvent("message", { data: message.text }));
        return;
      case "hung-up":
        this.talks.get(message.line)?.end(message.code);
        this.talks.delete(message.line);
        return;
      case "alive":
        return this.watch(message.lock);
      case "lend":
        return this.lend();
      default:
        pythonStatus.hear(message);
    }
  }
}

const workerTransport = new WorkerTransport();
export const transport: Transport = workerTransport;

/** Python is loaded as soon as the page stands, not when it is first asked for. */
export const begin = (): void => void workerTransport.begin();
