"""The view says who carries what, so that nobody who draws it has to know the rule."""

from __future__ import annotations

from random import Random

import pytest

from dungeon_twister.game.determinization import determinize
from dungeon_twister.game.record.notation import read
from dungeon_twister.game.record.position import read_position
from dungeon_twister.game.views import observe
from dungeon_twister.rules.engine.board.state import BoardState, board_of
from dungeon_twister.rules.engine.game import apply, legal, new_state
from dungeon_twister.rules.engine.packing import BytesError
from dungeon_twister.rules.visibility import SPECTATOR


def test_the_view_says_who_carries_what() -> None:
    """CARRY-1, CARRY-2: a character who stands on a square carries what else lies there; on the way only what was taken up."""
    rng, carried, on_the_way = Random(5), 0, 0
    for scenario in ("base", "alliances"):
        state = board_of(new_state(scenario))
        for number in range(2500):
            if state.over:
                break
            apply(state, rng.choice(legal(state)))
            if not state.shown or number % 5:
                continue
            view = observe(state, SPECTATOR)
            characters = {state.setting.names[t] for t in range(state.setting.tokens) if state.setting.is_character[t]}
            journey = view.journey
            for token in view.tokens:
                stands = [
                    other.token
                    for other in view.tokens
                    if other.square == token.square and other.token in characters and not other.wounded and other != token
                ]
                if journey is not None and token.token in (journey.token, journey.load):
                    expected = journey.token if token.token == journey.load else ""
                    on_the_way += bool(expected)
                else:
                    standing = token.token in characters and not token.wounded
                    others = [name for name in stands if journey is None or name != journey.token]
                    expected = others[0] if others and not standing else ""
                    carried += bool(expected)
                assert token.carrier == expected
    assert carried > 100 and on_the_way > 10


HEAP = """position 1
scenario lab
turn blue ap 4
rooms R1=hall-a.0 R2=hall-b.0
maze
      a    b    c    d    e    f    g    h    i    j    k    l
   +----+----+----+----+----+----+----+----+----+----+----+----+
 1 | o    .    .    .    .    .    .    .    .    .   yG    o  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 2 | o    .    .    .    .    .    .    .    .    .    .    o  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 3 | :    .   bCb! bgb#  .    .    .    .    .    .    .    :  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 4 | o    .    .    .    .    .    .    .    .    .    .    o  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 5 | o    .    .    .    .    @    @    .    .    .    .    o  |
   +----+----+----+----+----+----+----+----+----+----+----+----+
"""


def heap() -> BoardState:
    """The Cleric has swapped the Sword for the Goblin, so that Sword and Armor lie on one square."""
    state = board_of(read_position(HEAP))
    for text in ("bC move", "d3", "swap bG"):
        apply(state, read(state, text))
    return state


def test_a_heap_is_written_seen_and_imagined() -> None:
    """CARRY-18a: a state with two objects on one square keeps both in its bytes, its views and what is imagined of them."""
    state = heap()
    sword, armor = (state.setting.names.index(name) for name in ("b!", "b#"))
    assert set(state.tokens_lying_on(state.at)) == {sword, armor}
    assert state.on_square(sword) and state.on_square(armor)
    again = BoardState.from_bytes(state.board_setting, state.to_bytes())
    assert again == state and legal(again) == legal(state)
    view = observe(state, 0)
    assert {token.token for token in view.tokens if token.square == "d3"} == {"bC", "bG", "b!", "b#"}
    assert legal(determinize(view, Random(1))) == legal(state)
    state.recount()
    assert legal(state) == legal(again)


def test_bytes_with_a_heap_between_actions_are_refused() -> None:
    """ACT-2: only a journey under way may have two objects on one square."""
    state = heap()
    state.stack.pop()
    state.forget_journey()
    with pytest.raises(BytesError, match="ACT-2"):
        BoardState.from_bytes(state.board_setting, state.to_bytes())
