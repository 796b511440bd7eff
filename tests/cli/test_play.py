"""The command `play`: whole games, wrong input, privacy between two people at one keyboard, saving."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from dungeon_twister.ai.bots.registry import make_bot
from dungeon_twister.cli.help_texts import ALIASES, EXAMPLES, Help
from dungeon_twister.cli.main import main
from dungeon_twister.cli.terminal_session import TerminalSession
from dungeon_twister.cli.texts import piece_keys, set_language, t
from dungeon_twister.game.record.files import load, replay, save
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.session import GameSession, SessionSeat
from dungeon_twister.presentation.i18n import LANGUAGES
from tests.cli.conftest import Run, Typist, labels, played

NAMES = ("Cleric", "Goblin", "Warrior", "Wizard", "Mekanork", "Wall-Walker", "Troll", "Thief")


class Player:
    """Looks at the screen and types a number of the menu, `fill` in the setup, Enter to take the keyboard."""

    def __init__(self, seed: str, lines: int = 5000) -> None:
        self.rng = Random(seed)
        self.lines = lines

    def __call__(self, text: str) -> str:
        self.lines -= 1
        if not self.lines:
            raise EOFError
        if "press Enter" in text.rstrip().split("\n")[-1]:
            return ""
        if "Save the record?" in text:
            return ""
        if "Choose your" in text or "Lay a token" in text:
            return "fill"
        found = labels(text)
        assert found, text
        return self.rng.choice(found)


def test_whole_game_by_numbers(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A person who types numbers from the menu plays against a bot to the end, and the record replays."""
    typist = Typist(capsys, Player("1"))
    monkeypatch.setattr("builtins.input", typist)
    file = tmp_path / "game.jsonl"
    argv = ["play", "--bot", "random", "--seed", "1", "--option", "stallLimit=3", "--save", str(file)]
    assert main([*argv, "--scenario", "simplified"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"(wins|draw) \(blue \d+ VP, yellow \d+ VP\)\. .*\((END|STALL)-\d\)", out)
    record, _ = load(file.read_text("utf-8"))
    assert record.end is not None
    assert record.header.players == {"blue": "person", "yellow": "random"}
    replay(record)


def test_two_people_see_no_secrets_of_each_other(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """SETUP-3, SETUP-5, INFO-1: between hand-overs nothing of the other player's secrets is on the screen."""
    typist = Typist(capsys, Player("3", lines=100))
    monkeypatch.setattr("builtins.input", typist)
    assert main(["play", "--seed", "3"]) == 0
    looking, shown = "", False
    for text in typist.shown:
        handed = re.search(r"Pass the keyboard to (\w+)", text)
        if handed:
            looking = handed.group(1)
            continue
        other = "yellow" if looking == "blue" else "blue"
        shown = shown or "The starters are revealed" in text
        assert f"{other}> " not in text
        assert not re.search(rf"{other.capitalize()} hides (the|your) ", text)
        assert not re.search(rf"Your face-down tokens:.*\b{other[0]}[A-Z#!&*%$]", text)
        if not shown:
            assert not re.search(rf"{other.capitalize()} places (the|your) ", text)
            assert not re.search(rf"\b{other[0]}[A-Z#!&*%$]", text), text
            assert not re.search(rf"the {other} [A-Z]", text)
    assert shown


def test_curtain_at_each_placement_of_the_setup(run: Run) -> None:
    """Without `fill` the keyboard changes hands with every token, and each player sees only his own."""
    blue, yellow = ["start W a2", "start T a4", "start H a7", "start G a9"], ["1", "1", "1", "1"]
    result = run("play", "--seed", "2", typed=["", *blue, "", *yellow, "", "lay Z R2", "", "1", "", "lay C R2", "", "log"])
    screens = result.out.split("Pass the keyboard to ")
    assert [screen.split(".")[0] for screen in screens[1:3]] == ["blue", "yellow"]
    for screen in screens[1:]:
        other = "b" if screen.startswith("yellow") else "y"
        assert not re.search(rf"\b{other}[A-Z#!&*%$]", screen)
    assert len(screens) >= 6


def test_combat_cards_stay_secret(run: Run, tmp_path: Path) -> None:
    """COMBAT-6: the defender learns the attacker's card only when both lie."""
    game = before_combat()
    file = tmp_path / "fight.game"
    save(game, file, {"blue": "person", "yellow": "person"})
    first = game.decider
    second = "yellow" if first == "blue" else "blue"
    result = run("play", "--resume", str(file), typed=["", "combat 3", "", "combat 1", ""])
    assert result.code == 0
    screens = result.out.split("Pass the keyboard to ")
    assert screens[1].startswith(first)
    assert screens[2].startswith(second)
    before, after = screens[2], "".join(screens[3:])
    assert f"{first.capitalize()} plays a combat card face down." in before
    assert "Combat: " in before
    assert "combat card 3" not in before and "your card" not in before
    assert re.search(f"(You show|{first.capitalize()} shows) the 3: ", after)


def before_combat() -> RecordedGame:
    """A game in which the attacker is to choose a combat card, and both players can go on afterwards."""
    for seed in range(50):
        game, rng = played(str(seed), 24), Random(seed)
        while not game.over:
            choices = game.legal()
            if "combat 3" in choices and "combat 1" in choices and game.state.ap:
                return game
            attacks = [choice for choice in choices if " attack " in choice]
            game.play(rng.choice(attacks or choices))
    raise AssertionError("no combat in any game")


SETUP = ["start W a2", "start bT a4", "start h a7", "start G a9", "fill"]


def test_setup_by_notation_and_wrong_input(run: Run) -> None:
    """Every wrong line is answered with one sentence and changes nothing."""
    wrong = [
        "",
        "99",
        "start W a3",
        "start Q a2",
        "lay $ R1",
        "hello",
        "W",
        "card 2",
        "timeout",
        "0",
        "-1",
        "c4",
        "start W",
    ]
    result = run("play", "--bot", "random", "--seed", "2", typed=[*wrong, *SETUP, "quit", ""])
    assert result.code == 0
    assert result.err == ""
    assert "Type a number, a choice as shown, or help." in result.out
    assert "There is no choice 99; the numbers go from 1 to 32." in result.out
    assert "Place your starters on the dots of your starting line. (MAP-3)" in result.out
    assert "“hello” is not a choice" in result.out
    assert "Say what W should do" in result.out
    assert "Something else has to be decided first. (ACT-1)" in result.out
    assert "You place your Warrior on a2." in result.out
    assert "The game is not saved." in result.out
    assert "Traceback" not in result.out


def test_nobody_resigns_for_another_player(run: Run) -> None:
    result = run("play", "--bot", "random", "--seed", "2", typed=["resign yellow", "n", "timeout", "resign", "y", ""])
    assert "Yellow wins" in result.out
    assert "The game was decided by resignation. (END-5)" in result.out
    assert "The game continues." in result.out


def test_agreed_draw(run: Run) -> None:
    result = run("play", "--seed", "2", typed=["", "draw", "n", "draw", "y", ""])
    assert "There is no agreement" in result.out
    assert "The game is a draw" in result.out
    assert "The players agreed on a draw. (END-5)" in result.out
    assert "Bots do not accept" in run("play", "--bot", "random", "--seed", "2", typed=["draw"]).out


def test_a_whole_move_in_one_line(run: Run, tmp_path: Path) -> None:
    """`W c4` plays the elementary choices, and one undo takes them all back."""
    game = RecordedGame.new(seed="2")
    rng = Random(2)
    for choice in ("start bW a2", "start bT a4", "start bH a7", "start bG a9"):
        game.play(choice)
    while not (game.decider == "blue" and "bW move" in game.legal() and game.state.ap > 1):
        first = [choice for choice in game.legal() if choice == "pass" or choice.startswith("card")]
        game.play(first[0] if first else rng.choice(game.legal()))
    file = tmp_path / "move.game"
    save(game, file, {"blue": "person", "yellow": "random"})
    typed = ["reach W", "reach", "reach Q", "W v9", "W z99", "w to a1", "undo", "bW move", "a1", "undo", "undo", "W A1"]
    out = run("play", "--resume", str(file), typed=typed).out
    assert "One move of W can end on: a1, a3" in out
    assert "(b:)" in out and "[bW]" in out and "can end on: a1, a3" in out
    assert "Name a character: reach W." in out
    assert "bW cannot end one move of 3 squares on v9" in out
    assert "The square z99 is outside the maze." in out
    assert out.count("Your Warrior moves to a1.") >= 2
    assert "On the way (Move): bW Warrior on a1, 2 steps left, carries nothing" in out


def test_refused_undo_gives_its_reason(run: Run) -> None:
    out = run("play", "--bot", "random", "--seed", "2", typed=["undo", "start W a2", "undo", "start W a2"]).out
    assert "There is nothing you may undo: someone has learned or decided something since (ACT-8a)." in out
    assert out.count("blue: Choose who starts") == 4


def test_help_log_board(run: Run) -> None:
    typed = [
        "help",
        "help W",
        "help rope",
        "help $",
        "help pit",
        "help nonsense",
        "log",
        "log 0",
        "board",
        "fill",
        "log 5",
    ]
    out = run("play", "--bot", "random", "--seed", "2", typed=typed).out
    assert "undo what you did last" in out
    assert "Warrior (W): Movement 3, combat 3. Breaks portcullis." in out
    assert "Rope (&)" in out
    assert "Treasure ($)" in out
    assert "There is no help on “nonsense”" in out
    assert "You place your" in out


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_help_topic_exists(language: str) -> None:
    set_language(language)
    guide = Help("board")
    known = {*guide.entries(), *Help("card").entries()}
    assert {name for name in ALIASES.values() if name not in known} == set()
    assert {name for game, lines in EXAMPLES.items() for name in lines if name not in Help(game).entries()} == set()
    for sign, key in piece_keys("board").items():
        assert guide.explain(sign) == guide.explain(f"b{sign}") == guide.explain(t(f"game.piece.{key}"))
    assert all("\n" not in guide.text(name) and guide.text(name).endswith(".") for name in guide.entries())


def test_save_resume_and_end_of_input(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "my.game"
    first = run("play", "--bot", "random", "--seed", "4", typed=["save", f"save {tmp_path}", f"save {file}", "start W a2"])
    assert f"continue with: dungeon-twister play --resume {file}" in first.out
    assert f"Cannot save to {tmp_path}" in first.out
    assert "Name a file" in first.out
    assert "The game is not saved" not in first.out  # once saved, it is kept up to date there until one leaves
    assert "bW" not in file.read_text("utf-8")
    again = run("play", "--resume", str(file), typed=["start G a4"])
    assert "You place your Warrior on a2." in again.out
    assert "(you)" in again.out and "Pass the keyboard" not in again.out
    assert "The game is saved" in again.out  # --resume saves where it came from
    third = run("play", "--resume", str(file), typed=["quit"])
    assert "You place your Goblin on a4." in third.out
    left = run("play", "--bot", "random", "--seed", "5", typed=[f"save {tmp_path / 'other'}", "quit"])
    assert "Save the game?" not in left.out and "continue with" in left.out
    overwrite = run("play", "--bot", "random", "--seed", "4", typed=[f"save {file}", "n"])
    assert "Nothing was saved." in overwrite.out


def test_a_game_begins_from_a_position(run: Run, tmp_path: Path) -> None:
    file, saved = tmp_path / "position.txt", tmp_path / "my.game"
    file.write_text(run("position", "--scenario", "base", "--seed", "1").out, "utf-8")
    alone = run("play", "--position", str(file), typed=["", "card 2", "log", "quit"])
    assert alone.code == 0 and "You play action card 2" in alone.out
    first = run("play", "--position", str(file), "--bot", "random", "--save", str(saved), typed=["quit"])
    assert first.code == 0 and "The game is saved" in first.out and "maze" not in saved.read_text("utf-8")
    assert "The game is saved" in run("play", "--resume", str(saved), typed=["quit"]).out
    assert "leave out --game" in run("play", "--position", str(file), "--scenario", "base").err
    file.write_text("position 1\nnonsense", "utf-8")
    assert run("play", "--position", str(file)).err.startswith(f"{file} is neither a Dungeon Twister record nor a position")


def test_ctrl_c_leaves_the_game(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupted(prompt: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    file = tmp_path / "x.game"
    assert main(["play", "--bot", "random", "--save", str(file)]) == 0
    assert file.exists()


def test_a_finished_game_is_saved_with_its_secrets(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "end.jsonl"
    out = run("play", "--bot", "random", "--seed", "2", typed=["fill", "resign", "y", str(file)]).out
    assert f"dungeon-twister replay {file}" in out
    assert "start b" in file.read_text("utf-8")
    assert run("replay", str(file)).code == 0
    assert "is over" in run("play", "--resume", str(file)).err


def test_strict_memory_hides_notes(run: Run) -> None:
    """SETUP-8: with memory=strict not even the owner is shown what he laid."""
    typed = ["fill", "lay 1 R1", "1", "log 100"]
    out = run("play", "--bot", "random", "--seed", "1", "--option", "memory=strict", typed=typed).out
    assert "Blue hides something in R" in out
    assert "hide your" not in out
    assert "Your face-down tokens" not in out


def test_narrow_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out = run("play", "--bot", "random", "--seed", "2", typed=["fill"]).out
    assert "The maze is 92 columns wide and your terminal only 80" in out
    assert all(len(line) <= 80 for line in out.split("\n"))


@pytest.mark.parametrize(
    "argv",
    [
        ["play", "--bot", "nobody"],
        ["play", "--scenario", "nowhere"],
        ["play", "--option", "target=99"],
        ["play", "--option", "nonsense=1"],
        ["play", "--option", "target"],
        ["play", "--option", "target=6", "--option", "target=7"],
        ["play", "--seat", "blue"],
        ["play", "--bot", "random", "--seat", "green"],
        ["play", "--resume", "/no/such/file"],
        ["play", "--resume", "/"],
        ["play", "--save", "/"],
        ["play", "--nonsense"],
        ["nonsense"],
    ],
)
def test_bad_arguments(run: Run, argv: list[str]) -> None:
    result = run(*argv)
    assert result.code == 2
    assert result.out == ""
    assert result.err.count("\n") == 1
    assert result.err.endswith(".\n")


def test_seats_and_simplified(run: Run) -> None:
    out = run("play", "--bot", "random", "--seat", "yellow", "--seed", "5", "--scenario", "simplified", typed=["fill"]).out
    assert "yellow> " in out and "blue> " not in out
    assert "Simplified game" in out
    assert run("play", "--bot", "random", "--seat", "random", "--seed", "5").code == 0


def test_bot_that_fails_is_replaced(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from dungeon_twister.ai.bots.random_bot import RandomBot

    def fail(self: RandomBot, view: object) -> object:
        raise RuntimeError("no idea")

    monkeypatch.setattr(RandomBot, "choose", fail)
    out = run("play", "--bot", "random", "--seed", "5", typed=["fill"]).out
    assert "The bot random failed and a random choice was made for it: RuntimeError: no idea" in out


def test_automatic_setup_does_not_follow_from_the_seed() -> None:
    """`fill` and bots have a chance of their own: with one seed they lay other tokens face down each time."""
    laid = []
    for _ in range(2):
        seats = [SessionSeat.of_person(), SessionSeat.of_bot(make_bot("random", "1"))]
        session = TerminalSession(GameSession(RecordedGame.new(seed="known"), seats))
        while session.game_session.stage in ("starters", "lay"):
            session.game_session.fill_at_random(0)
            if session.state.decider() == 1:
                session.play_bot(1)
            else:
                assert session.fill()
        laid.append([text for who, _, text in session.game.log if who == 0])
    assert laid[0] != laid[1]


SPENT = """position 1
scenario lab
turn blue ap 1
rooms R1=hall-a.0 R2=hall-b.0
maze
      a    b    c    d    e    f    g    h    i    j    k    l
   +----+----+----+----+----+----+----+----+----+----+----+----+
 1 | o    .    .    .    .    .    .    .    .    .   yG    o  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 2 | o    .   bG    .    .    .    .    .    .    .    .    o  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 3 | :    .    .    .    .    .    .    .    .    .    .    :  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 4 | o    .    .    .    .    .    .    .    .    .    .    o  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 5 | o    .    .    .    .    @    @    .    .    .    .    o  |
   +----+----+----+----+----+----+----+----+----+----+----+----+
"""


@pytest.mark.parametrize("last", ["", "end", "pass"])
def test_a_turn_without_points_waits_for_its_end(run: Run, tmp_path: Path, last: str) -> None:
    """TURN-3a: the terminal says how; what was done last can be taken back until then."""
    file = tmp_path / "spent.txt"
    file.write_text(SPENT, "utf-8")
    out = run("play", "--position", str(file), typed=["", "bG c4", "undo", "bG c4", last, "", "log"]).out
    assert out.count(t("terminal.decision.end")) == 2
    assert "endTurn" not in out and t("terminal.hand-over", player="yellow") in out


def test_auto_end_option(run: Run) -> None:
    """TURN-3: the option is one of the game's, and everybody sees that nothing is asked."""
    out = run("play", "--option", "endTurn=automatic", "--scenario", "simplified", "--seed", "1", typed=["fill"]).out
    assert "asked" not in out
