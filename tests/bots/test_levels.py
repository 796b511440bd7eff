"""The levels: seven names, the weakest first, one of them also called `strongest`."""

from __future__ import annotations

from dataclasses import fields
from itertools import pairwise

import pytest

from dungeon_twister.ai.bots import levels
from dungeon_twister.ai.bots.levels import LEVELS, STRONGEST, Level
from dungeon_twister.ai.bots.registry import bot_names, make_bot, own_name
from dungeon_twister.ai.bots.resolve import resolve_bot
from dungeon_twister.ai.bots.searcher import SearchBot
from dungeon_twister.ai.search.profile import Profile

NAMES = ["lamplighter", "stoker", "fitter", "gearwright", "clockmaker", "engineer", "archmage"]


def test_seven_levels_from_weak_to_strong() -> None:
    assert [level.name for level in LEVELS] == NAMES
    listed = [name for name in bot_names() if name in NAMES]
    assert listed == NAMES
    assert {"random", "greedy"} < set(bot_names())
    assert STRONGEST not in bot_names() and "search" not in bot_names()


@pytest.mark.parametrize("compiled", [True, False])
def test_a_stronger_one_looks_further(compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "is_compiled", lambda: compiled)
    for weak, strong in pairwise(LEVELS):
        assert weak.profile.total < strong.profile.total
        assert weak.profile.overlooked >= strong.profile.overlooked
        assert weak.profile.noise >= strong.profile.noise
        assert weak.profile.replies <= strong.profile.replies
        assert weak.profile.opening <= strong.profile.opening


def test_where_nothing_is_compiled_the_strong_ones_look_less_far(monkeypatch: pytest.MonkeyPatch) -> None:
    strongest = LEVELS[-1]
    monkeypatch.setattr(levels, "is_compiled", lambda: False)
    slow = strongest("seed").profile
    monkeypatch.setattr(levels, "is_compiled", lambda: True)
    quick = strongest("seed").profile
    assert slow.total < quick.total / 2 and slow.nodes < quick.nodes / 2
    assert slow == strongest.interpreted and quick == strongest.compiled


def test_no_profile_spends_more_on_a_part_than_on_all() -> None:
    for level in LEVELS:
        for profile in filter(None, (level.compiled, level.interpreted)):
            assert profile.nodes + profile.goal <= profile.total, level.name


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_a_level_makes_bots_of_its_name(level: Level) -> None:
    bot = make_bot(level.name, "seed")
    assert isinstance(bot, SearchBot)
    assert (bot.name, bot.profile) == (level.name, level.profile)


def test_strongest_is_another_name_of_the_last() -> None:
    assert own_name(STRONGEST) == "archmage" and own_name("fitter") == "fitter"
    assert resolve_bot(STRONGEST).name == "archmage"
    bot = make_bot(STRONGEST, "seed")
    assert isinstance(bot, SearchBot) and bot.profile == LEVELS[-1].profile


def test_a_level_takes_parameters() -> None:
    changed_level = resolve_bot("engineer:replies=0")
    bot = changed_level.make("seed")
    assert changed_level.name == "engineer:replies=0"
    assert isinstance(bot, SearchBot)
    changed = {
        field.name for field in fields(Profile) if getattr(bot.profile, field.name) != getattr(LEVELS[5].profile, field.name)
    }
    assert changed == {"replies"}


def test_an_unknown_level_is_a_sentence() -> None:
    with pytest.raises(
        ValueError, match=r"there is no bot 'wizard' .there are random, lamplighter, stoker, fitter, greedy, gearw"
    ):
        resolve_bot("wizard")
    with pytest.raises(ValueError, match="there is no bot 'search'"):
        make_bot("search", "seed")  # a server does not let its visitors say how long a bot thinks
