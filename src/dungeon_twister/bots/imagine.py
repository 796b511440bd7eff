"""A State that fits a View of either game: what the viewer knows, and a guess for what he does not. Bots think on it.

Nothing is looked up in the true game: the guess is drawn from a random source of the bot's own.
"""

from __future__ import annotations

from random import Random
from typing import overload

from dungeon_twister.bots.board.imagine import imagine_board
from dungeon_twister.bots.card.imagine import imagine_card
from dungeon_twister.engine.board.state import BoardState
from dungeon_twister.engine.card.state import CardState
from dungeon_twister.observe import CardView, View


@overload
def imagine(view: View, rng: Random) -> BoardState: ...
@overload
def imagine(view: CardView, rng: Random) -> CardState: ...
def imagine(view: View | CardView, rng: Random) -> BoardState | CardState:
    """A state in which the viewer would see exactly this view."""
    return imagine_board(view, rng) if isinstance(view, View) else imagine_card(view, rng)
