// The socket of the lobby: its content after every change, and pairing. It reconnects by itself.
import { checkMessage } from "$lib/message-check";
import type {
  Contribute,
  Created,
  LobbyHello,
  LobbyNews,
  Matched,
  Paired,
  Ping,
  Pong,
  Reason,
  Seek,
  SeekNoMore,
  Seeking,
  ErrorMessage,
} from "$lib/protocol";
import { jittered } from "$lib/jitter";
import { lapse, personKey } from "$lib/person";
import { newContribution } from "$lib/fairness";
import { transport } from "$transport";

type FromVisitor = LobbyHello | Seek | Contribute | SeekNoMore | Ping;
type ToVisitor = LobbyNews | Seeking | Matched | Paired | ErrorMessage | Pong;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;
/** Milliseconds between two pings. */
const HEARTBEAT = 20_000;
/** Codes after which a reconnect is useless. */
const FOR_GOOD = ["unknown-room"];

export class LobbySocket {
  news = $state.raw<LobbyNews | null>(null);
  /** The scenario and the clock for which this player waits to be paired. */
  seeking = $state.raw<{ scenario: string; clock: string } | null>(null);
  trouble = $state.raw<Reason | null>(null);
  connected = $state(false);

  private socket: WebSocket | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Ends the socket if nothing arrives in time. */
  private silence: ReturnType<typeof setTimeout> | undefined;
  private heart: ReturnType<typeof setInterval> | undefined;
  private pause = FIRST_PAUSE;
  private closed = false;
  /** The contribution that was sent after the commitment `promised` was shown. */
  private contribution = "";
  private promised = "";
  /** The key that the server sent. */
  private known = "";
  /** The current search, sent again on every new socket until it succeeds or is given up. */
  private wish: Seek | null = null;

  constructor(
    private readonly room: string,
    private readonly paired: (created: Created, contribution: string, promised: string) => void,
    /** Called whenever a search begins or ends. */
    private readonly onlooking: (looking: boolean) => void = () => undefined,
  ) {
    this.dial();
  }

  get looking(): boolean {
    return this.wish !== null;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.quiet();
    this.socket?.close();
  }

  seek(scenario: string, clock: string): void {
    this.trouble = null;
    this.wish = { type: "seek", scenario, clock, answers: true };
    this.onlooking(true);
    if (this.known === personKey()) return this.ask();
    // The person is new: the socket was opened without a key, so reconnect and say hello again.
    this.pause = 0;
    if (this.socket) this.abandon(this.socket);
  }

  stop(): void {
    this.end();
    this.send({ type: "seek-no-more" });
  }

  private end(): void {
    this.wish = null;
    this.seeking = null;
    this.onlooking(false);
  }

  /** Every search has a commitment and a contribution of its own. */
  private ask(): void {
    this.contribution = this.promised = "";
    if (this.wish) this.send(this.wish);
  }

  private send(message: FromVisitor): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private dial(): void {
    const socket = new WebSocket(
      `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/api/lobby/socket`,
    );
    this.socket = socket;
    socket.onopen = () => {
      this.connected = true;
      this.known = personKey();
      this.send({ type: "hello", key: this.known, room: this.room });
      this.ask();
      this.heart = setInterval(() => this.beat(socket), HEARTBEAT);
    };
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      if (socket !== this.socket) return;
      this.pause = FIRST_PAUSE;
      this.expect(socket, null);
      const message = JSON.parse(data) as ToVisitor;
      if (import.meta.env.DEV) checkMessage(message, "lobby");
      this.hear(message);
    };
    socket.onclose = () => this.drop(socket);
    this.expect(socket, transport.patience.greeting);
  }

  private beat(socket: WebSocket): void {
    this.send({ type: "ping" });
    this.expect(socket, transport.patience.silence);
  }

  /** Something must be heard within so many milliseconds; null: nothing is waited for. */
  private expect(socket: WebSocket, patience: number | null): void {
    clearTimeout(this.silence);
    if (patience !== null) this.silence = setTimeout(() => this.abandon(socket), patience);
  }

  /** Give up a socket that does not answer, or was opened by somebody else; another one follows. */
  private abandon(socket: WebSocket): void {
    this.drop(socket);
    socket.close();
  }

  private quiet(): void {
    clearInterval(this.heart);
    clearTimeout(this.silence);
    this.connected = false;
  }

  private drop(socket: WebSocket): void {
    if (socket !== this.socket) return;
    this.socket = null;
    this.quiet();
    if (this.closed) return;
    this.timer = setTimeout(() => this.dial(), jittered(this.pause));
    this.pause = Math.min(2 * this.pause || FIRST_PAUSE, LONGEST_PAUSE);
  }

  private hear(message: ToVisitor): void {
    if (message.type === "lobby") this.news = message;
    else if (message.type === "seeking") {
      this.seeking = message.scenario ? { scenario: message.scenario, clock: message.clock ?? "off" } : null;
      if (!this.seeking) this.end();
    } else if (message.type === "matched") this.contribute(message.commitment);
    else if (message.type === "paired") {
      this.end();
      this.paired(message.created, this.contribution, this.promised);
    } else if (message.type === "trouble") {
      if (message.reason.code === "signed-out") lapse();
      else this.trouble = message.reason;
      if (FOR_GOOD.includes(message.reason.code)) this.closed = true;
    }
  }

  /** Only now, when the server has fixed its secret; for another secret another contribution. */
  private contribute(commitment: string): void {
    this.promised = commitment;
    this.contribution = newContribution();
    this.send({ type: "contribute", commitment, contribution: this.contribution });
  }
}
