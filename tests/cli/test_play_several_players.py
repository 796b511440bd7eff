"""Three and four players at the terminal: whole games, privacy, seats, resigning, results, the other commands."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from dungeon_twister.cli.board.display import BoardDisplay
from dungeon_twister.cli.board.status_text import result
from dungeon_twister.cli.main import main
from dungeon_twister.game.record.files import load, replay, save
from dungeon_twister.game.record.position import write_position
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.rules.engine.board.decisions import CHOOSE_CARD
from dungeon_twister.rules.engine.board.state import board_of
from dungeon_twister.rules.engine.decisions import ACT
from dungeon_twister.rules.engine.shared.ending import DRAW, LEFT_OVER, OUT_OF_REACH, STALL, TARGET, finish
from tests.amounts import some
from tests.cli.conftest import Run, Typist, labels, played
from tests.cli.test_screen_several_players import SCENARIOS

BOARD = BoardDisplay()

SETUP = ("Choose who starts", "Choose a character to leave out", "Place a starter", "Hide a token")


class Player:
    """Types numbers of the menu, `fill` in the setup, Enter to take the keyboard; often ends the turn early."""

    def __init__(self, seed: str, lines: int = 5000, hurry: float = 0.5) -> None:
        self.rng = Random(seed)
        self.hurry = hurry
        self.lines = lines

    def __call__(self, text: str) -> str:
        self.lines -= 1
        if not self.lines:
            raise EOFError
        last = text.rstrip().split("\n")[-1]
        if "press Enter" in last or "Save the record?" in text:
            return ""
        if any(start in text for start in SETUP):
            return "fill"
        found = labels(text)
        assert found, text
        passing = re.search(r"(\d+) (pass|stop)\b", text)
        return passing.group(1) if passing and self.rng.random() < self.hurry else self.rng.choice(found)


# -- whole games --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "ends"),
    some(
        [
            ("race", r"All turns have been played\. \(RACE-9\)"),
            ("wrong-door-3", r"\((STALL-6|END-1)\)"),
            ("pyramid", r"\((STALL-6|PYR-24)\)"),
            ("teams", r"\((STALL-6|TEAM-17)\)"),
            ("alliances", r"\((STALL-6|END-1)\)"),
            ("elevator", r"\((STALL-6|END-1)\)"),
        ],
        3,
    ),
)
def test_whole_game_by_numbers(
    scenario: str, ends: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A person types numbers against bots to the end, setup included; the record replays and is shown."""
    typist = Typist(capsys, Player(scenario, hurry=0.9 if scenario == "race" else 0.5))
    monkeypatch.setattr("builtins.input", typist)
    file = tmp_path / "game.dt"
    argv = ["play", "--scenario", scenario, "--bot", "random", "--seed", scenario, "--save", str(file)]
    assert main(argv if scenario == "race" else [*argv, "--option", "stallLimit=1"]) == 0
    out = capsys.readouterr().out
    assert re.search(rf"(wins?|win|draw) \((\w+ \d+ VP(, )?)+\)\. .*{ends}", out), out[-500:]
    assert "failed" not in out
    record, _ = load(file.read_text("utf-8"))
    assert record.end is not None
    assert sorted(record.header.players.values()) == ["person", *["random"] * (len(record.header.players) - 1)]
    replay(record)
    assert main(["show", str(file)]) == 0
    shown = capsys.readouterr().out
    assert re.search(r"(wins?|draw) \(.*\)\. \d+ turns", shown) and re.search(ends, shown)


def test_people_see_no_secrets_of_each_other(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """SETUP-3, SETUP-5, TEAM-20: with four people at one keyboard nothing of the others' secrets is on a screen."""
    typist = Typist(capsys, Player("3", lines=90))
    monkeypatch.setattr("builtins.input", typist)
    assert main(["play", "--scenario", "teams", "--seed", "3"]) == 0
    looking, shown, handed_to = "", False, set[str]()
    for text in typist.shown:
        handed = re.search(r"Pass the keyboard to (\w+)", text)
        if handed:
            looking = handed.group(1)
            handed_to.add(looking)
            continue
        shown = shown or "The starters are revealed" in text
        for other in {"blue", "yellow", "red", "green"} - {looking}:
            assert f"{other}> " not in text
            assert not re.search(rf"{other.capitalize()} hides (the|your) ", text)
            assert not re.search(rf"Your face-down tokens:.*\b{other[0]}[A-Z#!&*%$]", text)
            if not shown:
                assert not re.search(rf"{other.capitalize()} places (the|your) ", text)
                assert not re.search(rf"\b{other[0]}[A-Z#!&*%$]", text), text
    assert shown
    assert handed_to == {"blue", "yellow", "red", "green"}


def test_setup_on_shared_lines_goes_clockwise(run: Run) -> None:
    """DOOR-7: one character each; the menu asks first which one, then where; Enter leads back."""
    typed = ["", "1", "", "1", "1", "", "start W b2", "start W g1", "start W j1", ""]
    out = run("play", "--scenario", "wrong-door-3", "--seed", "1", typed=typed).out
    assert re.findall(r"Pass the keyboard to (\w+)", out)[:3] in (
        ["blue", "red", "yellow"], ["red", "yellow", "blue"], ["yellow", "blue", "red"],
    )  # fmt: skip
    assert "Enter: back" in out
    assert "Place a starter on any free dot, 5 in all; the others see only its colour." in out
    assert "Your way out: the small line of your colour, which is dealt after the setup" in out
    assert "The square b2 lies under a face-down room." in out
    assert "Place your starters on the dots of your starting line. (MAP-3)" in out


# -- who sits where -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words_given", "people"),
    [
        ([], "blue red yellow green"),
        (["--bot", "random"], "blue"),
        (["--bot", "random", "--seat", "green"], "green"),
        (["--seat", "red=greedy", "--seat", "green=random"], "blue yellow"),
        (["--bot", "random", "--seat", "red=greedy"], "blue"),
        (["--bot", "random", "--seat", "blue=greedy"], "red"),
        (["--bot", "random", "--seat", "red=person", "--seat", "green=person"], "red green"),
        (["--bot", "random", "--seat", "yellow", "--seat", "red=person"], "red yellow"),
    ],
)
def test_seats(run: Run, tmp_path: Path, words_given: list[str], people: str) -> None:
    file = tmp_path / "seats.dt"
    run("play", "--scenario", "four-players", "--seed", "1", "--save", str(file), *words_given, typed=[])
    record, _ = load(file.read_text("utf-8"))
    assert [colour for colour, name in record.header.players.items() if name == "person"] == people.split()
    again = run("play", "--resume", str(file), "--bot", "random", "--seat", "red", typed=[])
    assert "red" in again.out and again.code == 0
    record, _ = load(file.read_text("utf-8"))
    assert [colour for colour, name in record.header.players.items() if name == "person"] == ["red"]


@pytest.mark.parametrize(
    "argv",
    [
        ["--seat", "red"],
        ["--seat", "purple=random"],
        ["--seat", "red=nobody"],
        ["--seat", "red=random", "--seat", "red=greedy"],
        ["--bot", "random", "--seat", "red", "--seat", "red"],
        [f"--seat={colour}=random" for colour in ("blue", "red", "yellow", "green")],
        ["--option", "target=13"],
        ["--option", "elevatorSeats=straight"],
    ],
)
def test_bad_seats_and_options(run: Run, argv: list[str]) -> None:
    answer = run("play", "--scenario", "four-players", *argv)
    assert answer.code == 2 and answer.out == "" and answer.err.count("\n") == 1 and answer.err.endswith(".\n")


# -- resigning, draws, results ------------------------------------------------------------------------------------------


def test_resigning_before_the_first_turn_ends_without_a_result(run: Run) -> None:
    out = run("play", "--scenario", "race", "--bot", "random", "--seed", "2", typed=["resign", "y", ""]).out
    assert "The game ends without a result" in out
    assert "A player resigned before the first turn. (MP-17)" in out


def test_the_others_play_on_when_one_resigns(run: Run, tmp_path: Path) -> None:
    """MP-17: who resigns is out, the last one left wins."""
    game = played("resign", 0, "three-players")
    while game.state.decision() != CHOOSE_CARD:
        game.play(game.legal()[0])
    file = tmp_path / "game.dt"
    save(game, file, dict.fromkeys(("blue", "red", "yellow"), "person"))
    order = ["blue", "red", "yellow"]
    first = order.index(game.decider)
    second, third = order[(first + 1) % 3], order[(first + 2) % 3]
    typed = ["", "resign", "y", "", "board", "draw", "n", "resign", "n", "resign", "y"]
    out = run("play", "--resume", str(file), typed=typed).out
    assert f"{order[first].capitalize()} resigns." in out
    assert f"Pass the keyboard to {second}" in out
    assert f"Resigned: {order[first]}" in out and "(resigned)" in out
    assert f"{third}: do you agree to a draw?" in out
    assert f"{third.capitalize()} wins (" in out
    assert "All the others have resigned. (MP-17)" in out


def test_bots_may_play_on_without_a_person(run: Run, tmp_path: Path) -> None:
    game = played("resign", 0, "race")
    while game.state.decision() != CHOOSE_CARD:
        game.play(game.legal()[0])
    file = tmp_path / "game.dt"
    people = {colour: "person" if colour == game.decider else "random" for colour in ("blue", "red", "yellow")}
    save(game, file, people)
    out = run("play", "--resume", str(file), typed=["resign", "y", "n"]).out
    assert "Let the bots continue?" in out and "continue with: dungeon-twister play --resume" in out
    save(game, file, people)
    out = run("play", "--resume", str(file), typed=["draw", "resign", "y", "y"]).out
    assert "Bots do not accept draws." in out
    assert "All turns have been played. (RACE-9)" in out


def test_all_agree_on_a_draw(run: Run) -> None:
    typed = ["", "draw", "y", ""]
    out = run("play", "--scenario", "hoard", "--seed", "2", typed=typed).out
    assert "red, yellow and green: do you all agree to a draw?" in out
    assert "The game is a draw (blue 0 VP, red 0 VP, yellow 0 VP, green 0 VP). The players agreed on a draw. (MP-15)" in out


@pytest.mark.parametrize(
    ("scenario", "winners", "resigned", "now"),
    [
        ("four-players", 0b0001, 0, "Blue wins"),
        ("four-players", 0b0101, 0, "Blue and yellow share the win"),
        ("four-players", 0b0111, 0b1000, "The game is a draw"),
        ("four-players", 0b1111, 0, "The game is a draw"),
        ("four-players", 0, 0b0001, "The game ends without a result"),
        ("teams", 0b0011, 0, "Red and green win"),
        ("teams", 0b1111, 0, "The game is a draw"),
        ("base", 0b11, 0, "The game is a draw"),
        ("base", 0b10, 0, "Yellow wins"),
    ],
)
def test_results_in_words(scenario: str, winners: int, resigned: int, now: str) -> None:
    state = board_of(RecordedGame.new(scenario, seed="1").state)
    state.winners, state.resigned = winners, resigned
    assert result(state) == now


def test_reasons_in_words() -> None:
    state = board_of(RecordedGame.new("pyramid", seed="1").state)
    clauses = {OUT_OF_REACH: "PYR-24", STALL: "STALL-6", TARGET: "END-1", DRAW: "MP-15", LEFT_OVER: "MP-17"}
    for reason, clause in clauses.items():
        finish(state, 1, reason)
        assert f"({clause})" in BOARD.reason_for_end(state)


# -- the other commands -------------------------------------------------------------------------------------------------


def test_selfplay_with_more_players(run: Run, tmp_path: Path) -> None:
    """Two names: one alone against the others, with teams one team against the other; one name: all seats."""
    out = run("selfplay", "--games", "1", "--scenario", "race", "--bots", "random", "--records", str(tmp_path)).out
    assert "random#3" in out and "| yellow" in out
    steps = run("replay", str(tmp_path / "game-000001.dt")).out
    assert "Turn 48: " in steps and "The game is over: " in steps
    argv = ["selfplay", "--games", "1", "--option", "stallLimit=1", "--scenario"]
    data = json.loads(run(*argv, "teams", "--bots", "random,random", "--json").out)
    assert data["faults"] == 0 and set(data["seat_wins"]) == {"red", "green", "yellow", "blue"}
    assert "needs 4 bots, not 3" in run(*argv, "teams", "--bots", "random,random,random").err


def test_show_perft_and_bench(run: Run, tmp_path: Path) -> None:
    for scenario in ("race", "elevator"):
        game = played("show", 150, scenario)
        while game.state.decision() not in (ACT, CHOOSE_CARD):
            game.play(game.legal()[0])
        position = tmp_path / f"{scenario}.position"
        position.write_text(write_position(game.state), "utf-8")
        shown = run("show", str(position))
        assert shown.code == 0 and "R1" in shown.out
        assert run("perft", str(position), "--depth", "1").code == 0
        file = tmp_path / f"{scenario}.dt"
        save(game, file, {})
        assert "this is what a spectator sees" in run("show", str(file)).out
        assert json.loads(run("bench", "--scenario", scenario, "--seconds", "0.05", "--json").out)["scenario"] == scenario


def test_help_about_scenarios(run: Run) -> None:
    typed = [f"help {name}" for name in (*SCENARIOS, "raise", "slide", "join", "door", "kinds", "maze", "^")]
    out = run("play", "--scenario", "race", "--bot", "random", "--seed", "1", typed=typed).out
    assert "There is no help" not in out
