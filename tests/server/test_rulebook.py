"""The routes of the pages of the rules."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dungeon_twister.ai.analysis.strategy import strategy_of
from dungeon_twister.presentation.guide.examples import GAMES, load_examples
from dungeon_twister.presentation.guide.rulebook_shapes import Strategy
from dungeon_twister.server.wire import decode, encode
from tests.server.live import Live, serving


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with serving(tmp_path_factory.mktemp("rulebook")) as server:
        yield server


@pytest.mark.parametrize("game", GAMES)
def test_examples_and_strategy(live: Live, game: str) -> None:
    answer = live.call("GET", f"/examples?game={game}")
    assert answer.content == encode(load_examples(game))
    assert [example["name"] for example in answer.json()["examples"]] == [each.name for each in load_examples(game).examples]
    again = live.http.get(f"/api/examples?game={game}", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert decode(live.call("GET", f"/strategy?game={game}").content, Strategy) == strategy_of(game)


@pytest.mark.parametrize("path", ["/examples", "/strategy"])
def test_there_are_two_games(live: Live, path: str) -> None:
    wrong = live.call("GET", f"{path}?game=chess")
    assert (wrong.status_code, wrong.json()["reason"]["code"]) == (422, "bad-game")
    assert live.call("GET", path).status_code == 400
