"""The card phase of a combat as a small matrix game (CMB-10): who lays what, who names what, who sees the other's cards."""

from __future__ import annotations

from itertools import combinations_with_replacement

from dungeon_twister.ai.bots.card.evaluation import Judge
from dungeon_twister.ai.bots.matrix import solve
from dungeon_twister.ai.bots.worths import CARD_WORTH
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.card.decisions import NAMING, RAGING
from dungeon_twister.rules.engine.card.duel import card_forced, cards_to_lay, laid, laid_cards, mind_controller, skilled_side
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.card.values import side_total
from dungeon_twister.rules.engine.decisions import CHOOSE_COMBAT, frame_kind
from dungeon_twister.rules.engine.game import apply
from dungeon_twister.rules.engine.shared.duel import copies

Cards = tuple[int, ...]  # one card, or the two of a raging attacker, the higher one first


def options_of(s: CardState, player: int) -> list[Cards]:
    """What a player may lay (CMB-11, CMB-12)."""
    hand, forced = s.combat_hand[player], card_forced(s, player)
    values = [card for card in range(7) if copies(hand, card)]
    if cards_to_lay(s, player) == 1:
        return [(forced,)] if forced else [(card,) for card in values]
    pairs = [(high, low) for low, high in combinations_with_replacement(values, 2) if low < high or copies(hand, low) > 1]
    return [pair for pair in pairs if not forced or forced in pair]


class Duel:
    """A combat in which the player has not laid yet: his cards, and what they bring against the other's."""

    def __init__(self, judge: Judge, s: CardState, me: int) -> None:
        other = opponent(me)
        self.state = s
        self.me = me
        self.rows = options_of(s, me)
        self.seen = skilled_side(s) == me and s.chosen[other] >= 0
        columns = [tuple(laid_cards(s.chosen[other]))] if self.seen else options_of(s, other)
        lead = side_total(s, me) - side_total(s, other)
        outcomes: dict[int, float] = {}
        self.matrix: list[list[float]] = []
        for mine in self.rows:
            row: list[float] = []
            for theirs in columns:
                ahead = lead + sum(mine) - sum(theirs)
                result = (ahead > 0) - (ahead < 0)
                if result not in outcomes:
                    outcomes[result] = _outcome(judge, s, me, mine, theirs)
                row.append(outcomes[result] - _worth(mine) + _worth(theirs))
            self.matrix.append(row)

    def mixture(self, rounds: int) -> list[float]:
        """How often to lay each of `rows`."""
        if skilled_side(self.state) == opponent(self.me):  # the other looks first (CMB-10.3)
            return self._only(max(range(len(self.rows)), key=lambda row: min(self.matrix[row])))
        if len(self.matrix[0]) == 1:
            return self._only(max(range(len(self.rows)), key=lambda row: self.matrix[row][0]))
        return solve(self.matrix, rounds)[0]

    def _only(self, chosen: int) -> list[float]:
        return [1.0 if row == chosen else 0.0 for row in range(len(self.rows))]

    def value(self, rounds: int) -> float:
        """What the combat is worth before anything is named or laid."""
        if any(frame_kind(packed) == NAMING for packed in self.state.stack):
            if self.state.setting.owner[mind_controller(self.state)] == self.me:
                return max(max(row) for row in self.matrix)
            return min(min(row) for row in self.matrix[1:] or self.matrix)
        skilled = skilled_side(self.state)
        if skilled == self.me:
            return min(max(row[column] for row in self.matrix) for column in range(len(self.matrix[0])))
        if skilled >= 0:
            return max(min(row) for row in self.matrix)
        return solve(self.matrix, rounds)[1]


def value_of_combat(judge: Judge, s: CardState, me: int, rounds: int) -> float:
    """The same, with the better announcement of a raging attacker (CMB-10.1)."""
    if s.decision() != RAGING:
        return Duel(judge, s, me).value(rounds)
    values = [Duel(judge, announced(s, cards), me).value(rounds) for cards in (1, 2)]
    return max(values) if s.decider() == me else min(values)


def announced(s: CardState, cards: int) -> CardState:
    after = s.copy()
    apply(after, actions.pack(card_actions.RAGE, cards))
    return after


def choose_rage(judge: Judge, s: CardState, me: int, rounds: int) -> int:
    """One card or two."""
    cards = max((1, 2), key=lambda cards: Duel(judge, announced(s, cards), me).value(rounds))
    return actions.pack(card_actions.RAGE, cards)


def choose_name(judge: Judge, s: CardState, me: int, rounds: int) -> int:
    """The value whose naming leaves the best combat (CMB-10.2)."""

    def worth(value: int) -> float:
        after = s.copy()
        apply(after, actions.pack(card_actions.NAME, value))
        return Duel(judge, after, me).value(rounds)

    return actions.pack(card_actions.NAME, max(range(7), key=worth))


def _worth(cards: Cards) -> float:
    return sum(CARD_WORTH[card] for card in cards)


def _outcome(judge: Judge, s: CardState, me: int, mine: Cards, theirs: Cards) -> float:
    """The position after these cards, as if none of them had been spent."""
    after = s.copy()
    if after.chosen[opponent(me)] >= 0:
        after.set_chosen(opponent(me), laid(theirs[0], theirs[1] if len(theirs) > 1 else -1))
    while not after.over and after.attacker >= 0:
        decision = after.decision()
        cards = mine if after.decider() == me else theirs
        if decision == RAGING:
            apply(after, actions.pack(card_actions.RAGE, 1))
        elif decision == NAMING:
            apply(after, actions.pack(card_actions.NAME, 0))
        elif decision == CHOOSE_COMBAT:
            apply(after, actions.pack(actions.COMBAT, cards[0], cards[1] + 1 if len(cards) > 1 else 0))
    return judge.value(after, me) + _worth(mine) - _worth(theirs)
