"""Combat model of the Card Game: the outcomes of a combat, and its card phase (CMB-10) as a small game tree.

Hands are taken from the determinized position.
"""

from __future__ import annotations

from random import Random
from typing import Final

from dungeon_twister.ai.search.card.weights import CARD_WORTH
from dungeon_twister.ai.search.game_adapter import DRAW, LOSS, WIN, CombatModel
from dungeon_twister.ai.search.matrix import solve
from dungeon_twister.ai.search.sampling import sample_mixture
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.card.decisions import NAMING, RAGING
from dungeon_twister.rules.engine.card.duel import card_forced, cards_to_lay, laid, laid_cards, skilled_side
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.card.values import side_total
from dungeon_twister.rules.engine.decisions import CHOOSE_COMBAT, frame_kind, frame_who
from dungeon_twister.rules.engine.game import apply
from dungeon_twister.rules.engine.shared.duel import copies
from dungeon_twister.rules.engine.state import State

IN_SEARCH: Final = 60  # rounds of the solution of a matrix game
AT_THE_TABLE: Final = 200  # the same for the choice to be played
TRIAL: Final = 64  # an impossibly high card, which decides a combat and is not spent
ONLY_ZERO: Final = 3  # the bits of a hand that holds no card but the 0
VALUES: Final = 7  # of combat cards, from 0


class CardLayingStage:
    """The last stage of the card phase: both sides lay their cards, as a matrix game."""

    def __init__(self, s: CardState, me: int) -> None:
        other, skilled = opponent(me), skilled_side(s)
        self.sees = skilled == me  # the player lays after seeing the opponent's cards (CMB-10.3)
        self.seen = skilled == other
        self.lead = side_total(s, me) - side_total(s, other)
        self.rows = options_of(s, me) if s.chosen[me] < 0 else [s.chosen[me]]
        known = self.sees and s.chosen[other] >= 0
        self.columns = [s.chosen[other]] if known else options_of(s, other)

    def worth(self, values: list[float], rounds: int) -> float:
        """Return the value of the combat for the player, given the values of its outcomes."""
        matrix = self._matrix(values)
        if self.sees or len(self.columns) == 1:
            worst = 0.0
            for column in range(len(self.columns)):
                best = matrix[0][column]
                for row in matrix:
                    best = max(best, row[column])
                worst = best if column == 0 else min(worst, best)
            return worst
        if self.seen or len(self.rows) == 1:
            return min(matrix[_safest(matrix)])
        return solve(matrix, rounds)[1]

    def choice(self, values: list[float], rng: Random) -> int:
        """Return the cards to lay."""
        matrix = self._matrix(values)
        if self.seen or len(self.columns) == 1:
            row = _safest(matrix)
        else:
            row = sample_mixture(solve(matrix, AT_THE_TABLE)[0], rng)
        cards = laid_cards(self.rows[row])
        return actions.pack(actions.COMBAT, cards[0], cards[1] + 1 if len(cards) > 1 else 0)

    def _matrix(self, values: list[float]) -> list[list[float]]:
        """Return the payoff of each own option against each of the opponent: the outcome, less the cards spent."""
        matrix: list[list[float]] = []
        for mine in self.rows:
            row: list[float] = []
            for theirs in self.columns:
                ahead = self.lead + _sum(mine) - _sum(theirs)
                outcome = DRAW if ahead == 0 else WIN if ahead > 0 else LOSS
                row.append(values[outcome] - _price(mine) + _price(theirs))
            matrix.append(row)
        return matrix


class CombatStage:
    """A stage of the card phase for one player. Every announcement or name is tried."""

    def __init__(self, s: CardState, me: int) -> None:
        self.mine = s.decider() == me  # the player makes this decision
        self.choices: list[int] = []  # announcements or names
        self.after: list[CombatStage] = []  # the stage after each of them
        self.laying: CardLayingStage | None = None
        decision = s.decision()
        if decision == RAGING:
            self._add(s, me, card_actions.RAGE, [1, 2])
        elif decision == NAMING:
            self._add(s, me, card_actions.NAME, names_worth_a_thought(s))
        else:
            self.laying = CardLayingStage(s, me)

    def _add(self, s: CardState, me: int, kind: int, numbers: list[int]) -> None:
        for number in numbers:
            choice = actions.pack(kind, number)
            after = s.copy()
            apply(after, choice)
            self.choices.append(choice)
            self.after.append(CombatStage(after, me))

    def worth(self, values: list[float], rounds: int) -> float:
        """Return the value of the combat from here on, given the values of its outcomes."""
        if self.laying is not None:
            return self.laying.worth(values, rounds)
        return self.after[self.best(values, rounds)].worth(values, rounds)

    def best(self, values: list[float], rounds: int) -> int:
        """Return the index of the best choice for the player to decide."""
        best, chosen = 0.0, -1
        for number, after in enumerate(self.after):
            worth = after.worth(values, rounds)
            if chosen < 0 or (worth > best if self.mine else worth < best):
                best, chosen = worth, number
        return chosen


class CardCombat(CombatModel):
    """A combat before its cards are laid, for one of the two players."""

    def __init__(self, s: CardState, me: int) -> None:
        self.outcomes: list[State] = [ended(s, me, 1), ended(s, me, 0), ended(s, me, -1)]
        self.stage = CombatStage(s, me)

    def worth(self, values: list[float]) -> float:
        return self.stage.worth(values, IN_SEARCH)

    def choice(self, values: list[float], rng: Random) -> int:
        if self.stage.laying is not None:
            return self.stage.laying.choice(values, rng)
        return self.stage.choices[self.stage.best(values, AT_THE_TABLE)]


def options_of(s: CardState, player: int) -> list[int]:
    """Return the options of a player (CMB-11, CMB-12), each a packed number of one or two cards, the higher one first."""
    hand, forced = s.combat_hand[player], card_forced(s, player)
    values = [card for card in range(VALUES) if copies(hand, card)]
    if cards_to_lay(s, player) == 1:
        return [laid(forced, -1)] if forced else [laid(card, -1) for card in values]
    found: list[int] = []
    for low in values:
        for high in values:
            if low < high or (low == high and copies(hand, low) > 1):
                if not forced or forced in (low, high):
                    found.append(laid(high, low))
    return found


def names_worth_a_thought(s: CardState) -> list[int]:
    """Return 0, which names nothing, and the cards in the opponent's hand; other names reveal nothing new."""
    hand = s.combat_hand[opponent(s.decider())]
    return [0] + [card for card in range(1, VALUES) if copies(hand, card)]


def ended(s: CardState, me: int, result: int) -> CardState:
    """Return the position after the combat with the hands unspent; `result` is 1 for a win of the player, -1 for a loss."""
    after = s.copy()
    while frame_kind(after.stack[-1]) in (RAGING, NAMING) or frame_kind(after.stack[-2]) == CHOOSE_COMBAT:
        after.stack.pop()
    last = frame_who(after.stack[-1])
    lead = side_total(after, me) - side_total(after, opponent(me))
    behind = result - lead  # lead that the player's card needs over the other's
    mine, theirs = TRIAL + max(behind, 0), TRIAL + max(-behind, 0)
    # a spent card is progress, and counts before the turn is over
    if s.combat_hand[0] > ONLY_ZERO or s.combat_hand[1] > ONLY_ZERO:
        after.progress = True
    after.set_chosen(opponent(last), laid(0, theirs if last == me else mine))
    apply(after, actions.pack(actions.COMBAT, 0, (mine if last == me else theirs) + 1))
    return after


def _safest(matrix: list[list[float]]) -> int:
    """Return the maximin row."""
    best, chosen = 0.0, -1
    for number, row in enumerate(matrix):
        worst = min(row)
        if chosen < 0 or worst > best:
            best, chosen = worst, number
    return chosen


def _sum(packed: int) -> int:
    return sum(laid_cards(packed))


def _price(packed: int) -> float:
    total = 0.0
    for card in laid_cards(packed):
        total += CARD_WORTH[card]
    return total
