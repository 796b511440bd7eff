"""No person can know or choose the chance of a game with other people (docs/fairness.md)."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from secrets import token_hex

import msgspec
import pytest
import sqlalchemy as sa

from dungeon_twister.game.record.commit_reveal import Seal, commitment
from dungeon_twister.game.record.files import load
from dungeon_twister.game.record.proof import Proof, proof_of, verdict, verify
from dungeon_twister.server.games.hall import Hall, ProtocolError
from dungeon_twister.server.protocol import Again, Fill, Join, NewGame, Promised, Resign
from dungeon_twister.server.store import changes
from dungeon_twister.server.store.models import GAMES
from dungeon_twister.server.store.sql_store import Store
from dungeon_twister.server.wire import decode
from tests.server.halls import Player, Time, hall_on, play_on, player, replay_of, two_people
from tests.server.live import serving
from tests.server.test_http import play


async def laid_by_fill(hall: Hall) -> list[str]:
    """What `fill` has chosen for blue in the setup of a game with a known seed."""
    seats = {"blue": "you", "yellow": "bot:random"}
    made = await hall.create(NewGame("base", seats=seats, seed="known"), "address")
    blue = player(hall, made)
    while (seen := await blue.look()).info.turn == 0:
        if seen.info.decider == "blue":
            await hall.command(blue.id, "blue", Fill(token_hex(8), "blue", seen.version))
        await asyncio.sleep(0.001)
    await hall.command(blue.id, "blue", Resign("r", "blue"))
    return [entry.text for entry in (await replay_of(hall, blue.id, "all")).entries if entry.who == "blue"]


def test_a_known_seed_does_not_foretell_what_fill_lays(tmp_path: Path) -> None:
    async def check() -> None:
        async with hall_on(str(tmp_path / "games.db")) as hall:
            assert await laid_by_fill(hall) != await laid_by_fill(hall)

    asyncio.run(check())


# -- seals ---------------------------------------------------------------------------------------------------------------

MINE, YOURS = "a1" * 32, "0f" * 32


def sealed(promised: Promised, scenario: str = "base") -> NewGame:
    """A game with the commitment that was promised."""
    made = NewGame(scenario, seats={"blue": "you"}, contribution=MINE, commitment=promised.commitment)
    return msgspec.structs.replace(made, promise=promised.promise)


def test_a_seed_is_refused_where_others_play(tmp_path: Path) -> None:
    async def check() -> None:
        async with hall_on(str(tmp_path / "games.db")) as hall:
            with pytest.raises(ProtocolError) as refused:
                await hall.create(NewGame("base", seats={"blue": "you"}, seed="mine"), "address")
            assert (refused.value.reason.code, refused.value.status) == ("seed-with-others", 422)
            with pytest.raises(ProtocolError) as refused:
                await hall.create(NewGame("base", seats={"blue": "you"}, contribution="A" * 64), "address")
            assert refused.value.reason.code == "bad-contribution"
            seats = {"blue": "you", "yellow": "bot:random"}
            assert (await hall.create(NewGame("base", seats=seats, seed="mine"), "address")).info.chance == "known"
            made = await hall.create(NewGame("base", seats={"blue": "you"}), "address")
            with pytest.raises(ProtocolError) as refused:
                await hall.join(made.info.id, Join(contribution="x"))
            assert refused.value.reason.code == "bad-contribution"
            assert (await hall.info(made.info.id)).stage == "open"

    asyncio.run(check())


@pytest.mark.parametrize("scenario", ["base", "standard"])
def test_the_seed_is_made_of_what_all_contribute(url: str, scenario: str) -> None:
    """Nothing is drawn before the last one has sat down; then all is as the published secret says."""

    async def check() -> None:
        async with hall_on(url) as hall:
            promise = await hall.seal()
            promised = promise.commitment
            wish = sealed(promise, scenario)
            made = await hall.create(wish, "address")
            assert made.info.commitment == promised and made.info.chance == "sealed"
            blue = player(hall, made)
            waiting = await blue.look()
            assert (waiting.version == 0 and not waiting.sights[0].view.choices) or scenario == "base"
            joined = await hall.join(made.info.id, Join("Ben", contribution=YOURS))
            if scenario == "standard":
                assert blue.updates and blue.updates[-1].version == joined.info.version > 0
            other = await hall.create(msgspec.structs.replace(wish), "address")
            assert other.info.commitment != promised, "a secret is used once"
            with pytest.raises(ProtocolError) as refused:
                await hall.proof(made.info.id)
            assert refused.value.reason.code == "not-over"
            await play_on([blue, player(hall, joined)], 30, Random(2))
            id = made.info.id
        async with hall_on(url) as hall:  # as the database has it
            await hall.command(id, "blue", Resign("r", "blue"))
            record, seed = load(await hall.record(id))
            assert record.end is not None and record.end.contributions == {"blue": MINE, "yellow": YOURS}
            assert seed == Seal(record.end.secret, record.end.contributions).seed
            assert commitment(record.end.secret) == record.header.commitment == promised
            assert verdict(verify(record))
            proof = decode(await hall.proof(id), Proof)
            assert proof == proof_of(record) and proof.draws

    asyncio.run(check())


def test_a_seat_that_is_freed_before_anything_happened(tmp_path: Path) -> None:
    """Whoever sits down there then contributes; once something has happened the seed stands, and he is told so."""

    async def check() -> None:
        async with hall_on(str(tmp_path / "games.db")) as hall:
            for scenario, drawn in (("base", False), ("standard", True)):
                made = await hall.create(NewGame(scenario, seats={"blue": "you"}, contribution=MINE), "address")
                id, token = made.info.id, made.seats[0].token
                assert made.contributed and (await hall.join(id, Join(contribution=YOURS))).contributed
                assert (await hall.seat(id, "yellow", token, "open")).stage == "open"
                last = await hall.join(id, Join(contribution="77" * 32))
                assert last.contributed is not drawn
                await hall.command(id, "blue", Resign("r", "blue"))
                record, _ = load(await hall.record(id))
                assert record.end is not None and verdict(verify(record))
                assert record.end.contributions == {"blue": MINE, "yellow": YOURS if drawn else "77" * 32}

    asyncio.run(check())


def test_nobody_can_sit_down_later_in_a_game_with_a_known_seed(tmp_path: Path) -> None:
    async def check() -> None:
        async with hall_on(str(tmp_path / "games.db")) as hall:
            made = await hall.create(NewGame("base", seats={"blue": "you", "yellow": "bot:random"}, seed="mine"), "address")
            with pytest.raises(ProtocolError) as refused:
                await hall.seat(made.info.id, "yellow", made.seats[0].token, "open")
            assert refused.value.reason.code == "seed-with-others"

    asyncio.run(check())


def test_a_rematch_has_a_seal_of_its_own(tmp_path: Path) -> None:
    async def check() -> None:
        async with hall_on(str(tmp_path / "games.db")) as hall:
            ann, ben = await two_people(hall)
            await hall.command(ann.id, "blue", Resign("r", "blue"))
            promise = await hall.seal()
            promised = promise.commitment
            again = Again(contribution=MINE, commitment=promised, promise=promise.promise)
            first = await hall.rematch(ann.id, ann.token, again)
            second = await hall.rematch(ann.id, ben.token, Again(contribution=YOURS))
            assert first.info.commitment == second.info.commitment == promised != (await hall.info(ann.id)).commitment
            await hall.command(first.info.id, "blue", Resign("r", "blue"))
            record, _ = load(await hall.record(first.info.id))
            assert record.end is not None
            assert record.end.contributions == {first.seats[0].colour: MINE, second.seats[0].colour: YOURS}
            assert verdict(verify(record))

    asyncio.run(check())


def test_a_game_made_before_there_were_seals_goes_on(url: str) -> None:
    """Its draws stand in the log; its record says that nothing can be proved of them."""

    async def check() -> None:
        async with hall_on(url) as hall:
            ann, _ = await two_people(hall, NewGame("standard", seats={"blue": "you"}))
            id = ann.id
        store = Store(url)
        await store.open()
        async with store.engine.begin() as connection:  # as the migration leaves it
            await connection.execute(sa.update(GAMES).values(chance=0, secret="", seed="an old seed", contributions={}))
        await store.close()
        async with hall_on(url) as hall:
            assert (await hall.info(id)).chance == "old" and not (await hall.info(id)).commitment
            await play_on([Player(hall, id, "blue"), Player(hall, id, "yellow")], 40, Random(1))
            await hall.command(id, "blue", Resign("r", "blue"))
            record, _ = load(await hall.record(id))
            assert record.header.chance == 0 and verdict(verify(record)) is None
            assert any("cannot be checked" in finding.sentence for finding in verify(record))

    asyncio.run(check())


def test_a_commitment_is_good_in_every_process_and_once(url: str) -> None:
    """Nothing is kept in memory: what one process promised another one keeps, also after a flood of other promises."""

    async def check() -> None:
        async with hall_on(url) as one, hall_on(url) as other:
            promises = [await one.seal() for _ in range(5000)]
            assert len({promised.commitment for promised in promises}) == 5000
            made = await other.create(sealed(promises[0]), "address")
            assert made.info.commitment == promises[0].commitment
            raced = await asyncio.gather(*(hall.create(sealed(promises[1]), "address") for hall in (one, other)))
            assert sum(each.info.commitment == promises[1].commitment for each in raced) == 1
            assert raced[0].info.commitment != raced[1].info.commitment
        async with hall_on(url) as again:  # after a restart, too
            assert (await again.create(sealed(promises[2]), "address")).info.commitment == promises[2].commitment
            assert (await again.create(sealed(promises[0]), "address")).info.commitment != promises[0].commitment

    asyncio.run(check())


def test_a_commitment_is_used_up_even_if_its_game_is_deleted(tmp_path: Path) -> None:
    """Otherwise its maker would know the secret of another game with it."""

    async def check() -> None:
        now = Time()
        async with hall_on(str(tmp_path / "games.db"), now) as hall:
            promised = await hall.seal()
            made = await hall.create(sealed(promised), "address")
            await hall.delete(made.info.id, made.seats[0].token)
            await hall._store.write(changes.delete_games([made.info.id]))
            assert (await hall.create(sealed(promised), "address")).info.commitment != promised.commitment
            late = await hall.seal()
            now.jump(86_401)
            assert (await hall.create(sealed(late), "address")).info.commitment != late.commitment
            assert await hall._store.seal_used(promised.commitment)
            now.jump(3 * 86_400)
            await hall.seal()  # with a new key
            await hall._retention.tidy(now())
            assert not await hall._store.seal_used(promised.commitment)
            assert len(await hall._store.keys.all("seals")) == 1
            assert (await hall.create(sealed(promised), "address")).info.commitment != promised.commitment

    asyncio.run(check())


def test_a_promise_cannot_be_forged(tmp_path: Path) -> None:
    async def check() -> None:
        async with hall_on(str(tmp_path / "games.db")) as hall:
            one, two = await hall.seal(), await hall.seal()
            moment, _, rest = one.promise.partition("-")
            for promise in (
                "",
                "x",
                two.promise,
                f"{int(moment, 16) + 9:x}-{rest}",
                one.promise.upper(),
                f"{one.promise}0" * 9,
            ):
                made = await hall.create(sealed(Promised(one.commitment, promise)), "address")
                assert made.info.chance == "sealed" and made.info.commitment not in ("", one.commitment, two.commitment)
            made = await hall.create(sealed(Promised("", one.promise)), "address")
            assert made.info.commitment != one.commitment
            assert (await hall.create(sealed(one), "address")).info.commitment == one.commitment
            seats = {"blue": "you", "yellow": "bot:random"}
            wish = msgspec.structs.replace(sealed(two), seats=seats, seed="mine")
            assert not (await hall.create(wish, "address")).info.commitment
            assert (await hall.create(sealed(two), "address")).info.commitment == two.commitment

    asyncio.run(check())


def test_nobody_hears_the_secret_before_the_end(tmp_path: Path) -> None:
    """Neither on sockets nor by HTTP, in no error, metric or view; then everybody can have it."""
    with serving(tmp_path) as live:
        seal = live.call("POST", "/seals").json()
        promised = seal["commitment"]
        wish = {"scenario": "standard", "seats": {"blue": "you"}, "contribution": MINE, **seal}
        made = live.call("POST", "/games", wish).json()
        id, blue = made["info"]["id"], made["seats"][0]["token"]
        with live.connect(id, blue) as first, live.connect(id) as watching:
            heard = [live.call("GET", f"/games/{id}").content]
            yellow = live.call("POST", f"/games/{id}/join", {"contribution": YOURS}).json()["seats"][0]["token"]
            with closing(sqlite3.connect(tmp_path / "games.db")) as database:
                secret, seed = database.execute("SELECT secret, seed FROM games").fetchone()
            assert commitment(secret) == promised and seed == Seal(secret, {"blue": MINE, "yellow": YOURS}).seed
            play(live, id, {"blue": blue, "yellow": yellow}, 12, Random(1))
            for path in ("", "/view", "/events?since=0", "/history", "/record"):
                heard.append(live.call("GET", f"/games/{id}{path}", token=blue).content)
            heard += [live.call("GET", f"/replays/{id}/proof").content, live.http.get("/metrics").content]
            heard.append(live.call("POST", "/mine", {"tokens": [blue]}).content)
            heard.append(live.call("POST", f"/games/{id}/rematch", {"contribution": MINE}, blue).content)
            first.ask("history", "blue")
            watching.until("update")
            heard += [*first.heard, *watching.heard]
            assert promised.encode() in heard[0]
            for one in heard:
                assert not any(hidden.encode() in one for hidden in (secret, seed, MINE, YOURS)), one[:200]
            live.call("POST", f"/games/{id}/commands", {"type": "resign", "id": "r", "seat": "blue"}, blue)
            assert seal["promise"] not in secret + seed
        proof = decode(live.call("GET", f"/replays/{id}/proof").content, Proof)
        assert (proof.secret, proof.seed) == (secret, seed)
        record = live.call("GET", f"/games/{id}/record")
        kept = live.http.post("/api/replays", content=record.content, headers={"content-type": "text/plain"}).json()["id"]
        assert decode(live.call("GET", f"/replays/{kept}/proof").content, Proof) == proof
