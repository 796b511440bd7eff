// A puzzle in progress: its state, its texts, and the effects of its buttons.

import { api } from "$lib/api";
import { capital, colourName, playerName, tokenName } from "$lib/names";
import { t } from "$lib/i18n.svelte";
import type { NextPuzzle, Puzzled, PuzzleCard, RatingReport, Studied } from "$lib/protocol";
import { go } from "$lib/router.svelte";
import { learner, nextPuzzle } from "$lib/progress.svelte";
import { gameOf, puzzleFilter, puzzleProgress, puzzleRating } from "$lib/puzzle-progress";
import type { Marks } from "$maze/types";
import { planLines, planMarks } from "../plan-marks";
import { openExercise } from "./open-exercise.svelte";
import { GRADES, SolutionExercise } from "./solution-exercise.svelte";

export const NO_CARD: PuzzleCard = {
  number: 0,
  goal: "win",
  family: "base",
  grade: 1,
  points: 0,
  themes: [],
  scenario: "",
};

export class PuzzleExercise extends SolutionExercise<Puzzled> {
  readonly home: string = "/puzzles";
  /** Was it made by a player? Then it has no rating and no next one. */
  readonly own: boolean = false;
  /** The puzzle to offer afterwards; null while nobody knows. */
  next = $state.raw<NextPuzzle | null>(null);
  /** The rating before this attempt, if it counted for the rating. */
  before = $state.raw<RatingReport | null | undefined>(null);
  /** Until the results are recorded. */
  private recorded: Promise<void> = Promise.resolve();
  /** Until the next puzzle is known. */
  private asked: Promise<void> | null = null;

  /** `onoutcome`: a timed run hears the outcome and keeps it; there are no hints and no next puzzle. */
  constructor(
    readonly card: PuzzleCard,
    private readonly onoutcome: ((solved: boolean) => void) | null = null,
  ) {
    super();
  }

  get puzzle(): Puzzled {
    return this.current;
  }

  get name(): string {
    return String(this.card.number);
  }

  hear({ puzzle }: Studied): void {
    this.latest = puzzle!;
    if (!this.current) this.say();
    const { status } = puzzle!;
    if (this.onoutcome) {
      if (status !== "open") this.onoutcome(status === "solved");
      return;
    }
    if (status === "failed") this.fault();
    if (status !== "solved") return;
    if (!this.shown) this.solve();
    this.asked ??= this.recorded.then(() => this.findNext());
  }

  // -- progress

  get progress() {
    return puzzleProgress(learner.report, learner.unsent);
  }

  /** The rating in the puzzles of this game. */
  get rating(): RatingReport | undefined {
    return puzzleRating(learner.report, gameOf(this.card));
  }

  /** A solution after a fault counts as solved, but is not rated. */
  protected record(score: 0 | 1): void {
    const { number } = this.card;
    const { solved, failed } = this.progress;
    if (!solved.includes(number) && !failed.includes(number)) this.before = this.rating;
    const result = {
      kind: "puzzle",
      name: this.name,
      score,
      rated: !this.failed,
      game: gameOf(this.card),
      seconds: this.seconds,
    };
    this.recorded = learner.addEntries([result]);
  }

  /** The next one in the game and with the theme that the list shows; if there is none left, any other. */
  protected async findNext(): Promise<void> {
    const { family, theme } = puzzleFilter();
    const besides = this.card.number;
    try {
      const found = await nextPuzzle({ family, theme, besides });
      this.next = found.number || !(family || theme) ? found : await nextPuzzle({ besides });
    } catch {
      // Without an answer the way on leads to the list.
    }
  }

  async goOn(): Promise<void> {
    await this.asked;
    go(this.next?.number ? `/puzzles/${this.next.number}` : this.home);
  }

  // -- the maze

  /** A hint is drawn as in a game: first a ring round the character, then arrows and signs for the next step. */
  get marks(): Marks {
    const { hint } = this.puzzle;
    if (!hint?.choices?.length) return hint?.token ? { rings: [{ at: hint.token, tone: "plan" }] } : {};
    const marks = planMarks({ choices: hint.choices, arrows: hint.arrows, marks: hint.marks });
    return marks.arrows?.length || marks.rings?.length || !hint.token
      ? marks
      : { rings: [{ at: hint.token, tone: "plan" }] };
  }

  protected get wanted() {
    return this.puzzle.hint?.choices?.[0];
  }

  get caption(): string {
    return t("puzzles.caption", { number: this.puzzle.number, grade: this.puzzle.grade });
  }

  /** What it is called, for the browser's tab and the table. */
  get called(): string {
    return t("puzzles.number", { number: this.puzzle.number });
  }

  get title(): string {
    return capital(t(`puzzles.short.${this.puzzle.goal}`));
  }

  // -- texts

  get goal(): string {
    const { goal, token, rival } = this.puzzle;
    const values = {
      token: token && this.naming ? tokenName(this.naming, token) : "",
      player: this.naming ? playerName(this.naming, rival) : colourName(rival),
    };
    return t(`puzzles.goal.${goal}`, values);
  }

  get answer(): string {
    const { answer, rival, status } = this.puzzle;
    if (!answer || (this.shown && status === "solved")) return "";
    const text = t(`puzzles.answer.${answer}`, {
      player: capital(this.naming ? playerName(this.naming, rival) : colourName(rival)),
    });
    return status === "failed" ? `${text} ${t("puzzles.back")}` : text;
  }

  get hint(): string {
    const { hint } = this.puzzle;
    if (!hint) return "";
    if (hint.lost) return t(hint.proved ? "puzzles.hint.no-way" : "puzzles.hint.lost");
    const sentences = [t(`puzzles.hint.${hint.theme || "none"}`)];
    const { naming } = this;
    if (hint.choices?.length && naming)
      sentences.push(...planLines(naming, { choices: hint.choices }, hint.token).map((line) => `${line}.`));
    else if (hint.token && naming)
      sentences.push(t("puzzles.hint.token", { object: tokenName(naming, hint.token, "object") }));
    return sentences.join(" ");
  }

  get hintLeft(): boolean {
    const { hint } = this.puzzle;
    return !hint || (!hint.lost && hint.grade < GRADES);
  }

  // -- actions

  override async help(): Promise<void> {
    if (!this.onoutcome) await super.help();
  }

  override async show(): Promise<void> {
    if (!this.onoutcome) await super.show();
  }
}

/** Open a puzzle, by its number; `today` and `easy` are those of the day. */
export async function openPuzzle(name: string): Promise<PuzzleExercise> {
  const { day, easy, puzzles } = await api.puzzles();
  const number = { today: String(day), easy: String(easy) }[name] ?? name;
  void learner.load();
  // A number that does not exist is refused by the server.
  return openCard(puzzles.find((card) => String(card.number) === number) ?? { ...NO_CARD, number: Number(number) });
}

/** Open a puzzle of the list. */
export async function openCard(card: PuzzleCard, onoutcome?: (solved: boolean) => void): Promise<PuzzleExercise> {
  const puzzleExercise = new PuzzleExercise(card, onoutcome);
  const title = t("puzzles.number", { number: card.number });
  puzzleExercise.opened = await openExercise("puzzles", String(card.number), [], title, {
    onstudied: (studied) => puzzleExercise.hear(studied),
  });
  puzzleExercise.hear(puzzleExercise.opened.first);
  puzzleExercise.opened.store.exercise = puzzleExercise;
  return puzzleExercise;
}
