// What comes next on the learner's path, offered where a lesson, puzzle, mission or game ends.
import { t } from "$lib/i18n.svelte";
import { stepAddress, stepGame, stepTitle } from "$lib/path";
import { learner } from "$lib/progress.svelte";
import type { PathStep } from "$lib/protocol";
import { settings } from "$lib/settings.svelte";
import type { PanelAction } from "$parts/index";
import { startGame } from "$lib/start-game";

/** The next step, if the path is shown and every result is counted in it. */
export const nextStep = (): PathStep | undefined =>
  settings.path && !learner.unsent.length ? learner.report?.path.find(({ state }) => state === "next") : undefined;

/** The button that begins a step. `onfail`: the game could not be created. */
export function stepAction(step: PathStep, primary: boolean, onfail: (error: unknown) => void): PanelAction {
  const label = t("progress.path.on", { step: stepTitle(step) });
  const href = stepAddress(step);
  if (href) return { label, primary, href };
  return { label, primary, onclick: () => void startGame({ game: step.game, ...stepGame(step) }).catch(onfail) };
}
