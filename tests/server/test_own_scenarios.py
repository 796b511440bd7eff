"""Custom scenarios: checked outside the event loop, kept with the game, rebuilt, and bounded."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from dungeon_twister.game.record.files import load
from dungeon_twister.presentation.guide.guide_shapes import ScenarioCard, Scene
from dungeon_twister.server.endpoints.catalogue_routes import the_scene
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.queries.game_queries import LONGEST_DECLARED
from dungeon_twister.server.protocol import Again, Join, NewGame
from dungeon_twister.server.wire import decode
from dungeon_twister.server.workers.replay_worker import SLOWEST_LAYOUT, CheckScenario, ReplayWorker
from tests.server.game_services import Player, open_service, play_on, replay_of
from tests.server.live import serving
from tests.test_own_scenarios import REFUSED

GALLERY = Path(__file__).parents[1] / "games" / "newest"
TEXT = (GALLERY / "gallery.toml").read_text("utf-8") + (
    f"\n[[drawing]]\nname = \"gallery\"\nrooms = '''\n{(GALLERY / 'gallery.txt').read_text('utf-8')}'''\n"
)


def wish(text: str = TEXT, scenario: str = "own", **seats: str) -> NewGame:
    return NewGame(scenario, seats=seats or {"blue": "you"}, declared=text)


async def test_it_is_played_kept_rebuilt_recorded_and_played_again(url: str) -> None:
    """Over restarts, by another process, with nothing at hand but the database."""
    rng, id, token = Random(1), "", ""
    for _ in range(60):
        async with open_service(url, most_games=1) as games:
            if not id:
                made = await games.create(wish(), "address")
                id, token = made.info.id, made.seats[0].token
                await games.join(id, Join("Ben"))
                await games.create(NewGame("base", seats={"blue": "you"}), "address")  # the first one is forgotten
            info = await games.info(id)
            assert (info.scenario, info.title) == ("own", "The gallery")
            await play_on([Player(games, id, seat.colour) for seat in info.seats], 200, rng)
            view = (await games.welcome(id, ["blue"])).sights[0].view
            assert view.declared == TEXT
            assert decode(await games.queries.scene(id, "address"), Scene).title == "The gallery"
            if (await games.info(id)).stage == "over":
                break
    async with open_service(url) as games:
        text = await games.queries.record(id)
        assert load(text)[0].header.declared == TEXT
        assert (await replay_of(games, id, "all")).scenario == "own"
        kept = await games.queries.keep_record(text.encode(), "address")
        assert decode(await games.queries.scene(kept, "address"), Scene).title == "The gallery"
        again = await games.rematch(id, token, Again())
        assert again.info.title == "The gallery" and again.info.id != id


async def test_bots_play_it(tmp_path: Path) -> None:
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        made = await games.create(wish(blue="you", yellow="bot:random"), "address")
        one = Player(games, made.info.id, "blue")
        async with asyncio.timeout(60):
            while (await games.info(made.info.id)).turn < 3:
                choices = await one.choices()
                if choices:
                    await one.do(choices[0])
                await asyncio.sleep(0.01)
        assert (await games.info(made.info.id)).stage == "playing"


@pytest.mark.parametrize(("text", "old", "new", "sentence"), REFUSED, ids=[case[3] for case in REFUSED])
def test_what_does_not_fit_is_refused(text: str, old: str, new: str, sentence: str) -> None:
    """The reader says why, in a sentence of bounded length and within a bounded time."""
    reply = ReplayWorker().answer(CheckScenario(text.replace(old, new, 1), {}))
    assert reply.code == "bad-game" and sentence.lower() in reply.sentence.lower()
    assert len(reply.sentence) < 500 and reply.seconds < 2 * SLOWEST_LAYOUT


async def test_nothing_is_made_of_a_bad_wish(tmp_path: Path) -> None:
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        for bad in (
            wish(TEXT.replace("target = 2", "target = -2")),
            wish(TEXT + "#" * LONGEST_DECLARED),
            wish(TEXT, "base"),
            wish("base"),
            wish("own"),
            NewGame(TEXT, seats={"blue": "you"}),
            NewGame("own", seats={"blue": "you"}),
            NewGame("own", {"pairs": "3"}, seats={"blue": "you"}, declared=TEXT),
        ):
            with pytest.raises(ProtocolError) as caught:
                await games.create(bad, "address")
            assert caught.value.status == 422 and len(str(caught.value)) < 500
        assert await games.unfinished("address") == 0
        with pytest.raises(ProtocolError, match="one line"):
            the_scene(TEXT, {})


def test_very_many_sets_of_rooms_are_not_listed() -> None:
    """600 million ways to choose 16 of 32 pairs: who chooses is offered, the sets are not."""
    room = (GALLERY / "gallery.txt").read_text("utf-8").split("\n", 1)[1]
    lines = room.split("\n")[1:12]
    many = "".join(f"room r{n} pair=p{n // 2} turn=cw\n" + "\n".join(lines) + "\n" for n in range(64))
    head = TEXT.split("\n[[drawing]]")[0].replace("pairs = 2", "pairs = 16")
    reply = ReplayWorker().answer(CheckScenario(f"{head}\n[[drawing]]\nname = \"gallery\"\nrooms = '''\n{many}'''\n", {}))
    assert reply.code == "" and reply.seconds < SLOWEST_LAYOUT
    pairs = next(switch for switch in decode(reply.body, ScenarioCard).switches if switch.name == "pairs")
    assert pairs.values == ["random", "players"]


def test_over_http(tmp_path: Path) -> None:
    """A text of the greatest length comes through; a longer body is refused before it is read."""
    with serving(tmp_path) as live:
        text = TEXT + "#" + "\u00e9" * (LONGEST_DECLARED - len(TEXT) - 1)
        id, _ = live.make("own", declared=text, seats={"blue": "you", "yellow": "bot:random"})
        assert live.call("GET", f"/games/{id}").json()["title"] == "The gallery"
        scene = live.call("GET", f"/games/{id}/scene")
        assert scene.status_code == 200 and decode(scene.content, Scene).title == "The gallery"
        assert live.call("GET", "/games/nowhere/scene").status_code == 404
        assert live.call("POST", "/games", {"scenario": "own", "declared": text + "x"}).status_code == 422
        card = live.http.post("/api/scenarios", content="\ufeff" + TEXT.replace("\n", "\r\n"))
        assert card.status_code == 200 and card.json()["title"] == "The gallery"
        target = next(switch for switch in card.json()["switches"] if switch["name"] == "target")
        assert (target["default"], target["low"]) == ("2", 2)
        for bad in ("base", b"\xff\n", TEXT.replace("pairs = 2", "pairs = 3"), TEXT + "#" * LONGEST_DECLARED):
            answer = live.http.post("/api/scenarios", content=bad)
            assert answer.status_code == 422 and answer.json()["reason"]["code"] == "bad-game"
        assert live.call("POST", "/games", {"scenario": "own", "declared": "x" * 200_000}).status_code == 413
