"""Who is listening to a game: sockets, each with the seats it holds."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from dungeon_twister.server.games.hosted import Hosted
from dungeon_twister.server.games.live import ONLOOKER
from dungeon_twister.server.protocol import Choosing, FromServer, Plan, Planned, Update

Deliver = Callable[[FromServer], None]
Gone = Callable[[bool], None]  # does somebody else hold the seat now?
COUNTED_WATCHERS: Final = 20  # up to so many, each change is told at once; beyond, with the next news of the game
logger = logging.getLogger(__name__)


class Subscription:
    """One listener. The same message object goes to all who may see it, so that it needs to be encoded only once."""

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
        """Hear nothing more; the seats held are offline when nobody else listens for them."""
        self._audience.leave(self)


class Audience:
    """The listeners of all games. `moved` is called with a game whose seats have come or gone, `watched` with one whose number
    of spectators has changed."""

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
        """How many look on who hold no seat."""
        return sum(one.viewers == [ONLOOKER] for one in self._of.get(game, []))

    def watches(self, game: str) -> bool:
        return game in self._of

    def here(self, game: str) -> list[str]:
        """The colours whose players listen in this process."""
        return sorted({viewer for one in self._of.get(game, []) for viewer in one.viewers if viewer != ONLOOKER})

    def online(self, game: str) -> set[str]:
        elsewhere = self._elsewhere.get(game, {}).values()
        return {*self.here(game), *(colour for colours in elsewhere for colour in colours)}

    def elsewhere(self, game: str, process: str, colours: list[str]) -> bool:
        """Another process tells who listens there; is anybody's presence changed by that?"""
        before = self.online(game)
        known = self._elsewhere.setdefault(game, {})
        known.pop(process, None)
        if colours:
            known[process] = colours
        if not known:
            del self._elsewhere[game]
        return self.online(game) != before

    def gone(self, processes: Collection[str]) -> list[str]:
        """Processes have ended: nobody listens there. The games in which that makes a difference."""
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
        """Somebody has come or gone. A large crowd is not told of each spectator: every message goes to all of them."""
        game = subscription.game
        if self.here(game) != before:
            self._moved(game)
        elif subscription.viewers == [ONLOOKER] and self.watchers(game) <= COUNTED_WATCHERS:
            self._watched(game)

    def dismiss(self, hosted: Hosted) -> None:
        """Whoever listens with the key to a seat that is not his any more hears nothing more."""
        keys = {seat.colour: seat.token_hash for seat in hosted.seats}
        for subscription in list(self._of.get(hosted.id, [])):
            lost = [colour for colour, key in subscription.keys.items() if keys.get(colour) != key]
            if lost:
                self.leave(subscription)
                if subscription.gone is not None:
                    subscription.gone(any(keys.get(colour) for colour in lost))

    # -- telling -----------------------------------------------------------------------------------------------------------

    def tell(self, game: str, message: FromServer) -> None:
        """The same for everybody."""
        for subscription in list(self._of.get(game, [])):
            _deliver(subscription, message)

    def tell_each(self, game: str, make: Callable[[Sequence[str]], FromServer]) -> None:
        """To each what is made for the seats he holds."""
        for subscription in list(self._of.get(game, [])):
            _deliver(subscription, make(subscription.viewers))

    def tell_plans(self, hosted: Hosted, before: Mapping[str, Plan]) -> None:
        """A plan that has changed, to whoever holds the seat and to nobody else."""
        after = hosted.aside.plans
        for colour in {*before, *after}:
            if before.get(colour) != after.get(colour):
                message = Planned(colour, after.get(colour, Plan()))
                for subscription in list(self._of.get(hosted.id, [])):
                    if colour in subscription.viewers:
                        _deliver(subscription, message)

    def tell_choosing(self, hosted: Hosted, now: float, only: str = "") -> None:
        """How it stands while several choose, to each as he may know it; `only`: to this colour and to nobody else."""
        made: dict[str, Choosing] = {}
        for subscription in list(self._of.get(hosted.id, [])):
            for viewer in subscription.viewers:
                if only not in ("", viewer):
                    continue
                if viewer not in made:
                    made[viewer] = hosted.choosing(viewer, now)
                _deliver(subscription, made[viewer])

    def tell_updates(self, hosted: Hosted, since: int, now: float) -> None:
        """What happened after a version, to each as he may know it."""
        made: dict[str, Update] = {}
        for subscription in list(self._of.get(hosted.id, [])):
            for viewer in subscription.viewers:
                if viewer not in made:
                    made[viewer] = hosted.update(viewer, since, now)
                _deliver(subscription, made[viewer])


def _deliver(subscription: Subscription, message: FromServer) -> None:
    """One listener that fails must not keep the others from hearing."""
    try:
        subscription.deliver(message)
    except Exception:
        logger.exception("a listener failed")
