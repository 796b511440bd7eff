// The sign of each entry of the rules.
import { FIGURE_ICONS, type IconName } from "$lib/icon-names";
import type { Entry } from "$lib/rules-entries";

const ICONS: Record<string, IconName> = {
  wall: "brick-wall",
  portcullis: "gate",
  pit: "hole",
  gear: "cog",
  "arrow-slit": "pocket-bow",
  "starting-line": "flying-flag",
  "starting-zone": "flying-flag",
  "face-down-room": "gears",
  zone: "maze",
  move: "walking-boot",
  reveal: "lantern-flame",
  turn: "clockwise-rotation",
  attack: "crossed-swords",
  jump: "jump-across",
  "wall-walk": "brick-wall",
  "break-gate": "hammer-break",
  "open-gate": "open-gate",
  heal: "heart-plus",
  regenerate: "self-love",
  "cast-fireball": "fire-ray",
  drink: "drink-me",
  "end-turn": "hourglass",
  shoot: "high-shot",
  "spear-attack": "stone-spear",
  steal: "robber-hand",
  telekinesis: "floating-crystal",
  "break-walls": "broken-wall",
  "swap-rooms": "card-exchange",
  "action-cards": "card-play",
  combat: "crossed-swords",
  "victory-points": "laurel-crown",
  wounded: "drop",
  leaving: "exit-door",
  carrying: "grab",
  "jump-cards": "jump-across",
  "combat-cards": "card-play",
  end: "trophy",
  setup: "flying-flag",
  sight: "crosshair",
  "secret-objects": "sight-disabled",
};

export function iconOf({ name, group }: Entry): IconName {
  const pieces: Record<string, IconName> = FIGURE_ICONS;
  return pieces[name] ?? ICONS[name] ?? (group === "scenario" ? "maze" : "open-book");
}

export const addressOf = ({ name, edition }: Entry, clause = ""): string =>
  `/rules/${name}?game=${edition}${clause && `&clause=${clause}`}`;
