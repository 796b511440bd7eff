"""The processes of one database: who counts, who has which place, and that nobody joins whom the others do not reach."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

import pytest

from dungeon_twister.server.cluster import ClusterRouter, MemberError, cluster_router, heartbeat, member_address, peer_calls
from dungeon_twister.server.cluster.heartbeat import Heartbeat, HeartbeatResult
from dungeon_twister.server.config import Settings
from dungeon_twister.server.limits import Limits, TooMuchError
from dungeon_twister.server.store import MemberRow, MemberTable, Store, full_url

LONG = 60.0


def row(name: str, address: str = "", place: str = "") -> MemberRow:
    return MemberRow(name, address or f"http://{name}:8000", f"key of {name}", place)


def with_members(url: str, check: Callable[[MemberTable], Awaitable[None]]) -> None:
    async def run() -> None:
        members = MemberTable(full_url(url))
        try:
            await check(members)
        finally:
            await members.close()

    asyncio.run(run())


async def places(members: MemberTable) -> dict[str, str]:
    return {member.origin: member.place for member in await members.rows()}


# -- the table -------------------------------------------------------------------------------------------------------------


def test_a_place_is_handed_to_the_newest_who_has_none(postgres_url: str) -> None:
    async def check(members: MemberTable) -> None:
        for name, place in (("a", "a"), ("b", "b"), ("c", ""), ("d", "")):
            missing, _ = await members.beat(row(name, place=place), LONG)
            assert missing
        assert not (await members.beat(row("a", place="a"), LONG))[0]
        assert [member.origin for member in await members.leave("a")] == ["b", "c", "d"]
        assert await places(members) == {"b": "b", "c": "", "d": "a"}
        await members.take_place("c")
        await members.take_place("d")  # it has one already
        assert await places(members) == {"b": "b", "c": "c", "d": "a"}
        await members.leave("b")  # nobody waits: its games go to all others
        assert await places(members) == {"c": "c", "d": "a"}

    with_members(postgres_url, check)


def test_only_a_silent_row_is_expelled(postgres_url: str) -> None:
    async def check(members: MemberTable) -> None:
        await members.beat(row("a"), 10.0)
        assert not await members.expel("a", 8.0)  # it counts for longer than that: it has beaten lately
        assert await members.expel("a", 20.0)
        assert not await members.expel("a", 20.0) and await members.rows() == []
        missing, _ = await members.beat(row("a"), 10.0)
        assert missing  # it learns that it did not count

    with_members(postgres_url, check)


def test_who_comes_again_to_an_address_has_the_place_of_before(postgres_url: str) -> None:
    async def check(members: MemberTable) -> None:
        await members.beat(row("a", "http://10.0.0.1:8000", "p"), LONG)
        await members.beat(row("b", place="b"), LONG)
        assert await members.replace("http://10.0.0.1:8000", "c") == "p"
        assert await members.replace("http://10.0.0.1:8000", "c") == ""
        assert await places(members) == {"b": "b"}

    with_members(postgres_url, check)


# -- the heartbeat ---------------------------------------------------------------------------------------------------------


async def test_a_busy_event_loop_does_not_end_the_lease(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "BEAT", 0.05)
    monkeypatch.setattr(heartbeat, "LEASE", 0.6)
    beats: list[HeartbeatResult] = []
    one = Heartbeat(Store(postgres_url), row("a"), beats.append, 0.0)
    one.start()
    assert (await one.beat()).lapsed  # nobody knew it before
    time.sleep(1.5)  # the loop is busy for longer than the lease
    await asyncio.sleep(0)
    assert len(beats) > 3 and not any(beat.lapsed for beat in beats)
    await one.stop()


async def test_a_loop_that_hangs_for_good_loses_its_lease(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "BEAT", 0.05)
    monkeypatch.setattr(heartbeat, "HUNG", 0.3)
    beats: list[HeartbeatResult] = []
    one = Heartbeat(Store(postgres_url), row("a"), beats.append, 0.0)
    one.start()
    await one.beat()
    time.sleep(1.0)
    await asyncio.sleep(0)
    assert len(beats) < 10  # of the twenty that there would have been
    await one.stop()


async def test_a_database_that_was_away_is_beaten_at_again(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it was: that nothing could be renewed does not mean that the event loop hangs."""
    monkeypatch.setattr(heartbeat, "BEAT", 0.02)
    monkeypatch.setattr(heartbeat, "HUNG", 0.1)
    monkeypatch.setattr(heartbeat, "LEASE", 0.3)
    beats: list[HeartbeatResult] = []
    one = Heartbeat(Store(postgres_url), row("a"), beats.append, 0.0)
    one.start()
    await one.beat()
    beat = one.members.beat

    async def away(*_: object) -> tuple[bool, list[MemberRow]]:
        raise OSError

    monkeypatch.setattr(one.members, "beat", away)
    await asyncio.sleep(0.5)
    beats.clear()
    monkeypatch.setattr(one.members, "beat", beat)
    async with asyncio.timeout(10):
        while not beats:
            await asyncio.sleep(0.01)
    assert beats[0].lapsed
    await one.stop()


# -- joining ---------------------------------------------------------------------------------------------------------------


class Net:
    """Which addresses lead to whom; instead of calls over a net."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.at: dict[str, str] = {}
        monkeypatch.setattr(cluster_router, "JOINING", 0.2)
        monkeypatch.setattr(cluster_router, "AGAIN", 0.05)
        monkeypatch.setattr(cluster_router, "call", self.call)
        monkeypatch.setattr(cluster_router, "ask_for_call_back", self.ask_for_call_back)
        self.reaches_back = True

    async def call(self, member: MemberRow) -> str:
        found = self.at.get(member.address)
        return "" if found == member.key else "another server answers" if found else "nobody answers"

    async def ask_for_call_back(self, member: MemberRow, own: MemberRow) -> str:
        if await self.call(member):
            return "not reached"
        return "" if self.reaches_back else "the other one does not reach this one"

    def member(self, url: str, address: str) -> ClusterRouter:
        made = ClusterRouter(Store(url), address)
        self.at.setdefault(address, made.row.key)
        return made


async def test_nobody_joins_whom_others_do_not_reach(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    net = Net(monkeypatch)

    async def refused(address: str) -> str:
        member = net.member(postgres_url, address)
        with pytest.raises(MemberError) as error:
            await member.open()
        assert not member.ready
        await member.close()
        return str(error.value)

    first = net.member(postgres_url, "http://a:1")
    await first.open()
    assert first.ready and first.peer_count == 0 and first.is_local("any game")
    assert "too" in await refused("http://a:1")
    net.at["http://b:1"] = "the key of somebody else"
    assert "another server answers" in await refused("http://b:1")
    net.reaches_back = False
    assert "does not reach this one" in await refused("http://c:1")
    net.reaches_back = True
    del net.at["http://a:1"]
    assert "not reached" in await refused("http://d:1")
    assert list(first.rows) == [first.row.origin]
    await first.close()


async def test_a_newcomer_waits_for_a_place_and_gets_that_of_who_ends(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    net = Net(monkeypatch)
    old = net.member(postgres_url, "http://a:1")
    await old.open()
    new = ClusterRouter(Store(postgres_url), "http://b:1", LONG)
    net.at["http://b:1"] = new.row.key
    await new.open()
    assert not new.is_local("a game") and new.remote_home("a game") == old.rows[old.row.origin]
    assert new.local_id(lambda: "made") == "made"
    async with asyncio.timeout(10):
        while not old.peer_count:
            await asyncio.sleep(0.01)
    assert old.is_local("a game")
    await old.close()
    successor = old.remote_home("a game")
    assert successor is not None and successor.origin == new.row.origin  # it knows who goes on
    async with asyncio.timeout(10):
        while not new.is_local("a game"):
            await asyncio.sleep(0.01)
    assert new.remote_home("a game") is None and new.peer_count == 0
    await new.close()


def test_a_call_tells_what_is_wrong() -> None:
    nobody = row("a", "http://127.0.0.1:9")
    assert "nobody answers at http://127.0.0.1:9" in asyncio.run(peer_calls.call(nobody))
    assert "cannot be reached from here" in asyncio.run(peer_calls.ask_for_call_back(nobody, row("b")))


@pytest.mark.parametrize(
    ("host", "database", "address"),
    [
        ("10.1.2.3", "postgresql://u@elsewhere/d", "http://10.1.2.3:8000"),
        ("fd00::5", "postgresql://u@elsewhere/d", "http://[fd00::5]:8000"),
        ("0.0.0.0", "postgresql://u@/d?host=/run/postgresql", "http://127.0.0.1:8000"),
        ("::", "postgresql://u@127.0.0.1/d", "http://127.0.0.1:8000"),
        ("0.0.0.0", "postgresql://u@127.0.0.9:5433/d", "http://127.0.0.1:8000"),
    ],
)
def test_where_others_reach_a_server(host: str, database: str, address: str) -> None:
    assert member_address(host, 8000, full_url(database)) == address


# -- budgets ---------------------------------------------------------------------------------------------------------------


def test_budgets_of_an_hour_hold_for_all_processes() -> None:
    moment = [0.0]
    here, there = (Limits(Settings(games_per_hour=4, codes_per_hour=2, seats_burst=2), lambda: moment[0]) for _ in range(2))
    here.spent, there.spent = there.spend, here.spend
    for limits in (here, there, here, there):
        limits.game("192.0.2.1")
    for limits in (here, there):
        with pytest.raises(TooMuchError):
            limits.game("192.0.2.1")
    here.game("192.0.2.2")
    here.hourly("codes", "192.0.2.1")
    there.hourly("codes", "192.0.2.1")
    with pytest.raises(TooMuchError):
        here.hourly("codes", "192.0.2.1")
    with pytest.raises(KeyError), here.seat("192.0.2.1"):
        raise KeyError  # it was not taken after all
    for limits in (here, there):
        with limits.seat("192.0.2.1"):
            pass
    with pytest.raises(TooMuchError), there.seat("192.0.2.1"):
        pass
    there.spend("games", "somebody", 8)  # more than there was: it is owed
    assert not there._hourly["games"].of("somebody").take()
    moment[0] = 3600.0
    assert not there._hourly["games"].of("somebody").take()
