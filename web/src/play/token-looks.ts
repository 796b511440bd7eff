// A view as the widgets want it: how a token looks, who carries what, who belongs to whom.

import type { CardTokenView, CardView, Scene, View } from "$lib/protocol";
import { colourOf, figureOf } from "$lib/names";
import type { AnyView } from "$maze/types";
import type { TokenLook } from "$parts/types";

export const letterOf = (colour: string): string => colour[0] ?? "";
export const isHidden = (token: string): boolean => token.slice(1).startsWith("?") || token === "?";

/** Everything known of a token that is in the maze. Places are squares, zones or stations. */
export interface Standing {
  token: string;
  place: string;
  wounded: boolean;
  blocked: boolean;
  potion: number;
  load: string;
  friend: string;
}

function boardStandings(view: View, scene: Scene): Standing[] {
  const journey = view.journey;
  const list: Standing[] = [];
  for (const seen of view.tokens) {
    const held = view.tokens.filter((other) => other.carrier === seen.token);
    list.push({
      token: seen.token,
      place: seen.square,
      wounded: !!seen.wounded,
      blocked: !!seen.blocked,
      potion: seen.potion ?? 0,
      load: held.find((other) => figureOf(scene, other.token)?.character === false)?.token ?? "",
      friend: held.find((other) => other.wounded)?.token ?? "",
    });
  }
  if (journey && !list.some((standing) => standing.token === journey.token)) {
    const carried = figureOf(scene, journey.load);
    list.push({
      token: journey.token,
      place: journey.square,
      wounded: false,
      blocked: false,
      potion: 0,
      load: carried && !carried.character ? journey.load : "",
      friend: carried?.character ? journey.load : "",
    });
  }
  return list;
}

function cardStandings(view: CardView): Standing[] {
  const carried = new Map(view.tokens.filter((seen) => seen.carrier).map((seen) => [seen.carrier!, seen.token]));
  return view.tokens.map((seen: CardTokenView) => ({
    token: seen.token,
    place: seen.place,
    wounded: !!seen.wounded,
    blocked: !!seen.spent,
    potion: 0,
    load: seen.items?.[0] ?? "",
    friend: carried.get(seen.token) ?? "",
  }));
}

const kept = new WeakMap<AnyView, Map<string, Standing>>();

/** Who stands where, by token. */
export function standings(view: AnyView, scene: Scene): Map<string, Standing> {
  let found = kept.get(view);
  if (!found) {
    const list = view.game === "board" ? boardStandings(view, scene) : cardStandings(view);
    found = new Map(list.map((standing) => [standing.token, standing]));
    kept.set(view, found);
  }
  return found;
}

/** How a token looks now: in the maze with its state, elsewhere as it is. */
export function tokenLook(view: AnyView | null, scene: Scene, token: string, more: Partial<TokenLook> = {}): TokenLook {
  const figure = figureOf(scene, token);
  const standing = view ? standings(view, scene).get(token) : undefined;
  const load = standing?.load ? figureOf(scene, standing.load) : undefined;
  return {
    colour: colourOf(token),
    figure: figure?.key ?? "",
    character: figure?.character ?? true,
    movement: figure?.movement,
    combat: figure?.combat,
    hidden: isHidden(token) || undefined,
    wounded: standing?.wounded || undefined,
    blocked: standing?.blocked || undefined,
    potion: standing?.potion || undefined,
    load: load && standing ? { colour: colourOf(standing.load), figure: load.key } : undefined,
    friend: standing?.friend ? figureOf(scene, standing.friend)?.key : undefined,
    ...more,
  };
}

/** The characters of a colour in the maze, in the order of the scene's figures. */
export function charactersOf(view: AnyView, scene: Scene, colour: string): string[] {
  const order = new Map(scene.figures.map((figure, index) => [figure.sign, index]));
  return [...standings(view, scene).keys()]
    .filter((token) => token[0] === letterOf(colour) && figureOf(scene, token)?.character)
    .sort((one, other) => (order.get(one.slice(1)) ?? 0) - (order.get(other.slice(1)) ?? 0));
}

export const lostTokens = (view: AnyView): string[] => view.gone;
export const escapedTokens = (view: AnyView): string[] => view.out;

/** Combat cards of a player known by exclusion: each card of the set, struck if used. Null: only the count is known. */
export function knownCards(view: AnyView, scene: Scene, colour: string): { value: number; used: boolean }[] | null {
  const player = view.players.find((candidate) => candidate.colour === colour);
  if (!player?.combat) return null;
  const held = [...player.combat];
  return (scene.combat_cards ?? []).map((value) => {
    const index = held.indexOf(value);
    if (index >= 0) held.splice(index, 1);
    return { value, used: index < 0 };
  });
}
