// The player at the table: what is planned, and carrying out what a click or a key means. What it means is said in
// `interaction.ts`.

import { t, tn } from "$lib/i18n.svelte";
import type { Advice, Choice, Option, Reason } from "$lib/protocol";
import { settings } from "$lib/settings.svelte";
import type { Marks, MazeHandle, Pick, PointerKind } from "$maze/types";
import {
  actingMarks,
  combatMarks,
  asksFirst,
  isAimed,
  optionMarks,
  pickUp,
  plainAdvice,
  puttable,
  puttingMarks,
  undoSteps,
  withStopped,
} from "./action-options";
import { combatChoice, laysTwo } from "./combat-scene";
import {
  commandOf,
  endingOf,
  expect,
  isSpent,
  meaningOf,
  momentOf,
  planAfter,
  stepBack,
  type Moment,
} from "./interaction";
import {
  NO_PLAN,
  type DeedButton,
  type Expectation,
  type Meaning,
  type Plan,
  type Situation,
  type Walk,
} from "./context";
import type { AnyView } from "./token-looks";
import type { Session } from "./game-session.svelte";

/** Something that is asked before it is done. */
export type Question =
  { kind: "option"; option: Option } | { kind: "end" } | { kind: "resign" } | { kind: "delete" } | { kind: "draw" };

/**
 * A second click within so many milliseconds of a step was meant for where the first one went: it does not end the
 * walk.
 */
const HASTE = 400;

/** What the page itself refuses needs no rule. */
const page = (key: string): Reason => ({ code: "page", sentence: t(key) });

export class Table {
  plan = $state.raw<Plan>(NO_PLAN);
  question = $state.raw<Question | null>(null);
  /** Several options on one spot: which one? */
  chooser = $state.raw<Option[] | null>(null);
  /** A friend is clicked whom the chosen one can meet: go there, or choose the friend? */
  meeting = $state.raw<{ token: string; walk: Walk } | null>(null);
  /** The last thing on the maze was picked with a key. */
  byKey = $state(false);
  /** Killer rage: the first of two cards. */
  firstCard = $state(-1);
  /** A button the pointer is on: its preview is shown. */
  pointed = $state.raw<DeedButton | null>(null);
  /** What a line of the log speaks of. */
  mentioned = $state.raw<{ token?: string; place?: string } | null>(null);
  maze: MazeHandle | null = null;
  /** Somebody else wants what is picked in the maze: a question that is answered there. */
  catches = $state.raw<((pick: Pick) => void) | null>(null);
  /**
   * The turn is to end as soon as the server has said how: after a question if points are lost by it, or without
   * another one.
   */
  endWanted = $state<"" | "ask" | "agreed">("");
  private moment: Moment = { turn: -1, family: "" };
  private changed = 0;
  private asked = 0;

  /** `rests`: nothing is played now, though it would be this player's turn. */
  constructor(
    readonly session: Session,
    readonly rests: () => boolean = () => false,
  ) {}

  view = $derived.by<AnyView | null>(() => this.session.showing.sight?.view ?? null);
  mine = $derived.by(() => {
    // All three are read every time, so that a change of any of them is followed.
    const [rests, mine, settled] = [this.rests(), this.session.mine, this.session.showing.settled];
    return !rests && mine && settled;
  });
  advice = $derived.by<Advice | null>(() => {
    const { view, mine } = this;
    const { advice, adviceVersion, adviceLate, showing } = this.session;
    const now = adviceVersion === showing.version;
    if (!mine || !view) return null;
    if (advice && now) return withStopped(advice);
    return adviceLate ? plainAdvice(view) : null;
  });
  situation = $derived.by<Situation | null>(() => {
    const { session, view, advice, mine, plan } = this;
    if (!view || !session.scene) return null;
    const lately =
      advice ?? (session.decider === session.looking && session.advice ? withStopped(session.advice) : null);
    return { view, scene: session.scene, advice, lately, looking: session.looking, mine, plan };
  });
  expected = $derived.by<Expectation | null>(() => (this.situation ? expect(this.situation) : null));
  /** What a click where the pointer is would do. */
  meaning = $derived.by<Meaning | null>(() => {
    const { expected, situation, plan } = this;
    return expected && situation && plan.hover ? meaningOf(expected, situation, plan.hover) : null;
  });

  decision = $derived.by(() => this.expected?.decision ?? "");
  acting = $derived.by(() => this.expected?.stage === "act");
  putting = $derived.by(() => this.expected?.stage === "put");
  selected = $derived.by(() => this.expected?.selected ?? "");
  mode = $derived.by(() => this.expected?.mode ?? "");
  marks = $derived.by<Marks>(() => this.allMarks());

  // -- choosing
  // ---------------------------------------------------------------------------------------------------------

  /** Everything planned is void: the version has changed under it, or another seat looks. */
  forget(): void {
    this.plan = NO_PLAN;
    this.question = null;
    this.endWanted = "";
    this.letGo();
  }

  /** Something has happened: what was planned may be over. */
  refresh(): void {
    if (!this.view) return;
    const now = momentOf(this.view, this.session.looking);
    this.plan = planAfter(this.plan, this.moment, now);
    this.moment = now;
    this.changed = performance.now();
    this.letGo();
  }

  private letGo(): void {
    this.chooser = null;
    this.meeting = null;
    this.pointed = null;
    this.firstCard = -1;
  }

  /** Choose a character or a token of a tray; who cannot act says why. */
  select(token: string): void {
    const { expected, situation } = this;
    if (!expected || !situation) return;
    this.chooser = null;
    this.meeting = null;
    this.pointed = null;
    const able = expected.stage === "act" ? expected.able.includes(token) : true;
    if (able || !token) this.plan = { ...NO_PLAN, selected: token };
    else this.carryOut(meaningOf({ ...expected, selected: "" }, situation, { kind: "token", token, place: "" }));
  }

  /** One level back: a question, the first of two cards, the targets of a deed, the chosen character. */
  cancel(): void {
    if (this.question || this.chooser || this.meeting) {
      this.question = null;
      this.chooser = null;
      this.meeting = null;
    } else if (this.firstCard >= 0) this.firstCard = -1;
    else if (this.expected) this.plan = stepBack(this.plan, this.expected);
  }

  /** Nothing is asked any more: somebody else goes on. */
  cancelAll(): void {
    this.question = null;
    this.endWanted = "";
    this.letGo();
  }

  /** The next or the last one that can be chosen; false behind the end, where the page's controls follow. */
  cycle(step: 1 | -1): boolean {
    const { expected, view } = this;
    if (!expected || !view) return false;
    const tokens = expected.stage === "put" ? puttable(view) : expected.able;
    const index = tokens.indexOf(expected.selected);
    const next = index < 0 ? (step > 0 ? tokens[0] : tokens.at(-1)) : tokens[index + step];
    if (next) this.select(next);
    return !!next;
  }

  // -- pointing and clicking
  // --------------------------------------------------------------------------------------------

  hover(pick: Pick | null): void {
    this.plan = { ...this.plan, hover: pick };
  }

  pick(pick: Pick, pointer: PointerKind): void {
    const { expected, situation } = this;
    if (this.catches) return this.catches(pick);
    if (this.session.busy || !expected || !situation) return;
    const meaning = meaningOf(expected, situation, pick);
    this.byKey = pointer === "keyboard";
    this.meeting = null;
    const first = pointer === "touch" && JSON.stringify(this.plan.hover) !== JSON.stringify(pick);
    // Touch has no hovering: the first tap shows what the second one does. What is asked about needs no showing.
    const asks = meaning.kind === "do" && asksFirst(meaning.option, settings.confirmRotation);
    if (this.byKey && asks && this.isAskedAbout(meaning.option)) void this.doOption(meaning.option);
    else if (first && !asks && ["walk", "do", "which", "stop"].includes(meaning.kind))
      this.plan = { ...this.plan, hover: pick };
    else this.carryOut(meaning, pick);
  }

  /** Is this what is asked about, and was there time to read the question? Then Enter says yes. */
  private isAskedAbout(option: Option): boolean {
    const { question } = this;
    const same =
      question?.kind === "option" && JSON.stringify(question.option.choice) === JSON.stringify(option.choice);
    return same && performance.now() - this.asked > HASTE;
  }

  /** Do what is previewed (the main button of the sheet, Enter); on the way without a preview: stop. */
  confirm(): void {
    const { meaning, expected } = this;
    if (meaning && ["walk", "meet", "do", "which", "put"].includes(meaning.kind))
      this.carryOut(meaning, this.plan.hover ?? undefined);
    else if (expected?.journey) void this.endJourney();
  }

  private carryOut(meaning: Meaning, pick?: Pick): void {
    switch (meaning.kind) {
      case "nothing":
        return;
      case "select":
      case "look":
        this.plan = { ...NO_PLAN, selected: meaning.token };
        return;
      case "walk":
        void this.session.do(meaning.choices);
        return;
      case "meet":
        this.meeting = { token: meaning.token, walk: meaning.walk };
        return;
      case "put":
        void this.session.do([meaning.choice]);
        return;
      case "do":
        return this.perform(meaning.option);
      case "which":
        this.plan = { ...this.plan, hover: pick ?? this.plan.hover };
        this.chooser = meaning.options;
        return;
      case "stop":
        if (performance.now() - this.changed > HASTE) void this.endJourney();
        return;
      case "refuse":
        void this.explain(meaning);
    }
  }

  /** Go to the friend that was clicked. */
  meet(): void {
    const { meeting } = this;
    this.meeting = null;
    if (meeting && !this.session.busy) void this.session.do(meeting.walk.choices);
  }

  /** End the journey under way, so that something else can begin. */
  async endJourney(): Promise<void> {
    if (this.expected?.journey?.canStop) await this.session.do([{ do: "stop" }]);
    else this.session.refuse(this.advice?.not_end ?? page("play.refuse.journey"));
  }

  /** Ask the server why not, and say it. */
  private async explain({ about, reason }: { about?: Choice; reason?: Reason }): Promise<void> {
    const known = reason ?? (about ? await this.session.why(about) : null);
    this.session.refuse(known && known.code !== "unreadable" ? known : page("play.refuse.reach"));
  }

  // -- deeds
  // ------------------------------------------------------------------------------------------------------------

  press(button: DeedButton): void {
    if (!this.advice || this.session.busy) return;
    if (!button.options.length) {
      if (button.reason) void this.session.deny(button.reason, { do: button.do, token: this.selected });
    } else if (isAimed(button))
      this.plan = { ...this.plan, mode: this.mode === button.key ? "" : button.key, hover: null };
    else this.perform(button.options[0]!);
  }

  /** Back to walking. */
  walkMode(): void {
    this.plan = { ...this.plan, mode: "", hover: null };
  }

  /** A key for a verb: the button that has it. */
  pressVerb(verbs: string[], twin = false): void {
    if (!this.selected) return this.session.refuse(page("play.choose-character"));
    if (verbs.includes("move")) return this.walkMode();
    const fitting = (this.expected?.buttons ?? []).filter((button) => verbs.includes(button.do));
    const possible = fitting.filter((button) => button.options.length);
    const button = (twin ? possible[1] : undefined) ?? possible[0] ?? fitting[0];
    if (button) this.press(button);
  }

  perform(option: Option): void {
    this.chooser = null;
    if (asksFirst(option, settings.confirmRotation)) {
      this.question = { kind: "option", option };
      this.asked = performance.now();
    } else void this.doOption(option);
  }

  async doOption(option: Option): Promise<void> {
    this.question = null;
    this.chooser = null;
    if (this.expected) await this.session.do(commandOf(this.expected, option));
  }

  /** Is there a turn to end? */
  canEnd = $derived.by(() => this.acting);
  /** Is nothing left but to end it? */
  spent = $derived.by(() => !!this.situation && isSpent(this.situation));

  /** End the turn; asks first if something is lost by it, and says what is needed where the traveller cannot stop. */
  end(): void {
    const { expected, situation } = this;
    if (!expected || !situation || !this.canEnd) return;
    const { advice } = situation;
    const agreed = this.endWanted === "agreed";
    this.endWanted = advice ? "" : agreed ? "agreed" : "ask";
    if (!advice) return;
    const { choices, reason } = endingOf(advice, situation, expected);
    if (!choices.length && !this.canTakeBack()) return this.session.refuse(reason ?? page("play.refuse.journey"));
    const asks =
      settings.confirmEnd &&
      !agreed &&
      ((advice.able?.length ?? 0) > 0 || (advice.lost_points ?? 0) > 0) &&
      situation.view.ap > 0;
    if (asks) this.question = { kind: "end" };
    else void this.endNow(agreed);
  }

  /** A move that was begun and went nowhere is taken back rather than being in the way. */
  private canTakeBack(): boolean {
    const journey = this.view?.journey;
    return !!journey && !journey.moved && !!this.session.showing.sight?.undo;
  }

  /** `agreed`: whoever plays has said that points may be lost. */
  async endNow(agreed = true): Promise<void> {
    this.question = null;
    const { expected, situation, session } = this;
    if (!expected || !situation?.advice) return;
    const { choices, whole } = endingOf(situation.advice, situation, expected);
    const done = await (choices.length ? session.do(choices) : session.undo());
    // What is left of it follows when the page has seen what came of this.
    if (done && (!whole || !choices.length)) this.endWanted = agreed ? "agreed" : "ask";
  }

  /** Take back the last step or choice, if anything can be. */
  undo(): void {
    const line = this.session.showing.sight?.undo ?? "";
    if (!line || !this.session.mine || !this.view || !this.session.scene) return;
    void this.session.undo(undoSteps(this.view, this.session.scene, line));
  }

  /** Space: take or put down, if that is one thing; else choose. */
  handle(): void {
    const { expected, meaning } = this;
    const journey = expected?.journey;
    const loads = journey && journey.token === expected.selected ? journey.loads : [];
    if (meaning?.kind === "walk" && pickUp(meaning.stop)) this.plan = { ...this.plan, take: !meaning.load };
    else if (loads.length === 1) void this.session.do([loads[0]!]);
    else if (loads.length) this.chooser = loads.map((choice) => ({ choice }));
  }

  lay(value: number): void {
    const view = this.view;
    if (!view) return;
    if (laysTwo(view) && this.firstCard < 0) {
      this.firstCard = value;
      return;
    }
    const choice = this.firstCard >= 0 ? combatChoice(view, this.firstCard, value) : combatChoice(view, value);
    if (choice) void this.session.do([choice]);
  }

  /** Lay only the first of two, where that is allowed. */
  layFirstOnly(): void {
    const choice = this.view ? combatChoice(this.view, this.firstCard) : undefined;
    if (choice) void this.session.do([choice]);
    else this.firstCard = -1;
  }

  // -- marks
  // ------------------------------------------------------------------------------------------------------------

  private allMarks(): Marks {
    const { expected, situation, mentioned } = this;
    if (!expected || !situation) return {};
    const { view, scene, plan } = situation;
    let marks: Marks = {};
    if (expected.stage === "put")
      marks = puttingMarks(view, scene, { ...plan, selected: expected.selected }, (count) =>
        count ? tn("play.free", count) : t("play.full"),
      );
    else if (expected.stage === "act") marks = this.deedMarks(expected, situation);
    else if (view.combat) marks = combatMarks(view.combat.attacker, view.combat.defender);
    else if (expected.looked) marks = { selected: expected.looked };
    if (mentioned?.token) marks = { ...marks, targets: [...(marks.targets ?? []), mentioned.token] };
    if (mentioned?.place) marks = { ...marks, last: [mentioned.place] };
    return marks;
  }

  private deedMarks(expected: Expectation, situation: Situation): Marks {
    const { view, scene, plan } = situation;
    const marks = actingMarks(expected, situation, this.meaning);
    const shown = this.question?.kind === "option" ? [this.question.option] : this.pointed?.options;
    if (shown?.length)
      return { selectable: marks.selectable, selected: marks.selected, ...optionMarks(shown, view, scene, null) };
    if (this.meaning?.kind === "do")
      return { ...marks, lines: optionMarks([this.meaning.option], view, scene, plan.hover).lines ?? marks.lines };
    return marks;
  }
}
