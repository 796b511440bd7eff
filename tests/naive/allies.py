"""Who takes part in a combat with allies, read off the clause itself (ALLY-21, ALLY-23), without regard for speed."""

from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.state import BLOCKED, UNDER, WOUNDED


def touching(state: BoardState, one: int, other: int) -> bool:
    """contact(c, d) (DEF-4)."""
    return any(state.maze.way[state.loc[one] * 4 + side] == state.loc[other] for side in range(4))


def ready(state: BoardState, token: int) -> bool:
    """An unwounded, unblocked character in the maze."""
    return state.setting.is_character[token] and 0 <= state.loc[token] < UNDER and not state.status[token] & (WOUNDED | BLOCKED)


def participants(state: BoardState, sides: list[str]) -> set[int]:
    """ALLY-23, step by step; `sides` says of each player `attack`, `defence` or `no`."""
    tokens, leaders = range(state.setting.tokens), {state.attacker, state.defender}
    found = set(leaders)
    for token in tokens:
        if sides[state.setting.owner[token]] != "no" and ready(state, token):
            found |= {token for leader in leaders if touching(state, token, leader)}
    while True:
        more = {
            token
            for token in tokens
            if ready(state, token)
            for fighter in found
            if {sides[state.setting.owner[token]], sides[state.setting.owner[fighter]]} == {"attack", "defence"}
            if touching(state, token, fighter)
        }
        if more <= found:
            return found
        found |= more
