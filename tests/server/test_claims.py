"""Somebody without his key says that a seat is his: the other players let him in, or do not."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import pytest

from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.claims import CLAIM_SECONDS
from dungeon_twister.server.games.hall import CLAIM_AFTER, Hall
from dungeon_twister.server.games.who import Who
from dungeon_twister.server.protocol import AnswerClaim, ClaimSeat, Do, Join, NewGame, Resign
from tests.server.halls import Time, hall_on
from tests.server.test_people import call, code_of, game_of, public
from tests.server.test_people import somebody as person


async def somebody(hall: Hall, name: str) -> Who:
    return await hall.people.who((await hall.people.begin(name, "Firefox")).key)


async def table(hall: Hall, *names: str, **wish: Any) -> tuple[str, list[Who]]:
    """A game that all of these people play, the first as blue."""
    people = [await somebody(hall, name) for name in names]
    scenario = "base" if len(names) == 2 else "pyramid"
    made = await hall.create(NewGame(scenario, seats={"blue": "you"}, name=names[0], **wish), "a", people[0])
    for who in people[1:]:
        await hall.join(made.info.id, Join(who.name), who)
    assert (await hall.info(made.info.id)).stage == "playing"
    return made.info.id, people


async def refused(work: Awaitable[object]) -> str:
    with pytest.raises(ProtocolError) as error:
        await work
    return error.value.reason.code


async def answer(hall: Hall, id: str, seat: str, word: str = "agree") -> str:
    """What a seat answers to a claim; the code of the refusal."""
    done = await hall.command(id, seat, AnswerClaim(f"{seat}-{word}-{hall._now()}", seat, word))
    return done.reason.code if done.reason else ""


def test_all_others_must_agree_and_then_the_seat_is_his(url: str) -> None:
    async def check() -> None:
        now = Time()
        async with hall_on(url, now) as hall:
            id, people = await table(hall, "Ann", "Ben", "Cid", "Dan")
            colours = [seat.colour for seat in (await hall.info(id)).seats]
            sat = {who.name: seat for who in people for seat in colours if await _opens(hall, id, who, seat)}
            now.now += CLAIM_AFTER
            again = await somebody(hall, "Ann")
            told = await hall.claim(id, again, ClaimSeat(sat["Ann"], " Ann\n"))
            assert told.claim is not None and (told.claim.colour, told.claim.name) == (sat["Ann"], "Ann")
            assert again.person not in repr(told)
            assert await answer(hall, id, sat["Ben"]) == "" and await answer(hall, id, sat["Cid"]) == ""
            claim = (await hall.info(id)).claim
            assert claim is not None and claim.agreed == sorted([sat["Ben"], sat["Cid"]])
            assert await _opens(hall, id, people[0], sat["Ann"]) and not await _opens(hall, id, again, sat["Ann"])
            hall.forget_all()  # a restart forgets nothing
            assert await answer(hall, id, sat["Dan"]) == ""
            assert (await hall.info(id)).claim is None
            assert await _opens(hall, id, again, sat["Ann"]) and not await _opens(hall, id, people[0], sat["Ann"])
            hall.forget_all()
            assert await _opens(hall, id, again, sat["Ann"])
            assert (await hall.info(id)).seats[colours.index(sat["Ann"])].name == "Ann"

    asyncio.run(check())


async def _opens(hall: Hall, id: str, who: Who, colour: str) -> bool:
    try:
        return await hall.seat_of(id, who.token(colour)) == colour
    except ProtocolError:
        return False


def test_a_socket_of_the_old_key_is_closed(url: str) -> None:
    async def check() -> None:
        now = Time()
        async with hall_on(url, now) as hall:
            id, (ann, _) = await table(hall, "Ann", "Ben")
            now.now += CLAIM_AFTER
            again, gone = await somebody(hall, "Ann"), list[bool]()
            await hall.claim(id, again, ClaimSeat("blue", "Ann"))
            keys = {"blue": await hall.key(id, ann.token("blue"))}
            hall.subscribe(id, [], lambda _: None, keys, gone.append)  # it holds the seat, but nobody is seen on it
            assert await answer(hall, id, "yellow") == "" and gone == [True]

    asyncio.run(check())


def test_nobody_who_is_there_loses_his_seat(url: str) -> None:
    """Connected, or heard of in the last ten minutes; when it is asked for, and when the others agree. He can refuse."""

    async def check() -> None:
        now = Time()
        async with hall_on(url, now) as hall:
            id, _ = await table(hall, "Ann", "Ben")
            again, wish = await somebody(hall, "Ann"), ClaimSeat("blue", "Ann")
            now.now += CLAIM_AFTER - 1
            assert await refused(hall.claim(id, again, wish)) == "seat-in-use"
            here = hall.subscribe(id, ["blue"], lambda _: None)
            now.now += 10 * CLAIM_AFTER
            assert await refused(hall.claim(id, again, wish)) == "seat-in-use"
            here.close()
            assert await refused(hall.claim(id, again, wish)) == "seat-in-use"  # a moment ago
            now.now += CLAIM_AFTER
            await hall.claim(id, again, wish)
            here = hall.subscribe(id, ["blue"], lambda _: None)
            assert await answer(hall, id, "yellow") == "seat-in-use"
            assert await answer(hall, id, "blue") == "not-asked"
            assert await answer(hall, id, "blue", "refuse") == ""
            assert (await hall.info(id)).claim is None
            here.close()
            now.now += CLAIM_AFTER
            assert await refused(hall.claim(id, again, wish)) == "turned-away"
            assert await answer(hall, id, "yellow") == "no-claim"

    asyncio.run(check())


def test_deciding_something_counts_as_being_there(url: str) -> None:
    """Programs play without a socket."""

    async def check() -> None:
        now = Time()
        async with hall_on(url, now) as hall:
            id, _ = await table(hall, "Ann", "Ben")
            now.now += CLAIM_AFTER
            decider = (await hall.info(id)).decider
            seen = await hall.welcome(id, [decider])
            choice = seen.sights[0].view.choices[0]
            assert (await hall.command(id, decider, Do("1", decider, seen.version, [choice]))).reason is None
            again = await somebody(hall, "Ann")
            assert await refused(hall.claim(id, again, ClaimSeat(decider, "Ann"))) == "seat-in-use"
            hall.forget_all()
            assert await refused(hall.claim(id, again, ClaimSeat(decider, "Ann"))) == "seat-in-use"
            now.now += CLAIM_AFTER
            assert (await hall.claim(id, again, ClaimSeat(decider, "Ann"))).claim is not None

    asyncio.run(check())


def test_asking_costs_an_address_and_needs_a_person(tmp_path: Path) -> None:
    with public(tmp_path, claims_per_hour=2) as live:
        ann, ben = person(live), person(live, "Ben")
        game, *_ = game_of(live, ann, ben)
        path, wish, eve = f"/games/{game}/claims", {"colour": "blue", "name": "Ann"}, person(live, "Eve")
        assert code_of(call(live, "POST", path, wish)) == (401, "needs-person")
        codes = [code_of(call(live, "POST", path, wish, eve)) for _ in range(3)]
        assert codes == [(409, "seat-in-use")] * 2 + [(429, "too-many-claims")]
        assert code_of(call(live, "DELETE", path, key=eve)) == (409, "no-claim")


def test_games_of_days_wait_for_a_day(url: str) -> None:
    async def check() -> None:
        now = Time()
        async with hall_on(url, now) as hall:
            id, _ = await table(hall, "Ann", "Ben", clock="days:3")
            again = await somebody(hall, "Ann")
            now.now += 86_399
            assert await refused(hall.claim(id, again, ClaimSeat("blue", "Ann"))) == "seat-in-use"
            now.now += 1
            assert (await hall.claim(id, again, ClaimSeat("blue", "Ann"))).claim is not None

    asyncio.run(check())


def test_what_cannot_be_asked_for(url: str) -> None:
    async def check() -> None:
        now = Time()
        async with hall_on(url, now) as hall:
            id, (_, ben) = await table(hall, "Ann", "Ben")
            now.now += CLAIM_AFTER
            again, other = await somebody(hall, "Ann"), await somebody(hall, "Eve")
            assert await refused(hall.claim(id, ben, ClaimSeat("blue", "Ben"))) == "sits-here"
            assert await refused(hall.claim(id, again, ClaimSeat("pink", "Ann"))) == "no-such-player"
            assert await refused(hall.claim(id, again, ClaimSeat("blue", " \n"))) == "needs-name"
            await hall.claim(id, again, ClaimSeat("blue", "Ann"))
            assert await refused(hall.claim(id, other, ClaimSeat("yellow", "Eve"))) == "claim-open"
            assert await refused(hall.withdraw_claim(id, other)) == "no-claim"
            assert (await hall.withdraw_claim(id, again)).claim is None
            await hall.claim(id, other, ClaimSeat("blue", "Eve"))
            now.now += CLAIM_SECONDS
            assert (await hall.info(id)).claim is None and await answer(hall, id, "yellow") == "no-claim"
            await hall.claim(id, again, ClaimSeat("blue", "Ann"))  # one that is too old is in nobody's way
            await hall.command(id, "yellow", Resign("r", "yellow"))
            assert await refused(hall.claim(id, again, ClaimSeat("blue", "Ann"))) == "not-playing"

            alone = await hall.create(NewGame("base", seats={"blue": "you", "yellow": "bot:random"}), "a", ben)
            now.now += CLAIM_AFTER
            assert await refused(hall.claim(alone.info.id, again, ClaimSeat("blue", "Ann"))) == "nobody-to-ask"
            assert await refused(hall.claim(alone.info.id, again, ClaimSeat("yellow", "Ann"))) == "no-such-player"
            waiting = await hall.create(NewGame("base", seats={"blue": "you"}), "a", ben)
            assert await refused(hall.claim(waiting.info.id, again, ClaimSeat("blue", "Ann"))) == "not-playing"

    asyncio.run(check())


def test_the_seat_of_somebody_with_another_way_back_cannot_be_given_away(url: str) -> None:
    async def check() -> None:
        now = Time()
        async with hall_on(url, now) as hall:
            id, (ann, _) = await table(hall, "Ann", "Ben")
            await hall.recovery.new_code(ann)
            now.now += CLAIM_AFTER
            mallory = await somebody(hall, "Mallory")
            assert await refused(hall.claim(id, mallory, ClaimSeat("blue", "Ann"))) == "has-way-back"
            assert (await hall.info(id)).claim is None

    asyncio.run(check())


@pytest.mark.parametrize("refused_before", [False, True])
def test_a_claim_ends_when_its_maker_is_forgotten(url: str, refused_before: bool) -> None:
    """Nothing about the person stays with the game, and nobody gets the seat."""

    async def check() -> None:
        now = Time()
        async with hall_on(url, now) as hall:
            id, (ann, _) = await table(hall, "Ann", "Ben")
            now.now += CLAIM_AFTER
            again = await somebody(hall, "Ann")
            await hall.claim(id, again, ClaimSeat("blue", "Ann"))
            if refused_before:
                assert await answer(hall, id, "yellow", "refuse") == ""
            await hall.farewell.forget(again)
            row = await hall._store.game(id)
            assert row is not None and again.person not in row.aside
            assert (await hall.info(id)).claim is None
            assert await answer(hall, id, "yellow") == "no-claim"
            assert await _opens(hall, id, ann, "blue")

    asyncio.run(check())
