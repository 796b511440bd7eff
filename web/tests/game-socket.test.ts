import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Update, Welcome } from "../src/lib/protocol";
import { backoff, GameSocket, type Link } from "../src/lib/game-socket";
import type { SocketLike } from "../src/transport/types";
import { socketAddress } from "../src/transport/server-transport";
import { completeMessage } from "./complete-message";

class FakeWire implements SocketLike {
  sent: Record<string, unknown>[] = [];
  closed = false;
  onopen: SocketLike["onopen"] = null;
  onclose: SocketLike["onclose"] = null;
  onmessage: SocketLike["onmessage"] = null;
  onerror: SocketLike["onerror"] = null;
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close(code = 1006) {
    this.closed = true;
    this.onclose?.({ code } as CloseEvent);
  }
  accept() {
    this.onopen?.({} as Event);
  }
  say(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(completeMessage(message)) } as MessageEvent);
  }
}

function line() {
  const wires: FakeWire[] = [];
  const links: Link[] = [];
  const updates: { version: number; gap: boolean }[] = [];
  let welcomes = 0;
  let late = false;
  const connection = new GameSocket(
    "ws://here",
    ["secret"],
    {
      onlink: (link) => links.push(link),
      onslow: (slow) => (late = slow),
      onwelcome: () => (welcomes += 1),
      onupdate: (message, gap) => updates.push({ version: message.version, gap }),
      onnews: () => {},
      onsaid: () => {},
      ontrouble: () => {},
    },
    () => {
      const wire = new FakeWire();
      wires.push(wire);
      return wire;
    },
  );
  return { connection, wires, links, updates, welcomes: () => welcomes, slow: () => late };
}

const welcome = (version: number) =>
  ({ type: "welcome", version, sights: [{ viewer: "blue", view: {} }], info: {} }) as unknown as Welcome;
const update = (version: number, since = version - 1) =>
  ({ type: "update", version, since, sight: { viewer: "blue", view: {} } }) as unknown as Update;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(1); // the longest waits
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("the connection", () => {
  it("greets with its tokens and asks for everything the first time", () => {
    const { connection, wires, links } = line();
    connection.open();
    wires[0]!.accept();
    expect(wires[0]!.sent[0]).toEqual({
      type: "hello",
      seats: ["secret"],
      since: -1,
      differences: true,
      choosing: true,
    });
    expect(links).toEqual(["connecting"]);
    wires[0]!.say(welcome(0));
    expect(links).toEqual(["connecting", "open"]);
  });

  it("leaves out what comes twice or too late, and notices what is missing", () => {
    const { connection, wires, updates } = line();
    connection.open();
    wires[0]!.accept();
    wires[0]!.say(welcome(5));
    for (const version of [6, 6, 5, 7, 10, 8]) wires[0]!.say(update(version));
    wires[0]!.say(update(14, 10));
    expect(updates).toEqual([
      { version: 6, gap: false },
      { version: 7, gap: false },
      { version: 10, gap: true },
      { version: 14, gap: false },
    ]);
  });

  it("sends again what was not answered, with the same id, and asks since the last version", async () => {
    const { connection, wires } = line();
    connection.open();
    wires[0]!.accept();
    wires[0]!.say(welcome(5));
    const answered = connection.send({ type: "undo", seat: "blue", version: 5 });
    const lost = connection.send({ type: "do", seat: "blue", version: 5, choices: ["pass"] });
    const [first, second] = wires[0]!.sent.slice(1);
    wires[0]!.say({ type: "answer", id: first!.id, version: 6 });
    expect(await answered).toMatchObject({ version: 6 });
    wires[0]!.close();
    await vi.advanceTimersByTimeAsync(backoff(1));
    wires[1]!.accept();
    expect(wires[1]!.sent[0]).toMatchObject({ type: "hello", since: 5 });
    expect(wires[1]!.sent.slice(1)).toEqual([second]);
    wires[1]!.say({ type: "answer", id: second!.id, version: 7 });
    expect(await lost).toMatchObject({ id: second!.id });
    wires[1]!.close();
    await vi.advanceTimersByTimeAsync(backoff(1));
    wires[2]!.accept();
    expect(wires[2]!.sent).toHaveLength(1);
  });

  it("keeps commands given while the line is down", async () => {
    const { connection, wires } = line();
    connection.open();
    void connection.send({ type: "resign", seat: "blue" });
    expect(wires[0]!.sent).toHaveLength(0);
    wires[0]!.accept();
    expect(wires[0]!.sent.map((message) => message.type)).toEqual(["hello", "resign"]);
  });

  it("waits longer each time, at most five seconds, and starts again after a success", async () => {
    expect([1, 2, 3, 4, 5, 6, 9].map((attempt) => backoff(attempt, 1))).toEqual([
      300, 600, 1200, 2400, 4800, 5000, 5000,
    ]);
    expect(backoff(6, 0)).toBe(2500);
    const { connection, wires, links } = line();
    connection.open();
    wires[0]!.close();
    await vi.advanceTimersByTimeAsync(299);
    expect(wires).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(wires).toHaveLength(2);
    wires[1]!.close();
    await vi.advanceTimersByTimeAsync(599);
    expect(wires).toHaveLength(2);
    connection.hurry();
    expect(wires).toHaveLength(3);
    wires[2]!.accept();
    wires[2]!.say(welcome(0));
    expect(links.at(-1)).toBe("open");
    wires[2]!.close();
    await vi.advanceTimersByTimeAsync(300);
    expect(wires).toHaveLength(4);
  });

  it("hears nothing of an old line and of one that was closed for good", async () => {
    const { connection, wires, updates } = line();
    connection.open();
    wires[0]!.accept();
    const old = wires[0]!;
    old.close();
    await vi.advanceTimersByTimeAsync(300);
    old.say(update(9));
    expect(updates).toEqual([]);
    connection.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(wires).toHaveLength(2);
  });

  it("does not come back to a game that is not there", async () => {
    const { connection, wires, links } = line();
    connection.open();
    wires[0]!.accept();
    wires[0]!.close(4404);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(wires).toHaveLength(1);
    expect(links.at(-1)).toBe("closed");
  });

  it("takes the browser's word that it is offline", async () => {
    const { connection, wires, links } = line();
    connection.open();
    wires[0]!.accept();
    connection.doubt();
    expect(links.at(-1)).toBe("lost");
    expect(wires[0]!.closed).toBe(true);
    await vi.advanceTimersByTimeAsync(300);
    expect(wires).toHaveLength(2);
  });

  it("drops a line that has fallen silent, within eight seconds", async () => {
    const { connection, wires, links } = line();
    connection.open();
    wires[0]!.accept();
    wires[0]!.say(welcome(0));
    await vi.advanceTimersByTimeAsync(4_000);
    expect(wires[0]!.sent.at(-1)).toMatchObject({ type: "ping" });
    wires[0]!.say({ type: "pong", id: "", now: 0 });
    await vi.advanceTimersByTimeAsync(3_900);
    expect(links.at(-1)).toBe("open");
    await vi.advanceTimersByTimeAsync(3_700);
    expect(wires[0]!.closed).toBe(true);
    expect(links.at(-1)).toBe("lost");
  });

  it("makes another attempt when one is swallowed", async () => {
    const { connection, wires, links } = line();
    connection.open();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(wires).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1 + 300);
    expect(wires[0]!.closed).toBe(true);
    expect(wires).toHaveLength(2);
    wires[1]!.accept(); // opened, but nothing is said
    await vi.advanceTimersByTimeAsync(5_000 + 600);
    expect(wires).toHaveLength(3);
    wires[2]!.accept();
    wires[2]!.say(welcome(0));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(links.at(-1)).toBe("open");
  });

  it("tries at once when asked to, also while an attempt is under way", () => {
    const { connection, wires } = line();
    connection.open();
    connection.hurry();
    expect(wires).toHaveLength(2);
    expect(wires[0]!.closed).toBe(true);
    wires[1]!.accept();
    wires[1]!.say(welcome(0));
    connection.hurry(); // a line that works is kept
    expect(wires).toHaveLength(2);
  });

  it("says when a command takes long, and asks whether the server is there", async () => {
    const { connection, wires, slow } = line();
    connection.open();
    wires[0]!.accept();
    wires[0]!.say(welcome(0));
    void connection.send({ type: "ask", seat: "blue", about: "" });
    await vi.advanceTimersByTimeAsync(2_500);
    expect(slow()).toBe(false); // a question may take its time
    wires[0]!.say({ type: "pong", id: "", now: 0 });
    void connection.send({ type: "undo", seat: "blue", version: 0 });
    const { id } = wires[0]!.sent.at(-1)!;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(slow()).toBe(true);
    expect(wires[0]!.sent.at(-1)).toMatchObject({ type: "ping" });
    wires[0]!.say({ type: "answer", id, version: 1 });
    expect(slow()).toBe(false);
  });

  it("notices a server that hangs sooner when something is sent", async () => {
    const { connection, wires, links } = line();
    connection.open();
    wires[0]!.accept();
    wires[0]!.say(welcome(0));
    await vi.advanceTimersByTimeAsync(1_000);
    void connection.send({ type: "undo", seat: "blue", version: 0 });
    await vi.advanceTimersByTimeAsync(2_000 + 3_500); // the regular ping in between does not begin the wait anew
    expect(links.at(-1)).toBe("lost");
  });

  it("asks for the whole state anew", () => {
    const { connection, wires, welcomes } = line();
    connection.open();
    wires[0]!.accept();
    connection.look();
    wires[0]!.say(welcome(3));
    connection.look();
    connection.look();
    expect(wires[0]!.sent.filter(({ type }) => type === "look")).toHaveLength(1);
    wires[0]!.say(welcome(3));
    expect(welcomes()).toBe(2);
  });

  it("follows the page's own scheme and host", () => {
    expect(socketAddress("a b", { protocol: "https:", host: "x.org" })).toBe("wss://x.org/api/games/a%20b/socket");
    expect(socketAddress("g", { protocol: "http:", host: "localhost:8000" })).toBe(
      "ws://localhost:8000/api/games/g/socket",
    );
  });
});
