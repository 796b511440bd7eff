"""Files nobody would write: every command answers with exit code 0, 1 or 2 and never with a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dungeon_twister.cli.main import main
from dungeon_twister.rules.engine.scenario import load_rooms
from tests.amounts import TIMES

COMMANDS = (["show"], ["replay"], ["cases"], ["perft", "--depth", "1"], ["rooms"])
LINES = st.sampled_from(
    [
        "position 1",
        "scenario base",
        "scenario lab",
        "scenario ../base",
        "options target=6",
        "turn blue ap 2",
        "turn blue card",
        "blue vp 1 actions 2345",
        "rooms R1=1D.0 R2=1G.3",
        "gates c4e=open",
        "under R1 bW",
        "marks bW=potion3",
        "count turn 3 highest 2 progress no",
        "maze",
        "   +----+",
        " 1 | o  |",
        "case x",
        "clauses TURN-1",
        "same",
        "new base",
        "run",
        "> card 2",
        "expect gate a1 x",
        "expect room",
        "expect over no",
        "only card 2",
        "choices 1",
        "room 1D pair=1 turn=cw",
        "+-+ + + + +",
        "scenario card-lab",
        "options secretObjects=yes",
        "turn blue ap 3",
        "rooms R1=blue-1.0 R2=green-2.1",
        "gates R1=open",
        "walls R1",
        "under R3 bNa yro",
        "at blue-1.T bNa+bro bPa+bCl~+bke yCl~ yke",
        "at N0T bTh",
        "at N bke",
        "new tutorial-1",
        "> bNa move",
        "expect bNa at blue-1.T",
        "room x pair=blue turn=cw",
        "+ + + + + +",
        " T T S C G ",
        '{"record":1,"rules":"1","scenario":"tutorial-1"}',
        '["start bNa 0","placer blue"]',
        '{"record":1,"rules":"1","scenario":"base"}',
        '{"record":1,"rules":"1","scenario":"base","sealed":"eJw="}',
        '["card 2","start bW a2"]',
        '{"hash":"","winners":[],"vp":{}}',
    ]
)
TEXTS = st.lists(st.one_of(LINES, st.text(max_size=30)), max_size=25).map("\n".join)


def check(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in COMMANDS:
        code = main([*command, str(path)])
        captured = capsys.readouterr()
        assert code in (0, 1, 2)
        assert "Traceback" not in captured.out + captured.err
        assert code != 2 or captured.err.count("\n") == 1


@settings(max_examples=20 * TIMES, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=TEXTS)
def test_lines(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "file"
    path.write_text(text, "utf-8", errors="surrogatepass")
    check(path, capsys)


@settings(max_examples=15 * TIMES, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=200))
def test_bytes(data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    check(path, capsys)


@settings(max_examples=20 * TIMES, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(which=st.integers(0, 3), changes=st.lists(st.tuples(st.floats(0, 1), st.characters()), min_size=1, max_size=4))
def test_nearly_valid_lines(
    which: int,
    changes: list[tuple[float, str]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    finished: Path,
    unfinished: Path,
    position: Path,
) -> None:
    """A good file with a few characters changed."""
    rooms = "\n".join("\n".join([f"room {r.name} pair={r.pair} turn=cw", *r.lines]) for r in load_rooms("base"))
    good = [finished.read_text("utf-8"), unfinished.read_text("utf-8"), position.read_text("utf-8"), rooms][which]
    for place, sign in changes:
        at = int(place * (len(good) - 1))
        good = good[:at] + sign + good[at + 1 :]
    path = tmp_path / "file"
    path.write_text(good, "utf-8", errors="surrogatepass")
    check(path, capsys)
