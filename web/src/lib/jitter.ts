/**
 * A random part of a pause between half and all, so that the pages of a server that restarts do not come back all at
 * once.
 */
export const jittered = (pause: number, random = Math.random()): number => pause * (0.5 + random / 2);
