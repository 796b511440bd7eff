// A browser that the server does not let begin as a new person says so, plays on, and tries again.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { registration } from "$lib/registration.svelte";
import { ensurePerson, personKey } from "$lib/person";
import { storageInMemory } from "./fake-storage";

const fetched = vi.fn<typeof fetch>();
const answer = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });

beforeEach(() => {
  storageInMemory();
  vi.useFakeTimers();
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal("navigator", { userAgent: "" });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  registration.refused = false;
});

it("reports a refusal because of too many new players, and tries again by itself", async () => {
  fetched
    .mockResolvedValueOnce(answer({ reason: { code: "too-many-people" } }, 429))
    .mockResolvedValueOnce(answer({ key: "k", name: "" }, 201));
  expect(await ensurePerson()).toBe("");
  await vi.waitFor(() => expect([registration.refused, personKey()]).toEqual([true, ""]));
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect([registration.refused, personKey()]).toEqual([false, "k"]);
});

it("says nothing where the server cannot be reached", async () => {
  fetched.mockRejectedValueOnce(new TypeError("offline"));
  expect(await ensurePerson()).toBe("");
  expect(registration.refused).toBe(false);
});
