"""The worked examples of the Card Game's rules, played with the naive rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .asking import after, deeds, fight, position, sums, vp, where, wounded
from .choices import choices, decider, facts, play
from .plan import NOTHING, plan_of, sees
from .setup import new_game

LAW = Path(__file__).parents[2] / "docs" / "rules" / "card-game.md"


def test_action_points_of_the_first_turns() -> None:
    """XMP-1, AP-2, AP-3."""
    world = new_game("tutorial-1")
    while world.phase == "setup":
        world = play(world, choices(world)[0])
    assert (world.active, world.ap) == ("blue", 2)
    world = after(world, "bMe move", "N0T", "stop", "pass")
    assert (world.active, world.ap) == ("yellow", 3)
    world = after(world, "pass")
    assert (world.active, world.ap) == ("blue", 4)


GROUP = ("rooms R1=blue-1.0", "at blue-1.S bNa bBa yCo yMe~", "at blue-1.C bCl")


def test_group_combat() -> None:
    """XMP-2, CMB-7, CMB-15."""
    world = position(*GROUP)
    assert sums(world, "bNa attack yCo") == (6, 5)
    world = fight(world, "bNa attack yCo", "3", "5")
    assert wounded(world) == {"bNa", "bBa", "yMe"}
    assert facts(world)["used"] == {"blue": [3], "yellow": [5]}
    assert vp(world) == (0, 0)


def test_group_combat_against_a_wounded_one() -> None:
    """XMP-3."""
    world = position(*GROUP)
    assert sums(world, "bNa attack yMe") == (6, 5)
    won = fight(world, "bNa attack yMe", "5", "5")
    assert wounded(won) == {"yCo"} and where(won, "yMe") == "gone" and vp(won) == (1, 0)
    lost = fight(world, "bNa attack yMe", "0", "5")
    assert wounded(lost) == {"bNa", "bBa", "yMe"} and vp(lost) == (0, 0)


SHOTS = (
    "rooms R1=fix-1.0 R2=fix-2.0",
    "at fix-1.S yMe bBa",
    "at fix-1.T bCr bCl+bbo",
    "at fix-2.T yWi+ybo",
    "at fix-2.S yWa",
)


def test_shot_with_everybody_who_joins() -> None:
    """XMP-4, RNG-4, RNG-5, RNG-6, RNG-7."""
    world = position(*SHOTS)
    assert sums(world, "bCr shoot yMe") == (8, 2)
    assert sums(world, "bCl bow yMe") == (8, 2)
    tied = fight(world, "bCr shoot yMe", "0", "6")
    assert wounded(tied) == set()
    armoured = [line.replace("yMe", "yMe+yar") for line in SHOTS]
    lost = fight(position(*armoured), "bCr shoot yMe", "0", "6")
    assert wounded(lost) == {"bBa"}


def test_shot_at_a_backstabber_without_friends() -> None:
    """XMP-5."""
    world = position(*SHOTS, turn="turn yellow ap 3")
    assert sums(world, "yWi bow bBa") == (3, 2)


def test_handicap_takes_characters_and_cards() -> None:
    """XMP-6, OPT-21."""
    world = new_game("standard", {"handicap": "yellow/experienced/beginner", "selection": "frontal"})
    asked = [(decision, who) for decision, who, _ in world.setup]
    assert asked.count(("out", "yellow")) == 3 and asked.count(("out", "blue")) == 0
    assert world.players["yellow"].combat == [0, 1, 2, 2, 3, 3, 4, 5]


def test_sight() -> None:
    """XMP-7, LOS-3, LOS-4, LOS-5."""
    rooms = "rooms R1=fix-1.0 R2=fix-2.0"
    pieces = ["at fix-1.T bCr", "at fix-2.T bWa", "at fix-1.C bNa", "at fix-1.G bro", "at fix-2.G bMe", "at fix-2.C bCl"]
    world = position(rooms, *pieces, "at fix-1.S bWi")
    assert sees(world, "fix-1.T", "fix-1.S")
    assert not sees(world, "fix-1.T", "fix-2.T")
    assert sees(position(rooms, *pieces), "fix-1.T", "fix-2.T")
    assert sees(world, "fix-2.G", "fix-1.C") and not sees(world, "fix-1.C", "fix-2.G")
    assert sees(world, "fix-2.C", "fix-2.T") and sees(world, "fix-2.T", "fix-2.C")
    assert not sees(world, "fix-2.C", "fix-1.C")
    assert sees(position(rooms, "gates R1=open", *pieces), "fix-2.C", "fix-1.C")


def test_spear() -> None:
    """XMP-8, SPR-3."""
    world = position(
        "rooms R1=fix-3.0 R2=fix-4.0",
        "at fix-3.T bCo+bsp",
        "at fix-3.S yNa",
        "at fix-3.C yMe",
        "at fix-3.G yWa",
        "at fix-4.C bCl+ysp",
        "at fix-4.T yCl",
    )
    assert {text for text in deeds(world, "bCo") if "spear" in text} == {"spear yNa", "spear yMe"}
    assert {text for text in deeds(world, "bCl") if "spear" in text} == {"spear yNa"}


def test_turning_entering_and_a_rope_on_the_way() -> None:
    """XMP-9, MOV-12a, MOV-12b, HAN-3, MOV-11."""
    world = position("rooms R1=brown-2.0", "at N0T bNa", "at brown-2.G bro")
    assert plan_of(world).link("N0T") == {"far"}
    world = after(world, "bNa move", "N0G", "brown-2.G")
    assert "brown-2.T" not in choices(world)
    world = after(world, "take bro", "brown-2.T", "stop")
    assert (where(world, "bNa"), where(world, "bro"), world.ap) == ("brown-2.T", "bNa", 2)


def test_links() -> None:
    """XMP-10, LNK-4, LNK-7, PRT-2."""
    world = position("rooms R1=purple-2.2", "at N0G bNa+bke", "at N0C bMe+bk2")
    plan = plan_of(world)
    assert [plan.link(f"N0{letter}") for letter in "CGTS"] == [{"open", "wall"}, {"port", "wall"}, {"far"}, {"far"}]
    assert "gate R1" in deeds(world, "bNa") and "gate R1" not in deeds(world, "bMe")
    world = after(world, "bNa gate R1")
    assert facts(world)["gates"] == {"R1": "open"}


@pytest.mark.parametrize(
    ("slot", "found"),
    [
        (3, {"T": {1, 4}, "S": {4, 5}, "C": {5}, "G": set()}),
        (4, {"T": {2}, "S": {6}, "C": {3, 6}, "G": set()}),
    ],
)
def test_access_to_face_down_rooms(slot: int, found: dict[str, set[int]]) -> None:
    """XMP-11, REV-3, REV-4."""
    world = position(f"rooms R{slot}=green-1.0", "at green-1.T bNa", "at green-1.S bGh", "at green-1.C bWa", "at green-1.G bMe")
    for letter, name in zip("TSCG", ("bNa", "bGh", "bWa", "bMe"), strict=True):
        revealed = {int(text[-1]) for text in deeds(world, name) if text.startswith("reveal")}
        assert revealed == found[letter] == plan_of(world).access(f"green-1.{letter}")


def test_pits_that_meet() -> None:
    """XMP-12, GEO-15, GEO-16, JMP-3."""
    world = position("rooms R1=purple-2.0 R2=red-2.0", "at purple-2.T bNa bTh bPa+bro+br2")
    plan = plan_of(world)
    assert plan.cross("purple-2.T", NOTHING, 1) == {"purple-2.C"}
    assert plan.cross("purple-2.T", NOTHING, 0) == {"purple-2.C", "red-2.G", "red-2.S"}
    assert {text for text in deeds(world, "bNa") if "jump" in text} == {"jump purple-2.C"}
    for name in ("bTh", "bPa"):
        assert {"purple-2.C", "red-2.G", "red-2.S"} <= set(choices(play(world, f"{name} move")))
    world = after(world, "bPa move", "drop br2")
    assert "purple-2.C" in choices(world) and "red-2.G" not in choices(world)


def test_the_test_vector() -> None:
    """XMP-13."""
    world = position("rooms R1=blue-1.0 R2=green-2.1 R3=green-1.2 R4=blue-2.3")
    plan = plan_of(world)
    rows = re.findall(r"^\| ([a-z]+-\d\.[TSCG]) \|(.*)\|$", LAW.read_text("utf-8"), re.MULTILINE)
    assert len(rows) == 16
    for zone, cells in rows:
        columns = [set(cell.strip().replace("-", "", cell.strip() == "-").split(", ")) - {""} for cell in cells.split("|")]
        found = [
            plan.adjacent(zone),
            plan.naga(zone) - plan.adjacent(zone),
            plan.cross(zone, NOTHING, 1),
            {other for row in rows if (other := row[0]) != zone and plan.sees(zone, other, set())},
            {other for other in plan.spear(zone) if "." in other},
            plan.wallwalk(zone),
        ]
        assert found == columns, zone


def test_exchanging_on_the_way() -> None:
    """XMP-14, HAN-3."""
    world = position("rooms R1=brown-2.0", "at N0G bNa+bke", "at brown-2.G bMe+bro")
    world = after(world, "bNa move", "brown-2.G", "swap bke bro", "brown-2.T", "stop")
    assert (where(world, "bro"), where(world, "bke")) == ("bNa", "bMe")


def test_zones_with_enemies_are_not_walked_through() -> None:
    """XMP-15, MOV-13, MOV-15."""
    lines = ("rooms R1=blue-1.0 R2=green-2.1", "at blue-1.T yMe", "at blue-1.S bMe")
    world = after(position(*lines, turn="turn yellow ap 3"), "yMe move", "blue-1.S")
    assert set(choices(world)) == {"blue-1.T", "stop"}
    world = after(world, "stop", "yMe move")
    assert set(choices(world)) == {"blue-1.T"}
    world = after(position(*lines, turn="turn yellow ap 3"), "yMe move", "blue-1.S", "stop", "pass", "pass", "yMe move")
    assert {"blue-1.T", "blue-1.G", "green-2.C", "green-2.G"} <= set(choices(world))


def test_blocking_an_exit() -> None:
    """XMP-16, EXT-2."""
    room = "rooms R5=blue-2.3"
    blocked = position(room, "at blue-2.T bMe", "at blue-2.C bWa", "at S0T yNa")
    assert "S0T" not in choices(play(blocked, "bMe move"))
    assert "S0C" in choices(play(blocked, "bWa move"))
    for free in ("at S0T yNa~", "at S1T yNa", "at S0C yNa"):
        world = after(position(room, "at blue-2.T bMe+btr", free), "bMe move", "S0T")
        assert (where(world, "bMe"), where(world, "btr"), vp(world)) == ("out", "out", (2, 0))
    assert "S0T" in choices(play(position(room, "at blue-2.T bWi", "at S0T yNa"), "bWi move"))
    assert "S0T" in choices(play(position(room, "at blue-2.T bEl", "at S0T yCo"), "bEl move"))
    assert "S0T" not in choices(play(position(room, "at blue-2.T bEl", "at S0T yCo yNa"), "bEl move"))


def test_a_paladin_who_carries_two_wounded_loses() -> None:
    """XMP-17, PAL-1, CMB-19."""
    world = position("rooms R1=blue-1.0", "at blue-1.S bPa+bCl~+bNa~ yMe", "at N0T bWa")
    world = fight(world, "bPa attack yMe", "0", "6")
    assert wounded(world) == {"bPa"} and vp(world) == (0, 2)
    assert (where(world, "bCl"), where(world, "bNa")) == ("gone", "gone")


def test_killer_rage_against_mind_control() -> None:
    """XMP-18, CMB-10, CMB-12."""
    world = position("rooms R1=blue-1.0", "at blue-1.S bBe yTp")
    world = after(world, "bBe attack yTp", "rage 2", "name 5")
    assert decider(world) == "blue"
    assert set(choices(world)) == {"combat 6 5", *(f"combat 5 {value}" for value in range(5))}
    world = after(world, "combat 5 3", "combat 6")
    assert wounded(world) == {"yTp"}
    assert facts(world)["used"] == {"blue": [3, 5], "yellow": [6]}


def test_a_lone_telepath_blinds_the_weapon_master_by_a_forced_card_only() -> None:
    """XMP-19, CMB-10, WPM-1."""
    world = position("rooms R1=blue-1.0", "at blue-1.S bWm yTp", "blue combat 0123")
    world = after(world, "bWm attack yTp")
    assert decider(world) == "yellow"
    forced = after(world, "name 3")
    assert decider(forced) == "blue" and choices(forced) == ["combat 3"]
    world = after(world, "name 6")
    assert decider(world) == "yellow"
    world = after(world, "combat 0")
    assert decider(world) == "blue" and len(choices(world)) == 4
    other = after(position("rooms R1=blue-1.0", "at blue-1.S bWm yMe"), "bWm attack yMe")
    assert decider(other) == "yellow"


def test_broken_walls_next_to_walls_of_the_neighbour() -> None:
    """XMP-20, GLM-2."""
    world = position("rooms R1=green-2.0 R2=brown-2.0", "at green-2.G bGm", "at green-2.T bNa", turn="turn blue ap 6")
    assert "brown-2.T" not in plan_of(world).adjacent("green-2.T")
    broken = after(world, "bGm walls")
    assert "brown-2.T" not in plan_of(broken).adjacent("green-2.T")
    assert "green-2.S" in plan_of(broken).adjacent("green-2.T") and facts(broken)["gates"] == {"R1": "broken", "R2": "closed"}
    assert "walls" not in deeds(broken, "bGm")
    assert "brown-2.T" not in plan_of(after(world, "bGm turn R1 ccw")).adjacent("green-2.C")
    assert "brown-2.T" in plan_of(after(broken, "bGm turn R1 ccw")).adjacent("green-2.C")


def test_the_limit_of_three() -> None:
    """XMP-21, MOV-18, MOV-19."""
    world = position("rooms R1=blue-1.0 R2=green-2.1", "at blue-1.T bMe", "at blue-1.S bNa bWa bCl~")
    world = after(world, "bMe move", "blue-1.S")
    assert "stop" not in choices(world)
    world = after(world, "take bCl", "green-2.C", "stop")
    assert (where(world, "bMe"), where(world, "bCl")) == ("green-2.C", "bMe")
    colossus = position("rooms R1=blue-1.0", "at blue-1.T bCo", "at blue-1.S bNa bWa bCl~")
    assert "blue-1.S" not in choices(play(colossus, "bCo move")), "one step only"


def test_fireballs() -> None:
    """XMP-22, FIR-1, VP-3, VP-4."""
    world = position("rooms R1=blue-1.0", "at blue-1.S bWi+bfi yNa+yCl~ bGb", "at S0T yMe")
    assert vp(after(world, "bWi fire yNa")) == (2, 0)
    assert vp(after(world, "bWi fire bGb")) == (0, 1)
    assert "fire yCl" not in deeds(world, "bWi") and "fire bWi" not in deeds(world, "bWi")


def test_links_over_a_pit() -> None:
    """XMP-23, LNK-4, LNK-6, JMP-6."""
    world = position("rooms R1=yellow-1.2", "at N0G bNa bPa+bro bWi")
    plan = plan_of(world)
    links = [plan.link(f"N0{letter}") for letter in "TCGS"]
    assert links == [{"open", "pit"}, {"open", "pit", "wall"}, {"pit"}, {"far"}]
    assert {text for text in deeds(world, "bNa") if "jump" in text} == {"jump yellow-1.G"}
    assert "yellow-1.G" not in choices(play(world, "bNa move"))
    for name in ("bPa", "bWi"):
        assert "yellow-1.G" in choices(play(world, f"{name} move"))
    at_t = position("rooms R1=yellow-1.2", "at N0T bNa")
    assert {text for text in deeds(at_t, "bNa") if "jump" in text} == {"jump yellow-1.T"}
    back = position("rooms R1=yellow-1.2", "at yellow-1.G bNa", "blue jumps 0 combat 0355")
    assert {"jump N0G 3", "jump N0G 5"} <= deeds(back, "bNa") and "jump N0G" not in deeds(back, "bNa")
