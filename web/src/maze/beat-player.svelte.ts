/** Shows one view after the other: plays what happened in between, beat by beat, and never lags behind a newer view. */
import { tick, untrack } from "svelte";
import type { EventView } from "$lib/protocol";
import { playBeat } from "./motion";
import type { DrawnToken, ViewLayout, RoomOnTable } from "./maze-model";
import { afterBeat, beatsOf, type Beat } from "./beats";
import type { AnyView } from "./types";

export interface PlayerHost {
  svg(): SVGSVGElement | null;
  reading(): ViewLayout;
  rate(): number;
  settled(): void;
}

export class BeatPlayer {
  /** The view drawn now; between two beats it is pieced together. */
  shown = $state.raw<AnyView>() as AnyView;
  playing = $state(false);
  /** Tokens and a lid that are already gone from the view and still fade. */
  leaving = $state.raw<DrawnToken[]>([]);
  lid = $state.raw<RoomOnTable | null>(null);
  /** A fireball or shot under way. */
  beam = $state.raw<{ from: string; to: string } | null>(null);
  /** Rooms drawn above the others while they turn. */
  lifted = $state.raw<string[]>([]);
  /** Rooms whose outline flashes, because they changed without a motion; the number distinguishes flashes. */
  flashes = $state.raw<{ place: string; number: number }[]>([]);

  #target: AnyView;
  #run = 0;
  #flash = 0;
  #animations: Animation[] = [];

  constructor(
    view: AnyView,
    private host: PlayerHost,
  ) {
    this.shown = view;
    this.#target = view;
  }

  /** A new view has come; `events` led to it. */
  arrive(view: AnyView, events: readonly EventView[]): void {
    if (view === this.#target) return;
    this.#finish();
    const beats = beatsOf(view, events);
    this.#target = view;
    const comparable = this.shown.game === view.game && this.shown.rooms.length === view.rooms.length;
    if (!beats.length || !comparable || this.host.rate() === 0 || !this.host.svg()) {
      this.shown = view;
      this.#outline(beats);
      // not at once: the sender of the view is still busy with it
      queueMicrotask(() => this.#target === view && this.host.settled());
      return;
    }
    void this.#play(view, beats, ++this.#run);
  }

  /** End the animation and show the final state. Return whether one was playing. */
  skip(): boolean {
    if (!this.playing) return false;
    this.#finish();
    this.host.settled();
    return true;
  }

  #finish(): void {
    this.#run++;
    for (const animation of this.#animations) animation.cancel();
    this.#animations = [];
    this.leaving = [];
    this.lid = null;
    this.beam = null;
    this.lifted = [];
    this.playing = false;
    if (this.shown !== this.#target) this.shown = this.#target;
  }

  async #play(view: AnyView, beats: Beat[], run: number): Promise<void> {
    this.playing = true;
    for (const [place, beat] of beats.entries()) {
      const before = untrack(() => this.host.reading());
      this.#prepare(beat, before);
      this.shown = afterBeat(
        this.shown,
        beat,
        view,
        along(before, beat),
        beats.slice(place + 1).flatMap((later) => later.events),
      );
      await tick();
      const svg = this.host.svg();
      if (run !== this.#run || !svg) return;
      this.#animations = playBeat({ svg, before, after: this.host.reading(), rate: this.host.rate() }, beat);
      if (beat.kind === "flash") this.#outline([beat]);
      if (beat.kind === "beam") await new Promise((resolve) => setTimeout(resolve, beat.ms / this.host.rate() || 1));
      else await this.#ended(beat.ms);
      if (run !== this.#run) return;
      this.leaving = [];
      this.lid = null;
      this.beam = null;
    }
    this.#finish();
    this.host.settled();
  }

  /** Wait for the animations, or for a timeout: browsers pause the animations of hidden pages. */
  async #ended(ms: number): Promise<void> {
    const done = Promise.all(this.#animations.map((animation) => animation.finished.catch(() => undefined)));
    const rate = this.host.rate() || 1;
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, ms / rate + 600))]);
  }

  #prepare(beat: Beat, before: ViewLayout): void {
    this.lifted =
      beat.kind === "turn" || beat.kind === "raise" ? [beat.place] : beat.kind === "shift" ? beat.places : [];
    if (beat.kind === "beam") this.beam = { from: beat.from, to: beat.to };
    if (beat.kind === "vanish") this.leaving = beat.tokens.flatMap((token) => ownPiece(before, token));
    if (beat.kind === "reveal") {
      this.lid = before.rooms.get(beat.place) ?? null;
      this.leaving = before.pieces.filter((piece) => piece.lid === beat.place);
    }
  }

  /** Without motion a changed room only shows its outline for a moment. */
  #outline(beats: Beat[]): void {
    const places = beats.flatMap((beat) =>
      "place" in beat ? [beat.place] : "places" in beat && beat.kind === "shift" ? beat.places : [],
    );
    this.#flash++;
    this.flashes = [...new Set(places)].map((place) => ({ place, number: this.#flash }));
  }
}

/** The tokens that move along with a walker. */
function along(reading: ViewLayout, beat: Beat): string[] {
  if (beat.kind !== "walk") return [];
  const piece = reading.byToken.get(beat.token);
  return piece ? [...piece.loads.map((load) => load.token), ...(piece.friend ? [piece.friend.token] : [])] : [];
}

/** The token itself, not its carrier. */
function ownPiece(reading: ViewLayout, token: string): DrawnToken[] {
  const piece = reading.byToken.get(token);
  return piece && piece.token === token ? [piece] : [];
}
