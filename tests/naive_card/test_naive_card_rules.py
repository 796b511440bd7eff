"""More rules of the Card Game, and whole games, played with the naive rules."""

from __future__ import annotations

import random

import pytest

from tests.amounts import some

from .asking import after, deeds, fight, position, vp, where, wounded
from .choices import choices, decider, facts, play
from .lore import COLOURS
from .setup import new_game
from .world import capacity, characters, crowds_ok, load


def test_items_never_come_back_to_where_they_were() -> None:
    """MOV-19: without a step no distribution of items is seen twice."""
    world = after(position("rooms R1=blue-1.0", "at blue-1.S bNa bro bke"), "bNa move", "take bro")
    assert "drop bro" not in choices(world)
    world = after(world, "blue-1.T")
    assert "drop bro" in choices(world)


def test_wounded_are_picked_up_without_their_objects() -> None:
    """HAN-7."""
    world = after(position("rooms R1=blue-1.0", "at N0T bNa bCl~+bke"), "bNa move", "take bCl")
    assert (where(world, "bCl"), where(world, "bke")) == ("bNa", "N")
    world = after(world, "N1C", "drop bCl", "take bke", "stop")
    assert (where(world, "bCl"), where(world, "bke")) == ("N1C", "bNa")


def test_revealing_and_placing() -> None:
    """REV-7, REV-8, REV-9."""
    world = position("at N0T bNa", "under R1 yCl bro yro ysw", "pool blue-1 red-1")
    world = after(world, "bNa reveal R1")
    assert decider(world) == "chance" and len(choices(world)) == 8
    world = after(world, "room blue-1 r2")
    assert decider(world) == "blue" and len(choices(world)) == 12
    world = after(world, "place yCl blue-1.T", "place yro blue-1.G", "place ysw blue-1.C")
    assert world.phase == "act" and where(world, "bro") == "blue-1.S"
    assert (world.ap, world.pool, world.progress) == (2, ["red-1"], True)


def test_the_opponent_places_the_rest() -> None:
    """REV-7."""
    world = after(position("at N0T bNa", "under R1 yCl bro", "pool blue-1"), "bNa reveal R1", "room blue-1 r2")
    world = after(world, "place yCl blue-1.T")
    assert decider(world) == "yellow"
    assert set(choices(world)) == {f"place bro blue-1.{letter}" for letter in "SCG"}


def test_a_free_combat_keeps_the_turn_alive() -> None:
    """SAM-1."""
    world = position("rooms R1=blue-1.0", "at blue-1.S bSa yMe yNa", turn="turn blue ap 1")
    assert {"attack yMe", "attack yMe free"} <= deeds(world, "bSa")
    paid = fight(world, "bSa attack yMe", "0", "0")
    assert wounded(paid) == {"bSa"} and paid.active == "yellow"
    tied = fight(world, "bSa attack yMe", "2", "1")
    assert set(choices(tied)) == {"pass", "bSa attack yMe free", "bSa attack yNa free"}
    free = fight(world, "bSa attack yMe free", "2", "1")
    assert free.ap == 1 and "attack yMe" in deeds(free, "bSa") and "attack yMe free" not in deeds(free, "bSa")


def test_walking_through_walls() -> None:
    """WWK-1, WWK-2, WWK-4."""
    world = after(position("rooms R1=blue-1.0", "at blue-1.S bWw bke", "at blue-1.C bNa"), "bWw wall")
    assert set(choices(world)) == {"take bke", "blue-1.C", "blue-1.G", "N0S"}
    world = after(world, "take bke", "blue-1.C")
    assert set(choices(world)) == {"drop bke", "give bke bNa", "stop"}
    assert after(world, "give bke bNa").phase == "act", "taking it back would repeat a distribution"


def test_telekinesis() -> None:
    """TKN-1, TKN-2, TKN-3."""
    world = position("rooms R1=blue-1.0", "at blue-1.T bTk", "at blue-1.S yNa", "at blue-1.C bke", "at N1T bWa")
    lifts = {text for text in deeds(world, "bTk") if "lift" in text}
    assert {"lift bke blue-1.S", "lift bke blue-1.S yNa", "lift bke blue-1.T bTk", "lift bke N", "lift bke N bWa"} <= lifts
    assert "lift bke blue-1.C" not in lifts
    assert where(after(world, "bTk lift bke blue-1.S yNa"), "bke") == "yNa"


def test_blind_robbery() -> None:
    """HAN-3, PIC-1, OPT-12, OPT-12a."""
    world = position("rooms R1=blue-1.0", "at blue-1.S bPi yPa~+yke+yro", options="secretObjects=yes")
    stolen = after(world, "bPi steal yPa")
    assert decider(stolen) == "chance" and set(choices(stolen)) == {"drawn yke", "drawn yro"}
    assert where(after(stolen, "drawn yro"), "yro") == "bPi"
    world = after(world, "bPi move", "rob yPa", "drawn yke")
    assert where(world, "yke") == "bPi" and not any(text.startswith("rob") for text in choices(world))
    assert "drop yke" in choices(world)


def test_a_hidden_shield_is_only_shown() -> None:
    """RNG-3, OPT-13."""
    lines = ("rooms R1=fix-1.0", "at fix-1.T bCr", "at fix-1.S yNa+ysh")
    assert "shoot yNa" not in deeds(position(*lines), "bCr")
    world = after(position(*lines, options="secretObjects=yes"), "bCr shoot yNa")
    assert (world.phase, world.ap) == ("act", 3) and "shoot yNa" not in deeds(world, "bCr")
    world = after(world, "pass", "pass")
    assert "shoot yNa" in deeds(world, "bCr")


def test_a_quiet_game_ends() -> None:
    """END-5: after forty quiet turns more VP win, but not against somebody who was locked out."""
    lines = ["rooms R1=blue-1.0", "at blue-1.S bNa", "blue vp 1", "under R6 yNa"]
    count = "count turn 60 quiet 39 progress no acted"
    assert facts(after(position(*lines, f"{count} blue,yellow"), "pass"))["winners"] == ["blue"]
    assert facts(after(position(*lines, f"{count} blue"), "pass"))["winners"] == ["blue", "yellow"]
    assert facts(after(position(*lines, "count turn 60 quiet 38 progress no acted blue"), "pass"))["winners"] == []


def test_turns_without_characters_are_skipped() -> None:
    """END-1, END-3, END-4."""
    world = position("rooms R5=blue-2.3", "at blue-2.T bMe bNa", "blue vp 1", "gone yNa")
    world = after(world, "pass")
    assert (world.active, world.turn, world.quiet, world.ap) == ("blue", 12, 2, 6)
    world = after(world, "bMe move", "S0T", "bNa move", "S0T")
    assert facts(world)["winners"] == ["blue"] and vp(world) == (3, 0)


def test_assassin_and_undead_hunter() -> None:
    """ASN-1, ASN-2, PAL-4, WND-6."""
    lines = ("rooms R1=fix-1.0", "at fix-1.S bPa yGh yDa+yke", "at S0T yMe")
    world = fight(position(*lines), "bPa attack yGh", "6", "0")
    assert wounded(world) == {"yGh", "yDa"} and vp(world) == (0, 0)
    world = position(lines[0], "at fix-1.S bPa bAs yGh yDa+yke", lines[2])
    world = fight(world, "bPa attack yGh", "6", "0")
    assert vp(world) == (4, 0) and where(world, "yke") == "fix-1.S"
    world = position("rooms R1=fix-3.0", "at fix-3.T bAs+bsp", "at fix-3.S yAs", "at S0T yMe")
    lost = fight(world, "bAs spear yAs", "0", "6")
    assert wounded(lost) == set() and where(lost, "bsp") == "gone"
    won = fight(world, "bAs spear yAs", "6", "0")
    assert wounded(won) == {"yAs"} and where(won, "bsp") == "bAs"


def test_small_ones_walk_past_a_colossus() -> None:
    """MOV-17, COL-2."""
    lines = ("rooms R1=blue-1.0 R2=green-2.1", "at blue-1.T bGb bMe bDa")
    giant = position(*lines, "at blue-1.S yCo")
    assert "green-2.C" in choices(after(giant, "bGb move", "blue-1.S"))
    assert "green-2.C" not in choices(after(giant, "bMe move", "blue-1.S"))
    assert "green-2.C" in choices(after(giant, "bDa move", "blue-1.S"))
    company = position(*lines, "at blue-1.S yCo yMe")
    assert "green-2.C" not in choices(after(company, "bGb move", "blue-1.S"))


def test_inversion_takes_hidden_cards_along() -> None:
    """INV-1, INV-2, LNK-3."""
    world = position("rooms R1=blue-1.0", "at blue-1.S bWi+bin yNa", "under R3 yMe", "at N0T bNa")
    assert {text for text in deeds(world, "bWi") if "invert" in text} == {"invert R2", "invert R3"}
    world = after(world, "bWi invert R3")
    assert facts(world)["rooms"] == {"R3": "blue-1.0"}
    assert (where(world, "yMe"), where(world, "bWi"), where(world, "bin"), where(world, "bNa")) == (
        "R1",
        "blue-1.S",
        "gone",
        "N0T",
    )


def test_healing_and_regeneration() -> None:
    """CLE-1, CLE-2, TRO-1, TRO-2, WND-8."""
    world = position("rooms R1=blue-1.0", "at blue-1.S bCl bTr~ bPa+bNa~ yMe~", "marks yMe=hurt")
    assert {text for text in deeds(world, "bCl") if "heal" in text} == {"heal bTr", "heal yMe"}
    assert deeds(world, "bTr") == {"regenerate"}
    world = after(world, "bTr regenerate")
    assert deeds(world, "bTr") == set() and wounded(world) == {"bNa", "yMe"}
    assert "attack yMe" not in deeds(world, "bPa")


# Whole games


@pytest.mark.parametrize(
    ("selection", "picks"),
    [("mutual", ["bybybyby", "ybybyb"]), ("draft", ["by" * 8, "yb" * 6]), ("frontal", ["b" * 14, "y" * 14])],
)
def test_setup(selection: str, picks: list[str]) -> None:
    """SEL-1 to SEL-5, SET-5, SET-6, SET-9, SET-11."""
    world = new_game("standard", {"selection": selection, "handicap": "blue/experienced/newbie"})
    asked = []
    while world.phase == "setup":
        asked.append((world.setup[0][0], decider(world)[0]))
        assert len(choices(world)) == len(set(choices(world)))
        world = play(world, choices(world)[-1 if len(asked) % 3 else 0])
    order = list(dict.fromkeys(question for question, _ in asked))
    picker = ["picker"] if selection != "frontal" else []
    assert order == ["pair", *picker, "pick", "out", "start", "placer", "lay", "face", "starter"]
    made = "".join(who for question, who in asked if question == "pick")
    assert made in ("".join(picks), "".join(picks).translate(str.maketrans("by", "yb")))
    assert sum(question == "lay" for question, _ in asked) == 24 - 4
    assert (world.ap, len(world.pool), len(list(characters(world)))) == (2, 8, 4)


@pytest.mark.parametrize(
    ("scenario", "options", "most"),
    some(
        [
            ("tutorial-1", {}, 5000),
            ("tutorial-2", {}, 5000),
            ("standard", {"selection": "draft"}, 300),
            ("tutorial-3", {"secretObjects": "yes"}, 300),
            ("advanced", {"selection": "frontal", "secretObjects": "yes"}, 300),
        ]
    ),
)
def test_random_games(scenario: str, options: dict[str, str], most: int) -> None:
    """END-5 for the small scenarios, the beginning of the others; MOV-18, HAN-2."""
    generator = random.Random(f"{scenario} {options}")
    world = new_game(scenario, options)
    for _ in range(most):
        if world.phase == "over":
            break
        world = play(world, generator.choice(choices(world)))
        assert world.phase != "act" or all(crowds_ok(world, colour) for colour in COLOURS)
        assert all(len(load(world, token)) <= capacity(token) for token in characters(world))
    assert most < 5000 or (decider(world) == "" and choices(world) == [])
