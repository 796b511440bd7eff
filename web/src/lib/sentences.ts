// Events as sentences. They come a few at a time (every step of a walk is one), so a Chronicle rewrites its last
// sentence when more of it arrives. Names of tokens and places are separate parts, so that the log can highlight them
// in the maze.

import { t } from "$lib/i18n.svelte";
import type { EventView, Scene } from "$lib/protocol";
import {
  capital,
  colourOf,
  facedZone,
  pairLabel,
  placeName,
  playerName,
  roomLabel,
  sideName,
  stateWord,
  tokenName,
} from "$lib/names";
import type { Case, PlaceForm, NamingContext } from "$lib/names";

/** A name within a sentence, and what it names. */
export interface Mention {
  text: string;
  token?: string;
  place?: string;
}
export type Part = string | Mention;

/** One line of the log. `kind` is `turn` for a heading. `colour` is whose deed it is, empty for chance. */
export interface LogEntry {
  /** Which sentence of the catalogue it is, without `game.event.`. */
  key: string;
  colour: string;
  parts: Part[];
  mine: boolean;
  kind: "turn" | "deed";
}

type Value = Part | Part[] | number;
/** What a sentence may be filled with; names are looked up only where they are used. */
type Values = Record<string, Value | (() => Value)>;
/** How an event is described: the key of its sentence without `event.`, and whose action it is if no token says so. */
interface LineKey {
  key: string;
  colour?: string;
}

const JOURNEYS = new Set(["move", "jump", "wall"]);
const QUARTERS: Record<number, string> = { 1: "cw", 3: "ccw" };
/** Part of another event's sentence, or not worth one. */
const SILENT = new Set(["turn-ended", "stopped", "action-began"]);
/** How far ahead to look for events of the same sentence; the cards of a combat are the most. */
const AHEAD = 16;
/** What an object is used up for. */
const USES = new Set(["drank", "burned", "inverted"]);
/** Events that name a token only its owner may know. */
const SECRETIVE = new Set(["left-out", "picked", "starter-set", "laid"]);
/** Events of a player who handles the token they name. */
const SET_DOWN = new Set([...SECRETIVE, "placed"]);

/** Everything that happened as lines of a log. */
export function sentences(events: EventView[], naming: NamingContext): LogEntry[] {
  const chronicle = new Chronicle(naming);
  chronicle.add(events);
  return chronicle.entries;
}

/** A line as plain text. */
export const plain = (entry: LogEntry): string =>
  entry.parts.map((part) => (typeof part === "string" ? part : part.text)).join("");

/** A template of the catalogue cut at its `{places}`, with values put in. Names stay parts of their own. */
export function compose(key: string, values: Values): Part[] {
  const found: Part[] = [];
  t(key)
    .split(/\{([\w-]+)\}/)
    .forEach((piece, index) => {
      const given = index % 2 ? values[piece] : piece;
      const value = typeof given === "function" ? given() : given;
      if (Array.isArray(value)) found.push(...value);
      else if (value !== undefined && value !== "") found.push(typeof value === "number" ? String(value) : value);
    });
  return capitalised(joined(found));
}

/** Neighbouring plain texts become one. */
function joined(parts: Part[]): Part[] {
  const found: Part[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (typeof part === "string" && typeof last === "string") found[found.length - 1] = last + part;
    else found.push(part);
  }
  return found;
}

function capitalised([first, ...rest]: Part[]): Part[] {
  if (first === undefined) return [];
  return [typeof first === "string" ? capital(first) : { ...first, text: capital(first.text) }, ...rest];
}

/**
 * The log of one game as one viewer may know it; events are added as they come. From the beginning of a game it needs
 * no `rooms`: it learns them on the way. Begun in the middle of a game it takes those of the view.
 */
export class Chronicle {
  readonly entries: LogEntry[] = [];
  private readonly rooms: Record<string, string>;
  private readonly naming: NamingContext;
  /**
   * The walk under way: its manner, who walks, where it has come, the line that describes it, and the last line that
   * belongs to it (what was carried out is gone).
   */
  private walk: { mode: string; token: string; steps: number; place: string; line: number; last: number } | null = null;
  /** The kind of the last event. */
  private before = "";
  /** Who is about to reveal a room, and the line that says so. */
  private revealing: { token: string; line: number } | null = null;
  /** Who has chosen a zone to face: its letter or `?`, and the line that says so. */
  private readonly faced = new Map<string, { letter: string; line: number }>();

  constructor(naming: NamingContext) {
    this.rooms = { ...naming.rooms };
    this.naming = { ...naming, rooms: this.rooms };
  }

  add(events: EventView[]): void {
    for (let index = 0; index < events.length; index++) {
      index += this.one(events[index]!, events.slice(index + 1, index + 1 + AHEAD));
      this.before = events[index]?.kind ?? "";
    }
  }

  /** Describe one event; return how many of the following events the sentence includes. */
  private one(event: EventView, next: EventView[]): number {
    this.learn(event);
    if (event.kind === "action-began") return this.begin(event, next);
    if (event.kind === "stepped") this.step(event);
    else if (event.kind === "combat-shown") return this.showdown([event, ...next]);
    else if (event.kind === "revealed") this.revealed(event);
    else if (event.kind === "faced") this.facing(event);
    else if (event.kind === "left-maze") return this.scoredWith(event, next, this.leaving(event));
    else if (event.kind === "eliminated" && next[0]?.kind === "scored")
      return this.scoredWith(event, next, "eliminated.scored");
    else if (!SILENT.has(event.kind) && !this.usedUp(event, next) && !this.staysOnIt(event, next)) {
      const before = this.entries.length - 1;
      this.tell(event);
      if (event.kind === "object-gone" && this.walk?.last === before) this.walk.last = this.entries.length - 1;
    }
    if (event.kind === "stopped" || event.kind === "undone" || event.kind === "turn-ended") this.walk = null;
    return 0;
  }

  /** An object that is used up goes without saying. */
  private usedUp(event: EventView, next: EventView[]): boolean {
    return event.kind === "object-gone" && (this.before === "fireball" || USES.has(next[0]?.kind ?? ""));
  }

  /** In the board game who puts something down and stays there carries it still (CARRY-2, CARRY-4). */
  private staysOnIt(event: EventView, next: EventView[]): boolean {
    return event.kind === "dropped" && !!event.other && next[0]?.kind === "stopped";
  }

  /** Which room lies where changes when one is turned up or two change places. */
  private learn(event: EventView): void {
    if (event.kind === "revealed" && event.place && event.room) this.rooms[event.place] = event.room;
  }

  // -- walks

  private begin(event: EventView, next: EventView[]): number {
    const action = event.action ?? "";
    const token = event.token ?? "";
    const follows = next[0];
    this.walk = JOURNEYS.has(action) ? { mode: action, token, steps: 0, place: "", line: -1, last: -1 } : null;
    if (action === "jump" && follows?.kind === "combat-shown") {
      const key = this.mine(follows.player ?? "") ? "jump-paid.you" : "jump-paid";
      this.write({ key, colour: follows.player }, this.values(follows));
      return 1; // the card shown is the price of the jump (JMP-4)
    }
    if (action === "reveal") {
      this.write({ key: "begin-reveal", colour: colourOf(token) }, this.values(event));
      this.revealing = { token, line: this.entries.length - 1 };
    } else if (follows?.kind === "healed" && (action === "heal" || action === "regenerate")) {
      const values = { token: this.token(token), target: this.token(follows.token, "object") };
      this.write({ key: action === "heal" ? "healed.by" : "regenerated", colour: colourOf(token) }, values);
      return 1;
    }
    return 0;
  }

  /** A step lengthens the walk under way; its line is written anew. */
  private step(event: EventView): void {
    const token = event.token ?? "";
    if (this.walk?.token !== token) this.walk = { mode: "move", token, steps: 0, place: "", line: -1, last: -1 };
    const walk = this.walk;
    walk.steps += 1;
    walk.place = event.square || event.zone || "";
    if (walk.line >= 0 && walk.line !== this.entries.length - 1) {
      walk.line = -1; // something else happened in between: a new sentence
      walk.steps = 1;
    }
    const far = walk.mode === "move" && walk.steps > 1;
    const { place } = walk;
    const values = {
      token: this.token(token),
      to: this.place(place, "to"),
      at: this.place(place, "at"),
      count: walk.steps,
    };
    const entry = this.entry({ key: `walk.${walk.mode}${far ? ".far" : ""}`, colour: colourOf(token) }, values);
    if (walk.line >= 0) this.entries[walk.line] = entry;
    else walk.line = this.entries.push(entry) - 1;
    walk.last = walk.line;
  }

  // -- sentences for several events

  /** The room that chance has turned up ends the sentence about who reveals it. */
  private revealed(event: EventView): void {
    const before = this.revealing;
    this.revealing = null;
    const values = { ...this.values(event), room: this.place(event.place ?? "") };
    if (before && before.line === this.entries.length - 1) {
      const line = this.entry(
        { key: "revealed.by", colour: colourOf(before.token) },
        { ...values, token: this.token(before.token) },
      );
      this.entries[before.line] = line;
    } else this.write({ key: "revealed" }, values);
  }

  /** The zone of a player is named once: when it is known, in the line that said a zone had been chosen (SET-9). */
  private facing(event: EventView): void {
    const token = event.token ?? "";
    const letter = event.letter ?? "";
    const before = this.faced.get(token);
    if (before && (letter === before.letter || letter === "?")) return;
    if (before?.letter === "?")
      this.entries[before.line] = this.entry({ key: "faced", colour: colourOf(token) }, this.values(event));
    else this.tell(event);
    this.faced.set(token, { letter, line: before?.letter === "?" ? before.line : this.entries.length - 1 });
  }

  /** Remove the line about the last steps of a character who leaves, even after a line about its load. */
  private leaving(event: EventView): string {
    if (
      this.walk &&
      this.walk.line >= 0 &&
      this.walk.token === event.token &&
      this.walk.last === this.entries.length - 1
    )
      this.entries.splice(this.walk.line, 1);
    this.walk = null;
    return event.other ? "left-maze.loaded" : "left-maze";
  }

  /** Put points into the sentence of the event that scored them. */
  private scoredWith(event: EventView, next: EventView[], key: string): number {
    const follows = next[0]?.kind === "scored" ? next[0] : undefined;
    const scorer = follows?.player ?? colourOf(event.token ?? "");
    const values = { ...this.values(event), points: follows?.points ?? event.points ?? 0, player: this.player(scorer) };
    this.write({ key: this.mine(scorer) ? `${key}.you` : key, colour: scorer }, values);
    return follows ? 1 : 0;
  }

  /** The combat cards of all sides, each sum spelled out, and who has won. */
  private showdown(events: EventView[]): number {
    const shown: { player: string; cards: number[]; total: number }[] = [];
    let used = 0;
    while (
      events[used]?.kind === "combat-shown" ||
      (events[used]?.kind === "item-shown" && events[used + 1]?.kind === "combat-shown")
    ) {
      const event = events[used++]!;
      if (event.kind === "item-shown") {
        this.tell(event);
        continue;
      }
      const same = shown.find((side) => side.player === event.player);
      if (same) same.cards.push(event.card ?? 0);
      else shown.push({ player: event.player ?? "", cards: [event.card ?? 0], total: event.number ?? 0 });
    }
    for (const side of shown) this.shownBy(side);
    if (shown.length === 2) this.verdict(shown);
    return used - 1;
  }

  private shownBy({ player, cards, total }: { player: string; cards: number[]; total: number }): void {
    const [card = 0, second] = cards;
    const base = total - cards.reduce((sum, value) => sum + value, 0);
    const key = second === undefined ? "combat-shown" : "combat-shown.two";
    const values = { player: this.player(player), card, second: second ?? 0, base, number: total };
    this.write({ key: this.mine(player) ? `${key}.you` : key, colour: player }, values);
  }

  /** The higher sum wins; a tie changes nothing (COMBAT-12, CMB-17). With more than two the consequences tell it. */
  private verdict([first, second]: { player: string; total: number }[]): void {
    if (!first || !second) return;
    if (first.total === second.total) this.write({ key: "combat-tied" }, {});
    else {
      const winner = first.total > second.total ? first.player : second.player;
      this.write(
        { key: this.mine(winner) ? "combat-won.you" : "combat-won", colour: winner },
        { player: this.player(winner) },
      );
    }
  }

  // -- a single event

  private tell(event: EventView): void {
    if (event.kind === "inverted") this.swapRooms(event.places ?? []);
    const owner = SECRETIVE.has(event.kind) ? colourOf(event.token ?? "") : "";
    const player = event.player || owner;
    const key = this.keyOf(event);
    const colour = player || colourOf(event.token ?? "");
    const hidden = owner && this.isHidden(event);
    const values = this.values(event);
    if (player) values["player"] = this.player(player);
    if (hidden) this.write({ key: `${key}.hidden`, colour }, values);
    else this.write({ key: player && this.mine(player) && HAS_YOU.has(key) ? `${key}.you` : key, colour }, values);
  }

  private keyOf(event: EventView): string {
    const { kind } = event;
    const many = (event.tokens?.length ?? 0) > 2;
    if (kind === "attacked" || kind === "shot" || kind === "speared") return many ? `${kind}.group` : kind;
    if (kind === "gate-set") return `gate-set-${event.state}`;
    if (kind === "joined") return `joined-${event.side}`;
    if (kind === "raged") return `raged-${event.number ?? 0}`;
    if (kind === "named") return event.card ? "named" : "named.nothing";
    if (kind === "faced") return event.letter === "?" ? "faced.hidden" : "faced";
    if (kind === "door-drawn") return event.player === "nobody" || !event.player ? "door-drawn.nobody" : "door-drawn";
    if (kind === "combat-chosen") return this.chosenKey(event);
    if (kind === "placed") return event.player ? "placed.by" : "placed";
    if (kind === "game-over") return this.overKey(event.winners ?? []);
    return kind;
  }

  private chosenKey(event: EventView): string {
    if ((event.card ?? 0) < 0) return "combat-chosen";
    if ((event.second ?? -1) >= 0) return "combat-chosen.two";
    return this.mine(event.player ?? "") ? "combat-chosen" : "combat-chosen.known";
  }

  /** One, a team, several who share it, all or nobody (MP-15, MP-17). */
  private overKey(winners: string[]): string {
    const seats = this.naming.scene.seats;
    if (!winners.length) return "game-over.nobody";
    if (winners.length === 1) return this.mine(winners[0]!) ? "game-over.you" : "game-over";
    const teams = new Set(winners.map((colour) => seats.find((seat) => seat.colour === colour)?.team || colour));
    if (teams.size === 1) return "game-over.team";
    return winners.length === seats.length ? "game-over.draw" : "game-over.shared";
  }

  private swapRooms([first = "", second = ""]: string[]): void {
    const kept = this.rooms[first];
    const other = this.rooms[second];
    delete this.rooms[first];
    delete this.rooms[second];
    if (other) this.rooms[first] = other;
    if (kept) this.rooms[second] = kept;
  }

  /** Everything a sentence may be filled with. */
  private values(event: EventView): Values {
    const { scene } = this.naming;
    const one = event.item || event.other || "";
    const got = event.kind === "traded" ? event.other : event.kind === "swapped" ? event.tokens?.[0] : "";
    const handled = SET_DOWN.has(event.kind) ? event.token : event.kind === "traded" ? event.item : one;
    const partner = event.other ?? "";
    const place = event.square || event.zone || event.place || "";
    const mates = (event.tokens ?? []).filter((token) => token !== event.token && token !== event.other);
    return {
      token: () => this.token(event.kind === "object-gone" ? event.token || event.item : event.token),
      target: () => this.token(handled, "object"),
      got: () => this.token(got, "object"),
      receiver: () => this.token(partner, "to"),
      source: () => this.token(partner, "of"),
      mates: () => this.list(mates.map((token) => this.token(token))),
      to: () => this.place(place, "to"),
      at: () => (event.kind === "laid" ? this.lid(place) : this.place(place, "at")),
      room: () => this.place(event.places?.[0] ?? event.place ?? ""),
      other: () => this.place(event.places?.[1] ?? ""),
      "room-of": () => this.place(event.place ?? "", "of"),
      direction: () => (event.number && QUARTERS[event.number] ? t(`game.turn.${QUARTERS[event.number]}`) : ""),
      state: () =>
        event.kind === "wounded" || event.kind === "eliminated" ? stateWord(scene, event.token ?? "", event.kind) : "",
      side: () => (event.side && event.side.length === 1 ? sideName(event.side) : ""),
      zone: () => (event.letter && event.letter !== "?" ? facedZone(event.letter) : ""),
      pair: () => (event.pair ? pairLabel(scene, event.pair) : ""),
      line: () => (event.line ? t("game.line.small", { line: event.line }) : ""),
      card: event.card ?? 0,
      second: event.second ?? 0,
      points: event.points ?? 0,
      number: event.number ?? 0,
      player: () => this.player(event.winners?.[0] ?? event.player),
      players: () => this.list((event.winners ?? []).map((colour) => this.player(colour))),
    };
  }

  // -- writing

  private entry({ key, colour = "" }: LineKey, values: Values): LogEntry {
    const heading = key.startsWith("turn-began");
    return {
      key,
      colour,
      parts: compose(`game.event.${key}`, values),
      mine: this.mine(colour),
      kind: heading ? "turn" : "deed",
    };
  }

  private write(line: LineKey, values: Values): void {
    this.entries.push(this.entry(line, values));
  }

  private mine(colour: string): boolean {
    return colour !== "" && colour === this.naming.viewer;
  }

  private isHidden(event: EventView): boolean {
    return (event.token ?? "").charAt(1) === "?";
  }

  private player(colour = ""): string {
    return colour ? playerName(this.naming, colour) : "";
  }

  private token(token = "", how: Case = "subject"): Part {
    return token ? { text: tokenName(this.naming, token, how), token } : "";
  }

  private place(place: string, form: PlaceForm = "name"): Part {
    return place ? { text: placeName(this.naming, place, form), place } : "";
  }

  /** A room in the setup: it lies face down, whatever has turned up there since. */
  private lid(place: string): Part {
    return { text: placeName({ ...this.naming, rooms: {} }, place, "at"), place };
  }

  /** Names with commas and an "and" before the last one. */
  private list(parts: Part[]): Part[] {
    return parts.flatMap((part, index) =>
      index === 0 ? [part] : [index === parts.length - 1 ? ` ${t("game.list.and")} ` : ", ", part],
    );
  }
}

/** Sentences that speak to the viewer where it is the viewer's own deed. */
const HAS_YOU = new Set([
  "placer-drawn",
  "picker-drawn",
  "starter-drawn",
  "door-drawn",
  "left-out",
  "picked",
  "starter-set",
  "laid",
  "placed.by",
  "turn-began",
  "turn-skipped",
  "card-played",
  "cards-back",
  "raged-1",
  "raged-2",
  "named",
  "named.nothing",
  "hand-shown",
  "joined-attack",
  "joined-defence",
  "joined-no",
  "combat-chosen",
  "combat-chosen.two",
  "scored",
  "resigned",
  "timed-out",
  "undone",
  "taken-back",
]);

/** How a room is called in a sentence, for others who tell of rooms. */
export const roomName = (scene: Scene, room: string): string => t("game.place.room", { room: roomLabel(scene, room) });
