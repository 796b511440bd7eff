// The second worker: when it is started before anything is asked of it.
import { expect, test, vi } from "vitest";
import { leadsToWork, WorkerClient } from "../src/transport/worker-client";

const request = (address: string) =>
  leadsToWork({ kind: "request", id: 1, method: "GET", address, token: "", body: "" });

test("a table, a free board and a finished game lead to work, other pages do not", () => {
  expect(leadsToWork({ kind: "dial", line: 1, game: "one" })).toBe(true);
  expect(request("/study/board/new")).toBe(true);
  expect(request("/replays/abc/0?viewer=all")).toBe(true);
  expect(request("/study/missions/night-shift")).toBe(false);
  expect(request("/games")).toBe(false);
});

test("a page is asked once for a worker, and questions wait for it", async () => {
  const wish = vi.fn();
  const client = new WorkerClient(wish);
  client.wake();
  client.meet(3);
  client.wake();
  const answer = client.ask("bots", "who?");
  client.wake();
  expect(wish.mock.calls).toEqual([[3]]);
  const { port1, port2 } = new MessageChannel();
  port2.onmessage = ({ data }: MessageEvent<{ id: number; text: string }>) =>
    port2.postMessage({ id: data.id, text: `${data.text} I` });
  client.lent(3, port1);
  expect(await answer).toBe("who? I");
  port1.close();
});
