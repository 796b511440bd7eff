"""What must hold in a Card Game after every choice, whatever was played."""

from __future__ import annotations

from dungeon_twister.rules.engine import events as happened
from dungeon_twister.rules.engine.card.movement import is_exit, within_limits
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.decisions import CHANCE
from dungeon_twister.rules.engine.setting import COMBAT_CARDS
from dungeon_twister.rules.engine.shared.duel import cards_in
from dungeon_twister.rules.engine.state import REMOVED, UNDER, WOUNDED
from dungeon_twister.rules.geometry.zone_plan import LETTER_COUNT


def check(state: CardState) -> None:
    """All of them at once."""
    check_places(state)
    check_loads(state)
    check_cards(state)
    if state.mover < 0:
        assert all(within_limits(state, player) for player in (0, 1))  # golden rule 2 (MOV-18)


def check_places(state: CardState) -> None:
    """No card is lost; characters and objects are in revealed rooms or on their starting zones; counts are true."""
    plan = state.maze.plan
    for token, place in enumerate(state.loc):
        assert REMOVED <= place < UNDER + plan.tiles
        if not 0 <= place < UNDER:
            assert state.carrier[token] < 0 and state.entry[token] < 0
            continue
        assert place >= plan.zones or state.maze.room_of[place // LETTER_COUNT] >= 0
        if state.setting.is_character[token]:
            owner = state.setting.owner[token]
            assert not is_exit(state, owner, place)
            assert state.entry[token] < 0 or state.enemies_fit(owner, place)
        elif state.carrier[token] < 0:
            assert state.spot(place) == place
    again = state.copy()
    again.recount()
    for counted, kept in ((again.crowd, state.crowd), (again.fit, state.fit), (again.held, state.held)):
        assert counted == kept
    assert (again.at_home, again.overfull, again.places_of) == (state.at_home, state.overfull, state.places_of)


def check_loads(state: CardState) -> None:
    """Golden rule 3 (HAN-2), and nobody carries what he may not (HAN-6, HAN-7, HAN-8)."""
    loads: dict[int, int] = {}
    for item, holder in enumerate(state.carrier):
        if holder < 0:
            continue
        loads[holder] = loads.get(holder, 0) + 1
        assert state.loc[item] == state.loc[holder] and state.carrier[holder] < 0
        if state.setting.is_character[item]:
            assert state.status[item] & WOUNDED and not state.status[holder] & WOUNDED
            assert state.setting.owner[item] == state.setting.owner[holder]
    assert all(count <= state.card_setting.strength[holder] for holder, count in loads.items())


def check_cards(state: CardState) -> None:
    """COMP-2, AP-4: combat cards are in hand or used up, the +0 always in hand; never more than 6 action points."""
    full = sorted(COMBAT_CARDS) if state.card_setting.combat_cards else []
    assert 0 <= state.ap <= 6
    for player in range(state.setting.players):
        removed = [int(c) for c in state.setting.options.handicap_cards] if player == state.setting.handicapped else []
        hand, used = cards_in(state.combat_hand[player]), cards_in(state.used[player])
        assert sorted(hand + used) in (full, _without(full, removed))  # the handicap takes its cards after the selection
        assert not full or 0 in hand
        assert 0 <= state.jumps[player] <= 3 and 0 <= state.kept_ap[player] <= 3
    if not state.over:
        assert state.decider() in (CHANCE, 0, 1)


def _without(cards: list[int], removed: list[int]) -> list[int]:
    rest = cards[:]
    for card in removed:
        rest.remove(card)
    return rest


def points_of(events: list[tuple[int, int, int, int]], state: CardState) -> list[int]:
    """The VP that the exits and eliminations among these events are worth, but for Undead hunters (VP-1 to VP-4)."""
    points = [0] * state.setting.players
    for kind, first, second, _ in events:
        if kind == happened.LEFT_MAZE:
            points[state.setting.owner[first]] += second
        elif kind == happened.ELIMINATED:
            points[1 - state.setting.owner[first]] += 1
    return points
