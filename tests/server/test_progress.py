"""The progress of people on a server: entries, finished games, puzzles, devices, limits."""

from __future__ import annotations

from typing import Any

import pytest

from dungeon_twister.learning.progress import Entry, first_rating
from dungeon_twister.learning.progress.entries import MOST_MISTAKES
from dungeon_twister.learning.puzzles import load_puzzle
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.caller import NOBODY, Caller
from dungeon_twister.server.games.game_service import GameService
from dungeon_twister.server.games.queries.game_queries import time_to_think
from dungeon_twister.server.protocol import NewGame
from dungeon_twister.server.socket_protocol import Resign
from dungeon_twister.server.store import LogRow
from tests.server.game_services import START, Time, open_service


async def somebody(games: GameService, name: str) -> Caller:
    return await games.people.who((await games.people.begin(name, "Firefox")).key)


def lesson(name: str, at: float = START) -> Entry:
    return Entry(f"lesson-{name}", at, "lesson", name)


async def lost(games: GameService, who: Caller, **wish: Any) -> str:
    """Let somebody lose a game by resigning, and return its id."""
    seats = {"blue": "you", "yellow": "stoker"}
    made = await games.create(NewGame(**{"scenario": "base", "seats": seats, **wish}), "203.0.113.7", who)
    await games.command(made.info.id, "blue", Resign("r", "blue"))
    return made.info.id


async def test_somebody_new_stands_at_the_beginning_of_the_path(url: str) -> None:
    async with open_service(url) as games:
        report = await games.learner_progress.report(NOBODY)
        assert [step.name for step in report.path if step.state == "next"] == ["walk-and-look"]
        with pytest.raises(ProtocolError, match="somebody"):
            await games.learner_progress.add(NOBODY, [lesson("get-out")])


async def test_entries_are_added_once_and_belong_to_their_person(url: str) -> None:
    async with open_service(url) as games:
        ann, ben = await somebody(games, "Ann"), await somebody(games, "Ben")
        await games.learner_progress.add(ann, [lesson("get-out"), lesson("get-out")])
        again = await games.learner_progress.add(ann, [lesson("get-out"), lesson("fight")])
        assert (again.lessons, again.entries) == (["fight", "get-out"], 2)
        assert (await games.learner_progress.report(ben)).entries == 0


async def test_a_finished_game_against_a_bot_is_rated_once(url: str) -> None:
    async with open_service(url) as games:
        ann = await somebody(games, "Ann")
        await lost(games, ann)
        report = await games.learner_progress.report(ann)
        assert [(one.level, one.lost) for one in report.levels] == [("stoker", 1)]
        assert [(one.kind, one.game, one.count) for one in report.ratings] == [("bots", "board", 1)]
        assert await games.learner_progress.report(ann) == report


@pytest.mark.parametrize(
    "wish",
    [
        {"seats": {"blue": "you", "yellow": "you"}},
        {"options": {"handicap": "yellow/-1/6"}},
        {"scenario": "three-players", "seats": {"blue": "you", "yellow": "stoker", "red": "stoker"}},
    ],
)
async def test_other_games_are_not_rated(url: str, wish: dict[str, object]) -> None:
    async with open_service(url) as games:
        ann = await somebody(games, "Ann")
        await lost(games, ann, **wish)
        assert (await games.learner_progress.report(ann)).ratings == []


@pytest.mark.parametrize(
    "entry",
    [
        Entry("game-x", START, "game", "x", 1.0, game="board", opponents=["archmage"]),
        Entry("x", START + 3_600, "lesson", "get-out"),
        Entry("x", START, "prize", "get-out"),
    ],
)
async def test_made_up_entries_are_refused(url: str, entry: Entry) -> None:
    async with open_service(url) as games:
        ann = await somebody(games, "Ann")
        with pytest.raises(ProtocolError, match="cannot be kept"):
            await games.learner_progress.add(ann, [lesson("fight"), entry])
        assert (await games.learner_progress.report(ann)).entries == 0


async def test_a_game_with_a_hint_is_not_rated(url: str) -> None:
    async with open_service(url) as games:
        ann = await somebody(games, "Ann")
        made = await games.create(NewGame("base", seats={"blue": "you", "yellow": "stoker"}), "203.0.113.7", ann)
        row, seats = await games._store.game(made.info.id), (await games._store.seats([made.info.id]))[made.info.id]
        assert row is not None
        for _ in range(2):
            await games.learner_progress.note_hint(row, seats)
        await games.command(made.info.id, "blue", Resign("r", "blue"))
        report = await games.learner_progress.report(ann)
        assert (report.ratings, report.entries, len(report.levels)) == ([], 2, 1)


async def test_statistics_count_a_few_games_at_a_time(url: str) -> None:
    async with open_service(url) as games:
        ann = await somebody(games, "Ann")
        for _ in range(7):
            await lost(games, ann)
        first = await games.learner_progress.statistics(ann, "203.0.113.7")
        assert (first.games[0].games, first.missing) == (5, 2)
        second = await games.learner_progress.statistics(ann, "203.0.113.7")
        assert (second.games[0].games, second.games[0].won, second.missing) == (7, 0, 0)
        assert (await games.learner_progress.statistics(NOBODY, "203.0.113.7")).games == []


def test_time_to_think_is_that_before_own_choices() -> None:
    """A pause of more than ten minutes counts as ten minutes."""
    moments = [("", 0.0), ("blue", 30.0), ("yellow", 100.0), ("blue", 120.5), ("blue", 9_000.0), ("yellow", 9_001.0)]
    log = [LogRow("id", version, who, "choice", "pass", "", at) for version, (who, at) in enumerate(moments)]
    assert (time_to_think(log, "blue"), time_to_think(log, "yellow"), time_to_think([], "blue")) == (650, 71, 0)


async def test_the_number_of_positions_is_limited(url: str) -> None:
    async with open_service(url) as games:
        ann = await somebody(games, "Ann")
        mistakes = [Entry(f"m{n}", START, "mistake", f"m{n}", text="{}") for n in range(MOST_MISTAKES)]
        await games.learner_progress.add(ann, mistakes)
        with pytest.raises(ProtocolError, match="no room"):
            await games.learner_progress.add(ann, [Entry("one-more", START, "mistake", "one-more")])
        assert (await games.learner_progress.mistake(ann, "m3")).text == "{}"
        with pytest.raises(ProtocolError, match="no such position"):
            await games.learner_progress.mistake(ann, "m999")


async def test_mistakes_are_removed_with_their_attempts(url: str) -> None:
    async with open_service(url) as games:
        progress, ann, ben = games.learner_progress, await somebody(games, "Ann"), await somebody(games, "Ben")
        mistakes = [Entry(f"mistake.g.{n}", START, "mistake", f"g.{n}", text="{}", turn=n, mark="blunder") for n in (1, 2, 3)]
        tries = [Entry(f"try{n}", START + n, "replayed", f"g.{n}", 1.0) for n in (1, 2)]
        for who in (ann, ben):
            report = await progress.add(who, [lesson("fight"), *mistakes, *tries])
        assert [(one.id, one.turn, one.mark) for one in report.mistakes] == [(f"g.{n}", n, "blunder") for n in (1, 2, 3)]
        left = await progress.remove_mistakes(ann, "g.1")
        assert ([one.id for one in left.mistakes], left.entries) == (["g.2", "g.3"], 4)
        assert await progress.remove_mistakes(ann, "g.1") == left == await progress.report(ann)
        # Collected once more, it is new.
        assert [one.solved for one in (await progress.add(ann, mistakes[:1])).mistakes] == [False, True, False]
        assert (await progress.remove_mistakes(ann)).mistakes == [] and (await progress.report(ann)).lessons == ["fight"]
        assert len((await progress.report(ben)).mistakes) == 3 and (await progress.remove_mistakes(NOBODY)).entries == 0


async def test_results_of_people_with_a_reliable_rating_move_the_rating_of_a_puzzle(url: str) -> None:
    async with open_service(url) as games:
        ann = await somebody(games, "Ann")
        attempts = [Entry(f"p{n}", START, "puzzle", str(n), float(n % 2), game="board") for n in range(1, 40)]
        await games.learner_progress.add(ann, attempts[:3])
        assert await games._store.progress.puzzle_ratings() == {}
        await games.learner_progress.add(ann, attempts)
        await games.learner_progress.add(ann, [Entry("hard", START, "puzzle", "60", 0.0, game="board")])
        ratings = await games._store.progress.puzzle_ratings()
        first = first_rating(load_puzzle(60))
        assert first.value < ratings[60].value <= first.value + 25


async def test_the_next_puzzle(url: str) -> None:
    async with open_service(url) as games:
        ann = await somebody(games, "Ann")
        found = await games.learner_progress.next_puzzle(ann, "card", "", 0)
        assert load_puzzle(found.number).family == "card" and not found.due
        other = await games.learner_progress.next_puzzle(ann, "card", "", found.number)
        assert other.number != found.number
        with pytest.raises(ProtocolError):
            await games.learner_progress.next_puzzle(ann, "chess", "", 0)


async def test_progress_comes_along_to_another_device_and_goes_back(url: str) -> None:
    """The phone has done a lesson before it becomes a device of Ann; the move can be undone."""
    time = Time()
    async with open_service(url, time) as games:
        ann, phone = await somebody(games, "Ann"), await somebody(games, "")
        await games.learner_progress.add(ann, [lesson("fight")])
        await games.learner_progress.add(phone, [lesson("get-out", START - 5)])
        code = await games.transfer.code(ann)
        offer = await games.transfer.begin(code.code, "Phone", phone)
        await games.transfer.confirm(offer.ticket, False, phone)
        await games.transfer.answer(ann, True)
        both = await games.people.who(offer.ticket)
        assert both.person == ann.person
        assert (await games.learner_progress.report(both)).lessons == ["get-out", "fight"]
        move = (await games.people.me(ann)).moves[0]
        await games.transfer.undo(ann, move.id)
        assert (await games.learner_progress.report(ann)).lessons == ["fight"]
        assert (await games.learner_progress.report(phone)).lessons == ["get-out"]


async def test_progress_is_exported_and_deleted_with_the_person(url: str) -> None:
    async with open_service(url) as games:
        ann = await somebody(games, "Ann")
        await games.learner_progress.add(ann, [lesson("fight")])
        export = await games.player_history.export(ann)
        assert "fight" in export["progress"][0]["text"]
        await games.account_deletion.delete(ann)
        assert await games._store.progress.entries(ann.person) == []
