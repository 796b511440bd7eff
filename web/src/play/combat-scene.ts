// A combat as the scene shows it: who stands on which side, what lies on the gear, what can be laid, and how it ended.

import { t, tn } from "$lib/i18n.svelte";
import type { Advice, CardCombatView, Choice, CombatView, EventView, Fight, Outcome, Scene } from "$lib/protocol";
import type { CombatOption, CombatSide, Fighter, LaidCard, StakesText } from "$parts/types";
import { attackTitle, colourOf, figureOf, type NamingContext } from "$lib/names";
import { tokenLook, standings } from "./token-looks";
import type { AnyView } from "$maze/types";

export type AnyCombat = CombatView | CardCombatView;
export type Party = "attack" | "defence";

/** Words the scene needs; the page has them in the player's language. */
export interface Names {
  piece(token: string): string;
  player(colour: string): string;
}

export const mannerOf = (combat: AnyCombat): string => ("manner" in combat ? combat.manner : "close");

/** Who attacks or shoots at whom. */
export const combatTitle = (naming: NamingContext, combat: AnyCombat): string =>
  attackTitle(naming, combat.attacker, combat.defender, mannerOf(combat));

/** On which side a colour fights; nothing for those who look on. */
export function partyOf(combat: AnyCombat, view: AnyView, colour: string): Party | "" {
  if ("sides" in combat && combat.sides && Object.keys(combat.sides).length) {
    const side = combat.sides[colour];
    return side === "attack" || side === "defence" ? side : "";
  }
  const attacker = colourOf(combat.attacker);
  const defender = colourOf(combat.defender);
  if (colour === attacker) return "attack";
  if (colour === defender) return "defence";
  return combat.fighters.some((token) => colourOf(token) === colour) ? allied(view, colour, attacker) : "";
}

function allied(view: AnyView, colour: string, other: string): Party {
  const team = (name: string) => {
    const player = view.players.find((candidate) => candidate.colour === name);
    return typeof player?.team === "string" ? player.team : "";
  };
  return team(colour) && team(colour) === team(other) ? "attack" : "defence";
}

/** The colours that lay cards on a side, the one who began it (or was attacked) first. */
export function coloursOn(combat: AnyCombat, view: AnyView, party: Party): string[] {
  const first = colourOf(party === "attack" ? combat.attacker : combat.defender);
  const more = view.players
    .map((player) => player.colour)
    .filter((colour) => colour !== first && partyOf(combat, view, colour) === party);
  return [first, ...more];
}

const PLUS: Record<Party, string[]> = { attack: ["sword"], defence: ["armor"] };

/** The fighters of a side. Objects are shown as worth one more only where that adds up to what the server says. */
export function fightersOn(combat: AnyCombat, view: AnyView, scene: Scene, party: Party, names: Names): Fighter[] {
  const tokens = combat.fighters.length ? combat.fighters : [combat.attacker, combat.defender];
  const own = tokens.filter((token) => partyOf(combat, view, colourOf(token)) === party);
  const sum = party === "attack" ? combat.attack : combat.defence;
  const strength = (token: string) =>
    standings(view, scene).get(token)?.wounded ? 0 : (figureOf(scene, token)?.combat ?? 0);
  const loads = own.filter((token) =>
    PLUS[party].includes(figureOf(scene, standings(view, scene).get(token)?.load ?? "")?.key ?? ""),
  );
  const adds = loads.length > 0 && own.reduce((total, token) => total + strength(token), 0) + loads.length === sum;
  // A shot counts by the weapon.
  const alone = mannerOf(combat) === "shot" && own.length === 1;
  return own.map((token) => {
    const load = standings(view, scene).get(token)?.load ?? "";
    return {
      token,
      look: tokenLook(view, scene, token, { load: undefined }),
      name: names.piece(token),
      combat: alone ? sum : strength(token),
      bonuses:
        adds && loads.includes(token)
          ? [{ look: tokenLook(null, scene, load), name: names.piece(load), plus: 1 }]
          : undefined,
    };
  });
}

/** The combat with cards that lie face down before these colours, too. */
export function withLaid(combat: AnyCombat | null, colours: string[]): AnyCombat | null {
  if (!combat || !colours.length) return combat;
  return "laid" in combat
    ? { ...combat, laid: [...new Set([...combat.laid, ...colours])] }
    : { ...combat, chosen: [...new Set([...combat.chosen, ...colours])] };
}

function laidCards(combat: AnyCombat, view: AnyView, colour: string): LaidCard[] {
  const laid = "laid" in combat ? combat.laid : combat.chosen;
  const own = "own_card" in combat ? (combat.own_card >= 0 ? [combat.own_card] : []) : combat.own_cards;
  const open = "other_cards" in combat ? (combat.other_cards ?? []) : [];
  const count = "rage" in combat && combat.rage > 1 && colour === colourOf(combat.attacker) ? 2 : 1;
  const known = colour === view.viewer ? own : open;
  if (laid.includes(colour) && known.length) return known.map((value) => ({ colour, state: "open", value }));
  return Array.from({ length: count }, () => ({ colour, state: laid.includes(colour) ? "laid" : "empty" }));
}

/** A side as it stands; `shown` are the events of the cards turned up. */
export function sideOf(
  combat: AnyCombat,
  view: AnyView,
  scene: Scene,
  party: Party,
  names: Names,
  title: string,
  shown: EventView[] = [],
): CombatSide {
  const colours = coloursOn(combat, view, party);
  const sum = party === "attack" ? combat.attack : combat.defence;
  const side: CombatSide = {
    colour: colours[0] ?? "",
    title,
    fighters: fightersOn(combat, view, scene, party, names),
    sum,
    cards: colours.flatMap((colour) => laidCards(combat, view, colour)),
  };
  if (!shown.length) return side;
  const cards = shown.filter((event) => event.kind === "combat-shown" && colours.includes(event.player ?? ""));
  side.cards = cards.map((event) => ({ colour: event.player ?? "", state: "open", value: event.card ?? 0 }));
  side.total = sum + cards.reduce((total, event) => total + (event.card ?? 0), 0);
  const hit = new Set(
    shown.filter((event) => event.kind === "wounded" || event.kind === "eliminated").map((event) => event.token),
  );
  side.fighters = side.fighters.map((fighter) => (hit.has(fighter.token) ? { ...fighter, hit: true } : fighter));
  return side;
}

const valueOf = (choice: Choice): number => choice.value ?? 0;

/** Does the viewer lay two cards now (Killer rage)? */
export const laysTwo = (view: AnyView): boolean =>
  view.choices.some((choice) => choice.do === "combat" && (choice.second ?? -1) >= 0);

/**
 * The cards that can be laid, one entry for each card in hand, those that may not be laid with the reason left to the
 * page.
 */
export function combatOptions(view: AnyView, fight: Fight | null | undefined, first = -1): CombatOption[] {
  const choices = view.choices.filter((choice) => choice.do === "combat");
  if (first >= 0) {
    const partners = choices.flatMap((choice) => partnersOf(choice, first));
    return [...new Set(partners)]
      .sort((one, other) => one - other)
      .map((value) => ({ value, odds: fight?.sums?.[first + value] }));
  }
  const values = new Set(
    choices.flatMap((choice) => [valueOf(choice), ...((choice.second ?? -1) >= 0 ? [choice.second!] : [])]),
  );
  const hand = view.players.find((player) => player.colour === view.viewer)?.combat ?? [];
  const cards = (hand.length ? [...hand] : [...values]).sort((one, other) => one - other);
  return cards.filter((value) => values.has(value)).map((value) => ({ value, odds: fight?.cards?.[value] }));
}

function partnersOf(choice: Choice, first: number): number[] {
  const second = choice.second ?? -1;
  if (second < 0) return [];
  if (valueOf(choice) === first) return [second];
  return second === first ? [valueOf(choice)] : [];
}

/** The choice of one card, or of two in whichever order they were picked. */
export function combatChoice(view: AnyView, first: number, second = -1): Choice | undefined {
  return view.choices.find((choice) => {
    if (choice.do !== "combat") return false;
    const [value, other] = [valueOf(choice), choice.second ?? -1];
    return second < 0
      ? value === first && other < 0
      : (value === first && other === second) || (value === second && other === first);
  });
}

/** What comes of one end of a fight, in a few words: "Goblin wounded · 1 point for you". */
export function outcomeText(outcome: Outcome, viewer: string, names: Names): string {
  const tokens = (list: string[] | undefined) => (list ?? []).map((token) => names.piece(token)).join(", ");
  const harm = (["wounded", "eliminated", "objects"] as const).flatMap((kind) =>
    outcome[kind]?.length ? [t(`play.stake.${kind}`, { tokens: tokens(outcome[kind]) })] : [],
  );
  const points = Object.entries(outcome.points ?? {})
    .filter(([, count]) => count)
    .map(([colour, count]) =>
      colour === viewer ? tn("play.points-you", count) : tn("play.points-for", count, { player: names.player(colour) }),
    );
  return [...harm, ...points].join(" · ") || t("play.stake.nobody");
}

/** What win, tie and loss mean for the fighters. */
export function stakesOf(fight: Fight | null, viewer: string, names: Names): StakesText | undefined {
  if (!fight?.won || !fight.lost) return undefined;
  return {
    win: outcomeText(fight.won, viewer, names),
    tie: t("play.stake.nobody"),
    lose: outcomeText(fight.lost, viewer, names),
  };
}

/** What came of it, for the last lines of the scene. */
export function consequencesOf(events: EventView[]): EventView[] {
  return events.filter((event) => ["wounded", "eliminated", "scored", "object-gone", "fell"].includes(event.kind));
}

export const fightOf = (advice: Advice | null): Fight | null => advice?.fight ?? null;
