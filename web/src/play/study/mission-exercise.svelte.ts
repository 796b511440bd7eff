// A mission in progress: its state, and the effects of its buttons.

import { api } from "$lib/api";
import { t } from "$lib/i18n.svelte";
import { addMissionStars, missionDeeds, missionStars, saveMission } from "$lib/mission-progress";
import type { MissionCard, Missioned, Studied } from "$lib/protocol";
import type { Exercise } from "../game-page-store.svelte";
import { openExercise, type OpenExercise } from "./open-exercise.svelte";

export class MissionExercise implements Exercise {
  readonly home = "/missions";
  readonly rings: string[] = [];
  readonly picked: string[] = [];
  /** The state that the stage shows. It follows `latest` when all events have been played. */
  mission = $state.raw<Missioned>() as Missioned;
  latest = $state.raw<Missioned>() as Missioned;
  /** Whether the story is shown over the table, as at the beginning. */
  telling = $state(true);
  opened!: OpenExercise;
  private counted = false;

  constructor(
    readonly card: MissionCard,
    readonly cards: MissionCard[],
  ) {}

  hear({ mission, deeds }: Studied): void {
    this.latest = mission!;
    if (!this.mission) this.say();
    const over = mission!.status !== "open";
    saveMission(this.card.name, deeds, over);
    if (over && !this.counted && mission!.won) addMissionStars(this.card.name, mission!.won);
    this.counted = over;
  }

  /** All events have been played: show the latest state. */
  say(): void {
    this.mission = this.latest;
  }

  ringed(): boolean {
    return false;
  }

  get title(): string {
    return t(`missions.${this.card.name}.title`);
  }

  get caption(): string {
    return t("missions.number", { number: this.card.number });
  }

  /** After its end nothing is played any more. */
  get rest(): { heading: string; prompt: string } | null {
    if (this.latest.status === "open") return null;
    return { heading: this.title, prompt: t("missions.rests") };
  }

  /** The next mission that is not won, from this one on. */
  get next(): MissionCard | undefined {
    const stars = missionStars();
    const at = this.cards.indexOf(this.card);
    return [...this.cards.slice(at + 1), ...this.cards.slice(0, at)].find(({ name }) => !stars[name]);
  }

  // -- actions

  again(): void {
    void this.act({ type: "again", whole: true });
  }

  undo(): void {
    void this.act({ type: "undo", steps: 1 });
  }

  private async act(deed: Parameters<OpenExercise["connection"]["act"]>[0]): Promise<void> {
    const { connection, session, store } = this.opened;
    if (session.busy) return;
    // Nothing goes on behind the cards of a combat.
    if (session.playback.reveal) session.playback.revealed();
    store.controller.cancelAll();
    session.busy = true;
    const reason = await connection.act(deed);
    session.busy = false;
    if (reason) session.refuse(reason);
  }
}

/** Open a mission where it was left. */
export async function openMission(name: string): Promise<MissionExercise> {
  const { missions } = await api.missions();
  const card = missions.find((one) => one.name === name) ?? missions[0]!;
  const missionExercise = new MissionExercise(card, missions);
  const deeds = missionDeeds(card.name);
  missionExercise.opened = await openExercise("missions", card.name, deeds, missionExercise.title, {
    onstudied: (studied) => missionExercise.hear(studied),
  });
  missionExercise.hear(missionExercise.opened.first);
  missionExercise.telling = !missionExercise.opened.first.deeds.length;
  missionExercise.opened.store.exercise = missionExercise;
  return missionExercise;
}
