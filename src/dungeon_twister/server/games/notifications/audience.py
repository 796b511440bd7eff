"""Subscriptions to games: each delivers messages to one socket for the seats it holds."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from dungeon_twister.server.games.sessions.active_game import ActiveGame
from dungeon_twister.server.games.sessions.event_log_game import ONLOOKER
from dungeon_twister.server.socket_protocol import Choosing, FromServer, MovePlan, Planned, Update

Deliver = Callable[[FromServer], None]
Gone = Callable[[bool], None]  # called with: does another player hold the seat now?
COUNTED_WATCHERS: Final = 20  # up to this many, each change is sent at once; beyond, with the next message of the game
logger = logging.getLogger(__name__)


class Subscription:
    """One subscriber. All who may see a message get the same object, so that it is encoded once."""

    def __init__(
        self,
        audience: Audience,
        game: str,
        viewers: Sequence[str],
        deliver: Deliver,
        keys: Mapping[str, str],
        gone: Gone | None,
    ) -> None:
        self.game = game
        self.keys = keys
        self.gone = gone
        self.viewers = list(viewers) or [ONLOOKER]
        self.deliver = deliver
        self._audience = audience

    def close(self) -> None:
        """Stop delivery. The seats go offline unless another subscription holds them."""
        self._audience.leave(self)


class Audience:
    """The subscriptions to all games.

    `moved` is called with a game when a seat goes online or offline, `watched` when its number of
    spectators changes.
    """

    def __init__(self, moved: Callable[[str], None], watched: Callable[[str], None]) -> None:
        self._of: dict[str, list[Subscription]] = {}
        self._elsewhere: dict[str, dict[str, list[str]]] = {}  # game -> other process -> colours that are online there
        self._moved = moved
        self._watched = watched

    def __len__(self) -> int:
        return sum(len(found) for found in self._of.values())

    def games(self) -> list[str]:
        return list(self._of)

    def watchers(self, game: str) -> int:
        """Return the number of spectators."""
        return sum(one.viewers == [ONLOOKER] for one in self._of.get(game, []))

    def watches(self, game: str) -> bool:
        return game in self._of

    def here(self, game: str) -> list[str]:
        """Return the colours that are online in this process."""
        return sorted({viewer for one in self._of.get(game, []) for viewer in one.viewers if viewer != ONLOOKER})

    def online(self, game: str) -> set[str]:
        elsewhere = self._elsewhere.get(game, {}).values()
        return {*self.here(game), *(colour for colours in elsewhere for colour in colours)}

    def elsewhere(self, game: str, process: str, colours: list[str]) -> bool:
        """Update which colours are online in another process; return whether that changes any player's presence."""
        before = self.online(game)
        known = self._elsewhere.setdefault(game, {})
        known.pop(process, None)
        if colours:
            known[process] = colours
        if not known:
            del self._elsewhere[game]
        return self.online(game) != before

    def gone(self, processes: Collection[str]) -> list[str]:
        """Remove ended processes and return the games in which a player's presence changes."""
        there = [game for game, known in self._elsewhere.items() if not known.keys().isdisjoint(processes)]
        return [game for game in there if sum(self.elsewhere(game, process, []) for process in processes)]

    def join(
        self,
        game: str,
        viewers: Sequence[str],
        deliver: Deliver,
        keys: Mapping[str, str] | None = None,
        gone: Gone | None = None,
    ) -> Subscription:
        subscription = Subscription(self, game, viewers, deliver, keys or {}, gone)
        before = self.here(game)
        self._of.setdefault(game, []).append(subscription)
        self._note(subscription, before)
        return subscription

    def leave(self, subscription: Subscription) -> None:
        listeners = self._of.get(subscription.game, [])
        if subscription not in listeners:
            return
        before = self.here(subscription.game)
        listeners.remove(subscription)
        if not listeners:
            del self._of[subscription.game]
        self._note(subscription, before)

    def _note(self, subscription: Subscription, before: list[str]) -> None:
        """Report a change of presence or spectators. In a large crowd single spectators are not
        reported: each report is sent to all of them."""
        game = subscription.game
        if self.here(game) != before:
            self._moved(game)
        elif subscription.viewers == [ONLOOKER] and self.watchers(game) <= COUNTED_WATCHERS:
            self._watched(game)

    def dismiss(self, active: ActiveGame) -> None:
        """End subscriptions whose key no longer opens the seat."""
        keys = {seat.colour: seat.token_hash for seat in active.seats}
        for subscription in list(self._of.get(active.id, [])):
            lost = [colour for colour, key in subscription.keys.items() if keys.get(colour) != key]
            if lost:
                self.leave(subscription)
                if subscription.gone is not None:
                    subscription.gone(any(keys.get(colour) for colour in lost))

    # -- sending -----------------------------------------------------------------------------------------------------------

    def send(self, game: str, message: FromServer) -> None:
        """Send a message to all subscribers of a game."""
        for subscription in list(self._of.get(game, [])):
            _deliver(subscription, message)

    def send_each(self, game: str, make: Callable[[Sequence[str]], FromServer]) -> None:
        """Send each subscriber a message made for its seats."""
        for subscription in list(self._of.get(game, [])):
            _deliver(subscription, make(subscription.viewers))

    def send_plans(self, active: ActiveGame, before: Mapping[str, MovePlan]) -> None:
        """Send changed plans, each to the holders of the seat only."""
        after = active.pending.plans
        for colour in {*before, *after}:
            if before.get(colour) != after.get(colour):
                message = Planned(colour, after.get(colour, MovePlan()))
                for subscription in list(self._of.get(active.id, [])):
                    if colour in subscription.viewers:
                        _deliver(subscription, message)

    def send_choosing(self, active: ActiveGame, now: float, only: str = "") -> None:
        """Send the state of simultaneous choices to each viewer; with `only`, to this colour alone."""
        made: dict[str, Choosing] = {}
        for subscription in list(self._of.get(active.id, [])):
            for viewer in subscription.viewers:
                if only not in ("", viewer):
                    continue
                if viewer not in made:
                    made[viewer] = active.choosing(viewer, now)
                _deliver(subscription, made[viewer])

    def send_updates(self, active: ActiveGame, since: int, now: float) -> None:
        """Send each viewer what happened after a version."""
        made: dict[str, Update] = {}
        for subscription in list(self._of.get(active.id, [])):
            for viewer in subscription.viewers:
                if viewer not in made:
                    made[viewer] = active.update(viewer, since, now)
                _deliver(subscription, made[viewer])


def _deliver(subscription: Subscription, message: FromServer) -> None:
    """Deliver a message. One failing subscriber must not affect the others."""
    try:
        subscription.deliver(message)
    except Exception:
        logger.exception("a listener failed")
