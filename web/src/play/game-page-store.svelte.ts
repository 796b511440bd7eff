// Everything the components of the game page share: the session, the player's plan, names, the log, and which panel is
// open.

import { language, t, tn } from "$lib/i18n.svelte";
import type { Choice } from "$lib/protocol";
import type { LogEntry } from "$lib/sentences";
import {
  askedText,
  choiceLabel,
  decisionText,
  pieceName,
  placeName,
  namingContext,
  tokenName,
  type NamingContext,
} from "$lib/names";
import { settings } from "$lib/settings.svelte";
import type { Sounds } from "./sounds";
import { SPECTATOR, type GameSession } from "./game-session.svelte";
import { SIDE_PANEL, isCompact, isTall, layoutFor, LOW, ROOM_ENOUGH, WIDE, type Layout } from "./page-layout";
import { LastTurns } from "./last-turns.svelte";
import { HintButtons } from "./hint-buttons.svelte";
import { seatOrder, playerNames, type PlaqueContext } from "./plaques";
import type { Marks } from "$maze/types";
import { awayText } from "./presence";
import { overlayKey, overlayFor, type Overlay, type OverlayInput } from "./overlay";
import { promptOf } from "./prompt";
import { GameLog } from "./game-log";
import { InteractionController } from "./interaction-controller.svelte";

export type Panel = "" | "log" | "chat" | "rules" | "menu" | "keys" | "choices" | "settings" | "cards";

/** What an exercise (a lesson) adds to the table. */
export interface Exercise {
  /** What the coach speaks of: tokens, places and rooms in the maze, */
  readonly rings: string[];
  /** additional marks on the maze, */
  readonly marks?: Marks;
  /** and the buttons of these choices. Of a button that is refused only the deed and whose it is are known. */
  ringed(choice: Partial<Choice>): boolean;
  /** What was tapped in answer to a question. */
  readonly picked: string[];
  /**
   * While nothing can be played (a question is asked, or all is done): what stands in place of the heading and the
   * prompt.
   */
  readonly rest?: { heading: string; prompt: string } | null;
  /** Stands in the place of a game's turn and target. */
  readonly caption: string;
  /** Where the way out leads. */
  readonly home: string;
  /** Evaluates the position, if there is an engine. */
  readonly engine?: object;
}

export class GamePageStore {
  exercise = $state.raw<Exercise | null>(null);
  readonly controller: InteractionController;
  panel = $state<Panel>("");
  /** What stands next to the maze on a wide screen, */
  tab = $state<"log" | "chat">("log");
  /** and whether the player has asked for the place to write. */
  writing = $state(false);
  width = $state(1440);
  height = $state(900);
  /** The panel that says how the game ended has been closed. */
  endSeen = $state(false);
  sealSeen = $state(false);
  /** What the player is about to ask for: take-back, vacation, plan, or stand-in:COLOUR (`TimeLayer.svelte`). */
  asking = $state("");
  /** What is planned, drawn in the maze. */
  planned = $state.raw<Marks>({});
  /** What the rules panel is about. */
  topic = $state("");
  /** The clause it was opened for: its paragraph is marked. */
  clause = $state("");
  /** What a line of the log speaks of that the pointer is on. */
  lit = $state.raw<{ token?: string; place?: string }[]>([]);
  /** The moment for which the scene over the maze is folded away. */
  foldedAt = $state("");
  /** The time for texts such as "away for 3 minutes"; it advances every few seconds. */
  now = $state(Date.now());
  readonly last: LastTurns = new LastTurns(this);
  readonly hintButtons: HintButtons = new HintButtons(this);
  private readonly gameLog = new GameLog();
  private heard: Promise<Sounds> | undefined;

  constructor(readonly session: GameSession) {
    this.controller = new InteractionController(session, () => !!this.exercise?.rest);
  }

  scene = $derived.by(() => this.session.scene);
  view = $derived.by(() => this.controller.view);
  info = $derived.by(() => this.session.info);
  names = $derived.by<Record<string, string>>(() => (this.info ? playerNames(this.info) : {}));
  naming = $derived.by<NamingContext | null>(() =>
    this.scene && this.view ? namingContext(this.scene, this.view, this.names) : null,
  );
  spectating = $derived.by(() => this.session.looking === SPECTATOR);
  order = $derived.by(() => (this.scene ? seatOrder(this.scene, this.session.side) : []));
  /** Is there a chat? */
  /** Where the scenario that this game tries is edited; empty: it tries none. */
  editor = "";
  chatting = $derived.by(() => !SITE && ((this.online && !this.exercise) || this.spectating));
  /** How much of the width the log or the chat takes from the table, where it stands next to it at its full size. */
  sidePanelWidth = $derived.by(() =>
    this.isSidePanel(this.panel) && this.width - SIDE_PANEL >= ROOM_ENOUGH ? SIDE_PANEL : 0,
  );
  layout = $derived.by<Layout>(() =>
    layoutFor(this.width - this.sidePanelWidth, this.height, this.scene?.seats.length ?? 2),
  );
  compact = $derived.by(() => isCompact(this.layout));
  tall = $derived.by(
    () => !!this.scene && isTall(this.layout, this.scene.width, this.scene.height, this.scene.game === "card"),
  );
  online = $derived.by(
    () =>
      (this.info?.seats.filter((seat) => seat.who === "person").length ?? 0) > Math.max(1, this.session.held.length),
  );
  context = $derived.by<PlaqueContext | null>(() => {
    const { view, scene, info, session } = this;
    if (!view || !scene || !info) return null;
    return {
      view,
      scene,
      info,
      looking: session.everybody ? "" : session.looking,
      clock: session.clock,
      offset: session.clockOffset,
      drawn: !!this.exercise && !session.everybody,
    };
  });
  entries = $derived.by<LogEntry[]>(() => {
    if (!this.naming) return [];
    const shown = this.session.steps.filter((step) => step.version <= this.session.playback.version);
    const looking = this.session.everybody ? "all" : this.session.looking;
    return this.gameLog.lines(JSON.stringify([language(), looking, this.names]), shown, {
      ...this.naming,
      viewer: looking,
    });
  });
  /** Does the viewer decide something in the turn of somebody else? */
  foreign = $derived.by(
    () =>
      !!this.view &&
      this.session.mine &&
      this.view.turn > 0 &&
      this.view.active !== this.session.looking &&
      this.view.active in this.names,
  );
  /** Whose turn it is and what is asked, in a heading. */
  heading = $derived.by(() => {
    const view = this.view;
    if (this.exercise?.rest) return this.exercise.rest.heading;
    if (!view) return "";
    if (view.over) return t("play.over");
    if (this.session.everybody && view.turn) return t("play.turn-of", { player: this.names[view.active] ?? "" });
    if (this.session.mine) return view.turn && !this.foreign ? t("play.your-turn") : t("play.your-choice");
    const who = view.pending.at(-1)?.who ?? "";
    return this.names[who] ? t("play.turn-of", { player: this.names[who] }) : t("play.machine");
  });
  subtitle = $derived.by(() => {
    const { view, scene } = this;
    if (this.exercise) return this.exercise.caption;
    if (!view || !scene || (view.over && !view.turn)) return "";
    if (!view.turn) return t("play.setup");
    if (this.foreign)
      return [
        t("play.turn-of-other", { player: this.names[view.active] ?? "" }),
        askedText(view.pending.at(-1)?.kind ?? ""),
      ].join(" · ");
    if (view.game === "board" && view.standstill) return tn("play.standstill", view.standstill, { turn: view.turn });
    return scene.turns
      ? t("play.turn-limit", { turn: view.turn, turns: scene.turns })
      : t("play.turn-target", { turn: view.turn, target: scene.target });
  });
  /** What the decision at hand asks. */
  ask = $derived.by(() => {
    const pending = this.view?.pending.at(-1);
    return this.choosing || (this.naming && pending ? decisionText(this.naming, pending.kind, pending.who) : "");
  });
  /** Who has not chosen yet, where several choose at the same time and the viewer does not. */
  choosing = $derived.by(() => {
    const waiting = (this.info?.waiting ?? []).filter((colour) => colour !== this.session.looking);
    if (!waiting.length || this.session.mine || !this.view || this.view.over) return "";
    const names = waiting.map((colour) => this.names[colour] ?? "").join(", ");
    return t(this.spectating ? "play.choosing" : "play.chosen", { names });
  });

  /** What is to be placed and where, once it is chosen. */
  placing = (token: string): string => {
    if (!this.naming || !token) return this.ask;
    const target = tokenName(this.naming, token, "object");
    return this.naming.scene.game === "card"
      ? t("game.decision.place.chosen.card", { target })
      : t("game.decision.place.chosen", { target });
  };

  /** What is expected now, in a sentence: on the screen at every moment, and read out. */
  prompt = $derived.by(() => {
    const { view, naming, controller } = this;
    if (this.exercise?.rest) return this.exercise.rest.prompt;
    const undoable = !!this.session.playback.sight?.undo;
    return view && naming && controller.interaction
      ? this.choosing || promptOf(controller.interaction, view, naming, this.placing, undoable)
      : "";
  });

  private overlayInput = $derived.by<OverlayInput | null>(() => {
    const { view, session, controller, spectating } = this;
    const { decision, mine } = controller;
    const revealed = !!session.playback.reveal;
    return view && { view, looking: session.looking, spectating, decision, mine, revealed };
  });
  /** What lies over the maze, unless it is folded away. */
  overlay = $derived.by<Overlay>(() => (this.overlayInput ? overlayFor(this.overlayInput) : ""));
  overlayKey = $derived.by(() => (this.overlayInput ? overlayKey(this.overlay, this.overlayInput) : ""));
  folded = $derived.by(() => !!this.overlayKey && this.foldedAt === this.overlayKey);
  /** Fold the scene over the maze away, or bring it back. */
  fold(away: boolean): void {
    this.foldedAt = away ? this.overlayKey : "";
  }
  /** Who has to decide before the game goes on, other than the viewer. */
  awaited = $derived.by(() => {
    const { view, session } = this;
    return view && !view.over && !session.mine
      ? view.pending.findLast((pending) => pending.who !== session.looking)
      : undefined;
  });
  /** For how long the player who is waited for has been away; empty if they are here. */
  away = $derived.by(() => this.awayOf(this.awaited?.who ?? ""));

  awayOf = (colour: string): string => {
    const since = this.session.held.includes(colour) ? 0 : this.session.absences[colour]?.since;
    return since ? awayText(this.names[colour] ?? "", since, Math.max(this.now, since)) : "";
  };

  piece = (token: string): string => (this.scene ? pieceName(this.scene, token) : token);
  token = (token: string): string => (this.naming ? tokenName(this.naming, token) : token);
  at = (place: string): string => (this.naming ? placeName(this.naming, place, "at") : place);
  choice = (choice: Choice): string => (this.naming ? choiceLabel(this.naming, choice) : choice.do);

  /** Show the rule of a clause next to the maze. */
  async openRule(clause: string): Promise<void> {
    const edition = this.scene?.game === "card" ? "card" : "board";
    const { entryOfClause } = await import("$lib/rules-entries");
    this.topic = entryOfClause(edition, clause)?.name ?? "";
    this.clause = clause;
    this.panel = "rules";
  }

  /** Look something up by its name. */
  lookUp(topic: string): void {
    this.topic = topic;
    this.clause = "";
  }

  /** Let something be heard; what makes the sounds is fetched when the first is due. */
  sounds(use: (sounds: Sounds) => void): void {
    this.heard ??= import("./sounds").then(({ Sounds }) => new Sounds(() => (settings.sound ? settings.volume : 0)));
    void this.heard.then(use);
  }

  /** Does a coach speak of this choice, or of a deed? */
  ringed = (choice: Partial<Choice>): boolean => this.exercise?.ringed(choice) ?? false;

  /** Does a panel leave the table to be played, on this screen? */
  isSidePanel(panel: Panel): boolean {
    return (panel === "log" || panel === "chat") && !this.exercise && this.width >= WIDE && this.height >= LOW;
  }

  toggle(panel: Panel): void {
    // What lies over the maze lies over the chat next to it, too.
    const chatShown =
      this.chatting &&
      (!this.overlay || this.folded) &&
      (this.layout === "desktop" || this.layout === "four") &&
      !!this.view?.turn;
    const docked = panel === "chat" && !this.panel && chatShown;
    if (!docked) return this.open(this.panel === panel ? "" : panel);
    this.tab = "chat";
    this.writing = true;
  }

  open(panel: Panel): void {
    this.clause = "";
    this.panel = panel;
  }
}
