// Whether the server answers. While it does not it is asked again and again.
import { connectivity, noteAnswer } from "./connectivity";

/** Milliseconds between two tries. */
const EVERY = 5000;

class Reachability {
  lost = $state(connectivity.lost);
  /** Has it answered this page at all? */
  met = $state(connectivity.met);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Listen to every request, and to what the browser knows of its network. */
  watch(): void {
    connectivity.onchange = () => this.follow();
    addEventListener("offline", () => noteAnswer(false));
    addEventListener("online", () => void this.ask());
    if (!navigator.onLine) noteAnswer(false);
    else this.follow();
  }

  private follow(): void {
    clearTimeout(this.timer);
    if (connectivity.lost) this.timer = setTimeout(() => void this.ask(), EVERY);
    // Reload the page to load what was missing at its start.
    else if (this.lost && !connectivity.met) location.reload();
    this.lost = connectivity.lost;
    this.met = connectivity.met;
  }

  /** Ask now. */
  async ask(): Promise<void> {
    const answer = await fetch("/health", { cache: "no-store" }).catch(() => null);
    noteAnswer(answer !== null);
  }
}

export const reachability = new Reachability();
