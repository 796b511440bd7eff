// The first worker's connection to the second. Shared workers cannot start workers, so a page lends one. When that page
// closes, another page lends one.
import type { Answered, Thought } from "./compute-worker";
import type { PageMessage } from "./messages";

interface Waiting {
  resolve(text: string): void;
  reject(error: Error): void;
}

/** Pages with an engine: free boards and finished games. */
const WITH_ENGINE = /^\/(study\/board|replays)\//;

/** Will the second worker be asked soon? A bot at a table or an engine thinks there. */
export const leadsToWork = (message: PageMessage): boolean =>
  message.kind === "dial" || (message.kind === "request" && WITH_ENGINE.test(message.address));

export class WorkerClient {
  private port: MessagePort | null = null;
  private lender = -1;
  private asked = false;
  private counter = 0;
  private readonly lenders: number[] = [];
  private early: Thought[] = [];
  private readonly waiting = new Map<number, Waiting>();

  /** `wish` asks a page, by its number, to lend a worker; it replaces any that the page lent before. */
  constructor(private readonly wish: (page: number) => void) {}

  /** Add a page that can lend a worker. */
  meet(page: number): void {
    this.lenders.push(page);
    if (this.early.length && !this.port) this.wake();
  }

  leave(page: number): void {
    const at = this.lenders.indexOf(page);
    if (at >= 0) this.lenders.splice(at, 1);
    if (page === this.lender) this.lose("the page that had lent it is gone");
  }

  /** The worker that a page lent could not be started. */
  fail(page: number): void {
    if (page === this.lender) this.lose("it did not begin");
  }

  lent(page: number, port: MessagePort): void {
    if (page !== this.lender) return;
    this.port = port;
    port.onmessage = ({ data }: MessageEvent<Answered>) => {
      if ("failed" in data) return this.lose(data.failed);
      this.waiting.get(data.id)?.resolve(data.text);
      this.waiting.delete(data.id);
    };
    for (const thought of this.early.splice(0)) port.postMessage(thought);
  }

  /** Start the second worker now, because it will be needed soon. */
  wake(): void {
    const page = this.lenders.at(-1);
    if (this.asked || page === undefined) return;
    this.asked = true;
    this.lender = page;
    this.wish(page);
  }

  /** Rejects when the worker was ended or lost under the question. */
  ask(kind: string, text: string): Promise<string> {
    const thought = { id: ++this.counter, kind, text };
    return new Promise((resolve, reject) => {
      this.waiting.set(thought.id, { resolve, reject });
      if (this.port) this.port.postMessage(thought);
      else {
        this.early.push(thought);
        this.wake();
      }
    });
  }

  /** End the worker with its questions. The same page starts another one at once, which ends the old one. */
  stop(): void {
    const page = this.lender;
    this.lose("it was ended");
    if (page >= 0) this.lenders.push(...this.lenders.splice(this.lenders.indexOf(page), 1));
    this.wake();
  }

  private lose(why: string): void {
    this.port = null;
    this.lender = -1;
    this.asked = false;
    this.early = [];
    for (const { reject } of this.waiting.values()) reject(new Error(why));
    this.waiting.clear();
  }
}
