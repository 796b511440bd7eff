// What page and worker say to each other. Python reads and writes the same (src/dungeon_twister/browser/worker.py).

/** From the page. */
export type Wish =
  | { kind: "request"; id: number; method: string; address: string; token: string; body: string }
  | { kind: "dial"; line: number; game: string }
  | { kind: "say"; line: number; text: string }
  | { kind: "hang-up"; line: number }
  | { kind: "leave" };

/** From Python. */
export type Reply =
  | { kind: "answer"; id: number; status: number; body: string }
  | { kind: "said"; line: number; text: string }
  | { kind: "hung-up"; line: number; code: number };

/** From the worker before Python is there: how much of it is done, whether another tab has it, or that it could not be begun. */
export type News = { kind: "progress"; part: number } | { kind: "elsewhere" } | { kind: "failed"; reason: string };
