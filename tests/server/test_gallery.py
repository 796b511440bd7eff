"""The gallery over HTTP and without a server: its list, and its games as replays with their analyses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dungeon_twister.browser.fixed_answers import NullDisk
from dungeon_twister.browser.local_server import LocalServer
from dungeon_twister.learning.gallery import load_gallery
from tests.server.live import serving


def test_games_of_the_gallery_over_http(tmp_path: Path) -> None:
    with serving(tmp_path) as live:
        cards = live.call("GET", "/study/gallery").json()
        assert [card["name"] for card in cards] == [game.name for game in load_gallery()]
        card, game = cards[0], load_gallery()[0]
        assert card["graph"][0][0] == game.analysis.turns[0].at and len(card["graph"]) == len(game.analysis.turns)
        assert [one["at"] for one in card["moments"]] == [moment.at for moment in game.moments]
        assert all(sum(shares) in range(95, 106) for _, *shares in card["graph"]) or card["scenario"] == "teams"
        replay = live.call("GET", f"/replays/{card['id']}").json()
        assert len(replay["entries"]) == card["choices"] and replay["winners"] == card["winners"]
        moment = card["moments"][-1]["at"]
        assert live.call("GET", f"/replays/{card['id']}/{moment}").json()["number"] == moment
        assert live.call("GET", f"/replays/{card['id']}/{moment}/board").json()["position"]
        analysis = live.call("GET", f"/replays/{card['id']}/analysis").json()
        assert analysis["complete"] and len(analysis["turns"]) == len(game.analysis.turns)
        done = live.call("POST", f"/replays/{card['id']}/analysis").json()
        assert done["done"] == done["total"] > 0
        record = live.call("GET", f"/games/{card['id']}/record").text
        assert record.splitlines()[0].startswith('{"record":')
        assert live.call("GET", "/replays/gallery-nothing").status_code == 404


async def answered(server: LocalServer, method: str, address: str) -> Any:
    status, body = await server.request(method, address)
    assert status == 200, body
    return json.loads(body)


@pytest.mark.anyio
async def test_games_of_the_gallery_without_a_server() -> None:
    server = LocalServer(NullDisk())
    for card in (await answered(server, "GET", "/study/gallery"))[:1]:
        assert len((await answered(server, "GET", f"/replays/{card['id']}"))["entries"]) == card["choices"]
        assert (await answered(server, "GET", f"/replays/{card['id']}/analysis"))["complete"]
        assert (await answered(server, "GET", f"/replays/{card['id']}/{card['moments'][0]['at']}/board"))["position"]
