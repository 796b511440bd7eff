"""A game, a state or a view as the input of a network: an observation, a mask, and the choice of each number."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from dungeon_twister.game.determinization import determinize
from dungeon_twister.game.views import VIEWS, CardView, HasState, View
from dungeon_twister.rl.codec import codec_of
from dungeon_twister.rl.tensors import tensors_of
from dungeon_twister.rules.engine.game import legal
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility import is_seat, viewer_of


class Encoded(NamedTuple):
    """The input for one seat in one state.

    `observation` and `mask` are bytes, one for each number (`numpy.frombuffer` reads them). `choices` maps numbers to the
    engine's integers, which `Game.play` takes. `state` is the encoded state.
    """

    observation: bytes
    mask: bytes
    choices: dict[int, int]
    state: State
    seat: int


def encode(of: HasState | State | View | CardView, seat: int | None = None) -> Encoded:
    """Encode what a seat may know and choose, as in the environments, from a game, a state, or a view of this seat.

    The default seat is that of the player to move. Only the player to move has choices.
    """
    state = _state_of(of)
    decider, players = -1 if state.over else state.decider(), state.setting.players
    if isinstance(of, VIEWS):
        viewer = viewer_of(state.setting, of.viewer)
        if not is_seat(viewer) or seat not in (None, viewer):
            raise ValueError(f"a view is encoded for the seat that sees it, and this is what {of.viewer} sees")
        seat = viewer
    elif seat is None:
        seat = decider
    if not 0 <= seat < players:
        raise ValueError(f"a seat is a number from 0 to {players - 1}, not {seat}; when nobody decides, name one")
    codec = codec_of(state.setting)
    listed = legal(state) if seat == decider else []
    codes = codec.encoded(state, listed)
    mask = bytearray(codec.size)
    codec.mark(mask, codes)
    observation = bytes(tensors_of(state.setting).of(state, seat))
    return Encoded(observation, bytes(mask), dict(zip(codes, listed, strict=True)), state, seat)


def _state_of(of: HasState | State | View | CardView) -> State:
    """Return the state of a game, or a determinization of a view: no observation depends on hidden information."""
    state = determinize(of, Random(0)) if isinstance(of, VIEWS) else of if isinstance(of, State) else of.state
    if not isinstance(state, State):
        raise TypeError(f"only a game, a state or a view can be encoded, not {of!r}")
    return state
