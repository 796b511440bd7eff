"""Searches for tests: adapters of both games, paths that are followed, and whole turns as a search plays them."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from dungeon_twister.ai.search.beam_search import StartCosts
from dungeon_twister.ai.search.board.adapter import BoardAdapter
from dungeon_twister.ai.search.card.adapter import CardAdapter
from dungeon_twister.ai.search.game_adapter import GameAdapter
from dungeon_twister.ai.search.goals import win_this_turn
from dungeon_twister.ai.search.profile import Profile
from dungeon_twister.ai.search.turn_search import TurnSearch
from dungeon_twister.rules.engine.actions import PASS
from dungeon_twister.rules.engine.board.setting import board_setting_of
from dungeon_twister.rules.engine.card.setting import card_setting_of
from dungeon_twister.rules.engine.decisions import ACT, CHANCE
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.state import State

TINY = Profile(
    width=2,
    nodes=60,
    ends=3,
    replies=2,
    reply_width=1,
    reply_nodes=20,
    reply_ends=2,
    samples=1,
    goal=20,
    reply_goal=8,
    total=150,
)
TASKS: list[dict[str, Any]] = [  # positions in which something must be seen: test_tactics.py
    json.loads(line) for line in (Path(__file__).parent / "tactics.jsonl").read_text().splitlines()
]
HASTY = Profile(width=3, nodes=100, ends=4, replies=0, samples=0, goal=0, reply_goal=0, total=150)


def adapter_of(setting: Setting) -> GameAdapter:
    """How the search sees a setting, with the setup by rules of thumb."""
    if setting.scenario.game == "card":
        return CardAdapter(card_setting_of(setting))
    return BoardAdapter(board_setting_of(setting))


def search_of(s: State, profile: Profile, seed: str) -> TurnSearch:
    return TurnSearch(adapter_of(s.setting), profile, Random(seed))


def follow(s: State, path: tuple[int, ...]) -> State:
    """The position after a path, every choice of which must be legal; only what ends the turn may come after its end."""
    after = s.copy()
    for number, choice in enumerate(path):
        if choice == PASS and number == len(path) - 1 and number and (after.over or after.decision() != ACT):
            break
        assert not after.over and after.decider() != CHANCE, f"choice {number} of {len(path)} is nobody's"
        assert choice in legal(after), f"choice {number} of {len(path)} is not legal"
        apply(after, choice)
    return after


def turn_is_over(adapter: GameAdapter, s: State, me: int) -> bool:
    """Has the turn passed on from the player?"""
    return s.over or (s.decider() not in (me, CHANCE) and (s.decision() == ACT or adapter.at_turn_start(s)))


def play_turn(s: State, search: TurnSearch, seed: str, choices: list[tuple[State, int]] | None = None) -> State:
    """Return the position after a search has played the turn of the deciding player. Others answer by a hasty search, chance by
    the seed. `choices` gets every choice of the player and the position before it."""
    rng, other, me, after = Random(seed), TurnSearch(search.adapter, HASTY, Random(seed)), s.decider(), s.copy()
    plan: list[int] = []
    while not turn_is_over(search.adapter, after, me):
        decider = after.decider()
        if decider != me:
            plan = []
            apply(after, rng.choice(legal(after)) if decider == CHANCE else other.think(after)[0])
            continue
        plan = plan or list(search.think(after))
        choice = plan.pop(0)
        if choice in legal(after):
            if choices is not None:
                choices.append((after.copy(), choice))
            apply(after, choice)
        else:
            plan = []
    return after


def winning_path(s: State, nodes: int) -> tuple[int, ...]:
    """Return how the player to move wins for certain in this turn; () if no win is found."""
    adapter = adapter_of(s.setting)
    most = StartCosts(adapter, s).most()
    win = win_this_turn(adapter, most.state, s.decider(), nodes)
    return most.path + win if win else ()
