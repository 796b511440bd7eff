// A mistake of one's own that is played again: its state, its texts, and the effects of its buttons.

import { hintText, reasonText } from "$lib/analysis-text";
import { t } from "$lib/i18n.svelte";
import { capital, colourName, playerName } from "$lib/names";
import { mistakeText, nextMistake } from "$lib/own-mistakes";
import { learner } from "$lib/progress.svelte";
import type { Choice, Replayed, Studied } from "$lib/protocol";
import type { Marks } from "$maze/types";
import type { Exercise } from "../game-page-store.svelte";
import { planLines, planMarks } from "../plan-marks";
import { openExercise, type OpenExercise } from "./open-exercise.svelte";

const GRADES = 3;
const percent = (share: number): number => Math.round(100 * share);

export class MistakeExercise implements Exercise {
  readonly home = "/mistakes";
  readonly rings: string[] = [];
  readonly picked: string[] = [];
  /** The state that the stage shows. It follows `latest` when all events have been played. */
  mistake = $state.raw<Replayed>() as Replayed;
  /** Whether the solution was shown since the position was set up. */
  shown = $state(false);
  opened!: OpenExercise;
  private readonly begun = Date.now();
  private failed = false;
  private solved = false;
  private latest!: Replayed;
  /** The highest grade of hint so far: the next hint begins with it. */
  private grade = 0;

  constructor(readonly name: string) {}

  hear({ mistake }: Studied): void {
    this.latest = mistake!;
    if (!this.mistake) this.say();
    if (mistake!.status === "failed") this.fault();
    if (mistake!.status === "solved" && !this.shown) this.solve();
  }

  /** All events have been played: show the latest state. */
  say(): void {
    if (this.mistake === this.latest) return;
    this.mistake = this.latest;
    this.opened?.store.controller.forget();
  }

  // -- progress

  /** The position to play next, of those that are due. */
  get next() {
    return nextMistake(learner.report?.mistakes ?? [], this.name);
  }

  /** The first fault of a visit is an attempt that failed; a solution after it is another attempt. */
  private fault(): void {
    if (!this.failed && !this.solved) this.record(0);
    this.failed = true;
  }

  private solve(): void {
    if (!this.solved) this.record(1);
    this.solved = true;
  }

  private record(score: 0 | 1): void {
    const seconds = Math.min(999_999, Math.round((Date.now() - this.begun) / 1000));
    void learner.addEntries([{ kind: "replayed", name: this.name, score, rated: false, seconds }]);
  }

  // -- the maze

  /** A hint is drawn as in a game; after a failure the reply of the next player. */
  get marks(): Marks {
    const { hint, reply } = this.mistake;
    if (reply) return planMarks(reply);
    if (!hint) return {};
    const marks = hint.plan ? planMarks(hint.plan) : {};
    if (marks.arrows?.length || marks.rings?.length || !hint.piece) return marks;
    return { rings: [{ at: hint.piece, tone: "plan" }] };
  }

  ringed(choice: Partial<Choice>): boolean {
    const wanted = this.mistake.hint?.plan?.choices[0];
    return (
      !!wanted &&
      choice.do === wanted.do &&
      (!choice.token || choice.token === wanted.token) &&
      (!choice.turn || choice.turn === wanted.turn)
    );
  }

  get caption(): string {
    return t("mistakes.caption", { turn: this.mistake.turn, percent: percent(this.mistake.loss) });
  }

  get title(): string {
    return capital(t(`analysis.mark.${this.mistake.kind}`));
  }

  // -- texts

  private get naming() {
    return this.opened.store.naming;
  }

  private lines(choices: Choice[], open = false): string {
    return this.naming ? planLines(this.naming, { choices, open }).join("; ") : "";
  }

  get goal(): string {
    return t(this.mistake.kind === "missed-win" ? "mistakes.goal.missed-win" : "mistakes.goal");
  }

  /** What was played in the game, and what was wrong with it. */
  get played(): string {
    const { played, fault } = this.mistake;
    const sentences = played.length ? [t("mistakes.played", { lines: this.lines(played) }).replace(/\.?$/, ".")] : [];
    if (fault && this.naming) sentences.push(reasonText(this.naming, fault));
    return sentences.join(" ");
  }

  /** The judgement of the attempt. */
  get answer(): string {
    const { status, given, missed_win } = this.mistake;
    if (status === "solved") return this.shown ? "" : t("mistakes.answer.solved");
    if (status !== "failed") return "";
    const verdict = missed_win
      ? t("mistakes.answer.missed-win")
      : t("mistakes.answer.gave", { percent: percent(given ?? 0) });
    return `${verdict} ${t("puzzles.back")}`;
  }

  get reply(): string {
    const { reply } = this.mistake;
    const other = this.opened.session.playback.sight?.view.active;
    if (!reply || !other) return "";
    const player = capital(this.naming ? playerName(this.naming, other) : colourName(other));
    return t("mistakes.reply", { player, lines: this.lines(reply.choices, reply.open) });
  }

  get hint(): string {
    const { hint, shows, status } = this.mistake;
    const { naming } = this;
    if (status !== "open" || !naming) return "";
    if (!shows) return this.grade ? t("mistakes.off") : "";
    if (!hint) return "";
    if (!hint.plan) return hintText(naming, hint).join(" ");
    return planLines(naming, hint.plan)
      .map((line) => `${line}.`)
      .join(" ");
  }

  /** Why the best plan works, once it is found. */
  get reason(): string {
    const { reason } = this.mistake;
    return reason && this.naming ? reasonText(this.naming, reason) : "";
  }

  get hintLeft(): boolean {
    const { hint, shows } = this.mistake;
    return !!shows && (hint?.grade ?? 0) < GRADES;
  }

  // -- actions

  async help(): Promise<void> {
    if (!this.hintLeft) return;
    const { hint } = this.mistake;
    const grade = hint ? hint.grade + 1 : Math.max(1, this.grade);
    if (!(await this.act({ type: "hint", grade }))) return;
    this.grade = grade;
    // A player who is shown the answer has not found it.
    if (grade === GRADES) this.fault();
  }

  /**
   * The best plan, from the beginning if something else was played: its next step is drawn and described, then done,
   * and so on.
   */
  async show(): Promise<void> {
    if (this.mistake.status !== "solved") this.fault();
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

/** Open a position by its name. */
export async function openMistake(name: string): Promise<MistakeExercise> {
  const text = await mistakeText(name);
  void learner.load();
  const exercise = new MistakeExercise(name);
  exercise.opened = await openExercise("mistakes", name, [text], t("mistakes.title"), {
    onstudied: (studied) => exercise.hear(studied),
  });
  exercise.hear(exercise.opened.first);
  exercise.opened.store.exercise = exercise;
  return exercise;
}
