"""A walk of a plan in one sentence: its end, and what is taken, put down or handed over on the way, in order.

web/src/lib/walk-text.ts does the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dungeon_twister.game.record.choice import Choice
from dungeon_twister.presentation.i18n.names import Names, capital

JOURNEYS: Final = ("move", "jump", "wall")
HANDLING: Final = ("take", "drop", "swap", "give", "rob")
UNDER_WAY: Final = ("step", *HANDLING, "stop")  # choices within a journey


def actions_of(choices: Sequence[Choice]) -> list[list[Choice]]:
    """Split the choices of a plan into whole actions: a journey with all that belongs to it, or a single choice."""
    found: list[list[Choice]] = []
    for choice in choices:
        if choice.do in UNDER_WAY and found and found[-1][0].do in (*JOURNEYS, *UNDER_WAY):
            found[-1].append(choice)
        else:
            found.append([choice])
    return found


def walk_text(action: Sequence[Choice], names: Names, walker: str = "", stops: bool = True) -> str:
    """Return a journey as a sentence; empty if the action is not one.

    `walker` is the traveller of a journey that has begun before. Without `stops` the end is left out.
    """
    first = action[0]
    if first.do not in (*JOURNEYS, *UNDER_WAY):
        return ""
    begun = first.do in JOURNEYS and not first.zone  # a jump of the Card Game names its landing itself
    verb = first.do if begun else "move"
    parts: list[str] = []
    for at, choice in enumerate(action):
        if choice.do == "step":
            if at + 1 == len(action) or action[at + 1].do != "step":
                to = names.place(choice.square or choice.zone or "out", "to")
                parts.append(names.t(f"analysis.hint.walk.{verb}", to=to))
        elif choice.do in HANDLING or (choice.do == "stop" and (stops or len(action) == 1)):
            parts.append(_handled(choice, names))
    if not parts:
        return ""
    deeds = f" {names.t('game.list.and')} ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
    return capital(names.t("analysis.hint.walk", token=names.token(first.token if begun else walker), deeds=deeds))


def _handled(choice: Choice, names: Names) -> str:
    """Describe the handling of a load, or the end of the journey."""
    key = choice.do
    if key == "drop" and choice.token:
        key = "drop-item"
    elif key == "swap" and choice.target:
        key = "swap-items"
    elif key == "rob" and choice.item:
        key = "rob-item"
    handled = choice.item if choice.do == "rob" else choice.token
    return names.t(
        f"analysis.hint.walk.{key}",
        token=names.token(choice.target) if choice.target else "",
        target=names.token(handled, "object") if handled else "",
        got=names.token(choice.target, "object") if choice.target else "",
        receiver=names.token(choice.target, "to") if choice.target else "",
    )
