// What the others did since one's own last turn, on the game page: its sentences, its marks, and showing it again.

import { tick } from "svelte";
import { language } from "$lib/i18n.svelte";
import type { LogEntry } from "$lib/sentences";
import type { Marks } from "$maze/types";
import type { Telling } from "$lib/names";
import type { AnyView } from "./token-looks";
import { recapLines, recapMarks, recapOf, type Recap } from "./recap";
import type { Session } from "./game-session.svelte";

/** What it looks at. */
interface Looking {
  readonly session: Session;
  readonly view: AnyView | null;
  readonly telling: Telling | null;
}

export class LastTurns {
  /** The version in which it was shown again: its marks stay until something is done. */
  private shownAt = $state(-1);

  constructor(private readonly desk: Looking) {}

  recap = $derived.by<Recap | null>(() => {
    const { session } = this.desk;
    const shown = session.steps.filter((step) => step.version <= session.showing.version);
    return recapOf(shown, session.looking, session.held.length > 0);
  });
  private before = $derived.by(() => this.desk.session.before);
  lines = $derived.by<LogEntry[]>(() => {
    void language();
    return this.recap && this.desk.telling ? recapLines(this.recap, this.desk.telling, this.before) : [];
  });
  marks = $derived.by<Marks>(() => {
    const { recap } = this;
    const { view, session } = this.desk;
    if (
      !recap ||
      !view ||
      !session.showing.settled ||
      view.over ||
      (recap.acted && this.shownAt !== session.showing.version)
    )
      return {};
    return recapMarks(recap, this.before, view);
  });
  canShow = $derived.by(() => !!this.before && !!this.recap && this.desk.session.showing.settled);

  /** Play it once more in the maze. */
  async again(): Promise<void> {
    const { recap, before } = this;
    const { session } = this.desk;
    if (!recap || !before || !this.canShow) return;
    this.shownAt = session.showing.version;
    await session.showing.again(before, recap.events, tick);
  }
}
