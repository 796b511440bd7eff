// Whether the server answers, for whoever shows it. While it does not it is asked again and again.
import { line, note } from "./connectivity";

/** Milliseconds between two tries. */
const EVERY = 5000;

class Reach {
  lost = $state(line.lost);
  /** Has it answered this page at all? */
  met = $state(line.met);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Listen to every request, and to what the browser knows of its network. */
  watch(): void {
    line.onchange = () => this.follow();
    addEventListener("offline", () => note(false));
    addEventListener("online", () => void this.ask());
    if (!navigator.onLine) note(false);
    else this.follow();
  }

  private follow(): void {
    clearTimeout(this.timer);
    if (line.lost) this.timer = setTimeout(() => void this.ask(), EVERY);
    // What could not be loaded when the page began is loaded now.
    else if (this.lost && !line.met) location.reload();
    this.lost = line.lost;
    this.met = line.met;
  }

  /** Ask now. */
  async ask(): Promise<void> {
    const answer = await fetch("/health", { cache: "no-store" }).catch(() => null);
    note(answer !== null);
  }
}

export const reach = new Reach();
