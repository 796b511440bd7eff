// A finished game played back: which moment is shown, through whose eyes, and how fast it runs.
import { api } from "$lib/api";
import type { EventView, Frame, Replay, Scene } from "$lib/protocol";

export const SPEEDS = [0.5, 1, 2, 4] as const;
/** How long a moment stands at speed 1, in ms. */
const PACE = 900;

/** A turn on the timeline: its first and last moment, whose it was, and the points after it. */
export interface TurnMark {
  turn: number;
  who: string;
  from: number;
  to: number;
  scores: Record<string, number>;
}

/** The turns of a game; what comes before the first one (the setup) is turn 0. */
export function turnsOf(replay: Replay): TurnMark[] {
  const scores = Object.fromEntries(replay.colours.map((colour) => [colour, 0]));
  const turns: TurnMark[] = [];
  for (const entry of replay.entries) {
    for (const event of entry.events)
      if (event.kind === "scored" && event.player)
        scores[event.player] = (scores[event.player] ?? 0) + (event.points ?? 0);
    const last = turns.at(-1);
    if (last && last.turn === entry.turn) {
      last.to = entry.number;
      last.scores = { ...scores };
    } else {
      turns.push({ turn: entry.turn, who: entry.who, from: entry.number, to: entry.number, scores: { ...scores } });
    }
  }
  return turns;
}

export class ReplayPlayer {
  scene: Scene | null = $state.raw(null);
  replay: Replay | null = $state.raw(null);
  frame: Frame | null = $state.raw(null);
  /** What led to the frame, when it was reached by one step forward. */
  events: EventView[] = $state.raw([]);
  viewer = $state("all");
  number = $state(0);
  playing = $state(false);
  speed: number = $state(1);
  trouble: unknown = $state.raw(null);

  readonly last = $derived(this.replay?.entries.at(-1)?.number ?? 0);
  readonly turns = $derived(this.replay ? turnsOf(this.replay) : []);
  readonly turn = $derived(this.turns.findLast(({ from }) => from <= this.number));

  private readonly frames = new Map<string, Promise<Frame>>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string) {}

  /** Open the game, or look at it through other eyes: the moment stays. */
  async look(viewer: string): Promise<void> {
    this.trouble = null;
    try {
      const replay = await api.replay(this.id, viewer);
      this.scene ??= await api.scene(replay.scenario, replay.options, this.id);
      this.replay = replay;
      this.viewer = viewer;
      await this.goTo(this.number);
    } catch (error) {
      this.trouble = error;
    }
  }

  /** Show the moment after so many choices. Stepping on by one plays what happened. */
  async goTo(number: number): Promise<void> {
    const wanted = Math.min(Math.max(0, number), this.last);
    const before = this.frame;
    const viewer = this.viewer;
    this.number = wanted;
    try {
      const frame = await this.fetch(wanted, viewer);
      if (this.number !== wanted || this.viewer !== viewer) return; // somebody has moved on meanwhile
      const forward = before?.number === wanted - 1 && before.viewer === viewer;
      this.events = forward ? (this.replay?.entries.find((entry) => entry.number === wanted)?.events ?? []) : [];
      this.frame = frame;
      this.trouble = null;
      if (wanted < this.last) void this.fetch(wanted + 1, viewer).catch(() => undefined);
    } catch (error) {
      this.trouble = error;
      this.pause();
    }
  }

  step(by: number): Promise<void> {
    this.pause();
    return this.goTo(this.number + by);
  }

  /** To the first moment of the next turn, or of this one or the one before. */
  stepTurn(by: 1 | -1): Promise<void> {
    this.pause();
    const starts = this.turns.map(({ from }) => from);
    const next = by > 0 ? starts.find((from) => from > this.number) : starts.findLast((from) => from < this.number);
    return this.goTo(next ?? (by > 0 ? this.last : 0));
  }

  toggle(): void {
    if (this.playing) return this.pause();
    if (this.number >= this.last) this.number = 0;
    this.playing = true;
    void this.run();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  private async run(): Promise<void> {
    await this.goTo(this.number + 1);
    if (!this.playing) return;
    if (this.number >= this.last) return this.pause();
    this.timer = setTimeout(() => void this.run(), PACE / this.speed);
  }

  private fetch(number: number, viewer: string): Promise<Frame> {
    const key = `${viewer}/${number}`;
    let frame = this.frames.get(key);
    if (!frame) {
      frame = api.frame(this.id, number, viewer);
      this.frames.set(key, frame);
      frame.catch(() => this.frames.delete(key));
    }
    return frame;
  }
}
