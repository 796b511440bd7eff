"""The maze as SVG: every scenario can be drawn, from every side and turned; nothing hidden is in it; marks are where they are
asked for."""

from __future__ import annotations

import random
import re
from functools import cache
from xml.etree import ElementTree

import pytest

from dungeon_twister import Game, TextError, svg
from dungeon_twister.game.determinization import determinize
from dungeon_twister.presentation.svg.scene_layout import layout_of, turned_room
from dungeon_twister.presentation.svg.strokes import contour, num
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.scenarios import scenario_names

NAME = "{http://www.w3.org/2000/svg}"
CLEAR_POSITION = """position 1
scenario lab
turn blue ap 3
rooms R1=hall-a.0 R2=hall-b.0
maze
      a    b    c    d    e    f    g    h    i    j    k    l
   +----+----+----+----+----+----+----+----+----+----+----+----+
 1 | o    .    .    .    .    .    .    .    .    .   bC    o  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 2 | o    .    .    .    .    .    .    .    .    .    .    o  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 3 | :    .    .   bG    .   yT    .    .    .    .    .    :  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 4 | o    .    .    .    .    .    .    .    .    .    .    o  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 5 | o    .    .    .    .    @    @    .    .    .    .    o  |
   +----+----+----+----+----+----+----+----+----+----+----+----+
"""


@cache
def played(scenario: str, choices: int) -> Game:
    game, rng = Game.new(scenario, seed="drawn"), random.Random(scenario)
    for _ in range(choices):
        if game.over:
            break
        game.play(rng.choice(game.legal()))
    return game


def parsed(text: str) -> ElementTree.Element:
    root = ElementTree.fromstring(text)
    assert "var(" not in text and not re.search(r'"#[0-9a-fA-F]{8}"', text)
    names = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(names) == len(set(names))
    used = {value[1:] for node in root.iter() if (value := node.get("href", ""))}
    used |= set(re.findall(r"url\(#([\w-]+)\)", text))
    assert used <= set(names)
    return root


@pytest.mark.parametrize("scenario", scenario_names())
def test_every_scenario_is_drawn_from_the_setup_on_for_everybody(scenario: str) -> None:
    for choices in (0, 120):
        game = played(scenario, choices)
        everything = parsed(svg.maze(game))
        assert everything.tag == f"{NAME}svg"
        for viewer in ("spectator", "blue"):
            assert svg.maze(game, for_side=viewer) == svg.maze(game.observe(viewer))


@pytest.mark.parametrize("scenario", ["base", "pyramid", "elevator", "wrong-door", "standard"])
def test_a_maze_can_be_turned_and_lit(scenario: str) -> None:
    game = played(scenario, 120)
    upright, turned = (parsed(svg.maze(game, quarters=quarters, size=400)) for quarters in (0, 1))
    assert (upright.get("width"), upright.get("height")) == (turned.get("height"), turned.get("width"))
    glyphs = [sum("-i-" in node.get("href", "") for node in root.iter()) for root in (upright, turned)]
    assert glyphs[0] == glyphs[1] > 0
    assert svg.maze(game, theme="light") != svg.maze(game, theme="dark")
    assert "400" in (upright.get("width"), upright.get("height"))


def test_an_unknown_theme_and_another_side_of_a_view_are_refused() -> None:
    game = played("base", 30)
    with pytest.raises(ValueError, match="dark, light"):
        svg.maze(game, theme="pink")
    with pytest.raises(ValueError, match="blue sees"):
        svg.maze(game.observe("blue"), for_side="yellow")


@pytest.mark.parametrize("scenario", ["base", "hoard", "standard"])
def test_what_a_viewer_may_not_know_is_not_in_his_drawing(scenario: str) -> None:
    """INFO-1: games that differ only in what blue may not know are drawn alike for him, and not for the all-knowing."""
    view = played(scenario, 30).observe("blue")
    states = [determinize(view, random.Random(number)) for number in range(4)]
    assert {svg.maze(state, for_side="blue") for state in states} == {svg.maze(view)}
    assert len({svg.maze(state) for state in states}) > 1


def test_a_notebook_is_shown_a_game_a_state_and_a_view() -> None:
    game = played("base", 30)
    assert game._repr_svg_() == game.state._repr_svg_() == svg.maze(game)
    view = game.observe("yellow")
    assert view._repr_svg_() == svg.maze(view) != svg.maze(game)
    assert str(played("standard", 30).observe()._repr_svg_()).startswith("<svg")


def test_tokens_stand_on_their_squares_and_marks_where_they_are_asked_for() -> None:
    game = Game.from_position(CLEAR_POSITION)
    assert isinstance(game.state, BoardState)
    plain = svg.maze(game, coordinates=False)
    layout = layout_of(svg._seen(game, "")[1])
    x, y = layout.squares["d3"]
    assert f"translate({num(x + 30)},{num(y + 30)}) scale(1)" in plain
    arrow = svg.maze(game, coordinates=False, arrows=[svg.Arrow("bG", "yT", colour="#123456"), ("k1", "l1", "out")])
    assert arrow.count("stroke-linecap") > plain.count("stroke-linecap") and "#123456" in arrow
    filled = svg.maze(game, coordinates=False, fills={"e5": "teal", "R1": 'red"><script>'})
    assert 'fill="teal"' in filled and "<script>" not in filled
    ringed = svg.maze(game, coordinates=False, rings=["yT", "R2"])
    assert ringed.count("<circle") == plain.count("<circle") + 4
    assert svg.maze(game, chips=False, coordinates=False).count("<text") < plain.count("<text")
    for wrong in ({"fills": {"z9": "red"}}, {"rings": ["bX"]}, {"arrows": [("a1", "nowhere")]}):
        with pytest.raises(TextError, match="no place and no token"):
            svg.maze(game, **wrong)


def test_zones_of_the_card_game_can_be_marked() -> None:
    game = played("standard", 120)
    zone = next(token.place for token in game.observe("all").tokens if "." in getattr(token, "place", ""))  # type: ignore[union-attr]
    drawn = svg.maze(game, fills={zone: "teal", "N": "gold", "N0T": "gold"}, arrows=[(zone, "N0T")])
    assert drawn.count('fill="teal"') == 1 and drawn.count('fill="gold"') == 2


def test_the_arrows_of_a_plan_are_drawn() -> None:
    game = Game.from_position(CLEAR_POSITION)
    plans = game.analyse(nodes=200).plans
    found = [arrow for plan in plans for arrow in svg.plan_arrows(plan)]
    assert found and svg.maze(game, arrows=found) != svg.maze(game)


def test_rooms_turn_clockwise() -> None:
    drawing = svg._seen(Game.from_position(CLEAR_POSITION), "")[1].rooms[0]
    whole = turned_room(drawing, 4)
    assert whole == turned_room(drawing, 0)
    walls = len(drawing.walls)
    assert all(len(turned_room(drawing, quarters).walls) == walls for quarters in range(4))


def test_a_contour_goes_round_its_cells_and_their_hole() -> None:
    ring = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    assert contour(ring, 0).count("Z") == 2
    assert contour([(0, 0)], 0).startswith("M0,7Q0,0 7,0")
