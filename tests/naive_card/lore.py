"""The fixed data of the Card Game, typed from sections 1 to 6 and 20 of docs/rules/card-game.md."""

from __future__ import annotations

from dataclasses import dataclass

COLOURS = ("blue", "yellow")
OTHER = {"blue": "yellow", "yellow": "blue"}
LETTERS = "TSCG"
HOME = {"blue": "N", "yellow": "S"}  # SET-1: whose starting zone lies on which side
OWNER_OF_SIDE = {"N": "blue", "S": "yellow"}
COMBAT_CARDS = (0, 1, 2, 2, 3, 3, 4, 5, 6)  # COMP-2
JUMP_CARDS = 3  # SET-4
PAIRS = ("blue", "green", "red", "yellow", "purple", "brown")  # COMP-5

# CHR-1: kind -> sign, movement, combat value.
CHARACTERS: dict[str, tuple[str, int, int]] = {
    "assassin": ("As", 2, 2),
    "backstabber": ("Ba", 2, 2),
    "berserker": ("Be", 2, 3),
    "cleric": ("Cl", 2, 2),
    "colossus": ("Co", 1, 5),
    "crossbowman": ("Cr", 2, 3),
    "dark_angel": ("Da", 3, 2),
    "elf_scout": ("El", 4, 1),
    "general": ("Ge", 2, 2),
    "ghost": ("Gh", 2, 0),
    "goblin": ("Gb", 2, 1),
    "golem": ("Gm", 1, 4),
    "mechanork": ("Me", 2, 2),
    "naga": ("Na", 3, 2),
    "paladin": ("Pa", 2, 3),
    "pickpocket": ("Pi", 3, 2),
    "samurai": ("Sa", 2, 3),
    "telekineticist": ("Tk", 3, 1),
    "telepath": ("Tp", 2, 0),
    "thief": ("Th", 3, 2),
    "troll": ("Tr", 1, 4),
    "wall_walker": ("Ww", 2, 1),
    "warrior": ("Wa", 2, 3),
    "weapon_master": ("Wm", 2, 3),
    "wizard": ("Wi", 2, 1),
}

# OBJ-1: kind -> the signs of its copies.
OBJECTS: dict[str, tuple[str, ...]] = {
    "armor": ("ar",),
    "bow": ("bo",),
    "key": ("ke", "k2"),
    "fireball": ("fi",),
    "shield": ("sh",),
    "rope": ("ro", "r2"),
    "inversion": ("in",),
    "sword": ("sw", "s2"),
    "treasure": ("tr",),
    "spear": ("sp",),
}

MOVEMENT = {kind: movement for kind, (_, movement, _) in CHARACTERS.items()}
STRENGTH = {kind: strength for kind, (_, _, strength) in CHARACTERS.items()}
CHARACTER_OF = {sign: kind for kind, (sign, _, _) in CHARACTERS.items()}
OBJECT_OF = {sign: kind for kind, signs in OBJECTS.items() for sign in signs}
KIND_OF = {**CHARACTER_OF, **OBJECT_OF}

UNDEAD = {"dark_angel", "ghost"}  # CHR-1, marks
MAGIC_USERS = {"telekineticist", "wizard"}  # OBJ-5
PASSES_ENEMIES = {"dark_angel", "wizard", "ghost"}  # MOV-17: Flying, Levitation, Incorporeal
CROSSES_CHAINS = {"dark_angel", "wizard", "ghost", "elf_scout", "thief"}  # MOV-11
PICKS_LOCKS = {"backstabber", "thief"}  # PRT-3
BREAKS_GATES = {"colossus", "warrior"}  # PRT-4
SMALL = 1  # COL-2: printed combat value of those a giant does not stop


@dataclass(frozen=True)
class Scenario:
    """A row of SCN-3; a team of None is chosen (section 6), pairs of None are drawn."""

    name: str
    target: int
    pairs: tuple[str, ...] | None
    characters: int
    objects: int
    capacity: tuple[int, ...]  # cards per room, row by row
    team: tuple[str, ...] | None = None
    combat: bool = True  # SCN-8
    test_rooms: bool = False

    @property
    def rows(self) -> int:
        """SCN-1: as many rows as pairs."""
        return len(self.capacity)


SCENARIOS = {
    scenario.name: scenario
    for scenario in (
        Scenario("tutorial-1", 2, ("blue", "green"), 2, 2, (1, 1), ("Me", "Na", "ro", "ke"), combat=False),
        Scenario("tutorial-2", 3, None, 4, 2, (1, 2, 1), ("Na", "Wa", "Co", "Ba", "ro", "ke")),
        Scenario("tutorial-3", 4, None, 6, 4, (2, 2, 2, 2), ("Cr", "Wi", "Na", "Me", "Wa", "Cl", "ro", "ke", "bo", "sh")),
        Scenario("standard", 5, None, 8, 6, (3, 3, 3, 3)),
        Scenario("advanced", 6, None, 10, 6, (2, 3, 4, 3, 2)),
        # For positions only: a 2 x 3 maze with everything there is.
        Scenario("card-lab", 5, PAIRS, 8, 6, (4, 4, 4), test_rooms=True),
    )
}

LEVELS = ("very-experienced", "experienced", "good", "beginner", "newbie")

# OPT-21: (stronger, weaker) -> characters removed, combat cards removed. OPT-22: all others nothing.
HANDICAPS: dict[tuple[str, str], tuple[int, tuple[int, ...]]] = {
    ("very-experienced", "experienced"): (2, ()),
    ("very-experienced", "good"): (3, ()),
    ("very-experienced", "beginner"): (2, (5, 6)),
    ("very-experienced", "newbie"): (3, (5, 6)),
    ("experienced", "good"): (2, ()),
    ("experienced", "beginner"): (3, (6,)),
    ("experienced", "newbie"): (4, (6,)),
    ("good", "beginner"): (2, ()),
    ("good", "newbie"): (2, (6,)),
}


def signs_of(scenario: Scenario) -> tuple[str, ...]:
    """The signs of the pieces every player has in a scenario, in the order of the tables."""
    everything = (*CHARACTER_OF, *OBJECT_OF)
    return everything if scenario.team is None else tuple(sign for sign in everything if sign in scenario.team)
