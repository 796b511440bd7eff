"""Somebody without his key says that a seat is his: the other players let him in, or do not."""

from __future__ import annotations

from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import pytest

from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.caller import Caller
from dungeon_twister.server.games.commands.seat_claims import CLAIM_SECONDS
from dungeon_twister.server.games.game_service import CLAIM_AFTER, GameService
from dungeon_twister.server.protocol import ClaimSeat, Join, NewGame
from dungeon_twister.server.socket_protocol import AnswerClaim, Do, Resign
from tests.server.game_services import Time, open_service
from tests.server.test_people import call, code_of, game_of, public
from tests.server.test_people import somebody as person


async def somebody(games: GameService, name: str) -> Caller:
    return await games.people.who((await games.people.begin(name, "Firefox")).key)


async def table(games: GameService, *names: str, **wish: Any) -> tuple[str, list[Caller]]:
    """A game that all of these people play, the first as blue."""
    people = [await somebody(games, name) for name in names]
    scenario = "base" if len(names) == 2 else "pyramid"
    made = await games.create(NewGame(scenario, seats={"blue": "you"}, name=names[0], **wish), "a", people[0])
    for who in people[1:]:
        await games.join(made.info.id, Join(who.name), who)
    assert (await games.info(made.info.id)).stage == "playing"
    return made.info.id, people


async def refused(work: Awaitable[object]) -> str:
    with pytest.raises(ProtocolError) as error:
        await work
    return error.value.reason.code


async def answer(games: GameService, id: str, seat: str, word: str = "agree") -> str:
    """What a seat answers to a claim; the code of the refusal."""
    done = await games.command(id, seat, AnswerClaim(f"{seat}-{word}-{games._now()}", seat, word))
    return done.reason.code if done.reason else ""


async def test_all_others_must_agree_and_then_the_seat_is_his(url: str) -> None:
    now = Time()
    async with open_service(url, now) as games:
        id, people = await table(games, "Ann", "Ben", "Cid", "Dan")
        colours = [seat.colour for seat in (await games.info(id)).seats]
        sat = {who.name: seat for who in people for seat in colours if await _opens(games, id, who, seat)}
        now.now += CLAIM_AFTER
        again = await somebody(games, "Ann")
        reply = await games.claim(id, again, ClaimSeat(sat["Ann"], " Ann\n"))
        assert reply.claim is not None and (reply.claim.colour, reply.claim.name) == (sat["Ann"], "Ann")
        assert again.person not in repr(reply)
        assert await answer(games, id, sat["Ben"]) == "" and await answer(games, id, sat["Cid"]) == ""
        claim = (await games.info(id)).claim
        assert claim is not None and claim.agreed == sorted([sat["Ben"], sat["Cid"]])
        assert await _opens(games, id, people[0], sat["Ann"]) and not await _opens(games, id, again, sat["Ann"])
        games.forget_all()  # a restart forgets nothing
        assert await answer(games, id, sat["Dan"]) == ""
        assert (await games.info(id)).claim is None
        assert await _opens(games, id, again, sat["Ann"]) and not await _opens(games, id, people[0], sat["Ann"])
        games.forget_all()
        assert await _opens(games, id, again, sat["Ann"])
        assert (await games.info(id)).seats[colours.index(sat["Ann"])].name == "Ann"


async def _opens(games: GameService, id: str, who: Caller, colour: str) -> bool:
    try:
        return await games.seat_of(id, who.token(colour)) == colour
    except ProtocolError:
        return False


async def test_a_socket_of_the_old_key_is_closed(url: str) -> None:
    now = Time()
    async with open_service(url, now) as games:
        id, (ann, _) = await table(games, "Ann", "Ben")
        now.now += CLAIM_AFTER
        again, gone = await somebody(games, "Ann"), list[bool]()
        await games.claim(id, again, ClaimSeat("blue", "Ann"))
        keys = {"blue": await games.creation.key(id, ann.token("blue"))}
        games.subscribe(id, [], lambda _: None, keys, gone.append)  # it holds the seat, but nobody is seen on it
        assert await answer(games, id, "yellow") == "" and gone == [True]


async def test_nobody_who_is_there_loses_his_seat(url: str) -> None:
    """A player who was connected in the last ten minutes can refuse a claim, when it is made and when the others agree."""
    now = Time()
    async with open_service(url, now) as games:
        id, _ = await table(games, "Ann", "Ben")
        again, wish = await somebody(games, "Ann"), ClaimSeat("blue", "Ann")
        now.now += CLAIM_AFTER - 1
        assert await refused(games.claim(id, again, wish)) == "seat-in-use"
        here = games.subscribe(id, ["blue"], lambda _: None)
        now.now += 10 * CLAIM_AFTER
        assert await refused(games.claim(id, again, wish)) == "seat-in-use"
        here.close()
        assert await refused(games.claim(id, again, wish)) == "seat-in-use"  # a moment ago
        now.now += CLAIM_AFTER
        await games.claim(id, again, wish)
        here = games.subscribe(id, ["blue"], lambda _: None)
        assert await answer(games, id, "yellow") == "seat-in-use"
        assert await answer(games, id, "blue") == "not-asked"
        assert await answer(games, id, "blue", "refuse") == ""
        assert (await games.info(id)).claim is None
        here.close()
        now.now += CLAIM_AFTER
        assert await refused(games.claim(id, again, wish)) == "turned-away"
        assert await answer(games, id, "yellow") == "no-claim"


async def test_deciding_something_counts_as_being_there(url: str) -> None:
    """Programs play without a socket."""
    now = Time()
    async with open_service(url, now) as games:
        id, _ = await table(games, "Ann", "Ben")
        now.now += CLAIM_AFTER
        decider = (await games.info(id)).decider
        seen = await games.welcome(id, [decider])
        choice = seen.sights[0].view.choices[0]
        assert (await games.command(id, decider, Do("1", decider, seen.version, [choice]))).reason is None
        again = await somebody(games, "Ann")
        assert await refused(games.claim(id, again, ClaimSeat(decider, "Ann"))) == "seat-in-use"
        games.forget_all()
        assert await refused(games.claim(id, again, ClaimSeat(decider, "Ann"))) == "seat-in-use"
        now.now += CLAIM_AFTER
        assert (await games.claim(id, again, ClaimSeat(decider, "Ann"))).claim is not None


def test_asking_costs_an_address_and_needs_a_person(tmp_path: Path) -> None:
    with public(tmp_path, claims_per_hour=2) as live:
        ann, ben = person(live), person(live, "Ben")
        game, *_ = game_of(live, ann, ben)
        path, wish, eve = f"/games/{game}/claims", {"colour": "blue", "name": "Ann"}, person(live, "Eve")
        assert code_of(call(live, "POST", path, wish)) == (401, "needs-person")
        codes = [code_of(call(live, "POST", path, wish, eve)) for _ in range(3)]
        assert codes == [(409, "seat-in-use")] * 2 + [(429, "too-many-claims")]
        assert code_of(call(live, "DELETE", path, key=eve)) == (409, "no-claim")


async def test_games_of_days_wait_for_a_day(url: str) -> None:
    now = Time()
    async with open_service(url, now) as games:
        id, _ = await table(games, "Ann", "Ben", clock="days:3")
        again = await somebody(games, "Ann")
        now.now += 86_399
        assert await refused(games.claim(id, again, ClaimSeat("blue", "Ann"))) == "seat-in-use"
        now.now += 1
        assert (await games.claim(id, again, ClaimSeat("blue", "Ann"))).claim is not None


async def test_what_cannot_be_asked_for(url: str) -> None:
    now = Time()
    async with open_service(url, now) as games:
        id, (_, ben) = await table(games, "Ann", "Ben")
        now.now += CLAIM_AFTER
        again, other = await somebody(games, "Ann"), await somebody(games, "Eve")
        assert await refused(games.claim(id, ben, ClaimSeat("blue", "Ben"))) == "sits-here"
        assert await refused(games.claim(id, again, ClaimSeat("pink", "Ann"))) == "no-such-player"
        assert await refused(games.claim(id, again, ClaimSeat("blue", " \n"))) == "needs-name"
        await games.claim(id, again, ClaimSeat("blue", "Ann"))
        assert await refused(games.claim(id, other, ClaimSeat("yellow", "Eve"))) == "claim-open"
        assert await refused(games.withdraw_claim(id, other)) == "no-claim"
        assert (await games.withdraw_claim(id, again)).claim is None
        await games.claim(id, other, ClaimSeat("blue", "Eve"))
        now.now += CLAIM_SECONDS
        assert (await games.info(id)).claim is None and await answer(games, id, "yellow") == "no-claim"
        await games.claim(id, again, ClaimSeat("blue", "Ann"))  # one that is too old is in nobody's way
        await games.command(id, "yellow", Resign("r", "yellow"))
        assert await refused(games.claim(id, again, ClaimSeat("blue", "Ann"))) == "not-playing"

        alone = await games.create(NewGame("base", seats={"blue": "you", "yellow": "bot:random"}), "a", ben)
        now.now += CLAIM_AFTER
        assert await refused(games.claim(alone.info.id, again, ClaimSeat("blue", "Ann"))) == "nobody-to-ask"
        assert await refused(games.claim(alone.info.id, again, ClaimSeat("yellow", "Ann"))) == "no-such-player"
        waiting = await games.create(NewGame("base", seats={"blue": "you"}), "a", ben)
        assert await refused(games.claim(waiting.info.id, again, ClaimSeat("blue", "Ann"))) == "not-playing"


async def test_the_seat_of_somebody_with_another_way_back_cannot_be_given_away(url: str) -> None:
    now = Time()
    async with open_service(url, now) as games:
        id, (ann, _) = await table(games, "Ann", "Ben")
        await games.recovery.new_code(ann)
        now.now += CLAIM_AFTER
        mallory = await somebody(games, "Mallory")
        assert await refused(games.claim(id, mallory, ClaimSeat("blue", "Ann"))) == "has-way-back"
        assert (await games.info(id)).claim is None


@pytest.mark.parametrize("refused_before", [False, True])
async def test_a_claim_ends_when_its_maker_is_forgotten(url: str, refused_before: bool) -> None:
    """Nothing about the person stays with the game, and nobody gets the seat."""
    now = Time()
    async with open_service(url, now) as games:
        id, (ann, _) = await table(games, "Ann", "Ben")
        now.now += CLAIM_AFTER
        again = await somebody(games, "Ann")
        await games.claim(id, again, ClaimSeat("blue", "Ann"))
        if refused_before:
            assert await answer(games, id, "yellow", "refuse") == ""
        await games.account_deletion.delete(again)
        row = await games._store.game(id)
        assert row is not None and again.person not in row.aside
        assert (await games.info(id)).claim is None
        assert await answer(games, id, "yellow") == "no-claim"
        assert await _opens(games, id, ann, "blue")
