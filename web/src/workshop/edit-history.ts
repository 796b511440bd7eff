// What was done, to be taken back and done again.

export interface EditHistory<T> {
  readonly past: readonly T[];
  readonly now: T;
  readonly future: readonly T[];
}

const MOST = 200;

export const begun = <T>(now: T): EditHistory<T> => ({ past: [], now, future: [] });

export function changed<T>(history: EditHistory<T>, next: T): EditHistory<T> {
  if (next === history.now) return history;
  return { past: [...history.past, history.now].slice(-MOST), now: next, future: [] };
}

export function undone<T>({ past, now, future }: EditHistory<T>): EditHistory<T> {
  if (!past.length) return { past, now, future };
  return { past: past.slice(0, -1), now: past.at(-1) as T, future: [now, ...future] };
}

export function redone<T>({ past, now, future }: EditHistory<T>): EditHistory<T> {
  if (!future.length) return { past, now, future };
  return { past: [...past, now], now: future[0] as T, future: future.slice(1) };
}
