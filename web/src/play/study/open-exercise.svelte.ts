// An exercise, opened: its session over requests instead of a socket, and the desk that the game table is shown with.

import { api } from "$lib/api";
import type { Studied } from "$lib/protocol";
import { firstLook, StudyLine, type StudyOptions } from "$lib/study-connection";
import { Desk } from "../game-page-store.svelte";
import { Session } from "../game-session.svelte";

export interface Opened {
  session: Session;
  desk: Desk;
  line: StudyLine;
  first: Studied;
}

/** Open an exercise where its deeds have led; `title` stands for the scenario's, which may be a laboratory.
 * What is wrong is thrown as by `api`. The session is opened by whoever shows it. */
export async function openStudy(
  kind: string,
  name: string,
  deeds: string[],
  title: string,
  more: Pick<StudyOptions, "onstudied" | "answers"> = {},
): Promise<Opened> {
  const first = await firstLook(kind, name, deeds);
  const scene = await api.scene(first.info.scenario, first.info.options);
  let line!: StudyLine;
  const session = new Session({
    id: first.info.id,
    keys: [{ colour: first.sight.viewer, token: "" }],
    curtainAlways: () => false,
    connect: (listener) => (line = new StudyLine({ kind, name, first, ...more }, listener)),
  });
  session.scene = { ...scene, scenario: "own", title };
  const desk = new Desk(session);
  return { session, desk, line, first };
}
