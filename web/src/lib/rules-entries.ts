// What can be looked up, by edition: characters, objects, the maze, actions, concepts, scenarios. The texts are in the
// catalogue `rules` (loaded on demand); this module has what does not depend on a language: the order, and the clauses
// of docs/rules that each text explains. A text has one paragraph or several (`rules.board.move`, `rules.board.move.2`,
// ...); strokes separate the clauses of each. Every clause that a refusal can cite leads to a paragraph
// (tests/test_clauses.py).

import { has, t } from "$lib/i18n.svelte";
import { scenarioOwn } from "$lib/names";

export type Edition = "board" | "card";
export type Group = "character" | "object" | "terrain" | "action" | "concept" | "scenario";
export interface Entry {
  edition: Edition;
  name: string;
  group: Group;
  /** The clauses of each paragraph. */
  cites: string[][];
}

export const GROUPS: readonly Group[] = ["concept", "action", "terrain", "character", "object", "scenario"];

/** `name: clauses | clauses of the second paragraph`, in the order in which they are shown. */
const TABLE: Record<Edition, Record<Group, Record<string, string>>> = {
  board: {
    concept: {
      setup: "SETUP-3 SETUP-5 SETUP-6 SETUP-7 | SETUP-3 MAP-5 KIND-1 KIND-3 COMP-3",
      "action-cards": "TURN-2 TURN-4 TURN-5 TURN-7",
      "action-points": "ACT-5 ACT-6 TURN-3 | ACT-1 ACT-4",
      "victory-points": "EXIT-6 EXIT-7 SCORE-1",
      leaving: "EXIT-2 EXIT-4 EXIT-8",
      combat: "COMBAT-7 COMBAT-12 COMBAT-13 COMBAT-17",
      "group-combat": "GROUP-1 GROUP-5 GROUP-6",
      "combat-cards": "COMP-4 COMBAT-6 COMBAT-8",
      "jump-cards": "COMP-4 JUMP-1 JUMP-7",
      wounded: "WOUND-1 COMBAT-2 COMBAT-15",
      carrying: "CARRY-1 CARRY-3 CARRY-7 CARRY-9 | CARRY-5 CARRY-12 CARRY-13 CARRY-19 | ACT-2 CARRY-7",
      "twin-rooms": "ROT-2 ROT-5",
      end: "END-1 END-2 END-4 STALL-6",
      clock: "OPT-1",
      handicap: "OPT-6 OPT-6a OPT-6b | OPT-6",
      several: "MP-5 MP-6 MP-8 MP-10 MP-17",
      "shared-lines": "LINE-4",
      "small-lines": "LINE-2 LINE-6",
      joining: "ALLY-8 ALLY-21 ALLY-22 ALLY-25",
      apex: "PYR-14 PYR-15 PYR-16 PYR-18",
    },
    action: {
      move: "MOVE-1 MOVE-6 MOVE-7 MOVE-8 MOVE-21 | MOVE-1 MOVE-2 MOVE-3 MOVE-10 MOVE-21",
      reveal: "REVEAL-1 REVEAL-2 REVEAL-6 | REVEAL-7",
      turn: "ROT-1 ROT-2 ROT-4 ROT-6",
      attack: "COMBAT-1 COMBAT-2 COMBAT-5 | COMBAT-3",
      jump: "JUMP-1 JUMP-2 JUMP-3 JUMP-5",
      "wall-walk": "WALL-3 WALL-5 | WALL-1",
      "break-gate": "GATE-4",
      "open-gate": "GATE-5 GATE-8 | GATE-3 GATE-5",
      heal: "HEAL-1 HEAL-3 | HEAL-2",
      regenerate: "REGEN-1 REGEN-2",
      "cast-fireball": "FIRE-1 FIRE-2 FIRE-4 FIRE-5 FIRE-6 FIRE-7",
      drink: "SPEED-1 SPEED-2 SPEED-4",
      "end-turn": "TURN-3 ACT-22",
    },
    terrain: {
      "face-down-room": "MAP-6 SETUP-1 SETUP-5",
      gear: "MAP-4 ROT-1 MOVE-9",
      wall: "DEF-2 WALL-1",
      portcullis: "GATE-1 GATE-2 GATE-7",
      pit: "PIT-1 PIT-2 PIT-4 | PIT-5",
      "arrow-slit": "SLIT-2 SLIT-3",
      "starting-line": "MAP-3 MAP-8 MOVE-12 | MOVE-20",
    },
    character: {
      cleric: "COMP-10 HEAL-1 HEAL-2",
      goblin: "COMP-11 EXIT-6 EXIT-8",
      warrior: "COMP-12 GATE-4",
      wizard: "COMP-13 MOVE-13 FIRE-1",
      mekanork: "COMP-14 ROT-7",
      "wall-walker": "COMP-15 WALL-1 WALL-2 REVEAL-4",
      troll: "COMP-16 REGEN-1 REGEN-2",
      thief: "COMP-17 PIT-3 PIT-4 PIT-11 GATE-5",
    },
    object: {
      armor: "COMP-20 COMBAT-11",
      sword: "COMP-21 COMBAT-10",
      rope: "COMP-22 PIT-2 PIT-5 PIT-6 PIT-7 PIT-8 PIT-13 | PIT-9 PIT-10 PIT-14 CARRY-17",
      "fireball-wand": "COMP-23 FIRE-1 FIRE-3 FIRE-9",
      "speed-potion": "COMP-24 SPEED-1 SPEED-2 SPEED-3",
      treasure: "COMP-25 EXIT-7",
    },
    scenario: {
      simplified: "OPT-4",
      hoard: "HOARD-6 HOARD-7 HOARD-9",
      pyramid: "PYR-2 PYR-11 PYR-13 PYR-22 PYR-24",
      race: "RACE-5 RACE-6 RACE-8 RACE-9 RACE-12",
      elevator: "ELEV-7 ELEV-9 ELEV-11 ELEV-12 ELEV-15",
      "wrong-door": "DOOR-5 DOOR-9 DOOR-10 DOOR-11",
      alliances: "ALLY-2 ALLY-6 ALLY-8 ALLY-10 ALLY-21",
      teams: "TEAM-1 TEAM-7 TEAM-10 TEAM-11 TEAM-13 | TEAM-10 | TEAM-18",
    },
  },
  card: {
    concept: {
      setup: "SET-5 SET-6 SET-9 | SET-6 COMP-1",
      "teams-choice": "SEL-1 SEL-3 SEL-4 | SEL-2",
      "action-points": "AP-2 AP-3 AP-4 | ACT-1 CONV-5 CHR-2 ENG-1",
      "victory-points": "VP-1 VP-2 VP-3 VP-6",
      leaving: "EXT-1 EXT-2 EXT-3",
      combat: "CMB-14 CMB-17 CMB-18 CMB-19",
      "group-combat": "CMB-1 CMB-7 CMB-11 | CMB-11",
      "ranged-combat": "RNG-6 RNG-7 RNG-8 RNG-9",
      sight: "LOS-2 LOS-4 LOS-5",
      "combat-cards": "COMP-2 CMB-13",
      "jump-cards": "SET-4 JMP-1 JMP-4",
      wounded: "WND-1 WND-4 WND-5 CMB-4 EXT-5",
      carrying: "HAN-2 HAN-5 HAN-6 | HAN-1 HAN-3 HAN-5 HAN-6 HAN-7 | HAN-8",
      "twin-rooms": "ROT-1 ROT-2",
      end: "END-1 END-4 END-5",
      clock: "OPT-1",
      handicap: "OPT-20 OPT-21 OPT-24",
      "secret-objects": "OPT-10 OPT-12",
    },
    action: {
      move: "MOV-1 MOV-2 MOV-13 | MOV-10 MOV-19",
      reveal: "REV-1 REV-2 REV-3 REV-7 REV-8",
      turn: "ROT-1 ROT-2 ROT-3 ROT-4",
      attack: "CMB-3 CMB-4 CMB-7 | CMB-5",
      shoot: "RNG-1 RNG-2 RNG-4 RNG-9 | RNG-3",
      "spear-attack": "SPR-1 SPR-3 SPR-5 SPR-6 | SPR-2 SPR-4",
      jump: "JMP-1 JMP-2 JMP-4 JMP-5",
      "wall-walk": "WWK-1 | WWK-2 WWK-4",
      "break-gate": "PRT-4",
      "open-gate": "PRT-1 PRT-3 | PRT-2",
      heal: "CLE-1 WND-8",
      regenerate: "TRO-1 TRO-2",
      steal: "PIC-1 PIC-2",
      telekinesis: "TKN-1 TKN-2 TKN-3",
      "break-walls": "GLM-1 | GLM-4",
      "cast-fireball": "FIR-1 FIR-2 | OBJ-5 FIR-1",
      "swap-rooms": "INV-1 INV-2",
      "end-turn": "AP-4 AP-5",
    },
    terrain: {
      zone: "GEO-2 GEO-12 MOV-18",
      "face-down-room": "GEO-8 SET-3 SET-8",
      gear: "ROT-1 ROT-4",
      wall: "GEO-3 GEO-6 LOS-4",
      portcullis: "PRT-1 PRT-3 PRT-4",
      pit: "GEO-17 MOV-11 JMP-1",
      "arrow-slit": "LOS-5 NAG-1 WWK-2",
      "starting-zone": "LNK-1 LNK-2 MOV-12 CMB-1 EXT-2",
    },
    character: {
      assassin: "ASN-1 ASN-2",
      backstabber: "BST-1 BST-2",
      berserker: "BER-1",
      cleric: "CLE-1 CLE-2",
      colossus: "COL-1 COL-2",
      crossbowman: "XBW-1 XBW-2",
      "dark-angel": "DAN-1 DAN-2",
      "elf-scout": "ELF-1",
      general: "GEN-1 GEN-2",
      ghost: "GHO-1 GHO-2 GHO-3",
      goblin: "GOB-1",
      golem: "GLM-1 GLM-2 GLM-3",
      mechanork: "MEC-1",
      naga: "NAG-1 NAG-2",
      paladin: "PAL-1 PAL-2 PAL-3 PAL-4",
      pickpocket: "PIC-1",
      samurai: "SAM-1",
      telekineticist: "TKN-1 TKN-3 OBJ-5",
      telepath: "TLP-1 CMB-10",
      thief: "THI-1",
      troll: "TRO-1 TRO-2 TRO-3",
      "wall-walker": "WWK-1 WWK-2 WWK-3",
      warrior: "WAR-1",
      "weapon-master": "WPM-1",
      wizard: "WIZ-1",
    },
    object: {
      armor: "ARM-1 OBJ-4",
      bow: "BOW-1 RNG-7",
      key: "KEY-1",
      fireball: "FIR-1 FIR-2",
      shield: "SHI-1 RNG-10",
      rope: "ROP-1 MOV-11",
      inversion: "INV-1 INV-2",
      sword: "CMB-15",
      treasure: "TRE-1 TKN-5",
      spear: "SPR-1 SPR-3 SPR-6",
    },
    scenario: {
      "tutorial-1": "SCN-4 SCN-8",
      "tutorial-2": "SCN-4",
      "tutorial-3": "SCN-4",
      standard: "SCN-5 SEL-1",
      advanced: "SCN-6 SEL-1",
    },
  },
};

/** Everything an edition's lookup holds, group by group. */
export function entriesOf(edition: Edition): Entry[] {
  return GROUPS.flatMap((group) =>
    Object.entries(TABLE[edition][group]).map(([name, clauses]) => ({
      edition,
      name,
      group,
      cites: clauses.split(" | ").map((one) => one.split(" ")),
    })),
  );
}

/** Groups in order of preference when several entries explain a clause: an action explains more than its tool. */
const TELLING: readonly Group[] = ["action", "concept", "terrain", "object", "character", "scenario"];
export function entryOfClause(edition: Edition, clause: string): Entry | undefined {
  const naming = entriesOf(edition).filter((entry) => entry.cites.some((clauses) => clauses.includes(clause)));
  return naming.sort((one, other) => TELLING.indexOf(one.group) - TELLING.indexOf(other.group))[0];
}

/** One entry; a scenario for three players is found under the one it varies (`pyramid-3`). */
export function entryOf(edition: Edition, name: string): Entry | undefined {
  const entries = entriesOf(edition);
  return entries.find((entry) => entry.name === name) ?? entries.find((entry) => `${entry.name}-3` === name);
}

/** Where the title of an entry stands. Pieces and scenarios have their name in the catalogue `game`. */
export function titleKey({ name, group }: Entry): string {
  if (group === "character" || group === "object") return `game.piece.${name}`;
  if (group === "scenario") return `game.scenario.${name}`;
  return `rules.title.${name}`;
}
export const entryTitle = (entry: Entry): string => t(titleKey(entry));

/**
 * The paragraphs of its text; of a scenario the last one says what is this project's own, where those words are loaded.
 */
export function entryTexts({ edition, name, group, cites }: Entry): string[] {
  const texts = cites.map((_, place) =>
    t(place ? `rules.${edition}.${name}.${place + 1}` : `rules.${edition}.${name}`),
  );
  const own = group === "scenario" ? scenarioOwn(name) : "";
  return own ? [...texts, own] : texts;
}
export const groupTitle = (group: Group): string => t(`rules.group.${group}`);
/** Are the texts here yet? They are loaded with `loadNamespaces("rules")`. */
export const isReady = (): boolean => has("rules.group.concept");
