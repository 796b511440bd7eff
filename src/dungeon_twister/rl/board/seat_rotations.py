"""The plan of the board game as each seat sees it: rotated so that its own starting line is where the first player's is.

That requires a plan with this rotational symmetry. On other plans every seat sees the plan as drawn.
"""

from __future__ import annotations

from dungeon_twister.rules.engine.board.setting import BoardSetting
from dungeon_twister.rules.geometry.rooms import CELLS


class SeatRotations:
    """The rotated plan of each seat.

    For each seat, `spots` and `places` map the spots and places of the plan to where it sees them, and `quarters` is the
    clockwise rotation. `at` maps a spot to its index in a grid of `width` columns, row by row.
    """

    def __init__(self, setting: BoardSetting) -> None:
        plan = setting.plan
        self.width = plan.layout.width
        self.height = plan.layout.height
        self.at = [y * self.width + x for x, y in plan.xy]
        self.quarters: list[int] = []
        self.spots: list[list[int]] = []
        self.places: list[list[int]] = []
        for seat in range(setting.players):
            quarters = _quarters_of(setting, seat)
            spots = _turned(setting, quarters)
            self.quarters.append(quarters)
            self.spots.append(spots)
            self.places.append([spots[place * CELLS + CELLS // 2] // CELLS for place in range(plan.places)])
        # the dots of each seat's line, in the order in which it sees them
        self.dots = [self._dots(setting, seat) for seat in range(setting.players)]
        self.most_dots = max(len(dots) for dots in self.dots)

    def _dots(self, setting: BoardSetting, seat: int) -> list[int]:
        plan, seen = setting.plan, self.spots[seat]
        return sorted([seen[square - plan.base + plan.place_base] for square in setting.dots[seat]])


def _quarters_of(setting: BoardSetting, seat: int) -> int:
    """Return the rotation that maps a seat's line to that of the first seat and the plan onto itself, or 0 if there is none."""
    if setting.board_scenario.shared:
        return 0
    spots_of_line = [_line_spots(setting, number) for number in (0, seat)]
    for quarters in range(4):
        spots = _turned(setting, quarters)
        if spots and sorted([spots[spot] for spot in spots_of_line[1]]) == sorted(spots_of_line[0]):
            return quarters
    return 0


def _line_spots(setting: BoardSetting, seat: int) -> list[int]:
    """Return the spots of a seat's starting line."""
    plan = setting.plan
    names = [line.name for line in setting.layout.lines]
    line = names.index(setting.seats[seat].line)
    return [square - plan.base + plan.place_base for square in plan.line_squares[line]]


def _turned(setting: BoardSetting, quarters: int) -> list[int]:
    """Return the new position of each spot after a clockwise rotation of the plan; empty if the plan is not symmetric."""
    plan = setting.plan
    width, height = plan.layout.width, plan.layout.height
    if quarters % 2 and width != height:
        return []
    found: list[int] = []
    for x, y in plan.xy:
        if quarters == 1:
            x, y = height - 1 - y, x
        elif quarters == 2:
            x, y = width - 1 - x, height - 1 - y
        elif quarters == 3:
            x, y = y, width - 1 - x
        spot = plan.spot_at.get((x, y), -1)
        if spot < 0:
            return []
        found.append(spot)
    for spot, other in enumerate(found):
        if (spot < plan.place_base) != (other < plan.place_base):
            return []
        if spot < plan.place_base and other // CELLS != found[spot // CELLS * CELLS] // CELLS:
            return []  # a room would cover parts of two places
    return found
