"""States of the board game as values: sets in the hash, rooms of one's own in bytes and pickles."""

from __future__ import annotations

import pickle

from dungeon_twister.rules.engine.game import make_setting, new_setting, start
from dungeon_twister.rules.engine.scenarios import load_scenario
from dungeon_twister.rules.geometry.rooms import parse_rooms
from tests.random_play import halfway


def test_the_hash_uses_every_bit_of_a_set() -> None:
    """High bits of a set count as much as low ones: sets that differ in two of them have different hashes."""
    state = halfway(1, 400)
    found = set()
    for high in range(56):
        for other in range(56):
            state.fighters, state.seen = 1 << high, 1 << other
            found.add(state.hash64())
    assert len(found) == 56 * 56


def test_rooms_that_were_added_travel_along() -> None:
    """A room of the same name with another drawing is another setting."""
    scenario = load_scenario("base")
    room = scenario.rooms[0]
    other = parse_rooms(f"room {room.name} pair={room.pair} turn=cw\n" + "\n".join(scenario.rooms[3].lines), "other")
    setting = make_setting(scenario.with_rooms(other), {})
    state = start(setting)
    again = pickle.loads(pickle.dumps(state))
    assert again == state and again.setting == setting != new_setting("base")
    assert again.board_setting.plan.rooms[-1].lines == other[0].lines and len(pickle.dumps(state)) < 6000
