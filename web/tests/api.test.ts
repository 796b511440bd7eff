import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, ApiError, errorText } from "$lib/api";
import { loadNamespaces, setLanguage } from "$lib/i18n.svelte";
import { parseRoute } from "$lib/router.svelte";
import { allTokens } from "$lib/person-seats";
import { forgetGame, gamesHeld, saveSeats, seatsOf } from "$lib/seats";
import type { Created, GameInfo } from "$lib/protocol";
import { storageInMemory } from "./fake-storage";
import { completeShape } from "./complete-message";

const answer = (body: unknown, status = 200) =>
  new Response(typeof body === "string" ? body : JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json" },
  });

function created(id: string, seats: [string, string][]): Created {
  const info = {
    id,
    seats: seats.map(([colour]) => ({ colour, who: "person", name: `${colour}'s name` })),
  } as unknown as GameInfo;
  return { info, seats: seats.map(([colour, token]) => ({ colour, token })) };
}

/** What a browser's storage does, for a test. */
describe("api", () => {
  const fetched = vi.fn<typeof fetch>();
  beforeEach(async () => {
    vi.stubGlobal("fetch", fetched);
    await setLanguage("en");
    await loadNamespaces("refusals");
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    fetched.mockReset();
  });

  it("sends a seat's token as a bearer and the command as JSON", async () => {
    fetched.mockResolvedValue(answer({ type: "answer", id: "1", version: 3 }));
    await api.command("a/b", { type: "resign", id: "1", seat: "blue" }, "secret");
    const [address, request] = fetched.mock.calls[0] ?? [];
    expect(address).toBe("/api/games/a%2Fb/commands");
    expect(request?.headers).toMatchObject({ Authorization: "Bearer secret", "Content-Type": "application/json" });
    expect(JSON.parse(String(request?.body))).toEqual({ type: "resign", id: "1", seat: "blue" });
  });

  it("asks for a scene once, whatever the order of its options", async () => {
    fetched.mockImplementation(async () => answer(completeShape("Scene", { game: "board" })));
    await api.scene("base", { target: "6", memory: "strict" });
    await api.scene("base", { memory: "strict", target: "6" });
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(fetched.mock.calls[0]?.[0]).toBe("/api/scene?scenario=base&option=memory%3Dstrict&option=target%3D6");
  });

  it("asks again after a failure", async () => {
    fetched
      .mockRejectedValueOnce(new TypeError("down"))
      .mockResolvedValue(answer(completeShape("Catalogue", { version: "1" })));
    await expect(api.catalogue()).rejects.toThrow(ApiError);
    await expect(api.catalogue()).resolves.toMatchObject({ version: "1" });
  });

  it("shows the server's reason in the player's language", async () => {
    fetched.mockResolvedValue(answer({ reason: { code: "stale", sentence: "Old." } }, 409));
    const error: unknown = await api.game("x").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).status).toBe(409);
    await setLanguage("de");
    expect(errorText(error)).not.toBe("Old.");
    expect(errorText(error)).not.toContain("stale");
  });

  it("makes a reason of an answer that is not ours, and of no answer at all", async () => {
    fetched
      .mockResolvedValueOnce(answer("<html>Bad gateway</html>", 502))
      .mockRejectedValueOnce(new TypeError("offline"));
    const codes = [];
    for (let asked = 0; asked < 2; asked += 1) {
      const error: unknown = await api.game("x").catch((thrown: unknown) => thrown);
      codes.push((error as ApiError).reason.code);
      expect(errorText(error)).toMatch(/^[A-Z].*[.?]$/);
    }
    expect(codes).toEqual(["jammed", "unreachable"]);
  });

  it("sends a record as plain text", async () => {
    fetched.mockResolvedValue(answer({ id: "r1" }));
    await expect(api.sendRecord("{}", "")).resolves.toEqual({ id: "r1" });
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({ method: "POST", body: "{}" });
  });
});

describe("seats", () => {
  beforeEach(() => void storageInMemory());
  afterEach(() => vi.unstubAllGlobals());

  it("keeps the seats of games until they are forgotten", () => {
    saveSeats(
      created("g1", [
        ["blue", "t1"],
        ["yellow", "t2"],
      ]),
    );
    saveSeats(created("g2", [["red", "t3"]]));
    expect(seatsOf("g1")).toEqual([
      { colour: "blue", token: "t1", name: "blue's name" },
      { colour: "yellow", token: "t2", name: "yellow's name" },
    ]);
    expect(allTokens()).toEqual(["t1", "t2", "t3"]);
    forgetGame("g1");
    expect(gamesHeld()).toEqual(["g2"]);
  });

  it("replaces a seat and keeps the others", () => {
    saveSeats(created("g1", [["blue", "t1"]]));
    saveSeats(created("g1", [["yellow", "t2"]]));
    saveSeats(created("g1", [["blue", "t4"]]));
    expect(seatsOf("g1").map(({ token }) => token)).toEqual(["t2", "t4"]);
  });

  it("does without a storage", () => {
    vi.stubGlobal("localStorage", undefined);
    expect(saveSeats(created("g1", [["blue", "t1"]]))).toEqual([]);
  });
});

describe("addresses", () => {
  it.each([
    ["/", "home", ""],
    ["/play/abc", "play", "abc"],
    ["/join/K7QRST", "join", "K7QRST"],
    ["/join", "join", ""],
    ["/replay/", "replay", ""],
    ["/rules/dark-angel", "rules", "dark-angel"],
    ["/rules/a%20b", "rules", "a b"],
    ["/play", "lost", ""],
    ["/games/7", "lost", ""],
    ["/nowhere", "lost", ""],
    ["/constructor", "lost", ""],
    ["/play/a/b", "lost", ""],
    ["/rules/%E0%A4", "rules", "%E0%A4"],
  ])("%s is the page %s", (path, page, id) => {
    expect(parseRoute(path)).toMatchObject({ page, id });
  });

  it("keeps the question behind an address", () => {
    expect(parseRoute("/rules/thief", "?game=card").query.get("game")).toBe("card");
  });
});
