// The analysis of a finished game as the replay page has it: asked for, waited for, and what belongs to a moment.
import { api } from "$lib/api";
import type { Decision, GameAnalysis, PlanView, TurnView } from "$lib/protocol";

/** How much more of it is fetched at once while it is made: an eighth. */
const PARTS = 8;

export class GameAnalysisLoader {
  analysis: GameAnalysis | null = $state.raw(null);
  /** Turns that are done, of how many; nothing while nobody has asked. */
  progress = $state.raw<{ done: number; total: number; others: number } | null>(null);
  running = $state(false);
  trouble: unknown = $state.raw(null);
  private stopped = new AbortController();

  constructor(readonly id: string) {}

  /** What is there already. */
  async load(): Promise<void> {
    if (this.analysis || this.running) return;
    await this.try(async () => void (this.analysis = await api.analysis(this.id)));
  }

  /** Have it made; what is done so far is shown meanwhile. */
  async start(): Promise<void> {
    if (this.running) return;
    this.running = true;
    this.stopped = new AbortController();
    await this.try(async () => {
      let shown = this.analysis?.turns.length ?? 0;
      while (this.running) {
        const { done, total, others = 0 } = await api.analyse(this.id, this.stopped.signal);
        this.progress = { done, total, others };
        if (done < total && done - shown < total / PARTS) continue;
        this.analysis = await api.analysis(this.id);
        shown = done;
        if (done >= total) return;
      }
    });
    this.running = false;
  }

  /** Nobody waits any more: the server stops, too. */
  stop(): void {
    this.running = false;
    this.stopped.abort();
  }

  private async try(what: () => Promise<void>): Promise<void> {
    this.trouble = null;
    try {
      await what();
    } catch (error) {
      if (!this.stopped.signal.aborted) this.trouble = error;
    }
  }
}

/** The turn that a moment belongs to; nothing in the setup. */
export const turnAt = (analysis: GameAnalysis, number: number): TurnView | undefined =>
  analysis.turns.findLast((turn) => turn.at <= number);

/** The stretch of a turn that a moment belongs to. */
export const decisionAt = (turn: TurnView, number: number): Decision | undefined =>
  turn.decisions.findLast((one) => one.at <= number) ?? turn.decisions[0];

/** The plan that would have been best, where the maze stands as it did when it was decided. */
export function planAt(analysis: GameAnalysis, number: number): PlanView | undefined {
  const turn = turnAt(analysis, number);
  return turn?.decisions.find((one) => one.at === number)?.best ?? undefined;
}

/** The stretch of a turn that gave most away. */
export const worstOf = (turn: TurnView): Decision | undefined =>
  turn.decisions.reduce<Decision | undefined>(
    (worst, one) => ((one.loss ?? 0) > (worst?.loss ?? -1) ? one : worst),
    undefined,
  );

/** Turns in which much was lost, or a win was there. */
export const marked = (analysis: GameAnalysis): TurnView[] =>
  analysis.turns.filter((turn) => turn.mark || turn.missed_win);

/** What the graph of a game needs of its analysis. */
export interface WinShares extends Pick<GameAnalysis, "colours" | "winners" | "complete"> {
  turns: Pick<TurnView, "at" | "shares">[];
}

/**
 * The shares of winning, stacked: for each side the outline of its area, in percent of both sides; `last` is the last
 * moment.
 */
export function areas(
  { colours, turns, winners, complete }: WinShares,
  last: number,
): { colour: string; points: string }[] {
  const x = (at: number) => Math.round((10000 * at) / Math.max(1, last)) / 100;
  const rows = turns.map((turn) => ({ x: x(turn.at), shares: colours.map((colour) => turn.shares[colour] ?? 0) }));
  if (complete && rows.length)
    rows.push({ x: 100, shares: colours.map((colour) => (winners.includes(colour) ? 1 / winners.length : 0)) });
  const sum = (shares: number[]) => shares.reduce((total, share) => total + share, 0);
  // Allies have the same share, so that all together may have more than one win.
  const below = (shares: number[], side: number) =>
    100 - Math.round((10000 * sum(shares.slice(0, side))) / (sum(shares) || 1)) / 100;
  return colours.map((colour, side) => {
    const lower = rows.map((row) => `${row.x},${below(row.shares, side)}`);
    const upper = rows.map((row) => `${row.x},${below(row.shares, side + 1)}`).reverse();
    return { colour, points: [...lower, ...upper].join(" ") };
  });
}

/** The points of a side over the turns as a line of steps, in percent of the width and of the most points. */
export function pointsLine(points: number[], most: number): string {
  const width = Math.max(1, points.length);
  return (
    points
      .map(
        (value, at) =>
          (at ? "H" : "M") +
          Math.round((10000 * at) / width) / 100 +
          (at ? "V" : ",") +
          (100 - (100 * value) / Math.max(1, most)),
      )
      .join("") + "H100"
  );
}
