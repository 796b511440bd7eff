// How far Python is, for whatever waits for it.
import type { WorkerNews, StartFailureReason } from "./messages";

/** Milliseconds without news of Python after which the page stops promising that it starts. */
export const PATIENCE = 30_000;

class PythonStatus {
  /** From 0 to 1; 1: it is there. */
  part = $state(0);
  elsewhere = $state(false);
  /** Why it did not start; empty while nothing is wrong. */
  reason = $state<StartFailureReason | "">("");
  /** The file that is to blame, if there is one. */
  file = $state("");
  /** The browser keeps nothing beyond this visit. */
  unkept = $state(false);
  /** There is no room any more for what the page keeps. */
  full = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;

  get failed(): boolean {
    return this.reason !== "";
  }

  /** Does nothing come of waiting? */
  get stopped(): boolean {
    return this.failed || this.elsewhere;
  }

  /** Expect news from now on. If none come, say so; Python may still start, which takes that back. */
  expect(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fail("stalled"), PATIENCE);
  }

  hear(news: WorkerNews): void {
    if (news.kind === "unkept") this.unkept = true;
    if (!["progress", "elsewhere", "failed"].includes(news.kind)) return;
    clearTimeout(this.timer);
    this.elsewhere = news.kind === "elsewhere";
    if (news.kind === "failed") this.fail(news.reason, news.file);
    else if (news.kind === "progress") {
      this.part = news.part;
      this.reason = "";
      document.documentElement.dataset.python = news.part < 1 ? "loading" : "ready";
      if (news.part < 1) this.expect();
    }
  }

  private fail(reason: StartFailureReason, file = ""): void {
    this.reason = reason;
    this.file = file;
    document.documentElement.dataset.python = "failed";
  }
}

export const pythonStatus = new PythonStatus();
