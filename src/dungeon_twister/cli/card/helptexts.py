"""What things of the Card Game are, in short: behind `help Na`, `help rope`, `help pit`. The rules are in docs/rules."""

from __future__ import annotations

from dungeon_twister.cli.card.names import PIECES, SPECIAL, ability, figures_of, name_of

# every other way to ask -> the entry
NAMES: dict[str, str] = {
    "triangle": "zone",
    "square": "zone",
    "circle": "zone",
    "zones": "zone",
    "t": "zone",
    "s": "zone",
    "c": "zone",
    "g": "gear",
    "gears": "gear",
    "turn": "gear",
    "rotate": "gear",
    "o": "pit",
    "pits": "pit",
    "jump": "pit",
    "jumps": "pit",
    "slits": "slit",
    "arrow-slit": "slit",
    "gate": "portcullis",
    "gates": "portcullis",
    "break": "portcullis",
    "walls": "wall",
    "station": "start",
    "stations": "start",
    "starters": "start",
    "starting": "start",
    "column": "start",
    "face": "start",
    "facing": "start",
    "link": "start",
    "n": "start",
    "exit": "score",
    "leave": "score",
    "out": "score",
    "vp": "score",
    "win": "score",
    "end": "score",
    "points": "score",
    "rooms": "reveal",
    "room": "reveal",
    "place": "reveal",
    "attack": "combat",
    "fight": "combat",
    "cards": "combat",
    "card": "combat",
    "rage": "combat",
    "name": "combat",
    "shot": "shoot",
    "shooting": "shoot",
    "sight": "shoot",
    "ap": "turns",
    "pass": "turns",
    "action": "turns",
    "actions": "turns",
    "wounded": "wound",
    "wounds": "wound",
    "heal": "wound",
    "take": "carry",
    "drop": "carry",
    "give": "carry",
    "swap": "carry",
    "rob": "carry",
    "items": "carry",
    "item": "carry",
    "moving": "move",
    "select": "setup",
    "pick": "setup",
    "lay": "setup",
    "fill": "setup",
    "team": "setup",
    "selection": "setup",
    "signs": "board",
    "legend": "board",
    "maze": "board",
    "map": "board",
    "picture": "board",
}

ENTRIES: dict[str, str] = {
    "zone": "A room has four zones: T triangle, S square, C circle and G gear. A zone is one place: it does not matter in "
    "which cell of it somebody is drawn. One step leads to a zone that touches with an open edge in between, in the same "
    "room or the next. At the end of an action a zone holds at most three characters of each player.",
    "gear": "The gear zone (G): a character in it turns the room by a quarter, or its twin of the same colour if that lies "
    "face up (`Na turn R2 cw`). Each room turns only its own way (cw or ccw beside its name), except for a Mechanork. Who "
    "stands in a zone stays in it.",
    "pit": "A pit (O) lies between zones and nobody stays on it. To cross it in a move one needs a Rope or has to fly, "
    "levitate or climb (Elf scout, Thief). Everybody can jump over one pit for 1 AP and a jump card (`Na jump blue-1.C`), "
    "where no unwounded enemy stands; without jump cards left a combat card other than 0 pays for it (`Na jump blue-1.C "
    "3`).",
    "slit": "An arrow-slit (~ or :): one sees, shoots and stabs with a spear through it from the zone beside it. Only the "
    "Naga slips through; the Wall-walker treats it as a wall.",
    "portcullis": "Each room has one portcullis: ==== or H closed, =  = or h open, x broken for good. Closed it bars "
    "everything. A Key, a Thief or a Backstabber beside it opens and closes it (`Th gate R3`), Colossus and Warrior break "
    "it (`Wa break R3`).",
    "wall": "A wall (-, _ or |) bars everybody but Ghost and Wall-walker. Two rooms have a wall each where they meet. A "
    "Golem breaks all walls and slits of his room; what is left of them is drawn as dots.",
    "start": "Your starting zone is one place with stations: before column 0 or 1, facing a letter. From there one enters "
    "only the faced zone, if the link between them is open. In a move, facing another letter or changing the column is one "
    "step each. The list shows for every letter what lies between: open, wall, slit, portcullis, pit, or far (it does not "
    "touch this side).",
    "reveal": "A face-down room shows its place (R1, R2, ...) and how many cards of each colour lie beside it. A character "
    "before its column, or in a zone with an open edge to it, reveals it (`Na reveal R3`). You place every card except your "
    "own objects, one in each zone; the other player places those.",
    "move": "For 1 AP a character takes as many steps as its movement (M) and handles items before, between and after "
    "them. Into a zone with unwounded enemies one may go, but this turn only back out the way one came.",
    "carry": "A character carries one object or one wounded friend (the Paladin two, the Ghost nothing). During a move, "
    "also without any step: `take bro`, `drop bro`, `give bro bMe`, `swap bro bke`; from a wounded enemy too. It costs "
    "nothing.",
    "combat": "An attack (`Na attack yCl`) needs an enemy in the same zone, or on the starting zone across an open link. "
    "Everybody unwounded there joins. Each side adds its combat values (C) and one secret card; the losers are wounded, a "
    "wounded loser is eliminated (1 VP). Used cards are gone, except the 0. A Berserker alone against one may announce two "
    "cards, a Telepath names a card, a Weapon master sees the other side's card first.",
    "shoot": "A Crossbowman (3, once a turn) or a Bow (1) shoots at an enemy in sight if no enemy is in the same zone. "
    "Sight goes in straight lines through open edges and over pits; zones with characters, walls and closed portcullises "
    "stop it. The shooter is never hurt. `look Na` says what Na sees.",
    "wound": "A wounded character (~) does nothing and counts 0. Friends can carry it, a Cleric heals it, enemies can "
    "finish it off, but not in the turn it was wounded. Carried out of the maze it is rescued and scores for nobody.",
    "turns": "You get 3 AP a turn (the very first turn 2) and keep up to 3 of those you do not spend. Every action costs "
    "1. `pass` ends the turn.",
    "score": "Leaving the maze on the other player's side: 1 VP, the Goblin 2, +1 for a Treasure carried out. Eliminating "
    "a character: 1 VP. An unwounded enemy who faces a zone from his starting zone blocks the way out of it. Whoever has "
    "the VP of the scenario wins at once.",
    "setup": "Teams are chosen (if the scenario does not give them), two characters go to the starting zone, the other "
    "cards face down beside the rooms in turn (`lay Na R3`), then the starters choose what they face (`face Na T`). `fill` "
    "does the rest of the stage for you at random.",
    "board": "North is up. b or y and a sign is a card: bNa is blue's Naga, bke blue's Key; ~ wounded, + carries "
    "something. In the rooms the letters are the zones, O pits, - _ | walls, ~ : slits, = H portcullises. Beside a room: "
    "who is in which zone, what they carry, and where the zone leads: to (on foot), pit, slit, gate (closed). (T) is in "
    "reach. N and S are the starting zones.",
}

COMMANDS: list[tuple[str, str]] = [
    ("3", "the choice with that number; Enter or back leaves a menu"),
    ("Na", "what that character can do; Na move, Na reveal R3, ...: a choice in notation, your colour letter may be left out"),
    ("Na S", "move that character to S of its room by a shortest way, without touching items (also: Na to R2.S, Na N1T)"),
    ("R2.S", "on the way: the next step, or several steps to a zone further on; S alone means this room"),
    ("reach Na", "mark the zones that character reaches with one move"),
    ("look Na", "a character more closely: its ways, what it sees; look R3: a room, drawn large"),
    ("fill", "setup: do the rest of this stage for me, at random"),
    ("undo", "take back the last choice of a move that is still under way"),
    ("board", "draw the maze again"),
    ("log, log 40", "what has happened so far, the last 20 or 40 sentences"),
    ("help Na", "what something is: help naga, help rope, help pit, help start, help combat ..."),
    ("save FILE", "save the game there, now and after every turn; go on with: dungeon-twister play --resume FILE"),
    ("draw, resign", "offer a draw; give the game up"),
    ("quit", "leave the game; you are asked whether to save it, unless it is saved already"),
]


def explain(word: str) -> str | None:
    """The entry for a token, a sign or a name, however it is written."""
    plain = word.strip().rstrip("~")
    sign = plain if plain in PIECES else plain[1:] if plain[:1] in "by" and plain[1:] in PIECES else _sign_of(plain.lower())
    if sign:
        return about_piece(sign)
    return ENTRIES.get(NAMES.get(plain.lower(), plain.lower()))


def about_piece(sign: str) -> str:
    """A character or an object in one sentence, with what of the table concerns it."""
    piece, token = PIECES[sign], f"b{sign}"
    figures = f", movement {piece.movement}, combat {piece.combat}" if figures_of(token) else ""
    return f"{name_of(piece)} ({sign}){figures}: {ability(token)}."


def _sign_of(word: str) -> str:
    """The sign of a piece by its name; the first of two copies. A word of the table goes before a short sign."""
    names = {piece.name: piece.sign for piece in reversed(PIECES.values())}
    names |= {SPECIAL[name].lower(): sign for name, sign in names.items() if name in SPECIAL}
    found = names.get(word) or names.get(word.replace(" ", "_").replace("-", "_"))
    if found or word in ENTRIES or word in NAMES:
        return found or ""
    lowered = {sign.lower(): sign for sign in reversed(PIECES)}
    return lowered.get(word, "") or lowered.get(word[1:] if word[:1] in "by" else "", "")


def topics() -> str:
    """Everything `help` knows, as a list in words."""
    return ", ".join([*ENTRIES, "and every character and object by its name or sign"])
