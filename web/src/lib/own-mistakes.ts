// Mistakes of one's own games: collected from an analysis, and which is to be played next.
import { json, part, query } from "./api";
import { t } from "./i18n.svelte";
import { ownMistake, learner } from "./progress.svelte";
import type { FoundMistake, MistakeReport } from "./protocol";

/** The positions of a player in an analysed game. */
export const foundMistakes = (game: string, player: string) =>
  json<FoundMistake[]>(`/replays/${part(game)}/mistakes${query({ player })}`);

/** Keep positions; those that are kept already stay as they are. Resolves with whether all of them are kept. */
export async function collectMistakes(replay: { game: string; scenario: string }, found: FoundMistake[]) {
  const known = new Set(mistakesKept());
  const { game, scenario } = replay;
  await learner.addEntries(
    found
      .filter(({ name }) => !known.has(name))
      .map(({ name, turn, kind, text }) => ({
        kind: "mistake",
        name,
        game,
        scenario: scenario.slice(0, 64),
        turn,
        mark: kind,
        text,
      })),
  );
  const kept = new Set(mistakesKept());
  return found.every(({ name }) => kept.has(name));
}

/** The names of all positions, with those that the server does not have yet. */
const mistakesKept = (): string[] => [
  ...(learner.report?.mistakes ?? []).map(({ id }) => id),
  ...learner.unsent.filter(({ kind }) => kind === "mistake").map(({ name }) => name),
];

/** The text of a position, from the server or from what waits to be sent. */
export async function mistakeText(name: string): Promise<string> {
  const waits = learner.unsent.find((entry) => entry.kind === "mistake" && entry.name === name);
  return (waits ?? (await ownMistake(name))).text ?? "";
}

/** What a position is called: its turn and what it was, or its number in the list. */
export const mistakeTitle = ({ turn, mark }: MistakeReport, number: number): string =>
  turn && mark ? t(`mistakes.of.${mark}`, { turn }) : t("mistakes.position", { number });

/** The game that a position is from. */
const gameOf = (name: string): string => name.slice(0, name.lastIndexOf("."));

/** The position to play after another one (or first): one of the same game, else the oldest that is due. */
export function nextMistake(mistakes: readonly MistakeReport[], besides = ""): MistakeReport | undefined {
  const due = mistakes.filter(({ id, due }) => due && id !== besides);
  return due.find(({ id }) => besides && gameOf(id) === gameOf(besides)) ?? due[0];
}
