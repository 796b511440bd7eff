// Who a browser belongs to, whom it belonged to before, and passkeys for browsers that cannot write JSON themselves.
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "$lib/api";
import { claimed, persistStorage, noteClaim, hasOtherPlayers } from "$lib/seat-recovery";
import { answerOf, bytesOf, passkeysWork, textOf } from "$lib/passkeys";
import { setPerson, forgetMe, formerPeople, lapse, personKey, withKey } from "$lib/person";
import { holdSeats } from "$lib/person-seats";
import type { GameInfo } from "$lib/protocol";
import { seatsOf } from "$lib/seats";
import { storageInMemory } from "./fake-storage";

const INFO = {
  id: "g",
  seats: [
    { colour: "blue", who: "person", name: "Ann" },
    { colour: "yellow", who: "person" },
    { colour: "red", who: "bot" },
  ],
} as GameInfo;

beforeEach(() => void storageInMemory());

describe("a browser that becomes somebody else's", () => {
  it("keeps who it was, without the seats of that key", () => {
    setPerson("old", "Ann");
    holdSeats(INFO, ["blue"], "old");
    setPerson("new", "Ben");
    expect([personKey(), formerPeople()]).toEqual(["new", [{ key: "old", name: "Ann" }]]);
    expect(seatsOf("g")).toEqual([]);
    setPerson("old", "Ann"); // and back
    expect([personKey(), formerPeople()]).toEqual(["old", [{ key: "new", name: "Ben" }]]);
  });

  it("keeps seats and former people when only the name changes", () => {
    setPerson("one", "Ann");
    holdSeats(INFO, ["blue"], "one");
    setPerson("one", "Anna");
    expect([formerPeople(), seatsOf("g").length]).toEqual([[], 1]);
  });

  it("is its former person's again when its key is good no more", async () => {
    setPerson("old", "Ann");
    setPerson("new", "Ben");
    const asked: string[] = [];
    const answer = await withKey((key) => {
      asked.push(key);
      return key === "new" ? Promise.reject(new ApiError({ code: "signed-out" }, 401)) : Promise.resolve(key);
    });
    expect([answer, asked, personKey(), formerPeople()]).toEqual(["old", ["new", "old"], "old", []]);
    expect([lapse(), personKey()]).toEqual(["", ""]);
  });

  it("is nobody's when it is signed out on purpose, but one can go back", () => {
    setPerson("old", "Ann");
    setPerson("new", "Ben");
    forgetMe();
    expect([personKey(), formerPeople()]).toEqual(["", [{ key: "old", name: "Ann" }]]);
  });
});

it("knows a game with others", () => {
  expect([
    hasOtherPlayers(INFO, ["blue"]),
    hasOtherPlayers(INFO, ["blue", "yellow"]),
    hasOtherPlayers(INFO, []),
  ]).toEqual([true, false, false]);
});

it("asks the browser once to keep its storage", async () => {
  const persist = vi.fn(() => Promise.resolve(false));
  vi.stubGlobal("navigator", { storage: { persisted: () => Promise.resolve(false), persist } });
  await persistStorage();
  await persistStorage();
  expect(persist).toHaveBeenCalledTimes(1);
});

it("remembers which seat it has asked for", () => {
  noteClaim("g", "blue");
  noteClaim("h", "red");
  noteClaim("g", "");
  expect([claimed("g"), claimed("h")]).toEqual(["", "red"]);
});

describe("passkeys", () => {
  it("are offered where they work", () => {
    vi.stubGlobal("PublicKeyCredential", function () {});
    vi.stubGlobal("isSecureContext", true);
    vi.stubGlobal("navigator", { credentials: {} });
    expect(["dt.example.org", "localhost", "127.0.0.1", "[::1]"].map((host) => passkeysWork(host))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    vi.stubGlobal("isSecureContext", false);
    expect(passkeysWork("dt.example.org")).toBe(false);
    vi.unstubAllGlobals();
  });

  it("are written as JSON by hand where the browser cannot", () => {
    const bytes = Uint8Array.from([0, 251, 255, 3]).buffer;
    expect(new Uint8Array(bytesOf(textOf(bytes)))).toEqual(new Uint8Array(bytes));
    expect(textOf(bytes)).toBe("APv_Aw");
    const credential = {
      id: "x",
      rawId: bytes,
      type: "public-key",
      response: { clientDataJSON: bytes, signature: bytes, userHandle: null },
    };
    expect(answerOf(credential as unknown as PublicKeyCredential)).toEqual({
      id: "x",
      rawId: "APv_Aw",
      type: "public-key",
      response: { clientDataJSON: "APv_Aw", signature: "APv_Aw" },
      clientExtensionResults: {},
    });
  });
});
