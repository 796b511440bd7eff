// An exercise, opened: its session over requests instead of a socket, and the desk that the game table is shown with.

import { api } from "$lib/api";
import type { Studied } from "$lib/protocol";
import { firstLook, StudyConnection, type StudyOptions } from "$lib/study-connection";
import { GamePageStore } from "../game-page-store.svelte";
import { GameSession } from "../game-session.svelte";

export interface OpenExercise {
  session: GameSession;
  store: GamePageStore;
  connection: StudyConnection;
  first: Studied;
}

/**
 * Load an exercise at the moment its choices lead to; `title` replaces the scenario's, which may be a laboratory.
 * Errors are thrown as by `api`. The component that shows the session opens it.
 */
export async function openExercise(
  kind: string,
  name: string,
  deeds: string[],
  title: string,
  more: Pick<StudyOptions, "onstudied" | "answers"> = {},
): Promise<OpenExercise> {
  const first = await firstLook(kind, name, deeds);
  const scene = first.board?.scene ?? (await api.scene(first.info.scenario, first.info.options));
  let connection!: StudyConnection;
  const session = new GameSession({
    id: first.info.id,
    keys: [{ colour: first.sight.viewer, token: "" }],
    curtainAlways: () => false,
    connect: (listener) => (connection = new StudyConnection({ kind, name, first, ...more }, listener)),
  });
  session.scene = { ...scene, scenario: "own", title };
  const store = new GamePageStore(session);
  return { session, store, connection, first };
}
