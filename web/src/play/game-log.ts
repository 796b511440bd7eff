// The log of the game page. New events are appended. The log is rebuilt after a takeback, and for another viewer or
// language.

import { Chronicle, type LogEntry } from "$lib/sentences";
import type { HistoryStep } from "$lib/protocol";
import type { NamingContext } from "$lib/names";

/** The steps that count: without those that were taken back, and without the events that took them back. */
export function standing(steps: HistoryStep[]): HistoryStep[] {
  const found: HistoryStep[] = [];
  for (const step of steps) {
    const undone = step.events.find((event) => event.kind === "undone");
    if (!undone) found.push(step);
    else while (found.length && found.at(-1)!.version >= (undone.number ?? 0)) found.pop();
  }
  return found;
}

/** Rooms that lay open from the beginning: nobody has revealed them. */
function openRooms(steps: HistoryStep[], rooms: Record<string, string> = {}): Record<string, string> {
  const revealed = new Set(
    steps.flatMap((step) => step.events.filter((event) => event.kind === "revealed").map((event) => event.place)),
  );
  return Object.fromEntries(Object.entries(rooms).filter(([place]) => !revealed.has(place)));
}

export class GameLog {
  private key = "";
  private chronicle: Chronicle | null = null;
  private added: HistoryStep[] = [];

  /**
   * The lines of these steps. `key` changes with everything else the words depend on: who looks, the language, names.
   */
  lines(key: string, steps: HistoryStep[], naming: NamingContext): LogEntry[] {
    const now = standing(steps);
    const goesOn =
      key === this.key && this.added.length <= now.length && this.added.every((step, index) => step === now[index]);
    if (!this.chronicle || !goesOn) {
      this.chronicle = new Chronicle({ ...naming, rooms: openRooms(now, naming.rooms) });
      this.added = [];
      this.key = key;
    }
    for (const step of now.slice(this.added.length)) this.chronicle.add(step.events);
    this.added = now;
    return [...this.chronicle.entries];
  }
}
