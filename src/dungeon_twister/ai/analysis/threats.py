"""What the others could do in their next turns, for somebody who plays: from his view alone."""

from __future__ import annotations

from typing import Final

from dungeon_twister.ai.analysis.position_analysis import determinized
from dungeon_twister.ai.analysis.reach import Beaten, others_than, reach, turn_of
from dungeon_twister.ai.analysis.shapes import ExitThreat, Threat, Threats
from dungeon_twister.ai.bots.searcher import adapter_for, nothing_collected
from dungeon_twister.ai.search.game_adapter import GameAdapter
from dungeon_twister.game.views import CardView, View
from dungeon_twister.presentation.guide.games import guide_of
from dungeon_twister.rules.engine.decisions import ACT, CHANCE
from dungeon_twister.rules.engine.state import State

LOOKED: Final = 600  # positions of each other player's turn


def threats(view: View | CardView, *, nodes: int = LOOKED, seed: str = "") -> Threats:
    """Whom the other sides could reach and beat in their next turns (whose turn it is: in this one) if nothing was done before,
    with the odds, the likeliest first; and who of theirs could leave the maze. Empty for whoever only looks on, before the
    game and after it, and in the middle of a combat."""
    state = determinized(view, seed)
    colours = state.setting.colours
    if view.viewer not in colours or state.over or state.decider() == CHANCE:
        return Threats()
    me, adapter = colours.index(view.viewer), adapter_for(state.setting)
    attacks: list[Threat] = []
    exits: list[ExitThreat] = []
    with nothing_collected():
        for other in others_than(adapter, state, me):
            begun = _begun(adapter, state, other)
            if begun is None:
                continue
            found = reach(adapter, begun, other, me, nodes)
            mine = [one for one in found.beaten.values() if adapter.are_allies(state.setting.owner[one.token], me)]
            attacks += [_threat(state, me, one) for one in sorted(mine, key=lambda one: (-one.chance, one.cost, one.token))]
            exits += [
                ExitThreat(_name(state, me, one.token), _place(state, one.token), one.cost, one.points, one.wins)
                for one in sorted(found.exits.values(), key=lambda one: (not one.wins, -one.points, one.cost, one.token))
            ]
    return Threats([one for one in attacks if one.percent], exits)


def _begun(adapter: GameAdapter, s: State, other: int) -> State | None:
    """The turn of another player: the one he is at, or the next he will have."""
    if not s.turn:
        return None
    if s.active == other and (s.decision() == ACT or adapter.at_turn_start(s)):
        return s
    return turn_of(adapter, s, other)


def _threat(s: State, me: int, one: Beaten) -> Threat:
    attackers = [_name(s, me, token) for token in one.attackers]
    return Threat(_name(s, me, one.token), _place(s, one.token), attackers, round(100 * one.chance), one.cost, one.fatal)


def _name(s: State, me: int, token: int) -> str:
    return guide_of(s).name_of(s, token, me)


def _place(s: State, token: int) -> str:
    return guide_of(s).place_name(s, s.loc[token])
