import { describe, expect, it, vi } from "vitest";
import type { Studied } from "../src/lib/protocol";
import { StudyConnection } from "../src/lib/study-connection";
import { GameSession } from "../src/play/game-session.svelte";

/** The position when somebody lays a card, as the server sends it. */
function laying(turn: number, who: string, pending: string[], moment = true): Studied {
  const sight = {
    viewer: who,
    view: {
      viewer: who,
      turn,
      active: "blue",
      over: false,
      pending: pending.map((one) => ({ kind: "combat", who: one })),
      choices: [],
    },
  };
  const moments = moment ? [{ events: [{ kind: "combat-chosen" }], sight }] : [];
  return {
    deeds: [String(turn)],
    info: { id: "board/x", seats: [] },
    sight,
    moments,
    advice: { decision: "combat", able: [who] },
  } as unknown as Studied;
}

async function settled(session: GameSession): Promise<void> {
  session.playback.played();
  await vi.waitFor(() => expect(session.busy).toBe(false));
  await new Promise((resolve) => setTimeout(resolve));
}

describe("a free board in a combat", () => {
  it("advises each player who lays a card, one after the other", async () => {
    const answers = [
      laying(2, "blue", ["yellow", "blue"]),
      laying(3, "yellow", ["yellow"]),
      laying(4, "blue", ["blue"]),
    ];
    const session = new GameSession({
      id: "board/x",
      keys: ["blue", "yellow"].map((colour) => ({ colour, token: "" })),
      curtainAlways: () => false,
      open: true,
      connect: (listener) =>
        new StudyConnection(
          { kind: "board", name: "x", first: laying(1, "blue", ["blue"], false), ask: async () => answers.shift()! },
          listener,
        ),
    });
    session.open();
    await settled(session);
    for (const who of ["blue", "yellow", "blue"]) {
      await session.do(["combat 3"]);
      await settled(session);
      expect([
        session.looking,
        session.mine,
        session.adviceVersion === session.playback.version,
        session.advice?.able,
      ]).toEqual([who, true, true, [who]]);
    }
  });
});
