// The connection to an exercise. The server stores nothing of it: its deeds are kept here and sent with every request.
// It replaces the socket of a game session and delivers the same messages, so maze, panels and keys serve both.

import { api, ApiError, type StudyDeed } from "./api";
import type { Advice, EventView, Reason, Sight, HistoryStep, Studied } from "./protocol";
import { ANSWERED, backoff, type GameConnection, type Listener, type Reply, type ClientRequest } from "./game-socket";

const BAD_DEEDS = "bad-deeds";
const TOO_FAST = 429;
const MOST_TRIES = 8;

export interface StudyOptions {
  /** The kind of exercise and which one: the end of the address. */
  kind: string;
  name: string;
  /** Its state when it is opened (`firstLook`). */
  first: Studied;
  /** Called with every answer, before anything of it is shown. */
  onstudied?: (studied: Studied) => void;
  /** Does the page answer this refusal itself? */
  answers?: (studied: Studied) => boolean;
  ask?: typeof api.study;
}

/** The state of an exercise after some deeds, or its beginning if the deeds belong to another version of it. */
export async function firstLook(kind: string, name: string, deeds: string[], ask = api.study): Promise<Studied> {
  try {
    return await ask(kind, name, deeds, { type: "look" });
  } catch (error) {
    if (!(error instanceof ApiError) || error.reason.code !== BAD_DEEDS || !deeds.length) throw error;
    return ask(kind, name, [], { type: "look" });
  }
}

export class StudyConnection implements GameConnection {
  readonly tries = true;
  deeds: string[];
  protected version = 0;
  private viewer: string;
  protected steps: HistoryStep[] = [];
  private advice: Advice | null = null;
  private ended = false;
  /** Requests run one after the other, because each needs the deeds of the last answer. */
  private last: Promise<unknown> = Promise.resolve();
  /** Ends the pause before the next try. */
  private goOn = (): void => undefined;

  constructor(
    private readonly options: StudyOptions,
    private readonly listener: Listener,
  ) {
    this.deeds = options.first.deeds;
    this.viewer = options.first.sight.viewer;
  }

  open(): void {
    const { first } = this.options;
    this.options.onstudied?.(first);
    this.remember(first.history ?? []);
    this.advice = first.advice ?? null;
    this.listener.onlink("open", 0);
    this.listener.onwelcome({ type: "welcome", info: first.info, version: this.version, sights: [first.sight] });
    if (first.waits) this.wait();
  }

  close(): void {
    this.ended = true;
    this.listener.onlink("closed", 0);
  }

  /** Try at once instead of waiting for the next attempt. */
  hurry(): void {
    this.goOn();
  }

  doubt(): void {}

  /** Act in the exercise. Returns the refusal, if any. */
  async act(deed: StudyDeed): Promise<Reason | null> {
    return this.queue(() => this.request(deed));
  }

  protected queue<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => undefined);
    return turn;
  }

  async send(request: ClientRequest): Promise<Reply> {
    switch (request.type) {
      case "do":
        return this.answer(await this.act({ type: "play", choices: request.choices }));
      case "undo":
        return this.answer(await this.act({ type: "undo", steps: request.steps ?? 1 }));
      case "ask":
        if (request.about)
          return {
            type: "advice",
            id: "",
            version: this.version,
            reason: await this.act({ type: "why", about: request.about }),
          };
        return { type: "advice", id: "", version: this.version, advice: this.advice };
      case "history":
        return { type: "history", id: "", version: this.version, viewer: this.viewer, steps: this.steps };
      default:
        return this.answer({ code: "not-now" });
    }
  }

  protected answer(reason: Reason | null): Reply {
    return { type: "answer", id: "", version: this.version, reason };
  }

  /** Ask until there is an answer: a lost line and too many requests only take time. */
  private async request(deed: StudyDeed): Promise<Reason | null> {
    const { kind, name, ask = api.study } = this.options;
    for (let attempt = 1; !this.ended; attempt += 1) {
      try {
        const studied = await ask(kind, name, this.deeds, deed);
        if (attempt > 1) this.listener.onlink("open", 0);
        return this.ended ? null : this.hear(studied);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (!error.status) this.listener.onlink("lost", attempt);
        else if (error.status !== TOO_FAST || attempt >= MOST_TRIES) return error.reason;
        await this.pause(backoff(attempt));
      }
    }
    return null;
  }

  private async pause(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      this.goOn = resolve;
      setTimeout(resolve, milliseconds);
    });
  }

  /** Take over the state of an answer, without its events. */
  protected take(studied: Studied): void {
    this.deeds = studied.deeds;
    this.advice = studied.advice ?? null;
    this.viewer = studied.sight.viewer;
    this.options.onstudied?.(studied);
    this.listener.onnews({ type: "info", info: studied.info });
  }

  private hear(studied: Studied): Reason | null {
    this.take(studied);
    for (const { events, sight } of studied.moments ?? []) {
      this.version += 1;
      this.steps = [...this.steps, { version: this.version, events }];
      this.update(sight, events, false);
    }
    if (studied.fresh) {
      this.remember(studied.history ?? []);
      this.update(studied.sight, [], true);
    }
    if (studied.waits) this.wait();
    return studied.reason ? (this.options.answers?.(studied) ? { code: ANSWERED } : studied.reason) : null;
  }

  /** Let the bot decide. */
  private wait(): void {
    void this.act({ type: "wait" }).then((reason) => reason && this.listener.ontrouble({ type: "trouble", reason }));
  }

  /** The exercise is set up anew: forget earlier answers. */
  protected remember(history: EventView[][]): void {
    this.version = Math.max(this.version + 1, history.length);
    const before = this.version - history.length;
    this.steps = history.map((events, at) => ({ version: before + at + 1, events }));
  }

  protected update(sight: Sight, events: EventView[], gap: boolean): void {
    this.listener.onupdate({ type: "update", version: this.version, since: this.version - 1, sight, events }, gap);
  }
}
