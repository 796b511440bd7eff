"""The mazes of three and four players on the screen, and what stands below them: parts, signs, menus, words."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from dungeon_twister.cli.board import status_panel
from dungeon_twister.cli.board.choice_menu import make_menu
from dungeon_twister.cli.board.display import BoardDisplay
from dungeon_twister.cli.board.input_parser import read_typed, token_named
from dungeon_twister.cli.board.maze_drawing import MazeDrawing
from dungeon_twister.cli.game_display import Viewport
from dungeon_twister.cli.menus import Menu, menu_lines
from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.views import SPECTATOR, CombatView, observe
from dungeon_twister.rules.engine.board.state import BoardState, board_of
from dungeon_twister.rules.engine.decisions import ACT
from tests.amounts import some
from tests.cli.conftest import Run, played

BOARD = BoardDisplay()

SCENARIOS = (
    "three-players", "four-players", "hoard", "pyramid", "pyramid-3", "race", "elevator", "wrong-door", "wrong-door-3",
    "alliances", "teams",
)  # fmt: skip


def after(scenario: str, choices: int, seed: str = "many", options: dict[str, str] | None = None) -> BoardState:
    return board_of(played(seed, choices, scenario, options).state)


def drawn(state: BoardState, width: int, height: int = 10_000, seat: int = SPECTATOR) -> list[str]:
    return [text.plain for text in BOARD.picture(state, observe(state, seat), Viewport(width, height))]


# -- the maze -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_maze_fits_the_screen(scenario: str) -> None:
    """120 x 45: whole or in part, never wider or higher than there is room; large where there is enough."""
    for choices in some((0, 60, 400)):
        state = after(scenario, choices)
        if state.over:
            continue
        seat = state.decider()
        layout = state.board_setting.layout
        for width, height in ((120, 25), (80, 20), (50, 12), (200, 100)):
            lines = drawn(state, width, height, seat)
            assert len(lines) <= height
            assert max(len(line) for line in lines) <= width
        assert len(drawn(state, 200, 100)) == 2 * layout.height + 2
        assert len(drawn(state, 130, layout.height + 1)) == layout.height + 1
        assert all(len(line) <= 120 for line in drawn(state, 120))


def test_small_and_large_show_the_same() -> None:
    """Who stands where is the same in both; colours change no sign."""
    state = after("four-players", 900)
    large, small = "\n".join(drawn(state, 200, 100)), "\n".join(drawn(state, 120, 25))
    alone = re.compile(r"\b[byrg][CGWZMATHcgwzmath](?![a-z$!&*%#byrg])")
    assert sorted(alone.findall(small)) and set(alone.findall(small)) <= set(re.findall(r"[byrg][A-Za-z]", large))
    assert "_.__" in small and "----" in large and "R1" in large


def test_what_the_mazes_show() -> None:
    """Kinds of rooms, what is known of them, the shaft, doors, shared and private lines, brick offsets."""
    hoard = "\n".join(drawn(after("hoard", 0), 120, 25))
    assert hoard.count("characters only") == 8 and hoard.count("objects only") == 8 and "3 free" in hoard
    assert re.search(r"b: +bo", hoard) is None and "b:" in hoard and "ro" in hoard
    elevator = "\n".join(drawn(after("elevator", 0), 120, 25))
    assert "R7 elevator pair 1" in elevator and elevator.count("(shaft)") == 2 and elevator.count("pair 3") == 2
    pyramid = drawn(after("pyramid", 0), 130, 25)
    assert "R1 apex 5G" in "\n".join(pyramid)
    starts = [min(line.find(sign) for sign in "|." if sign in line) for line in pyramid[2::5]]
    assert starts[0] > starts[1] > starts[2] > starts[3]  # every level juts out
    door = after("wrong-door-3", 0)
    text = "\n".join(drawn(door, 120, 25))
    assert text.count("?^") == text.count("?>") == text.count("?v") == text.count("?<") == 5
    door.doors = [-1, -1, -1, -1, 0, 1, 2, 3]
    text = "\n".join(drawn_true(door))
    assert text.count("b^") == text.count("r>") == text.count("yv") == text.count("-<") == 5


def drawn_true(state: BoardState) -> list[str]:
    return [text.plain for text in MazeDrawing(state, None, []).lines(Viewport(130, 30))]


def test_raised_apex_and_slid_elevator() -> None:
    state = after("pyramid", 0)
    state.maze = state.maze.revealed(0, 8, 0).with_raised(0)
    state.shown = True
    assert sum(line.count("^") for line in drawn_true(state)) > 15
    view = observe(state, 0)
    assert any("The apex R1 is raised" in note for note in status_panel.special_notes(view, state))
    state = after("elevator", 0)
    before = drawn_true(state)
    state.maze = state.maze.moved(6, state.maze.adjacent_free_place(6, 0))
    slid = drawn_true(state)
    assert "R7" in slid[3] and "R7" in before[8]
    assert any("The Elevator R7 is at k2" in note for note in status_panel.special_notes(observe(state, 0), state))


def test_the_shown_part_follows_the_action() -> None:
    """On a small screen the part with the traveller is shown, and it says what is left out."""
    game = played("part", 300, "race")
    while board_of(game.state).mover < 0:
        game.play(game.legal()[-1] if game.state.decision() != ACT else game.legal()[0])
    state = board_of(game.state)
    lines = drawn(state, 70, 14, state.decider())
    assert any("[" in line for line in lines)
    assert "only columns" in lines[-1] and "and rows" in lines[-1]


def test_looking_closer(run: Run) -> None:
    typed = ["fill", "fill", "look R1", "look r30", "look h1", "look Q", "look", *"WTCGZMAH", "look zz99"]
    out = run("play", "--scenario", "four-players", "--bot", "random", "--seed", "1", typed=typed).out
    assert "R1 lies face down; on it" in out
    assert "The square r30 is outside the maze." in out
    assert "There is no “Q” to look at" in out
    on_the_board = r"b[A-Z] on \w+\. [\w-]+ \([A-Z]\): Movement \d, combat \d\."  # one of those who begin there: fill is random
    assert re.search(on_the_board, out)
    two = run("play", "--bot", "random", "--seed", "1", typed=["fill", "fill", "look R1", *"WTCGZMAH"]).out
    assert "R1 lies face down; on it" in two and re.search(on_the_board, two)


# -- panel, menus, words ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "aim", "way"),
    [
        ("three-players", "to 6 VP", "the lines of red and yellow"),
        ("hoard", "to 6 VP", "the line of yellow"),
        ("pyramid", "to 4 VP", "raise the apex R1 from its gear, then leave from any of its squares"),
        ("race", "48 turns", "the small lines F1 and F2"),
        ("teams", "to 10 VP a team", "the lines of red and green"),
        ("alliances", "to 12 VP", "the lines of red, yellow and green"),
    ],
)
def test_exits_and_targets(scenario: str, aim: str, way: str) -> None:
    state = after(scenario, 0)
    assert status_panel.aim(state) == aim
    assert status_panel.way_out(state, state.setting.colours.index("blue")) == way
    assert aim in BOARD.header(state, observe(state, 0)).plain
    figures = [text.plain for text in BOARD.player_lines(state, observe(state, 0))]
    assert len(figures) == 1 + state.setting.players + (scenario == "teams")
    if scenario == "teams":
        state.vp = [3, 2, 0, 1]
        assert "red + green 5/10 VP,   yellow + blue 1/10 VP" in BOARD.player_lines(state, observe(state, 0))[-1].plain
    if scenario == "race":
        state.turn = 7
        assert "turn 7 of 48" in BOARD.header(state, observe(state, 0)).plain


def inner_choices(menu: Menu) -> list[str]:
    entries = [entry for group in menu.groups for entry in group.entries]
    return [text for entry in entries for text in ([entry.notation] if entry.inner is None else inner_choices(entry.inner))]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_menus_hold_every_choice_and_fit(scenario: str) -> None:
    for choices in (0, 30, 60, 200):
        game = played("menu", choices, scenario)
        state = board_of(game.state)
        if state.over:
            continue
        view = observe(state, state.decider())
        menu = make_menu(view)
        assert sorted(inner_choices(menu)) == sorted(game.legal())
        assert len(menu.labels) == len(set(menu.labels)) <= 60
        lines = menu_lines(menu, 120)
        assert len(lines) <= 16 and all(len(line) <= 120 for line in lines)


def test_new_actions_in_menus() -> None:
    """PYR-14, PYR-16, ELEV-9, ALLY-22: the menu says what they are; what it shows can be typed too."""
    view = observe(after("alliances", 300), 0)
    choices = [Choice(do=verb, token="bW") for verb in ("raise", "leave")] + [Choice(do="slide", token="bW", side="n")]
    menu = make_menu(replace(view, choices=choices))
    shown = "\n".join(line.plain for line in menu_lines(menu, 120))
    assert "raise (the apex)" in shown and "leave (the maze)" in shown and "slide n (the Elevator to the north)" in shown
    combat = CombatView("rW", "yT", [], 0, 0, -1, [], {"red": "attack", "yellow": "defence", "blue": "no", "green": "no"})
    joins = [Choice(do="join", side=side) for side in ("no", "attack", "defence")]
    view = replace(view, choices=joins, combat=combat)
    shown = "\n".join(line.plain for line in menu_lines(make_menu(view), 120))
    assert "join no (stay out)" in shown and "join attack (with rW)" in shown and "join defence (with yT)" in shown
    assert "attackers red; defenders yellow" in status_panel.sides_note(view)
    notes = " ".join(text.plain for text in BOARD.notes(after("alliances", 300), view, Viewport(120)))
    assert "Combat: rW Warrior attacks yT Troll; attackers red; defenders yellow; others may join" in notes


def test_squares_of_column_r_are_no_rooms() -> None:
    """`W r4` is a move to the square r4, `W reveal r4` is about the room."""
    state = board_of(RecordedGame.new("four-players", seed="1").state)
    menu = make_menu(observe(state, state.decider()))
    with pytest.raises(Exception, match=r"lies under a face-down room"):
        read_typed(state, menu, "start W r9")
    assert read_typed(state, menu, f"start W {'h1' if state.decider() == 0 else 'v8'} (as shown)")
    assert token_named(observe(state, 0), "w") == "bW" and token_named(observe(state, 0), "look") == ""
