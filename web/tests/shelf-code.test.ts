// Codes of the public shelf: what is one, and that no scenario in a link is taken for one.
import { expect, it } from "vitest";
import { packScenario } from "../src/workshop/share-link";
import { shelfAddress, shelfCode } from "../src/workshop/shelf-code";

it.each(["KQ7MPA2X", "kq7m-pa2x", " KQ7M PA2X ", "https://example.org/scenario#KQ7M-PA2X", "#KQ7MPA2X"])(
  "%s is a code",
  (text) => expect(shelfCode(text)).toBe("KQ7MPA2X"),
);
it.each(["", "KQ7MPA2", "KQ7MPA2XY", "KQ7MPA0X", "KQ7MPAIX", "KQ-7MPA2X", "<script>", "KQ7MPA2X#", "../../x/"])(
  "%s is none",
  (text) => expect(shelfCode(text)).toBe(""),
);
it("the shortest scenario in a link is no code", async () => {
  const line = await packScenario("");
  expect([line.length > 9, shelfCode(line)]).toEqual([true, ""]);
});
it("an address holds the code in two parts", () => {
  expect(shelfAddress("KQ7MPA2X")).toBe("/scenario#KQ7M-PA2X");
});
