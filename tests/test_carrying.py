"""The view says who carries what, so that nobody who draws it has to know the rule."""

from __future__ import annotations

from random import Random

from dungeon_twister.engine.board.state import board_of
from dungeon_twister.engine.game import apply, legal, new_state
from dungeon_twister.knowledge import SPECTATOR
from dungeon_twister.observe import observe


def test_the_view_says_who_carries_what() -> None:
    """CARRY-1, CARRY-2: whoever stands on a square carries what else lies there; on the way only what was taken up."""
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
