"""Matches: reproducible, seats swapped, faults counted, sums right."""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import EntryPoint

import msgspec
import pytest

from dungeon_twister import process_support
from dungeon_twister.ai.arena.matches import GameResult, against, labels_of, run_game, run_match, seats_of, teams_of
from dungeon_twister.ai.bots import registry
from dungeon_twister.ai.bots.registry import BOTS, make_bot
from dungeon_twister.ai.bots.resolve import BotLike
from dungeon_twister.ai.win_rates import wilson
from dungeon_twister.cli.bots_command import text as described
from dungeon_twister.game.record.files import replay
from dungeon_twister.game.record.notation import Choice
from dungeon_twister.game.views import View
from dungeon_twister.rules.engine.game import new_setting

RANDOMS = ("random", "random")


class Broken:
    """Answers like `random` until its third decision."""

    def __init__(self, seed: str) -> None:
        self.name = "broken"
        self.inner = make_bot("random", seed)
        self.asked = 0

    def choose(self, view: View) -> Choice:
        self.asked += 1
        return self.inner.choose(view) if self.asked < 3 else self.fail(view)

    def fail(self, view: View) -> Choice:
        raise RuntimeError("out of ideas")


class Nonsense(Broken):
    def fail(self, view: View) -> Choice:
        return Choice("dance")


class Illegal(Broken):
    def fail(self, view: View) -> Choice:
        return Choice("pass")


class Silent(Broken):
    def fail(self, view: View) -> Choice:
        return None  # type: ignore[return-value]


class Cheat(Broken):
    """Resigns for the other."""

    def fail(self, view: View) -> Choice:
        return Choice("resign", player="yellow" if view.viewer == "blue" else "blue")


def without_times(game: GameResult) -> tuple[object, ...]:
    return (game.number, game.seats, game.winners, game.vp, game.turns, game.choices, game.record, game.fault)


def test_a_match_is_reproducible() -> None:
    one, other = run_match(RANDOMS, 4, "m"), run_match(RANDOMS, 4, "m")
    assert [without_times(game) for game in one.played] == [without_times(game) for game in other.played]
    assert one.played[0].record.choices != run_match(RANDOMS, 1, "n").played[0].record.choices
    assert one.played[0].record.choices != one.played[2].record.choices


def test_games_do_not_depend_on_those_before_them() -> None:
    assert without_times(run_match(RANDOMS, 3, "m").played[2]) == without_times(run_game(RANDOMS, 2, "m"))


def test_several_processes_give_the_same_result() -> None:
    one, other = run_match(RANDOMS, 4, "m"), run_match(RANDOMS, 4, "m", jobs=2)
    assert [without_times(game) for game in one.played] == [without_times(game) for game in other.played]


def test_where_processes_are_not_allowed_the_games_are_played_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(**_: object) -> None:
        raise PermissionError("no semaphores here")

    monkeypatch.setattr(process_support, "ProcessPoolExecutor", forbidden)
    assert not process_support.processes_work()
    assert len(run_match(RANDOMS, 2, "m", jobs=2).played) == 2


def test_seats_are_swapped_every_other_game() -> None:
    seats = [game.seats for game in run_match(RANDOMS, 3, "m").played]
    assert seats[0] == {"blue": "random", "yellow": "random#2"}
    assert seats[1] == {"blue": "random#2", "yellow": "random"}
    assert seats[2] == seats[0]


def test_records_can_be_replayed() -> None:
    game = run_game(RANDOMS, 0, "m")
    assert replay(game.record).turn == game.turns
    assert game.record.header.players == game.seats


def test_sums() -> None:
    match = run_match(RANDOMS, 6, "m")
    assert match.games == 6
    assert sum(match.wins.values()) + match.draws + match.faults == 6
    assert match.mean_turns == sum(game.turns for game in match.played) / 6
    for name in match.names:
        rate, low, high = match.win_rates[name]
        assert rate == match.wins[name] / 6
        assert low <= rate <= high
        assert match.slowest[name] == max(game.slowest[name] for game in match.played) > 0
    assert all(len(game.winners) == 1 or game.drawn for game in match.played)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (Broken, "RuntimeError: out of ideas"),
        (Nonsense, "nothing one can do"),
        (Illegal, "refused"),
        (Silent, "no choice"),
        (Cheat, "not among the choices"),
    ],
)
def test_faults_are_counted_and_the_match_goes_on(monkeypatch: pytest.MonkeyPatch, kind: type[Broken], words: str) -> None:
    monkeypatch.setitem(BOTS, "broken", kind)
    match = run_match(("broken", "random"), 3, "m")
    assert match.games == match.faults == 3
    assert match.faults_by == {"broken": 3, "random": 0}
    assert match.draws == 0
    assert match.wins == {"broken": 0, "random": 0}
    for game in match.played:
        assert game.fault is not None
        assert words in game.fault.sentence
        assert game.record.end is None


def first_choice(seed: str) -> First:
    return First()


class First:
    """Makes the first choice, and needs no seed."""

    name = "first"

    def choose(self, view: View) -> Choice:
        return view.choices[0]


@pytest.mark.parametrize(
    ("bot", "label"),
    [(First, "first"), (First(), "first"), (first_choice, "first_choice"), (f"{__name__}:First", "first"), (Broken, "Broken")],
)
def test_a_bot_is_a_class_an_object_a_factory_or_a_path(bot: BotLike, label: str) -> None:
    """They play as if they stood in the registry."""
    match = run_match((bot, "random"), 2, 7, options={"stallLimit": 1})
    assert match.names == (label, "random") and match.games == 2 and match.seed == "7"
    assert match.faults_by["random"] == 0 and bool(match.faults) == (label == "Broken")


def test_two_bots_of_one_class_on_two_processes() -> None:
    alone = run_match((First, First), 2, "m", options={"stallLimit": 1})
    assert alone.names == ("first", "first#2")
    assert run_match((First, First), 2, "m", options={"stallLimit": 1}, jobs=2).played[1].record == alone.played[1].record


class Unmade:
    def __init__(self, seed: str) -> None:
        raise RuntimeError("no model found")

    def choose(self, view: View) -> Choice:
        raise NotImplementedError


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("nobody", "there is no bot 'nobody' .there are random, .*greedy.*archmage; one of your own is written module:Class"),
        ("no.such.module:Bot", "cannot import 'no.such.module'"),
        (f"{__name__}:Nobody", "has no 'Nobody'"),
        (f"{__name__}:RANDOMS", "is no bot: neither an object with a method choose"),
        (5, "int is no bot"),
        (lambda seed: 5, "makes 5, which has no method choose"),
        (Unmade, "the bot Unmade cannot be made: no model found"),
    ],
)
def test_what_is_no_bot_is_refused_with_a_sentence(bot: BotLike, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        run_match((bot, "random"), 1, "m")


def test_a_bot_that_cannot_go_to_another_process_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="on several processes a bot is a name, module:Class or a class of a module"):
        run_match((lambda seed: First(), "random"), 1, "m", jobs=2)


def test_installed_packages_offer_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """By entry points of the group `dungeon_twister.ai.bots`."""
    point = EntryPoint("offered", f"{__name__}:First", registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [point] if group == "dungeon_twister.bots" else [])
    registry.offered_bots.cache_clear()
    try:
        assert run_match(("offered", "random"), 1, "m", options={"stallLimit": 1}).names == ("offered", "random")
        with pytest.raises(ValueError, match=r"there are random, .*greedy.*archmage, offered"):
            run_match(("nobody", "random"), 1, "m")
        assert registry.bot_names()[-1] == "offered"  # it does not say how strong it is
        assert registry.known_bots()["offered"].about == (First.__doc__ or "").partition("\n")[0] != ""
        assert described("offered") == First.__doc__
    finally:
        registry.offered_bots.cache_clear()


def test_the_interval_of_wilson() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 10) == pytest.approx((0.0, 0.27753), abs=1e-5)
    assert wilson(5, 10) == pytest.approx((0.23659, 0.76341), abs=1e-5)
    assert wilson(10, 10) == pytest.approx((0.72247, 1.0), abs=1e-5)
    assert wilson(98, 100) == pytest.approx((0.92999, 0.99450), abs=1e-5)


def test_the_json_of_a_match() -> None:
    match = run_match(RANDOMS, 2, "m")
    data = msgspec.json.decode(msgspec.json.encode(match.as_json()))
    assert data["games"] == 2
    assert data["wins"] == match.wins
    assert data["draws"] == match.draws
    assert data["faults"] == 0
    assert set(data["win_rates"]) == {"random", "random#2"}
    assert set(data["win_rates"]["random"]) == {"rate", "low", "high"}
    assert [game["number"] for game in data["results"]] == [0, 1]


def test_an_interrupt_returns_what_was_played() -> None:
    def stop_after_two(game: GameResult) -> None:
        if game.number == 1:
            raise KeyboardInterrupt

    for jobs in (1, 2):
        match = run_match(RANDOMS, 5, "m", on_game=stop_after_two, jobs=jobs)
        assert match.games == 2
        assert match.asked == 5


def test_labels() -> None:
    assert labels_of(("greedy", "random")) == ("greedy", "random")
    assert labels_of(("random", "random", "greedy", "random")) == ("random", "random#2", "greedy", "random#3")


def test_unknown_bots_and_wrong_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match=r"there is no bot 'chess' \(there are random.*greedy"):
        run_match(("random", "chess"), 1, "m")
    with pytest.raises(ValueError, match="is for 2 players, but there are 3 bots"):
        run_match(("random", "random", "random"), 1, "m")


def test_no_games() -> None:
    match = run_match(RANDOMS, 0, "m")
    assert match.games == 0
    assert match.mean_turns == 0.0
    assert match.win_rates["random"] == (0.0, 0.0, 1.0)
    assert match.slowest == {"random": 0.0, "random#2": 0.0}


def test_options_reach_the_game() -> None:
    game = run_game(RANDOMS, 0, "m", "base", {"simplified": "yes", "memory": "strict"})
    assert game.record.header.scenario == "simplified"
    assert game.record.header.options["memory"] == "strict"


# -- three and four players --------------------------------------------------------------------------------------------


def test_every_bot_sits_on_every_seat() -> None:
    colours = ["blue", "red", "yellow"]
    assert [seats_of(colours, number) for number in range(4)] == [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]]


def test_allies_stay_together() -> None:
    """TEAM-1: the teams change sides, and the allies their seats."""
    teams = teams_of(new_setting("teams"))
    assert [seats_of(teams, number) for number in range(5)] == [
        [0, 1, 2, 3],
        [2, 3, 0, 1],
        [1, 0, 3, 2],
        [3, 2, 1, 0],
        [0, 1, 2, 3],
    ]


def test_one_against_the_others() -> None:
    assert against("greedy", "random", new_setting("base")) == ("greedy", "random")
    assert against("greedy", "random", new_setting("four-players")) == ("greedy", "random", "random", "random")
    assert against("greedy", "random", new_setting("teams")) == ("greedy", "greedy", "random", "random")


def test_results_by_seat() -> None:
    match = run_match(("random",) * 3, 6, "seats", "three-players", {"stallLimit": "2"})
    assert match.faults == 0
    assert match.seats == ["blue", "red", "yellow"]
    assert sum(match.seat_wins.values()) == sum(match.wins.values()) == 6 - match.draws
    for colour, (rate, low, high) in match.seat_rates.items():
        assert rate == match.seat_wins[colour] / 6
        assert low <= rate <= high
    for name in match.names:
        found = match.rates_by_seat(name)
        assert [games for _, games, _, _ in found.values()] == [2, 2, 2]
        assert sum(wins for wins, _, _, _ in found.values()) == match.wins[name]
    assert msgspec.json.decode(msgspec.json.encode(match.as_json()))["seat_wins"] == match.seat_wins


def test_a_team_wins_together() -> None:
    match = run_match(("random",) * 4, 4, "teams", "teams", {"stallLimit": "4"})
    assert match.faults == 0
    for game in match.played:
        assert game.teams == {"red": "north", "green": "north", "yellow": "south", "blue": "south"}
        assert game.drawn == (len(game.winners) == 4)
        if not game.drawn:
            assert game.won == game.winners
            assert game.winning_seats in (["red", "green"], ["yellow", "blue"])
    assert sum(match.wins.values()) == 2 * (4 - match.draws)


def test_several_who_share_the_win_have_not_won() -> None:
    game = run_game(("random",) * 4, 0, "m", "four-players", {"stallLimit": "1"})
    shared = replace(game, winners=["random", "random#3"])
    assert shared.drawn
    assert shared.won == shared.winning_seats == []
    assert not replace(game, winners=["random#3"]).drawn
