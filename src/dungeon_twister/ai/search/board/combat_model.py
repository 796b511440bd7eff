"""Combat model of the board game: the outcomes of a combat, and the choice of a card as a matrix game.

In a combat with allies (ALLY-25) the matrix game is between the player and the leader of the other side. Everybody else is
assumed to play a middling card.
"""

from __future__ import annotations

from random import Random
from typing import Final

from dungeon_twister.ai.search.game_adapter import DRAW, LOSS, WIN, CombatModel
from dungeon_twister.ai.search.matrix import solve
from dungeon_twister.ai.search.sampling import sample_mixture
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board.combat import attacks, fighters_of, side_value
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.decisions import CHOOSE_COMBAT
from dungeon_twister.rules.engine.game import apply
from dungeon_twister.rules.engine.shared.duel import cards_in, copies

IN_SEARCH: Final = 60  # rounds of the solution of a matrix game
AT_THE_TABLE: Final = 200  # the same for the choice to be played
TRIAL: Final = 60  # an impossibly high card, which decides a combat and is not spent
ONLY_ZERO: Final = 3  # the bits of a hand that holds no card but the 0


class BoardCombat(CombatModel):
    """A combat in which cards are to be laid, for one player: a matrix game for a participant, odds for an onlooker.

    For an onlooker a win is a win of the attackers. `costs` is the value of each unspent card.
    """

    def __init__(self, s: BoardState, me: int, costs: list[float]) -> None:
        self.costs = costs
        self.attacking = attacks(s, me)
        self.takes_part = len(fighters_of(s, me)) > 0
        for_attackers = self.attacking or not self.takes_part
        win = 1 if for_attackers else -1
        self.outcomes = [ended(s, win), ended(s, 0), ended(s, -win)]
        leaders = [s.setting.owner[s.attacker], s.setting.owner[s.defender]]
        mine = me if self.takes_part else leaders[0]
        other = leaders[1] if for_attackers else leaders[0]
        lead = lead_of_attackers(s, mine, other)
        self.lead = lead if for_attackers else -lead  # of the own side, before the two cards that are not known
        self.cards = [card for card in range(7) if copies(s.combat_hand[mine], card)]
        self.theirs = [card for card in range(7) if copies(s.combat_hand[other], card)]

    def worth(self, values: list[float]) -> float:
        if not self.takes_part:
            odds = chances(self.lead, self.cards, self.theirs)
            return odds[WIN] * values[WIN] + odds[DRAW] * values[DRAW] + odds[LOSS] * values[LOSS]
        return solve(self._matrix(values), IN_SEARCH)[1]

    def choice(self, values: list[float], rng: Random) -> int:
        mixture, _ = solve(self._matrix(values), AT_THE_TABLE)
        return actions.pack(actions.COMBAT, self.cards[sample_mixture(mixture, rng)])

    def _matrix(self, values: list[float]) -> list[list[float]]:
        """Return the payoff of each own card against each card of the opponent: the outcome, less the cards spent."""
        matrix: list[list[float]] = []
        costs = self.costs
        for mine in self.cards:
            row: list[float] = []
            for card in self.theirs:
                row.append(values[result(self.lead + mine - card)] - costs[mine] + costs[card])
            matrix.append(row)
        return matrix


def result(lead: int) -> int:
    """Return the outcome of a combat for a side with this lead."""
    if lead == 0:
        return DRAW
    return WIN if lead > 0 else LOSS


def chances(lead: int, cards: list[int], theirs: list[int]) -> list[float]:
    """Return the odds of a win, a draw and a loss, if both sides lay a random card of their hands."""
    found = [0.0, 0.0, 0.0]
    part = 1.0 / (len(cards) * len(theirs))
    for mine in cards:
        for card in theirs:
            found[result(lead + mine - card)] += part
    return found


def partakers(s: BoardState) -> list[int]:
    """Return the players with characters in the combat."""
    return [player for player in range(s.setting.players) if fighters_of(s, player)]


def middling(s: BoardState, player: int) -> int:
    """Return the median card of a player; a player who has resigned plays none (MP-17 a)."""
    if s.resigned >> player & 1:
        return 0
    hand = cards_in(s.combat_hand[player])
    return hand[len(hand) // 2]


def lead_of_attackers(s: BoardState, one: int, other: int) -> int:
    """Return the lead of the attacking side with the cards of all players but two."""
    lead = 0
    for player in partakers(s):
        attacking = attacks(s, player)
        strength = side_value(s, player, attacking)
        if player not in (one, other):
            strength += middling(s, player)
        lead += strength if attacking else -strength
    return lead


def ended(s: BoardState, lead: int) -> BoardState:
    """Return the position after a combat that the attackers win (1), draw (0) or lose (-1), with the hands unspent.

    Choices made before are ignored. A card above 0 counts as progress if a player has one (STALL-5).
    """
    after = s.copy()
    attacker, defender = s.setting.owner[s.attacker], s.setting.owner[s.defender]
    strength = 0
    for player in partakers(s):
        attacking = attacks(s, player)
        strength += side_value(s, player, True) if attacking else -side_value(s, player, False)
        if s.combat_hand[player] & ~ONLY_ZERO:
            after.progress = True
    cards = [0] * s.setting.players
    cards[attacker] = TRIAL
    cards[defender] = TRIAL + strength - lead
    for player in range(s.setting.players):
        if after.chosen[player] >= 0:
            after.set_chosen(player, cards[player])
    while not after.over and after.decision() == CHOOSE_COMBAT:
        apply(after, actions.pack(actions.COMBAT, cards[after.decider()]))
    after.take_hands(s)
    return after
