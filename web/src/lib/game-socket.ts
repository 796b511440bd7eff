// The connection of a page to one game. It keeps requests until they are answered: after a reconnect they are sent
// again under the same id, and the server carries out none of them twice.

import { checkMessage } from "./message-check";
import { Views } from "$lib/view-differences";
import { jittered } from "$lib/jitter";
import { transport } from "$transport";
import type { SocketLike } from "../transport/types";
import type {
  Advised,
  CommandAnswer,
  Agree,
  AnswerClaim,
  Ask,
  AskHistory,
  Changed,
  Choosing,
  Do,
  DrawOffer,
  Fill,
  History,
  LayPlan,
  News,
  Planned,
  Protocol,
  Resign,
  Said,
  Say,
  StandIn,
  TakeBack,
  ErrorMessage,
  Undo,
  Update,
  Vacation,
  Welcome,
} from "$lib/protocol";

export type Link = "connecting" | "open" | "lost" | "closed";
type Asked =
  | Do
  | Undo
  | Fill
  | Resign
  | DrawOffer
  | TakeBack
  | StandIn
  | Agree
  | AnswerClaim
  | Vacation
  | LayPlan
  | Say
  | Ask
  | AskHistory;
type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;
/** A command before it has its id. */
export type ClientRequest = WithoutId<Asked>;
export type Reply = CommandAnswer | Advised | History;
type FromServer = NonNullable<Protocol["fromServer"]>;

/** The page's handlers of the server's messages. */
export interface Listener {
  onlink(link: Link, attempt: number): void;
  /** Is something waiting for its answer for longer than usual? */
  onslow?(slow: boolean): void;
  onwelcome(message: Welcome): void;
  /** `gap`: something before it has been missed, so the log must be asked for anew. */
  onupdate(message: Update, gap: boolean): void;
  /** Several players choose at the same time: who has not chosen yet, and the state for one of the held seats. */
  onchoosing?(message: Choosing): void;
  onnews(message: News): void;
  onsaid(message: Said): void;
  onplanned?(message: Planned): void;
  ontrouble(message: ErrorMessage): void;
}

/** How a session reaches its game: the socket here, or the requests of an exercise (`study-connection.ts`). */
export interface GameConnection {
  open(): void;
  close(): void;
  hurry(): void;
  doubt(): void;
  send(request: ClientRequest): Promise<Reply>;
  /** Ask for the whole state anew. */
  look?(): void;
  /** Are attempts reported too when they are known to be refused? */
  readonly tries?: boolean;
}

interface Waiting {
  text: string;
  /** Not a mere question. */
  command: boolean;
  resolve: (reply: Reply) => void;
}

/** The code of a refusal that the page answers in its own words: no message is shown for it. */
export const ANSWERED = "answered";
const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;
/** Milliseconds between two pings while the page is looked at, and while it is not. */
const HEARTBEAT = 4000;
const HIDDEN_HEARTBEAT = 20_000;
/** After so long without an answer the page says that it is sending. */
const SLOW = 2000;
const LOOK_AGAIN = 3000;
/** The server does not know the game, or the seat's token: trying again would not help. */
const HOPELESS = [4403, 4404];

/**
 * How long to wait before the next attempt, in milliseconds: 0.3 s, doubled each time, at most 5 s; of that a random
 * part.
 */
export function backoff(attempt: number, random = Math.random()): number {
  return jittered(Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.max(0, attempt - 1)), random);
}

export class GameSocket implements GameConnection {
  private socket: SocketLike | null = null;
  private readonly waiting = new Map<string, Waiting>();
  private readonly seen = new Map<string, number>(); // viewer -> last version
  private readonly views = new Views();
  private readonly mark = Math.random().toString(36).slice(2, 8) + Date.now().toString(36);
  private counter = 0;
  private attempt = 0;
  private ended = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private greeting: ReturnType<typeof setTimeout> | undefined; // until the first message comes
  private heart: ReturnType<typeof setInterval> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private slow: ReturnType<typeof setTimeout> | undefined; // until an answer is late
  private heard = 0; // when a message came last
  private looking: ReturnType<typeof setTimeout> | undefined; // until the whole view comes that was asked for

  constructor(
    private readonly address: string,
    private readonly tokens: string[],
    private readonly listener: Listener,
    private readonly dial: (address: string) => SocketLike = (address) => transport.dial(address),
  ) {}

  open(): void {
    if (this.ended || this.socket) return;
    this.listener.onlink(this.attempt ? "lost" : "connecting", this.attempt);
    const socket = this.dial(this.address);
    this.socket = socket;
    socket.onopen = () => this.greet(socket);
    socket.onmessage = (event) => this.hear(socket, String(event.data));
    socket.onclose = (event) => (HOPELESS.includes(event.code) ? this.close() : this.drop(socket));
    socket.onerror = () => socket.close();
    this.greeting = setTimeout(() => this.abandon(socket), transport.patience.greeting);
  }

  /** Ends it for good: nothing is sent again. */
  close(): void {
    this.ended = true;
    clearTimeout(this.retry);
    this.awaitAnswers();
    this.quiet();
    this.socket?.close();
    this.socket = null;
    this.listener.onlink("closed", 0);
  }

  /** Try at once instead of waiting for the next attempt, or for an attempt that is under way. */
  hurry(): void {
    if (this.ended || this.welcomed) return;
    if (this.socket) this.abandon(this.socket);
    clearTimeout(this.retry);
    this.open();
  }

  /** The line is said to be dead: do not wait until it falls silent. */
  doubt(): void {
    if (this.socket) this.abandon(this.socket);
  }

  /** Give a wire up that does not answer; another attempt follows. */
  private abandon(socket: SocketLike): void {
    this.drop(socket);
    socket.close();
  }

  /** Resolves when the server has answered, over however many connections that takes. */
  send(request: ClientRequest): Promise<Reply> {
    const id = `${this.mark}-${++this.counter}`;
    const text = JSON.stringify({ ...request, id });
    return new Promise((resolve) => {
      this.waiting.set(id, { text, command: request.type !== "ask" && request.type !== "history", resolve });
      if (this.greeted) this.socket?.send(text);
      if (!this.slow) this.awaitAnswers();
    });
  }

  private greeted = false;
  private welcomed = false;

  /**
   * A command is sent, or was answered: tell if the rest takes long, and find out whether the server is still there.
   */
  private awaitAnswers(): void {
    clearTimeout(this.slow);
    this.slow = undefined;
    this.listener.onslow?.(false);
    if (this.ended || ![...this.waiting.values()].some(({ command }) => command)) return;
    this.slow = setTimeout(() => {
      this.listener.onslow?.(true);
      if (this.socket && this.greeted) this.beat(this.socket);
    }, SLOW);
  }

  private greet(socket: SocketLike): void {
    if (socket !== this.socket) return;
    const since = this.seen.size ? Math.min(...this.seen.values()) : -1;
    socket.send(JSON.stringify({ type: "hello", seats: this.tokens, since, differences: true, choosing: true }));
    this.greeted = true;
    for (const { text } of this.waiting.values()) socket.send(text);
    this.heard = Date.now();
    this.heart = setInterval(() => {
      const hidden = typeof document !== "undefined" && document.visibilityState === "hidden";
      if (!hidden || Date.now() - this.heard >= HIDDEN_HEARTBEAT) this.beat(socket);
    }, HEARTBEAT);
  }

  private beat(socket: SocketLike): void {
    socket.send(JSON.stringify({ type: "ping", id: "" }));
    // The oldest unanswered ping counts
    this.silence ??= setTimeout(() => this.abandon(socket), transport.patience.silence);
  }

  /** Something was heard: no ping waits for its answer any more. */
  private listenOn(): void {
    clearTimeout(this.silence);
    this.silence = undefined;
  }

  private quiet(): void {
    clearInterval(this.heart);
    this.listenOn();
    clearTimeout(this.greeting);
    this.found();
    this.greeted = this.welcomed = false;
  }

  private drop(socket: SocketLike): void {
    if (socket !== this.socket || this.ended) return;
    this.socket = null;
    this.quiet();
    this.attempt += 1;
    this.listener.onlink("lost", this.attempt);
    this.retry = setTimeout(() => this.open(), backoff(this.attempt));
  }

  private hear(socket: SocketLike, text: string): void {
    if (socket !== this.socket) return;
    this.listenOn();
    this.heard = Date.now();
    if (!this.welcomed) this.begin();
    const message = JSON.parse(text) as FromServer;
    if (import.meta.env.DEV) checkMessage(message, "game");
    switch (message.type) {
      case "welcome":
        return this.welcome(message);
      case "update":
        return this.update(message);
      case "changed":
        return this.changed(message, socket);
      case "choosing":
        return this.choosing(message, socket);
      case "answer":
      case "advice":
      case "history":
        this.waiting.get(message.id)?.resolve(message);
        if (this.waiting.delete(message.id)) this.awaitAnswers();
        return;
      case "info":
        return this.listener.onnews(message);
      case "said":
        return this.listener.onsaid(message);
      case "planned":
        return this.listener.onplanned?.(message);
      case "trouble":
        return this.listener.ontrouble(message);
    }
  }

  /** The first message: the line works. */
  private begin(): void {
    this.welcomed = true;
    this.attempt = 0;
    clearTimeout(this.greeting);
    this.listener.onlink("open", 0);
  }

  private welcome(message: Welcome): void {
    this.found();
    for (const sight of message.sights) {
      this.seen.set(sight.viewer, message.version);
      this.views.keep(sight, message.version);
    }
    this.listener.onwelcome(message);
  }

  /** Every view is complete, so one that comes twice or too late is simply left out. */
  private update(message: Update): void {
    const viewer = message.sight.viewer;
    const last = this.seen.get(viewer) ?? -1;
    if (message.version <= last) return;
    this.seen.set(viewer, message.version);
    this.views.keep(message.sight, message.version);
    this.listener.onupdate(message, (message.since ?? -1) > last);
  }

  /** A difference becomes a whole view here, or one is asked for. */
  private changed(message: Changed, socket: SocketLike): void {
    if (message.version <= (this.seen.get(message.viewer) ?? -1)) return;
    const update = this.views.whole(message);
    if (update) this.update(update);
    else this.lookBy(socket);
  }

  /** The version stays the same while several players choose; a page with another version has missed something. */
  private choosing(message: Choosing, socket: SocketLike): void {
    const last = this.seen.get(message.sight.viewer) ?? -1;
    if (message.version > last) return this.lookBy(socket);
    if (message.version < last) return;
    this.views.keep(message.sight, message.version);
    this.listener.onchoosing?.(message);
  }

  look(): void {
    if (this.socket && this.welcomed) this.lookBy(this.socket);
  }

  /** Ask for the whole state, repeatedly until it arrives. */
  private lookBy(socket: SocketLike): void {
    if (this.looking) return;
    socket.send(JSON.stringify({ type: "look" }));
    this.looking = setTimeout(() => {
      this.looking = undefined;
      if (socket === this.socket) this.lookBy(socket);
    }, LOOK_AGAIN);
  }

  private found(): void {
    clearTimeout(this.looking);
    this.looking = undefined;
  }
}
