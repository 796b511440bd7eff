// Is a position a puzzle? The server searches it; leaving the question ends the wait.
import { api, errorText } from "$lib/api";
import { t, tn } from "$lib/i18n.svelte";
import type { PuzzleVerdict, PuzzleWish } from "$lib/protocol";

export const GOALS = ["win", "treasure", "leave", "survive"] as const;

export class PuzzleCheck {
  busy = $state(false);
  trouble = $state("");
  verdict = $state.raw<PuzzleVerdict | null>(null);
  private asked: AbortController | null = null;

  async start(wish: PuzzleWish): Promise<void> {
    this.stop();
    const { signal } = (this.asked = new AbortController());
    Object.assign(this, { busy: true, trouble: "", verdict: null });
    try {
      const verdict = await api.checkPuzzle(wish, signal);
      if (!signal.aborted) this.verdict = verdict;
    } catch (error) {
      if (!signal.aborted) this.trouble = errorText(error);
    }
    if (this.asked?.signal === signal) this.busy = false;
  }

  stop(): void {
    this.asked?.abort();
    this.asked = null;
    this.busy = false;
  }

  /** What was searched has changed: the answer is about something else. */
  forget(): void {
    this.stop();
    this.verdict = null;
    this.trouble = "";
  }
}

/** The answer in sentences: what is wrong, or how many solutions there are; then what the author may want to know. */
export function verdictSentences(verdict: PuzzleVerdict): string[] {
  const { problem, puzzle, notes = [], hidden = 0 } = verdict;
  const said = problem
    ? [t(`workshop.puzzle.problem.${problem as "over"}`)]
    : puzzle
      ? [
          puzzle.solutions === 1 ? t("workshop.puzzle.unique") : tn("workshop.puzzle.several", puzzle.solutions),
          t("workshop.puzzle.difficulty", { grade: puzzle.grade }),
        ]
      : [];
  const points = puzzle?.points ?? 0;
  for (const note of notes) said.push(tn(`workshop.puzzle.note.${note as "fewer-points"}`, points));
  if (hidden) said.push(tn("workshop.puzzle.hidden", hidden));
  return said;
}
