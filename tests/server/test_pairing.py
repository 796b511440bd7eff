"""Quick pairing: a missing first move ends the game, and a player who owes one is not paired again."""

from __future__ import annotations

from pathlib import Path

import pytest

from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games import Seeker
from dungeon_twister.server.games.caller import Caller
from dungeon_twister.server.games.game_service import GameService
from dungeon_twister.server.games.sessions.clocks import SHORTEST_GRACE
from dungeon_twister.server.games.sessions.first_moves import DAYS_SECONDS, LIVE_SECONDS, NO_FIRST_MOVE
from dungeon_twister.server.people_protocol import Seek
from dungeon_twister.server.protocol import Created
from dungeon_twister.server.socket_protocol import Undo
from tests.server.game_services import Player, Time, open_service, player
from tests.server.live import Client, Live
from tests.server.test_lobby import visit
from tests.server.test_people import public, somebody


class Pair:
    """Two people who were paired: `mover` has to make the first move."""

    def __init__(self, games: GameService, whos: tuple[Caller, Caller], made: tuple[Created, Created]) -> None:
        self.games, self.id = games, made[0].info.id
        players = [player(games, one) for one in made]
        first = 0 if players[0].seat == made[1].info.decider else 1
        self.mover, self.other = players[first], players[1 - first]
        self.mover_who, self.other_who = whos[first], whos[1 - first]

    async def stage(self) -> tuple[str, str]:
        info = await self.games.info(self.id)
        return info.stage, info.reason

    async def play_until(self, seat: str) -> None:
        players: dict[str, Player] = {one.seat: one for one in (self.mover, self.other)}
        while (decider := (await self.games.info(self.id)).decider) != seat:
            assert (await players[decider].do((await players[decider].choices())[0])).reason is None


async def person(games: GameService, name: str) -> Caller:
    return await games.people.who((await games.people.begin(name, "a browser")).key)


async def seek(games: GameService, who: Caller, clock: str = "off") -> list[Created | ProtocolError]:
    """Look for a game; what comes of it."""
    received: list[Created | ProtocolError] = []
    await games.pairing.seek(Seeker(who, who.name, "", Seek("base", clock), lambda _: None, received.append, received.append))
    return received


async def paired(games: GameService, clock: str = "off") -> Pair:
    ann, ben = await person(games, "Ann"), await person(games, "Ben")
    first, second = await seek(games, ann, clock), await seek(games, ben, clock)
    made, joined = first[0], second[0]
    assert isinstance(made, Created) and isinstance(joined, Created)
    return Pair(games, (ann, ben), (made, joined))


@pytest.mark.parametrize(
    ("clock", "seconds"), [("off", LIVE_SECONDS), ("bank:3600+10", LIVE_SECONDS), ("days:3", DAYS_SECONDS)]
)
async def test_a_game_without_a_first_move_is_called_off(url: str, clock: str, seconds: float) -> None:
    now = Time()
    async with open_service(url, now) as games:
        pair = await paired(games, clock)
        now.now += seconds - 1
        await games.check_clocks()
        assert (await pair.stage())[0] == "playing"
        now.now += 2
        await games.check_clocks()
        assert await pair.stage() == ("given-up", NO_FIRST_MOVE)
        assert pair.other.news[-1].info.stage == "given-up"  # the waiting player is notified


async def test_both_have_time_for_a_first_move(url: str) -> None:
    """Both choose their starters at the same time, so the time of both begins at once; after that no timer runs."""
    now = Time()
    async with open_service(url, now) as games:
        pair = await paired(games)
        await pair.mover.do((await pair.mover.choices())[0])
        now.now += LIVE_SECONDS - 1
        await games.check_clocks()
        assert (await pair.stage())[0] == "playing"
        await pair.other.do((await pair.other.choices())[0])
        now.now += 10 * LIVE_SECONDS
        await games.check_clocks()
        assert (await pair.stage())[0] == "playing"


async def test_the_second_player_may_be_late_too(url: str) -> None:
    now = Time()
    async with open_service(url, now) as games:
        pair = await paired(games)
        await pair.play_until(pair.other.seat)
        now.now += LIVE_SECONDS + 1
        await games.check_clocks()
        assert await pair.stage() == ("given-up", NO_FIRST_MOVE)


async def test_a_first_move_that_was_taken_back_is_owed_again(url: str) -> None:
    now = Time()
    async with open_service(url, now) as games:
        pair = await paired(games)
        await pair.mover.do((await pair.mover.choices())[0])
        version = (await games.info(pair.id)).version
        assert (await games.command(pair.id, pair.mover.seat, Undo("u", pair.mover.seat, version))).reason is None
        assert await games.people.repository.owes_first_move(pair.mover_who.person)
        now.now += LIVE_SECONDS + 1
        await games.check_clocks()
        assert (await pair.stage())[0] == "given-up"


async def test_an_outage_calls_nothing_off(url: str) -> None:
    now = Time()
    async with open_service(url, now) as games:
        pair = await paired(games)
    now.now += 2 * LIVE_SECONDS
    async with open_service(url, now) as games:
        await games.check_clocks()
        assert (await games.info(pair.id)).stage == "playing"
        now.jump(2 * LIVE_SECONDS)
        await games.check_clocks()
        assert (await games.info(pair.id)).stage == "playing"
        now.now += SHORTEST_GRACE + 1
        await games.check_clocks()
        assert (await games.info(pair.id)).stage == "given-up"


async def test_a_player_who_owes_a_first_move_is_not_paired(url: str) -> None:
    now = Time()
    async with open_service(url, now) as games:
        pair = await paired(games)
        with pytest.raises(ProtocolError) as refused:
            await seek(games, pair.mover_who)
        assert (refused.value.reason.code, refused.value.status) == ("owes-first-move", 409)
        with pytest.raises(ProtocolError, match="first move"):
            await seek(games, pair.other_who)
        await pair.play_until(pair.other.seat)
        assert await seek(games, await person(games, "Cid")) == []  # now he owes one, and waits alone
        assert len(await seek(games, pair.mover_who)) == 1


def seek_by(live: Live, key: str, address: str) -> Client:
    client = Client(f"ws://{live.address}/api/lobby/socket", address=address)
    client.send({"type": "hello", "key": key})
    client.send({"type": "seek", "scenario": "base"})
    return client


def test_paired_seats_are_counted(tmp_path: Path) -> None:
    """Among strangers; people of one house are not counted."""
    with public(tmp_path, seats_per_hour=1, seats_burst=1) as live:
        home = [somebody(live, name) for name in ("Ann", "Ben")]
        with visit(live, home[0]) as a, visit(live, home[1]) as b:
            for one in (a, b):
                one.send({"type": "seek", "scenario": "base"})
            assert a.until("paired") and b.until("paired")
        with (
            seek_by(live, somebody(live, "Cid"), "192.0.2.3") as cid,
            seek_by(live, somebody(live, "Dan"), "192.0.2.4") as dan,
        ):
            assert cid.until("paired") and dan.until("paired")
            cid.send({"type": "seek", "scenario": "base"})
            assert cid.until("trouble")["reason"]["code"] == "too-many-seats"
