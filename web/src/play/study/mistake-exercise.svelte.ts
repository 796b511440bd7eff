// A mistake of one's own that is played again: its state, its texts, and the effects of its buttons.

import { hintText, reasonText } from "$lib/analysis-text";
import { t } from "$lib/i18n.svelte";
import { capital, colourName, playerName } from "$lib/names";
import { mistakeText, nextMistake } from "$lib/own-mistakes";
import { learner } from "$lib/progress.svelte";
import type { Choice, Replayed, Studied } from "$lib/protocol";
import type { Marks } from "$maze/types";
import { planLines, planMarks } from "../plan-marks";
import { openExercise } from "./open-exercise.svelte";
import { GRADES, SolutionExercise } from "./solution-exercise.svelte";

const percent = (share: number): number => Math.round(100 * share);

export class MistakeExercise extends SolutionExercise<Replayed> {
  readonly home = "/mistakes";

  constructor(readonly name: string) {
    super();
  }

  get mistake(): Replayed {
    return this.current;
  }

  hear({ mistake }: Studied): void {
    this.latest = mistake!;
    if (!this.current) this.say();
    if (mistake!.status === "failed") this.fault();
    if (mistake!.status === "solved" && !this.shown) this.solve();
  }

  // -- progress

  /** The position to play next, of those that are due. */
  get next() {
    return nextMistake(learner.report?.mistakes ?? [], this.name);
  }

  protected record(score: 0 | 1): void {
    const { name, seconds } = this;
    void learner.addEntries([{ kind: "replayed", name, score, rated: false, seconds }]);
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

  protected get wanted() {
    return this.mistake.hint?.plan?.choices[0];
  }

  get caption(): string {
    return t("mistakes.caption", { turn: this.mistake.turn, percent: percent(this.mistake.loss) });
  }

  get title(): string {
    return capital(t(`analysis.mark.${this.mistake.kind}`));
  }

  // -- texts

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

  override get reply(): string {
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

  get hintLeft(): boolean {
    const { hint, shows } = this.mistake;
    return !!shows && (hint?.grade ?? 0) < GRADES;
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
