"""Names of the Card Game's pieces, and what each can do, in one short line of our own words."""

from __future__ import annotations

from dungeon_twister.engine.pieces import Piece, pieces_of

PIECES: dict[str, Piece] = {piece.sign: piece for piece in pieces_of("card")}
SPECIAL = {
    "fireball": "Fireball scroll",
    "shield": "Large shield",
    "inversion": "Scroll of inversion",
    "spear": "Telescoping spear",
    "wall_walker": "Wall-walker",
}
ABILITIES: dict[str, str] = {
    "assassin": "wins a fight: the losers beside him die at once",
    "backstabber": "+2 in a fight with a friend; opens and closes portcullises",
    "berserker": "attacking alone one enemy she may play two cards",
    "cleric": "heals a wounded character in his place",
    "colossus": "breaks portcullises; too big to stop the small ones",
    "crossbowman": "shoots with 3, once a turn",
    "dark_angel": "flies over pits and past enemies; undead",
    "elf_scout": "crosses pits",
    "general": "friends fighting in his room get +1 each",
    "ghost": "walks through everything, past enemies; carries nothing; undead",
    "goblin": "worth 2 VP when he gets out",
    "golem": "breaks all walls of his room, once a game",
    "mechanork": "turns rooms both ways",
    "naga": "slips through arrow-slits",
    "paladin": "carries two items; +1 VP for an undead he helps to eliminate",
    "pickpocket": "steals an object from an enemy in his place",
    "samurai": "one fight a turn costs him no AP",
    "telekineticist": "moves objects up to 3 zones; casts scrolls",
    "telepath": "names the card a lone opponent must play",
    "thief": "crosses pits; opens and closes portcullises",
    "troll": "wounded, he heals himself from the next turn on",
    "wall_walker": "walks through a wall as an action of its own",
    "warrior": "breaks portcullises",
    "weapon_master": "sees the other side's card before laying hers",
    "wizard": "levitates over pits and past enemies; casts scrolls",
    "armor": "+1 for its bearer when attacked",
    "bow": "its bearer shoots with 1, any number of times",
    "key": "its bearer opens and closes portcullises",
    "fireball": "a Wizard or Telekineticist eliminates anybody in sight; once",
    "shield": "its bearer cannot be shot at",
    "rope": "its bearer crosses one pit",
    "inversion": "a Wizard or Telekineticist swaps the room with the next one; once",
    "sword": "+1 for its bearer when attacking",
    "treasure": "+1 VP when carried out",
    "spear": "its bearer attacks into the next zone, or across a pit or slit",
}


def name_of(piece: Piece) -> str:
    return SPECIAL.get(piece.name) or piece.name.replace("_", " ").capitalize()


def piece_name(token: str) -> str:
    """`bNa` -> Naga; what is hidden has no name."""
    piece = PIECES.get(token.rstrip("~")[1:])
    return name_of(piece) if piece else "?"


def figures_of(token: str) -> str:
    """`M3 C2` of a character; nothing of an object."""
    piece = PIECES.get(token[1:])
    return f"M{piece.movement} C{piece.combat}" if piece and piece.character else ""


def ability(token: str) -> str:
    piece = PIECES.get(token[1:])
    return ABILITIES[piece.name] if piece else ""
