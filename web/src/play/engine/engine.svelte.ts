// The engine of the free board and of finished games: the position that is shown is evaluated again and again, deeper
// each time, as long as somebody looks at it.

import { ApiError } from "$lib/api";
import type { Evaluation, PlanView } from "$lib/protocol";
import { recall, remember } from "$lib/storage";
import type { Marks } from "$maze/types";
import { planMarks } from "../plan-marks";
import { reachMarks } from "./engine-marks";

export const LEVELS = ["quick", "normal", "deep"] as const;
export type Level = (typeof LEVELS)[number];

/** How deep a level goes, and how many milliseconds the next answer may be expected to take. */
const LIMITS: Record<Level, { depth: number; patience: number }> = {
  quick: { depth: 2, patience: 2_000 },
  normal: { depth: 4, patience: 6_000 },
  deep: { depth: 5, patience: 20_000 },
};
/** An answer takes about so many times as long as the one before it. */
const GROWTH = 3;
/** Milliseconds of rest before another position is evaluated: who steps quickly through a game reads nothing. */
const REST = 200;
/** Milliseconds until the next try after a refusal that passes. */
const PAUSE = { stale: 500, limit: 4_000 };
const TOO_FAST = 429;
const KEPT = 100;
const STORED = "dungeon-twister.engine-level";

/** What is known of a position; `took`: the milliseconds of its latest answer. */
interface Known {
  evaluation: Evaluation | null;
  outlook: Evaluation | null;
  took: number;
}

/** A position: its key, and how it is evaluated. */
export interface EnginePosition {
  key: string;
  ask(depth: number, signal: AbortSignal): Promise<Evaluation>;
}

export class Engine {
  on = $state(false);
  level = $state<Level>(LEVELS.find((level) => level === recall(STORED, "normal")) ?? "normal");
  /** The deepest answer for the position that is shown. */
  evaluation = $state.raw<Evaluation | null>(null);
  /** Its threats and reach. */
  outlook = $state.raw<Evaluation | null>(null);
  /** The depth that is being worked on; 0: none. */
  working = $state(0);
  trouble = $state.raw<unknown>(null);
  /** Does it wait because too much was asked for? */
  waits = $state(false);
  /** Which plan is drawn. */
  chosen = $state(0);
  /** Is the reach of the others shown? */
  holding = $state(false);
  private position: EnginePosition | null = null;
  private stopped = new AbortController();
  private took = 0;
  private readonly known = new Map<string, Known>();

  constructor(private readonly hidden = () => document.visibilityState === "hidden") {}

  plans = $derived.by<PlanView[]>(() => this.evaluation?.analysis?.plans ?? []);
  plan = $derived.by<PlanView | undefined>(() => this.plans[this.chosen] ?? this.plans[0]);
  marks = $derived.by<Marks>(() => {
    if (!this.on) return {};
    if (this.holding) return this.outlook ? reachMarks(this.outlook) : {};
    return this.plan ? planMarks(this.plan) : {};
  });

  /** Show the evaluation of a position; null: of none. */
  look(position: EnginePosition | null): void {
    if (position?.key === this.position?.key) {
      this.position = position;
      return;
    }
    this.position = position;
    this.chosen = 0;
    this.begin(REST);
  }

  toggle(on = !this.on): void {
    this.on = on;
    this.holding = false;
    this.begin();
  }

  choose(level: Level): void {
    this.level = level;
    remember(STORED, level);
    this.begin();
  }

  /** Nobody looks any more, or somebody looks again. */
  follow(): void {
    this.begin();
  }

  /** Nothing is asked for any more. */
  stop(): void {
    this.stopped.abort();
    this.working = 0;
    this.waits = false;
  }

  private begin(wait = 0): void {
    this.stop();
    const { position } = this;
    const known = position && this.on ? this.known.get(position.key) : undefined;
    this.evaluation = known?.evaluation ?? null;
    this.outlook = known?.outlook ?? null;
    this.took = known?.took ?? 0;
    this.trouble = null;
    if (!this.on || !position || this.hidden()) return;
    this.stopped = new AbortController();
    void this.run(position, wait, this.stopped.signal);
  }

  private async run(position: EnginePosition, wait: number, signal: AbortSignal): Promise<void> {
    const { depth: deepest, patience } = LIMITS[this.level];
    const reached = this.evaluation?.depth ?? 0;
    // The first answer says little about the time of a deeper one: a process may have been started for it.
    const quick = (depth: number) => depth <= 2 || GROWTH * this.took <= patience;
    const goesOn = (depth: number) => depth <= deepest && !this.isFinal() && quick(depth);
    if (!goesOn(reached + 1) && this.outlook) return;
    this.working = reached + 1;
    if (wait) await rest(wait, signal);
    if (signal.aborted) return;
    try {
      for (let depth = reached + 1; goesOn(depth); depth += 1) {
        this.working = depth;
        const began = performance.now();
        this.evaluation = await this.ask(position, depth, signal);
        this.took = performance.now() - began;
        this.keep(position);
        if (depth === 1) await this.lookAround(position, signal);
      }
      if (!this.outlook) await this.lookAround(position, signal);
    } catch (error) {
      if (signal.aborted) return;
      this.trouble = error;
    }
    if (!signal.aborted) this.working = 0;
  }

  /** Does a deeper search find the same? Without a plan there is nothing to search, and a win is a win. */
  private isFinal(): boolean {
    const { evaluation } = this;
    return !!evaluation && (evaluation.kind !== "turn" || !!evaluation.analysis?.win);
  }

  private async lookAround(position: EnginePosition, signal: AbortSignal): Promise<void> {
    this.outlook = await this.ask(position, 0, signal);
    this.keep(position);
  }

  /** Ask until there is an answer: some refusals pass. */
  private async ask(position: EnginePosition, depth: number, signal: AbortSignal): Promise<Evaluation> {
    for (;;) {
      try {
        const found = await position.ask(depth, signal);
        signal.throwIfAborted();
        this.waits = false;
        return found;
      } catch (error) {
        signal.throwIfAborted();
        const limit = error instanceof ApiError && error.status === TOO_FAST;
        const stale = error instanceof ApiError && error.reason.code === "stale";
        if (!limit && !stale) throw error;
        this.waits = limit;
        await rest(limit ? PAUSE.limit : PAUSE.stale, signal);
      }
    }
  }

  private keep({ key }: EnginePosition): void {
    this.known.delete(key);
    this.known.set(key, { evaluation: this.evaluation, outlook: this.outlook, took: this.took });
    if (this.known.size > KEPT) this.known.delete(this.known.keys().next().value!);
  }
}

/** Some time passes, or less if nobody waits any more. */
function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}
