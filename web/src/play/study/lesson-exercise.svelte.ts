// A lesson that is gone through: what the coach says, what is ringed, what was tapped, and what its buttons do.

import { api } from "$lib/api";
import { t, tn } from "$lib/i18n.svelte";
import { saveLesson, lessonsDone } from "$lib/lesson-progress";
import type { Choice, Coach, LessonCard, Studied } from "$lib/protocol";
import type { Pick } from "$maze/types";
import type { Exercise } from "../game-page-store.svelte";
import { openExercise, type OpenExercise } from "./open-exercise.svelte";
import { answerOf, fitsRing, mazeRings, pickedAfter } from "./lesson-rings";

/** Milliseconds after which somebody who has done nothing is offered to be shown. */
const OFFERED = 6000;

/** Milliseconds for which the cards of a combat that the coach has fought stay open. */
const LOOKED_AT = 1500;

/** Has the lesson an answer of its own, so that the refusal need not be shown as well? */
const answered = ({ coach }: Studied): boolean => !!coach?.heard?.text.startsWith("lessons.");

export class LessonExercise implements Exercise {
  readonly home = "/learn";
  /** What the coach says of what is on the stage; of what has not been shown yet nothing is said. */
  coach = $state.raw<Coach>() as Coach;
  /** What it will say then. */
  latest = $state.raw<Coach>() as Coach;
  picked = $state.raw<string[]>([]);
  /** Is "Show me" offered yet? */
  offered = $state(false);
  /** From here the step cannot be finished. */
  stuck = $state(false);
  opened!: OpenExercise;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private shown = 0;

  constructor(
    readonly card: LessonCard,
    readonly cards: LessonCard[],
  ) {}

  hear(studied: Studied): void {
    this.latest = studied.coach!;
    const { name } = this.card;
    if (this.latest.finished && !lessonsDone().includes(name))
      void import("$lib/progress.svelte").then(({ learner }) => learner.addEntries([{ kind: "lesson", name }]));
    saveLesson(name, studied.deeds, this.latest.finished);
    // The first is said at once; the others when they have been seen.
    if (!this.coach) this.say();
  }

  /** Everything that happened has been shown. */
  say(): void {
    const before = this.coach;
    if (before === this.latest) return;
    this.coach = this.latest;
    this.stuck = false;
    const same = before?.step === this.latest.step && before.text === this.latest.text;
    if (!same || !this.latest.question) this.picked = [];
    if (this.latest.heard) this.offered = true;
    else if (!same) this.offerLater();
  }

  private offerLater(): void {
    this.offered = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.offered = true), OFFERED);
  }

  close(): void {
    clearTimeout(this.timer);
  }

  // -- what the table shows

  get rings(): string[] {
    return mazeRings(this.coach.rings);
  }

  ringed(choice: Partial<Choice>): boolean {
    return this.coach.rings.some((ring) => ring.kind === "choice" && fitsRing(ring.name, choice));
  }

  /** A question is answered in the maze, and after the end nothing is played any more. */
  get rest(): { heading: string; prompt: string } | null {
    const { question, finished } = this.coach;
    if (finished)
      return { heading: t(`lessons.${this.card.name}.title`), prompt: t(this.next ? "learn.rests" : "learn.all-done") };
    return question ? { heading: t("learn.question"), prompt: tn(`learn.tap.${question.kind}`, question.count) } : null;
  }

  get caption(): string {
    return this.coach.finished
      ? t("learn.done")
      : t("learn.step", { step: this.coach.step + 1, steps: this.coach.steps });
  }

  /** The next lesson that is not done, from this one on. */
  get next(): LessonCard | undefined {
    const done = [...lessonsDone(), this.card.name];
    const at = this.cards.indexOf(this.card);
    return [...this.cards.slice(at + 1), ...this.cards.slice(0, at)].find((card) => !done.includes(card.name));
  }

  // -- what is done

  /** Something in the maze is picked while a question is asked. */
  tap(pick: Pick): void {
    const thing = this.coach.question ? answerOf(this.coach.question.kind, pick) : "";
    if (!thing) return;
    this.picked = pickedAfter(this.picked, thing, this.coach.question!.count);
  }

  answer(): void {
    void this.act({ type: "tap", things: this.picked });
  }

  /**
   * Show the next choice. What has not been seen yet comes first: cards that lie open are closed, an animation ends.
   */
  show(): void {
    const { playback } = this.opened.session;
    if (playback.reveal) {
      if (performance.now() - this.shown > LOOKED_AT) playback.revealed();
    } else if (!playback.settled) this.opened.store.controller.maze?.skip();
    else {
      this.leaveScene();
      void this.act({ type: "show" }).then(() => (this.shown = performance.now()));
    }
  }

  again(whole = false): void {
    this.leaveScene();
    void this.act({ type: "again", whole });
  }

  undo(): void {
    this.leaveScene();
    void this.act({ type: "undo", steps: 1 });
  }

  /** Nothing goes on behind the cards of a combat. */
  private leaveScene(): void {
    const { session, store } = this.opened;
    if (session.playback.reveal) session.playback.revealed();
    store.controller.cancelAll();
  }

  private async act(deed: Parameters<OpenExercise["connection"]["act"]>[0]): Promise<void> {
    const { connection, session } = this.opened;
    if (session.busy) return;
    session.busy = true;
    const reason = await connection.act(deed);
    session.busy = false;
    if (reason?.code === "no-way") this.stuck = true;
    else if (reason) session.refuse(reason);
  }
}

/** Open a lesson where it was left. */
export async function openLesson(name: string, deeds: string[]): Promise<LessonExercise> {
  const cards = await api.lessons();
  const card = cards.find((one) => one.name === name) ?? cards[0]!;
  const lessonExercise = new LessonExercise(card, cards);
  lessonExercise.opened = await openExercise("lessons", name, deeds, t(`lessons.${card.name}.title`), {
    onstudied: (studied) => lessonExercise.hear(studied),
    answers: answered,
  });
  lessonExercise.hear(lessonExercise.opened.first);
  lessonExercise.opened.store.exercise = lessonExercise;
  return lessonExercise;
}
