"""The board: the same signs with and without colours, marks, hidden starters, narrow terminals, wiping."""

from __future__ import annotations

import re
from io import StringIO
from random import Random

import pytest
from rich.console import Console

from dungeon_twister.cli.board import screen
from dungeon_twister.cli.board.choice_menu import make_menu
from dungeon_twister.cli.menus import menu_lines
from dungeon_twister.cli.terminal import CLEAR_ALL, Terminal
from dungeon_twister.game.determinization import determinize
from dungeon_twister.game.record.board.drawing import draw
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.views import SPECTATOR, observe
from dungeon_twister.rules.engine.board.state import board_of
from tests.cli.conftest import played


def console(width: int = 120, colour: bool = True) -> tuple[Console, StringIO]:
    file = StringIO()
    system = "standard" if colour else None
    made = Console(file=file, force_terminal=True, color_system=system, no_color=not colour, width=width, highlight=False)  # type: ignore[arg-type]
    return made, file


def plain(text: str) -> list[str]:
    return [line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", text).rstrip("\n").split("\n")]


@pytest.mark.parametrize("choices", [0, 5, 60, 200, 400])
def test_colours_change_no_character(choices: int) -> None:
    game = played("screen", choices)
    view = observe(board_of(game.state), 0)
    lines = screen.board_lines(determinize(view, Random(0)), view)
    with_colour, coloured = console()
    for text in screen.in_parts(screen.paint(lines), 120):
        with_colour.print(text, no_wrap=True)
    without, bare = console(colour=False)
    for text in screen.in_parts(screen.paint(lines), 120):
        without.print(text, no_wrap=True)
    assert "\x1b[" in coloured.getvalue()
    assert plain(coloured.getvalue()) == plain(bare.getvalue()) == [line.rstrip() for line in lines]


def test_the_board_shows_what_draw_shows() -> None:
    """Apart from the inside of face-down rooms and the traveller's square the signs are those of the drawing."""
    game = played("screen", 100_000)
    assert [line.rstrip() for line in screen.board_lines(board_of(game.state))] == draw(board_of(game.state)) or any(
        room < 0 for room in board_of(game.state).maze.room_of
    )


def test_hidden_starters_are_question_marks() -> None:
    """SETUP-3: of the other player's starters one sees colour and square."""
    game = played("screen", 8)
    for seat, other in ((0, "y"), (1, "b")):
        view = observe(board_of(game.state), seat)
        text = "\n".join(screen.board_lines(determinize(view, Random(0)), view))
        assert text.count(f"{other}?") == 4
        assert not re.search(rf"\b{other}[A-Z]", text)
    view = observe(board_of(game.state), SPECTATOR)
    assert not re.search(r"\b[by][A-Z]", "\n".join(screen.board_lines(determinize(view, Random(0)), view)))


def test_a_crowded_square_keeps_the_lines_straight() -> None:
    """A traveller on a square with two more tokens is drawn alone with its load; the drawing stays in its columns."""
    seen = 0
    for seed in range(2):
        game = played(str(seed), 200)
        while not game.over and len(game.log) < 500:
            if board_of(game.state).mover >= 0:
                view = observe(board_of(game.state), game.state.decider())
                lines = screen.board_lines(determinize(view, Random(0)), view)
                widths = {len(line.rstrip()) for line in lines[1:]}
                assert widths == {screen.board_width(board_of(game.state))}
                seen += 1
            choices = [choice for choice in game.legal() if choice.endswith(" move")] or game.legal()
            game.play(choices[len(game.log) % len(choices)])
    assert seen > 50


def test_marks_need_no_colour() -> None:
    game = RecordedGame.new(seed="marks")
    for choice in ("start bW a2", "start bT a4"):
        game.play(choice)
    lines = screen.board_lines(board_of(game.state))
    marked = screen.mark(lines, "a2", ["a3", "a4"])
    assert screen.cell_of(marked, "a2") == "[bW]"
    assert screen.cell_of(marked, "a3") == "(:) "
    assert screen.cell_of(marked, "a4") == "bT  "


def test_a_standstill_is_announced() -> None:
    """STALL-6: in the last five turns of each player, and not before."""
    state = board_of(played("screen", 200).state)
    said = []
    for idle in ([6, 6], [7, 7], [11, 11], [12, 11]):
        state.idle, state.progress = idle, False
        text = " ".join(line.plain for line in screen.notes(observe(state, 0), state))
        said.append(text.partition("the game ends ")[2])
    assert said == ["", "in 10 turns", "in 2 turns", "with this turn"]


def test_menus_fit_the_width() -> None:
    for choices in (0, 10, 30, 60, 100):
        game = played("menu", choices)
        view = observe(board_of(game.state), game.state.decider())
        menu = make_menu(view)
        assert len(menu.labels) == len(set(menu.labels)) == len(view.choices)
        for width in (60, 80, 120, 200):
            lines = menu_lines(menu, width)
            assert all(len(line) <= width for line in lines)
            shown = " ".join(line.plain for line in lines)
            assert all(re.search(rf"(?<!\w){label} ", shown) for label in menu.labels)


def test_clear_also_clears_the_scrollback() -> None:
    made, file = console()
    terminal = Terminal(made)
    terminal.use_alternate_screen()
    terminal.clear()
    terminal.restore_main_screen()
    assert CLEAR_ALL in file.getvalue()
    assert "\x1b[3J" in CLEAR_ALL
    assert file.getvalue().startswith("\x1b[?1049h") and file.getvalue().endswith("\x1b[?1049l")
