// A free board that is studied: where in its variations one is, what chance could have drawn, and what the buttons do.

import { untrack } from "svelte";
import { api } from "$lib/api";
import { saveBoard, newBoardId, type Board } from "$lib/boards";
import { loadNamespaces, t } from "$lib/i18n.svelte";
import type { Board as BoardInfo, Choice, Reason, Studied } from "$lib/protocol";
import { Chronicle, plain } from "$lib/sentences";
import {
  childrenOf,
  deedsAt,
  followed,
  neighbour,
  newTree,
  pathTo,
  pruned,
  ROOT,
  rowsOf,
  type Row,
  type Tree,
} from "$lib/variations";
import { choiceLabel, refusalText, type NamingContext } from "$lib/names";
import { GamePageStore, type Exercise } from "../game-page-store.svelte";
import { GameSession } from "../game-session.svelte";
import type { Marks, Pick } from "$maze/types";
import { Engine } from "../engine/engine.svelte";
import { BoardConnection } from "./board-connection";
import { keepChange } from "../../workshop/kept-positions";
import { editOf, type Chosen } from "./board-editing";

const KIND = "board";
/** The code of a refused edit; the sentence of the server says what is wrong. */
const BAD_EDIT = "bad-edit";
/** Size of the cache of visited nodes, so that stepping through variations is quick. */
const MOST_KEPT = 300;
/** So many nodes before one are read to tell what happened there: a walk may have begun there. */
const BEFORE = 6;

/** A node in words, and whose deed it was. */
export interface Words {
  text: string;
  colour: string;
}

export class BoardExercise implements Exercise {
  readonly home = "/board";
  /** What the address asks for, once the board is there. */
  asks: "" | "play" | "puzzle" = "";
  readonly rings: string[] = [];
  /** Is the position set up by hand? Then something may be chosen for it, and clicks in the maze change it. */
  editing = $state(false);
  chosen = $state.raw<Chosen>(null);
  private edits = $state.raw<string[][]>([]);
  private changing: Promise<void> = Promise.resolve();
  tree = $state.raw<Tree>() as Tree;
  at = $state(ROOT);
  name = $state("");
  info = $state.raw<BoardInfo>({});
  /** The moment that this one is held against; nothing: none. */
  against = $state<string | null>(null);
  readonly engine = new Engine();
  readonly session: GameSession;
  readonly store: GamePageStore;
  private connection!: BoardConnection;
  private lately: Record<string, string> = {};
  private readonly known = new Map<string, Studied>();
  rows = $derived.by<Row[]>(() => rowsOf(this.tree));

  constructor(
    readonly board: Board,
    first: Studied,
  ) {
    this.tree = board.tree;
    this.at = board.at;
    this.name = board.name;
    this.session = new GameSession({
      id: first.info.id,
      keys: first.info.seats.map(({ colour }) => ({ colour, token: "" })),
      curtainAlways: () => false,
      open: true,
      connect: (listener) =>
        (this.connection = new BoardConnection(
          { kind: KIND, name: board.id, first, onstudied: (studied) => this.hear(studied) },
          listener,
        )),
    });
    this.connection.onback = () => this.back();
    this.session.scene = first.board!.scene!;
    this.store = new GamePageStore(this.session);
    this.store.exercise = this;
  }

  get caption(): string {
    const view = this.store.view;
    return view && !view.over && view.turn ? t("board.turn", { turn: view.turn }) : t("board.title");
  }

  get marks(): Marks {
    return this.engine.marks;
  }

  get picked(): string[] {
    return this.chosen ? ["token" in this.chosen ? this.chosen.token : this.chosen.room] : [];
  }

  /** While a position is set up nothing is played. */
  get rest(): { heading: string; prompt: string } | null {
    return this.editing ? { heading: t("board.edit"), prompt: t("board.edit.rests") } : null;
  }

  ringed(): boolean {
    return false;
  }

  private hear(studied: Studied): void {
    const moments = studied.moments ?? [];
    const events =
      studied.fresh || !moments.length
        ? { all: studied.history ?? [] }
        : { last: moments.flatMap((moment) => moment.events) };
    const { tree, id } = followed(this.tree, this.at, studied.deeds, events);
    if (tree.nodes[id]) this.lately[tree.nodes[id]!.parent] = id;
    this.tree = tree;
    this.at = id;
    this.info = studied.board ?? {};
    // A played choice ends the setup.
    if (id !== ROOT) this.stopEditing();
    else if (this.editing) this.keepWork();
    this.keep();
  }

  keep(): void {
    saveBoard({ ...this.board, name: this.name, tree: this.tree, at: this.at, changed: Date.now() });
  }

  /** A board of the workshop: what is changed is kept there. */
  private keepWork(): void {
    const trouble = keepChange(this.board.id, this.info.position ?? "");
    if (trouble)
      void loadNamespaces("workshop").then(() =>
        this.session.refuse({ code: "page", sentence: t(`workshop.shelf.${trouble}`) }),
      );
  }

  rename(name: string): void {
    this.name = name.trim().slice(0, 60) || this.name;
    this.keep();
  }

  // -- the engine

  /** Have the engine look at this moment, or at none while the position is set up. */
  evaluate(): void {
    const deeds = deedsAt(this.tree, this.at);
    const { id } = this.board;
    const position = this.editing
      ? null
      : {
          key: JSON.stringify(deeds),
          ask: (depth: number, signal: AbortSignal) => api.evaluateBoard(id, deeds, depth, signal),
        };
    untrack(() => this.engine.look(position));
  }

  /** Play actions as a variation, each as a step of its own, until one is refused. */
  async playActions(actions: Choice[][]): Promise<void> {
    for (const choices of actions) if (!(await this.session.do(choices))) return;
  }

  // -- navigation

  /** Return the board at a node, from the cache or the server. */
  async look(id: string): Promise<Studied> {
    const deeds = deedsAt(this.tree, id);
    const key = JSON.stringify(deeds);
    const known = this.known.get(key) ?? (await api.study(KIND, this.board.id, deeds, { type: "look" }));
    this.known.delete(key);
    this.known.set(key, known);
    if (this.known.size > MOST_KEPT) this.known.delete(this.known.keys().next().value!);
    return known;
  }

  async goTo(id: string): Promise<void> {
    if (id === this.at || this.session.busy) return;
    const forward = id !== ROOT && this.tree.nodes[id]?.parent === this.at;
    try {
      const studied = await this.look(id);
      this.at = id;
      this.store.controller.forget();
      await this.connection.go(async () => studied, forward ? this.tree.nodes[id]!.events : []);
    } catch (error) {
      this.session.refuse({ code: "page", sentence: String(error instanceof Error ? error.message : error) });
    }
  }

  walk(direction: "left" | "right" | "up" | "down"): void {
    void this.goTo(neighbour(this.tree, this.at, direction, this.lately));
  }

  private async back(): Promise<Reason | null> {
    if (this.at === ROOT) return { code: "nothing-to-undo" };
    const busy = this.session.busy;
    this.session.busy = false;
    await this.goTo(this.tree.nodes[this.at]!.parent);
    this.session.busy = busy;
    return null;
  }

  /** Delete a node with all that follows it. */
  async prune(id: string): Promise<void> {
    const { parent } = this.tree.nodes[id]!;
    if (pathTo(this.tree, this.at).includes(id)) await this.goTo(parent);
    if (this.against && pathTo(this.tree, this.against).includes(id)) this.against = null;
    this.tree = pruned(this.tree, id);
    this.keep();
  }

  hasNext = $derived.by(() => childrenOf(this.tree, this.at).length > 0);

  // -- chance

  async drawAgain(choice: Choice | "" = ""): Promise<void> {
    if (this.session.busy) return;
    this.session.busy = true;
    const reason = await this.connection.act({ type: "chance", choice });
    this.session.busy = false;
    if (reason) this.session.refuse(reason);
  }

  // -- setting up by hand

  /**
   * Edit the position. A board with variations stays as it is: a copy of this moment is changed. Returns where it is
   * kept.
   */
  startEditing(): string {
    if (!Object.keys(this.tree.nodes).length) {
      this.editing = true;
      this.store.controller.catches = (pick) => this.pick(pick);
      this.store.controller.forget();
      return "";
    }
    const id = newBoardId();
    const start = [`from position\n${this.info.position}`, this.tree.start[1]!];
    saveBoard({
      ...this.board,
      id,
      name: t("board.edited", { name: this.name }).slice(0, 60),
      tree: newTree(start),
      at: ROOT,
      changed: Date.now(),
    });
    return id;
  }

  stopEditing(): void {
    this.editing = false;
    this.chosen = null;
    this.edits = [];
    this.store.controller.catches = null;
  }

  /** How many changes can be taken back. */
  get changes(): number {
    return this.edits.length;
  }

  /** Something in the maze is clicked. */
  pick(pick: Pick): void {
    const { view, scene } = this.store;
    if (!view || !scene) return;
    const meant = editOf(view, scene, this.chosen, pick);
    if ("chosen" in meant) this.chosen = meant.chosen;
    else void this.edit([meant.line]);
  }

  /** Changes are made one after the other, however quickly they are asked for: none is lost. */
  edit(lines: string[]): Promise<void> {
    return this.inTurn(() => this.change(lines));
  }

  takeBack(): Promise<void> {
    return this.inTurn(() => this.unchange());
  }

  private inTurn(deed: () => Promise<void>): Promise<void> {
    const done = this.changing.then(deed);
    this.changing = done.catch(() => undefined);
    return done;
  }

  private async change(lines: string[]): Promise<void> {
    if (this.session.busy) return;
    this.session.busy = true;
    const before = this.tree.start;
    const reason = await this.connection.act({ type: "edit", edits: lines });
    this.session.busy = false;
    if (reason)
      this.session.refuse({
        code: "page",
        sentence: [refusalText(reason), reason.code === BAD_EDIT ? reason.sentence : ""].filter(Boolean).join(" "),
      });
    else {
      this.edits = [...this.edits, before];
      if (this.chosen && "token" in this.chosen) this.chosen = null;
    }
  }

  private async unchange(): Promise<void> {
    const start = this.edits.at(-1);
    if (!start || this.session.busy) return;
    this.edits = this.edits.slice(0, -1);
    this.chosen = null;
    this.tree = newTree(start);
    await this.connection.go(() => this.look(ROOT));
  }

  // -- words

  /** What happened at a node, including what was under way before it (a walk), so that it becomes one sentence. */
  wordsOf(id: string, naming: NamingContext): Words {
    const chronicle = new Chronicle({ ...naming, rooms: {} });
    const path = pathTo(this.tree, id);
    for (const before of path.slice(-BEFORE - 1, -1)) chronicle.add(this.tree.nodes[before]!.events);
    const before = chronicle.entries.map(plain);
    const node = this.tree.nodes[id]!;
    chronicle.add(node.events);
    const fresh = chronicle.entries.filter((entry, at) => plain(entry) !== before[at]);
    const deeds = fresh.filter((entry) => entry.kind === "deed");
    const shown = deeds.length ? deeds : fresh;
    if (!shown.length)
      return {
        text: node.lines.at(-1) === "stop" ? choiceLabel(naming, { do: "stop" }) : node.lines.join(", "),
        colour: "",
      };
    return { text: shown.map(plain).slice(0, 3).join(" "), colour: shown.find((entry) => entry.colour)?.colour ?? "" };
  }
}

/** Open a board where it was left. */
export async function openBoard(board: Board): Promise<BoardExercise> {
  const at = board.at === ROOT || board.tree.nodes[board.at] ? board.at : ROOT;
  const first = await api.study(KIND, board.id, deedsAt(board.tree, at), { type: "look" });
  return new BoardExercise({ ...board, at }, first);
}
