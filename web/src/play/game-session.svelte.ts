// One game as this browser takes part in it: the connection, what each held seat sees, who looks, what was said and
// advised.

import type {
  Advice,
  ChatLine,
  Choice,
  Choosing,
  Clock,
  EventView,
  GameInfo,
  MovePlan,
  Reason,
  Scene,
  Sight,
  HistoryStep,
  Update,
  Welcome,
} from "$lib/protocol";
import { mutedIn } from "$lib/muted-players";
import { botPause } from "$lib/settings.svelte";
import {
  ANSWERED,
  GameSocket,
  type GameConnection,
  type Link,
  type Listener,
  type Reply,
  type ClientRequest,
} from "$lib/game-socket";
import type { SocketLike } from "../transport/types";
import { transport } from "$transport";
import { afterEvents } from "$maze/beats";
import { absencesOf, type Absence } from "./presence";
import { withoutSeen } from "./simultaneous-choices";
import { privateMoment, sameSight } from "./privacy";
import { firstOfOthers, type TurnBegun } from "./recap";
import { PlaybackQueue } from "./playback-queue.svelte";

export const SPECTATOR = "spectator";
/** The code of a sentence that refuses nothing. */
export const NEWS = "news";
/** Milliseconds after which the page goes on without advice. */
const LATE = 1500;
/** So many beginnings of turns are kept: more than there are players. */
const MOST_TURNS = 8;

export interface HeldKey {
  colour: string;
  token: string;
}

export interface SessionOptions {
  id: string;
  keys: HeldKey[];
  /** Is a curtain wanted when the next decision shows nothing private? */
  curtainAlways: () => boolean;
  dial?: (address: string) => SocketLike;
  address?: string;
  /** One person plays all seats and sees everything: the view is that of the player to decide, without a curtain. */
  open?: boolean;
  /** Another way to the game than a socket. */
  connect?: (listener: Listener) => GameConnection;
}

interface Latest {
  sight: Sight;
  version: number;
}

export class GameSession {
  readonly id: string;
  readonly held: string[];
  readonly everybody: boolean;
  info = $state.raw<GameInfo | null>(null);
  scene = $state.raw<Scene | null>(null);
  link = $state<Link>("connecting");
  attempt = $state(0);
  /** A command has been under way for longer than usual. */
  sending = $state(false);
  clock = $state.raw<Clock | null>(null);
  /** Server time minus own time, in seconds. */
  clockOffset = $state(0);
  chat = $state.raw<ChatLine[]>([]);
  /** Colours whose lines are not shown here. */
  muted = $state.raw<string[]>([]);
  unread = $state(0);
  /** Seat -> what is planned for it while it waits; nobody else knows. */
  plans = $state.raw<Record<string, MovePlan>>({});
  /** How often something was taken back. */
  undone = $state(0);
  /**
   * Silent allies: colour -> until when it may write (milliseconds, own clock). Those that are not named always may.
   */
  talk = $state.raw<Record<string, number>>({});
  /** Seats whose people are away or may be replaced by a bot. */
  absences = $state.raw<Record<string, Absence>>({});
  /** A seat of this screen that has just been allowed to talk with its ally, until a message says so. */
  met = $state("");
  /** The seat whose eyes the page sees with. */
  looking = $state("");
  /** The seat that must come to the screen before anything of it is shown. */
  curtain = $state("");
  advice = $state.raw<Advice | null>(null);
  /** The version the advice is about. */
  adviceVersion = $state(-1);
  /** It has not come for a while: the bare choices must do. */
  adviceLate = $state(false);
  busy = $state(false);
  refusal = $state.raw<(Reason & { number: number }) | null>(null);
  /** What happened so far, as the seat that looks may know it. */
  steps = $state.raw<HistoryStep[]>([]);
  /** How it stood when the others' turns since one's own last one began; nothing if that was not seen. */
  before = $state.raw<TurnBegun["view"]>(null);
  /** Changes whenever plans made so far are void. */
  plansVoid = $state(0);
  readonly playback: PlaybackQueue;

  private readonly latest = new Map<string, Latest>();
  private readonly logs = new Map<string, HistoryStep[]>();
  private readonly turns = new Map<string, TurnBegun[]>();
  /** Seat -> what it has seen of its own choices while others choose, too. */
  private readonly seen = new Map<string, EventView[]>();
  private readonly connection: GameConnection;
  private readonly curtainAlways: () => boolean;
  private asked = "";
  private refusals = 0;

  constructor(options: SessionOptions) {
    this.id = options.id;
    this.held = options.keys.map((key) => key.colour);
    this.everybody = !!options.open;
    this.looking = this.held[0] ?? SPECTATOR;
    this.curtainAlways = options.curtainAlways;
    this.playback = new PlaybackQueue(
      () => this.consider(),
      () => this.pauseOf(),
    );
    this.muted = mutedIn(options.id);
    const listener: Listener = {
      onlink: (link, attempt) => {
        this.link = link;
        this.attempt = attempt;
        if (link === "lost") this.plans = {}; // those that still stand are older again
      },
      onslow: (slow) => (this.sending = slow),
      onwelcome: (message) => this.welcome(message),
      onupdate: (message, gap) => this.update(message, gap),
      onchoosing: (message) => this.choosing(message),
      onnews: ({ info }) => this.inform(info),
      onsaid: ({ line }) => {
        if (this.chat.some((old) => old.number === line.number)) return;
        this.chat = [...this.chat, line];
        if (!this.held.includes(line.seat) && !this.muted.includes(line.seat)) this.unread += 1;
      },
      onplanned: ({ seat, plan }) => (this.plans = { ...this.plans, [seat]: plan }),
      ontrouble: ({ reason }) => this.refuse(reason),
    };
    this.connection =
      options.connect?.(listener) ??
      new GameSocket(
        options.address ?? transport.address(options.id),
        options.keys.map((key) => key.token),
        listener,
        options.dial,
      );
  }

  open(): void {
    this.connection.open();
  }

  close(): void {
    this.connection.close();
  }

  hurry(): void {
    this.connection.hurry();
  }

  /** Ask the server for the whole state anew. */
  lookAgain(): void {
    this.connection.look?.();
  }

  /** The browser says that it is offline. */
  doubt(): void {
    this.connection.doubt();
  }

  /** Whose side of the maze is near: the viewer's; where one person plays all seats always the same. */
  get side(): string {
    return this.everybody ? this.held[0]! : this.looking;
  }

  /** How long something is looked at: what a bot did in its turn, as the player has set it. */
  private pauseOf(): number {
    const active = this.playback.sight?.view.active ?? "";
    return this.info?.seats.some((seat) => seat.colour === active && seat.who === "bot") ? botPause() : 0;
  }

  /** The player to decide, in the latest view (which may not be shown yet). */
  get decider(): string {
    const view = this.latest.get(this.looking)?.sight.view;
    return !view || view.over ? "" : (view.pending.at(-1)?.who ?? "");
  }

  /** May the seat that looks act on what it sees? */
  get mine(): boolean {
    const view = this.playback.sight?.view;
    return (
      !!view &&
      !view.over &&
      !this.curtain &&
      view.pending.at(-1)?.who === this.looking &&
      this.held.includes(this.looking)
    );
  }

  // -- commands

  async do(choices: (Choice | string)[]): Promise<boolean> {
    return this.command({ type: "do", seat: this.looking, version: this.version(), choices });
  }

  async undo(steps = 1): Promise<boolean> {
    return this.command({ type: "undo", seat: this.looking, version: this.version(), steps });
  }

  async fill(): Promise<boolean> {
    return this.command({ type: "fill", seat: this.looking, version: this.version() });
  }

  async resign(): Promise<boolean> {
    return this.command({ type: "resign", seat: this.looking });
  }

  async draw(answer: "offer" | "accept" | "decline"): Promise<boolean> {
    return this.command({ type: "draw", seat: this.looking, answer });
  }

  async takeBack(turn: boolean): Promise<boolean> {
    return this.command({ type: "take-back", seat: this.looking, turn });
  }

  async standIn(colour: string, bot: string): Promise<boolean> {
    return this.command({ type: "stand-in", seat: this.looking, colour, bot });
  }

  /** Answer what somebody asks for, or somebody who says that a seat is his. */
  async agree(answer: "agree" | "refuse" | "withdraw", type: "agree" | "claim" = "agree"): Promise<boolean> {
    return this.command({ type, seat: this.looking, answer });
  }

  async vacation(days: number): Promise<boolean> {
    return this.command({ type: "vacation", seat: this.looking, days });
  }

  async layPlan(choices: (Choice | string)[]): Promise<boolean> {
    return this.command({ type: "plan", seat: this.looking, choices });
  }

  async say(text: string): Promise<boolean> {
    return this.command({ type: "say", seat: this.looking, text });
  }

  /** Why a choice is refused; nothing if it is not. */
  async why(about: Choice | string): Promise<Reason | null> {
    const reply = await this.connection.send({ type: "ask", seat: this.looking, about });
    return reply.type === "advice" ? (reply.reason ?? null) : null;
  }

  /** Something is refused for a reason that is known; an exercise hears of the try all the same. */
  async deny(reason: Reason, about: Choice): Promise<void> {
    this.refuse((this.connection.tries && (await this.why(about))) || reason);
  }

  refuse(reason: Reason): void {
    if (reason.code !== ANSWERED) this.refusal = { ...reason, number: ++this.refusals };
  }

  /** Show a piece of news, in the place of refusals. */
  tell(sentence: string): void {
    this.refuse({ code: NEWS, sentence });
  }

  /** The called player has come to the screen. */
  raiseCurtain(): void {
    if (!this.curtain) return;
    this.look(this.curtain);
  }

  private version(): number {
    return this.latest.get(this.looking)?.version ?? -1;
  }

  private async command(wish: ClientRequest): Promise<boolean> {
    this.busy = true;
    const reply: Reply = await this.connection.send(wish);
    this.busy = false;
    const reason = reply.type === "answer" ? reply.reason : null;
    if (reason) this.refuse(reason);
    else if (this.refusal?.code !== NEWS) this.refusal = null;
    if (reason?.code === "stale") this.plansVoid += 1;
    return !reason;
  }

  // -- messages of the server

  private inform(info: GameInfo): void {
    this.info = info;
    const now = Date.now();
    this.absences = absencesOf(info, now);
    const before = this.talk;
    this.talk = Object.fromEntries(
      Object.entries(info.talk ?? {}).map(([colour, seconds]) => [colour, now + seconds * 1000]),
    );
    const may = (until = 0) => until > now;
    if (!may(this.talk[this.met])) this.met = "";
    this.met ||= this.held.find((colour) => may(this.talk[colour]) && !may(before[colour])) ?? "";
  }

  private welcome(message: Welcome): void {
    this.inform(message.info);
    this.chat = message.chat ?? [];
    this.plans = message.plans ?? {};
    this.tick(message.clock ?? null);
    for (const sight of message.sights) this.latest.set(sight.viewer, { sight, version: message.version });
    if (this.everybody) this.looking = message.sights[0]!.viewer;
    this.logs.clear();
    this.turns.clear();
    this.seen.clear();
    this.asked = "";
    this.plansVoid += 1;
    // On a screen shared by several nobody's view comes before the curtain.
    const now = this.latest.get(this.looking)?.sight.view;
    if (this.held.length > 1 && !this.everybody && this.playback.sight === null && now && !now.over)
      this.curtain = this.firstToLook(message);
    if (!this.curtain) this.look(this.looking);
  }

  private firstToLook(message: Welcome): string {
    return this.held.includes(message.info.decider) ? message.info.decider : this.held[0]!;
  }

  /** Somebody has chosen while others choose, too, or has taken it back. */
  private choosing({ sight, version, waiting = [], events = [], clock }: Choosing): void {
    const viewer = sight.viewer;
    const before = this.seen.get(viewer) ?? [];
    const choices = JSON.stringify(this.latest.get(viewer)?.sight.view.choices);
    if (this.info) this.info = { ...this.info, waiting };
    this.latest.set(viewer, { sight, version });
    this.seen.set(viewer, events);
    this.tick(clock ?? null);
    if (viewer !== this.looking || this.curtain) return;
    if (events.length !== before.length || choices !== JSON.stringify(sight.view.choices)) {
      this.advice = null;
      this.asked = "";
    } else if (this.playback.renew(sight)) return;
    this.playback.add({ type: "update", version, since: version, sight, events: events.slice(before.length) });
  }

  private update(message: Update, gap: boolean): void {
    const viewer = this.everybody ? this.looking : message.sight.viewer;
    this.noteTurns(viewer, message);
    this.latest.set(viewer, { sight: message.sight, version: message.version });
    this.tick(message.clock ?? null);
    const log = this.logs.get(viewer);
    // What is taken back may be a part of what came in one message: the history has every choice for itself.
    const undone = !!message.events?.some((event) => event.kind === "undone");
    if (undone) this.undone += 1;
    const again = gap || undone;
    const seen = this.seen.get(viewer) ?? [];
    this.seen.delete(viewer);
    if (again) this.logs.delete(viewer);
    else if (log) this.logs.set(viewer, [...log, { version: message.version, events: message.events ?? [] }]);
    if (viewer !== this.looking || this.curtain) return;
    this.before = this.beforeOthers(viewer);
    if (again) void this.askHistory();
    else this.steps = this.logs.get(viewer) ?? this.steps;
    this.playback.add(seen.length ? { ...message, events: withoutSeen(message.events ?? [], seen) } : message);
  }

  /** The next player decides and takes over the history. */
  private follow(next: string): void {
    const before = this.looking;
    for (const byViewer of [this.logs, this.turns, this.latest] as Map<string, unknown>[]) {
      if (byViewer.has(before)) byViewer.set(next, byViewer.get(before));
      byViewer.delete(before);
    }
    this.looking = next;
    this.advice = null;
    this.plansVoid += 1;
  }

  /** Keep how it stood for a viewer when a turn began. */
  private noteTurns(viewer: string, { events = [], sight }: Update): void {
    const known = this.latest.get(viewer)?.sight.view;
    events.forEach((event, index) => {
      if (event.kind !== "turn-began") return;
      const view = known ? afterEvents(known, events.slice(0, index + 1), sight.view) : null;
      this.turns.set(
        viewer,
        [...(this.turns.get(viewer) ?? []), { player: event.player ?? "", view }].slice(-MOST_TURNS),
      );
    });
  }

  private beforeOthers(viewer: string): TurnBegun["view"] {
    const turns = this.turns.get(viewer) ?? [];
    return (
      turns[
        firstOfOthers(
          turns.map((turn) => turn.player),
          viewer,
          this.held.length > 0,
        )
      ]?.view ?? null
    );
  }

  private tick(clock: Clock | null): void {
    this.clock = clock;
    if (clock) this.clockOffset = clock.now - Date.now() / 1000;
  }

  private look(colour: string): void {
    this.curtain = "";
    this.looking = colour;
    this.advice = null;
    this.asked = "";
    this.plansVoid += 1;
    const latest = this.latest.get(colour);
    this.steps = this.logs.get(colour) ?? [];
    this.before = this.beforeOthers(colour);
    this.playback.reset(latest?.sight ?? null, latest?.version ?? -1);
    void this.askHistory();
    this.consider();
  }

  private async askHistory(): Promise<void> {
    const viewer = this.looking;
    if (this.logs.has(viewer)) return;
    const seat = viewer === SPECTATOR ? "" : viewer;
    const reply = await this.connection.send({ type: "history", seat });
    if (reply.type !== "history") return;
    // A long game comes in parts, the latest first.
    let older = reply.steps;
    for (let more = reply.more ?? false; more && older.length;) {
      const earlier = await this.connection.send({ type: "history", seat, before: older[0]!.version });
      if (earlier.type !== "history") break;
      older = [...earlier.steps, ...older];
      more = earlier.more ?? false;
    }
    const known = this.logs.get(viewer) ?? [];
    const steps = [...older, ...known.filter((step) => step.version > reply.version)];
    this.logs.set(viewer, steps);
    const then = reply.others?.view;
    if (then) {
      const now = this.latest.get(viewer)?.sight.view.active ?? "";
      this.turns.set(viewer, [
        { player: then.active, view: then },
        ...(now === then.active ? [] : [{ player: now, view: null }]),
      ]);
    }
    if (viewer !== this.looking) return;
    this.steps = steps;
    this.before = this.beforeOthers(viewer);
  }

  /** Everything that has happened is on the stage: who is next, and what can be advised? */
  private consider(): void {
    const view = this.playback.sight?.view;
    if (!view || view.over) return;
    const next = view.pending.at(-1)?.who ?? "";
    if (next !== this.looking && this.held.includes(next)) {
      if (!this.everybody) return this.handOver(next);
      this.follow(next);
    }
    if (this.mine) void this.askAdvice();
    else this.advice = null;
  }

  private handOver(next: string): void {
    const view = this.latest.get(next)?.sight.view;
    const before = this.latest.get(this.looking)?.sight.view;
    const open = !!view && !!before && sameSight(view, before) && !privateMoment(view);
    if (open && !this.curtainAlways()) return this.look(next);
    // The page draws nothing but the curtain from now on; what was shown is replaced when it rises.
    this.advice = null;
    this.curtain = next;
  }

  private async askAdvice(): Promise<void> {
    // The version stays the same while several choose: what is shown does not.
    const key = `${this.looking} ${this.playback.version} ${this.playback.shows}`;
    if (this.asked === key) return;
    this.asked = key;
    this.adviceLate = false;
    const late = setTimeout(() => (this.adviceLate = this.asked === key), LATE);
    const reply = await this.connection.send({ type: "ask", seat: this.looking, about: "" });
    clearTimeout(late);
    if (reply.type !== "advice" || this.asked !== key) return;
    this.adviceLate = !reply.advice;
    if (reply.version !== this.playback.version) this.asked = "";
    else if (reply.advice) {
      this.advice = reply.advice;
      this.adviceVersion = reply.version;
    }
  }
}
