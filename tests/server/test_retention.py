"""Nobody fills the disk: refusals are not written down, what nobody wants any more goes, records and games have bounds."""

from __future__ import annotations

from collections import namedtuple
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from dungeon_twister.game.record.files import dump, record_of
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.commands import commands
from dungeon_twister.server.games.game_service import GameService
from dungeon_twister.server.limits import TooMuchError
from dungeon_twister.server.protocol import NewGame
from dungeon_twister.server.socket_protocol import Do, Resign, Say, Undo
from dungeon_twister.server.store.models import ANSWERS, CHAT, LOG, RECORDS
from dungeon_twister.server.store.retention import DAY, RetentionPolicy
from dungeon_twister.server.store.sql_store import Store
from dungeon_twister.server.store.table_rows import MOST_CHAT
from tests.server.game_services import Player, Time, open_service, past_starters, play_on, player, two_people, until

Usage = namedtuple("Usage", "total used free")


async def rows(store: Store, table: sa.Table) -> int:
    async with store.engine.connect() as connection:
        return int((await connection.execute(sa.select(sa.func.count()).select_from(table))).scalar_one())


def some_record(number: int) -> bytes:
    game, rng = RecordedGame.new("tutorial-1", seed="1"), Random(1)
    while not game.over:
        game.play(rng.choice(game.legal()))
    return dump(record_of(game, {"blue": f"Ann {number}"})).encode()


async def tidied(games: GameService, now: Time) -> None:
    await games._retention.tidy(now())


async def test_refusals_are_not_written_down(url: str) -> None:
    """The attack: 15 kB of echo in a row of the database for every refused command."""
    async with open_service(url) as games:
        ann, _ = await two_people(games)
        version = (await ann.look()).version
        for number in range(20):
            wrong = Do(f"c{number}", ann.seat, version, ["x" * 15_000])
            answer = await games.command(ann.id, ann.seat, wrong)
            assert answer.reason is not None and len(answer.reason.sentence) < 400
            assert await games.command(ann.id, ann.seat, wrong) == answer
        assert await rows(games._store, ANSWERS) == 0


async def test_what_nobody_wants_is_deleted(url: str) -> None:
    now = Time()
    async with open_service(url, now) as games:
        waiting = player(games, await games.create(NewGame("base", seats={"blue": "you"}), "a"))
        given_up = player(games, await games.create(NewGame("base", seats={"blue": "you"}), "a"))
        await games.delete(given_up.id, given_up.token)
        ann, ben = await two_people(games)
        over, _ = await two_people(games)
        await games.command(over.id, over.seat, Resign("r", over.seat))
        bots = await games.create(NewGame("tutorial-1", seats={"blue": "bot:random", "yellow": "bot:random"}), "a")
        await until(games, bots.info.id, "nobody", 60)

        async def left() -> set[str]:
            return {game.id for game in await games._store.games([waiting.id, given_up.id, ann.id, over.id, bots.info.id])}

        for days, gone in ((1.9, set()), (2.1, {given_up.id}), (7.1, {bots.info.id}), (14.1, {waiting.id}), (364, set())):
            before = await left()
            now.now = Time().now + days * DAY
            await tidied(games, now)
            assert before - await left() == gone, days
        with pytest.raises(ProtocolError) as error:
            await games.info(waiting.id)
        assert error.value.reason.code == "unknown-game"
        await play_on([ann, ben], 2, Random(1))
        now.now += 366 * DAY
        await tidied(games, now)
        assert await left() == {over.id}
        assert await rows(games._store, LOG) == len(await games._store.log(over.id))


async def test_finished_games_expire_by_a_setting(tmp_path: Path) -> None:
    now = Time()
    async with open_service(f"sqlite:///{tmp_path}/games.db", now, retention=RetentionPolicy(finished_days=30)) as games:
        over, _ = await two_people(games)
        await games.command(over.id, over.seat, Resign("r", over.seat))
        now.now += 29 * DAY
        await tidied(games, now)
        assert await games._store.game(over.id) is not None
        now.now += 2 * DAY
        await tidied(games, now)
        assert await games._store.game(over.id) is None


async def test_records_expire_and_have_quotas(url: str) -> None:
    now = Time()
    async with open_service(url, now, retention=RetentionPolicy(records_per_address=2)) as games:
        first = await games.queries.keep_record(some_record(1), "a")
        await games.queries.keep_record(some_record(2), "a")
        with pytest.raises(TooMuchError) as error:
            await games.queries.keep_record(some_record(3), "a")
        assert error.value.reason.code == "too-many-records"
        assert await games.queries.keep_record(some_record(1), "a") == first  # it is there already
        await games.queries.keep_record(some_record(3), "b")
        now.now += 60 * DAY
        await games.queries.keep_record(some_record(1), "c")  # somebody looks at it: it is kept on
        now.now += 60 * DAY
        await tidied(games, now)
        assert await rows(games._store, RECORDS) == 1 and await games._store.record(first) is not None
    async with open_service(url, now, retention=RetentionPolicy(records_megabytes=-1)) as games:
        with pytest.raises(ProtocolError) as full:
            await games.queries.keep_record(some_record(9), "d")
        assert (full.value.reason.code, full.value.status) == ("no-room", 503)


async def test_only_the_lines_that_are_shown_are_kept(url: str) -> None:
    now = Time()
    async with open_service(url, now) as games:
        ann, _ = await two_people(games)
        for number in range(MOST_CHAT + 5):
            await games.say(ann.id, ann.seat, Say(str(number), ann.seat, "hi"))
        await tidied(games, now)
        assert await rows(games._store, CHAT) == MOST_CHAT
        assert (await games.say(ann.id, ann.seat, Say("x", ann.seat, "hi"))).number == MOST_CHAT + 6


async def test_a_full_disk_begins_nothing_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        ann, ben = await two_people(games)
        monkeypatch.setattr("shutil.disk_usage", lambda _: Usage(10**12, 10**12, 10**8))
        for asking in (
            games.create(NewGame("base", seats={"blue": "you"}), "a"),
            games.queries.keep_record(some_record(1), "a"),
        ):
            with pytest.raises(ProtocolError) as error:
                await asking
            assert (error.value.reason.code, error.value.status) == ("no-room", 503)
        await play_on([ann, ben], 2, Random(1))  # what has begun goes on


async def test_no_game_goes_on_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Doing and taking back fills the log: both have an end, resigning does not."""

    async def back_and_forth(one: Player, times: int) -> str:
        for _ in range(times):
            done = await one.do((await one.choices())[0])
            if done.reason is not None:
                return done.reason.code
            undone = await one.games.command(one.id, one.seat, Undo(f"u{done.version}", one.seat, done.version))
            if undone.reason is not None:
                return undone.reason.code
        return ""

    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        ann, ben = await past_starters(games)
        one = ann if (await games.info(ann.id)).decider == ann.seat else ben
        monkeypatch.setattr(commands, "MOST_UNDONE", 3)
        assert await back_and_forth(one, 5) == "too-many-undos"
        one = ann if (await games.info(ann.id)).decider == ann.seat else ben
        monkeypatch.setattr(commands, "MOST_UNDONE", 1000)
        monkeypatch.setattr(commands, "LONGEST_GAME", (await one.look()).version + 6)
        assert await back_and_forth(one, 5) == "game-too-long"
        assert (await games.command(one.id, one.seat, Resign("r", one.seat))).reason is None
