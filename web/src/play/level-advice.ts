// After a game against a bot: is it time for a stronger or a weaker one?
import { t } from "$lib/i18n.svelte";
import { botName } from "$lib/names";
import { adviceText } from "$lib/path";
import { learner } from "$lib/progress.svelte";
import type { GameInfo } from "$lib/protocol";
import type { PanelAction } from "$parts/index";
import { startGame } from "$lib/start-game";

export interface Suggestion {
  note: string;
  action: PanelAction;
}

/** The suggestion after this game by the last report, or null. `onfail`: the new game could not be created. */
export function levelSuggestion(info: GameInfo, onfail: (error: unknown) => void): Suggestion | null {
  const bots = info.seats.map(({ bot }) => bot).filter(Boolean);
  const advice = learner.report?.advice.find(({ game, after }) => game === info.game && bots.includes(after));
  if (!advice) return null;
  const { game, level } = advice;
  return {
    note: adviceText(advice),
    action: {
      label: t("progress.advice.play", { level: botName(level) }),
      icon: "meeple",
      onclick: () => void startGame({ game, bot: level }).catch(onfail),
    },
  };
}
