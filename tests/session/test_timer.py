"""The time limits of the rules in a session."""

from __future__ import annotations

from dungeon_twister.game.record.notation import read
from dungeon_twister.game.record.position import read_position
from dungeon_twister.game.session.timer import TurnClock
from dungeon_twister.rules.engine.board.state import board_of
from dungeon_twister.rules.engine.game import apply


def test_turn_time_and_answer_time() -> None:
    """OPT-1, OPT-2: the turn's time is used up by its player's decisions, not by answers; a Speed Potion adds to it."""
    state = board_of(read_position(LIMITED))
    clock = TurnClock()
    assert clock.limit(state) == 120
    clock.spend(state, 50)
    assert clock.limit(state) == 70
    apply(state, read(state, "bW drink"))
    assert clock.limit(state) == 130
    apply(state, read(state, "bC attack yG"))
    assert clock.limit(state) == 5
    clock.spend(state, 4)
    apply(state, read(state, "combat 0"))
    apply(state, read(state, "combat 0"))
    assert clock.limit(state) == 130
    clock.spend(state, 200)
    assert clock.limit(state) == 0
    apply(state, read(state, "pass"))
    assert clock.limit(state) == 120  # the other player's turn


LIMITED = """position 1
scenario lab
options timer=on
turn blue ap 4
rooms R1=hall-a.0 R2=hall-b.0
maze
      a    b    c    d    e    f    g    h    i    j    k    l
   +----+----+----+----+----+----+----+----+----+----+----+----+
 1 | o    .    .    .    .    .    .    .    .    .    .    o  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 2 | o    .    .    .    .    .    .    .    .    .    .    o  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 3 | :   bWb% bC   yG    .    .    .    .    .    .    .    :  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 4 | o    .    .    .    .    .    .    .    .    .    .    o  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 5 | o    .    .    .    .    @    @    .    .    .    .    o  |
   +----+----+----+----+----+----+----+----+----+----+----+----+
"""
