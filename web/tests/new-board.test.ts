// A new free board is set up by the server and kept in this browser, with a first variation if there is a plan.
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "$lib/api";
import { boardOf } from "$lib/boards";
import { createBoard } from "$lib/new-board";
import type { Reason, Studied } from "$lib/protocol";
import { storageInMemory } from "./fake-storage";

const studied = (deeds: string[], reason?: Reason): Studied =>
  ({
    deeds,
    info: { game: "board", scenario: "base" },
    moments: [{ events: [{ kind: "stepped" }] }],
    ...(reason && { reason }),
  }) as unknown as Studied;

beforeEach(() => {
  vi.restoreAllMocks();
  storageInMemory();
});

it("begins where it was set up", async () => {
  vi.spyOn(api, "study").mockResolvedValueOnce(studied(["from position", "seed s", "pass"]));
  const board = boardOf(await createBoard({ type: "begin", position: "x" }, ({ info }) => info.scenario))!;
  expect([board.name, board.at, board.tree.start]).toEqual(["base", "", ["from position", "seed s", "pass"]]);
});

it("plays actions one by one, until one is refused", async () => {
  const study = vi
    .spyOn(api, "study")
    .mockResolvedValueOnce(studied(["p", "seed s"]))
    .mockResolvedValueOnce(studied(["p", "seed s", "move bH"]))
    .mockResolvedValueOnce(studied(["p", "seed s", "move bH"], { code: "no-way" }));
  const actions = [[{ do: "move" }], [{ do: "attack" }], [{ do: "pass" }]];
  const board = boardOf(await createBoard({ type: "begin" }, () => "plan", actions))!;
  expect(study.mock.calls.length).toBe(3);
  expect(study.mock.calls[2]![2]).toEqual(["p", "seed s", "move bH"]);
  expect(Object.values(board.tree.nodes).map(({ lines }) => lines)).toEqual([["move bH"]]);
  expect(board.at).toBe("1");
});
