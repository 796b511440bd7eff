// Interface between the page and the service, which is a server or Python in a worker of this browser. The build
// chooses one of them (`$transport`, vite.config.ts).

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
  /** Whether the service is in this browser, so that no other players can be reached. */
  readonly alone: boolean;
  /** Milliseconds from dialling to the first message, and from a ping to its answer, before a line is given up. */
  readonly patience: { greeting: number; silence: number };
  /** `path` is the part after /api. Rejects if there is no answer. */
  request(path: string, question: ApiRequest): Promise<Response>;
  /** The address of a game's socket, for `dial`. */
  address(game: string): string;
  dial(address: string): SocketLike;
}
