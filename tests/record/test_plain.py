"""Shapes as JSON, with the standard library alone."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from dataclasses import MISSING, fields, is_dataclass, replace
from typing import Any

import pytest

from dungeon_twister import compiled
from dungeon_twister.game.record.choice import Choice
from dungeon_twister.game.record.files import RecordEnd, RecordHeader
from dungeon_twister.game.record.json_codec import ShapeError, from_json, plain, shape_fields, tag_of, to_json
from dungeon_twister.game.views import card_shapes, view_shapes
from dungeon_twister.presentation.guide import guide_shapes

pytestmark = pytest.mark.both_ways
ALL: list[Any] = [
    kind for module in (view_shapes, card_shapes, guide_shapes) for kind in vars(module).values() if is_dataclass(kind)
]
HEADER = '{"record":2,"rules":"1","scenario":"base"}'


def test_defaults_are_left_out_and_come_back() -> None:
    choice = Choice("move", token="bW", value=3)
    assert plain(choice) == {"do": "move", "token": "bW", "value": 3}
    assert to_json([choice]) == '[{"do":"move","token":"bW","value":3}]'
    assert from_json(to_json(choice), Choice) == choice
    end = RecordEnd("h", ["blue"], {"blue": 5}, contributions={"blue": "é"})
    assert from_json(to_json(end), RecordEnd) == end


def test_what_is_marked_is_written_even_with_its_default() -> None:
    always = {
        (kind.__name__, row.name)
        for kind in ALL
        for row in shape_fields(kind)
        if not row.omitted and row.default is not MISSING
    }
    assert always == {("JourneyView", "settled"), ("ScenarioCard", "turns")}
    journey = view_shapes.JourneyView("move", "bW", "", "c4", 2, True, [], [])
    assert plain(journey)["settled"] is False


def test_only_the_two_views_are_tagged() -> None:
    """A scene has a field of that name, which is something else."""
    assert {kind.__name__: tag_of(kind) for kind in ALL if tag_of(kind)} == {"View": "board", "CardView": "card"}


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
def test_a_shape_is_a_value(kind: Any) -> None:
    """It can be compared, copied and pickled."""
    whole = kind(*[field.name for field in fields(kind)])
    assert copy.deepcopy(whole) == whole == pickle.loads(pickle.dumps(whole)) == replace(whole)


def test_only_views_their_parts_and_choices_are_not_frozen() -> None:
    """They are made for every look, and events once."""
    of_views = {kind for kind in ALL if kind.__name__.endswith("View") and kind is not view_shapes.EventView}
    assert {kind for kind in ALL if not kind.__dataclass_params__.frozen} == {*of_views, Choice}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "JSON is malformed: Expecting value: line 1 column 1 (char 0)"),
        ("[1,", "JSON is malformed: Expecting value: line 1 column 4 (char 3)"),
        ("[]", "Expected `object`, got `array`"),
        ("null", "Expected `object`, got `null`"),
        ("{}", "Object missing required field `record`"),
        ('{"record":"1"}', "Expected `int`, got `str` - at `$.record`"),
        ('{"record":true}', "Expected `int`, got `bool` - at `$.record`"),
        ('{"record":1.0}', "Expected `int`, got `float` - at `$.record`"),
        ('{"record":NaN}', "JSON is malformed: NaN is no number"),
        ('{"record":99999999999999999999}', "Integer value out of range - at `$.record`"),
        (HEADER[:-1] + ',"options":{"a":1}}', "Expected `str`, got `int` - at `$.options[...]`"),
        (HEADER[:-1] + ',"options":["a"]}', "Expected `object`, got `array` - at `$.options`"),
        (HEADER[:-1] + ',"sealed":"\\ud800"}', "JSON is malformed: invalid character - at `$.sealed`"),
        (HEADER[:-1] + ',"players":{"\\ud800":"x"}}', "JSON is malformed: invalid character - at `$.players`"),
        ("[" * 100_000, "JSON is malformed: too many brackets within each other"),
        ("1" * 5000, "JSON is malformed: Exceeds the limit"),
    ],
)
def test_bad_input_gets_a_sentence(text: str, problem: str) -> None:
    with pytest.raises(ShapeError) as error:
        from_json(text, RecordHeader)
    assert str(error.value).startswith(problem)


def test_tuples_have_their_length() -> None:
    assert from_json('["a",["b"]]', tuple[str, list[str]]) == ("a", ["b"])
    with pytest.raises(ShapeError, match="Expected `array` of length 2, got 1"):
        from_json('["a"]', tuple[str, list[str]])
    with pytest.raises(ShapeError, match=r"Expected `str`, got `int` - at `\$\[1\]\[0\]`"):
        from_json('["a",[1]]', tuple[str, list[str]])


def test_what_is_not_known_is_passed_over() -> None:
    assert from_json(HEADER[:-1] + ',"later":[1,2]}', RecordHeader) == RecordHeader(2, "1", "base")


def test_a_game_needs_the_standard_library_only() -> None:
    """Playing, looking and thinking in a fresh Python loads no package that would have to be installed, but what compiled
    modules need."""
    code = (
        "import sys; before = set(sys.modules); "
        "import dungeon_twister.game.record.recorded_game, dungeon_twister.presentation.guide.advice, "
        "dungeon_twister.ai.bots.registry, dungeon_twister.ai.arena.matches; "
        "found = {name.partition('.')[0] for name in set(sys.modules) - before}; "
        "print(sorted(name for name in found - sys.stdlib_module_names if '__' not in name))"
    )
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert output.strip() == str(sorted(["dungeon_twister", *(compiled.RUNTIME if compiled.running() else ())]))
