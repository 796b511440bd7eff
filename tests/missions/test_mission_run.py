"""Missions that somebody plays: what counts, when they end, what can be taken back, and that they follow from their deeds."""

from __future__ import annotations

import pytest

from dungeon_twister.learning.missions import MissionError, MissionRun, parse_mission
from dungeon_twister.learning.missions.conditions import DONE, FAILED, OPEN
from dungeon_twister.learning.missions.mission_run import WON
from dungeon_twister.rules.engine.game import IllegalActionError
from dungeon_twister.rules.geometry.text import TextError
from tests.missions.test_mission_parser import GOOD

HEAD, START = GOOD.split("goal = ")[0], "start = '''" + GOOD.split("start = '''")[1]


def run(goal: str, stars: str = "unhurt", start: str = START, bots: bool = False) -> MissionRun:
    """A mission in the hall: the blue Thief stands beside its exit, the yellow Troll below it, the blue Troll far away."""
    quoted = [", ".join(f'"{one}"' for one in text.split(", ")) for text in (goal, stars)]
    return MissionRun(parse_mission("try-it", f"{HEAD}goal = [{quoted[0]}]\nstars = [{quoted[1]}]\n{start}"), bots=bots)


def states(mission: MissionRun) -> dict[str, tuple[str, int]]:
    return {str(one.condition): (one.state, one.count) for one in (*mission.goal, *mission.stars)}


def play(mission: MissionRun, *lines: str) -> MissionRun:
    for line in lines:
        mission.play(line)
    return mission


LEAVES = ("bH move", "l2")


def test_leaving_is_counted_and_wins() -> None:
    mission = run("leave 1", "turns 1, lost 0")
    assert states(mission) == {"leave 1": (OPEN, 0), "turns 1": (OPEN, 1), "lost 0": (OPEN, 0)} and mission.won_stars == 0
    play(mission, *LEAVES)
    assert mission.status == WON and mission.over and mission.won_stars == 3
    assert states(mission) == {"leave 1": (DONE, 1), "turns 1": (DONE, 1), "lost 0": (DONE, 0)}
    assert mission.play("bT move") == [], "it is over"
    assert not mission.undoable and not mission.undo()


def test_this_one_leaves() -> None:
    assert play(run("bring bH"), *LEAVES).status == WON
    other = play(run("bring bT", "leave 1"), *LEAVES)
    assert other.status == OPEN and states(other)["leave 1"] == (DONE, 1)


def test_points_are_reached() -> None:
    assert play(run("points 1"), *LEAVES).status == WON
    assert play(run("points 2"), *LEAVES).status == OPEN


def test_a_goal_that_cannot_be_reached_any_more_fails_at_once() -> None:
    assert play(run("leave 3"), *LEAVES).status == FAILED, "only two are there"


def test_without_a_treasure_in_play_it_cannot_be_carried_out() -> None:
    assert states(run("win", "treasure"))["treasure"] == (FAILED, 0)


def test_a_treasure_is_carried_out() -> None:
    with_it = START.replace("bH    o  |", "bHb$  o  |")
    mission = play(run("treasure", "keep bH", with_it), *LEAVES)
    assert mission.status == WON and mission.won_stars == 2


def test_the_turns_of_the_goal_run_out_when_the_last_is_over() -> None:
    mission = run("leave 1, turns 1")
    play(mission, "pass")
    assert mission.status == FAILED and states(mission)["turns 1"] == (FAILED, 1) and mission.won_stars == 0


def test_a_star_for_few_turns_is_lost_when_the_next_begins() -> None:
    mission = run("leave 1", "turns 1")
    play(mission, "pass")
    mission.reply("card 2")
    mission.reply("pass")
    assert states(mission)["turns 1"] == (FAILED, 2) and mission.status == OPEN
    play(mission, "card 2", *LEAVES)
    assert mission.status == WON and mission.won_stars == 1


def test_turns_are_held_when_the_others_have_answered() -> None:
    mission = run("hold 1, rivals 0")
    play(mission, "pass")
    assert states(mission)["hold 1"] == (OPEN, 0)
    mission.reply("card 2")
    mission.reply("pass")
    assert mission.status == WON and states(mission)["hold 1"] == (DONE, 1)


def test_what_happens_to_the_learner_is_counted() -> None:
    mission = run("win, lost 0", "unhurt, rivals 0", START.replace("ap 1", "ap 2").replace("bT    .", " .    ."))
    play(mission, "bH attack yT", "combat 0")
    mission.reply("combat 6")
    assert states(mission)["unhurt"] == (FAILED, 1) and states(mission)["lost 0"] == (OPEN, 0)
    play(mission, "pass")
    mission.reply("card 2")
    mission.reply("yT attack bH")
    mission.reply("combat 5")
    play(mission, "combat 1")
    assert mission.status == FAILED, "its last character is eliminated"
    assert states(mission)["lost 0"] == (FAILED, 1) and states(mission)["rivals 0"] == (FAILED, 1)


def test_enemies_are_eliminated() -> None:
    mission = run("eliminate 1", "keep bH", START.replace("yT ", "yt "))
    play(mission, "bH attack yT", "combat 6")
    mission.reply("combat 0")
    assert mission.status == WON and mission.won_stars == 2


def test_nobody_plays_for_the_bot_and_a_refused_choice_changes_nothing() -> None:
    mission = run("leave 1")
    with pytest.raises(IllegalActionError):
        mission.play("yT move")
    with pytest.raises(TextError):
        mission.reply("pass")
    with pytest.raises(TextError):
        mission.play("resign")
    assert mission.deeds == []
    play(mission, "pass")
    with pytest.raises(TextError):
        mission.play("card 2")


def test_undo_follows_the_rules_of_the_game() -> None:
    mission = run("leave 2, turns 3")
    assert not mission.undoable and not mission.undo()
    play(mission, "bT move", "d3")
    assert mission.undoable and mission.undo() and mission.deeds == ["play bT move"]
    play(mission, "d3", "stop")
    mission.reply("card 2")
    assert not mission.undo(), "the other side has played on"


def test_a_run_follows_from_its_deeds() -> None:
    mission = run("leave 2, turns 3", bots=True)
    play(mission, *LEAVES, "card 2", "pass")
    assert any(deed.startswith("bot ") for deed in mission.deeds) and not mission.waits_for_bot
    again = MissionRun(mission.mission, mission.deeds, bots=False)
    assert (again.deeds, again.history, again.status) == (mission.deeds, mission.history, mission.status)
    assert again.state == mission.state and states(again) == states(mission)
    again.restart()
    assert again.deeds == [] and again.status == OPEN and states(again)["leave 2"] == (OPEN, 0)


@pytest.mark.parametrize("deed", ["play bT dance", "play yT move", "bot pass", "look", "tap bT"])
def test_wrong_deeds_are_refused(deed: str) -> None:
    with pytest.raises(MissionError, match="cannot be done again"):
        MissionRun(run("leave 1").mission, [deed])
