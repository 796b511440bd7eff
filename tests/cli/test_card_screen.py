"""The Card Game's picture at several sizes, with and without colours; its words; the other commands for card games."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from rich.console import Console
from rich.text import Text

from dungeon_twister.cli.card.choice_menu import make_menu
from dungeon_twister.cli.card.display import CardDisplay
from dungeon_twister.cli.card.maze_drawing import MazeDrawing
from dungeon_twister.cli.card.piece_names import PIECES, name_of
from dungeon_twister.cli.card.room_text import LARGE_HEIGHT, SMALL_HEIGHT, WIDTH
from dungeon_twister.cli.game_display import ENDLESS, Viewport
from dungeon_twister.cli.help_texts import Help
from dungeon_twister.cli.menus import InputError, Menu, menu_lines
from dungeon_twister.cli.texts import set_language
from dungeon_twister.game.record.files import save
from dungeon_twister.game.record.position import read_position, write_position
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.views import SPECTATOR, observe
from dungeon_twister.presentation.i18n import LANGUAGES
from dungeon_twister.rules.engine.card.state import CardState
from tests.amounts import some
from tests.card.play import OPTIONS, card_position, random_game
from tests.cli.conftest import Run, played
from tests.random_play import play_on

ROOMS = """turn blue ap 3
rooms R1=blue-1.0 R2=green-2.1 R3=green-1.2 R4=blue-2.3
gates R2=open R3=broken
walls R4
under R5 bWm br2 ys2
under R6 yNa
at blue-1.T bNa+bro bPa+bCl~+bke yWa~
at green-2.S bTh ysw
at N0T bWi
at S1G yGb
at N btr
"""


def picture(position: str, width: int = 100, height: int = ENDLESS, reach: list[str] | None = None) -> list[str]:
    state = card_position(position)
    return [line.plain for line in MazeDrawing(state, observe(state, 0), Viewport(width, height, "", reach or [])).lines()]


# -- the picture --------------------------------------------------------------------------------------------------------


def test_contents_of_the_picture() -> None:
    """Rooms, who is where with what, links of the stations, ways between zones, cards at face-down rooms."""
    text = "\n".join(picture(ROOMS, 140))
    for part in (
        "R1 blue-1 cw, closed",
        "R2 green-2 ccw, open",
        "R3 green-1 cw, broken",
        "R4 blue-2 ccw, walls broken",
        "bNa+bro bPa+bCl~+bke yWa~",
        "T open bWi",
        " G yGb",
        "N lying there: btr",
        "R5  b2 y1",
        "yours: bWm br2",
        "R6  y1",
    ):
        assert part in text, part
    assert "====" in text and "x" in text and ". . " in text
    assert re.search(r" T .*to S G", text)
    assert "yNa" not in text and "y?" not in text


def test_a_position_large_and_small() -> None:
    """Each file has a position and the pictures that blue sees."""
    here = Path(__file__).parent
    state = read_position((here / "card-position.txt").read_text("utf-8"))
    for height, file in ((ENDLESS, "card-large.txt"), (20, "card-small.txt")):
        drawn = CardDisplay().picture(state, observe(state, 0), Viewport(100, height))
        assert "".join(f"{line.plain.rstrip()}\n" for line in drawn) == (here / file).read_text("utf-8")


def test_large_and_small() -> None:
    """Eleven lines for a row of rooms, or six; on a low terminal only rooms that matter, in every case all that stand there."""
    large, small, low = picture(ROOMS), picture(ROOMS, height=22), picture(ROOMS, height=14)
    assert len(large) > 2 * LARGE_HEIGHT and 2 * SMALL_HEIGHT < len(small) <= 22 and len(low) <= 14
    for lines in (large, small, low):
        text = "\n".join(lines)
        assert all(token in text for token in ("bNa+bro", "bPa+bCl~+bke", "yWa~", "bTh", "bWi", "ysw"))
    assert any("+----+" in line for line in large) and not any("+----+" in line for line in small)
    assert any("_T__" in line or "_S__" in line for line in small)


@pytest.mark.parametrize("width", [30, 40, 54, 60, 80, 99, 100, 120, 200])
@pytest.mark.parametrize("height", [10, 24, 40, ENDLESS])
def test_no_line_is_too_long(width: int, height: int) -> None:
    assert max(len(line) for line in picture(ROOMS, width, height)) <= max(width, WIDTH)


def test_marks_need_no_colour() -> None:
    text = "\n".join(picture(ROOMS, reach=["blue-1.S", "N1T"]))
    assert "(S)" in text and "(T)" in text


def test_colours_change_no_character() -> None:
    state = card_position(ROOMS)
    lines = MazeDrawing(state, observe(state, 0), Viewport(120)).lines()
    shown: list[str] = []
    for colour in (True, False):
        file = StringIO()
        console = Console(file=file, force_terminal=True, no_color=not colour, width=120, color_system="256", highlight=False)
        for line in lines:
            console.print(line, no_wrap=True, overflow="ignore", crop=False)
        shown.append(file.getvalue())
    assert "48;5;22" in shown[0] and "48;5;22" not in shown[1]
    bare = [re.sub(r"\x1b\[[0-9;]*m", "", text) for text in shown]
    assert bare[0] == bare[1]


TYPED = ("Na", "bNa S", "Na move", "take bke", "T", "R1.T", "N0T", "combat 9", "Tr", "tr", "y?1", "name 7", "lay ke")


# -- every screen of random games ---------------------------------------------------------------------------------------


def menus_of(menu: Menu) -> list[Menu]:
    """A menu and all behind it."""
    inner = [entry.inner for group in menu.groups for entry in group.entries if entry.inner is not None]
    return [menu, *(one for other in inner for one in menus_of(other))]


def check_screen(state: CardState, viewer: int, width: int, height: int) -> None:
    display, view = CardDisplay(), observe(state, viewer)
    viewport = Viewport(width, height)
    lines = display.picture(state, view, viewport) + display.notes(state, view, viewport)
    assert all(isinstance(line, Text) for line in [*lines, *display.player_lines(state, view), display.header(state, view)])
    if viewer < 0 or not view.choices:
        return
    menus = menus_of(make_menu(state, view))
    texts = [entry.notation for menu in menus for group in menu.groups for entry in group.entries if entry.inner is None]
    assert sorted(texts) == sorted({*texts}) and len(texts) == len(view.choices)
    for menu in menus:
        assert len(menu.labels) == len(set(menu.labels))
        assert max(len(line) for line in menu_lines(menu, width)) <= width
        shown = " ".join(line.plain for line in menu_lines(menu, 200))
        assert all(re.search(rf"(?<!\w){label} ", shown) for label in menu.labels)
    assert display.decision_line(state, view).plain.startswith(view.viewer)


@pytest.mark.parametrize("number", some(range(len(OPTIONS)), 4))
def test_every_screen_of_a_game(number: int) -> None:
    """Whatever happens there is something to show, and every choice of the view is in the menus exactly once."""
    state, rng = random_game(number), Random(number)
    display = CardDisplay()
    for made, _ in enumerate(play_on(state, rng, 450)):
        if state.over or state.decider() < 0 or made % (9 if made < 60 else 37):
            continue
        check_screen(state, state.decider(), rng.choice([60, 80, 100, 130]), rng.choice([20, 40, ENDLESS]))
        check_screen(state, SPECTATOR, 80, 40)
        view = observe(state, state.decider())
        for typed in (
            "Na",
            "bNa S",
            "Na move",
            "take bke",
            "T",
            "R1.T",
            "N0T",
            "combat 9",
            "Tr",
            "tr",
            "y?1",
            "name 7",
            "lay ke",
        ):
            try:
                assert display.read_typed(state, view, display.make_menu(state, view), typed)
            except InputError as error:
                assert re.fullmatch(r"['“A-Zby].*[.)?]", str(error)), (typed, str(error))


# -- words --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_help_topic_exists(language: str) -> None:
    """By sign, by name in the language spoken and in English, however it is written."""
    set_language(language)
    guide = Help("card")
    for sign, piece in PIECES.items():
        for word in (
            sign,
            f"b{sign}",
            f"y{sign}",
            f"b{sign}~",
            piece.name,
            piece.name.replace("_", " "),
            name_of(piece).upper(),
        ):
            text = guide.explain(word)
            assert text and "(" in text and text.endswith("."), word
    assert all("\n" not in guide.text(name) and guide.text(name).endswith(".") for name in guide.entries())
    assert guide.explain("nix") is None


# -- the other commands -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def card_record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "card.dt"
    game = played("card", 100_000, "tutorial-2")
    assert game.over
    save(game, path, {"blue": "random", "yellow": "random"})
    return path


def test_replay_and_show(run: Run, card_record: Path) -> None:
    lines = run("replay", str(card_record)).out.strip().split("\n")
    assert "The game is over" in lines[-1]
    at = run("replay", str(card_record), "--at", "40").out
    assert re.search(rf"40 of {len(lines)}   (blue|yellow|chance): ", at) and "N0" in at
    one = json.loads(run("replay", str(card_record), "--json", "--at", "40").out)
    assert one["view"]["scenario"] == "tutorial-2"
    out = run("show", str(card_record)).out
    assert re.search(r"(wins|draw) \(blue \d+ VP, yellow \d+ VP\)\. \d+ turns, \d+ choices\.", out)


def test_positions_and_counts(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "card.position"
    path.write_text(write_position(card_position(ROOMS)), "utf-8")
    out = run("show", str(path)).out
    assert "blue: Act with your characters" in out and "yNa" in out  # a position shows what lies face down, too
    assert json.loads(run("show", str(path), "--json").out)["view"]["active"] == "blue"
    one = json.loads(run("perft", str(path), "--depth", "1", "--json").out)
    assert one["count"] > 10


def test_cases(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "card.case"
    path.write_text(f"case Two in a zone\nclauses CMB-3\nscenario card-lab\n{ROOMS}run\nexpect bNa carries bro\n", "utf-8")
    assert run("cases", str(path)).out == "1 cases hold, 0 do not; they cite 1 clauses.\n"


def test_rooms(run: Run, tmp_path: Path) -> None:
    result = run("rooms", "--game", "card")
    assert result.code == 0
    assert "Room blue-1   pair blue, twin blue-2   turns clockwise   zones T5 S7 C6 G5, 2 pits, 1 portcullis" in result.out
    assert "  C: pit S G; gate T" in result.out
    output = json.loads(run("rooms", "--game", "card", "--json").out)
    assert len(output["rooms"]) == 12 and output["findings"] == [] and set(output["rooms"][0]["zones"]) == set("TSCGO")
    torn = tmp_path / "torn.txt"
    torn.write_text("room x pair=1 turn=cw\n" + "\n".join(["+ + + + + +", " T S C G T "] * 5 + ["+ + + + + +"]) + "\n", "utf-8")
    result = run("rooms", str(torn))
    assert result.code == 1 and "lies in several parts. (GEO-2)" in result.out


@pytest.mark.parametrize(
    ("argv", "word"),
    [
        (["play", "--game", "card", "--scenario", "base"], "board game, not to the card game"),
        (["play", "--game", "board", "--scenario", "standard"], "card game, not to the board game"),
        (["bench", "--game", "card", "--scenario", "lab"], "board game, not to the card game"),
        (["selfplay", "--bots", "random,random", "--game", "cards"], "--game is one of board, card, not cards"),
        (["selfplay", "--bots", "random", "--game", "card"], "needs 2 bots"),
        (["play", "--game", "card", "--option", "target=6"], "there is no option target ("),
        (["play", "--scenario", "tutorial-1", "--option", "selection=draft"], "there is no selection"),
        (["play", "--game", "card", "--option", "handicap=green/good/newbie"], "the colours are"),
        (["play", "--scenario", "tutorial-9"], "there is no scenario"),
    ],
)
def test_bad_arguments(run: Run, argv: list[str], word: str) -> None:
    result = run(*argv)
    assert (result.code, result.out) == (2, "")
    assert result.err.count("\n") == 1 and word.lower() in result.err.lower(), result.err


def test_game_card_without_scenario_is_standard(run: Run) -> None:
    assert "Standard game" in run("play", "--game", "card", "--bot", "random", "--seed", "1").out
    assert json.loads(run("bench", "--game", "card", "--seconds", "0.05", "--json").out)["scenario"] == "standard"
    options = ["--option", "selection=draft", "--option", "handicap=blue/good/newbie", "--option", "timer=on"]
    out = run("play", "--game", "card", "--seed", "1", "--bot", "random", *options, typed=["fill", "fill", "fill"]).out
    assert "The clock of the rules is running" in out and "Choose a character to leave out" in out


def test_selfplay(run: Run, tmp_path: Path) -> None:
    argv = ["selfplay", "--bots", "random,random", "--games", "2", "--seed", "9", "--scenario", "tutorial-1"]
    folder = tmp_path / "records"
    output = json.loads(run(*argv, "--json", "--records", str(folder)).out)
    assert output["faults"] == 0 and output["games"] == 2
    for path in folder.iterdir():
        assert run("replay", str(path)).code == 0


def test_a_game_over_shows_its_result(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "end.dt"
    typed = ["fill", "resign", "y", str(file)]
    out = run("play", "--scenario", "tutorial-3", "--bot", "random", "--seed", "2", typed=typed).out
    assert "Yellow wins" in out and "The game was decided by resignation. (ENG-3)" in out
    game = RecordedGame.new("tutorial-1", {}, "x")
    game.play("draw")
    assert CardDisplay().reason_for_end(game.state) == "The players agreed on a draw. (ENG-3)"
