// The player at the table: what is chosen, what a click or a key means now, and the questions asked before something is done.

import { t, tn } from "$lib/i18n";
import type { Advice, Character, Choice, Option, Reason, Stop } from "$lib/protocol";
import { settings } from "$lib/settings.svelte";
import { actorOf } from "$lib/words";
import type { Marks, MazeHandle, Pick, PointerKind } from "$maze/types";
import {
  actingMarks,
  buttonsOf,
  canStop,
  combatMarks,
  characterOf,
  handling,
  asksFirst,
  isPutting,
  NO_PLAN,
  optionMarks,
  optionsAt,
  pickUp,
  plainAdvice,
  putAt,
  puttable,
  puttingMarks,
  stopAt,
  undoSteps,
  walk,
  withStopped,
  type DeedButton,
  type Plan,
} from "./acting";
import { combatChoice, laysTwo } from "./combat";
import { charactersOf, colourOf, type AnyView } from "./looks";
import type { Session } from "./session.svelte";

/** Something that is asked before it is done. */
export type Question = { kind: "option"; option: Option } | { kind: "end" } | { kind: "resign" } | { kind: "delete" } | { kind: "draw" };

/** What the page itself refuses needs no rule. */
const outOfReach = (): Reason => ({ code: "page", sentence: t("play.refuse.reach") });

export class Table {
  plan = $state.raw<Plan>(NO_PLAN);
  question = $state.raw<Question | null>(null);
  /** Several options on one spot: which one? */
  chooser = $state.raw<Option[] | null>(null);
  /** Killer rage: the first of two cards. */
  firstCard = $state(-1);
  /** A button the pointer is on: its preview is shown. */
  pointed = $state.raw<DeedButton | null>(null);
  /** What a line of the log speaks of. */
  mentioned = $state.raw<{ token?: string; place?: string } | null>(null);
  maze: MazeHandle | null = null;

  constructor(readonly session: Session) {}

  view = $derived.by<AnyView | null>(() => this.session.showing.sight?.view ?? null);
  mine = $derived.by(() => this.session.mine && this.session.showing.settled);
  advice = $derived.by<Advice | null>(() => {
    const { session, view } = this;
    if (!this.mine || !view) return null;
    if (session.advice && session.adviceVersion === session.showing.version) return withStopped(session.advice);
    return session.adviceLate ? plainAdvice(view) : null;
  });
  /** The last advice, for panels that must not be empty while a step is played out. */
  private lastAdvice = $derived.by(() => this.advice ?? (this.session.decider === this.session.looking && this.session.advice ? withStopped(this.session.advice) : null));
  decision = $derived.by(() => (this.mine ? (this.view?.pending.at(-1)?.kind ?? "") : ""));
  acting = $derived.by(() => this.decision === "act" || this.decision === "travel");
  putting = $derived.by(() => this.mine && !!this.view && isPutting(this.view));
  /** The chosen token; while one is travelling it is that one. */
  selected = $derived.by(() => {
    if (this.view?.journey && this.session.decider === this.session.looking) return this.travelling(this.view.journey.token);
    if (this.putting && this.view) {
      const tokens = puttable(this.view);
      return tokens.includes(this.plan.selected) ? this.plan.selected : (tokens[0] ?? "");
    }
    return this.plan.selected;
  });
  /** Somebody else may be looked at meanwhile; the traveller stops when that one does something. */
  private travelling(traveller: string): string {
    const others = this.session.advice?.stopped ?? [];
    return others.some((other) => other.token === this.plan.selected) ? this.plan.selected : traveller;
  }

  character = $derived.by<Character | undefined>(() => characterOf(this.advice, this.selected));
  mode = $derived.by(() => {
    if (!this.acting || !this.character) return "";
    const known = this.plan.mode && this.buttons.some((button) => button.key === this.plan.mode && button.options.length);
    if (known) return this.plan.mode;
    return this.character.stops?.length ? "move" : "";
  });
  /** The same while a step is played out and new advice is on its way. */
  known = $derived.by<Character | undefined>(() => this.character ?? characterOf(this.lastAdvice, this.selected));
  buttons = $derived.by<DeedButton[]>(() => buttonsOf(this.known));
  loads = $derived.by<Choice[]>(() => (this.mine && this.view ? handling(this.view) : []));
  canStop = $derived.by(() => this.mine && !!this.view && canStop(this.view));
  /** The stop under the pointer, if one is walked to. */
  stop = $derived.by<Stop | undefined>(() => {
    const hover = this.plan.hover;
    return this.mode === "move" && hover && hover.kind !== "room" ? stopAt(this.character, hover.place) : undefined;
  });
  /** The options under the pointer in the mode that is on. */
  hovered = $derived.by<Option[]>(() => {
    const { view, plan } = this;
    const scene = this.session.scene;
    if (!view || !scene || !plan.hover || !this.acting) return [];
    const options = this.mode === "move" ? this.quickOptions() : this.modeOptions();
    return optionsAt(options, plan.hover, view, scene);
  });
  marks = $derived.by<Marks>(() => this.allMarks());

  // -- choosing ---------------------------------------------------------------------------------------------------------

  /** Everything planned is void: the version has changed under it, or another seat looks. */
  forget(): void {
    this.plan = NO_PLAN;
    this.question = null;
    this.chooser = null;
    this.firstCard = -1;
    this.pointed = null;
  }

  /** The maze has changed: what the pointer was on means something else now. */
  refresh(): void {
    this.plan = { ...this.plan, hover: null, take: true };
    this.chooser = null;
    this.pointed = null;
    this.firstCard = -1;
    if (this.view?.journey && this.session.decider === this.session.looking) this.plan = { ...this.plan, selected: this.view.journey.token, mode: "move" };
    else if (this.plan.mode !== "move") this.plan = { ...this.plan, mode: "move" };
  }

  select(token: string): void {
    this.plan = { ...NO_PLAN, selected: token, mode: "move" };
    this.chooser = null;
    this.pointed = null;
  }

  /** End the journey under way, so that something else can begin. */
  async endJourney(): Promise<boolean> {
    if (this.canStop) return this.session.do([{ do: "stop" }]);
    this.session.refuse({ code: "page", sentence: t("play.refuse.journey") });
    return false;
  }

  cancel(): void {
    if (this.question || this.chooser) {
      this.question = null;
      this.chooser = null;
    } else if (this.firstCard >= 0) this.firstCard = -1;
    else if (this.plan.hover) this.plan = { ...this.plan, hover: null };
    else if (this.mode !== "move" && this.plan.selected) this.plan = { ...this.plan, mode: "move" };
    else this.plan = NO_PLAN;
  }

  /** The next or the last character that can do something; false behind the end, where the page's controls follow. */
  cycle(step: 1 | -1): boolean {
    const tokens = this.cyclable();
    const index = tokens.indexOf(this.selected);
    const next = index < 0 ? (step > 0 ? tokens[0] : tokens.at(-1)) : tokens[index + step];
    if (!next) return false;
    if (this.putting) this.plan = { ...this.plan, selected: next };
    else this.select(next);
    return true;
  }

  private cyclable(): string[] {
    if (!this.view || !this.session.scene) return [];
    if (this.putting) return puttable(this.view);
    const able = (this.advice?.characters ?? []).filter((one) => one.stops?.length || one.deeds?.some((deed) => deed.options?.length));
    if (able.length) return able.map((one) => one.token);
    return charactersOf(this.view, this.session.scene, this.session.looking);
  }

  // -- pointing and clicking --------------------------------------------------------------------------------------------

  hover(pick: Pick | null): void {
    this.plan = { ...this.plan, hover: pick };
  }

  pick(pick: Pick, pointer: PointerKind): void {
    if (this.session.busy || !this.view || !this.session.scene) return;
    if (!this.mine) return this.look(pick);
    if (this.putting) return this.put(pick);
    if (this.acting) this.act(pick, pointer);
  }

  /** Nothing can be done now, but everything can be looked at. */
  private look(pick: Pick): void {
    this.plan = pick.kind === "token" ? { ...NO_PLAN, selected: pick.token } : NO_PLAN;
  }

  private put(pick: Pick): void {
    const view = this.view!;
    if (pick.kind === "token" && puttable(view).includes(pick.token)) {
      this.plan = { ...this.plan, selected: pick.token };
      return;
    }
    const choice = putAt(view, this.selected, pick);
    if (choice) void this.session.do([choice]);
    else if (this.selected) void this.explain(this.putting ? this.impossiblePut(pick) : null);
  }

  private impossiblePut(pick: Pick): Choice | null {
    const example = this.view!.choices.find((choice) => choice.token === this.selected);
    if (!example) return null;
    if (example.place && pick.kind === "room") return { ...example, place: pick.place };
    if (example.square && pick.kind !== "room") return { ...example, square: pick.place };
    if (example.zone && pick.kind !== "room") return { ...example, zone: pick.place };
    return null;
  }

  private act(pick: Pick, pointer: PointerKind): void {
    const view = this.view!;
    const options = optionsAt(this.mode === "move" ? this.quickOptions() : this.modeOptions(), pick, view, this.session.scene!);
    if (pick.kind === "token" && pick.token === this.selected && !options.length) return this.again(pick, pointer);
    if (pick.kind === "token" && pick.token === view.journey?.token && !options.length) return this.select(pick.token);
    if (this.firstTap(pick, pointer, options.length > 0)) return;
    if (options.length > 1) this.chooser = options;
    else if (options.length === 1) this.perform(options[0]!);
    else if (this.mode === "move" && this.walkTo(pick)) return;
    else if (pick.kind === "token" && colourOf(pick.token) === this.session.looking) this.select(pick.token);
    else this.impossible(pick);
  }

  /** A click on the chosen one itself: if it is travelling it stops, else it is let go of. */
  private again(pick: Pick, pointer: PointerKind): void {
    if (this.decision !== "travel" || pick.kind !== "token" || pick.token !== this.view?.journey?.token) this.plan = NO_PLAN;
    else if (this.loads.length && pointer !== "keyboard") this.plan = { ...this.plan, hover: pick };
    else if (this.canStop) void this.endJourney();
  }

  /** Touch has no hovering: the first tap shows what the second one does. */
  private firstTap(pick: Pick, pointer: PointerKind, possible: boolean): boolean {
    if (pointer !== "touch") return false;
    const stop = this.mode === "move" && pick.kind !== "room" ? stopAt(this.character, pick.place) : undefined;
    const same = this.plan.hover && JSON.stringify(this.plan.hover) === JSON.stringify(pick);
    if (same || !(stop || possible)) return false;
    this.plan = { ...this.plan, hover: pick };
    return true;
  }

  private walkTo(pick: Pick): boolean {
    const stop = pick.kind === "room" ? undefined : stopAt(this.character, pick.place);
    if (!stop || !this.character || !this.view) return false;
    if (stop.ends === false) return false;
    void this.session.do(walk(this.view, this.character, stop, this.plan.take));
    return true;
  }

  /** Walk to what is previewed (the main button of the sheet, Enter). */
  confirm(): void {
    const pick = this.plan.hover;
    if (this.stop && pick) this.walkTo(pick);
    else if (this.hovered.length === 1) this.perform(this.hovered[0]!);
    else if (this.decision === "travel" && this.canStop) void this.endJourney();
  }

  private impossible(pick: Pick): void {
    if (!this.selected) return;
    if (this.mode !== "move" && pick.kind === "token") {
      void this.explain({ do: this.mode.split(" ")[0]!, token: this.selected, target: pick.token });
    } else if (this.decision === "travel" && pick.kind !== "room") {
      void this.explain(this.view!.game === "board" ? { do: "step", square: pick.place } : { do: "step", zone: pick.place });
    } else if (pick.kind === "room") {
      void this.explain({ do: "reveal", token: this.selected, place: pick.place });
    } else this.session.refuse(outOfReach());
  }

  /** Ask the server why not, and say it. */
  private async explain(choice: Choice | null): Promise<void> {
    const reason = choice ? await this.session.why(choice) : null;
    this.session.refuse(reason ?? outOfReach());
  }

  // -- deeds ------------------------------------------------------------------------------------------------------------

  press(button: DeedButton): void {
    if (!this.advice || this.session.busy) return;
    if (!button.options.length) {
      if (button.reason) this.session.refuse(button.reason);
    } else if (button.options.length === 1) this.perform(button.options[0]!);
    else this.plan = { ...this.plan, mode: this.mode === button.key ? "move" : button.key, hover: null };
  }

  /** A key for a verb: the button that has it. */
  pressVerb(verbs: string[], twin = false): void {
    if (verbs.includes("move")) {
      this.plan = { ...this.plan, mode: "move", hover: null };
      return;
    }
    const fitting = this.buttons.filter((button) => verbs.includes(button.do));
    const possible = fitting.filter((button) => button.options.length);
    const button = (twin ? possible[1] : undefined) ?? possible[0] ?? fitting[0];
    if (button) this.press(button);
  }

  perform(option: Option): void {
    this.chooser = null;
    if (asksFirst(option, settings.confirmRotation)) this.question = { kind: "option", option };
    else void this.doOption(option);
  }

  async doOption(option: Option): Promise<void> {
    this.question = null;
    this.chooser = null;
    const first: Choice[] = this.decision === "travel" && actorOf(option.choice) && this.canStop ? [{ do: "stop" }] : [];
    await this.session.do([...first, option.choice]);
  }

  /** End the turn; asks first if something is lost by it. */
  end(): void {
    if (!this.canEnd) return;
    const advice = this.session.advice;
    const asks = settings.confirmEnd && !!advice && ((advice.able?.length ?? 0) > 0 || (advice.lost_points ?? 0) > 0) && (this.view?.ap ?? 0) > 0;
    if (asks) this.question = { kind: "end" };
    else void this.endNow();
  }

  canEnd = $derived.by(() => {
    if (this.decision === "travel") return this.canStop;
    return this.decision === "act" && !!this.view?.choices.some((choice) => choice.do === "pass");
  });

  async endNow(): Promise<void> {
    this.question = null;
    await this.session.do(this.decision === "travel" ? [{ do: "stop" }, { do: "pass" }] : [{ do: "pass" }]);
  }

  /** Take back the last step or choice, if anything can be. */
  undo(): void {
    const line = this.session.showing.sight?.undo ?? "";
    if (!line || !this.session.mine || !this.view || !this.session.scene) return;
    void this.session.undo(undoSteps(this.view, this.session.scene, line));
  }

  /** Space: take or put down, if that is one thing; else choose. */
  handle(): void {
    if (this.loads.length === 1) void this.session.do([this.loads[0]!]);
    else if (this.loads.length) this.chooser = this.loads.map((choice) => ({ choice }));
    else if (this.stop && pickUp(this.stop)) this.plan = { ...this.plan, take: !this.plan.take };
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

  // -- marks ------------------------------------------------------------------------------------------------------------

  private quickOptions(): Option[] {
    const quick = ["attack", "reveal"];
    return (this.character?.deeds ?? []).filter((deed) => quick.includes(deed.do)).flatMap((deed) => deed.options ?? []);
  }

  private modeOptions(): Option[] {
    return this.buttons.find((button) => button.key === this.mode)?.options ?? [];
  }

  private allMarks(): Marks {
    const view = this.view;
    const scene = this.session.scene;
    if (!view || !scene) return {};
    let marks: Marks = {};
    const plan = { ...this.plan, selected: this.selected, mode: this.mode };
    if (this.putting) marks = puttingMarks(view, scene, plan, (count) => (count ? tn("play.free", count) : t("play.full")));
    else if (this.acting) marks = this.deedMarks(view, plan);
    else if (this.mine && view.combat) marks = combatMarks(view.combat.attacker, view.combat.defender);
    else if (this.plan.selected) marks = { selected: this.plan.selected };
    if (this.mentioned?.token) marks = { ...marks, targets: [...(marks.targets ?? []), this.mentioned.token] };
    if (this.mentioned?.place) marks = { ...marks, last: [this.mentioned.place] };
    return marks;
  }

  private deedMarks(view: AnyView, plan: Plan): Marks {
    const scene = this.session.scene!;
    const marks = actingMarks(view, scene, this.advice, plan);
    const shown = this.question?.kind === "option" ? [this.question.option] : this.pointed?.options;
    if (shown?.length) return { selectable: marks.selectable, selected: marks.selected, ...optionMarks(shown, view, scene, null) };
    if (this.mode === "move" && this.hovered.length) return { ...marks, lines: optionMarks(this.hovered, view, scene, plan.hover).lines };
    return marks;
  }
}
