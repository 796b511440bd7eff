"""The scene of a Card Game, from which its maze is drawn."""

from __future__ import annotations

from dungeon_twister.game.record.card.token_names import SIDES
from dungeon_twister.game.record.shared_names import slot_name
from dungeon_twister.presentation.guide.drawing_parts import figures, room_drawing
from dungeon_twister.presentation.guide.guide_shapes import BayDrawing, PlaceDrawing, Scene, Seat
from dungeon_twister.rules.engine.card.setting import CardSetting
from dungeon_twister.rules.engine.setting import COMBAT_CARDS, JUMP_CARDS
from dungeon_twister.rules.geometry.rooms import SIZE
from dungeon_twister.rules.geometry.zone_plan import COLUMNS


def card_scene(setting: CardSetting) -> Scene:
    """Return the scene: two columns of rooms.

    The starting zones lie beyond the first and the last row and have no squares (GEO-1).
    """
    plan, declared = setting.plan, setting.card_scenario
    return Scene(
        game="card",
        scenario=setting.scenario.name,
        title=setting.scenario.title,
        target=setting.target,
        width=COLUMNS * SIZE,
        height=plan.rows * SIZE,
        seats=[Seat(colour) for colour in setting.colours],
        figures=figures(setting),
        rooms=[room_drawing(room) for room in plan.rooms],
        places=[
            PlaceDrawing(slot_name(slot), slot % COLUMNS * SIZE, slot // COLUMNS * SIZE, setting.capacities[slot])
            for slot in range(plan.tiles)
        ],
        bays=[_bay(setting, player, column) for player in range(setting.players) for column in range(COLUMNS)],
        combat_cards=list(COMBAT_CARDS) if setting.combat_cards else [],
        jump_cards=JUMP_CARDS,
        team=[] if declared.team else [declared.characters, declared.objects],
    )


def _bay(setting: CardSetting, player: int, column: int) -> BayDrawing:
    """Return a column of a starting zone: blue's in the north, yellow's in the south (GEO-1, STA-1)."""
    row = 0 if player == 0 else setting.plan.rows - 1
    return BayDrawing(
        name=f"{SIDES[player]}{column}",
        colour=setting.colours[player],
        column=column,
        towards="s" if player == 0 else "n",
        place=slot_name(row * COLUMNS + column),
    )
