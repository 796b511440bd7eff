"""Who sits where, and who may change it: names, the maker's rights, rematches asked for twice, and seats that are grabbed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from pathlib import Path
from random import Random

import httpx
import pytest

from dungeon_twister.game.record.files import load
from dungeon_twister.server.config import Settings
from dungeon_twister.server.games.game_service import GameService, ProtocolError
from dungeon_twister.server.protocol import Created, Join, NewGame
from dungeon_twister.server.socket_protocol import Resign
from tests.server.game_services import open_service, play_on, player, set_starters, two_people
from tests.server.live import Live, serving
from tests.server.test_game_service import code_of

OPEN = {"who": "open"}


async def refused(asked: Awaitable[object]) -> str:
    with pytest.raises(ProtocolError) as error:
        await asked
    return code_of(error)[0]


# -- names ------------------------------------------------------------------------------------------------------------------


async def test_people_at_one_screen_have_names_and_records_keep_them(url: str) -> None:
    async with open_service(url) as games:
        both = {"blue": "you", "yellow": "you"}
        wish = NewGame("base", seats=both, name="Ann", names={"yellow": f" Ben\n{'!' * 99}", "blue": "\u200b"})
        made = await games.create(wish, "address")
        names = [seat.name for seat in made.info.seats]
        assert names[0] == "Ann" and names[1].startswith("Ben !") and len(names[1]) == 40
        await games.command(made.info.id, "blue", Resign("r", "blue"))
        record, _ = load(await games.queries.record(made.info.id))
        assert record.header.players == {"blue": "Ann", "yellow": names[1]}
        wrong = NewGame("base", seats=both, names={"red": "Cid"})
        assert await refused(games.create(wrong, "address")) == "bad-game"


async def test_a_nameless_person_is_not_called_person_in_the_record(tmp_path: Path) -> None:
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        made = await games.create(NewGame("base", seats={"blue": "you", "yellow": "bot:greedy"}), "address")
        await games.command(made.info.id, "blue", Resign("r", "blue"))
        record, _ = load(await games.queries.record(made.info.id))
        assert record.header.players == {"yellow": "greedy"}


async def test_strongest_sits_down_under_its_own_name(tmp_path: Path) -> None:
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        made = await games.create(NewGame("base", seats={"blue": "you", "yellow": "bot:strongest"}), "address")
        assert made.info.seats[1].bot == "archmage"
        for name in ("search", "search:total=10000000", "archmage:total=10000000", "wizard"):
            wish = NewGame("base", seats={"blue": "you", "yellow": f"bot:{name}"})
            assert await refused(games.create(wish, "address")) == "bad-game"


# -- the maker --------------------------------------------------------------------------------------------------------------


async def three_seats(games: GameService) -> tuple[Created, Created]:
    """Ann has made a game for three, Ben has joined, one seat is free."""
    made = await games.create(NewGame("three-players", seats={"blue": "you"}, name="Ann", listed=True), "address")
    return made, await games.join(made.info.id, Join("Ben"))


async def test_only_the_maker_cancels_a_game_and_only_before_it_begins(url: str) -> None:
    async with open_service(url) as games:
        made, joined = await three_seats(games)
        assert [seat.maker for seat in joined.info.seats].count(True) == 1
        id, ann, ben = made.info.id, made.seats[0].token, joined.seats[0].token
        assert await refused(games.delete(id, ben)) == "others-play"
        await games.delete(id, ann)
        assert (await games.info(id)).stage == "given-up"
        made, joined = await three_seats(games)
        await games.join(made.info.id, Join("Cid"))
        for token in (made.seats[0].token, joined.seats[0].token):
            assert await refused(games.delete(made.info.id, token)) == "others-play"


async def test_the_maker_lists_frees_and_fills(url: str) -> None:
    async with open_service(url) as games:
        made, joined = await three_seats(games)
        id, ann, ben = made.info.id, made.seats[0].token, joined.seats[0].token
        colour = joined.seats[0].colour
        assert [info.id for info in await games.open_games()] == [id]
        assert await refused(games.publish(id, ben, False)) == "not-the-maker"
        assert not (await games.publish(id, ann, False)).listed and await games.open_games() == []
        assert await refused(games.seat(id, "blue", ann, "open")) == "own-seat"
        assert await refused(games.seat(id, "mauve", ann, "open")) == "bad-game"
        free = next(seat.colour for seat in joined.info.seats if seat.who == "open")
        assert await refused(games.seat(id, free, ben, "bot:random")) == "not-the-maker"
        assert await refused(games.seat(id, free, ann, "bot:nobody")) == "bad-game"
        assert await refused(games.seat(id, colour, ann, "bot:random")) == "no-seat"
        begun = await games.seat(id, free, ann, "bot:random")
        assert begun.stage == "playing" and {seat.who for seat in begun.seats} == {"person", "bot"}
        freed = await games.seat(id, colour, ann, "open")
        assert freed.stage == "open" and await refused(games.seat_of(id, ben)) == "wrong-token"
        again = await games.join(id, Join("Cid"))
        assert again.info.stage == "playing" and again.seats[0].colour == colour


async def test_a_player_who_has_moved_is_not_sent_away_and_a_waiting_one_may_go(url: str) -> None:
    async with open_service(url) as games:
        ann, ben = await two_people(games)
        while not (await ben.choices()):
            await ann.do((await ann.choices())[0])
        await ben.do((await ben.choices())[0])
        assert await refused(games.seat(ann.id, "yellow", ann.token, "open")) == "seat-has-moved"
        assert await refused(games.seat(ann.id, "yellow", ben.token, "open")) == "others-play"
        made, joined = await three_seats(games)
        left = await games.seat(made.info.id, joined.seats[0].colour, joined.seats[0].token, "open")
        assert [seat.who for seat in left.seats] == ["person", "open", "open"]


async def test_a_player_who_takes_a_bots_seat_gets_the_events(url: str) -> None:
    """Bots look for themselves and get no events; a person who takes the seat of one gets no event until the
    server was started again, though he saw the game."""
    async with open_service(url) as games:
        made = await games.create(NewGame("base", seats={"blue": "you", "yellow": "bot:random"}), "address")
        ann = player(games, made)
        await games.seat(ann.id, "yellow", ann.token, "open")
        ben = player(games, await games.join(ann.id, Join("Ben")))
        await set_starters(ann, ben)
        await play_on([ann, ben], 1, Random(1))
        assert [event.kind for event in ben.updates[-1].events] == [event.kind for event in ann.updates[-1].events] != []


def test_a_player_who_is_sent_away_gets_and_does_nothing_more(tmp_path: Path) -> None:
    """The socket is closed at once; the next one on the seat has secrets of his own."""
    with serving(tmp_path) as live:
        game, tokens = live.make(seats={"blue": "you"})
        taken = live.call("POST", f"/games/{game}/join", {"name": "Griefer"}).json()["seats"][0]["token"]
        with live.connect(game, taken) as griefer:
            griefer.until("welcome")
            answer = live.call("POST", f"/games/{game}/seats/yellow", OPEN, token=tokens["blue"])
            assert answer.status_code == 200 and answer.json()["stage"] == "open"
            assert griefer.until("trouble")["reason"]["code"] == "sent-away"
            live.call("POST", f"/games/{game}/join", {"name": "Ben"})
            with pytest.raises(Exception, match="4403"):
                while True:
                    griefer.receive()
        assert live.call("GET", f"/games/{game}/view", token=taken).status_code == 403
        assert live.call("DELETE", f"/games/{game}", token=taken).status_code == 403


# -- rematches --------------------------------------------------------------------------------------------------------------


def test_a_rematch_asked_for_many_times_at_once_is_one_game_with_its_own_seats(tmp_path: Path) -> None:
    """Double clicks, two tabs, both players: everybody gets the seat that is his, always with the same key."""
    with serving(tmp_path) as live:
        game, tokens = live.make(seats={"blue": "you"}, name="Ann")
        ben = live.call("POST", f"/games/{game}/join", {"name": "Ben"}).json()["seats"][0]["token"]
        live.call("POST", f"/games/{game}/commands", {"type": "resign", "id": "r", "seat": "blue"}, token=tokens["blue"])
        answers = asyncio.run(ask_for_rematches(live, game, [tokens["blue"]] * 8 + [ben] * 8))
        assert {answer.status_code for answer in answers} == {201}
        made = [answer.json() for answer in answers]
        assert len({one["info"]["id"] for one in made}) == 1
        seats = [tuple((seat["colour"], seat["token"]) for seat in one["seats"]) for one in made]
        assert len(set(seats[:8])) == 1 == len(set(seats[8:]))
        assert [seat[0][0] for seat in (seats[0], seats[8])] == ["yellow", "blue"]
        info = live.call("GET", f"/games/{made[0]['info']['id']}").json()
        assert [(seat["colour"], seat["name"]) for seat in info["seats"]] == [("blue", "Ben"), ("yellow", "Ann")]
        assert info["stage"] == "playing"


async def ask_for_rematches(live: Live, game: str, tokens: list[str]) -> list[httpx.Response]:
    async with httpx.AsyncClient(base_url=f"http://{live.address}/api", timeout=60) as client:
        asking = [client.post(f"/games/{game}/rematch", headers={"authorization": f"Bearer {token}"}) for token in tokens]
        return await asyncio.gather(*asking)


async def test_nobody_else_takes_the_seat_that_is_kept(url: str) -> None:
    async with open_service(url) as games:
        ann, ben = await two_people(games)
        await games.command(ann.id, "blue", Resign("r", "blue"))
        made = await games.rematch(ann.id, ann.token)
        assert [(seat.who, seat.name) for seat in made.info.seats] == [("open", "Ben"), ("person", "Ann")]
        assert await refused(games.join(made.info.id, Join("Cid"))) == "no-seat"
        await games.seat(made.info.id, "blue", made.seats[0].token, "open")  # Ann waits for Ben no longer
        await games.join(made.info.id, Join("Cid"))
        assert await refused(games.rematch(ann.id, ben.token)) == "no-seat"
        again = await games.rematch(ann.id, ann.token)
        assert again.seats == made.seats and again.info.stage == "playing"


async def test_a_rematch_of_a_whole_screen(tmp_path: Path) -> None:
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        both = {"blue": "you", "yellow": "you"}
        made = await games.create(NewGame("base", seats=both, names={"blue": "Ann", "yellow": "Ben"}), "address")
        await games.command(made.info.id, "blue", Resign("r", "blue"))
        first = await games.rematch(made.info.id, made.seats[0].token)
        assert [(seat.colour, seat.name) for seat in first.info.seats] == [("blue", "Ben"), ("yellow", "Ann")]
        assert (await games.rematch(made.info.id, made.seats[0].token)).seats == first.seats
        assert first.info.stage == "playing"


# -- seats that are grabbed ---------------------------------------------------------------------------------------------------


def test_seats_cannot_be_grabbed(tmp_path: Path) -> None:
    """Of twenty open games one address gets eight at once, then one in a minute and a half. The maker of a game sends the guest
    away, and the people of a house play among themselves without such a limit."""
    settings = Settings(pace=0, request_rate=0, proxies="127.0.0.1")
    with serving(tmp_path, settings) as live:
        maker, griefer = ({"x-forwarded-for": f"192.0.2.{number}"} for number in (1, 2))
        wish = {"scenario": "base", "seats": {"blue": "you"}, "listed": True}
        games = [live.http.post("/api/games", json=wish, headers=maker).json() for _ in range(20)]
        ids = [game["info"]["id"] for game in games]
        grabbed = [live.http.post(f"/api/games/{id}/join", json={}, headers=griefer) for id in ids]
        assert [answer.status_code for answer in grabbed] == [201] * 8 + [429] * 12
        assert grabbed[-1].json()["reason"]["code"] == "too-many-seats"
        assert 80 < int(grabbed[-1].headers["retry-after"]) <= 91
        for game in games[:8]:
            token = game["seats"][0]["token"]
            assert live.call("POST", f"/games/{game['info']['id']}/seats/yellow", OPEN, token=token).status_code == 200
        at_home = [live.http.post(f"/api/games/{id}/join", json={}, headers=maker) for id in ids[:12]]
        assert {answer.status_code for answer in at_home} == {201}
        assert live.http.post(f"/api/games/{ids[0]}/join", json={}, headers=maker).status_code == 409
