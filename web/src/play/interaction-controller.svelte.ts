// Keeps the plan of the player at the table, and carries out clicks and keys. `interaction.ts` decides what they mean.

import { t, tn } from "$lib/i18n.svelte";
import type { Advice, Choice, Option, Reason } from "$lib/protocol";
import { settings } from "$lib/settings.svelte";
import type { AnyView, Marks, MazeHandle, Pick, PointerKind } from "$maze/types";
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
  interactionState,
  isSpent,
  clickAction,
  momentOf,
  planAfter,
  stepBack,
  type Moment,
} from "./interaction";
import {
  NO_PLAN,
  type DeedButton,
  type InteractionState,
  type ClickAction,
  type Plan,
  type InteractionContext,
  type Walk,
} from "./context";
import type { GameSession } from "./game-session.svelte";

/** Something that is asked before it is done. */
export type Question =
  { kind: "option"; option: Option } | { kind: "end" } | { kind: "resign" } | { kind: "delete" } | { kind: "draw" };

/**
 * A second click within so many milliseconds of a step was meant for where the first one went: it does not end the
 * walk.
 */
const HASTE = 400;

/** A refusal by the page itself, without a clause. */
const page = (key: string): Reason => ({ code: "page", sentence: t(key) });

export class InteractionController {
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
  /** The token or place of the log line under the pointer. */
  mentioned = $state.raw<{ token?: string; place?: string } | null>(null);
  maze: MazeHandle | null = null;
  /** If set, gets the picks in the maze instead of the game: for plans, board edits and questions of a lesson. */
  catches = $state.raw<((pick: Pick) => void) | null>(null);
  /**
   * The turn is to end as soon as the server has said how: after a question if points are lost by it, or without
   * another one.
   */
  endWanted = $state<"" | "ask" | "agreed">("");
  private moment: Moment = { turn: -1, family: "" };
  private changed = 0;
  private asked = 0;

  /** `rests`: whether the game is paused although it is this player's turn. */
  constructor(
    readonly session: GameSession,
    readonly rests: () => boolean = () => false,
  ) {}

  view = $derived.by<AnyView | null>(() => this.session.playback.sight?.view ?? null);
  mine = $derived.by(() => {
    // All three are read every time, so that a change of any of them is followed.
    const [rests, mine, settled] = [this.rests(), this.session.mine, this.session.playback.settled];
    return !rests && mine && settled;
  });
  advice = $derived.by<Advice | null>(() => {
    const { view, mine } = this;
    const { advice, adviceVersion, adviceLate, playback } = this.session;
    const now = adviceVersion === playback.version;
    if (!mine || !view) return null;
    if (advice && now) return withStopped(advice);
    return adviceLate ? plainAdvice(view) : null;
  });
  context = $derived.by<InteractionContext | null>(() => {
    const { session, view, advice, mine, plan } = this;
    if (!view || !session.scene) return null;
    const lately =
      advice ?? (session.decider === session.looking && session.advice ? withStopped(session.advice) : null);
    return { view, scene: session.scene, advice, lately, looking: session.looking, mine, plan };
  });
  interaction = $derived.by<InteractionState | null>(() => (this.context ? interactionState(this.context) : null));
  /** What a click where the pointer is would do. */
  action = $derived.by<ClickAction | null>(() => {
    const { interaction, context, plan } = this;
    return interaction && context && plan.hover ? clickAction(interaction, context, plan.hover) : null;
  });

  decision = $derived.by(() => this.interaction?.decision ?? "");
  acting = $derived.by(() => this.interaction?.stage === "act");
  putting = $derived.by(() => this.interaction?.stage === "put");
  selected = $derived.by(() => this.interaction?.selected ?? "");
  mode = $derived.by(() => this.interaction?.mode ?? "");
  marks = $derived.by<Marks>(() => this.allMarks());

  // -- choosing

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
    const { interaction, context } = this;
    if (!interaction || !context) return;
    this.chooser = null;
    this.meeting = null;
    this.pointed = null;
    const able = interaction.stage === "act" ? interaction.able.includes(token) : true;
    if (able || !token) this.plan = { ...NO_PLAN, selected: token };
    else this.carryOut(clickAction({ ...interaction, selected: "" }, context, { kind: "token", token, place: "" }));
  }

  /** One level back: a question, the first of two cards, the targets of a deed, the chosen character. */
  cancel(): void {
    if (this.question || this.chooser || this.meeting) {
      this.question = null;
      this.chooser = null;
      this.meeting = null;
    } else if (this.firstCard >= 0) this.firstCard = -1;
    else if (this.interaction) this.plan = stepBack(this.plan, this.interaction);
  }

  /** Nothing is asked any more: somebody else goes on. */
  cancelAll(): void {
    this.question = null;
    this.endWanted = "";
    this.letGo();
  }

  /** The next or the last one that can be chosen; false behind the end, where the page's controls follow. */
  cycle(step: 1 | -1): boolean {
    const { interaction, view } = this;
    if (!interaction || !view) return false;
    const tokens = interaction.stage === "put" ? puttable(view) : interaction.able;
    const index = tokens.indexOf(interaction.selected);
    const next = index < 0 ? (step > 0 ? tokens[0] : tokens.at(-1)) : tokens[index + step];
    if (next) this.select(next);
    return !!next;
  }

  // -- pointing and clicking

  hover(pick: Pick | null): void {
    this.plan = { ...this.plan, hover: pick };
  }

  pick(pick: Pick, pointer: PointerKind): void {
    const { interaction, context } = this;
    if (this.catches) return this.catches(pick);
    if (this.session.busy || !interaction || !context) return;
    const action = clickAction(interaction, context, pick);
    this.byKey = pointer === "keyboard";
    this.meeting = null;
    const first = pointer === "touch" && JSON.stringify(this.plan.hover) !== JSON.stringify(pick);
    // Touch has no hovering: the first tap previews what the second one does, unless a question follows anyway.
    const asks = action.kind === "do" && asksFirst(action.option, settings.confirmRotation);
    if (this.byKey && asks && this.isAskedAbout(action.option)) void this.doOption(action.option);
    else if (first && !asks && ["walk", "do", "which", "stop"].includes(action.kind))
      this.plan = { ...this.plan, hover: pick };
    else this.carryOut(action, pick);
  }

  /** Is this the option in question, and was there time to read the question? Then Enter confirms it. */
  private isAskedAbout(option: Option): boolean {
    const { question } = this;
    const same =
      question?.kind === "option" && JSON.stringify(question.option.choice) === JSON.stringify(option.choice);
    return same && performance.now() - this.asked > HASTE;
  }

  /** Carry out the preview (main button of the sheet, Enter). Without a preview, end the journey. */
  confirm(): void {
    const { action, interaction } = this;
    if (action && ["walk", "meet", "do", "which", "put"].includes(action.kind))
      this.carryOut(action, this.plan.hover ?? undefined);
    else if (interaction?.journey) void this.endJourney();
  }

  private carryOut(action: ClickAction, pick?: Pick): void {
    switch (action.kind) {
      case "nothing":
        return;
      case "select":
      case "look":
        this.plan = { ...NO_PLAN, selected: action.token };
        return;
      case "walk":
        void this.session.do(action.choices);
        return;
      case "meet":
        this.meeting = { token: action.token, walk: action.walk };
        return;
      case "put":
        void this.session.do([action.choice]);
        return;
      case "do":
        return this.perform(action.option);
      case "which":
        this.plan = { ...this.plan, hover: pick ?? this.plan.hover };
        this.chooser = action.options;
        return;
      case "stop":
        if (performance.now() - this.changed > HASTE) void this.endJourney();
        return;
      case "refuse":
        void this.explain(action);
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
    if (this.interaction?.journey?.canStop) await this.session.do([{ do: "stop" }]);
    else this.session.refuse(this.advice?.not_end ?? page("play.refuse.journey"));
  }

  /** Ask the server why not, and say it. */
  private async explain({ about, reason }: { about?: Choice; reason?: Reason }): Promise<void> {
    const known = reason ?? (about ? await this.session.why(about) : null);
    this.session.refuse(known && known.code !== "unreadable" ? known : page("play.refuse.reach"));
  }

  // -- deeds

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
    const fitting = (this.interaction?.buttons ?? []).filter((button) => verbs.includes(button.do));
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
    if (this.interaction) await this.session.do(commandOf(this.interaction, option));
  }

  /** Is there a turn to end? */
  canEnd = $derived.by(() => this.acting);
  /** Is nothing left but to end it? */
  spent = $derived.by(() => !!this.context && isSpent(this.context));

  /** End the turn. Ask first if points are lost; show the refusal if the traveller cannot stop. */
  end(): void {
    const { interaction, context } = this;
    if (!interaction || !context || !this.canEnd) return;
    const { advice } = context;
    const agreed = this.endWanted === "agreed";
    this.endWanted = advice ? "" : agreed ? "agreed" : "ask";
    if (!advice) return;
    const { choices, reason } = endingOf(advice, context, interaction);
    if (!choices.length && !this.canTakeBack()) return this.session.refuse(reason ?? page("play.refuse.journey"));
    const asks =
      settings.confirmEnd &&
      !agreed &&
      ((advice.able?.length ?? 0) > 0 || (advice.lost_points ?? 0) > 0) &&
      context.view.ap > 0;
    if (asks) this.question = { kind: "end" };
    else void this.endNow(agreed);
  }

  /** Whether the journey has not moved yet, so that it can be taken back to end the turn. */
  private canTakeBack(): boolean {
    const journey = this.view?.journey;
    return !!journey && !journey.moved && !!this.session.playback.sight?.undo;
  }

  /** `agreed`: the player has confirmed that points may be lost. */
  async endNow(agreed = true): Promise<void> {
    this.question = null;
    const { interaction, context, session } = this;
    if (!interaction || !context?.advice) return;
    const { choices, whole } = endingOf(context.advice, context, interaction);
    const done = await (choices.length ? session.do(choices) : session.undo());
    // The rest follows when the result has been shown.
    if (done && (!whole || !choices.length)) this.endWanted = agreed ? "agreed" : "ask";
  }

  /** Take back the last step or choice, if anything can be. */
  undo(): void {
    const line = this.session.playback.sight?.undo ?? "";
    if (!line || !this.session.mine || !this.view || !this.session.scene) return;
    void this.session.undo(undoSteps(this.view, this.session.scene, line));
  }

  /** Space: take or put down, if that is one thing; else choose. */
  handle(): void {
    const { interaction, action } = this;
    const journey = interaction?.journey;
    const loads = journey && journey.token === interaction.selected ? journey.loads : [];
    if (action?.kind === "walk" && pickUp(action.stop)) this.plan = { ...this.plan, take: !action.load };
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

  private allMarks(): Marks {
    const { interaction, context, mentioned } = this;
    if (!interaction || !context) return {};
    const { view, scene, plan } = context;
    let marks: Marks = {};
    if (interaction.stage === "put")
      marks = puttingMarks(view, scene, { ...plan, selected: interaction.selected }, (count) =>
        count ? tn("play.free", count) : t("play.full"),
      );
    else if (interaction.stage === "act") marks = this.deedMarks(interaction, context);
    else if (view.combat) marks = combatMarks(view.combat.attacker, view.combat.defender);
    else if (interaction.looked) marks = { selected: interaction.looked };
    if (mentioned?.token) marks = { ...marks, targets: [...(marks.targets ?? []), mentioned.token] };
    if (mentioned?.place) marks = { ...marks, last: [mentioned.place] };
    return marks;
  }

  private deedMarks(interaction: InteractionState, context: InteractionContext): Marks {
    const { view, scene, plan } = context;
    const marks = actingMarks(interaction, context, this.action);
    const shown = this.question?.kind === "option" ? [this.question.option] : this.pointed?.options;
    if (shown?.length)
      return { selectable: marks.selectable, selected: marks.selected, ...optionMarks(shown, view, scene, null) };
    if (this.action?.kind === "do")
      return { ...marks, lines: optionMarks([this.action.option], view, scene, plan.hover).lines ?? marks.lines };
    return marks;
  }
}
