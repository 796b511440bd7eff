// How a token looks, and the parts of a sentence that speak of one: what the props of many widgets are made of.

/**
 * A token as drawn. `figure` is the key of a figure (thief, fireball-wand), empty for one that lies face down unknown.
 */
export interface TokenLook {
  colour: string;
  figure: string;
  character: boolean;
  movement?: number;
  combat?: number;
  wounded?: boolean;
  blocked?: boolean;
  /** Points of a Speed Potion left to drink up. */
  potion?: number;
  /** The object it carries. */
  load?: { colour: string; figure: string };
  /** Figure of the wounded friend it carries. */
  friend?: string;
  /** Face down: with a figure its owner sees it, without one it is a riddle. */
  hidden?: boolean;
  /** No longer in play (escaped or lost): drawn empty and struck out. */
  out?: boolean;
  selectable?: boolean;
  selected?: boolean;
  ghost?: boolean;
}

export interface LogMention {
  text: string;
  token?: string;
  place?: string;
}
export type LogPart = string | LogMention;
