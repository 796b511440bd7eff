"""What things are, in short: the table behind `help W`, `help rope`, `help pit`. The rules are in docs/rules."""

from __future__ import annotations

# every way to ask -> the entry
NAMES: dict[str, str] = {
    "C": "cleric",
    "G": "goblin",
    "W": "warrior",
    "Z": "wizard",
    "M": "mekanork",
    "A": "wall-walker",
    "T": "troll",
    "H": "thief",
    "#": "armor",
    "!": "sword",
    "&": "rope",
    "*": "wand",
    "%": "potion",
    "$": "treasure",
    "@": "gear",
    "O": "pit",
    "wallwalker": "wall-walker",
    "fireball": "wand",
    "fireball-wand": "wand",
    "speed-potion": "potion",
    "armour": "armor",
    "portcullises": "portcullis",
    "gate": "portcullis",
    "gates": "portcullis",
    "pits": "pit",
    "gears": "gear",
    "rotate": "gear",
    "turn": "gear",
    "rotation": "gear",
    "walls": "wall",
    "lines": "line",
    "exit": "line",
    "room": "reveal",
    "rooms": "reveal",
    "place": "reveal",
    "attack": "combat",
    "group": "combat",
    "cards": "card",
    "actions": "card",
    "ap": "card",
    "wounded": "wound",
    "wounds": "wound",
    "heal": "wound",
    "take": "carry",
    "drop": "carry",
    "swap": "carry",
    "load": "carry",
    "loads": "carry",
    "carrying": "carry",
    "jumps": "jump",
    "vp": "score",
    "points": "score",
    "win": "score",
    "winning": "score",
    "end": "score",
    "start": "setup",
    "starters": "setup",
    "lay": "setup",
    "fill": "setup",
    "^": "door",
    "raise": "apex",
    "leave": "apex",
    "slide": "elevator",
    "shaft": "elevator",
    "joining": "join",
    "ally": "teams",
    "allies": "teams",
    "team": "teams",
    "doors": "door",
    "wrong-door-3": "wrong-door",
    "pyramid-3": "pyramid",
    "four-players": "three-players",
    "players": "three-players",
    "scenario": "three-players",
    "scenarios": "three-players",
    "kind": "kinds",
    "levels": "kinds",
    "small": "maze",
    "signs": "board",
    "legend": "board",
    "squares": "board",
}

ENTRIES: dict[str, str] = {
    # characters
    "cleric": "Cleric (C), movement 4, combat 2. Heals a wounded character of either colour on a square next to him "
    "with nothing in between (`C heal yG`). The healed one stands up at once but can do nothing more this turn.",
    "goblin": "Goblin (G), movement 4, combat 1. Weak, but worth 2 VP instead of 1 when it leaves the maze.",
    "warrior": "Warrior (W), movement 3, combat 3. Breaks a closed portcullis he stands at, for good (`W break e`).",
    "wizard": "Wizard (Z), movement 4, combat 1. Flies over pits and enemies during a move, but cannot stop there. "
    "Only he can use the Fireball Wand (`Z fire e`).",
    "mekanork": "Mekanork (M), movement 3, combat 2. On a gear it turns the room, or its twin, whichever way it likes.",
    "wall-walker": "Wall-Walker (A), movement 4, combat 1. Steps through one wall onto the square behind it, as an "
    "action of its own (`A wall`). Closed portcullises and face-down rooms stop her.",
    "troll": "Troll (T), movement 2, combat 4. Wounded, it can get up by itself from the turn after (`T regenerate`).",
    "thief": "Thief (H), movement 5, combat 2. Walks and stops on pits, which makes her a bridge for her friends. "
    "Opens and closes a portcullis she stands at (`H gate e`).",
    # objects
    "armor": "Armor (#): +1 in combat for its bearer when defending, even when the bearer lies wounded.",
    "sword": "Sword (!): +1 in combat for its bearer when attacking.",
    "rope": "Rope (&): its bearer may cross and stop on a pit that has two free sides to tie it to. Put down on a pit "
    "(`drop`) it is a bridge for everybody. Whoever pulls it away lets a wounded enemy fall.",
    "wand": "Fireball Wand (*): a Wizard who carries it destroys the first character in a straight line, friend or "
    "enemy (`Z fire e`). Used once, also if it hits nobody.",
    "potion": "Speed Potion (%): drinking it (`W drink`, 1 AP) gives the drinker 4 AP of its own for this turn. Used once.",
    "treasure": "Treasure ($): +1 VP for whoever carries it out of the maze.",
    # terrain
    "pit": "A pit (O): only Thief, Wizard in flight, or somebody with a Rope crosses it; a Rope or a friend on it "
    "makes it passable. Everybody can jump over one with a jump card.",
    "gear": "A gear (@): a character on it can turn this room by a quarter, or its twin if that lies face up (`W turn "
    "R2 cw`). Each room turns only the way of its arrow, except for a Mekanork. Everything in the room turns with it. "
    "A rotation is final.",
    "portcullis": "A portcullis: = = = = or H closed, =  = or h open, x broken. Closed it bars way, contact and sight. "
    "A Thief opens and closes it, a Warrior breaks it.",
    "wall": "A wall: - or |. Nobody passes, sees or fights through it; only the Wall-Walker steps through.",
    "line": "A starting line: the column at the edge. Your own you may walk on. Stepping onto the other player's line "
    "is leaving the maze: 1 VP, the Goblin 2, and 1 more with a Treasure.",
    # what happens
    "reveal": "A face-down room shows its place (R1, R2, ...) and how many tokens of each colour lie on it. A "
    "character next to it reveals it (`W reveal R2`), from the starting line any room that touches the line. You then "
    "place all its tokens except your own objects; the other player places those.",
    "carry": "A character carries one object or one wounded friend: whatever shares its square. During a move `take "
    "b$`, `drop` and `swap b$` are free, also with friends you pass. Objects have no owner once they lie in the open.",
    "combat": "An attack needs an enemy next to you with nothing in between. Everybody unwounded who touches an enemy "
    "in the fight joins it. Each side adds its combat values and one secret card; the losers are wounded, a wounded "
    "loser is eliminated (1 VP). Cards are spent, except the 0, which always comes back.",
    "wound": "A wounded character (small letter) can do nothing and counts 0 in combat. Friends can carry it, a Cleric "
    "can heal it, and enemies can finish it off, but not in the turn it was wounded.",
    "jump": "A jump takes 1 AP and one of your three jump cards: over one pit next to you, straight or round the "
    "corner, onto a free square (`W jump`, then the square).",
    "card": "You play each action card 2, 3, 4, 5 once, then take all four back. Its number is how many actions you "
    "have this turn. The game opens with the 2, and until a 4 was played nobody may go more than 1 above the highest "
    "card so far.",
    "score": "Leaving the maze over the other player's line: 1 VP, the Goblin 2, +1 with a Treasure. Eliminating an "
    "enemy: 1 VP. Whoever reaches the target (5 unless you chose another) makes this turn the last one; most VP wins.",
    "setup": "Each player sets four characters on the dots of his line (`start W a2`), then both lay their other "
    "tokens face down on the rooms in turn (`lay $ R3`). `fill` does the rest of the stage for you at random.",
    # three and four players, and their scenarios
    "three-players": "Three and four players (scenarios three-players, four-players): everybody sits at a line of his own "
    "and leaves by the lines of all the others; 6 VP. In a reveal your right neighbour, who plays before you, places your "
    "objects. A combat is between two colours only. Who resigns is out, the others play on. Other scenarios: help hoard, "
    "pyramid, race, elevator, wrong-door, alliances, teams.",
    "hoard": "The Hoard: sixteen rooms, some for characters only, some for objects only. You leave only by the line "
    "straight across; 6 VP.",
    "pyramid": "The Pyramid: each takes 6 of his characters, starts on any dot of the lines at the foot, and leaves from "
    "the apex at the top (help apex). The lines are everybody's, nobody is attacked on them. Eliminating scores nothing; 4 VP.",
    "race": "The Great Race: lines at the foot are everybody's, the small lines at the top (^) are the finish. "
    "Eliminating scores nothing; most VP after 48 turns win.",
    "wrong-door": "The Wrong Door: the lines with dots are everybody's; after the setup each colour is dealt one of the "
    "small lines (help door), its only way out. Eliminating scores nothing; 5 VP.",
    "alliances": "Shifting Alliances: no attack before all rooms are revealed; others in contact may join a combat (help "
    "join). Every player of the winning side scores 1 VP for each loser that is wounded or eliminated; 12 VP.",
    "teams": "Two against Two: red and green against yellow and blue; the VP of a team are added, 10 win. Allies do not "
    "fight each other, pass each other, carry each other's wounded, and see of each other's secrets what an opponent "
    "sees. In a reveal the player across places everything of yours.",
    "apex": "The apex is the room at the top of the pyramid. On its gear a character raises it (`W raise`, 1 AP); it then "
    "hangs free (^) until the turn ends, and any of your unwounded characters in it may leave the maze (`W leave`, 1 AP "
    "each). At the end of the turn it turns by a quarter and comes down.",
    "elevator": "The Elevator slides one place north or south in its shaft (`W slide n`, 1 AP) for a character on its "
    "gear or on the gear of a room of pair 3, face down too, with everything in it. You leave only by one line, across "
    "the shaft; 6 VP.",
    "join": "In Shifting Alliances a third and a fourth player with characters in contact choose openly: `join attack`, "
    "`join defence` or `join no`. Whoever is in, the attacker and the defender too, fights with all his characters that "
    "touch one of the two, and plays a card of his own.",
    "door": "A small line (^ > v <) is an exit and nothing else: b^ for blue, ?^ for nobody knows whom yet, -^ for a "
    "colour that does not play, ^ alone for everybody.",
    "kinds": "Some rooms take only characters or only objects in the setup, some nothing; they say so while they lie face "
    "down. The pyramid is filled level by level from below. Where some rooms take only objects everybody keeps one for them.",
    "maze": "Where the maze is too large for the screen it is drawn small, a line a row: _.__ is a square with a wall to "
    'the south, =.== with a closed portcullis, "."" with an open one, x.xx with a broken one; bW$ is a Warrior with a '
    "Treasure, bWt with a wounded Troll. b: and bo are blue's line and its dots, : and o those of a line for all. `look "
    "R5` draws a part large.",
    "board": "b or y and a sign is a token: capitals are characters, small letters wounded ones, # ! & * % $ objects. "
    ". floor, @ gear, O pit, : and o the starting line and its dots, - | walls, = H portcullises. Squares are a "
    "column and a row: c4. On the way, [bW] is who moves and (.) where it can end.",
}

FOR_MANY = (
    "three-players", "hoard", "pyramid", "race", "wrong-door", "alliances", "teams", "apex", "elevator", "join", "door",
    "kinds", "maze",
)  # fmt: skip

COMMANDS: list[tuple[str, str]] = [
    ("3", "the choice with that number"),
    ("W move", "a choice in notation; your colour letter (bW) may be left out"),
    ("W c4", "move that character to c4 by a shortest way, without touching loads (also: W to c4)"),
    ("e5", "on the way: the next step, or several steps to a square further on"),
    ("reach W", "mark the squares that character reaches with one move"),
    ("look R5", "a room, a square or a character drawn large, with what is around it"),
    ("fill", "setup: do the rest of this stage for me, at random"),
    ("undo", "take back what you did last, as long as nobody has learned anything from it"),
    ("board", "draw the board again"),
    ("log, log 40", "what has happened so far, the last 20 or 40 sentences"),
    ("help W", "what a character, object or sign is: help rope, help $, help pit, help combat ..."),
    ("save FILE", "save the game there, now and after every turn; go on with: dungeon-twister play --resume FILE"),
    ("draw, resign", "offer a draw; give the game up"),
    ("quit", "leave the game; you are asked whether to save it, unless it is saved already"),
]


def explain(word: str) -> str | None:
    """The entry for a sign, a token or a name, however it is written."""
    sign = word[1:].upper() if len(word) == 2 and word[0] in "byrg" else word.upper() if len(word) == 1 else ""
    key = NAMES.get(sign) or NAMES.get(word.lower()) or word.lower()
    return ENTRIES.get(key)


def topics(many: bool) -> str:
    """What `help` knows, as a list in words; what only three and four players have is left out for two."""
    return ", ".join(name for name in ENTRIES if many or name not in FOR_MANY)
