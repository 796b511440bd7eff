// Names in the player's language: tokens, places, players, choices. A `NamingContext` has what they depend on: the
// figures, the viewer, the rooms. The words are in the catalogue `game`.

import { has, language, listing, number, t, tn } from "$lib/i18n.svelte";
import type { CardView, Choice, PieceKind, Option, Reason, ScenarioCard, Scene, View } from "$lib/protocol";

/** What names depend on. */
export interface NamingContext {
  scene: Scene;
  /** Whose eyes: a colour, `spectator` or `all`. */
  viewer: string;
  /** The players' names by colour; without one the colour is the name. */
  players?: Record<string, string>;
  /** Which room lies on which place, as far as it is known. */
  rooms?: Record<string, string>;
}

/**
 * How a name stands in a sentence: who does it, whom it is done to, to whom (French "à"), from or of whom (French
 * "de"). German declines, French contracts, English does neither.
 */
export type Case = "subject" | "object" | "to" | "of";
/** A place as a name, as where something goes, or as where something is. */
export type PlaceForm = "name" | "to" | "at" | "of";

const COLOURS: Record<string, string> = { b: "blue", y: "yellow", r: "red", g: "green" };
/** Pairs of the Card Game have Roman numerals, so that nobody takes a blue room for a blue player. */
const NUMERALS: Record<string, string> = { blue: "I", green: "II", red: "III", yellow: "IV", purple: "V", brown: "VI" };
const ARROWS: Record<string, string> = { cw: "↻", ccw: "↺" };

/** A Telling for a view. */
export function namingContext(scene: Scene, view: View | CardView, players?: Record<string, string>): NamingContext {
  const rooms: Record<string, string> = {};
  for (const room of view.rooms) if (room.name) rooms[room.place] = room.name;
  return { scene, viewer: view.viewer, players, rooms };
}

/** A capital at the beginning. */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);

// -- players and colours

export const colourOf = (token: string): string => COLOURS[token.charAt(0)] ?? "";
export const colourName = (colour: string): string => t(`game.colour.${colour}`);

/** What a player is called: the name given, or the colour. */
export function playerName(naming: NamingContext, colour: string): string {
  if (!colour || colour === "nobody") return t("game.nobody");
  return naming.players?.[colour] || colourName(colour);
}

/** What a team is called. */
export const teamName = (team: string): string => (has(`game.team.${team}`) ? t(`game.team.${team}`) : team);

/** What a bot is called on the page. */
export const botName = (bot: string): string => (has(`game.bot.${bot}`) ? t(`game.bot.${bot}`) : bot);

// -- tokens

const books = new WeakMap<Scene, Map<string, PieceKind>>();

/** The figure of a token; nothing for one that lies face down unknown. */
export function figureOf(scene: Scene, token: string): PieceKind | undefined {
  let book = books.get(scene);
  if (!book) {
    book = new Map(scene.figures.map((figure) => [figure.sign, figure]));
    books.set(scene, book);
  }
  return book.get(token.slice(1));
}

/** The bare name of a figure: Thief. */
export const figureName = (key: string): string => figureWord(key, "");

/**
 * A figure's name or another form of it. One that has no words yet goes by its name in the data and is bent like a
 * masculine.
 */
function figureWord(key: string, form: "" | "after" | "object" | "kind"): string {
  const text = form ? `game.piece.${key}.${form}` : `game.piece.${key}`;
  if (has(text)) return t(text);
  return form === "kind"
    ? "m"
    : key
        .split("-")
        .map((word) => capital(word))
        .join(" ");
}

/** What a figure can do, in one line; nothing where nobody has written it. */
export function abilityLine(scene: Scene, key: string): string {
  const text = `game.ability.${scene.game}.${key}`;
  return has(text) ? t(text) : "";
}

/** The name of a token without its colour: `bH` is a Thief. An unknown one is a face-down token. */
export function pieceName(scene: Scene, token: string): string {
  const figure = figureOf(scene, token);
  return figure ? figureName(figure.key) : capital(hiddenName(scene, token, "subject"));
}

/** A token with whose it is: "your Thief", "the yellow Cleric", "a face-down yellow token". */
export function tokenName(naming: NamingContext, token: string, how: Case = "subject"): string {
  const figure = figureOf(naming.scene, token);
  if (!figure) return hiddenName(naming.scene, token, how);
  const colour = colourOf(token);
  const kind = figureWord(figure.key, "kind");
  // Objects serve the character who carries them, so they are named by colour even when they are the viewer's.
  if (figure.character && colour === naming.viewer) {
    const piece = figureWord(figure.key, how === "subject" ? "" : "object");
    return t(`game.your.${kind}.${how}`, { piece });
  }
  const piece = figureWord(figure.key, how === "subject" ? "after" : "object");
  return t(`game.the.${kind}.${how}`, { piece, colour: t(`game.colour.${colour}.${genderOf(naming.scene, token)}`) });
}

/** The grammatical gender of a token, for the words that agree with it: `f` or `m`. */
export function genderOf(scene: Scene, token: string): "m" | "f" {
  const kind = figureWord(figureOf(scene, token)?.key ?? "", "kind");
  return kind === "f" || kind === "w" ? "f" : "m";
}

/** "wounded" or "eliminated", in the gender of the token. */
export const stateWord = (scene: Scene, token: string, state: "wounded" | "eliminated"): string =>
  t(`game.${state}.${genderOf(scene, token)}`);

/** A token with its article and without whose it is, where the page shows that another way: "the Cleric". */
export function plainName(naming: NamingContext, token: string, how: "subject" | "object" = "subject"): string {
  const figure = figureOf(naming.scene, token);
  if (!figure) return hiddenName(naming.scene, token, how);
  const piece = figureWord(figure.key, how === "subject" ? "" : "object");
  const kind = figureWord(figure.key, "kind");
  return t(`game.plain.${kind}.${how}`, { piece });
}

/** The heading of an attack: "The Cleric attacks the Goblin". Two of a kind are distinguished by their owner. */
export function attackTitle(naming: NamingContext, attacker: string, defender: string, manner = "close"): string {
  const alike = attacker.slice(1) === defender.slice(1);
  const name = alike ? tokenName : plainName;
  const key =
    ({ shot: "play.shoot-title", spear: "play.spear-title" } as Record<string, string>)[manner] ?? "play.attack-title";
  return capital(t(key, { attacker: name(naming, attacker, "subject"), defender: name(naming, defender, "object") }));
}

/**
 * A name with soft hyphens where its long words may be divided, for narrow tiles. Browsers know too few languages for
 * that.
 */
export function divided(name: string): string {
  const words = t("game.divide").split(" ");
  const known = new Map(words.map((word) => [word.replaceAll("|", ""), word.replaceAll("|", "\u00ad")]));
  return name.replace(/\p{L}+/gu, (word) => known.get(word) ?? word);
}

/** Names of hidden things: `?` an object, `y?3` a wounded character, `y?` a token or, in the Card Game, a character. */
function hiddenName(scene: Scene, token: string, how: Case): string {
  if (token === "?" || !colourOf(token)) return t(`game.hidden.item.${how}`);
  const adjective = (gender: string) => t(`game.colour.${colourOf(token)}.${gender}`);
  const count = token.slice(2);
  if (count) return t(`game.hidden.wounded.${how}`, { colour: adjective("m"), number: count });
  return t(`game.hidden.${scene.game === "card" ? "character" : "token"}.${how}`, { colour: adjective("m") });
}

// -- places

/** A room as it is written on it: its number and the way it turns. */
export function roomLabel(scene: Scene, room: string): string {
  const drawing = scene.rooms.find((one) => one.name === room);
  const pair = drawing?.pair ?? room;
  // Number and arrow stay on one line.
  return `${pairLabel(scene, pair)}\u00a0${ARROWS[drawing?.turn ?? ""] ?? ""}`.trim();
}

/** The number of a pair of rooms. */
export const pairLabel = (scene: Scene, pair: string): string =>
  scene.game === "card" ? (NUMERALS[pair] ?? pair) : pair;

/** A place of any kind: a square (`e5`), a room's place (`R3`), a zone (`red-1.T`), a station (`N0T`), `N`, `out`. */
export function placeName(naming: NamingContext, place: string, form: PlaceForm = "name"): string {
  const { scene } = naming;
  if (place === "out") return t(form === "to" || form === "at" ? `game.place.out.${form}` : "game.place.out");
  if (/^R\d+$/.test(place)) return roomPlace(naming, place, form);
  if (place.includes(".")) {
    const [room = "", letter = ""] = place.split(".");
    return t(`game.zone.${letter}.${form === "name" ? "of" : form}`, { room: roomLabel(scene, room) });
  }
  if (scene.game === "card") return stationName(naming, place, form);
  return t(form === "name" || form === "of" ? "game.place.square" : `game.place.square.${form}`, { square: place });
}

function roomPlace(naming: NamingContext, place: string, form: PlaceForm): string {
  const suffix = form === "of" || form === "at" ? `.${form}` : "";
  const room = naming.rooms?.[place];
  if (room) return t(`game.place.room${suffix}`, { room: roomLabel(naming.scene, room) });
  // The name of the place itself, as the notation and the terminal have it and as it stands on the lid.
  return t(`game.place.lid${suffix}`, { place });
}

/** `N0T`, `N0?`, `N0` or `N`: a starting zone of the Card Game, with what is known of the spot in it. */
function stationName(naming: NamingContext, place: string, form: PlaceForm): string {
  const bay = naming.scene.bays?.find((one) => one.name.startsWith(place.slice(0, 2)));
  const letter = place.slice(2);
  const key = place.length === 1 ? "spot" : letter && letter !== "?" ? "station" : "bay";
  const suffix = form === "to" || form === "at" ? `.${form}` : "";
  return t(`game.${key}${suffix}`, {
    colour: t(`game.colour.${bay?.colour ?? "blue"}.f`),
    place: bay?.place ?? "",
    zone: letter && letter !== "?" ? t(`game.zone.${letter}.before`) : "",
  });
}

/** A zone as what somebody faces: triangle, square, circle, gear zone. */
export const facedZone = (letter: string): string => t(`game.zone.${letter}.faced`);

/** The room before a column of a starting zone. */
function bayOf(scene: Scene, colour: string, column = ""): string {
  return (scene.bays ?? []).filter((one) => one.colour === colour)[Number(column)]?.place ?? "";
}

/** A side of the compass; `n far` is the far one of two portcullises there. */
export function sideName(side: string, form: "name" | "to" | "at" = "to"): string {
  const [compass = "", far] = side.split(" ");
  const text = t(`game.side.${compass}${form === "name" ? "" : `.${form}`}`);
  return far ? t("game.choice.far", { side: text }) : text;
}

// -- choices

/** The short label of a verb, for a button. */
export const deedLabel = (verb: string): string => t(`game.deed.${verb}`);

/** The few words under it, where there are some. */
export function deedHint(scene: Scene, verb: string): string {
  const own = `game.hint.${verb}.${scene.game}`;
  return has(own) ? t(own) : has(`game.hint.${verb}`) ? t(`game.hint.${verb}`) : "";
}

/** Verbs before which the acting character is named (docs/notation.md). */
const WITH_ACTOR = new Set([
  "move",
  "jump",
  "wall",
  "reveal",
  "turn",
  "attack",
  "break",
  "gate",
  "heal",
  "regenerate",
  "fire",
  "drink",
  "raise",
  "leave",
  "slide",
  "spear",
  "shoot",
  "bow",
  "steal",
  "lift",
  "walls",
  "invert",
]);

/** The character that acts in a choice; empty where none does. */
export const actorOf = (choice: Choice): string => (WITH_ACTOR.has(choice.do) ? (choice.token ?? "") : "");

/** A choice in words, without who acts: "Attack the yellow Cleric". */
export const choiceLabel = (naming: NamingContext, choice: Choice): string => capital(choiceText(naming, choice));

/** The same within a sentence. */
const choiceText = (naming: NamingContext, choice: Choice): string =>
  t(`game.choice.${choiceKey(choice)}`, choiceParams(naming, choice));

/** The text key of a choice: some verbs have several forms. */
function choiceKey(choice: Choice): string {
  const verb = choice.do;
  if (verb === "drop") return choice.token ? "drop.item" : "drop";
  if (verb === "swap") return choice.target ? "swap.items" : "swap";
  if (verb === "rob") return choice.item ? "rob.item" : "rob";
  if (verb === "jump") return choice.zone ? (choice.value ? "jump.paid" : "jump.to") : "jump";
  if (verb === "attack" || verb === "spear") return choice.free ? `${verb}.free` : verb;
  if (verb === "break" || verb === "gate") return choice.side ? `${verb}.side` : `${verb}.room`;
  if (verb === "fire") return choice.side ? "fire.side" : "fire.target";
  if (verb === "join") return `join.${choice.side}`;
  if (verb === "combat") return (choice.second ?? -1) >= 0 ? "combat.two" : "combat";
  if (verb === "start") return choice.column ? "start.column" : "start";
  if (verb === "rage") return `rage.${choice.value ?? 0}`;
  if (verb === "name") return choice.value ? "name" : "name.nothing";
  if (verb === "steal") return choice.item ? "steal" : "steal.blind";
  if (verb === "lift") return choice.target ? "lift.hand" : "lift";
  return verb;
}

/** Verbs whose `token` is the object of the action, not the character that acts. */
const HANDLES_TOKEN = new Set(["take", "drop", "swap", "give", "place", "start", "lay", "out", "pick", "drawn"]);

function choiceParams(naming: NamingContext, choice: Choice): Record<string, string | number> {
  const verb = choice.do;
  const name = (token: string | undefined, how: Case) => (token ? tokenName(naming, token, how) : "");
  // `give`, `swap`: the item is the token and the other side the target; `steal`, `lift`, `rob`: the item is the item.
  const handled = HANDLES_TOKEN.has(verb) ? choice.token : choice.item || (verb === "rob" ? "" : choice.target);
  const place = choice.square || choice.zone || choice.place || "";
  const placed = (form: PlaceForm) => (place ? placeName(naming, place, form) : "");
  return {
    token: name(verb === "rob" ? choice.target : choice.token, "subject"),
    target: name(handled, "object"),
    got: name(verb === "swap" || verb === "lift" ? choice.target : "", "object"),
    receiver: name(choice.target, "to"),
    source: name(choice.target, "of"),
    to: placed("to"),
    at: placed("at"),
    room: choice.room ? t("game.place.room", { room: roomLabel(naming.scene, choice.room) }) : placed("name"),
    "room-of": placed("of"),
    direction: choice.turn ? t(`game.turn.${choice.turn}`) : "",
    side:
      choice.side && verb !== "join" ? sideName(choice.side, verb === "gate" || verb === "break" ? "at" : "to") : "",
    card: choice.value ?? 0,
    second: choice.second ?? 0,
    place: bayOf(naming.scene, colourOf(choice.token ?? ""), choice.column),
    zone: choice.letter ? facedZone(choice.letter) : "",
    pair: choice.pair ? pairLabel(naming.scene, choice.pair) : "",
    line: choice.line ? t("game.line.small", { line: choice.line }) : "",
    player: choice.player ? playerName(naming, choice.player) : "",
  };
}

/** The same with who acts: "Your Thief: attack the yellow Cleric". */
export function fullChoiceLabel(naming: NamingContext, choice: Choice): string {
  const actor = actorOf(choice);
  if (!actor) return choiceLabel(naming, choice);
  return capital(t("game.choice.with-actor", { token: tokenName(naming, actor), deed: choiceText(naming, choice) }));
}

/** What an option costs: "1 action point", "1 action point and a jump card", "free". */
export function costLabel(option: Option): string {
  const parts = option.cost ? [tn("game.cost.ap", option.cost)] : [];
  if (option.jump) parts.push(t("game.cost.jump"));
  return parts.length ? listing(parts) : t("game.cost.free");
}

/**
 * A choice with price and outlook for users of screen readers: "Attack the Cleric, 1 action point, 6 against 5, about
 * 60 percent". `actor`: name the actor, too.
 */
export function optionLabel(naming: NamingContext, option: Option, { actor = false } = {}): string {
  const parts = [actor ? fullChoiceLabel(naming, option.choice) : choiceLabel(naming, option.choice)];
  if (actorOf(option.choice)) parts.push(costLabel(option));
  if (option.fight) {
    parts.push(t("game.fight.sums", { attack: option.fight.attack, defence: option.fight.defence }));
    const odds = option.fight.best ?? option.fight.even;
    if (odds) parts.push(t("game.fight.chance", { percent: number(Math.round(odds.win * 100)) }));
  }
  for (const [colour, points] of Object.entries(option.points ?? {})) {
    if (points)
      parts.push(t("game.fight.gain", { points: tn("game.points", points), player: playerName(naming, colour) }));
  }
  const lost = option.lost ?? [];
  if (lost.length) parts.push(t("game.fight.lost", { tokens: listing(lost.map((token) => tokenName(naming, token))) }));
  return parts.join(", ");
}

// -- the game as a whole

/** What a kind of decision asks of the player to decide, or what the waiting players read. */
export function decisionText(naming: NamingContext, kind: string, who: string): string {
  if (who === naming.viewer) return t(ownKey(`game.decision.${kind}`, naming.scene));
  if (!COLOURS[who.charAt(0)])
    return has(`game.decision.${kind}`) ? t(`game.decision.${kind}`) : t("game.waiting.chance");
  return t(`game.waiting.${kind}`, { player: playerName(naming, who) });
}

/**
 * What is to be put down in the setup, and the name of that step: the Card Game has cards where the board game has
 * tokens.
 */
export const puttingTitle = (scene: Scene, kind: string): string => t(ownKey(`play.putting.${kind}`, scene));
export const stepTitle = (scene: Scene, kind: string): string => t(ownKey(`play.step.${kind}`, scene));
/** The key for one game where it has its own. */
const ownKey = (key: string, scene: Scene): string => (has(`${key}.${scene.game}`) ? `${key}.${scene.game}` : key);

/** The question to the viewer in another player's turn: "you place what was found". */
export const askedText = (kind: string): string =>
  t(has(`game.asked.${kind}`) ? `game.asked.${kind}` : "game.asked.other");

/** The title of a scenario. An uploaded one has only its own `title`. */
export const scenarioTitle = (name: string, title = name): string =>
  has(`game.scenario.${name}`) ? t(`game.scenario.${name}`) : title;
export const scenarioText = (name: string): string =>
  has(`setting.scenario.${name}.text`) ? t(`setting.scenario.${name}.text`) : "";
/** The title and the text of a scenario; a custom one may have them in the player's language. */
export const cardTitle = ({ name, title, translations = {} }: ScenarioCard): string =>
  scenarioTitle(name, translations[language()]?.title || title);
export const cardText = ({ name, text = "", translations = {} }: ScenarioCard): string =>
  scenarioText(name) || translations[language()]?.text || text;
/** The parts of a scenario that this project designed itself. */
export const scenarioOwn = (name: string): string =>
  has(`setting.scenario.${name}.own`) ? t(`setting.scenario.${name}.own`) : "";

export const switchName = (name: string): string =>
  has(`setting.option.${name}`) ? t(`setting.option.${name}`) : name;
export const switchText = (name: string): string =>
  has(`setting.option.${name}.text`) ? t(`setting.option.${name}.text`) : "";

/** A value of a switch in words; numbers and rooms stay as they are. */
export function switchValue(name: string, value: string): string {
  if (has(`setting.option.${name}.${value}`)) return t(`setting.option.${name}.${value}`);
  if (name === "apexRoom") return value;
  return value ? value.split("/").map(partText).join(", ") : t("setting.option.none");
}

/** One of several things a value names: a piece in words, else as it is (the number of a pair of rooms). */
const partText = (part: string): string => (has(`game.piece.${part}`) ? t(`game.piece.${part}`) : part);

/**
 * What a handicap takes away: `-3/56` is "3 characters fewer, without 5, 6"; `good/beginner` says both levels and what
 * they cost.
 */
export function handicapText(what: string, costs: Record<string, string>): string {
  const [first = "", second = ""] = what.split("/");
  const cost = costs[what];
  if (cost) {
    const levels = { stronger: t(`setting.level.${first}`), weaker: t(`setting.level.${second}`) };
    return t("setting.option.handicap.levels", { ...levels, cost: handicapText(cost, {}) });
  }
  const fewer = Number(first.slice(1));
  const parts = fewer ? [tn("setting.option.handicap.fewer", fewer)] : [];
  if (second) parts.push(t("setting.option.handicap.without", { cards: [...second].join(", ") }));
  return parts.join(", ");
}

/** A span in minutes: whole ones as a number, others as a clock shows them. */
const spanText = (seconds: number): string =>
  seconds % 60 ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : String(seconds / 60);

/**
 * What is to be said of a clock with a bank (`bank:600+10`, `delay:600/15`): the seconds of it, and those that come to
 * it.
 */
export function bankOf(clock: string): { bank: string; seconds: number } {
  const [bank = 0, seconds = 0] = clock
    .slice(clock.indexOf(":") + 1)
    .split(/[+/]/)
    .map(Number);
  return { bank: spanText(bank), seconds };
}

/** How the clock of a game runs: `off`, `rules`, `days:3`, `bank:600+10`, `delay:600/15`. */
export function clockText(clock: string): string {
  const [kind = "off", days] = clock.split(":");
  return kind === "days" ? tn("setting.clock.days", Number(days)) : t(`setting.clock.${kind}`, bankOf(clock));
}

/** Why a game is over (`GameInfo.reason`). */
export function endText(naming: NamingContext, reason: string): string {
  const key = has(`game.end.${reason}`) ? reason : "unknown";
  return t(`game.end.${key}`, { target: naming.scene.target });
}

/** Why something is refused, in the player's language; an unknown code keeps the server's sentence. */
export function refusalText(reason: Reason): string {
  const { code, needed = 0, left = 0 } = reason;
  return has(`refusals.${code}`) ? t(`refusals.${code}`, { needed, left }) : (reason.sentence ?? code);
}

/**
 * The same in a few words, for the button of a deed that is not possible now: "not on a gear". Some codes mean
 * something else with some deeds (nobody in contact to attack, no wounded to heal).
 */
export function shortRefusal(verb: string, reason: Reason): string {
  const keys = [`refusals.short.${verb}.${reason.code}`, `refusals.short.${reason.code}`];
  const key = keys.find(has);
  return key ? t(key) : refusalText(reason);
}
