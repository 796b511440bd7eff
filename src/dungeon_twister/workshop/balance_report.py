"""The report of a balance run: how often each seat wins, how long games are, how points are made; and a verdict."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import ceil
from typing import Final

from dungeon_twister.ai.win_rates import CONFIDENCE_95, rate_of
from dungeon_twister.presentation.i18n import MessageCatalogue
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.workshop.balance_game import COMBATS, ENDLESS, EXITS, FAULT, SOURCES, GameFacts

FEW_GAMES: Final = 20  # with less nothing is said about fairness
CLEAR: Final = 0.1  # half an interval of a win share that is called fair
MANY_STALLS: Final = 0.1
MANY_DRAWS: Final = 0.25
LONG: Final = 40.0  # turns of a player, on average
SHORT: Final = 3.0
ONE_SOURCE: Final = 0.9  # of all points
STALL: Final = "stall"


@dataclass(frozen=True)
class Verdict:
    """One remark: a code with values; its sentence is `workshop.verdict.CODE`. A value `player` is a colour."""

    code: str
    values: dict[str, str | int] = field(default_factory=dict)

    def sentence(self, catalogue: MessageCatalogue) -> str:
        values = dict(self.values)
        if "player" in values:
            values["player"] = catalogue.t(f"game.colour.{values['player']}")
        return catalogue.t(f"workshop.verdict.{self.code}", values)


@dataclass
class BalanceReport:
    """The games of a balance run so far."""

    seats: list[str]  # colours in turn order
    teams: list[str]  # team of each seat; without teams its colour
    places: list[str]  # of the layout
    bot: str
    seed: str
    asked: int
    played: list[GameFacts] = field(default_factory=list)

    @property
    def counted(self) -> list[GameFacts]:
        """Return the games that count: those without a fault of a bot."""
        return [game for game in self.played if game.end != FAULT]

    @property
    def wins(self) -> dict[str, int]:
        return {colour: sum(colour in game.winners for game in self.counted) for colour in self.seats}

    @property
    def draws(self) -> int:
        return sum(not game.winners for game in self.counted)

    @property
    def shares(self) -> dict[str, tuple[float, float, float]]:
        """Return the win share of each seat with its 95% interval, of the games that somebody won."""
        won = len(self.counted) - self.draws
        return {colour: rate_of(wins, won) for colour, wins in self.wins.items()}

    @property
    def fair_share(self) -> float:
        return 1 / len(set(self.teams))

    @property
    def turns(self) -> list[int]:
        return sorted(game.turns for game in self.counted)

    @property
    def ends(self) -> dict[str, int]:
        return dict(Counter(game.end for game in self.played))

    @property
    def points(self) -> dict[str, dict[str, int]]:
        """Return the points of each seat by source, of all games together."""
        return {
            colour: {source: sum(game.points[colour][source] for game in self.counted) for source in SOURCES}
            for colour in self.seats
        }

    @property
    def entered_places(self) -> dict[str, int]:
        """Return in how many games characters entered each place."""
        return {place: sum(place in game.places for game in self.counted) for place in self.places}

    @property
    def entered_rooms(self) -> dict[str, tuple[int, int]]:
        """Return for each room that was revealed: in how many games it was, and in how many characters entered it."""
        rooms = sorted({room for game in self.counted for room in game.revealed})
        return {
            room: (sum(room in game.revealed for game in self.counted), sum(room in game.entered for game in self.counted))
            for room in rooms
        }

    # -- the verdict -----------------------------------------------------------------------------------------------------

    def verdict(self) -> list[Verdict]:
        """Return remarks, fairness first."""
        games = len(self.counted)
        if games < FEW_GAMES:
            return [Verdict("too-few", {"number": games, "needed": FEW_GAMES})]
        return self._fairness() + self._course(games) + self._sources() + self._empty(games)

    def _fairness(self) -> list[Verdict]:
        found: list[Verdict] = []
        for code, seats in (("favoured", self._apart(True)), ("behind", self._apart(False))):
            for colour in seats:
                share, low, high = (round(100 * one) for one in self.shares[colour])
                values: dict[str, str | int] = {"player": colour, "share": share, "low": low, "high": high}
                found.append(Verdict(code, {**values, "seat": self.seats.index(colour) + 1}))
        if found:
            return found
        won = len(self.counted) - self.draws
        widest = max((high - low) / 2 for _, low, high in self.shares.values())
        if widest <= CLEAR:
            return [Verdict("fair", {"number": won, "margin": ceil(100 * widest)})]
        needed = ceil(self.fair_share * (1 - self.fair_share) * (CONFIDENCE_95 / CLEAR) ** 2)
        return [Verdict("undecided", {"number": won, "needed": max(needed, won + 1)})]

    def _apart(self, above: bool) -> list[str]:
        """Return the seats whose whole interval lies above, or below, a fair share."""
        fair = self.fair_share
        return [colour for colour, (_, low, high) in self.shares.items() if (low > fair if above else high < fair)]

    def _course(self, games: int) -> list[Verdict]:
        found: list[Verdict] = []
        ends, turns = self.ends, sum(self.turns) / games / len(self.seats)
        stalls = ends.get(STALL, 0) + ends.get(ENDLESS, 0)
        if stalls > MANY_STALLS * games:
            found.append(Verdict("stalls", {"percent": round(100 * stalls / games)}))
        if self.draws > MANY_DRAWS * games:
            found.append(Verdict("draws", {"percent": round(100 * self.draws / games)}))
        if turns > LONG:
            found.append(Verdict("long", {"turns": round(turns)}))
        elif turns < SHORT:
            found.append(Verdict("short", {"turns": round(turns)}))
        if ends.get(FAULT):
            found.append(Verdict("faults", {"number": ends[FAULT]}))
        return found

    def _sources(self) -> list[Verdict]:
        totals = {source: sum(points[source] for points in self.points.values()) for source in SOURCES}
        total = sum(totals.values())
        if not total:
            return [Verdict("no-points")]
        if totals[COMBATS] >= ONE_SOURCE * total:
            return [Verdict("only-combats", {"percent": round(100 * totals[COMBATS] / total)})]
        if totals[EXITS] >= ONE_SOURCE * total and totals[COMBATS]:
            return [Verdict("only-exits", {"percent": round(100 * totals[EXITS] / total)})]
        return []

    def _empty(self, games: int) -> list[Verdict]:
        found = [Verdict("place-empty", {"place": place}) for place, entered in self.entered_places.items() if not entered]
        for room, (revealed, entered) in self.entered_rooms.items():
            if not entered and revealed >= FEW_GAMES:
                found.append(Verdict("room-empty", {"room": room, "number": revealed}))
        return found

    def as_data(self) -> dict[str, object]:
        """Return the report as plain data, for the page and for programs."""
        turns = self.turns
        return {
            "bot": self.bot,
            "seed": self.seed,
            "asked": self.asked,
            "games": len(self.played),
            "draws": self.draws,
            "fair_share": self.fair_share,
            "seats": [
                {"colour": colour, "team": team, "wins": self.wins[colour], "share": share, "low": low, "high": high}
                for (colour, (share, low, high)), team in zip(self.shares.items(), self.teams, strict=True)
            ],
            "turns": {"shortest": turns[0], "median": turns[len(turns) // 2], "longest": turns[-1]} if turns else {},
            "lengths": turns,
            "ends": self.ends,
            "points": self.points,
            "places": self.entered_places,
            "rooms": {
                name: {"revealed": revealed, "entered": entered} for name, (revealed, entered) in self.entered_rooms.items()
            },
            "verdict": [{"code": one.code, "values": one.values} for one in self.verdict()],
        }

    def as_json(self, catalogue: MessageCatalogue) -> dict[str, object]:
        """Return the same with the sentences of the verdict."""
        verdict = [{"code": one.code, "values": one.values, "sentence": one.sentence(catalogue)} for one in self.verdict()]
        return {**self.as_data(), "verdict": verdict}


def empty_report(setting: Setting, places: list[str], bot: str, seed: str, asked: int) -> BalanceReport:
    """Return a report without games."""
    return BalanceReport(list(setting.colours), list(setting.teams or setting.colours), places, bot, seed, asked)
