"""Threats by the other players in their next turns, for one player, from that player's view alone."""

from __future__ import annotations

from typing import Final

from dungeon_twister.ai.analysis.analysis_shapes import ExitThreat, Threat, Threats
from dungeon_twister.ai.analysis.position_analysis import determinized
from dungeon_twister.ai.analysis.reach import Beaten, others_than, reach, turn_of
from dungeon_twister.ai.search.adapters import adapter_for, gc_paused
from dungeon_twister.ai.search.game_adapter import GameAdapter
from dungeon_twister.game.views import CardView, View
from dungeon_twister.presentation.guide.editions import guide_of
from dungeon_twister.rules.engine.decisions import ACT, CHANCE
from dungeon_twister.rules.engine.state import State

LOOKED: Final = 600  # limit of positions in each other player's turn


def threats(view: View | CardView, *, nodes: int = LOOKED, seed: str = "") -> Threats:
    """Return the characters that other sides could beat next turn if nothing was done before, and their own that could leave.

    The player whose turn it is counts with this turn. The threats of each opponent are sorted, likeliest first. Empty for a
    spectator, before and after the game, and during a combat.
    """
    state = determinized(view, seed)
    colours = state.setting.colours
    if view.viewer not in colours or state.over or state.decider() == CHANCE:
        return Threats()
    me = colours.index(view.viewer)
    return threats_against(state, me, me, nodes)


def threats_against(state: State, me: int, viewer: int, nodes: int = LOOKED) -> Threats:
    """Return the threats against a player of this position. Tokens have the names that `viewer` knows."""
    adapter = adapter_for(state.setting)
    attacks: list[Threat] = []
    exits: list[ExitThreat] = []
    with gc_paused():
        for other in others_than(adapter, state, me):
            begun = next_turn(adapter, state, other)
            if begun is None:
                continue
            found = reach(adapter, begun, other, me, nodes)
            mine = [one for one in found.beaten.values() if adapter.are_allies(state.setting.owner[one.token], me)]
            attacks += [_threat(state, viewer, one) for one in sorted(mine, key=lambda one: (-one.chance, one.cost, one.token))]
            exits += [
                ExitThreat(_name(state, viewer, one.token), _place(state, one.token), one.cost, one.points, one.wins)
                for one in sorted(found.exits.values(), key=lambda one: (not one.wins, -one.points, one.cost, one.token))
            ]
    return Threats([one for one in attacks if one.percent], exits)


def next_turn(adapter: GameAdapter, s: State, other: int) -> State | None:
    """Return the start of another player's turn: the current turn if it is that player's, else the next one."""
    if not s.turn:
        return None
    if s.active == other and (s.decision() == ACT or adapter.at_turn_start(s)):
        return s
    return turn_of(adapter, s, other)


def _threat(s: State, viewer: int, one: Beaten) -> Threat:
    attackers = [_name(s, viewer, token) for token in one.attackers]
    return Threat(_name(s, viewer, one.token), _place(s, one.token), attackers, round(100 * one.chance), one.cost, one.fatal)


def _name(s: State, viewer: int, token: int) -> str:
    return guide_of(s).name_of(s, token, viewer)


def _place(s: State, token: int) -> str:
    return guide_of(s).place_name(s, s.loc[token])
