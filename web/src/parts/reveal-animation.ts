// The 900 ms in which two cards are shown: slide in, hold, flip together, totals count up.
export interface RevealState {
  /** 0 outside, 1 in place. */
  slide: number;
  /** 0 face down, 1 face up. */
  flip: number;
  /** 0 strength before the cards, 1 the total. */
  count: number;
  done: boolean;
}

export const REVEAL_TIME = 900;
const PHASES = { slide: [0, 250], flip: [400, 700], count: [700, 900] } as const;

const clamp = (value: number) => Math.min(1, Math.max(0, value));
const ease = (value: number) => 1 - (1 - value) ** 3;

/** How far everything is after so many milliseconds of the reveal. */
export function revealAt(time: number): RevealState {
  const share = ([from, to]: readonly [number, number]) => clamp((time - from) / (to - from));
  return {
    slide: ease(share(PHASES.slide)),
    flip: share(PHASES.flip),
    count: share(PHASES.count),
    done: time >= REVEAL_TIME,
  };
}

/** The number shown while it counts from the strength to the total. */
export const counted = (sum: number, total: number, count: number): number => Math.round(sum + (total - sum) * count);
