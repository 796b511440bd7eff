"""The possible results of a combat, as a viewer can foresee them: the fighters, the sums of the sides, and the odds.

Every possible card of the other side has equal weight. Totals are compared as in both games: the higher one wins, and a tie has
no effect (COMBAT-7, COMBAT-12; CMB-17 of the Card Game). With secret objects the load of an enemy does not count, as in the
view (OPT-12).
"""

from __future__ import annotations

from dataclasses import replace

from dungeon_twister.game.views import observe_combat
from dungeon_twister.presentation.guide.editions import guide_of
from dungeon_twister.presentation.guide.guide_shapes import Fight, Odds
from dungeon_twister.presentation.guide.stakes import outcome
from dungeon_twister.rules.engine.shared.duel import cards_in
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.visibility import is_of, knows_chosen, knows_hand


def foresee(state: State, viewer: int) -> Fight | None:
    """Return the combat of a state as a viewer sees it, with the odds of his own cards, or None if there is none."""
    guide = guide_of(state)
    state = guide.gathered(state)
    combat = observe_combat(state, viewer)
    if combat is None:
        return None
    colours = state.setting.colours
    sides = {colour[0]: guide.attacks(state, player) for player, colour in enumerate(colours)}
    fight = Fight(
        attackers=[name for name in combat.fighters if sides[name[0]]],
        defenders=[name for name in combat.fighters if not sides[name[0]]],
        attack=combat.attack,
        defence=combat.defence,
    )
    fighting = [player for player, colour in enumerate(colours) if any(name[0] == colour[0] for name in combat.fighters)]
    return _with_odds(state, fight, viewer, fighting) if viewer in fighting else fight


def _with_odds(state: State, fight: Fight, viewer: int, fighting: list[int]) -> Fight:
    """Add the odds for a participant. With more than two sides there are none."""
    attacking = guide_of(state).attacks(state, viewer)
    own_value, other_value = (fight.attack, fight.defence) if attacking else (fight.defence, fight.attack)
    plain = replace(
        fight,
        mine="attack" if attacking else "defence",
        won=outcome(state, attacking, viewer),
        lost=outcome(state, not attacking, viewer),
    )
    others = [player for player in fighting if not is_of(player, viewer)]
    if len(others) != 1:
        return plain
    theirs, ours = sums_of(state, others[0], viewer), sums_of(state, viewer, viewer)
    if theirs is None or not ours:
        return plain
    odds = {own: _odds(own_value + own - other_value, theirs) for own in ours}
    single = guide_of(state).cards_to_lay(state, viewer) == 1
    return replace(
        plain,
        held=_held(state, others[0], theirs),
        cards=odds if single else {},
        sums={} if single else odds,
        best=max(odds.values(), key=lambda found: found.win - found.lose),
        even=_mean([odds[own] for own in ours]),
    )


def _odds(lead: int, theirs: list[int]) -> Odds:
    """Return the odds of a side with this lead before the other side's cards are counted."""
    win, tie = sum(card < lead for card in theirs), sum(card == lead for card in theirs)
    total = len(theirs)
    return Odds(round(win / total, 4), round(tie / total, 4), round((total - win - tie) / total, 4))


def _mean(found: list[Odds]) -> Odds:
    def part(values: list[float]) -> float:
        return round(sum(values) / len(values), 4)

    return Odds(part([o.win for o in found]), part([o.tie for o in found]), part([o.lose for o in found]))


# -- cards that may be laid -------------------------------------------------------------------------------------------------


def sums_of(state: State, player: int, viewer: int) -> list[int] | None:
    """Return the possible sums of a player, one for every card or pair in hand.

    Return None if the viewer cannot know them (COMBAT-9, HID-1).
    """
    if state.resigned >> player & 1:
        return [0]  # MP-17
    guide = guide_of(state)
    laid = guide.sum_laid(state, player)
    if laid >= 0 and knows_chosen(state, player, viewer):
        return [laid]  # CMB-10: Combat skills
    forced, number = guide.card_forced(state, player), guide.cards_to_lay(state, player)
    if forced and number == 1:
        return [forced]
    if not knows_hand(state, player, viewer):
        return None
    hand = cards_in(state.combat_hand[player])
    if number == 1:
        return sorted(hand)
    pairs = [(one, other) for at, one in enumerate(hand) for other in hand[at + 1 :] if not forced or forced in (one, other)]
    return sorted(one + other for one, other in pairs)


def _held(state: State, player: int, sums: list[int]) -> list[int]:
    """Return the cards that the other side may lay; of a pair, the single cards."""
    if guide_of(state).cards_to_lay(state, player) == 1:
        return sums
    return sorted(cards_in(state.combat_hand[player]))
