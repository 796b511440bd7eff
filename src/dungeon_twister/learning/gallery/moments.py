"""Finds the moments of a game that are worth a look."""

from __future__ import annotations

from typing import Final

from dungeon_twister.ai.analysis.game_analysis import BLUNDER
from dungeon_twister.learning.gallery.gallery_shapes import GalleryMoment
from dungeon_twister.learning.gallery.measures import GameStory

SWING: Final = 0.2  # growth of a player's share in one turn
SACRIFICE: Final = 0.1  # growth of a player's share in spite of a loss
COMBINATION: Final = 2  # points in one turn
LUCKY: Final = 0.45  # odds of a combat that was won
LOW: Final = 0.6  # of an equal part of the win
MOST: Final = 2  # of one kind in a game
MOST_OF_ALL: Final = 7


def find_moments(story: GameStory) -> list[GalleryMoment]:
    """Return the moments of a game in their order: the strongest of each kind, and the win."""
    swings = _swings(story)
    kinds = [
        _sacrifices(story),
        _combinations(story),
        swings,
        _lucky_fights(story),
        _missed_wins(story),
        _blunders(story),
    ]
    chosen = [*_low_point(story, [moment for _, moment in swings]), *_end(story)]
    for rank in range(MOST):  # the best of every kind, then the second best
        for weighed in kinds:
            if rank < len(weighed) and len(chosen) < MOST_OF_ALL:
                moment = sorted(weighed, key=lambda one: (-one[0], one[1].at))[rank][1]
                if all(moment.at != other.at for other in chosen):
                    chosen.append(moment)
    return sorted(chosen, key=lambda one: one.at)


Weighed = list[tuple[float, GalleryMoment]]


def percent(share: float) -> int:
    """Return a share as a whole number of percent."""
    return round(100 * share)


def _change(before: float, after: float) -> dict[str, int]:
    return {"before": percent(before), "after": percent(after)}


def _swings(story: GameStory) -> Weighed:
    found: Weighed = []
    for one in story.turns[:-1]:
        player = max(one.after, key=lambda colour: one.after[colour] - one.before[colour])
        gain = one.after[player] - one.before[player]
        if gain >= SWING:
            found.append(
                (gain, GalleryMoment(one.turn.at, "swing", player, [], _change(one.before[player], one.after[player])))
            )
    return found


def _sacrifices(story: GameStory) -> Weighed:
    return [
        (
            one.after - one.before,
            GalleryMoment(one.at, "sacrifice", one.player, list(one.lost[:2]), _change(one.before, one.after)),
        )
        for one in story.sacrifices()
        if one.after - one.before >= SACRIFICE
    ]


def _combinations(story: GameStory) -> Weighed:
    return [
        (one.points, GalleryMoment(one.turn.at, "combination", one.player, [], {"points": one.points}))
        for one in story.turns[:-1]
        if one.points >= COMBINATION
    ]


def _lucky_fights(story: GameStory) -> Weighed:
    found: Weighed = []
    for fight in story.lucky_fights():
        if fight.luck <= LUCKY:
            own, other = fight.attackers[:1], fight.defenders[:1]
            pieces = [*own, *other] if fight.winner == fight.attacker else [*other, *own]
            found.append(
                (1 - fight.luck, GalleryMoment(fight.at, "lucky-fight", fight.winner, pieces, {"percent": percent(fight.luck)}))
            )
    return found


def _missed_wins(story: GameStory) -> Weighed:
    return [
        (one.turn.loss, GalleryMoment(one.turn.at, "missed-win", one.player, [], {"percent": percent(one.turn.loss)}))
        for one in story.turns
        if one.turn.missed_win
    ]


def _blunders(story: GameStory) -> Weighed:
    return [
        (one.turn.loss, GalleryMoment(one.turn.at, "blunder", one.player, [], {"percent": percent(one.turn.loss)}))
        for one in story.turns
        if one.turn.loss >= BLUNDER and not one.turn.missed_win
    ]


def _low_point(story: GameStory, swings: list[GalleryMoment]) -> list[GalleryMoment]:
    """Return the turn before which the later winner was worst off, if that was bad.

    If the game was decided in this very turn, return the moment of that swing instead.
    """
    lowest = min(story.turns, key=lambda one: story.share(one.before, story.winners))
    share = story.share(lowest.before, story.winners)
    if share > LOW * story.prior:
        return []
    winner = story.analysis.winners[0]
    turned = [moment for moment in swings if moment.at == lowest.turn.at and moment.player in story.winners]
    if turned:
        return turned
    return [GalleryMoment(lowest.turn.at, "low-point", winner, [], {"percent": percent(share)})]


def _end(story: GameStory) -> list[GalleryMoment]:
    """Return the turn that decided the game."""
    last = story.turns[-1]
    kind = "last-chance" if story.last_chance() else "win"
    winner = last.player if last.player in story.winners else story.analysis.winners[0]
    return [GalleryMoment(last.turn.at, kind, winner, [], {"points": last.points})]
