// A timed run through puzzles: its clock, its score, and which puzzles come.
import { learner } from "$lib/progress.svelte";
import type { PuzzleCard } from "$lib/protocol";
import { gameOf } from "$lib/puzzle-progress";

export const RUN_SECONDS = 180;
export const MOST_MISTAKES = 3;
/** How many puzzles of each grade come before harder ones. */
const OF_EACH_GRADE = 4;
/** The answer of the server may take seconds: such a puzzle is not for a clock. */
const NOT_HERE = "survive";
/** Milliseconds for which an outcome is seen. */
const SEEN = 900;

/** The puzzles of a run of one kind, easy ones first. Those that are left over come at the end. */
export function runOrder(cards: PuzzleCard[], family: string, random: () => number = Math.random): PuzzleCard[] {
  const fitting = cards.filter((card) => card.goal !== NOT_HERE && card.family === family);
  const mixed = fitting.map((card) => ({ card, at: random() })).sort((one, other) => one.at - other.at);
  const grades = [...new Set(fitting.map(({ grade }) => grade))].sort();
  const groups = grades.map((grade) => mixed.map(({ card }) => card).filter((card) => card.grade === grade));
  return [
    ...groups.flatMap((group) => group.slice(0, OF_EACH_GRADE)),
    ...groups.toReversed().flatMap((group) => group.slice(OF_EACH_GRADE)),
  ];
}

export class TimedRun {
  /** Seconds that are left. */
  left = $state(RUN_SECONDS);
  solved = $state.raw<PuzzleCard[]>([]);
  missed = $state.raw<PuzzleCard[]>([]);
  stage = $state<"ready" | "running" | "over">("ready");
  /** The outcome that is seen before the next puzzle comes. */
  outcome = $state<"right" | "wrong" | "">("");
  private at = $state(0);
  private end = 0;
  private timer: ReturnType<typeof setInterval> | undefined;
  private pause: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly order: PuzzleCard[]) {}

  get card(): PuzzleCard | undefined {
    return this.order[this.at];
  }

  /** The puzzle after this one, to be opened beforehand. */
  get coming(): PuzzleCard | undefined {
    return this.order[this.at + 1];
  }

  /** The first puzzle is there: the clock runs from now on. */
  begin(): void {
    if (this.stage !== "ready") return;
    this.stage = "running";
    this.end = Date.now() + RUN_SECONDS * 1000;
    this.timer = setInterval(() => this.tick(), 200);
  }

  private tick(): void {
    this.left = Math.max(0, Math.ceil((this.end - Date.now()) / 1000));
    if (this.left === 0) this.finish();
  }

  /** The puzzle on the screen was solved, or missed. Only its first outcome counts. */
  answer(card: PuzzleCard, solved: boolean): void {
    if (this.stage !== "running" || this.outcome || card !== this.card) return;
    this.outcome = solved ? "right" : "wrong";
    if (solved) this.solved = [...this.solved, card];
    else this.missed = [...this.missed, card];
    this.pause = setTimeout(() => this.goOn(), SEEN);
  }

  private goOn(): void {
    this.outcome = "";
    if (this.missed.length >= MOST_MISTAKES || !this.coming) this.finish();
    else this.at += 1;
  }

  /** End the run; leaving the page does so too. Its results do not count for the rating. */
  finish(): void {
    clearInterval(this.timer);
    clearTimeout(this.pause);
    if (this.stage !== "running") return;
    this.stage = "over";
    const result = (card: PuzzleCard, score: number) => ({
      kind: "puzzle",
      name: String(card.number),
      score,
      rated: false,
      game: gameOf(card),
    });
    const score = this.solved.length;
    const seconds = RUN_SECONDS - this.left;
    void learner.addEntries([
      ...this.solved.map((card) => result(card, 1)),
      ...this.missed.map((card) => result(card, 0)),
      { kind: "run", name: "timed", score, rated: false, game: gameOf(this.order[0]!), seconds },
    ]);
  }
}
