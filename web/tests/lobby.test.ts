// The lobby and who one is: which challenges fit, which links mean nothing elsewhere, what a browser is called, which
// seats a key opens.
import { beforeEach, describe, expect, it } from "vitest";
import { deviceName } from "$lib/person";
import { allTokens, forgetPersonSeats, holdSeats, isKnown } from "$lib/person-seats";
import type { Challenge, Created, GameInfo } from "$lib/protocol";
import { saveSeats, seatsOf } from "$lib/seats";
import { EVERYTHING, fitting, isLocal } from "../src/pages/lobby/challenges";
import { storageInMemory } from "./fake-storage";

const one = (id: string, more: Partial<Challenge>): Challenge => ({
  id,
  code: id,
  game: "board",
  scenario: "base",
  title: "",
  clock: "off",
  players: 2,
  free: 1,
  created: 0,
  ...more,
});
const LIST = [
  one("a", {}),
  one("b", { game: "card", clock: "days:7" }),
  one("c", { players: 4, level: "strong" }),
  one("d", { level: "new", clock: "rules" }),
];

beforeEach(() => void storageInMemory());

describe("challenges", () => {
  it.each([
    [{}, "abcd"],
    [{ game: "card" }, "b"],
    [{ players: "4" }, "c"],
    [{ clock: "days:3" }, "b"],
    [{ level: "new" }, "abd"],
    [{ game: "board", clock: "off", level: "new" }, "a"],
  ])("that fit %o", (filter, wanted) => {
    expect(
      fitting(LIST, { ...EVERYTHING, ...filter })
        .map(({ id }) => id)
        .join(""),
    ).toBe(wanted);
  });
});

it("knows which hosts mean this machine only", () => {
  expect(["localhost", "127.0.0.1", "127.8.9.1", "[::1]"].every(isLocal)).toBe(true);
  expect(["192.168.1.5", "dt.example.org", "localhost.example.org", "128.0.0.1"].some(isLocal)).toBe(false);
});

it("calls a browser by what it is and where it runs", () => {
  expect(deviceName("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0")).toBe("Firefox, Linux");
  expect(deviceName("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36")).toBe(
    "Chrome, Android",
  );
  expect(deviceName("curl/8")).toBe("");
});

it("holds seats by a key as well as by tokens, and lets go of them together", () => {
  const info = {
    id: "g",
    seats: [
      { colour: "blue", who: "person", name: "Ann" },
      { colour: "yellow", who: "person" },
    ],
  } as GameInfo;
  saveSeats({ info, seats: [{ colour: "blue", token: "old" }], contributed: false } as Created);
  holdSeats(info, ["blue", "yellow"], "key");
  holdSeats({ ...info, id: "h" }, ["yellow"], "key");
  expect(seatsOf("g").map(({ token }) => token)).toEqual(["old", "key~yellow"]);
  expect([isKnown("g"), isKnown("h"), isKnown("x")]).toEqual([true, true, false]);
  expect(allTokens()).toEqual(["old"]);
  forgetPersonSeats();
  expect([seatsOf("g").map(({ token }) => token), seatsOf("h")]).toEqual([["old"], []]);
});
