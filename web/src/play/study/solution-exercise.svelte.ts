// A position whose best plan is to be found, a puzzle or one's own mistake: attempts, hints, and the solution step by
// step.

import { reasonText } from "$lib/analysis-text";
import type { Choice, PlanReason } from "$lib/protocol";
import type { Marks } from "$maze/types";
import type { Exercise } from "../game-page-store.svelte";
import type { OpenExercise } from "./open-exercise.svelte";

export const GRADES = 3;

/** What the server tells of such a position. */
interface Sought {
  status: string;
  shows?: boolean;
  hint?: { grade: number } | null;
  reason?: PlanReason | null;
}

export abstract class SolutionExercise<S extends Sought = Sought> implements Exercise {
  abstract readonly home: string;
  /** Of the position: a puzzle's number, a mistake's identifier. */
  abstract readonly name: string;
  readonly rings: string[] = [];
  readonly picked: string[] = [];
  /** The state that the stage shows. It follows `latest` when all events have been played. */
  current = $state.raw<S>() as S;
  /** Whether the solution was shown since the position was set up. */
  shown = $state(false);
  opened!: OpenExercise;
  protected latest!: S;
  protected failed = false;
  protected solved = false;
  /** The highest grade of hint so far: the next hint begins with it. */
  protected grade = 0;
  private readonly begun = Date.now();

  abstract get caption(): string;
  abstract get title(): string;
  abstract get goal(): string;
  /** The judgement of the latest attempt. */
  abstract get answer(): string;
  abstract get hint(): string;
  abstract get hintLeft(): boolean;
  abstract get marks(): Marks;
  /** The next choice of the solution, if a hint tells it. */
  protected abstract get wanted(): Partial<Choice> | undefined;
  /** Keep the outcome of an attempt with the person's progress. */
  protected abstract record(score: 0 | 1): void;

  /** All events have been played: show the latest state. */
  say(): void {
    if (this.current === this.latest) return;
    this.current = this.latest;
    this.opened?.store.controller.forget();
  }

  /** What the other player answers to a failed attempt. */
  get reply(): string {
    return "";
  }

  /** Why it works, once it is solved. */
  get reason(): string {
    const { reason } = this.current;
    return reason && this.naming ? reasonText(this.naming, reason) : "";
  }

  ringed(choice: Partial<Choice>): boolean {
    const { wanted } = this;
    return (
      !!wanted &&
      choice.do === wanted.do &&
      (!choice.token || choice.token === wanted.token) &&
      (!choice.turn || choice.turn === wanted.turn)
    );
  }

  protected get naming() {
    return this.opened.store.naming;
  }

  // -- outcomes

  /** The first fault of a visit is an attempt that failed; a solution after it is another attempt. */
  protected fault(): void {
    if (!this.failed && !this.solved) this.record(0);
    this.failed = true;
  }

  protected solve(): void {
    if (!this.solved) this.record(1);
    this.solved = true;
  }

  protected get seconds(): number {
    return Math.min(999_999, Math.round((Date.now() - this.begun) / 1000));
  }

  // -- actions

  async help(): Promise<void> {
    if (!this.hintLeft) return;
    const { hint } = this.current;
    const grade = hint ? hint.grade + 1 : Math.max(1, this.grade);
    if (!(await this.act({ type: "hint", grade }))) return;
    this.grade = grade;
    // A player who is shown the answer has not found it.
    if (grade === GRADES) this.fault();
  }

  /**
   * The solution, from the beginning if something else was played: its next step is drawn and described, then done, and
   * so on.
   */
  async show(): Promise<void> {
    if (this.current.status !== "solved") this.fault();
    const drawn = this.shown && this.latest.hint?.grade === GRADES && !!this.latest.shows;
    const begun = this.latest.status === "open" && this.latest.shows;
    if (!begun && !(await this.act({ type: "again", whole: true }))) return;
    this.shown = true;
    if (drawn && !(await this.act({ type: "show" }))) return;
    if (this.latest.status === "open") await this.act({ type: "hint", grade: GRADES });
  }

  async again(): Promise<void> {
    if (await this.act({ type: "again", whole: true })) this.shown = false;
  }

  undo(): void {
    void this.act({ type: "undo", steps: 1 });
  }

  private async act(deed: Parameters<OpenExercise["connection"]["act"]>[0]): Promise<boolean> {
    const { connection, session } = this.opened;
    if (session.busy) return false;
    session.busy = true;
    const reason = await connection.act(deed);
    session.busy = false;
    if (reason) session.refuse(reason);
    return !reason;
  }
}
