import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, type StudyDeed } from "../src/lib/api";
import type { Studied } from "../src/lib/protocol";
import { ANSWERED, type Link } from "../src/lib/game-socket";
import { firstLook, StudyConnection } from "../src/lib/study-connection";

type Asked = { deeds: string[]; deed: StudyDeed };

const studied = (more: Partial<Studied> = {}): Studied =>
  ({
    deeds: [],
    info: { id: "lessons/fight" },
    sight: { viewer: "blue", view: { n: more.deeds?.length ?? 0 } },
    ...more,
  }) as unknown as Studied;
const moment = (n: number) =>
  ({ events: [{ kind: "stepped" }], sight: { viewer: "blue", view: { n } } }) as unknown as NonNullable<
    Studied["moments"]
  >[number];

function exercise(
  answers: (Studied | Error)[],
  first = studied(),
  more: Partial<ConstructorParameters<typeof StudyConnection>[0]> = {},
) {
  const asked: Asked[] = [];
  const heard: string[] = [];
  const links: Link[] = [];
  const line = new StudyConnection(
    {
      kind: "lessons",
      name: "fight",
      first,
      ask: async (_kind, _name, deeds, deed) => {
        asked.push({ deeds, deed });
        const answer = answers.shift() ?? studied();
        if (answer instanceof Error) throw answer;
        return answer;
      },
      ...more,
    },
    {
      onlink: (link) => links.push(link),
      onwelcome: ({ version }) => heard.push(`welcome ${version}`),
      onupdate: ({ version, events, sight }, gap) =>
        heard.push(
          `update ${version} ${events!.length} ${(sight.view as unknown as { n: number }).n}${gap ? " gap" : ""}`,
        ),
      onnews: () => {},
      onsaid: () => {},
      ontrouble: ({ reason }) => heard.push(`trouble ${reason.code}`),
    },
  );
  line.open();
  return { line, asked, heard, links };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("an exercise as a line", () => {
  it("welcomes with what was seen first, and its history", async () => {
    const { line, heard } = exercise([], studied({ history: [[], []] as never }));
    expect(heard).toEqual(["welcome 2"]);
    const reply = await line.send({ type: "history", seat: "blue" });
    expect(reply.type === "history" && reply.steps.map((step) => step.version)).toEqual([1, 2]);
  });

  it("sends the choices so far, and reports what happened", async () => {
    const { line, asked, heard } = exercise([
      studied({ deeds: ["play pass"], moments: [moment(1)] }),
      studied({ deeds: ["play pass", "play pass"], moments: [moment(2)] }),
    ]);
    const both = [
      line.send({ type: "do", seat: "blue", version: 0, choices: ["pass"] }),
      line.send({ type: "do", seat: "blue", version: 0, choices: ["pass"] }),
    ];
    expect((await Promise.all(both)).map((reply) => reply.type)).toEqual(["answer", "answer"]);
    expect(asked.map(({ deeds }) => deeds.length)).toEqual([0, 1]);
    expect(heard).toEqual(["welcome 1", "update 2 1 1", "update 3 1 2"]);
  });

  it("shows what happened before a position that is set up anew", async () => {
    const { line, heard } = exercise([
      studied({ deeds: ["a", "b", "c"], moments: [moment(1)], fresh: true, history: [[]] as never }),
    ]);
    await line.act({ type: "show" });
    expect(heard.slice(1)).toEqual(["update 2 1 1", "update 3 0 3 gap"]);
    const reply = await line.send({ type: "history", seat: "blue" });
    expect(reply.type === "history" && reply.steps).toEqual([{ version: 3, events: [] }]);
  });

  it("has the advice of the last answer", async () => {
    const { line } = exercise([studied({ advice: { decision: "act" } })]);
    await line.act({ type: "show" });
    expect(await line.send({ type: "ask", seat: "blue", about: "" })).toMatchObject({
      version: 1,
      advice: { decision: "act" },
    });
  });

  it("lets the bot decide until it is one's turn", async () => {
    const { asked } = exercise(
      [studied({ waits: true }), studied({ waits: true }), studied()],
      studied({ waits: true }),
    );
    await vi.runAllTimersAsync();
    expect(asked.map(({ deed }) => deed.type)).toEqual(["wait", "wait", "wait"]);
  });

  it("reports a refusal, unless the page answers it", async () => {
    const refused = studied({ reason: { code: "no-contact" } });
    const { line } = exercise([refused, refused], studied(), { answers: (answer) => answer.deeds.length > 0 });
    const ask = { type: "ask", seat: "blue", about: "bW attack yC" } as const;
    expect(await line.send(ask)).toMatchObject({ reason: { code: "no-contact" } });
    const { line: other } = exercise([studied({ ...refused, deeds: ["try x"] })], studied(), {
      answers: (answer) => answer.deeds.length > 0,
    });
    expect(await other.send(ask)).toMatchObject({ reason: { code: ANSWERED } });
  });

  it("asks again when the line was lost or it was too fast, and reports every other trouble", async () => {
    const { line, asked, links } = exercise([
      new ApiError({ code: "unreachable" }, 0),
      new ApiError({ code: "too-fast" }, 429),
      studied({ deeds: ["play pass"] }),
    ]);
    const done = line.act({ type: "show" });
    await vi.runAllTimersAsync();
    expect(await done).toBe(null);
    expect([asked.length, line.deeds, links]).toEqual([3, ["play pass"], ["open", "lost", "open"]]);
    const { line: other } = exercise([new ApiError({ code: "bad-deeds" }, 400)]);
    expect(await other.act({ type: "show" })).toEqual({ code: "bad-deeds" });
  });

  it("tries at once when asked to", async () => {
    const { line, asked } = exercise([new ApiError({ code: "unreachable" }, 0), studied({ deeds: ["play pass"] })]);
    const done = line.act({ type: "show" });
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveLength(1);
    line.hurry();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveLength(2);
    expect(await done).toBe(null);
  });

  it("begins anew where what was kept is of another version of the exercise", async () => {
    const seen: string[][] = [];
    const found = await firstLook("lessons", "fight", ["play castle"], async (_kind, _name, deeds) => {
      seen.push(deeds);
      if (deeds.length) throw new ApiError({ code: "bad-deeds" }, 400);
      return studied();
    });
    expect([seen, found.deeds]).toEqual([[["play castle"], []], []]);
  });
});
