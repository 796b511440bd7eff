// The learner's report of the last visit, for pages that do not load the progress.
import type { ProgressReport } from "./protocol";
import { recall } from "./storage";

/** Where progress.svelte.ts stores it. */
export const REPORT = "dungeon-twister.progress";

export const storedReport = (): ProgressReport | null => recall<ProgressReport | null>(REPORT, null);

/** The weakest level of the path that the learner has not beaten in a game; empty if that is not known. */
export const levelToBeat = (game: string): string =>
  storedReport()?.path.find((step) => step.kind === "beat" && step.game === game && step.have < step.count)?.name ?? "";
