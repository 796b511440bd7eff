// The parts without a browser: what they compute, and what their markup says in three languages.
import { LANGUAGES, setLanguage } from "$lib/i18n.svelte";
import ActionButton from "$parts/ActionButton.svelte";
import ActionCards from "$parts/ActionCards.svelte";
import { clockText } from "$parts/clock-text";
import CombatScene, { type CombatSceneProps } from "$parts/CombatScene.svelte";
import Curtain from "$parts/Curtain.svelte";
import { arcPath, shapeOf } from "$parts/draw-helpers";
import GameOver from "$parts/GameOver.svelte";
import Gallery from "$parts/Gallery.svelte";
import { logOrder } from "$parts/log-order";
import LogPanel from "$parts/LogPanel.svelte";
import MenuPanel from "$parts/MenuPanel.svelte";
import { percent } from "$parts/percent";
import Plaque from "$parts/Plaque.svelte";
import { counted, REVEAL_TIME, revealAt } from "$parts/reveal-animation";
import { settleAt } from "$parts/sheet-heights";
import { render } from "svelte/server";
import { beforeAll, describe, expect, test } from "vitest";

const text = (html: string) =>
  html
    .replace(/<!--.*?-->/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

beforeAll(() => setLanguage("en", { keep: false }));

describe("what the parts compute", () => {
  test("a log with the newest first has each heading above its turn", () => {
    const heading = (turn: number) => ({ colour: "", kind: "turn", parts: [`Turn ${turn}`] });
    const deed = (text: string) => ({ colour: "blue", parts: [text] });
    const entries = [deed("setup"), heading(1), deed("a"), deed("b"), heading(2), deed("c"), deed("d")];
    const order = (limit: number, newest = true) =>
      logOrder(entries, limit, newest).map(({ entry }) => entry.parts.join(""));
    expect(order(40)).toEqual(["Turn 2", "d", "c", "Turn 1", "b", "a", "setup"]);
    // What the limit leaves of a turn has its heading, too.
    expect(order(4)).toEqual(["Turn 2", "d", "c", "Turn 1", "b"]);
    expect(order(1)).toEqual(["Turn 2", "d"]);
    expect(order(40, false)).toEqual(["setup", "Turn 1", "a", "b", "Turn 2", "c", "d"]);
    expect(new Set(logOrder(entries, 4, true).map(({ key }) => key)).size).toBe(5);
  });

  test("a clock shows minutes and seconds, hours when there are any, and days with hours", () => {
    expect(clockText(72)).toBe("1:12");
    expect(clockText(6.2)).toBe("0:07");
    expect(clockText(-3)).toBe("0:00");
    expect(clockText(3_905)).toBe("1:05:05");
    expect(clockText(3 * 86_400 + 5)).toBe("3 days");
    expect(clockText(3 * 86_400 - 5)).toBe("2 days 23 h");
    expect(clockText(86_400 + 7_200)).toBe("1 day 2 h");
    expect(clockText(3 * 86_400 - 5, true)).toBe("2 d 23 h");
  });

  test("what is not certain never reads 0 or 100 percent", () => {
    expect([0, 0.001, 1 / 6, 2 / 3, 0.999, 1].map(percent)).toEqual([0, 1, 17, 67, 99, 100]);
  });

  test("the reveal slides, holds, flips and counts one after the other", () => {
    expect(revealAt(0)).toEqual({ slide: 0, flip: 0, count: 0, done: false });
    expect(revealAt(300)).toMatchObject({ slide: 1, flip: 0, count: 0 });
    expect(revealAt(550).flip).toBeCloseTo(0.5);
    expect(revealAt(800)).toMatchObject({ flip: 1, done: false });
    expect(revealAt(REVEAL_TIME)).toEqual({ slide: 1, flip: 1, count: 1, done: true });
    expect([0, 0.5, 1].map((share) => counted(6, 9, share))).toEqual([6, 8, 9]);
  });

  test("a sheet settles where it was pulled to", () => {
    const heights = { peek: 110, half: 312, full: 760 };
    expect(settleAt(190, 80, heights)).toBe("half");
    expect(settleAt(330, 80, heights)).toBe("full");
    expect(settleAt(280, -90, heights)).toBe("peek");
    expect(settleAt(320, 8, heights)).toBe("half");
    expect(settleAt(90, -60, heights)).toBe("peek");
  });

  test("arcs over half a turn take the long way", () => {
    expect(arcPath(10, 0, Math.PI / 2)).toBe("M10,0A10,10 0 0 1 0,10");
    expect(arcPath(10, 0, 1.5 * Math.PI)).toContain(" 1 1 ");
  });

  test("every side has a shape of its own", () => {
    expect(new Set(["blue", "yellow", "red", "green"].map(shapeOf)).size).toBe(4);
  });
});

describe("what the parts say", () => {
  test("an action that is possible names its price, one that is not its reason", () => {
    const can = render(ActionButton, {
      props: { icon: "walking-boot", label: "Move", hint: "5 of 5 squares", cost: 1, jump: true },
    }).body;
    expect(text(can)).toContain("Move 5 of 5 squares 1 action point and a jump card");
    expect(can).not.toContain("aria-disabled");
    const cannot = render(ActionButton, {
      props: { icon: "jump-across", label: "Jump", hint: "over the pit", cost: 1, reason: "no pit next to her" },
    }).body;
    expect(cannot).toContain('aria-disabled="true"');
    expect(text(cannot)).toContain("Jump no pit next to her");
    expect(text(cannot)).not.toContain("action point");
  });

  test("a forbidden action card gives the reason: a word on the card, a sentence next to it", () => {
    const why = { text: "The first card is always the 2.", clause: "TURN-4" };
    const body = render(ActionCards, {
      props: {
        cards: [
          { value: 2, reason: "played last turn" },
          { value: 3, reason: "the 2 first", why },
          { value: 4, reason: "the 2 first", why },
          { value: 5 },
        ],
      },
    }).body;
    expect(text(body)).toContain("2 played last turn");
    expect(text(body)).toContain("3, 4 The first card is always the 2. Rule TURN-4");
    expect(text(body).split(why.text)).toHaveLength(2);
    expect(body).toContain('aria-label="5 action points"');
  });

  test("a plaque says who, whose turn and how many points", () => {
    const body = render(Plaque, {
      props: { colour: "yellow", name: "Tobias", active: true, online: false, points: 2, target: 5 },
    }).body;
    expect(body).toContain('aria-label="Tobias, yellow, to play"');
    expect(body).toContain("2 of 5 victory points");
    expect(text(body)).toContain("away");
    expect(render(Plaque, { props: { colour: "yellow", name: "Tobias", points: 2, target: 5 } }).body).not.toContain(
      "away",
    );
  });

  test("a cog turns at the seat of a bot that thinks, and of nobody else", () => {
    const plaque = (props: object) =>
      render(Plaque, { props: { colour: "yellow", name: "Engineer", points: 2, target: 5, ...props } }).body;
    for (const variant of ["wide", "corner", "slim"])
      expect(plaque({ who: "bot", active: true, variant })).toContain('data-testid="thinks"');
    expect(plaque({ who: "bot" })).not.toContain("thinks");
    expect(plaque({ who: "person", active: true })).not.toContain("thinks");
  });

  test("names in the log can be pointed at only where somebody listens", () => {
    const entries = [{ colour: "blue", parts: ["The ", { text: "Thief", token: "bH" }, " walked."] }];
    expect(render(LogPanel, { props: { entries } }).body).not.toContain('class="mention');
    const heard = render(LogPanel, { props: { entries, onmention: () => {} } }).body;
    expect(heard).toContain('class="mention');
    // A sentence that is read out is one: no name in it is a button.
    expect(heard).not.toContain('role="button"');
    expect(text(render(LogPanel, { props: { entries: [] } }).body)).toContain("The maze is waiting.");
  });

  test("a long log shows its end and offers the rest", () => {
    const entries = Array.from({ length: 80 }, (_, number) => ({ colour: "blue", parts: [`Deed ${number}.`] }));
    const body = text(render(LogPanel, { props: { entries } }).body);
    expect(body).toContain("Deed 79.");
    expect(body).not.toContain("Deed 19.");
    expect(body).toContain("Show earlier entries");
  });

  test("the key of a button is its shortcut, not part of its name", () => {
    const log = render(LogPanel, { props: { entries: [], onwhole: () => {} } }).body;
    const menu = render(MenuPanel, {
      props: { groups: [{ items: [{ label: "Log", keyHint: "L", onclick: () => {} }] }] },
    }).body;
    for (const body of [log, menu]) {
      expect(body).toContain('aria-keyshortcuts="L"');
      expect(body).toMatch(/<kbd aria-hidden="true"[^>]*>L<\/kbd>/);
    }
  });

  test("the curtain shows the name and nothing else", () => {
    const body = text(render(Curtain, { props: { colour: "yellow", name: "Tobias" } }).body);
    expect(body.trim()).toBe("Pass the screen to Tobias I am Tobias");
  });

  test("the end lists the scores", () => {
    const body = text(
      render(GameOver, {
        props: { title: "Victory", scores: [{ colour: "blue", name: "Mirelle", points: 5, target: 5, winner: true }] },
      }).body,
    );
    expect(body).toContain("Mirelle 5");
  });
});

describe("a fight", () => {
  const fight: CombatSceneProps = {
    title: "The Thief attacks",
    stage: "choose",
    options: [{ value: 1 }, { value: 3, reason: "forced" }],
    left: { colour: "blue", title: "You attack", sum: 6, cards: [{ colour: "blue", state: "empty" }], fighters: [] },
    right: {
      colour: "yellow",
      title: "Tobias defends",
      sum: 5,
      cards: [{ colour: "yellow", state: "laid" }],
      fighters: [],
    },
  };
  const scene = (changes: Partial<CombatSceneProps> = {}) =>
    text(render(CombatScene, { props: { ...fight, ...changes } }).body);

  test("without odds nothing is said about chances or the other hand", () => {
    expect(scene()).not.toMatch(/%|still holds/);
    expect(scene({ heldBy: "Tobias", held: [0, 2] })).toContain("Tobias still holds 0, 2");
  });

  test("nothing is chosen for anybody, and the button says so", () => {
    const { body } = render(CombatScene, { props: fight });
    expect(body).not.toContain('aria-checked="true"');
    expect(body).toMatch(/<button class="btn primary[^>]* disabled[^>]*>Choose a combat card</);
    expect(text(body)).toMatch(/6 \+ \?.*5 \+ \?/);
  });

  test("one's own card is added up, the hidden one is not", () => {
    const left = { ...fight.left, cards: [{ colour: "blue", state: "open" as const, value: 1 }] };
    expect(scene({ stage: "waiting", left })).toMatch(/ 7 .*5 \+ \?/);
  });

  test("percents say what they are, and each end says what it means", () => {
    const options = [{ value: 1, odds: { win: 0.5, tie: 0.25, lose: 0.25 } }];
    expect(scene({ options, heldBy: "Tobias", held: [0, 2] })).toContain(
      "your chance to win with it against the cards Tobias may hold",
    );
    expect(scene({ stakes: { win: "Cleric wounded", tie: "nobody is hurt", lose: "1 point for Tobias" } })).toMatch(
      /Win Cleric wounded.*Tie nobody is hurt.*Loss 1 point for Tobias/,
    );
  });

  test("an open card of the other side counts before one chooses", () => {
    expect(scene({ right: { ...fight.right, cards: [{ colour: "yellow", state: "open", value: 4 }] } })).toMatch(
      /6 \+ \?.* 9 5 plus 4/,
    );
  });

  test("before a card is chosen the bar says what it will be for", () => {
    const options = [{ value: 1, odds: { win: 0.5, tie: 0.25, lose: 0.25 } }];
    expect(scene({ options })).toContain("Choose a card to see your chances.");
    expect(scene({ options, chosen: 0 })).toMatch(/If you play the 1.*win 50%/);
    expect(scene({ options, chosen: 0 })).not.toContain("Choose a card to see");
  });

  test("sums appear when the cards have turned, not before", () => {
    const shown = {
      stage: "shown" as const,
      left: { ...fight.left, total: 9, cards: [{ colour: "blue", state: "open" as const, value: 3 }] },
    };
    expect(scene({ ...shown, still: false })).not.toContain("6 plus 3"); // the first moment of the reveal
  });

  test("a waiting player reads how long the other has been away, and has tools", () => {
    const tools = [{ label: "Menu" }];
    const body = render(CombatScene, {
      props: {
        ...fight,
        stage: "waiting",
        away: "Tobias has been away for 3 minutes",
        tools,
        onfold: () => {},
        foldLabel: "Look at the maze",
      },
    }).body;
    expect(text(body)).toContain("Tobias has been away for 3 minutes");
    expect(body).toMatch(/aria-label="Menu"/);
    expect(body).toMatch(/aria-label="Look at the maze"/);
    expect(scene({ stage: "shown", onfold: () => {}, foldLabel: "Look at the maze" })).not.toContain(
      "Look at the maze",
    );
  });

  test("a second card may be left out only where the page says so", () => {
    const second = {
      stage: "second" as const,
      left: {
        ...fight.left,
        cards: [
          { colour: "blue", state: "open" as const, value: 5 },
          { colour: "blue", state: "empty" as const },
        ],
      },
    };
    expect(scene(second)).not.toContain("No second card");
    expect(scene({ ...second, onskip: () => {}, skipLabel: "No second card" })).toContain("No second card");
  });
});

test.each(LANGUAGES)("every part has all its words in %s", async (language) => {
  await setLanguage(language, { keep: false });
  const body = render(Gallery, { props: { show: "*" } }).body;
  expect(body).not.toMatch(/parts\.[a-z]/);
  expect(text(body)).not.toMatch(/\{[a-z]+\}|undefined|NaN/);
});
