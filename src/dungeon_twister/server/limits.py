"""Rate limits per socket and per address, as token buckets. A request over the limit is refused
with a sentence and has no effect."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING, Final

from dungeon_twister.server.errors import ProtocolError

if TYPE_CHECKING:
    from dungeon_twister.server.config import Settings

REMEMBERED: Final = 20_000  # buckets; the one unused for longest is dropped first
HOUR: Final = 3600.0
DAY: Final = 24 * HOUR
NETWORK_OF_A_HOUSEHOLD: Final = 64  # bits of an IPv6 address that identify a customer

# Cost of a request in milliseconds of the server's processor, rounded. Measured with interpreted rules: 0.8 to 2 for looks, 4.6
# and 6.3 for lists, 9 to 11 for seats and commands, 19 for a new game. A route states its cost by the option COST; the default
# is CHEAP.
COST: Final = "cost"
CHEAP: Final = 1.0  # a look at one game, a cached answer
LOOKED_UP: Final = 5.0  # lists from the database
CHANGED: Final = 10.0  # a command, a seat: a transaction
MADE: Final = 20.0  # a new game

# Hourly limits of an address: the setting, the code of the refusal, its sentence.
HOURLY: Final = {
    "people": ("people_per_hour", "too-many-people", "Too many new players from your network. Please wait a while."),
    "codes": ("codes_per_hour", "too-many-codes", "Too many codes were tried or made from here: wait a while."),
    "claims": ("claims_per_hour", "too-many-claims", "Seats were asked for too often from here. Please wait a while."),
    "seeks": ("seeks_per_hour", "too-many-seeks", "You have looked for a game very often just now: wait a moment."),
    "rooms": ("rooms_per_hour", "too-many-rooms", "Too many rooms were made from here in the last hour."),
    "exports": ("exports_per_hour", "too-many-exports", "You have fetched your data several times: wait a while."),
}

GAMES, SEATS, REPORTS, MISSES, PUBLICATIONS = "games", "seats", "reports", "misses", "publications"
TOO_MANY_SEATS: Final = ("too-many-seats", "You have taken many seats just now: play those games first.")

Now = Callable[[], float]


class Bucket:
    """A token bucket: holds at most `burst` tokens and gains `rate` a second; with rate 0 it is
    never empty."""

    __slots__ = ("burst", "last", "level", "now", "rate")

    def __init__(self, rate: float, burst: float, now: Now = time.monotonic) -> None:
        self.rate, self.burst, self.now = rate, burst, now
        self.level = burst
        self.last = now()

    def take(self, price: float = 1.0) -> bool:
        """Take tokens if there are enough. A price above the size of the bucket needs a full one."""
        if not self.rate:
            return True
        self._fill()
        if self.level < min(price, self.burst):
            return False
        self.level -= price
        return True

    def has(self, price: float = 1.0) -> bool:
        """Return whether there are enough tokens, without taking any."""
        self._fill()
        return not self.rate or self.level >= min(price, self.burst)

    def give_back(self) -> None:
        self.level = min(self.burst, self.level + 1)

    def wait(self, price: float = 1.0) -> float:
        """Return the seconds until there are enough tokens."""
        return max(0.0, (min(price, self.burst) - self.level) / self.rate) if self.rate else 0.0

    # If the cost is known only afterwards, a client with any tokens left may ask, and then owes the cost.

    def solvent(self) -> bool:
        self._fill()
        return not self.rate or self.level > 0

    def used(self) -> float:
        """Return how many tokens are missing."""
        self._fill()
        return self.burst - self.level if self.rate else 0.0

    def charge(self, price: float) -> None:
        self._fill()
        self.level -= price

    def _fill(self) -> None:
        moment = self.now()
        self.level = min(self.burst, self.level + (moment - self.last) * self.rate)
        self.last = moment


class Buckets:
    """A bucket for each address, or for another key."""

    def __init__(self, rate: float, burst: float, now: Now = time.monotonic) -> None:
        self.rate, self.burst, self.now = rate, burst, now
        self.factor: Callable[[str], float] = lambda address: 1.0  # multiple of an address
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, address: str) -> Bucket:
        bucket = self._buckets.get(address)
        if bucket is None:
            factor = self.factor(address)
            bucket = self._buckets[address] = Bucket(factor * self.rate, factor * self.burst, self.now)
            if len(self._buckets) > REMEMBERED:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket


def household(address: str) -> str:
    """Return the key of a client: an IPv4 address, or the network of an IPv6 customer."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return f"{IPv6Address(int(parsed) >> NETWORK_OF_A_HOUSEHOLD << NETWORK_OF_A_HOUSEHOLD)}/{NETWORK_OF_A_HOUSEHOLD}"
    return str(parsed)


class Clubs:
    """Networks in which many people share one address, such as a club or a school. They have a
    multiple of every limit."""

    def __init__(self, settings: Settings) -> None:
        self._networks = [ip_network(word, strict=False) for word in settings.club_networks]
        self._factor = max(1, settings.club_factor)

    def factor(self, household: str) -> int:
        """Return the multiple of a household."""
        if not self._networks:
            return 1
        try:
            address = ip_address(household.partition("/")[0])
        except ValueError:
            return 1
        return self._factor if any(address in network for network in self._networks) else 1


class TooMuchError(ProtocolError):
    """A rate limit was exceeded; `wait` says in how many seconds to try again."""

    def __init__(self, code: str, sentence: str, wait: float) -> None:
        super().__init__(code, sentence, 429)
        self.wait = wait


def nobody_else(kind: str, name: str, count: int) -> None:
    """Ignore the amount: there is only one process."""


class Limits:
    """The limits of a server by address; those of a socket are with the socket.

    Hourly limits hold for all processes on a database together: `spent` reports what was used here
    (a kind, the household, how many), and `spend` counts what was used there. Limits of work,
    requests and sockets belong to each process: they protect its processor and memory.
    """

    def __init__(self, settings: Settings, now: Now = time.monotonic) -> None:
        self.settings = settings
        self.spent: Callable[[str, str, int], None] = nobody_else
        self._requests = Buckets(settings.request_rate, settings.request_burst, now)
        self._lines = Buckets(settings.chat_rate, settings.chat_burst, now)
        self._questions = Buckets(settings.question_rate, settings.question_burst, now)
        self._hourly = {
            GAMES: Buckets(settings.games_per_hour / HOUR, settings.games_per_hour, now),
            SEATS: Buckets(settings.seats_per_hour / HOUR, settings.seats_burst, now),
            MISSES: Buckets(settings.wrong_codes_per_hour / HOUR, settings.wrong_codes_per_hour, now),
            REPORTS: Buckets(settings.reports_per_hour / HOUR, settings.reports_per_hour, now),
            PUBLICATIONS: Buckets(settings.publications_per_day / DAY, settings.publications_per_day, now),
        }
        for what, (setting, _, _) in HOURLY.items():
            most = float(getattr(settings, setting))
            self._hourly[what] = Buckets(most / HOUR, most, now)
        self._sockets: dict[str, int] = {}
        self.clubs = Clubs(settings)
        for buckets in (self._requests, self._questions, *self._hourly.values()):
            buckets.factor = self.clubs.factor

    def hourly(self, what: str, address: str) -> None:
        """Count what an address does of a kind (`HOURLY`)."""
        self._take(what, address, *HOURLY[what][1:])

    def spend(self, kind: str, name: str, count: int) -> None:
        """Count what an address used at another process. It may exceed the limit and is owed then."""
        if kind in self._hourly:
            self._hourly[kind].of(name).charge(count)

    def _bucket(self, kind: str, address: str) -> Bucket:
        return self._hourly[kind].of(household(address))

    def _owe(self, kind: str, address: str) -> None:
        """Count something that has happened, here and elsewhere."""
        name = household(address)
        self._hourly[kind].of(name).charge(1.0)
        self.spent(kind, name, 1)

    def _take(self, kind: str, address: str, code: str, sentence: str) -> str:
        """Count something here and at other processes; return the key under which it was counted."""
        name = household(address)
        bucket = self._hourly[kind].of(name)
        if not bucket.take():
            raise TooMuchError(code, sentence, bucket.wait())
        self.spent(kind, name, 1)
        return name

    def request(self, address: str, price: float = CHEAP) -> None:
        """Charge an address for a request: as many milliseconds as one of its kind takes."""
        bucket = self._requests.of(household(address))
        if not bucket.take(price):
            raise TooMuchError("too-fast", "Too many requests: wait a moment.", bucket.wait(price))

    def question(self, address: str) -> None:
        """Count a question about a game (advice, why not, its history): they cost more than other messages."""
        bucket = self._questions.of(household(address))
        if not bucket.take():
            raise TooMuchError("too-fast", "Not so fast: wait a moment.", bucket.wait())

    @contextmanager
    def seat(self, address: str) -> Iterator[None]:
        """Count a seat that an address takes in another address's game, if it gets the seat."""
        name = self._take(SEATS, address, *TOO_MANY_SEATS)
        try:
            yield
        except BaseException:
            self._hourly[SEATS].of(name).give_back()
            self.spent(SEATS, name, -1)
            raise

    def may_sit(self, address: str) -> bool:
        """Return whether an address may take a seat in another address's game now."""
        return self._bucket(SEATS, address).has()

    def check_seat(self, address: str) -> None:
        """Refuse an address that has taken too many seats, without counting one."""
        if not self.may_sit(address):
            raise TooMuchError(*TOO_MANY_SEATS, self._bucket(SEATS, address).wait())

    def count_seat(self, address: str) -> None:
        """Count a seat that an address has taken."""
        self._owe(SEATS, address)

    @contextmanager
    def guess(self, address: str) -> Iterator[None]:
        """Count a wrong code. An address with too many of them is refused, even if it enters a right one."""
        bucket = self._bucket(MISSES, address)
        if not bucket.has():
            raise TooMuchError("too-many-codes", "Too many codes were tried or made from here: wait a while.", bucket.wait())
        try:
            yield
        except ProtocolError as error:
            if error.status == 404:
                self._owe(MISSES, address)
            raise

    def game(self, address: str) -> None:
        """Count a game that an address makes."""
        self._take(GAMES, address, "too-many-games", "Too many games were made from here in the last hour.")

    def report(self, address: str) -> None:
        """Count a report, or a block."""
        self._take(REPORTS, address, "too-many-reports", "You have reported much just now: wait a while.")

    def publication(self, address: str, person: str) -> None:
        """Count a scenario that a person publishes."""
        for key in (address, person):
            self._take(PUBLICATIONS, key, "too-many-publications", "You have published much today: go on tomorrow.")

    def check_unfinished(self, count: int, address: str = "") -> None:
        """Refuse another game to an address with too many unfinished ones."""
        most = self.settings.unfinished_games * self.clubs.factor(address)
        if most and count >= most:
            raise TooMuchError(
                "too-many-unfinished", "Too many games from here are not finished: end or delete some first.", HOUR
            )

    def check_bot_games(self, count: int, address: str = "") -> None:
        """Refuse another game of bots alone to an address with too many."""
        most = self.settings.bot_games * self.clubs.factor(address)
        if most and count >= most:
            raise TooMuchError(
                "too-many-bot-games", "Too many games of bots from here are going on: wait until one is over.", 60.0
            )

    def enter(self, address: str) -> bool:
        """Count a socket that opens; False: the address has too many."""
        key = household(address)
        count = self._sockets.get(key, 0)
        most = self.settings.sockets_per_address * self.clubs.factor(key)
        if most and count >= most:
            return False
        self._sockets[key] = count + 1
        return True

    def leave(self, address: str) -> None:
        """Count a socket that closes."""
        key = household(address)
        count = self._sockets.get(key, 0) - 1
        if count > 0:
            self._sockets[key] = count
        else:
            self._sockets.pop(key, None)

    def chat(self, game: str, seat: str, text: str) -> None:
        """Check the length of a chat line and how often a player writes, over all ways."""
        if len(text) > self.settings.chat_length:
            raise ProtocolError("chat-too-long", f"A line may have {self.settings.chat_length} characters at most.", 422)
        if not text.strip():
            raise ProtocolError("chat-empty", "There is nothing to say.", 422)
        bucket = self._lines.of(f"{game}/{seat}")
        if not bucket.take():
            raise TooMuchError("too-fast", "Not so fast: wait a moment.", bucket.wait())

    def message_bucket(self) -> Bucket:
        return Bucket(self.settings.message_rate, self.settings.message_burst)
