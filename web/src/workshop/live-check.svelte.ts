// What the rules say of a work while it is being made: asked a moment after the last change.
import { api, errorText } from "$lib/api";
import type { Finding, WorkshopText } from "$lib/protocol";

const MOMENT = 350;

export class LiveCheck {
  findings: readonly Finding[] = $state.raw([]);
  /** Does what is said belong to an earlier text? */
  waiting = $state(true);
  trouble = $state("");
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked: AbortController | undefined;

  ask(text: WorkshopText): void {
    this.stop();
    this.waiting = true;
    this.#timer = setTimeout(() => void this.#look(text), MOMENT);
  }

  async #look(text: WorkshopText): Promise<void> {
    const asked = (this.#asked = new AbortController());
    try {
      const { findings } = await api.checkText(text, asked.signal);
      if (asked.signal.aborted) return;
      this.findings = findings;
      this.trouble = "";
    } catch (error) {
      if (asked.signal.aborted) return;
      this.trouble = errorText(error);
    }
    this.waiting = false;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#asked?.abort();
  }
}
