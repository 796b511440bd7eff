"""Positions in which something must be seen, and the level that must see it (`tactics.jsonl`).

Each line is a position, a theme, the level, and what the theme is about:

- `win`: the player to move wins this turn.
- `block`: passing loses, as the opponent wins in his next turn; after the level's turn he does not.
- `hang`: one's own `character` must not stand where he is beaten. A look at the own turn alone leaves him there.
- `group`: an attack at once on the `character` fails, as it has companions, or as nobody stands next to the attacker;
  he is to be parted from them, or helpers come first, before he is attacked.

The positions were found in games of hasty searches. No answer is stored: what the level plays is checked by rules and by
searches of their own. The levels are asked with the profiles they have where everything is compiled, which
takes long where it is not, so only the quickest are asked there.
"""

from __future__ import annotations

from typing import Any

import pytest

from dungeon_twister.ai.bots.levels import LEVELS
from dungeon_twister.ai.search.beam_search import StartCosts
from dungeon_twister.ai.search.game_adapter import WIN, GameAdapter
from dungeon_twister.compiled import running as is_compiled
from dungeon_twister.game.record.position import read_position
from dungeon_twister.rules.engine.decisions import ACT
from dungeon_twister.rules.engine.state import GONE, UNDER, WOUNDED, State
from tests.amounts import some
from tests.search.searches import TASKS, adapter_of, follow, play_turn, search_of, winning_path

THOROUGH = 5000  # positions of a search for a win: ten times what any level spends on it when it asks for replies
SEEN = 1000  # positions of the opponent's turn that are looked at for attacks
BEATEN = 0.3  # who is beaten no more often than that does not hang
FIT = 0.7  # an attack that wins so often is a good one
CERTAIN = 1e6  # a win that is worth so much that no card is too dear for it
PROFILES = {level.name: level.compiled for level in LEVELS}

pytestmark = pytest.mark.both_ways


def tasks(theme: str) -> list[Any]:
    """Those of a theme; where nothing is compiled the quick ones only."""
    return [
        pytest.param(task, id=f"{theme}-{number}-{task['level']}")
        for number, task in enumerate(TASKS)
        if task["theme"] == theme and (is_compiled() or task.get("quick"))
    ]


def seeds_of(task: dict[str, Any]) -> list[str]:
    """What takes long is asked once."""
    return ["1"] if task["level"] == LEVELS[-1].name or not is_compiled() else ["1", "2"]


# -- what is asked about a position ------------------------------------------------------------------------------------


def chance(adapter: GameAdapter, combat: State, attacker: int) -> float:
    """How often the attacker wins a combat in which cards are to be chosen, if both choose well and he wants nothing else."""
    return adapter.combat(combat, attacker).worth([CERTAIN, 0.0, 0.0]) / CERTAIN


def is_beaten(before: State, after: State, character: int) -> bool:
    """Was the character wounded or eliminated?"""
    return after.loc[character] == GONE or bool(after.status[character] & ~before.status[character] & WOUNDED)


def peril(s: State, character: int) -> float:
    """How often the player to move beats a character of the other side: by an attack after at most two whole actions,
    or for certain by one of those."""
    adapter, other = adapter_of(s.setting), s.decider()
    root = StartCosts(adapter, s).most().state
    most, layer, seen = 0.0, [root], {root.hash64()}
    for depth in range(3):
        found: list[State] = []
        for state in layer:
            most = max(most, best_attack(adapter, state, other, character))
            for action in adapter.turn_actions(state, 0) if depth < 2 and len(seen) < SEEN else []:
                if action.state.hash64() not in seen:
                    seen.add(action.state.hash64())
                    if is_beaten(s, action.state, character):
                        return 1.0
                    if adapter.may_act(action.state, other):
                        found.append(action.state)
        layer = found
    return most


def best_attack(adapter: GameAdapter, s: State, attacker: int, character: int) -> float:
    """How often the best attack of this moment beats a character, as the target or as a companion of the target."""
    most = 0.0
    for choice in adapter.risks(s):
        attacked = adapter.after_attack(s, choice) if adapter.is_combat(choice) else None
        if attacked is not None and attacked.fighters >> character & 1:
            if is_beaten(s, adapter.combat(attacked, attacker).outcomes[WIN], character):
                most = max(most, chance(adapter, attacked, attacker))
    return most


def attacks_on(choices: list[tuple[State, int]], adapter: GameAdapter, character: int) -> list[float]:
    """How good the attacks on a character were, of all choices of a turn."""
    found: list[float] = []
    for before, choice in choices:
        if before.decision() == ACT and choice in adapter.risks(before) and adapter.is_combat(choice):
            attacked = adapter.after_attack(before, choice)
            if attacked is not None and attacked.fighters >> character & 1:
                found.append(chance(adapter, attacked, before.decider()))
    return found


def holds(task: dict[str, Any], level: str, seed: str) -> bool:
    """Does a level do in a position what its theme asks for?"""
    s = read_position(task["position"])
    me, search = s.decider(), search_of(s, PROFILES[level], seed)
    if task["theme"] == "win":
        after = follow(s, search.think(s))
        return after.over and after.winners >> me & 1 == 1
    choices: list[tuple[State, int]] = []
    after = play_turn(s, search, seed, choices)
    if task["theme"] == "group":
        return any(good >= FIT for good in attacks_on(choices, search.adapter, task["character"]))
    if after.over:
        return after.winners >> me & 1 == 1
    if task["theme"] == "block":
        return not winning_path(after, THOROUGH)
    return is_safe(s, after, task["character"])


def is_safe(before: State, after: State, character: int) -> bool:
    if is_beaten(before, after, character):
        return False
    return not 0 <= after.loc[character] < UNDER or peril(after, character) <= BEATEN


# -- the themes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("task", tasks("win"))
def test_a_win_this_turn_is_played(task: dict[str, Any]) -> None:
    for seed in seeds_of(task):
        assert holds(task, task["level"], seed)


@pytest.mark.parametrize("task", some(tasks("block")))
def test_a_win_of_the_opponents_is_prevented(task: dict[str, Any]) -> None:
    s = read_position(task["position"])
    assert winning_path(passed(s), THOROUGH), "who passes has lost"
    for seed in seeds_of(task):
        assert holds(task, task["level"], seed)


@pytest.mark.parametrize("task", some(tasks("hang")))
def test_a_character_is_not_left_where_he_is_beaten(task: dict[str, Any]) -> None:
    for seed in seeds_of(task):
        assert holds(task, task["level"], seed)


@pytest.mark.parametrize("task", some(tasks("group")))
def test_an_attack_waits_until_the_groups_are_right(task: dict[str, Any]) -> None:
    s = read_position(task["position"])
    adapter = adapter_of(s.setting)
    assert best_attack(adapter, StartCosts(adapter, s).most().state, s.decider(), task["character"]) < FIT - 0.1, (
        "at once it fails"
    )
    for seed in seeds_of(task):
        assert holds(task, task["level"], seed)


def passed(s: State) -> State:
    adapter = adapter_of(s.setting)
    return adapter.after_pass(StartCosts(adapter, s).most().state)
