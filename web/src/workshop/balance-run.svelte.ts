// A balance run: bots try a scenario as long as this page asks. The page keeps the games; leaving it ends the run.
import { api, ApiError, errorText } from "$lib/api";
import type { Balance, TriedGame } from "$lib/protocol";

/** Milliseconds until the next question where a server has given all the time that it gives at once. */
const PAUSE = 3000;

export class BalanceRun {
  running = $state(false);
  /** Does the run wait for more time of the server? */
  slow = $state(false);
  asked = $state(0);
  report = $state.raw<Balance | null>(null);
  trouble = $state("");
  private played: TriedGame[] = [];
  private declared = "";
  private seed = 0;
  private stopping: AbortController | null = null;

  constructor(private readonly pause = PAUSE) {}

  /** Play so many games of a scenario. A run of the same text that has fewer goes on; else it is another one. */
  async start(declared: string, asked: number): Promise<void> {
    this.stop();
    const { signal } = (this.stopping = new AbortController());
    Object.assign(this, { running: true, slow: false, asked, trouble: "" });
    if (declared !== this.declared || this.played.length >= asked) {
      Object.assign(this, { declared, played: [], report: null });
      this.seed += 1;
    }
    const wish = { declared, asked, seed: String(this.seed) };
    try {
      while (this.played.length < asked && !signal.aborted) await this.goOn(wish, signal);
    } catch (error) {
      if (!signal.aborted) this.trouble = errorText(error);
    }
    if (this.stopping?.signal === signal) this.running = this.slow = false;
  }

  private async goOn(wish: { declared: string; asked: number; seed: string }, signal: AbortSignal): Promise<void> {
    try {
      const { played, report } = await api.balance({ ...wish, played: this.played }, signal);
      if (signal.aborted) return;
      this.played = [...this.played, ...played];
      this.report = report;
      this.slow = false;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429 || signal.aborted) throw error;
      this.slow = true;
      await new Promise((resolve) => setTimeout(resolve, this.pause));
    }
  }

  stop(): void {
    this.stopping?.abort();
    this.stopping = null;
    this.running = this.slow = false;
  }
}
