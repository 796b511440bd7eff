// The steps of the learner's path: what they are called, and where they lead.
import { has, t, tn } from "./i18n.svelte";
import { botName, scenarioTitle } from "./names";
import type { LevelAdvice, PathStep } from "./protocol";

/** The first step, known before the server has answered. */
export const FIRST_STEP: PathStep = {
  id: "lesson.board.walk-and-look.1",
  kind: "lesson",
  name: "walk-and-look",
  game: "board",
  count: 1,
  have: 0,
  state: "next",
};

export function stepTitle({ kind, name, game, count }: PathStep): string {
  if (kind === "lesson") {
    const title = `lessons.${name}.title`;
    return t("progress.step.lesson", { name: has(title) ? t(title) : name });
  }
  if (kind === "game") return t("progress.step.game", { scenario: scenarioTitle(name) });
  if (kind === "beat")
    return t(game === "card" ? "progress.step.beat.card" : "progress.step.beat.board", { level: botName(name) });
  return tn(kind === "puzzles" ? "progress.step.puzzles" : "progress.step.missions", count);
}

export const stepText = ({ kind }: PathStep): string => t(`progress.step.${kind}.text`);

/** The suggestion to play a stronger or a weaker level. */
export function adviceText({ direction, level, after }: LevelAdvice): string {
  const names = { level: botName(level), after: botName(after) };
  return direction === "up" ? t("progress.advice.up", names) : t("progress.advice.down", names);
}

/** The page of a step; empty for a game, which is created. */
export const stepAddress = ({ kind, name }: PathStep): string =>
  ({ lesson: `/learn/${name}`, puzzles: "/puzzles", missions: "/missions" })[kind] ?? "";

/** A game that is a step: its scenario (empty: the usual one of the game) and its bot (empty: the weakest). */
export const stepGame = ({ kind, name }: PathStep): { scenario: string; bot: string } =>
  kind === "game" ? { scenario: name, bot: "" } : { scenario: "", bot: name };
