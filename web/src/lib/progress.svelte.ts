// The learner's progress. Results are sent to the server, which keeps them with the person and returns what follows
// from them. Results that could not be sent yet wait in this browser.
import { transport } from "$transport";
import { ApiError, json, part, query } from "./api";
import { newBoardId } from "./boards";
import { lessonsDone } from "./lesson-progress";
import { ensurePerson, withKey } from "./person";
import type { Entry, NextPuzzle, OwnStatistics, ProgressReport } from "./protocol";
import { oldPuzzleResults } from "./puzzle-progress";
import { recall, remember } from "./storage";
import { REPORT, storedReport } from "./stored-report";

const TAKEN_OVER = "dungeon-twister.progress-taken-over";
const WAITING = "dungeon-twister.progress-waiting";
/** The server refuses larger requests. */
const AT_ONCE = 100;
/** Characters of positions in one request. */
const TEXT_AT_ONCE = 60_000;

/** A result without what is added here: its id and its time. */
export type Result = Omit<Entry, "id" | "at">;

const waiting = (): Entry[] => recall<Entry[]>(WAITING, []);

class Learner {
  /** What follows from all results; that of the last visit until the server has answered. */
  report = $state.raw<ProgressReport | null>(storedReport());
  /** Results that the server does not have yet. */
  unsent = $state.raw<Entry[]>(waiting());
  private sending: Promise<void> | null = null;

  /** Ask for the progress, and send what waits. Without a connection, the last report stays. */
  async load(): Promise<void> {
    this.takeOverOld();
    try {
      if (waiting().length) await this.flush();
      else this.keep(await withKey((token) => json<ProgressReport>("/progress", { token })));
    } catch {
      // The page shows what it knows.
    }
  }

  /** Add results. They are stored here at once and sent as soon as possible. */
  async addEntries(results: Result[]): Promise<void> {
    const at = Date.now() / 1000;
    const entries = results.map((result) => ({ ...result, id: newId(result), at }));
    this.wait([...waiting(), ...entries]);
    await this.flush().catch(() => undefined);
  }

  /** Results that earlier versions of this page kept in the browser only. They have no time and are not rated. */
  private takeOverOld(): void {
    if (recall(TAKEN_OVER, false)) return;
    const { solved, faults } = oldPuzzleResults();
    const old = (kind: string, name: string, score: number): Entry => ({
      id: `old.${kind}.${name}.${score}`,
      at: score,
      kind,
      name,
      score,
      rated: false,
    });
    const entries = [
      ...lessonsDone().map((name) => old("lesson", name, 1)),
      ...faults.map((number) => old("puzzle", String(number), 0)),
      ...solved.map((number) => old("puzzle", String(number), 1)),
    ];
    this.wait([...waiting(), ...entries]);
    remember(TAKEN_OVER, true);
  }

  /** Remove a mistake, or all of them. What waits is sent first, so that it does not come back. */
  async removeMistakes(name = ""): Promise<void> {
    await this.flush();
    const path = `/progress/mistakes${name && `/${part(name)}`}`;
    this.keep(await withKey((token) => json<ProgressReport>(path, { method: "DELETE", token })));
  }

  private wait(entries: Entry[]): void {
    remember(WAITING, entries);
    this.unsent = entries;
  }

  private flush(): Promise<void> {
    this.sending ??= this.send().finally(() => (this.sending = null));
    return this.sending;
  }

  private async send(): Promise<void> {
    if (!(await ensurePerson()) && !transport.alone) return;
    let size = AT_ONCE;
    for (let entries = waiting(); entries.length; entries = waiting()) {
      const some = first(entries, size);
      try {
        this.keep(await post(some));
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 422) throw error;
        // One of them will never be accepted: it is found by sending each alone, and does not wait any longer.
        if (some.length > 1) {
          size = 1;
          continue;
        }
      }
      const sent = new Set(some.map(({ id }) => id));
      this.wait(waiting().filter(({ id }) => !sent.has(id)));
    }
  }

  private keep(report: ProgressReport): void {
    this.report = report;
    remember(REPORT, report);
  }
}

export const learner = new Learner();

const post = (entries: Entry[]) =>
  withKey((token) => json<ProgressReport>("/progress", { method: "POST", body: { entries }, token }));
/** A position that is collected again is the same entry. */
const newId = ({ kind, name }: Result) => `${kind}.${kind === "mistake" ? name : newBoardId()}`;

/** The first entries: at least one, at most so many, and no more text than a request takes. */
function first(entries: Entry[], most: number): Entry[] {
  let text = 0;
  const end = entries.findIndex((entry, at) => at && (at >= most || (text += entry.text?.length ?? 0) > TEXT_AT_ONCE));
  return end < 0 ? entries : entries.slice(0, end);
}

/** The puzzle to offer next; number 0: there is none left. `besides`: the one that is shown. */
export const nextPuzzle = (wish: { family?: string; theme?: string; besides?: number }) =>
  withKey((token) => json<NextPuzzle>(`/progress/puzzle${query(wish)}`, { token }));

/** Sums over one's last games. `missing` games are counted by the next requests. */
export const ownStatistics = () => withKey((token) => json<OwnStatistics>("/progress/statistics", { token }));

/** A mistake of one's own games, with its position. */
export const ownMistake = (name: string) =>
  withKey((token) => json<Entry>(`/progress/mistakes/${part(name)}`, { token }));
