import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { applied, checkOf, Views } from "../src/lib/view-differences";
import type { Changed, Difference, Sight } from "../src/lib/protocol";
import { GameSocket } from "../src/lib/game-socket";
import type { SocketLike } from "../src/transport/types";
import examples from "./fixtures/differences.json";
import { completeMessage } from "./complete-message";

interface Example {
  before: object;
  difference: Difference;
  after: object;
}
const cases = examples as unknown as Example[];
const sight = (view: object) => ({ viewer: "blue", view }) as unknown as Sight;
const changed = ({ difference }: Example, since: number, version = since + 1): Changed => ({
  type: "changed",
  version,
  since,
  viewer: "blue",
  view: difference,
  undo: "move",
});

describe("a difference", () => {
  it.each(cases)("makes one view of another, with the server's check", ({ before, difference, after }) => {
    const kept = structuredClone(before);
    const view = applied(before, difference);
    expect(view).toEqual(after);
    expect(checkOf(view)).toBe(difference.check);
    expect(before).toEqual(kept);
  });

  it("is checked whatever the order of the fields, and anything wrong is found", () => {
    const { after, difference } = cases[1]!;
    expect(checkOf(Object.fromEntries(Object.entries(after).reverse()))).toBe(difference.check);
    for (const name of Object.keys(after)) {
      expect(checkOf({ ...after, [name]: "other" })).not.toBe(difference.check);
      const { [name]: _, ...less } = after as Record<string, unknown>;
      expect(checkOf(less)).not.toBe(difference.check);
    }
  });

  it("becomes an update where the view before is known, and nothing elsewhere", () => {
    const views = new Views();
    const example = cases[0]!;
    expect(views.whole(changed(example, 3))).toBeNull();
    views.keep(sight(example.before), 3);
    expect(views.whole(changed(example, 2))).toBeNull();
    expect(views.whole(changed(example, 3))).toMatchObject({
      type: "update",
      version: 4,
      since: 3,
      sight: { undo: "move", view: example.after },
    });
    views.keep(sight({ ...example.before, turn: 99, winners: ["nobody"] }), 3);
    expect(views.whole(changed(example, 3))).toBeNull();
  });
});

describe("the connection", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function line() {
    const sent: { type: string }[] = [];
    const updates: unknown[] = [];
    const wire = {
      send: (text: string) => sent.push(JSON.parse(text)),
      close: () => {},
      onopen: null,
      onclose: null,
      onmessage: null,
      onerror: null,
    } as SocketLike;
    const nothing = () => {};
    const listener = { onlink: nothing, onwelcome: nothing, onnews: nothing, onsaid: nothing, ontrouble: nothing };
    const connection = new GameSocket(
      "ws://here",
      [],
      { ...listener, onupdate: (update) => updates.push(update.sight.view) },
      () => wire,
    );
    const say = (message: unknown) =>
      wire.onmessage?.({ data: JSON.stringify(completeMessage(message)) } as MessageEvent);
    const welcome = (view: object, version: number) =>
      say({ type: "welcome", version, info: {}, sights: [sight(view)] });
    connection.open();
    wire.onopen?.({} as Event);
    const looks = () => sent.filter(({ type }) => type === "look").length;
    return { sent, updates, say, welcome, looks };
  }

  it("says that it understands differences, and makes views of them", () => {
    const { sent, updates, say, welcome, looks } = line();
    const example = cases[0]!;
    expect(sent[0]).toEqual({ type: "hello", seats: [], since: -1, differences: true, choosing: true });
    welcome(example.before, 3);
    say(changed(example, 3));
    say(changed(example, 3)); // twice
    expect(updates).toEqual([example.after]);
    expect(looks()).toBe(0);
  });

  it("asks for the whole view when a check is wrong, again if it does not come, and goes on from it", () => {
    const { updates, say, welcome, looks } = line();
    const example = cases[0]!;
    welcome({ ...example.before, turn: 99, winners: ["nobody"] }, 3);
    say(changed(example, 3));
    say(changed(example, 4)); // what follows cannot be made use of either
    expect(updates).toEqual([]);
    expect(looks()).toBe(1);
    vi.advanceTimersByTime(3100);
    expect(looks()).toBe(2);
    welcome(example.before, 7);
    say(changed(example, 7));
    expect(updates).toEqual([example.after]);
    vi.advanceTimersByTime(10_000);
    expect(looks()).toBe(2);
  });
});
