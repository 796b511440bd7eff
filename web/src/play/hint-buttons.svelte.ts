// Hints and threats at the table, as far as the page needs them before anybody asks: are they allowed, and the buttons
// for them.

import { t } from "$lib/i18n.svelte";
import type { GameInfo } from "$lib/protocol";
import type { AnyView, Marks } from "$maze/types";
import type { ToolItem } from "$parts/types";
import type { Hints } from "./hints.svelte";
import type { GameSession } from "./game-session.svelte";

/** What it looks at. */
interface Looking {
  readonly session: GameSession;
  readonly view: AnyView | null;
  readonly info: GameInfo | null;
  readonly online: boolean;
  readonly exercise: unknown;
}

export class HintButtons {
  /** What does the work, once somebody has asked. */
  help = $state.raw<Hints | null>(null);

  constructor(private readonly store: Looking) {}

  get session(): GameSession {
    return this.store.session;
  }
  get view(): AnyView | null {
    return this.store.view;
  }

  /** Against bots, at one screen, and where all have agreed to it; an exercise has its own. */
  allowed = $derived.by(() => {
    const { session, info, view, online, exercise } = this.store;
    return !exercise && !!session.held.length && !!view && !view.over && (!online || !!info?.hints);
  });
  shown = $derived.by(() => this.allowed && !!this.help?.shown);
  marks = $derived.by<Marks>(() => (this.shown ? this.help!.marks : {}));
  tools = $derived.by<ToolItem[]>(() =>
    this.allowed
      ? [
          { label: t("play.hint"), icon: "light-bulb", keyHint: "I", onclick: () => void this.ask() },
          {
            label: t("play.threats"),
            icon: "crosshair",
            keyHint: "T",
            pressed: !!this.help?.threatsOn,
            onclick: () => void this.toggleThreats(),
          },
        ]
      : [],
  );

  /** A hint, or a little more of the one that is shown. */
  async ask(): Promise<void> {
    await (await this.wanted())?.ask();
  }

  async toggleThreats(): Promise<void> {
    (await this.wanted())?.toggleThreats();
  }

  /** The position has changed, or somebody else looks. */
  follow(): void {
    this.help?.follow();
  }

  /** One thing less is shown; false if nothing was. */
  cancel(): boolean {
    return !!this.help?.cancel();
  }

  private async wanted(): Promise<Hints | null> {
    if (!this.view || this.view.over || this.store.exercise) return null;
    if (!this.allowed) {
      this.session.refuse({ code: "no-hints" });
      return null;
    }
    const { Hints } = await import("./hints.svelte");
    return (this.help ??= new Hints(this));
  }
}
