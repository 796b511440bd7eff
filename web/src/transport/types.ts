// How the page reaches the service: a server, or the Python of a worker in this very browser. The build decides which
// of the two it is (`$transport`, vite.config.ts); everything else uses this interface.

/** The part of a WebSocket that is used. Tests and the worker bring their own. */
export interface SocketLike {
  send(text: string): void;
  close(): void;
  onopen: ((event: Event) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: Event) => void) | null;
}

export interface ApiRequest {
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
  request(path: string, question: ApiRequest): Promise<Response>;
  /** What `dial` takes to talk about a game. */
  address(game: string): string;
  dial(address: string): SocketLike;
}
