// Double clicks: the second click of one must not make a decision that was not there when the first was made.

/** Two clicks within so many pixels, and the time that the player has set, are one double click. */
const NEAR = 24;

/** Keys that make decisions. */
const DECIDING = /^(Enter| |[0-9]|e)$/i;

/**
 * Recognizes the second half of a double click that would meet another decision than the first. `moment` names the
 * decision.
 */
export class DoubleClickGuard {
  constructor(private readonly haste: () => number) {}

  private last = { at: -Infinity, x: 0, y: 0, key: "", moment: "" };

  /** Is this click to be ignored? */
  click(at: number, x: number, y: number, moment: string): boolean {
    return this.strays({ at, x, y, key: "", moment });
  }

  /** Is this key press to be ignored? `repeat`: the key is held down. */
  press(at: number, key: string, repeat: boolean, moment: string): boolean {
    if (DECIDING.test(key)) return this.strays({ at: repeat ? this.last.at : at, x: 0, y: 0, key, moment }, at);
    this.last = { at, x: 0, y: 0, key, moment };
    return false;
  }

  private strays(next: typeof this.last, now = next.at): boolean {
    const { last } = this;
    const again =
      next.at - last.at < this.haste() && next.key === last.key && Math.hypot(next.x - last.x, next.y - last.y) < NEAR;
    // Further clicks in quick succession are ignored, too.
    this.last = again && next.moment !== last.moment ? { ...last, at: now } : { ...next, at: now };
    return again && next.moment !== last.moment;
  }
}
