"""The Card Game at the terminal: whole games by numbers, privacy between two people, wrong input, menus, saving."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from dungeon_twister.cli.editions import display_of
from dungeon_twister.cli.game_display import Viewport
from dungeon_twister.cli.main import main
from dungeon_twister.cli.menus import InputError
from dungeon_twister.game.record.files import load, replay, save
from dungeon_twister.game.record.position import read_position, write_position
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.views import observe
from tests.amounts import in_the_long_form
from tests.cli.conftest import Run, Typist, played

SETUP_WORDS = ("for the team.", "to leave out", "Place two characters", "Hide a card", "your character faces")


def numbers(text: str) -> list[str]:
    """The numbers of the menu at the end of a screen."""
    lines = text.rstrip().split("\n")
    found = [i for i, line in enumerate(lines) if re.match(r"(blue|yellow): [A-Z]", line)]
    menu = lines[found[-1] + 1 : -1] if found else []
    menu = [line for line in menu if not line.startswith((" can end on:", " Enter: back"))]
    return [number for line in menu for number in re.findall(r"(?:^ *|  +)(\d+) (?=[a-zA-Z0-9])", line)]


class CardPlayer:
    """Types numbers of the menus at random, `fill` in the setup, Enter to take the keyboard."""

    def __init__(self, seed: str, lines: int = 5000, fill: bool = True) -> None:
        self.rng = Random(seed)
        self.lines = lines
        self.fill = fill

    def __call__(self, text: str) -> str:
        self.lines -= 1
        if not self.lines:
            raise EOFError
        if "press Enter" in text.rstrip().split("\n")[-1] or "Save the record?" in text:
            return ""
        decision = re.findall(r"^(?:blue|yellow): ([A-Z].*)$", text, re.MULTILINE)[-1]
        if self.fill and any(words in decision for words in SETUP_WORDS):
            return "fill"
        found = numbers(text)
        assert found, text
        return self.rng.choice(found)


def finishes(
    argv: list[str], seed: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, file: Path
) -> str:
    """Play by numbers to the end; the record replays. Returns the last screen."""
    monkeypatch.setattr("builtins.input", Typist(capsys, CardPlayer(seed)))
    assert main(["play", *argv]) == 0
    out = capsys.readouterr().out
    record, _ = load(file.read_text("utf-8"))
    assert record.end is not None
    replay(record)
    return out


def test_a_tutorial_by_numbers(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A person who types numbers from the menus plays against a bot to the end."""
    file = tmp_path / "game.dt"
    argv = ["--scenario", "tutorial-1", "--bot", "greedy", "--seed", "6", "--save", str(file)]
    out = finishes(argv, "6", capsys, monkeypatch, file)
    assert re.search(r"(wins|draw) \(blue \d+ VP, yellow \d+ VP\)\. .*\(END-\d\)", out), out[-500:]


@in_the_long_form
def test_two_people_finish_a_game_with_fights(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The end of a tutorial with combats, two people at one keyboard."""
    game = nearly_over()
    file = tmp_path / "end.dt"
    save(game, file, {"blue": "person", "yellow": "person"})
    out = finishes(["--resume", str(file)], "s8", capsys, monkeypatch, file)
    assert "The target of 3 victory points was reached. (END-1)" in out


def nearly_over() -> RecordedGame:
    """A game in which somebody needs one more point and a combat is under way."""
    for seed in range(50):
        game, rng = RecordedGame.new("tutorial-2", {}, f"end{seed}"), Random(seed)
        while not game.over and not (max(game.state.vp) == 2 and game.state.attacker >= 0):
            attacks = [choice for choice in game.legal() if " attack " in choice]
            game.play(rng.choice(attacks or game.legal()))
        if not game.over:
            return game
    raise AssertionError("no such game")


# -- privacy ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fill", [True, False])
def test_two_people_see_no_secrets_of_each_other(
    fill: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """SEL-3, SET-5, SET-8, SET-9: between hand-overs nothing of the other player's secrets is on the screen."""
    typist = Typist(capsys, CardPlayer("3", 70, fill))
    monkeypatch.setattr("builtins.input", typist)
    assert main(["play", "--game", "card", "--option", "selection=frontal", "--seed", "3"]) == 0
    looking, hands = "", 0
    for text in typist.shown:
        handed = re.search(r"Pass the keyboard to (\w+)", text)
        if handed:
            looking, hands = handed.group(1), hands + 1
            continue
        if "starters are revealed" in text:
            break
        other = "yellow" if looking == "blue" else "blue"
        assert f"{other}> " not in text
        assert not re.search(rf"\b{other[0]}[A-Z][a-z]\b", text), text
        assert not re.search(rf"{other.capitalize()} (chooses|places|hides) (the|your) ", text)
    assert hands >= 2


def test_open_selection_needs_no_curtain(run: Run) -> None:
    """SEL-1: teams are chosen in the open, so the keyboard just changes hands; then the curtain falls."""
    out = run("play", "--game", "card", "--seed", "4", typed=["pick Na", "pick Th", "fill", "fill", "1", "4", "", "1"]).out
    assert out.index("You choose your Naga.") < out.index("Pass the keyboard to")
    assert out.index("Pass the keyboard to blue") < out.index("blue: Place two characters")  # the player who picked last
    assert "Each team has 8 characters and 6 objects" in out
    assert "Naga                M3 C2  Contortionist. Slips through arrow-slits." in out


def test_cards_of_a_combat_stay_secret(run: Run, tmp_path: Path) -> None:
    """CMB-10: the second player learns the first one's card only when both lie; the sums are there before."""
    game, rng = played("fight", 30, "tutorial-3"), Random(1)
    while True:
        choices = game.legal()
        if "combat 3" in choices and game.state.ap and max(game.state.chosen) < 0:
            break
        attacks = [choice for choice in choices if " attack " in choice or " shoot " in choice]
        game.play(rng.choice(attacks or choices))
    file = tmp_path / "fight.dt"
    save(game, file, {"blue": "person", "yellow": "person"})
    first = game.decider
    second = "yellow" if first == "blue" else "blue"
    result = run("play", "--resume", str(file), typed=["", "combat 3", "", "combat 1", ""])
    screens = result.out.split("Pass the keyboard to ")
    assert screens[1].startswith(first) and screens[2].startswith(second)
    assert f"{first.capitalize()} plays a combat card face down." in screens[2]
    assert "and the card" in screens[2] and f"played already: {first}" in screens[2]
    assert "combat card 3" not in screens[2] and "your cards" not in screens[2]
    assert re.search(f"(You show|{first.capitalize()} shows) the 3: ", "".join(screens[3:]))


SECRETS = """position 1
scenario card-lab
options secretObjects=yes
turn blue ap 3
rooms R1=blue-1.0 R2=green-2.1
at blue-1.T bPi bCr yNa+ytr yCl~+bke
at blue-1.S yWa
"""


def answers(position: str, lines: list[str]) -> list[str]:
    """Return the answers to lines that blue types."""
    state = read_position(position)
    display, view = display_of(state), observe(state, 0)
    menu = display.make_menu(state, view)
    answers: list[str] = []
    for line in lines:
        try:
            answers.append(" | ".join(display.read_typed(state, view, menu, line)))
        except InputError as error:
            answers.append(str(error))
    return answers


def test_parse_errors_reveal_nothing_hidden(run: Run, tmp_path: Path) -> None:
    """OPT-10: two games that differ only in what is hidden answer alike, whatever one types."""
    other = SECRETS.replace("yNa+ytr", "yNa+ysh").replace("yCl~+bke", "yWi~+bsw")
    lines = [f"bPi steal yNa {item}" for item in ("ytr", "ysh", "bke", "bsw")]
    lines += [f"bPi {verb} {target}" for verb in ("attack", "steal", "heal") for target in ("yCl", "yWi", "yNa", "y?1", "yWa")]
    lines += [f"bCr shoot {target}" for target in ("yCl", "yWi", "y?1", "yWa")]
    lines += ["Pi steal Na", "Cr shoot Wa", "Pi attack Cl", "Pi attack Wi", "take bke", "drop bsw", "bPi move"]
    assert answers(SECRETS, lines) == answers(other, lines)
    assert answers(SECRETS, ["bPi attack yCl"]) == ["Nobody can see that here now. That is not among the choices now."]
    assert answers(SECRETS, ["Pi steal Na"]) == ["bPi steal yNa"]
    for seat in (0, 1):
        shown = [_screen(position, seat) for position in (SECRETS, other)]
        assert (shown[0] == shown[1]) == (seat == 0)
    path = tmp_path / "secret.position"
    path.write_text(SECRETS, "utf-8")
    assert "yNa+ytr" in run("show", str(path)).out  # a position shows everything


def _screen(position: str, seat: int) -> str:
    state = read_position(position)
    display, view = display_of(state), observe(state, seat)
    lines = [
        *display.picture(state, view, Viewport(100)),
        *display.player_lines(state, view),
        *display.notes(state, view, Viewport(100)),
    ]
    lines += [line for seen in view.tokens for line in display.look(state, view, seen.token, 100)]
    return "\n".join(line.plain for line in lines)


# -- typing -------------------------------------------------------------------------------------------------------------


def test_setup_and_wrong_input(run: Run) -> None:
    """Every wrong line is answered with one sentence and changes nothing."""
    wrong = ["", "99", "start Q 0", "start Na", "start Na 2", "hello", "pass", "timeout", "0", "-1", "blue-1.T", "lay ke R1"]
    typed = [*wrong, "start na 1", "start bNa 0", "start ME 0", "fill", "face me T", "3", "look R9", "look", "reach", "reach Q"]
    result = run("play", "--scenario", "tutorial-1", "--bot", "random", "--seed", "4", typed=[*typed, "quit", ""])
    assert (result.code, result.err) == (0, "")
    for answer in (
        "Type a number, a choice as shown, or help.",
        "There is no choice 99; the numbers go from 1 to 4.",
        "“start” is typed like this: start bNa 0.",
        "There is no column “2”; there are 0, 1.",
        "“hello” is not a choice: type a number, a choice as shown, or help.",
        "Something else has to be decided first. (ENG-1)",
        "That is not one of the choices here; type help for what you can do.",
        "You place your Naga in N1.",
        "That is no longer in your supply. (SET-6)",
        "Your Mechanork faces T.",
        "There is no room R9 (there are R1 to R4).",
        "Name something to look at: look Na.",
        "Name a character: reach Na.",
        "Q is not one of your characters in play.",
        "The game is not saved.",
    ):
        assert answer in result.out, answer
    assert "Traceback" not in result.out


PLACES = """position 1
scenario card-lab
turn blue ap 3
rooms R1=blue-1.0 R2=green-2.1
at blue-1.T bNa+bro bTr
at blue-1.S bMe yCl
at N0S bTh
"""


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("na MOVE", "bNa move"),
        ("Na jump blue-1.c", "There is no single pit to jump over from here. (JMP-1)"),
        ("Me jump r1.C", "bMe jump blue-1.C"),
        ("me jump c", "bMe jump blue-1.C"),
        ("bMe jump blue-1.C (for fun)", "bMe jump blue-1.C"),
        ("me attack cl", "bMe attack yCl"),
        ("Th S", "bTh move | blue-1.S | stop"),
        ("Na to G", "bNa move | blue-1.G | stop"),
        ("Na R2.T", "bNa cannot end one move of 3 steps in green-2.T (“reach Na” shows where)."),
        ("Na R3.T", "“R3.T” is not a place: type a zone such as blue-1.T, or a station such as N0T."),
        ("Tr N0", "“N0” is not a place: type a zone such as blue-1.T, or a station such as N0T."),
        ("tr n1g", "bTr cannot end one move of 1 step in N1G (“reach Tr” shows where)."),
        ("Na attack yMe", "Nobody can see that here now. That is not among the choices now."),
        ("Na attack me", "Only enemies can be attacked. (CMB-3)"),
        ("Na attack yCl", "Nobody to attack here: the enemy must be in the same zone. (CMB-3)"),
        ("combat 3", "Something else has to be decided first. (ENG-1)"),
        ("(nothing)", "Type a number, a choice as shown, or help."),
        ("resign blue", "That is not one of the choices here; type help for what you can do."),
    ],
)
def test_typed_lines(typed: str, meant: str) -> None:
    assert answers(PLACES, [typed]) == [meant]


def moving(tmp_path: Path) -> Path:
    """A saved game in which blue's Naga can take several steps."""
    game, rng = RecordedGame.new("tutorial-1", {}, "move"), Random(1)
    while not (game.decider == "blue" and "bNa move" in game.legal() and game.state.ap > 1 and "." in str(_at(game))):
        own = [choice for choice in game.legal() if choice.startswith(("bNa", "blue", "green", "pass", "stop"))]
        game.play(rng.choice(own or game.legal()))
    file = tmp_path / "move.dt"
    save(game, file, {"blue": "person", "yellow": "random"})
    return file


def _at(game: RecordedGame) -> str:
    seen = re.search(r"^at (\S+) .*\bbNa", write_position(game.state), re.MULTILINE)
    return seen.group(1) if seen else ""


def test_moves_undo_and_looks(run: Run, tmp_path: Path) -> None:
    """A Move step by step and in one line, taken back while it is under way, marks of what is in reach."""
    file = moving(tmp_path)
    game_out = run("play", "--resume", str(file), typed=["reach Na", "Na", "look na", "look R1", "na move", *["undo"] * 9]).out
    ends = re.search(r"One move of Na can end on: (.*)\.", game_out)
    assert ends
    end = ends.group(1).split(", ")[0]
    assert re.search(r"\([TSCG]\)", game_out)
    assert "bNa Naga M3 C2: Contortionist. Slips through arrow-slits." in game_out and "From here: " in game_out
    assert "go to" in game_out and "blue: On the way" in game_out
    assert "someone has learned or decided something since (ACT-2a)" in game_out
    out = run("play", "--resume", str(file), typed=[f"na to {end.upper()}", "Na blue-9.T", "Na N9", "log"]).out
    assert re.search(rf"Your Naga moves (\d+ steps )?to {re.escape(end)}", out)
    assert "is not a place" in out


def test_menus_lead_to_menus(run: Run, tmp_path: Path) -> None:
    """With many choices one picks a character first; Enter leads back; a name does the same as its number."""
    game, rng = RecordedGame.new("standard", {}, "menu"), Random(1)
    while not (game.decider == "blue" and "pass" in game.legal() and len(game.legal()) > 30):
        game.play(rng.choice(game.legal()))
    file = tmp_path / "menu.dt"
    save(game, file, {"blue": "person", "yellow": "random"})
    actor = next(choice for choice in game.legal() if choice.endswith(" move")).split()[0]
    out = run("play", "--resume", str(file), typed=["1", "", actor, "back", actor[1:].lower(), "1", "99"]).out
    assert out.count(" Enter: back") >= 3
    assert f"{actor} " in out and "On the way" in out


def test_help_and_every_topic(run: Run) -> None:
    typed = [
        "help",
        "help Na",
        "help yNa",
        "help naga",
        "help wall-walker",
        "help fireball",
        "help rope",
        "help pit",
        "help nix",
    ]
    out = run("play", "--scenario", "tutorial-1", "--bot", "random", "--seed", "2", typed=typed).out
    assert out.count("Naga (Na): Contortionist. Slips through arrow-slits in a move, with what it carries.") == 3
    assert "Wall-Walker (Ww)" in out and "Fireball Scroll (fi)" in out and "Rope (ro): While carried it lets its bearer" in out
    assert "Pit: Pits lie between zones" in out
    assert "There is no help on “nix”" in out


def test_save_and_resume(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "my.dt"
    argv = ["play", "--scenario", "tutorial-3", "--bot", "random", "--seed", "4"]
    assert "continue with" in run(*argv, typed=["start Na 0", f"save {file}"]).out
    assert "bNa" not in file.read_text("utf-8")
    again = run("play", "--resume", str(file), typed=["fill", "fill", "fill"])
    assert "You place your Naga in N0." in again.out
    assert "The game is saved" in again.out
    assert "has its own scenario" in run("play", "--resume", str(file), "--game", "card").err
    shown = run("show", str(file)).out
    assert "this is what a spectator sees" in shown
    assert "play --resume" in run("replay", str(file)).err


def test_strict_memory_hides_notes(run: Run) -> None:
    """SET-8: with memory=strict not even the owner is shown what he laid."""
    argv = ["play", "--scenario", "tutorial-2", "--bot", "random", "--seed", "2", "--option", "memory=strict"]
    out = run(*argv, typed=["fill", "1", "1", "log 100"]).out
    assert "Blue hides something in R" in out
    assert "hide your" not in out and "yours:" not in out
