// Messages between pages and worker. `src/dungeon_twister/browser/worker.py` reads and writes the same.

/** From the page. */
export type PageMessage =
  | { kind: "request"; id: number; method: string; address: string; token: string; body: string }
  | { kind: "dial"; line: number; game: string }
  | { kind: "say"; line: number; text: string }
  | { kind: "hang-up"; line: number }
  | { kind: "leave" }
  /**
   * `lender`: this page can lend a second worker while it holds the lock. `lent`: here it is; its port comes along.
   * `unlent`: it could not be started.
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
 * From the worker itself. `progress`: the loaded part of Python. `elsewhere`: another tab runs it. `failed`: it could
 * not be started. `unkept`: the browser stores nothing. `alive`: the lock that the worker holds while it lives. `lend`:
 * the page should lend a second worker, which replaces any that it lent before.
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
