"""The board: the same signs with and without colours, marks, hidden starters, narrow terminals, wiping."""

from __future__ import annotations

import re
from io import StringIO
from random import Random

import pytest
from rich.console import Console
from rich.text import Text

from dungeon_twister.cli.board import screen
from dungeon_twister.cli.board.choice_menu import make_menu
from dungeon_twister.cli.board.input_parser import squares_in_reach
from dungeon_twister.cli.board.maze_drawing import MazeDrawing
from dungeon_twister.cli.game_display import ENDLESS, Viewport
from dungeon_twister.cli.menus import menu_lines
from dungeon_twister.cli.terminal import CLEAR_ALL, Terminal
from dungeon_twister.game.determinization import determinize
from dungeon_twister.game.record.board.drawing import CELL, draw
from dungeon_twister.game.views import SPECTATOR, View, observe
from dungeon_twister.rules.engine.board.state import BoardState, board_of
from tests.cli.conftest import played


def console(width: int = 120, colour: bool = True) -> tuple[Console, StringIO]:
    file = StringIO()
    system = "standard" if colour else None
    made = Console(file=file, force_terminal=True, color_system=system, no_color=not colour, width=width, highlight=False)  # type: ignore[arg-type]
    return made, file


def plain(text: str) -> list[str]:
    return [line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", text).rstrip("\n").split("\n")]


def drawn(state: BoardState, view: View, width: int = 120, height: int = ENDLESS) -> list[Text]:
    """Return the maze as a viewer sees it."""
    return screen.draw_maze(determinize(view, Random(0)), view, Viewport(width, height), False)


@pytest.mark.parametrize("choices", [0, 5, 60, 200, 400])
@pytest.mark.parametrize("height", [12, ENDLESS])
def test_colours_change_no_character(choices: int, height: int) -> None:
    game = played("screen", choices)
    texts = drawn(board_of(game.state), observe(board_of(game.state), 0), 120, height)
    with_colour, coloured = console()
    without, bare = console(colour=False)
    for text in texts:
        with_colour.print(text, no_wrap=True)
        without.print(text, no_wrap=True)
    assert "\x1b[" in coloured.getvalue()
    assert plain(coloured.getvalue()) == plain(bare.getvalue()) == [text.plain for text in texts]


def test_terminal_draws_the_rooms_as_records_do() -> None:
    """Squares and barriers are the same; the terminal adds names of rooms and owners of lines."""
    state = board_of(played("screen", 300).state)
    for mine, record in zip(drawn(state, observe(state, SPECTATOR)), draw(state), strict=True):
        assert _barriers(mine.plain) == _barriers(record)


def _barriers(line: str) -> str:
    """Return walls, slits and portcullises of a line, without names of rooms."""
    named = re.sub(r"R\d(?=--)", "--", line)
    return re.sub(r"\[|\]|[a-zA-Z][A-Za-z!#$%&*?]|[^-|=~+Hhx]", lambda found: " " * len(found[0]), named).rstrip()


def test_hidden_starters_are_question_marks() -> None:
    """SETUP-3: of the other player's starters one sees colour and square."""
    game = played("screen", 8)
    for seat, other in ((0, "y"), (1, "b")):
        text = "\n".join(line.plain for line in drawn(board_of(game.state), observe(board_of(game.state), seat)))
        assert text.count(f"{other}?") == 4
        assert not re.search(rf"\b{other}[A-Z]", text)
    view = observe(board_of(game.state), SPECTATOR)
    assert not re.search(r"\b[by][A-Z]", "\n".join(line.plain for line in drawn(board_of(game.state), view)))


def test_a_crowded_square_keeps_the_lines_straight() -> None:
    """A traveller on a square with two more tokens is drawn alone with its load; the drawing stays in its columns."""
    seen = 0
    for seed in range(2):
        game = played(str(seed), 200)
        while not game.over and len(game.log) < 500:
            if board_of(game.state).mover >= 0:
                view = observe(board_of(game.state), game.state.decider())
                widths = {len(line.plain) for line in drawn(board_of(game.state), view)[1:]}
                assert widths == {MazeDrawing(board_of(game.state), None, []).columns(CELL)}
                seen += 1
            choices = [choice for choice in game.legal() if choice.endswith(" move")] or game.legal()
            game.play(choices[len(game.log) % len(choices)])
    assert seen > 50


def test_marks_need_no_colour() -> None:
    game = played("screen", 200)
    while board_of(game.state).mover < 0:
        game.play(next((choice for choice in game.legal() if choice.endswith(" move")), game.legal()[0]))
    state = board_of(game.state)
    view = observe(state, state.decider())
    reach = squares_in_reach(state)
    for height in (12, ENDLESS):
        text = "\n".join(line.plain for line in MazeDrawing(state, view, reach).lines(Viewport(120, height)))
        assert text.count("[") == 1 and re.search(r"\[[by][A-Z]\]", text)
        assert 0 < text.count("(") <= len(reach)


def test_a_narrow_terminal_shows_parts() -> None:
    """All columns one part below the other if there is room, else the most important columns and a note."""
    state = board_of(played("screen", 60).state)
    view = observe(state, SPECTATOR)
    high = [text.plain for text in drawn(state, view, 80, 24)]
    assert len(high) == 22 and re.search(r"_a__ .*_k__$", high[0]) and re.search(r"_l__ .*_v__$", high[11])
    low = [text.plain for text in drawn(state, view, 80, 13)]
    assert len(low) == 12 and "only columns" in low[-1]


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


def test_a_folded_menu_asks_for_the_token_first() -> None:
    game = played("menu", 10)
    menu = make_menu(observe(board_of(game.state), game.state.decider()))
    folded = menu.folded()
    inner = [entry.inner for group in folded.groups for entry in group.entries if entry.inner is not None]
    assert len(folded.labels) < len(menu.labels) and len(inner) > 1
    assert folded.nested_menu(inner[0].focus) is inner[0] and inner[0].inner
    plain = [entry.notation for group in folded.groups for entry in group.entries if entry.inner is None]
    nested = [entry.notation for one in inner for group in one.groups for entry in group.entries]
    assert sorted(plain + nested) == sorted(entry.notation for group in menu.groups for entry in group.entries)
