// From a clause of docs/rules to the cards that explain it. A clause that no paragraph explains is found by the cards
// of its chapter, which are listed here. tests/test_clauses.py checks both directions.

import { entriesOf, entryOf, type Edition, type Entry } from "$lib/rules-entries";

/** The form of a clause: PIT-6, GROUP-T1, STD3-2, OPT-4a. */
export const CLAUSE = /^[A-Z]+\d?-T?\d+[a-z]?$/;

/** Chapter of the rules (the letters of its clauses) -> the cards about it, the nearest first. */
const CHAPTERS: Record<Edition, Record<string, string>> = {
  board: {
    DEF: "wall pit portcullis",
    COMP: "setup action-cards combat-cards",
    MAP: "face-down-room starting-line gear",
    SETUP: "setup",
    TURN: "action-cards end-turn",
    ACT: "action-points",
    REVEAL: "reveal face-down-room",
    ROT: "turn twin-rooms",
    CARRY: "carrying",
    MOVE: "move",
    PIT: "pit rope",
    JUMP: "jump jump-cards",
    GATE: "portcullis",
    WALL: "wall-walk wall-walker",
    COMBAT: "combat attack",
    GROUP: "group-combat",
    WOUND: "wounded",
    HEAL: "heal",
    FIRE: "cast-fireball fireball-wand",
    SPEED: "speed-potion drink",
    EXIT: "leaving",
    SCORE: "victory-points",
    END: "end",
    STALL: "end",
    INFO: "face-down-room",
    OPT: "clock handicap simplified setup",
    MP: "several",
    SLIT: "arrow-slit",
    LINE: "shared-lines small-lines",
    KIND: "setup",
    STD3: "several",
    STD4: "several",
    HOARD: "hoard",
    PYR: "pyramid apex",
    RACE: "race",
    ELEV: "elevator",
    DOOR: "wrong-door",
    ALLY: "alliances joining",
    TEAM: "teams",
  },
  card: {
    COMP: "setup combat-cards",
    CHR: "teams-choice action-points",
    OBJ: "carrying teams-choice",
    STA: "starting-zone zone wounded",
    SCN: "standard advanced",
    SEL: "teams-choice",
    SET: "setup",
    GEO: "zone pit wall",
    LNK: "starting-zone",
    LOS: "sight",
    AP: "action-points",
    ACT: "action-points",
    REV: "reveal face-down-room",
    MOV: "move",
    HAN: "carrying",
    EXT: "leaving",
    JMP: "jump jump-cards",
    CMB: "combat group-combat attack",
    RNG: "ranged-combat shoot",
    SPR: "spear-attack spear",
    WND: "wounded",
    VP: "victory-points",
    END: "end",
    ASN: "assassin",
    BER: "berserker",
    CLE: "cleric",
    GLM: "golem break-walls",
    TKN: "telekineticist telekinesis",
    WWK: "wall-walker wall-walk",
    SWO: "sword",
    OPT: "secret-objects clock handicap teams-choice",
    HID: "secret-objects face-down-room",
    ENG: "action-points",
    ROOM: "zone",
  },
};

/** Clauses of a card, each once, in the order of its paragraphs. */
export const clausesOf = (entry: Entry): string[] => [...new Set(entry.cites.flat())];

/** The cards of a clause: those that tell it, or else those of its chapter. */
export function cardsOfClause(edition: Edition, clause: string): Entry[] {
  const naming = entriesOf(edition).filter((entry) => entry.cites.some((clauses) => clauses.includes(clause)));
  if (naming.length) return naming;
  const names = CHAPTERS[edition][clause.split("-")[0] ?? ""]?.split(" ") ?? [];
  return names.flatMap((name) => entryOf(edition, name) ?? []);
}
