// What the plaques, the hand and the dial show of a player.

import { t, tn } from "$lib/i18n.svelte";
import type { CardPlayerView, CardView, Clock, GameInfo, PlayerView, Scene, SeatInfo } from "$lib/protocol";
import { botName, capital, colourName, colourOf, figureOf, stateWord, teamName } from "$lib/names";
import type { MiniCard } from "$parts/CardStrip.svelte";
import type { ClockFaceProps } from "$parts/ClockFace.svelte";
import type { HandProps } from "$parts/Hand.svelte";
import type { PlaqueProps } from "$parts/Plaque.svelte";
import type { StripPlayer } from "$parts/ScoreStrip.svelte";
import type { TokenLook } from "$parts/types";
import { knownCards, letterOf, tokenLook, standings } from "./token-looks";
import type { AnyView } from "$maze/types";

type AnyPlayer = PlayerView | CardPlayerView;

export function seatName(seat: SeatInfo | undefined, colour: string): string {
  if (!seat) return colourName(colour);
  if (seat.who === "open") return seat.name ? t("play.kept-seat", { name: seat.name }) : t("play.free-seat");
  if (seat.who === "bot" && seat.bot) return botName(seat.bot);
  return seat.name || colourName(colour);
}

/** Names by colour, for sentences: players of the same name are distinguished by their colour. */
export function playerNames(info: GameInfo): Record<string, string> {
  const names = info.seats.map((seat) => seatName(seat, seat.colour));
  const shared = (name: string) => names.filter((other) => other === name).length > 1;
  return Object.fromEntries(
    info.seats.map((seat, index) => {
      const name = names[index]!;
      return [seat.colour, shared(name) ? t("play.namesake", { name, colour: colourName(seat.colour) }) : name];
    }),
  );
}

export const playerOf = (view: AnyView, colour: string): AnyPlayer | undefined =>
  view.players.find((player) => player.colour === colour);

/**
 * A clock's end on this browser's own clock, in milliseconds; of somebody who does not decide what is left in his bank.
 */
export function clockFace(clock: Clock | null, colour: string, offset: number): ClockFaceProps | undefined {
  if (!clock) return undefined;
  const own = (seconds: number) => (seconds - offset) * 1000;
  const { until, allowed, free } = clock.also?.[colour] ?? clock;
  if (clock.running.includes(colour)) return { until: own(until), allowed, ...(free && { from: own(free) }) };
  const left = clock.banks?.[colour];
  return left === undefined ? undefined : { left, allowed: clock.kind === "bank" ? clock.allowed : undefined };
}

function actionCards(view: AnyView, scene: Scene, player: AnyPlayer): MiniCard[] | undefined {
  if (view.game !== "board" || !("actions" in player) || !scene.action_cards?.length) return undefined;
  const now = view.active === player.colour && view.turn > 0 && view.pending.at(-1)?.kind !== "card" ? player.last : 0;
  return scene.action_cards.map((value) => ({
    value,
    state: value === now ? "now" : player.actions.includes(value) ? "held" : "used",
  }));
}

/** The characters of a team and what became of each. */
export function teamLooks(view: CardView, scene: Scene, colour: string): TokenLook[] | undefined {
  const player = view.players.find((candidate) => candidate.colour === colour);
  if (!player?.team) return undefined;
  const out = new Set([...view.out, ...view.gone, ...player.removed]);
  return player.team
    .map((sign) => letterOf(colour) + sign)
    .filter((token) => figureOf(scene, token)?.character)
    .map((token) => tokenLook(view, scene, token, { out: out.has(token) || undefined, load: undefined }));
}

function teamNote(view: CardView, scene: Scene, colour: string): string {
  const own = (tokens: string[]) =>
    tokens.filter((token) => colourOf(token) === colour && figureOf(scene, token)?.character).length;
  const parts = [];
  if (own(view.out)) parts.push(tn("play.escaped", own(view.out)));
  if (own(view.gone)) parts.push(tn("play.lost", own(view.gone)));
  return parts.length ? t("play.team-fate", { fate: parts.join(", ") }) : t("play.team");
}

/** Is a player out while the others play on? */
export const hasResigned = (view: AnyView, colour: string): boolean => !view.over && view.resigned.includes(colour);

/** How many tokens a player has still to put down in the setup; nothing once the game has begun. */
function setupNote(view: AnyView, player: AnyPlayer): string | undefined {
  if (view.turn > 0 || !player.supply.length) return undefined;
  return tn(view.game === "card" ? "play.cards-left" : "play.tokens-left", player.supply.length);
}

export interface PlaqueContext {
  view: AnyView;
  scene: Scene;
  info: GameInfo;
  /** Empty where one person plays all seats. */
  looking: string;
  clock: Clock | null;
  offset: number;
  /** A drawn position has only those that it needs: nothing became of the others. */
  drawn?: boolean;
}

export function plaqueOf(context: PlaqueContext, colour: string): PlaqueProps {
  const { view, scene, info, looking } = context;
  const seat = info.seats.find((candidate) => candidate.colour === colour);
  const player = playerOf(view, colour);
  const own = colour === looking;
  const card = view.game === "card";
  const deciders = info.waiting?.length ? info.waiting : [view.pending.at(-1)?.who];
  const props: PlaqueProps = {
    colour,
    name: seatName(seat, colour),
    who: seat?.who === "bot" ? "bot" : seat?.who === "open" ? "open" : "person",
    you: own,
    online: seat?.who === "person" && !own && looking ? (seat.online ?? false) : undefined,
    active: !view.over && deciders.includes(colour),
    points: player?.vp ?? 0,
    target: scene.target,
    clock: clockFace(context.clock, colour, context.offset),
  };
  if (!player) return props;
  if (hasResigned(view, colour)) return { ...props, note: t("play.has-resigned"), active: false };
  const note = setupNote(view, player);
  if (note) return { ...props, note };
  props.jumps = { left: player.jumps, total: Math.max(scene.jump_cards ?? 0, player.jumps) };
  if (card) {
    const team = teamLooks(view, scene, colour);
    props.team = context.drawn ? team?.filter((look) => !look.out) : team;
    props.teamNote = context.drawn ? t("play.team") : teamNote(view, scene, colour);
    if (!own && "kept" in player) props.kept = player.kept;
  } else {
    props.actionCards = actionCards(view, scene, player);
    if (!own) props.combatCards = knownCards(view, scene, colour) ?? undefined;
  }
  return props;
}

/** The small plaque of a corner, or the slim one of a row: counts instead of cards. */
export function cornerPlaque(
  context: PlaqueContext,
  colour: string,
  variant: "corner" | "slim" = "corner",
): PlaqueProps {
  const props = plaqueOf(context, colour);
  const seat = context.info.seats.find((candidate) => candidate.colour === colour);
  // A slim one has room for one word; its sign shows the colour anyway.
  const team = seat?.team ? teamName(seat.team) : "";
  const named = (variant === "slim" && team) || props.name === colourName(colour);
  const role = [named ? "" : colourName(colour), team, props.you ? t("play.you") : ""];
  const player = playerOf(context.view, colour);
  return {
    ...props,
    variant,
    combatCards: undefined,
    combatLeft: hasResigned(context.view, colour) ? undefined : player?.combat_count,
    role: role.filter(Boolean).join(" · "),
  };
}

export function stripPlayers(context: PlaqueContext, colours: string[]): StripPlayer[] {
  return colours.map((colour) => {
    const { name, who, points, target, active, clock } = plaqueOf(context, colour);
    const you = colour === context.looking;
    return {
      colour,
      name: you ? t("play.you-name") : name,
      points,
      target,
      active,
      you,
      bot: who === "bot",
      out: hasResigned(context.view, colour),
      clock,
    };
  });
}

/** The cards of the seat that looks. */
export function handOf(view: AnyView, colour: string): HandProps | null {
  const player = playerOf(view, colour);
  if (!player?.combat) return null;
  return {
    combat: [...player.combat].sort((one, other) => one - other),
    jumps: player.jumps,
    used: player.used ?? undefined,
  };
}

/** The seats in the order of play, the one that looks first. */
export function seatOrder(scene: Scene, looking: string): string[] {
  const colours = scene.seats.map((seat) => seat.colour);
  const own = Math.max(0, colours.indexOf(looking));
  return [...colours.slice(own), ...colours.slice(0, own)];
}

/** What a character's situation is, in a sentence. */
export function standingText(
  view: AnyView,
  scene: Scene,
  token: string,
  name: (token: string) => string,
  place: (place: string) => string,
): string {
  const standing = standings(view, scene).get(token);
  if (!standing) return "";
  const where = capital(place(standing.place));
  if (standing.wounded) return t("play.situation.wounded", { place: where, state: stateWord(scene, token, "wounded") });
  const carried = standing.load || standing.friend;
  if (carried) return t("play.situation.carries", { place: where, load: name(carried) });
  return t("play.situation.free", { place: where });
}
