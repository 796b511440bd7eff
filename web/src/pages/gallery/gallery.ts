// The games of the gallery: the game of a day, its graph, and its moments in sentences.
import { t } from "$lib/i18n.svelte";
import { botName, capital, playerName, tokenName, type NamingContext } from "$lib/names";
import type { GalleryCard, GalleryMoment } from "$lib/protocol";
import type { WinShares } from "../replay/game-analysis.svelte";

const DAY = 86_400_000;
/** What the id of a replay of the gallery begins with. */
const PREFIX = "gallery-";

export const isOfGallery = (replay: string): boolean => replay.startsWith(PREFIX);

/** The game of a day: all have their turn before one comes again. */
export function gameOfDay(cards: readonly GalleryCard[], now: number): GalleryCard | undefined {
  return cards[Math.floor(now / DAY) % Math.max(1, cards.length)];
}

/** The shares of winning of a game from its first turn, for its small picture. */
export function sharesOf({ colours, winners, graph }: GalleryCard): WinShares {
  const first = graph[0]?.[0] ?? 0;
  const turns = graph.map(([at = 0, ...shares]) => ({
    at: at - first,
    shares: Object.fromEntries(colours.map((colour, side) => [colour, (shares[side] ?? 0) / 100])),
  }));
  return { colours, winners, complete: true, turns };
}

/** The bots that play, each once: "Archmage, Engineer". */
export const botsOf = ({ players }: GalleryCard): string[] => [...new Set(Object.values(players))].map(botName);

/** A moment in a sentence. */
export function momentText(naming: NamingContext, { kind, player, pieces = [], numbers = {} }: GalleryMoment): string {
  const [first = "", second = ""] = pieces;
  return capital(
    t(`gallery.moment.${kind}`, {
      ...numbers,
      player: playerName(naming, player),
      ...(first && { token: tokenName(naming, first), object: tokenName(naming, first, "object") }),
      ...(second && { target: tokenName(naming, second, "object") }),
    }),
  );
}

/** The next marked moment in a direction; nothing at the ends. */
export function momentFrom(moments: readonly GalleryMoment[], number: number, by: 1 | -1): GalleryMoment | undefined {
  return by > 0 ? moments.find(({ at }) => at > number) : moments.findLast(({ at }) => at < number);
}
