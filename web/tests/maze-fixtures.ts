/** The scenes and stretches of games in fixtures/maze.json, with the rooms and figures put back into the scenes. */
import type { EventView, PieceKind, RoomDrawing, Scene } from "../src/lib/protocol";
import { buildLayout, turnsFor } from "../src/maze/layout";
import type { AnyView } from "../src/maze/types";
import data from "./fixtures/maze.json";

interface Raw {
  rooms: Record<string, RoomDrawing>;
  figures: Record<string, PieceKind[]>;
  scenes: Record<string, Omit<Scene, "rooms"> & { rooms: string[] }>;
  stretches: { before: AnyView; events: EventView[]; after: AnyView }[];
}
const raw = data as unknown as Raw;

export const scenes: Scene[] = Object.values(raw.scenes).map((scene) => ({
  ...scene,
  figures: raw.figures[scene.game] ?? [],
  rooms: scene.rooms.map((name) => raw.rooms[`${scene.game}/${name}`] as RoomDrawing),
}));
export const stretches = raw.stretches;

export function sceneOf(name: string): Scene {
  const found = scenes.find((scene) => scene.scenario === name);
  if (!found) throw new Error(`no scene ${name}`);
  return found;
}

export const layoutOf = (name: string, home = "blue", tall = false) =>
  buildLayout(sceneOf(name), turnsFor(sceneOf(name), home, tall));
