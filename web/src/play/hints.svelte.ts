// Hints and threats that were asked for at the table: for which moment, and how they are drawn. They are gone when the
// position changes. Fetched when somebody first asks (`hint-buttons.svelte.ts`).

import { api, ApiError } from "$lib/api";
import { loadNamespaces, t } from "$lib/i18n.svelte";
import type { Hint, Threats } from "$lib/protocol";
import { seatsOf } from "$lib/seats";
import type { AnyView, Marks } from "$maze/types";
import { joined, planMarks, threatMarks } from "./plan-marks";
import type { GameSession } from "./game-session.svelte";

const MOST = 3;
/** Milliseconds of rest before threats are looked for anew: while somebody walks nobody reads them. */
const REST = 350;

/** What it looks at. */
export interface HintHost {
  readonly session: GameSession;
  readonly view: AnyView | null;
  readonly allowed: boolean;
}

export class Hints {
  hint = $state.raw<Hint | null>(null);
  threats = $state.raw<Threats | null>(null);
  threatsOn = $state(false);
  asking = $state<"" | "hint" | "threats">("");
  /** The highest grade that was asked for in a turn: in the same turn nobody has to ask three times again. */
  private reached = { turn: -1, grade: 1 };
  private hintStop: AbortController | null = null;
  private threatsStop: AbortController | null = null;
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly store: HintHost) {}

  shown = $derived.by(() => !!this.hint || this.threatsOn || this.asking === "hint");
  marks = $derived.by<Marks>(() => {
    if (!this.shown) return {};
    const threats = this.threatsOn && this.threats ? threatMarks(this.threats) : {};
    const { hint } = this;
    if (hint?.plan) return joined(threats, planMarks(hint.plan));
    return hint?.piece ? joined(threats, { rings: [{ at: hint.piece, tone: "plan" }] }) : threats;
  });
  private get token(): string {
    const { session } = this.store;
    return seatsOf(session.id).find((seat) => seat.colour === session.looking)?.token ?? "";
  }

  /** A hint, or a little more of the one that is shown. */
  async ask(): Promise<void> {
    const { session, view } = this.store;
    if (!view || this.asking === "hint") return;
    await loadNamespaces("analysis");
    if (!session.mine || !session.playback.settled) return session.tell(t("analysis.hint.not-now"));
    const version = session.playback.version;
    const before = this.reached.turn === view.turn ? this.reached.grade : 1;
    // A card is laid by nobody: there is nothing between the nudge and the card.
    const step = this.hint?.nudge.kind === "combat" ? MOST : 1;
    const grade = this.hint ? Math.min(MOST, this.hint.grade + step) : before;
    this.reached = { turn: view.turn, grade };
    if (this.hint?.grade === MOST) return;
    this.hintStop = new AbortController();
    this.asking = "hint";
    try {
      const { hint } = await api.hint(session.id, this.token, { version, grade }, this.hintStop.signal);
      if (session.playback.version === version) this.hint = hint;
    } catch (error) {
      this.refuse(error);
    } finally {
      if (this.asking === "hint") this.asking = "";
    }
  }

  toggleThreats(): void {
    this.threatsOn = !this.threatsOn;
    this.threats = null;
    this.threatsStop?.abort();
    if (this.threatsOn) void this.look();
  }

  /** The position has changed, or somebody else looks. */
  follow(): void {
    this.hintStop?.abort();
    this.hint = null;
    this.threats = null;
    this.threatsStop?.abort();
    clearTimeout(this.rest);
    if (this.threatsOn) this.rest = setTimeout(() => void this.look(), REST);
  }

  /** One thing less is shown; false if nothing was. */
  cancel(): boolean {
    if (this.hint) this.hint = null;
    else if (this.threatsOn) this.toggleThreats();
    else return false;
    return true;
  }

  private async look(): Promise<void> {
    const { session } = this.store;
    await loadNamespaces("analysis");
    if (!this.threatsOn || !this.store.allowed) return;
    if (!session.playback.settled || session.curtain) {
      this.rest = setTimeout(() => void this.look(), REST);
      return;
    }
    const version = session.playback.version;
    this.threatsStop = new AbortController();
    try {
      const { threats } = await api.threats(session.id, this.token, version, this.threatsStop.signal);
      if (session.playback.version === version && this.threatsOn) this.threats = threats;
    } catch (error) {
      this.refuse(error);
    }
  }

  /** What has become void needs no word. */
  private refuse(error: unknown): void {
    if (error instanceof ApiError && error.reason.code !== "stale") this.store.session.refuse(error.reason);
  }
}
