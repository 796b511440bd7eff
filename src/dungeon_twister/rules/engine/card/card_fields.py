"""The fields of a Card Game's state beyond the kernel, each declared once (`rules/engine/state_fields.py`).

`CARD` is everything the rules remember; `CARD_ASIDE` names the other attributes, with the reason.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine.state import KERNEL, KERNEL_ASIDE
from dungeon_twister.rules.engine.state_fields import BITS, FLAG, LIST, NUMBER, OTHER, StateField

MAZE: Final = StateField("maze", OTHER)
TEAMED: Final = StateField("teamed", FLAG)
CARRIER: Final = StateField("carrier", LIST, kept=True)
ENTRY: Final = StateField("entry", LIST, kept=True)
FELL: Final = StateField("fell", LIST, kept=True)
WOUNDS: Final = StateField("wounds", NUMBER)
KEPT_AP: Final = StateField("kept_ap", LIST, kept=True)
QUIET: Final = StateField("quiet", NUMBER)
ACTED: Final = StateField("acted", NUMBER)
MOVER: Final = StateField("mover", NUMBER)
MODE: Final = StateField("mode", NUMBER)
STEPS: Final = StateField("steps", NUMBER)
MOVED: Final = StateField("moved", FLAG)
SEEN: Final = StateField("seen", OTHER)
MANNER: Final = StateField("manner", NUMBER)
SHOOTERS: Final = StateField("shooters", BITS)
CROSSBOWS: Final = StateField("crossbows", BITS)
RAGE: Final = StateField("rage", NUMBER)
NAMED: Final = StateField("named", NUMBER)
FORCED: Final = StateField("forced", NUMBER)
PEEK: Final = StateField("peek", NUMBER)
LATE: Final = StateField("late", FLAG)
BEFORE: Final = StateField("before", OTHER)

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
