// What page and worker say to each other. Python reads and writes the same (src/dungeon_twister/browser/worker.py).

/** From the page. */
export type PageMessage =
  | { kind: "request"; id: number; method: string; address: string; token: string; body: string }
  | { kind: "dial"; line: number; game: string }
  | { kind: "say"; line: number; text: string }
  | { kind: "hang-up"; line: number }
  | { kind: "leave" }
  /**
   * This page can lend a second worker, as long as it holds a lock of this name; here it is (its port comes along); it
   * did not begin.
   */
  | { kind: "lender"; lock: string }
  | { kind: "lent" }
  | { kind: "unlent" };

/** From Python. */
export type WorkerReply =
  | { kind: "answer"; id: number; status: number; body: string }
  | { kind: "said"; line: number; text: string }
  | { kind: "hung-up"; line: number; code: number };

/**
 * From the worker itself: how much of Python is there, whether another tab has it, or that it could not be begun; that
 * the browser keeps nothing; by which lock a page knows that it lives; and that the page is to lend a second worker, in
 * the place of one that it has lent before.
 */
export type WorkerNews =
  | { kind: "progress"; part: number }
  | { kind: "elsewhere" }
  | { kind: "failed"; reason: StartFailureReason; file?: string }
  | { kind: "unkept" }
  | { kind: "alive"; lock: string }
  | { kind: "lend" };

/**
 * Why Python did not start: this browser cannot run it; a file is missing, or did not arrive in one piece; the host
 * forbids WebAssembly; nothing has moved for a long time; any other error.
 */
export type StartFailureReason = "unable" | "missing" | "broken" | "blocked" | "stalled" | "other";
