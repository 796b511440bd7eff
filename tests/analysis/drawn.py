"""Small positions, drawn in the laboratory: two halls without walls between two lines, with tokens where one wants them."""

from __future__ import annotations

from dungeon_twister.ai.analysis.analysis_shapes import PlanReason
from dungeon_twister.ai.analysis.plan_playback import is_risk, play_back
from dungeon_twister.ai.analysis.reasons import Scales, reason_for
from dungeon_twister.ai.search.adapters import adapter_for
from dungeon_twister.game.record.notation import read
from dungeon_twister.game.record.position import read_position
from dungeon_twister.rules.engine.game import apply
from dungeon_twister.rules.engine.state import State

COLUMNS = "abcdefghijkl"
RIM = "   +" + "----+" * 12
OPEN = "   +" + "    +" * 12
HALLS = "hall-a.0 R2=hall-b.0"
GATED = "gates-a.0 R2=gates-b.0"
SIDES = {1: "|", 2: "H", 3: "|", 4: "H", 5: "H"}  # between the two rooms with portcullises


def drawn(tokens: dict[str, str], turn: str = "blue ap 3", more: str = "", rooms: str = HALLS) -> str:
    """A position with these tokens; a small letter is somebody wounded."""
    lines = ["position 1", "scenario lab", f"turn {turn}", f"rooms R1={rooms}", *([more] if more else []), "maze"]
    lines += ["      " + "    ".join(COLUMNS), RIM]
    gears = ("f5", "g5") if rooms == HALLS else ("f5", "k5")
    for row in range(1, 6):
        cells = []
        for column in COLUMNS:
            square = f"{column}{row}"
            usual = ("o" if row != 3 else ":") if column in "al" else "@" if square in gears else "."
            token = tokens.get(square, "")
            cells.append(f"{token} {usual}" if token and usual == "@" else f"{token or ' ' + usual}")
        text = f" {row} |"
        for column, cell in zip(COLUMNS, cells, strict=True):
            side = SIDES[row] if column == "f" and rooms == GATED else "|" if column == "l" else " "
            text += f"{cell:<3} {side}" if len(cell) <= 3 else f"{cell}{side}"
        lines += [text, OPEN if row < 5 else RIM]
    return "\n".join(lines) + "\n"


def reason_of(position: str, plan: str, wins: bool = False) -> PlanReason:
    """Why a plan, given in notation, would be good in a position."""
    s = read_position(position)
    me, state = s.decider(), s.copy()
    path: list[int] = []
    risk = -1
    for text in plan.split(" | "):
        action = read(state, text)
        if is_risk(state, action):
            risk = action
        else:
            path.append(action)
            apply(state, action)
    scales = Scales(adapter_for(s.setting), s, me, me)
    return reason_for(scales, play_back(s, tuple(path), risk, me), risk, wins, False)


def state_of(position: str) -> State:
    return read_position(position)
