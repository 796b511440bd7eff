// What differs between two moments of one board, in words: points, hands, who stands where, rooms.
import { t } from "$lib/i18n.svelte";
import type { AnyView } from "$maze/types";
import { capital, placeName, playerName, roomLabel, stateWord, tokenName, type NamingContext } from "$lib/names";

export interface Difference {
  what: string;
  one: string;
  other: string;
}

/** Where each token is, in words, with whether it is wounded. */
function places(view: AnyView, naming: NamingContext): Map<string, string> {
  const found = new Map<string, string>();
  for (const room of view.rooms)
    for (const token of room.under) found.set(token, t("board.under", { place: room.place }));
  for (const token of view.tokens) {
    const place = "square" in token ? token.square : token.place;
    const words = capital(placeName(naming, place, "at"));
    found.set(
      token.token,
      token.wounded
        ? t("board.wounded-at", { place: words, state: stateWord(naming.scene, token.token, "wounded") })
        : words,
    );
    for (const item of "items" in token ? (token.items ?? []) : [])
      found.set(item, t("board.with", { who: tokenName(naming, token.token) }));
  }
  if (view.game === "card")
    for (const { token, place } of view.lying) found.set(token, capital(placeName(naming, place, "at")));
  for (const token of view.out) found.set(token, t("board.out"));
  for (const token of view.gone) found.set(token, t("board.gone"));
  return found;
}

const cards = (list: number[] | null | undefined): string => (list?.length ? list.join(" ") : t("board.none"));

/** What differs, one line for each thing. */
export function differences(one: AnyView, other: AnyView, naming: NamingContext): Difference[] {
  const found: Difference[] = [];
  const add = (what: string, left: string, right: string): void => {
    if (left !== right) found.push({ what, one: left, other: right });
  };
  const turn = (view: AnyView) =>
    view.over
      ? t("play.over")
      : t("board.turn-ap", { turn: view.turn, player: playerName(naming, view.active), points: view.ap });
  add(t("board.moment"), turn(one), turn(other));
  one.players.forEach((player, at) => {
    const then = other.players[at]!;
    const name = playerName(naming, player.colour);
    add(t("board.points-of", { player: name }), String(player.vp), String(then.vp));
    if ("actions" in player && "actions" in then)
      add(t("board.actions-of", { player: name }), cards(player.actions), cards(then.actions));
    add(t("board.combat-of", { player: name }), cards(player.combat), cards(then.combat));
    add(t("board.jumps-of", { player: name }), String(player.jumps), String(then.jumps));
  });
  const [before, after] = [places(one, naming), places(other, naming)];
  for (const token of [...new Set([...before.keys(), ...after.keys()])].sort())
    add(
      capital(tokenName(naming, token)),
      before.get(token) ?? t("board.nowhere"),
      after.get(token) ?? t("board.nowhere"),
    );
  const gates = (room: AnyView["rooms"][number]) =>
    ("gates" in room ? room.gates : room.gate ? [room.gate] : []).map((gate) => t(`board.gate.${gate}`));
  const lies = (room: AnyView["rooms"][number]) =>
    room.name
      ? [roomLabel(naming.scene, room.name), `${room.quarters * 90}°`, ...gates(room)].join(" · ")
      : t("board.face-down");
  one.rooms.forEach((room, at) => add(room.place, lies(room), lies(other.rooms[at]!)));
  return found;
}
