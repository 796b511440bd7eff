"""Where a journey can end: Moves and wall-walks as whole actions, each with the choices that make it up."""

from __future__ import annotations

from typing import Final, NamedTuple

from dungeon_twister.ai.bots.card.evaluation import use_of
from dungeon_twister.ai.bots.plans import Way
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.decisions import TRAVEL
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.pieces import TREASURE

MOST: Final = 48  # moments of a journey that are looked at
BETTER: Final = 2.0  # how much more use an object must have to be taken instead of another, or given away


class End(NamedTuple):
    """An end of a journey: the last moment before it, or the position after it where it has ended by itself."""

    path: Way
    state: CardState
    place: int  # where the traveller is, -1 outside
    handled: bool

    def after(self) -> CardState:
        """The position after the journey."""
        if not self.path or self.path[-1] != actions.STOP:
            return self.state
        after = self.state.copy()
        apply(after, actions.STOP)
        return after


def journeys(lifted: CardState) -> list[End]:
    """The journeys worth a thought of a traveller who has set out, one for each end and load; breadth first."""
    found: list[End] = []
    man = lifted.mover
    seen = {_moment(lifted, man)}
    queue: list[tuple[CardState, Way, bool]] = [(lifted, (), False)]
    for state, path, handled in queue:
        for choice in legal(state):
            kind = actions.kind_of(choice)
            if kind == actions.STOP:
                found.append(End((*path, choice), state, state.loc[man], handled))
            elif kind == actions.STEP or _worth_handling(state, choice):
                after = state.copy()
                apply(after, choice)
                moment = _moment(after, man)
                if moment in seen or len(seen) > MOST:
                    continue
                seen.add(moment)
                touched = handled or kind != actions.STEP
                if not after.over and after.decision() == TRAVEL:
                    queue.append((after, (*path, choice), touched))
                elif after.mover < 0:
                    found.append(End((*path, choice), after, after.loc[man] if after.in_play(man) else -1, touched))
    return found


def _moment(s: CardState, man: int) -> tuple[int, ...]:
    """Where the traveller is, and who carries what."""
    return (s.loc[man], *[s.carrier[thing] for thing in s.things])


def _worth_handling(s: CardState, choice: int) -> bool:
    """Take what nobody of the own side has, put it down for something better, give it to a friend with more use for it."""
    kind, first, second = actions.kind_of(choice), actions.first_of(choice), actions.second_of(choice)
    setting, mover = s.setting, s.mover
    if kind == card_actions.ROB:
        return second == 0
    if setting.is_character[first]:
        return False
    if kind == actions.TAKE:
        holder = s.carrier[first]
        return holder < 0 or setting.owner[holder] != setting.owner[mover]
    if kind == actions.DROP:
        spot = s.spot(s.loc[mover])
        lying = [thing for thing in s.things if s.carrier[thing] < 0 and s.loc[thing] == spot]
        return any(_use(s, thing, mover) > _use(s, first, mover) + BETTER for thing in lying)
    if kind == card_actions.GIVE:
        return _use(s, first, second) > _use(s, first, mover) + BETTER
    return False


def _use(s: CardState, thing: int, bearer: int) -> float:
    kind = s.setting.capabilities[thing]
    if kind & TREASURE:
        return 50.0
    return use_of(kind, s.setting.capabilities[bearer], s.setting.combat[bearer])
