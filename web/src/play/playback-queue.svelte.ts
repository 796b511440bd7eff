// What is on the stage: updates are shown one after the other, each when the one before has been played out. Somebody
// who is far behind (a slow machine, a tab in the background) is not made to watch everything: the stage jumps to the
// end.

import type { CardCombatView, CombatView, EventView, Sight, Update } from "$lib/protocol";

/** More updates waiting than this: jump to the last one. */
export const FAR_BEHIND = 6;
/** For viewers who chose slow motion. */
const FAR_BEHIND_SLOW = 80;
/** A player stops waiting for the maze to report after this many milliseconds. */
const PATIENCE = 6000;
/** One event takes no longer than this to be shown. */
const LONGEST_BEAT = 700;

/** Both sides' cards turned up: what was fought about, and everything that came of it. */
export interface Reveal {
  combat: CombatView | CardCombatView;
  events: EventView[];
}

export function isReveal(events: EventView[]): boolean {
  return events.some((event) => event.kind === "combat-shown");
}

export class PlaybackQueue {
  /** What is drawn now, for the seat that is looking. */
  sight = $state.raw<Sight | null>(null);
  version = $state(-1);
  /** Grows with everything that is shown; the version stays the same while several choose. */
  shows = $state(0);
  /** What led to it. */
  events = $state.raw<EventView[]>([]);
  reveal = $state.raw<Reveal | null>(null);
  /** 4 while missed updates are caught up with, 0 when nothing is to be seen of the way. */
  speed = $state<1 | 4 | 0>(1);
  /** Is everything shown that has happened? */
  settled = $state(true);
  /** An earlier moment is on the stage, about to be played on from. */
  rewound = $state(false);

  private queue: Update[] = [];
  private held: Update | null = null;
  private playing = false;
  /** How long what is shown now is to be looked at when it has been played. */
  private rest = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `pause`: milliseconds to look at what an update has brought before the next one is shown. */
  constructor(
    private readonly onsettled: () => void,
    private readonly pause: (update: Update) => number = () => 0,
  ) {}

  /** Start anew: nothing that waits is of interest any more. */
  reset(sight: Sight | null, version: number): void {
    clearTimeout(this.timer);
    this.queue = [];
    this.held = null;
    this.playing = false;
    this.reveal = null;
    this.rest = 0;
    this.rewound = false;
    this.events = [];
    this.sight = sight;
    this.version = version;
    this.shows += 1;
    this.settled = true;
  }

  add(update: Update): void {
    this.queue.push(update);
    this.settled = false;
    if (
      this.queue.length > (this.pause(update) ? FAR_BEHIND_SLOW : FAR_BEHIND) &&
      !this.held &&
      !this.queue.some((waiting) => isReveal(waiting.events ?? []))
    )
      this.jump();
    else if (!this.playing) this.next();
  }

  /**
   * The shown view is sent anew and nothing happened in it: a player who is choosing goes on. False while events are
   * played.
   */
  renew(sight: Sight): boolean {
    if (this.settled) this.sight = sight;
    return this.settled;
  }

  /**
   * Show again what led from an earlier view to what is shown now; `ready` resolves when the earlier one has been
   * drawn.
   */
  async again(before: Sight["view"], events: EventView[], ready: () => Promise<void>): Promise<void> {
    const now = this.sight;
    if (!now || !this.settled || !events.length) return;
    this.settled = false;
    this.rewound = true;
    this.playing = true;
    this.events = [];
    this.sight = { ...now, view: before, undo: "" };
    await ready();
    // Somebody else may look meanwhile.
    if (!this.rewound) return;
    this.rewound = false;
    this.speed = 1;
    this.events = events;
    this.sight = now;
    this.timer = setTimeout(() => this.played(), PATIENCE + events.length * LONGEST_BEAT);
  }

  /** The maze has played out what it was given. */
  played(): void {
    if (this.held) return;
    clearTimeout(this.timer);
    const rest = this.rest;
    this.rest = 0;
    // Somebody who wants to follow the bots looks at this for a while.
    if (rest) this.timer = setTimeout(() => this.played(), rest);
    else {
      this.playing = false;
      this.next();
    }
  }

  /** The cards have been looked at. */
  revealed(): void {
    const update = this.held;
    this.reveal = null;
    this.held = null;
    if (update) this.show(update);
  }

  private jump(): void {
    const last = this.queue.at(-1)!;
    this.reset(last.sight, last.version);
    this.onsettled();
  }

  private next(): void {
    const update = this.queue.shift();
    if (!update) {
      this.settled = true;
      this.onsettled();
      return;
    }
    this.playing = true;
    const combat = this.sight?.view.combat;
    if (combat && isReveal(update.events ?? [])) {
      this.held = update;
      this.reveal = { combat, events: update.events ?? [] };
    } else {
      this.show(update);
    }
  }

  private show(update: Update): void {
    this.rest = this.pause(update);
    this.speed = this.queue.length > 2 && !this.rest ? 4 : 1;
    this.events = update.events ?? [];
    this.sight = update.sight;
    this.version = update.version;
    this.shows += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.played(), PATIENCE);
  }
}
