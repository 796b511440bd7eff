// How far Python is, for whoever waits for it.
import type { News } from "./messages";

class Readiness {
  /** From 0 to 1; 1: it is there. */
  part = $state(0);
  elsewhere = $state(false);
  failed = $state(false);
  reason = $state("");
  /** The browser keeps nothing beyond this visit. */
  unkept = $state(false);
  /** There is no room any more for what the page keeps. */
  full = $state(false);

  hear(news: News): void {
    if (news.kind === "progress") {
      this.part = news.part;
      this.elsewhere = false;
      document.documentElement.dataset.python = news.part < 1 ? "loading" : "ready";
    } else if (news.kind === "elsewhere") this.elsewhere = true;
    else if (news.kind === "unkept") this.unkept = true;
    else if (news.kind === "failed") {
      this.failed = true;
      this.reason = news.reason;
    }
  }
}

export const readiness = new Readiness();
