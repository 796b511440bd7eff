// Views as differences: the server sends how a view has changed, with a checksum of the result (docs/protocol.md). A
// page that computes another checksum asks for the whole view.

import type { Changed, Difference, Sight, Update } from "$lib/protocol";

type Fields = Record<string, unknown>;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});
const utf8 = new TextEncoder();

function crc32(text: string): number {
  let rest = 0xffffffff;
  for (const byte of utf8.encode(text)) rest = TABLE[(rest ^ byte) & 0xff]! ^ (rest >>> 8);
  return (rest ^ 0xffffffff) >>> 0;
}

/** The check of a view: the sum of the CRC-32 of its fields, in whatever order they are. */
export function checkOf(view: object): number {
  let sum = 0;
  for (const [name, value] of Object.entries(view)) sum = (sum + crc32(`"${name}":${JSON.stringify(value)}`)) >>> 0;
  return sum;
}

/** The view that follows from one and the difference to it; the one before stays as it is. */
export function applied(view: object, difference: Difference): object {
  const after: Fields = { ...view, ...difference.set };
  for (const name of difference.gone ?? []) delete after[name];
  for (const [name, [first, count, items]] of Object.entries(difference.parts ?? {})) {
    const before = (after[name] ?? []) as unknown[];
    after[name] = [...before.slice(0, first), ...items, ...before.slice(first + count)];
  }
  return after;
}

/** The latest view of each viewer, so that the next one can come as a difference. */
export class Views {
  private readonly latest = new Map<string, { version: number; view: object }>();

  keep(sight: Sight, version: number): void {
    this.latest.set(sight.viewer, { version, view: sight.view });
  }

  /** Turn a difference into a whole update; null if it is based on another version than the known one. */
  whole({ view: difference, ...message }: Changed): Update | null {
    const known = this.latest.get(message.viewer);
    if (!known || known.version !== message.since) return null;
    const view = applied(known.view, difference);
    if (checkOf(view) !== difference.check) return null;
    const { viewer, undo, version, since, events, clock } = message;
    return { type: "update", version, since, events, clock, sight: { viewer, undo, view: view as Sight["view"] } };
  }
}
