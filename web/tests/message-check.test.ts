// What the server sends is checked in development and tests: a wrong shape is named by its path.
import { afterEach, describe, expect, it, vi } from "vitest";
import { api } from "$lib/api";
import { GameSocket } from "$lib/game-socket";
import { checkAnswer, checkMessage, MessageError } from "$lib/message-check";
import type { SocketLike } from "../src/transport/types";
import { completeMessage, completeShape } from "./complete-message";
import differences from "./fixtures/differences.json";

afterEach(() => void vi.unstubAllGlobals());

const VIEW = differences[0]!.before as unknown as Record<string, unknown>;
const update = (view: object = VIEW, more: object = {}) =>
  completeMessage({ type: "update", version: 4, sight: { viewer: "blue", view }, ...more });
const problem = (message: unknown, socket: "game" | "lobby" = "game"): string => {
  try {
    checkMessage(message, socket);
  } catch (error) {
    if (error instanceof MessageError) return error.message;
    throw error;
  }
  return "";
};

describe("a message of the game socket", () => {
  it("fits as the server makes it", () => {
    for (const { before } of differences) expect(problem(update(before))).toBe("");
    expect(problem(completeMessage({ type: "welcome", sights: [{ viewer: "blue", view: VIEW }] }))).toBe("");
  });

  it("may have fields that the page does not know yet", () => {
    expect(problem(update(VIEW, { later: 1 }))).toBe("");
  });

  it.each([
    ["a missing field", { ...VIEW, turn: undefined }, "sight.view.turn is missing"],
    ["another type", { ...VIEW, ap: "one" }, "sight.view.ap is of type string instead of integer"],
    ["a number with a fraction", { ...VIEW, ap: 0.5 }, "sight.view.ap is of type number instead of integer"],
    ["nothing where something must be", { ...VIEW, rooms: null }, "sight.view.rooms is of type null instead of array"],
    ["an unknown game", { ...VIEW, game: "chess" }, 'sight.view.game is "chess", which is unknown'],
    ["a wrong item", { ...VIEW, players: [{}] }, "sight.view.players[0].colour is missing"],
  ])("does not fit with %s", (_, view, text) => {
    expect(problem(JSON.parse(JSON.stringify({ ...(update() as object), sight: { viewer: "blue", view } })))).toContain(
      text,
    );
  });

  it("says where it comes from, in a sentence", () => {
    expect(problem({ type: "pong", id: "", now: "late" })).toBe(
      'A message "pong" of the game socket does not fit its schema: now is of type string instead of number.',
    );
    expect(problem({ type: "gossip" })).toContain('does not fit its schema: type is "gossip", which is unknown.');
    expect(problem([])).toContain("it is of type array instead of object");
  });
});

describe("a message of the lobby", () => {
  it("is checked by its own schema", () => {
    expect(problem({ type: "pong", id: "", now: 0 }, "lobby")).toBe("");
    expect(problem(completeMessage({ type: "update" }), "lobby")).not.toBe("");
    expect(problem({ type: "matched", commitment: 7, seconds: 10 }, "lobby")).toContain(
      "commitment is of type integer",
    );
  });
});

describe("an answer", () => {
  it("is checked by its route", () => {
    const info = completeShape<object>("GameInfo");
    expect(() => checkAnswer(info, "GET", "/games/abc")).not.toThrow();
    expect(() => checkAnswer([info, { ...info, seats: 2 }], "GET", "/games?open=1")).toThrow(
      "The answer of GET /games does not fit its schema: [1].seats is of type integer instead of array.",
    );
    expect(() => checkAnswer([], "GET", "/study/lessons")).not.toThrow();
    expect(() => checkAnswer(info, "POST", "/study/lesson/first")).toThrow("is missing");
    expect(() => checkAnswer(info, "GET", "/nowhere")).toThrow("The schema has no answer of GET /nowhere.");
  });

  it("is checked where the page reads it", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response('{"id": 5}')));
    await expect(api.game("abc")).rejects.toThrow(MessageError);
  });
});

describe("the sockets of the page", () => {
  it("refuse what does not fit", () => {
    const socket = { send: () => {}, close: () => {}, onopen: null, onclose: null, onmessage: null, onerror: null };
    const wire: SocketLike = socket;
    const nothing = () => {};
    const listener = { onlink: nothing, onwelcome: nothing, onupdate: nothing, onnews: nothing, onsaid: nothing };
    const connection = new GameSocket("g", [], { ...listener, ontrouble: nothing }, () => wire);
    connection.open();
    const hear = (data: unknown) => wire.onmessage?.({ data: JSON.stringify(data) } as MessageEvent);
    expect(() => hear({ type: "said", line: { who: 3 } })).toThrow('A message "said" of the game socket');
    connection.close();
  });
});
