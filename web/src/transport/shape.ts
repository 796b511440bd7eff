// How the page reaches whoever plays with it: a server, or the Python of a worker in this very browser. Which of the two it is, is decided
// when the page is built (`$transport`, vite.config.ts); everything else asks this interface.
import type { Wire } from "$lib/socket";

export interface Question {
  method: string;
  /** The key to a seat, if one is needed. */
  token?: string;
  /** The type of the body. */
  type?: string;
  body?: string;
  signal?: AbortSignal;
}

export interface Transport {
  /** Is there nobody else who could be reached? */
  readonly alone: boolean;
  /** Milliseconds from dialling to the first message, and from a ping to its answer, before a line is given up. */
  readonly patience: { greeting: number; silence: number };
  /** `path` is what stands behind /api. It rejects where there is no answer. */
  request(path: string, question: Question): Promise<Response>;
  /** What `dial` takes to talk about a game. */
  address(game: string): string;
  dial(address: string): Wire;
}
