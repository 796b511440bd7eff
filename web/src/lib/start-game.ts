// A game against bots, started with one click.
import { api } from "./api";
import { go } from "./router.svelte";
import { createSealed } from "./sealed-games";
import { saveSeats } from "./seats";
import { settings } from "./settings.svelte";
import { firstDraft, newGame, suggestedScenario, withScenario } from "./new-game-draft";

interface Wish {
  game: string;
  /** Empty: the usual one of the game. */
  scenario?: string;
  /** Empty: the weakest. */
  bot?: string;
}

/** Create the game and go to it. It may raise an ApiError. */
export async function startGame({ game, scenario = "", bot = "" }: Wish): Promise<void> {
  const { scenarios, opponents } = await api.catalogue();
  const card = scenarios.find(({ name }) => name === scenario) ?? suggestedScenario(scenarios, game, true);
  if (!card) return;
  const draft = withScenario(firstDraft(scenarios, opponents, false), card);
  const created = await createSealed(newGame({ ...draft, ...(bot && { bot }) }, card, settings.name));
  saveSeats(created);
  go(`/play/${created.info.id}`);
}
