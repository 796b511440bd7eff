// A puzzle that a player has made, in progress: the same as one of the game, but nothing of it is recorded.
import { ApiError } from "$lib/api";
import { loadNamespaces, t } from "$lib/i18n.svelte";
import { workOf, type PositionWork } from "../../workshop/shelf";
import { openExercise } from "./open-exercise.svelte";
import { NO_CARD, PuzzleExercise } from "./puzzle-exercise.svelte";

/** A puzzle of the shelf of the workshop. Nothing of it is recorded. */
class OwnPuzzleExercise extends PuzzleExercise {
  override readonly home = "/workshop";
  override readonly own = true;

  constructor(private readonly work: PositionWork) {
    super(NO_CARD);
  }

  override get name(): string {
    return this.work.id;
  }

  override get called(): string {
    return this.work.name;
  }

  override get caption(): string {
    return this.work.name;
  }

  protected override record(): void {}

  protected override async findNext(): Promise<void> {}
}

/** Open a puzzle of the shelf by its id. */
export async function openOwnPuzzle(id: string): Promise<PuzzleExercise> {
  await loadNamespaces("workshop");
  const work = workOf(id);
  if (work?.kind !== "puzzle") throw new ApiError({ code: "lost", sentence: t("workshop.lost") }, 404);
  const exercise = new OwnPuzzleExercise(work);
  exercise.opened = await openExercise("own-puzzles", work.id, [work.text], work.name, {
    onstudied: (studied) => exercise.hear(studied),
  });
  exercise.hear(exercise.opened.first);
  exercise.opened.store.exercise = exercise;
  return exercise;
}
