"""The fields of a Card Game's state beyond the kernel, each declared once (`rules/engine/fields.py`).

`CARD` is everything the rules remember; `CARD_ASIDE` names the other attributes, with the reason.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine.fields import BITS, FLAG, LIST, NUMBER, OTHER, Field
from dungeon_twister.rules.engine.state import KERNEL, KERNEL_ASIDE

MAZE: Final = Field("maze", OTHER)
TEAMED: Final = Field("teamed", FLAG)
CARRIER: Final = Field("carrier", LIST, kept=True)
ENTRY: Final = Field("entry", LIST, kept=True)
FELL: Final = Field("fell", LIST, kept=True)
WOUNDS: Final = Field("wounds", NUMBER)
KEPT_AP: Final = Field("kept_ap", LIST, kept=True)
QUIET: Final = Field("quiet", NUMBER)
ACTED: Final = Field("acted", NUMBER)
MOVER: Final = Field("mover", NUMBER)
MODE: Final = Field("mode", NUMBER)
STEPS: Final = Field("steps", NUMBER)
MOVED: Final = Field("moved", FLAG)
SEEN: Final = Field("seen", OTHER)
MANNER: Final = Field("manner", NUMBER)
SHOOTERS: Final = Field("shooters", BITS)
CROSSBOWS: Final = Field("crossbows", BITS)
RAGE: Final = Field("rage", NUMBER)
NAMED: Final = Field("named", NUMBER)
FORCED: Final = Field("forced", NUMBER)
PEEK: Final = Field("peek", NUMBER)
LATE: Final = Field("late", FLAG)
BEFORE: Final = Field("before", OTHER)

CARD: Final = (
    *KERNEL,
    *(MAZE, TEAMED, CARRIER, ENTRY, FELL, WOUNDS),
    *(KEPT_AP, QUIET, ACTED),
    *(MOVER, MODE, STEPS, MOVED, SEEN),
    *(MANNER, SHOOTERS, CROSSBOWS, RAGE, NAMED, FORCED, PEEK),
    *(LATE, BEFORE),
)
CARD_ASIDE: Final[dict[str, str]] = {
    **KERNEL_ASIDE,
    "card_setting": "never changes",
    "men": "follows from loc once the teams are known",
    "things": "the same",
    "crowd": "follows from loc",
    "fit": "follows from loc and status",
    "at_home": "follows from loc",
    "overfull": "the same",
    "places_of": "the same",
    "stock": "the same",
    "held": "follows from carrier",
    "own_counts": "whether a copy shares these counts",
}
