"""Sheets of a custom scenario over the net: all of them, in the language of the page, refused with a sentence."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dungeon_twister.rules.engine.scenarios import builtin_text
from dungeon_twister.server.games.queries.game_queries import LONGEST_DECLARED
from dungeon_twister.server.wire import decode
from dungeon_twister.server.workshop_protocol import PrintedSheet
from tests.server.live import Live, serving

TEXT = builtin_text("simplified")


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with serving(tmp_path_factory.mktemp("printing")) as found:
        yield found


@pytest.mark.parametrize(
    ("changes", "status", "words"),
    [
        ({"declared": "base"}, 422, "not the text"),
        ({"declared": TEXT + "#" * LONGEST_DECLARED}, 422, "12,000 characters"),
        ({"declared": TEXT.replace("target = 5", "target = -5")}, 422, "target is a whole number"),
        ({"paper": "a0"}, 400, ""),
        ({"language": "../../etc"}, 400, ""),
        ({"more": 1}, 400, ""),
    ],
)
def test_refusals(live: Live, changes: dict[str, object], status: int, words: str) -> None:
    answer = live.call("POST", "/workshop/print", {"declared": TEXT, **changes})
    assert answer.status_code == status and words in answer.text


def test_sheets(live: Live) -> None:
    wish = {"declared": TEXT, "paper": "letter", "language": "fr"}
    answer = live.call("POST", "/workshop/print", wish)
    sheets = decode(answer.content, list[PrintedSheet])
    assert [sheet.kind for sheet in sheets[:3]] == ["overview", "rooms", "backs"]
    assert 'width="215.9mm"' in sheets[0].svg and "mesure 5 cm" in sheets[0].svg
