"""The other commands, as text and as JSON, and what they say when something is wrong."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from argparse import _SubParsersAction
from pathlib import Path

import pytest

from dungeon_twister.cli.main import main, make_parser
from dungeon_twister.cli.overview import OVERVIEW
from dungeon_twister.cli.parsing import Parser
from dungeon_twister.rules.engine.scenario import load_rooms
from dungeon_twister.rules.geometry.rooms import rotated
from tests.cli.conftest import Run

CASE = """case The first card must be the 2
clauses TURN-4
new base
run
expect over no
"""


def fails(run: Run, *argv: str) -> str:
    """Run a command that must fail: exit code 2, one sentence on stderr, nothing on stdout."""
    result = run(*argv)
    assert result.code == 2, result
    assert result.out == ""
    assert result.err.count("\n") == 1 and result.err.endswith(".\n"), result.err
    return result.err


# -- help and errors ----------------------------------------------------------------------------------------------------


def commands() -> dict[str, Parser]:
    """Return the parsers of all commands."""
    return next(action.choices for action in make_parser()._actions if isinstance(action, _SubParsersAction))


def test_overview_names_all_commands_on_one_screen(run: Run) -> None:
    assert "dungeon-twister" in run("--version").out
    assert run().out == run("--help").out == OVERVIEW
    lines = OVERVIEW.splitlines()
    assert len(lines) < 24 and max(map(len, lines)) <= 80
    names = re.findall(r"[a-z]+", " ".join(re.findall(r"^(?:[A-Z][a-z]+)? +((?:[a-z]+, )*[a-z]+)  ", OVERVIEW, re.MULTILINE)))
    assert sorted(names) == sorted(commands())


@pytest.mark.parametrize("command", commands())
def test_help_of_a_command_has_examples_that_can_be_typed(run: Run, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    result = run(command, "--help")
    assert result.code == 0 and max(map(len, result.out.splitlines())) <= 80
    examples = re.findall(r"^(?:Example:|  ?) ?dungeon-twister ((?:\S| (?! |[>&]))+)", result.out, re.MULTILINE)
    assert examples and all(example.split()[0] == command for example in examples)
    for example in examples:
        assert callable(make_parser().parse_args(shlex.split(example)).run)


@pytest.mark.parametrize(
    "argv",
    [
        ["show", "/no/such/file"],
        ["show", "/"],
        ["show", "a\0b"],
        ["replay", "/no/such/file"],
        ["perft", "/no/such/file", "--depth", "1"],
        ["rooms", "/no/such/file"],
        ["replay"],
        ["perft", "x"],
        ["perft", "x", "--depth", "deep"],
        ["selfplay", "--bots", "random"],
        ["selfplay", "--bots", "random,nobody"],
        ["selfplay", "--bots", "random,random", "--games", "0"],
        ["selfplay", "--bots", "random,random", "--jobs", "0"],
        ["selfplay", "--bots", "random,random", "--scenario", "nowhere"],
        ["selfplay", "--bots", "random,random", "--option", "target=1"],
        ["bench", "--seconds", "0"],
        ["bench", "--seconds", "nan"],
        ["frobnicate"],
        ["games", "show"],
        ["games", "lost"],
        ["people", "delete"],
        ["clubs", "delete"],
        ["reports", "close"],
        ["ban", "add"],
        ["top", "--port", "1"],
        ["play", "--save", "/no/such/folder/game.dt"],
    ],
)
def test_wrong_arguments_are_one_sentence(run: Run, argv: list[str]) -> None:
    fails(run, *argv)


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["plya"], "There is no command plya. Did you mean play? See 'dungeon-twister --help'."),
        (["frobnicate"], "There is no command frobnicate. See 'dungeon-twister --help'."),
        (["play", "--sead", "3"], "There is no option --sead here. Did you mean --seed? See 'dungeon-twister play --help'."),
        (["play", "more"], "'more' is one word too many. See 'dungeon-twister play --help'."),
        (["play", "--seed"], "--seed needs a value. See 'dungeon-twister play --help'."),
        (["play", "--language", "es"], "--language is one of en, de, fr, not es. See 'dungeon-twister play --help'."),
        (["bench", "--seconds", "x"], "--seconds is a number, not x. See 'dungeon-twister bench --help'."),
        (
            ["games", "lst"],
            "ACTION is one of list, show, delete, not lst. Did you mean list? See 'dungeon-twister games --help'.",
        ),
        (["ban", "add"], "RANGE is missing. See 'dungeon-twister ban --help'."),
        (["ladder", "--sprt", "a", "b"], "--sprt needs 3 values. See 'dungeon-twister ladder --help'."),
        (["perft", "x"], "--depth is missing. See 'dungeon-twister perft --help'."),
        (["play", "--option", "target=99"], "--option target is a whole number from 5 to 8, not '99'."),
        (["play", "--seat", "blue"], "Use --seat with --bot to say where you sit, or assign seats: --seat red=greedy."),
        (["selfplay", "--bots", "greedy"], "The scenario base needs 2 bots, not 1."),
        (["cases", "nowhere"], "Cannot read nowhere: no such file or directory."),
    ],
)
def test_errors_are_one_sentence(run: Run, argv: list[str], sentence: str) -> None:
    assert fails(run, *argv) == f"{sentence}\n"


@pytest.mark.parametrize(
    ("argv", "meant"),
    [
        (["play", "--scenario", "pyramide"], "pyramid"),
        (["play", "--option", "traget=6"], "target"),
        (["play", "--bot", "gredy"], "greedy"),
        (["selfplay", "--bots", "gredy,random"], "greedy"),
        (["ladder", "gredy", "random"], "greedy"),
        (["learn", "walkandlook"], "walk-and-look"),
    ],
)
def test_errors_suggest_similar_names(run: Run, argv: list[str], meant: str) -> None:
    result = run(*argv)
    assert (result.code, result.out) == (2, "") and result.err.endswith(f"). Did you mean {meant}?\n")


def test_internal_scenarios_are_not_listed(run: Run) -> None:
    assert not re.search(r"\b(card-)?lab\b", fails(run, "play", "--scenario", "none"))


def test_a_file_of_another_kind(run: Run, tmp_path: Path) -> None:
    """The sentence names the file, in the language spoken."""
    words, other = tmp_path / "junk.dt", tmp_path / "other.json"
    words.write_text("hello world", "utf-8")
    other.write_text('{"a": 1}', "utf-8")
    for argv in (["replay", str(words)], ["play", "--resume", str(words)], ["verify", str(words)], ["position", str(words)]):
        assert fails(run, *argv) == f"{words} is not a Dungeon Twister record.\n"
    assert fails(run, "show", str(other)) == f"{other} is not a Dungeon Twister record.\n"
    for argv in (["show", str(words)], ["analyse", str(words)], ["play", "--position", str(words)]):
        assert run(*argv).err.startswith(f"{words} is neither a Dungeon Twister record nor a position")
    assert run("replay", str(words), "--language", "de").err == f"{words} ist keine Aufzeichnung von Dungeon Twister.\n"


def test_binary_and_empty_files(run: Run, tmp_path: Path) -> None:
    for name, data in (("binary", bytes(range(256))), ("empty", b""), ("zero", b"\0" * 50), ("brace", b"{")):
        path = tmp_path / name
        path.write_bytes(data)
        for command in (["show"], ["replay"], ["rooms"], ["perft", "--depth", "1"]):
            fails(run, *command, str(path))
        assert run("cases", str(path)).code == 2


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_read_permission(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_text("x")
    path.chmod(0)
    assert "ermission" in fails(run, "show", str(path))


def test_an_unexpected_error_is_one_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DUNGEON_TWISTER_DEBUG")
    monkeypatch.setattr("dungeon_twister.cli.rooms_command.check_room_list", lambda rooms: 1 // 0)
    assert "should not have happened" in fails(run, "rooms")
    monkeypatch.setattr(
        "dungeon_twister.cli.rooms_command.check_room_list", lambda rooms: (_ for _ in ()).throw(KeyboardInterrupt)
    )
    assert fails(run, "rooms") == "Interrupted.\n"


def test_broken_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(args: object) -> int:
        raise BrokenPipeError

    monkeypatch.setattr("dungeon_twister.cli.rooms_command.rooms", broken)
    monkeypatch.setattr("os.dup2", lambda one, other: None)
    assert main(["rooms"]) == 2


def test_command_as_a_process(finished: Path) -> None:
    """From outside: a pipe that is closed early, no colours in a pipe, exit codes."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = f"'{sys.executable}' -m dungeon_twister"
    done = subprocess.run(
        f"{command} replay '{finished}' | head -n 1; {command} rooms nowhere; echo $?",
        shell=True,
        capture_output=True,
        text=True,
        env=env,
        check=False,
    )
    assert done.stdout.endswith("2\n")
    assert done.stderr == "Cannot read nowhere: no such file or directory.\n"
    assert "\x1b" not in done.stdout


# -- records and positions ----------------------------------------------------------------------------------------------


def test_replay_lists_the_choices(run: Run, finished: Path) -> None:
    lines = run("replay", str(finished)).out.strip().split("\n")
    assert "start b" in lines[0]
    assert "The game is over" in lines[-1]
    at = run("replay", str(finished), "--at", "40").out
    assert re.search(rf"40 of {len(lines)}   (blue|yellow|chance): ", at)
    assert "+----+" in at
    auto = run("replay", str(finished), "--at", str(len(lines) - 2), "--auto", "0").out
    assert len(re.findall(r"\d+ of \d+   ", auto)) == 3
    fails(run, "replay", str(finished), "--at", "100000")
    fails(run, "replay", str(finished), "--auto", "-1")


def test_replay_as_json(run: Run, finished: Path) -> None:
    objects = [json.loads(line) for line in run("replay", str(finished), "--json").out.splitlines()]
    assert [one["step"] for one in objects] == list(range(1, len(objects) + 1))
    assert objects[-1]["view"]["over"] is True
    assert objects[0]["view"]["viewer"] == "spectator"
    one = run("replay", str(finished), "--json", "--at", "3").out
    assert json.loads(one) == objects[2]


def test_replay_step_by_step(run: Run, finished: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("rich.console.Console.is_terminal", True)
    monkeypatch.setenv("TERM", "dumb")
    out = run("replay", str(finished), typed=["", "n", "b", "g 7", "nonsense", "g 99999", "n", "q"]).out
    shown = re.findall(r"(\d+) of \d+   ", out)
    last = shown[-1]
    assert shown == ["0", "1", "2", "1", "7", "7", last, last]
    assert "Type Enter or n next" in out
    assert "That was the last choice." in out


def test_replay_of_a_broken_record(run: Run, unfinished: Path, finished: Path, tmp_path: Path) -> None:
    """Games in progress, which would give secrets away, and records that somebody has changed."""
    assert "play --resume" in fails(run, "replay", str(unfinished))
    changed = tmp_path / "changed.jsonl"
    text = finished.read_text("utf-8")
    changed.write_text(re.sub(r'"hash":"..', '"hash":"zz', text), "utf-8")
    fails(run, "replay", str(changed))
    changed.write_text(text.replace("card 2", "card 5", 1), "utf-8")
    assert "cannot be replayed" in fails(run, "replay", str(changed))


def test_show(run: Run, finished: Path, unfinished: Path, position: Path) -> None:
    out = run("show", str(finished)).out
    assert re.search(r"(wins|draw) \(blue \d+ VP, yellow \d+ VP\)\. \d+ turns, \d+ choices\.", out)
    assert "Players: blue: random, yellow: random." in out
    out = run("show", str(unfinished)).out
    assert "this is what a spectator sees" in out
    assert not re.search(r"\b[by][A-Z#!&*%$]", out)
    assert "b?" in out and "y?" in out
    out = run("show", str(position)).out
    assert re.search(r"(blue|yellow): (Act|Choose an action card)", out)


def test_show_as_json(run: Run, finished: Path, unfinished: Path, position: Path) -> None:
    kinds = {"game over": finished, "game in progress": unfinished, "position": position}
    for kind, path in kinds.items():
        output = json.loads(run("show", str(path), "--json").out)
        assert output["kind"] == kind
        assert output["view"]["viewer"] == "spectator"


def test_show_a_position_with_its_own_room(run: Run, tmp_path: Path) -> None:
    """A position may bring rooms along that no scenario knows."""
    cases = sorted(Path("tests/cases").glob("*/*.case"))
    assert cases
    text = next(text for path in cases if "\nroom " in (text := path.read_text("utf-8")))
    first = text.index("\nroom ")
    start = text.rindex("\nclauses ", 0, first)
    start = text.index("\n", start + 1) + 1
    path = tmp_path / "own.position"
    path.write_text(text[start : text.index("\nrun", first)] + "\n", "utf-8")
    assert "+----+" in run("show", str(path)).out


def test_perft(run: Run, position: Path, tmp_path: Path) -> None:
    one = json.loads(run("perft", str(position), "--depth", "1", "--json").out)
    two = json.loads(run("perft", str(position), "--depth", "2", "--divide", "--json").out)
    assert len(two["divide"]) == one["count"]
    assert sum(two["divide"].values()) == two["count"]
    assert f"{two['count']:,} sequences of 2 choices" in run("perft", str(position), "--depth", "2", "--divide").out
    assert "1 sequences of 0" in run("perft", str(position), "--depth", "0").out
    counted = tmp_path / "counted.perft"
    counted.write_text(f"{position.read_text('utf-8')}perft 1 = {one['count']}\nperft 2 = 1\n", "utf-8")
    assert run("perft", str(counted), "--depth", "1").code == 0
    assert "The file says 1" in run("perft", str(counted), "--depth", "2").out
    assert run("perft", str(counted), "--depth", "2", "--json").code == 1
    assert run("show", str(counted)).code == 0
    fails(run, "perft", str(position), "--depth", "-1")
    fails(run, "perft", str(position), "--depth", "1000")


# -- cases, rooms, matches, speed ---------------------------------------------------------------------------------------


def test_cases(run: Run, tmp_path: Path) -> None:
    (tmp_path / "good.case").write_text(CASE, "utf-8")
    result = run("cases", str(tmp_path))
    assert (result.code, result.out) == (0, "1 cases hold, 0 do not; they cite 1 clauses.\n")
    (tmp_path / "bad.case").write_text(CASE.replace("over no", "over draw"), "utf-8")
    result = run("cases", str(tmp_path))
    assert result.code == 1
    assert "bad.case, line 5: over is no, not draw." in result.out
    assert result.out.endswith("1 cases hold, 1 do not; they cite 1 clauses.\n")
    more = "".join(f"run\nexpect over {word}\n" for word in ("draw", "blue"))
    (tmp_path / "bad.case").write_text(CASE.replace("over no", "over draw") + more, "utf-8")
    result = run("cases", str(tmp_path))  # three lines fail, of one case
    assert result.out.count("bad.case, line") == 3 and "1 cases hold, 1 do not" in result.out
    (tmp_path / "bad.case").write_text(CASE.replace("over no", "over draw"), "utf-8")
    (tmp_path / "odd.case").write_text(CASE.replace("over no", "room x no"), "utf-8")
    assert "expected a place of a room" in run("cases", str(tmp_path)).out
    (tmp_path / "ugly.case").write_text("nonsense", "utf-8")
    result = run("cases", str(tmp_path), "--json")
    assert result.code == 2
    output = json.loads(result.out)
    assert output["passed"] == 1 and output["failed"] == 2
    assert len(output["failures"]) == 2
    assert len(output["unreadable"]) == 1
    assert "ugly.case" in result.err
    (tmp_path / "none").mkdir()
    assert run("cases", str(tmp_path / "none")).code == 2
    assert run("cases", "/no/such/file").code == 2


def test_file_names_are_printed_unchanged(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.case").write_text(CASE.replace("over no", "over draw"), "utf-8")
    Path("ugly").write_text("nonsense", "utf-8")
    result = run("cases", "bad.case", "ugly")
    assert result.out.startswith("bad.case, line 5: over is no")
    assert result.err.startswith("ugly: there is no line")


def test_rooms(run: Run, tmp_path: Path) -> None:
    result = run("rooms")
    assert result.code == 0
    assert "Room 1D   pair 1, twin 1G   turns clockwise   1 gear, 1 pit, 1 portcullis" in result.out
    output = json.loads(run("rooms", "--json").out)
    assert len(output["rooms"]) == 8 and output["findings"] == []
    alone = tmp_path / "alone.txt"
    room = load_rooms("base")[0]
    alone.write_text("\n".join([f"room {room.name} pair=1 turn=cw", *room.lines]) + "\n", "utf-8")
    result = run("rooms", str(alone))
    assert result.code == 1
    assert "Room 1D has no twin: the pair 1 needs two rooms. (COMP-1)" in result.out
    lines = [f"room {name} pair=1 turn=cw\n" + "\n".join(room.lines) for name in ("x", "y")]
    alone.write_text("\n".join(lines) + "\n", "utf-8")
    assert "The gear rotates the wrong way: x and y of pair 1" in run("rooms", str(alone)).out


def test_a_room_turned_four_times_is_itself() -> None:
    for room in load_rooms("base"):
        assert rotated(room.lines, 4) == room.lines
        assert rotated(room.lines, 1) != room.lines


def test_selfplay(run: Run, tmp_path: Path) -> None:
    argv = ["selfplay", "--bots", "random,random", "--games", "2", "--seed", "9", "--scenario", "simplified"]
    folder = tmp_path / "records"
    result = run(*argv, "--json", "--records", str(folder))
    output = json.loads(result.out)
    assert result.code == 0 and result.out.count("\n") == 1
    assert output["games"] == 2
    assert sum(output["wins"].values()) + output["draws"] + output["faults"] == 2
    assert len(list(folder.iterdir())) == 2
    for path in folder.iterdir():
        assert run("replay", str(path)).code == 0
    text = run(*argv).out
    assert "95% interval" in text and "Draws: " in text
    assert json.loads(run(*argv, "--json").out)["wins"] == output["wins"]
    (tmp_path / "file").write_text("")
    fails(run, *argv, "--records", str(tmp_path / "file"))


def test_selfplay_with_a_bot_of_the_current_folder(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    Path("my_own_bot.py").write_text("class Mine:\n    def choose(self, view):\n        return view.choices[0]\n", "utf-8")
    argv = ["selfplay", "--games", "1", "--seed", "9", "--option", "stallLimit=1", "--json", "--bots"]
    assert json.loads(run(*argv, "my_own_bot:Mine,random").out)["names"] == ["my_own_bot:Mine", "random"]
    for bots, words in (("my_own_bot:Other,random", "has no 'Other'"), ("other_bot:Mine,random", "annot import 'other_bot'")):
        assert words in fails(run, *argv, bots)


def test_bench(run: Run) -> None:
    output = json.loads(run("bench", "--seconds", "0.1", "--json").out)
    assert output["choices_per_second"] > 0 and output["copies_per_second"] > 0
    assert output["engine"] in ("compiled", "interpreted")
    assert "choices a second" in run("bench", "--seconds", "0.05").out
