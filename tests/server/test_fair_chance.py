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
from dungeon_twister.server.games.game_service import GameService, ProtocolError
from dungeon_twister.server.protocol import Again, Join, NewGame, Promised
from dungeon_twister.server.socket_protocol import Fill, Resign
from dungeon_twister.server.store import changes
from dungeon_twister.server.store.models import GAMES
from dungeon_twister.server.store.sql_store import Store
from dungeon_twister.server.wire import decode
from tests.server.game_services import Player, Time, open_service, play_on, player, replay_of, two_people
from tests.server.live import serving
from tests.server.test_http import play


async def laid_by_fill(games: GameService) -> list[str]:
    """What `fill` has chosen for blue in the setup of a game with a known seed."""
    seats = {"blue": "you", "yellow": "bot:random"}
    made = await games.create(NewGame("base", seats=seats, seed="known"), "address")
    blue = player(games, made)
    while (seen := await blue.look()).info.turn == 0:
        if seen.info.decider == "blue":
            await games.command(blue.id, "blue", Fill(token_hex(8), "blue", seen.version))
        await asyncio.sleep(0.001)
    await games.command(blue.id, "blue", Resign("r", "blue"))
    return [entry.text for entry in (await replay_of(games, blue.id, "all")).entries if entry.who == "blue"]


async def test_a_known_seed_does_not_foretell_what_fill_lays(tmp_path: Path) -> None:
    async with open_service(str(tmp_path / "games.db")) as games:
        assert await laid_by_fill(games) != await laid_by_fill(games)


# -- seals ---------------------------------------------------------------------------------------------------------------

MINE, YOURS = "a1" * 32, "0f" * 32


def sealed(promised: Promised, scenario: str = "base") -> NewGame:
    """A game with the commitment that was promised."""
    made = NewGame(scenario, seats={"blue": "you"}, contribution=MINE, commitment=promised.commitment)
    return msgspec.structs.replace(made, promise=promised.promise)


async def test_a_seed_is_refused_where_others_play(tmp_path: Path) -> None:
    async with open_service(str(tmp_path / "games.db")) as games:
        with pytest.raises(ProtocolError) as refused:
            await games.create(NewGame("base", seats={"blue": "you"}, seed="mine"), "address")
        assert (refused.value.reason.code, refused.value.status) == ("seed-with-others", 422)
        with pytest.raises(ProtocolError) as refused:
            await games.create(NewGame("base", seats={"blue": "you"}, contribution="A" * 64), "address")
        assert refused.value.reason.code == "bad-contribution"
        seats = {"blue": "you", "yellow": "bot:random"}
        assert (await games.create(NewGame("base", seats=seats, seed="mine"), "address")).info.chance == "known"
        made = await games.create(NewGame("base", seats={"blue": "you"}), "address")
        with pytest.raises(ProtocolError) as refused:
            await games.join(made.info.id, Join(contribution="x"))
        assert refused.value.reason.code == "bad-contribution"
        assert (await games.info(made.info.id)).stage == "open"


@pytest.mark.parametrize("scenario", ["base", "standard"])
async def test_the_seed_is_made_of_what_all_contribute(url: str, scenario: str) -> None:
    """Nothing is drawn before the last one has sat down; then all is as the published secret says."""
    async with open_service(url) as games:
        promise = await games.creation.seal()
        promised = promise.commitment
        wish = sealed(promise, scenario)
        made = await games.create(wish, "address")
        assert made.info.commitment == promised and made.info.chance == "sealed"
        blue = player(games, made)
        waiting = await blue.look()
        assert (waiting.version == 0 and not waiting.sights[0].view.choices) or scenario == "base"
        joined = await games.join(made.info.id, Join("Ben", contribution=YOURS))
        if scenario == "standard":
            assert blue.updates and blue.updates[-1].version == joined.info.version > 0
        other = await games.create(msgspec.structs.replace(wish), "address")
        assert other.info.commitment != promised, "a secret is used once"
        with pytest.raises(ProtocolError) as refused:
            await games.queries.proof(made.info.id)
        assert refused.value.reason.code == "not-over"
        await play_on([blue, player(games, joined)], 30, Random(2))
        id = made.info.id
    async with open_service(url) as games:  # as the database has it
        await games.command(id, "blue", Resign("r", "blue"))
        record, seed = load(await games.queries.record(id))
        assert record.end is not None and record.end.contributions == {"blue": MINE, "yellow": YOURS}
        assert seed == Seal(record.end.secret, record.end.contributions).seed
        assert commitment(record.end.secret) == record.header.commitment == promised
        assert verdict(verify(record))
        proof = decode(await games.queries.proof(id), Proof)
        assert proof == proof_of(record) and proof.draws


async def test_a_seat_that_is_freed_before_anything_happened(tmp_path: Path) -> None:
    """A player who joins then contributes; once something has happened the seed is fixed, and the answer says so."""
    async with open_service(str(tmp_path / "games.db")) as games:
        for scenario, drawn in (("base", False), ("standard", True)):
            made = await games.create(NewGame(scenario, seats={"blue": "you"}, contribution=MINE), "address")
            id, token = made.info.id, made.seats[0].token
            assert made.contributed and (await games.join(id, Join(contribution=YOURS))).contributed
            assert (await games.seat(id, "yellow", token, "open")).stage == "open"
            last = await games.join(id, Join(contribution="77" * 32))
            assert last.contributed is not drawn
            await games.command(id, "blue", Resign("r", "blue"))
            record, _ = load(await games.queries.record(id))
            assert record.end is not None and verdict(verify(record))
            assert record.end.contributions == {"blue": MINE, "yellow": YOURS if drawn else "77" * 32}


async def test_nobody_can_sit_down_later_in_a_game_with_a_known_seed(tmp_path: Path) -> None:
    async with open_service(str(tmp_path / "games.db")) as games:
        made = await games.create(NewGame("base", seats={"blue": "you", "yellow": "bot:random"}, seed="mine"), "address")
        with pytest.raises(ProtocolError) as refused:
            await games.seat(made.info.id, "yellow", made.seats[0].token, "open")
        assert refused.value.reason.code == "seed-with-others"


async def test_a_rematch_has_a_seal_of_its_own(tmp_path: Path) -> None:
    async with open_service(str(tmp_path / "games.db")) as games:
        ann, ben = await two_people(games)
        await games.command(ann.id, "blue", Resign("r", "blue"))
        promise = await games.creation.seal()
        promised = promise.commitment
        again = Again(contribution=MINE, commitment=promised, promise=promise.promise)
        first = await games.rematch(ann.id, ann.token, again)
        second = await games.rematch(ann.id, ben.token, Again(contribution=YOURS))
        assert first.info.commitment == second.info.commitment == promised != (await games.info(ann.id)).commitment
        await games.command(first.info.id, "blue", Resign("r", "blue"))
        record, _ = load(await games.queries.record(first.info.id))
        assert record.end is not None
        assert record.end.contributions == {first.seats[0].colour: MINE, second.seats[0].colour: YOURS}
        assert verdict(verify(record))


async def test_a_game_made_before_there_were_seals_goes_on(url: str) -> None:
    """Its draws stand in the log; its record says that nothing can be proved of them."""
    async with open_service(url) as games:
        ann, _ = await two_people(games, NewGame("standard", seats={"blue": "you"}))
        id = ann.id
    store = Store(url)
    await store.open()
    async with store.engine.begin() as connection:  # as the migration leaves it
        await connection.execute(sa.update(GAMES).values(chance=0, secret="", seed="an old seed", contributions={}))
    await store.close()
    async with open_service(url) as games:
        assert (await games.info(id)).chance == "old" and not (await games.info(id)).commitment
        await play_on([Player(games, id, "blue"), Player(games, id, "yellow")], 40, Random(1))
        await games.command(id, "blue", Resign("r", "blue"))
        record, _ = load(await games.queries.record(id))
        assert record.header.chance == 0 and verdict(verify(record)) is None
        assert any("cannot be checked" in finding.sentence for finding in verify(record))


async def test_a_commitment_is_good_in_every_process_and_once(url: str) -> None:
    """Nothing is kept in memory: what one process promised another one keeps, also after a flood of other promises."""
    async with open_service(url) as one, open_service(url) as other:
        promises = [await one.creation.seal() for _ in range(5000)]
        assert len({promised.commitment for promised in promises}) == 5000
        made = await other.create(sealed(promises[0]), "address")
        assert made.info.commitment == promises[0].commitment
        raced = await asyncio.gather(*(games.create(sealed(promises[1]), "address") for games in (one, other)))
        assert sum(each.info.commitment == promises[1].commitment for each in raced) == 1
        assert raced[0].info.commitment != raced[1].info.commitment
    async with open_service(url) as again:  # after a restart, too
        assert (await again.create(sealed(promises[2]), "address")).info.commitment == promises[2].commitment
        assert (await again.create(sealed(promises[0]), "address")).info.commitment != promises[0].commitment


async def test_a_commitment_is_used_up_even_if_its_game_is_deleted(tmp_path: Path) -> None:
    """Otherwise its maker would know the secret of another game with it."""
    now = Time()
    async with open_service(str(tmp_path / "games.db"), now) as games:
        promised = await games.creation.seal()
        made = await games.create(sealed(promised), "address")
        await games.delete(made.info.id, made.seats[0].token)
        await games._store.write(changes.delete_games([made.info.id]))
        assert (await games.create(sealed(promised), "address")).info.commitment != promised.commitment
        late = await games.creation.seal()
        now.jump(86_401)
        assert (await games.create(sealed(late), "address")).info.commitment != late.commitment
        assert await games._store.seal_used(promised.commitment)
        now.jump(3 * 86_400)
        await games.creation.seal()  # with a new key
        await games._retention.tidy(now())
        assert not await games._store.seal_used(promised.commitment)
        assert len(await games._store.keys.all("seals")) == 1
        assert (await games.create(sealed(promised), "address")).info.commitment != promised.commitment


async def test_a_promise_cannot_be_forged(tmp_path: Path) -> None:
    async with open_service(str(tmp_path / "games.db")) as games:
        one, two = await games.creation.seal(), await games.creation.seal()
        moment, _, rest = one.promise.partition("-")
        for promise in (
            "",
            "x",
            two.promise,
            f"{int(moment, 16) + 9:x}-{rest}",
            one.promise.upper(),
            f"{one.promise}0" * 9,
        ):
            made = await games.create(sealed(Promised(one.commitment, promise)), "address")
            assert made.info.chance == "sealed" and made.info.commitment not in ("", one.commitment, two.commitment)
        made = await games.create(sealed(Promised("", one.promise)), "address")
        assert made.info.commitment != one.commitment
        assert (await games.create(sealed(one), "address")).info.commitment == one.commitment
        seats = {"blue": "you", "yellow": "bot:random"}
        wish = msgspec.structs.replace(sealed(two), seats=seats, seed="mine")
        assert not (await games.create(wish, "address")).info.commitment
        assert (await games.create(sealed(two), "address")).info.commitment == two.commitment


def test_nobody_hears_the_secret_before_the_end(tmp_path: Path) -> None:
    """Neither on sockets nor by HTTP, in no error, metric or view; then everybody can have it."""
    with serving(tmp_path) as live:
        seal = live.call("POST", "/seals").json()
        promised = seal["commitment"]
        wish = {"scenario": "standard", "seats": {"blue": "you"}, "contribution": MINE, **seal}
        made = live.call("POST", "/games", wish).json()
        id, blue = made["info"]["id"], made["seats"][0]["token"]
        with live.connect(id, blue) as first, live.connect(id) as watching:
            received = [live.call("GET", f"/games/{id}").content]
            yellow = live.call("POST", f"/games/{id}/join", {"contribution": YOURS}).json()["seats"][0]["token"]
            with closing(sqlite3.connect(tmp_path / "games.db")) as database:
                secret, seed = database.execute("SELECT secret, seed FROM games").fetchone()
            assert commitment(secret) == promised and seed == Seal(secret, {"blue": MINE, "yellow": YOURS}).seed
            play(live, id, {"blue": blue, "yellow": yellow}, 12, Random(1))
            for path in ("", "/view", "/events?since=0", "/history", "/record"):
                received.append(live.call("GET", f"/games/{id}{path}", token=blue).content)
            received += [live.call("GET", f"/replays/{id}/proof").content, live.http.get("/metrics").content]
            received.append(live.call("POST", "/mine", {"tokens": [blue]}).content)
            received.append(live.call("POST", f"/games/{id}/rematch", {"contribution": MINE}, blue).content)
            first.ask("history", "blue")
            watching.until("update")
            received += [*first.received, *watching.received]
            assert promised.encode() in received[0]
            for one in received:
                assert not any(hidden.encode() in one for hidden in (secret, seed, MINE, YOURS)), one[:200]
            live.call("POST", f"/games/{id}/commands", {"type": "resign", "id": "r", "seat": "blue"}, blue)
            assert seal["promise"] not in secret + seed
        proof = decode(live.call("GET", f"/replays/{id}/proof").content, Proof)
        assert (proof.secret, proof.seed) == (secret, seed)
        record = live.call("GET", f"/games/{id}/record")
        kept = live.http.post("/api/replays", content=record.content, headers={"content-type": "text/plain"}).json()["id"]
        assert decode(live.call("GET", f"/replays/{kept}/proof").content, Proof) == proof
