"""What must hold after every choice, whatever was played."""

from __future__ import annotations

from dungeon_twister.rules.engine import events as happened
from dungeon_twister.rules.engine.board.setting import ACTION_CARDS
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.decisions import CHANCE
from dungeon_twister.rules.engine.pieces import CLIMBS
from dungeon_twister.rules.engine.setting import COMBAT_CARDS
from dungeon_twister.rules.engine.shared.duel import cards_in
from dungeon_twister.rules.engine.state import FLAGS, HURT, POTION_SHIFT, SPARE, UNDER, WOUNDED
from dungeon_twister.rules.geometry.rooms import DARK, PIT


def check(state: BoardState) -> None:
    """All of them at once."""
    check_tokens(state)
    check_marks(state)
    check_cards(state)
    if state.mover < 0:
        check_squares(state)


def check_tokens(state: BoardState) -> None:
    """No token is lost or doubled: squares and locations tell the same story."""
    travelling = [state.mover, state.load] if state.mover >= 0 else []
    for square in range(state.board_setting.plan.squares):
        for token in map(int, (state.stand[square], state.down[square], state.item[square])):
            assert token < 0 or (state.loc[token] == square and token not in travelling)
    for token, place in enumerate(state.loc):
        assert SPARE <= place < UNDER + state.board_setting.plan.tiles
        if 0 <= place < UNDER:
            row = state.item
            if state.setting.is_character[token]:
                row = state.down if state.status[token] & WOUNDED else state.stand
            assert token in travelling or row[place] == token or (travelling and token in state.surplus)


def check_squares(state: BoardState) -> None:
    """Golden rule 2 (ACT-2), and only a Thief or somebody with a Rope is on a pit."""
    side = state.board_setting.side
    for square in range(state.board_setting.plan.squares):
        standing, lying, item = int(state.stand[square]), int(state.down[square]), int(state.item[square])
        tokens = [token for token in (standing, lying, item) if token >= 0]
        assert len(tokens) <= 2
        if standing >= 0 and lying >= 0:
            assert side[standing] == side[lying]
        if tokens:
            assert state.maze.terrain[square] != DARK
        if state.maze.terrain[square] == PIT and tokens:
            rope = item >= 0 and state.board_setting.is_rope[item]
            climber = standing >= 0 and bool(state.setting.capabilities[standing] & CLIMBS)
            assert rope or climber
            assert climber or lying < 0 or rope


def check_marks(state: BoardState) -> None:
    """AP are never negative; marks lie only on characters in play, potion points only on the active player's."""
    assert state.ap >= 0
    for token, status in enumerate(state.status):
        assert status >= 0
        if status:
            assert state.setting.is_character[token] and 0 <= state.loc[token] < UNDER
        if status >> POTION_SHIFT:
            assert state.setting.owner[token] == state.active and not status & WOUNDED
        if status & HURT:  # wounded this turn: still wounded, or healed and therefore blocked
            assert status & FLAGS & ~HURT


def check_cards(state: BoardState) -> None:
    """COMP-4: combat cards are in hand or used up, the 0 always in hand; somebody has an action card to play."""
    full = sorted(COMBAT_CARDS)
    for player in range(state.setting.players):
        removed = []
        if player == state.setting.handicapped:
            removed = [int(card) for card in state.setting.options.handicap_cards]
        hand, used = cards_in(state.combat_hand[player]), cards_in(state.used[player])
        assert sorted(hand + used + removed) == full
        assert 0 in hand
        assert 0 <= state.jumps[player] <= 3
        assert state.action_hand[player] & ~sum(1 << card for card in ACTION_CARDS) == 0
    if not state.over:
        assert state.decider() == CHANCE or 0 <= state.decider() < state.setting.players


def points_of(events: list[tuple[int, int, int, int]], state: BoardState) -> list[int]:
    """The VP that the exits and eliminations among these events are worth (EXIT-6, EXIT-7, SCORE-1)."""
    points = [0] * state.setting.players
    for kind, first, second, _ in events:
        if kind == happened.LEFT_MAZE:
            points[state.setting.owner[first]] += second
        elif kind == happened.ELIMINATED and second >= 0:
            points[second] += 1
    return points
