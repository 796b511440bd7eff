// The recap on the game page: what the others did since the viewer's last turn, in sentences, as marks, or replayed.

import { tick } from "svelte";
import { language } from "$lib/i18n.svelte";
import type { LogEntry } from "$lib/sentences";
import type { AnyView, Marks } from "$maze/types";
import type { NamingContext } from "$lib/names";
import { recapLines, recapMarks, recapOf, type Recap } from "./recap";
import type { GameSession } from "./game-session.svelte";

/** What it looks at. */
interface Looking {
  readonly session: GameSession;
  readonly view: AnyView | null;
  readonly naming: NamingContext | null;
}

export class LastTurns {
  /** The version in which it was shown again: its marks stay until something is done. */
  private shownAt = $state(-1);

  constructor(private readonly store: Looking) {}

  recap = $derived.by<Recap | null>(() => {
    const { session } = this.store;
    const shown = session.steps.filter((step) => step.version <= session.playback.version);
    return recapOf(shown, session.looking, session.held.length > 0);
  });
  private before = $derived.by(() => this.store.session.before);
  lines = $derived.by<LogEntry[]>(() => {
    void language();
    return this.recap && this.store.naming ? recapLines(this.recap, this.store.naming, this.before) : [];
  });
  marks = $derived.by<Marks>(() => {
    const { recap } = this;
    const { view, session } = this.store;
    if (
      !recap ||
      !view ||
      !session.playback.settled ||
      view.over ||
      (recap.acted && this.shownAt !== session.playback.version)
    )
      return {};
    return recapMarks(recap, this.before, view);
  });
  canShow = $derived.by(() => !!this.before && !!this.recap && this.store.session.playback.settled);

  /** Play it once more in the maze. */
  async again(): Promise<void> {
    const { recap, before } = this;
    const { session } = this.store;
    if (!recap || !before || !this.canShow) return;
    this.shownAt = session.playback.version;
    await session.playback.again(before, recap.events, tick);
  }
}
