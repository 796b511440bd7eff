"""With strict memory bots remember what they have laid, as people may (SETUP-8, HID-1)."""

from __future__ import annotations

import pytest
from tests.card.play import card_position

from dungeon_twister.ai.bots.greedy import PROFILE
from dungeon_twister.ai.bots.memory import Memory
from dungeon_twister.ai.bots.registry import make_bot
from dungeon_twister.ai.bots.searcher import SearchBot
from dungeon_twister.game.record.card.token_names import slot_of
from dungeon_twister.game.record.notation import Choice
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.views import CardView, View, observe
from dungeon_twister.rules.engine.state import UNDER


class Remembering(SearchBot):
    """Keeps the view as it was recalled."""

    def _decide(self, view: View | CardView) -> Choice:
        self.recalled = view
        return super()._decide(view)


@pytest.mark.parametrize("scenario", ["base", "standard", "three-players"])
def test_greedy_knows_what_it_has_laid(scenario: str) -> None:
    """Every own token that lies face down is recalled with its name, and no other."""
    game = RecordedGame.new(scenario, {"memory": "strict"}, "memory")
    greedy = Remembering("me", PROFILE)
    others = make_bot("random", "others")
    while not game.over and (game.state.turn == 0 or game.decider != "blue"):
        seat = game.state.decider()
        game.play((greedy if seat == 0 else others).choose(observe(game.state, seat)))
    greedy.choose(observe(game.state, 0))
    state, own = game.state, 0
    for room in greedy.recalled.rooms:
        under = [token for token in range(state.setting.tokens) if state.loc[token] == UNDER + int(room.place[1:]) - 1]
        names = sorted(
            state.setting.names[t] if state.setting.owner[t] == 0 else f"{state.setting.names[t][0]}?" for t in under
        )
        if not room.name:
            assert sorted(room.under) == names
            own += sum(name[0] == "b" for name in names)
    assert own > 3


def lying(view: View | CardView) -> dict[str, list[str]]:
    return {room.place: room.under for room in view.rooms if room.under}


def test_what_is_remembered_goes_along_with_its_room() -> None:
    """INV-2: a face-down room that is swapped takes its cards along; a number that does not fit is not trusted."""
    lines = "options memory=strict\nturn blue ap 3\nrooms R1=blue-1.0\nat blue-1.T bWi+bin\nunder R2 bNa bCl yMe\n"
    state = card_position(lines)
    game, memory = RecordedGame(state.setting, "swap"), Memory()
    game.state = state
    for token in ("bNa", "bCl"):
        memory.note(Choice("lay", token=token, place="R2"))
    assert lying(memory.recall(observe(state, 0))) == {"R2": ["bCl", "bNa", "y?"]}
    game.play("bWi invert R2")
    assert slot_of(state, 1) == "R1"
    assert lying(memory.recall(observe(state, 0))) == {"R1": ["bCl", "bNa", "y?"]}
    memory.note(Choice("lay", token="bMe", place="R1"))
    assert {room.place: room.under for room in memory.recall(observe(state, 0)).rooms if room.under} == {
        "R1": ["b?", "b?", "y?"]
    }
