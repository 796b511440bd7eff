"""The workshop's check: what the rules say of a text, what is refused, and what a flood gets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dungeon_twister.rules.engine.scenario import load_rooms
from dungeon_twister.rules.engine.scenarios import builtin_text, scenario_names
from dungeon_twister.server.config import Settings, unlimited
from dungeon_twister.server.games.queries.game_queries import LONGEST_DECLARED
from dungeon_twister.server.wire import decode
from dungeon_twister.server.workers.replay_worker import SLOWEST_LAYOUT, CheckWorkshopText, ReplayWorker
from dungeon_twister.server.workshop_protocol import CheckedText, WorkshopText
from tests.server.live import serving
from tests.workshop.hostile import FILES, text_of

ROOMS = (Path(__file__).parents[2] / "src/dungeon_twister/content/rooms/base.txt").read_text("utf-8")


def judged(text: str, kind: str = "scenario", game: str = "") -> CheckedText:
    wish = decode(json.dumps({"text": text, "kind": kind, "game": game}).encode(), WorkshopText)
    reply = ReplayWorker().answer(CheckWorkshopText(wish))
    assert reply.code == "" and reply.seconds < 2 * SLOWEST_LAYOUT, reply.sentence
    return decode(reply.body, CheckedText)


@pytest.mark.parametrize("name", scenario_names())
def test_what_ships_has_no_errors_and_comes_as_tables(name: str) -> None:
    found = judged(builtin_text(name))
    assert not [finding for finding in found.findings if finding.severity == "error"]
    assert found.tables is not None and found.tables["title"]


def test_rooms_are_judged_for_their_game() -> None:
    assert judged(ROOMS, "rooms").findings == []
    assert {finding.code for finding in judged(ROOMS, "rooms", "card").findings} == {"drawn-in-squares"}
    shut = judged(ROOMS.replace("@", "."), "rooms")
    assert {finding.code for finding in shut.findings} == {"gears"}
    assert {finding.room for finding in shut.findings} == {room.name for room in load_rooms("base")}


@pytest.mark.parametrize("row", FILES, ids=[row["why"] for row in FILES])
def test_hostile_texts_are_findings_of_bounded_size(row: dict[str, Any]) -> None:
    """Markup comes back as the text that it is; depth, numbers and dates of TOML break nothing."""
    found = judged(text_of(row))
    assert (found.findings[0].code, found.findings[0].values) == (row["code"], row["values"])
    assert len(str(found.findings)) < 20_000
    assert len(judged("room <b> pair=& turn=cw\n" * 400, "rooms").findings) < 200


def test_over_http(tmp_path: Path) -> None:
    with serving(tmp_path) as live:
        good = live.call("POST", "/workshop/check", {"text": builtin_text("base"), "kind": "scenario"})
        assert good.status_code == 200 and good.json()["findings"] == [] and good.json()["tables"]["pairs"] == 4
        long = live.call("POST", "/workshop/check", {"text": "#" * (LONGEST_DECLARED + 1), "kind": "rooms"})
        assert [finding["code"] for finding in long.json()["findings"]] == ["too-long"]
        assert live.call("POST", "/workshop/check", {"text": "#" * 200_000, "kind": "rooms"}).status_code == 413
        for bad in (
            {"text": "x"},
            {"text": "x", "kind": "maze"},
            {"text": 3, "kind": "rooms"},
            {"kind": "rooms", "text": "", "x": 1},
        ):
            assert live.call("POST", "/workshop/check", bad).status_code == 400


def test_a_flood_is_refused(tmp_path: Path) -> None:
    limited = msgspec.structs.replace(unlimited(Settings(pace=0)), question_rate=0.01, question_burst=3)
    with serving(tmp_path, limited) as live:
        answers = [live.call("POST", "/workshop/check", {"text": "", "kind": "rooms"}).status_code for _ in range(5)]
        assert answers == [200, 200, 200, 429, 429]
