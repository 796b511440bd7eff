"""Numbers for choices: every legal choice has one, no two have the same, and what they mean is written down."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from dungeon_twister.game.determinization import determinize
from dungeon_twister.game.views import observe
from dungeon_twister.rl.codec import VERSION, CodeError, codec_of
from dungeon_twister.rl.tensors import VERSION as TENSOR_VERSION
from dungeon_twister.rl.tensors import tensors_of
from dungeon_twister.rules.engine.game import legal, new_setting
from dungeon_twister.rules.engine.scenarios import scenario_names
from dungeon_twister.rules.engine.setting import Setting
from tests.rl.games import label, moments, settings

pytestmark = pytest.mark.both_ways

WRITTEN = Path(__file__).with_name(f"codec-{VERSION}-{TENSOR_VERSION}.txt")
CHOICES = 150  # of each setting; bench/environments.py looks at whole games


def written_down() -> str:
    """The table of every scenario, its hash, and the shapes of its observations."""
    lines: list[str] = []
    for name in scenario_names():
        codec, tensors = codec_of(new_setting(name)), tensors_of(new_setting(name))
        shapes = ", ".join(f"{part.name} {'x'.join(map(str, part.shape))}" for part in tensors.parts)
        lines += [f"== {name}: {codec.size} choices, {codec.chances} draws, {codec.fingerprint()}"]
        lines += [f"   observation {tensors.size}, {tensors.fingerprint()}: {shapes}"]
        lines += [f"   {row}" for row in codec.table()]
    return "\n".join([*lines, ""])


@pytest.mark.parametrize("setting", settings(), ids=label)
def test_every_legal_choice_has_a_number_of_its_own(setting: Setting) -> None:
    codec = codec_of(setting)
    for state in moments(setting, "codes", CHOICES):
        listed = legal(state)
        codes = codec.encoded(state, listed)
        assert len(set(codes)) == len(codes)
        assert all(0 <= code < (codec.chances if state.decider() < 0 else codec.size) for code in codes)
        for action, code in zip(listed, codes, strict=True):
            assert codec.decode(state, code, listed) == action


@pytest.mark.parametrize("setting", settings(), ids=label)
def test_numbers_tell_nothing_that_the_decider_may_not_know(setting: Setting) -> None:
    """The choices of a state imagined from his view have the same numbers."""
    codec, rng = codec_of(setting), Random("guess")
    for number, state in enumerate(moments(setting, "hidden", CHOICES)):
        if number % 10 == 0 and not state.over and state.decider() >= 0:
            determinized = determinize(observe(state, state.decider()), rng, setting)
            assert sorted(codec.encoded(state, legal(state))) == sorted(codec.encoded(determinized, legal(determinized)))


def test_the_tables_are_those_written_down() -> None:
    """A change of what numbers mean needs a new VERSION (of codes.py or layers.py) and a new file:
    python -m tests.rl.test_codec"""
    assert WRITTEN.read_text("utf-8") == written_down()


def test_both_players_have_the_same_numbers_for_the_same_thing() -> None:
    """The second player sees the base game turned half round: what he may choose first is what the first player may."""
    setting = new_setting("base")
    codec = codec_of(setting)
    first: dict[int, set[int]] = {}
    for state in moments(setting, "sides", CHOICES):
        if state.decider() >= 0 and state.decider() not in first:
            first[state.decider()] = set(codec.encoded(state, legal(state)))
    assert first[0] == first[1]


def test_a_number_of_no_choice_is_refused() -> None:
    codec = codec_of(new_setting("base"))
    state = next(state for state in moments(new_setting("base"), "refused", CHOICES) if state.decider() >= 0)
    listed = legal(state)
    wrong = next(code for code in range(codec.size) if code not in codec.encoded(state, listed))
    with pytest.raises(CodeError, match="no choice of this moment"):
        codec.decode(state, wrong, listed)
    with pytest.raises(CodeError, match="is not in 0 to"):
        codec.meaning(codec.size)


def test_a_number_is_told_in_words() -> None:
    codec = codec_of(new_setting("simplified"))
    rows = {row.verb: row for row in codec.rows}
    assert codec.meaning(rows["pass"].offset) == "pass"
    assert codec.meaning(rows["combat"].offset + 6) == "combat value=6"


if __name__ == "__main__":
    WRITTEN.write_text(written_down(), "utf-8")
