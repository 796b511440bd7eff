"""Reasons: what a plan brings, in drawn positions, and its sentence in three languages."""

from __future__ import annotations

import pytest

from dungeon_twister.ai.analysis.analysis_shapes import FightView, Hint, PlanReason, TurnView
from dungeon_twister.ai.analysis.plan_playback import arrows_of, marks_of, play_back
from dungeon_twister.ai.analysis.position_analysis import analyse
from dungeon_twister.ai.analysis.reasons import Scales, fault_of
from dungeon_twister.ai.analysis.wording import fight_text, hint_text, mark_text, reason_text
from dungeon_twister.ai.search.adapters import adapter_for
from dungeon_twister.game.record.notation import read
from dungeon_twister.presentation.guide.scene import scene_of
from dungeon_twister.presentation.i18n import LANGUAGES, MessageCatalogue, Names, NamingContext
from dungeon_twister.rules.engine.rules import rules_of
from tests.analysis.drawn import GATED, HALLS, drawn, reason_of, state_of
from tests.search.searches import TASKS

FACE_DOWN = """position 1
scenario lab
turn blue ap 4
rooms R1=gates-a.0
under R2 bC
maze
      a    b    c    d    e    f    g    h    i    j    k    l
   +----+----+----+----+----+----+----+----+----+----+----+----+
 1 | o    .    .    .    .   bH  H                        . o  |
   +    +    +    +    +    +    +                        +    +
 2 | o    .    .    .    .    .  H                        . o  |
   +    +    +    +    +    +    +                        +    +
 3 | :    .    .    .    .   bT  |           R2           .yT  |
   +    +    +    +    +    +    +                        +    +
 4 | o    .    .    .    .    .  H          b1            . o  |
   +    +    +    +    +    +    +                        +    +
 5 | o    .    .    .   bG   bW @.                        . o  |
   +----+----+----+----+----+----+----+----+----+----+----+----+
"""

# a position, a plan, and the reason that must come for it: kind and pieces
DRAWN = [
    (drawn({"k1": "bC", "f3": "yT"}), "bC move | l1", "leaves", ["bC"]),
    (drawn({"k1": "bWb$", "c3": "yT"}), "bW move | l1", "leaves", ["bW", "b$"]),
    (drawn({"b2": "yG", "j3": "bT"}, "yellow ap 2"), "yG move | a2", "leaves", ["yG"]),
    (drawn({"e3": "bW", "f3": "yG"}), "bW attack yG", "beats", ["bW", "yG"]),
    (drawn({"e3": "bW", "f3": "yg"}), "bW attack yG", "kills", ["bW", "yG"]),
    (drawn({"d3": "bZb*", "h3": "yT"}), "bZ fire e", "removes", ["yT"]),
    (drawn({"e3": "bW", "f3": "y$", "b1": "yT"}), "bW move | f3 | take y$ | stop", "takes", ["bW", "y$"]),
    (drawn({"e3": "bC", "f3": "bw", "b1": "yT"}), "bC heal bW", "heals", ["bW"]),
    (drawn({"c3": "bH", "k5": "yT"}), "bH move | d3 | e3 | f3 | g3 | stop", "nearer", ["bH"]),
    (drawn({"f4": "bH", "d4": "bG", "k4": "yT"}, rooms=GATED), "bH gate e", "opens", ["bG"]),
    (
        drawn({"f4": "yH", "d4": "bG", "k4": "yT"}, "yellow ap 3", "gates f4e=open", GATED).replace("yH  H", "yH  h"),
        "yH gate e",
        "closes",
        ["bG"],
    ),
    (drawn({"d3": "bG", "f3": "yT"}), "bG move | c3 | b3 | b2 | b1 | stop", "safe", ["bG", "yT"]),
    (drawn({"b3": "bW", "k3": "yZ"}), "bW move | c3 | d3 | e3 | stop", "threatens", ["bW", "yZ"]),
    (FACE_DOWN, "bW reveal R2", "reveals", ["bW"]),
    (drawn({"j3": "bW", "k3": "yZ", "h3": "yC"}), "bW move | j2 | stop", "quiet", []),
]


@pytest.mark.parametrize("number", range(len(DRAWN)))
def test_the_reason_of_a_plan(number: int) -> None:
    position, plan, kind, pieces = DRAWN[number]
    found = reason_of(position, plan)
    assert (found.kind, found.pieces) == (kind, pieces)


def test_reasons_have_their_numbers() -> None:
    assert reason_of(DRAWN[1][0], DRAWN[1][1]).numbers == {"points": 2}
    assert reason_of(DRAWN[3][0], DRAWN[3][1]).numbers == {"percent": 72}
    assert reason_of(DRAWN[9][0], DRAWN[9][1]).numbers["steps"] >= 2
    assert reason_of(FACE_DOWN, "bW reveal R2").numbers == {"own": 1}


@pytest.mark.parametrize("number", [0, 1, 4, 6])
def test_a_win_is_reason_enough(number: int) -> None:
    found = analyse(TASKS[number]["position"], nodes=1600)
    assert TASKS[number]["theme"] == "win" and found.win
    assert found.plans[0].reason is not None and found.plans[0].reason.kind == "wins"


def test_that_the_other_side_does_not_win_is_a_reason() -> None:
    found = analyse(TASKS[16]["position"], nodes=1000)
    assert TASKS[16]["theme"] == "block"
    assert found.plans[0].reason == PlanReason("saves")


def test_what_is_wrong_with_a_plan() -> None:
    """The opponent wins after it, or somebody is left to him."""
    s = state_of(TASKS[16]["position"])
    scales = Scales(adapter_for(s.setting), s, s.decider(), s.decider())
    assert fault_of(scales, play_back(s, (), -1, s.decider())) == PlanReason("lets-win")
    s = state_of(drawn({"d3": "bG", "f3": "yT"}))
    scales = Scales(adapter_for(s.setting), s, s.decider(), s.decider())
    found = fault_of(scales, play_back(s, (), -1, s.decider()))
    assert found is not None and (found.kind, found.pieces) == ("hangs", ["bG", "yT"])


def test_a_plan_can_be_drawn() -> None:
    s = state_of(drawn({"d3": "bG", "h3": "yT"}))
    path, state = list[int](), s.copy()
    for text in ("bG move", "e3", "f3", "stop"):
        path.append(read(state, text))
        rules_of(state.setting).apply(state, path[-1])
    playback = play_back(s, tuple(path), -1, 0)
    assert [(arrow.token, arrow.path) for arrow in arrows_of(playback, 0)] == [("bG", ["d3", "e3", "f3"])]
    assert marks_of(playback, 0) == []
    assert playback.text == ["bG move", "e3", "f3", "stop"]


# -- in words ----------------------------------------------------------------------------------------------------------


def names(language: str, viewer: str = "all") -> Names:
    return Names(
        MessageCatalogue(language),
        NamingContext(scene_of(state_of(drawn({"d3": "bG", "h3": "yT"}, rooms=HALLS)).setting), viewer),
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_sentence(language: str) -> None:
    """No place is left empty, whatever the kind."""
    kinds = {key.split(".")[1] for key in MessageCatalogue(language).keys("analysis") if key.startswith("reason.")}
    assert {kind for _, _, kind, _ in DRAWN} | {"wins", "saves", "hangs", "lets-win", "lost", "blocks"} <= kinds
    for kind in kinds - {"leaves-with", "reveals-own"}:
        reason = PlanReason(kind, ["bG", "yT"], {"points": 3, "percent": 42, "steps": 2, "own": 1})
        sentence = reason_text(reason, names(language))
        assert "{" not in sentence and sentence[0].isupper()


def test_sentences() -> None:
    hangs = PlanReason("hangs", ["bG", "yT"], {"percent": 83})
    assert reason_text(hangs, names("en", "blue")) == "This leaves your Goblin open to attack by the yellow Troll: 83%."
    assert (
        reason_text(hangs, names("de", "blue")) == "Das setzt deinen Goblin einem Angriff von dem gelben Troll aus: 83\u00a0%."
    )
    assert reason_text(hangs, names("fr")) == "Cela expose le Gobelin bleu à une attaque du Troll jaune\u00a0: 83\u00a0%."
    leaves = PlanReason("leaves", ["bH", "y$"], {"points": 2})
    assert reason_text(leaves, names("en")) == "The blue Thief leaves the maze with the yellow Treasure: 2 VP."


def test_hints_marks_and_combats_in_words() -> None:
    nudge = Hint(1, PlanReason("leave"))
    assert hint_text(nudge, names("en")) == ["Someone can get out."]
    piece = Hint(2, PlanReason("leave"), "bC")
    assert hint_text(piece, names("en", "blue"))[1] == "Look at your Cleric."
    turn = TurnView(3, "blue", 0, {}, 0.0, [], 0.3, "blunder")
    assert mark_text(turn, names("en")) == "blunder"
    fight = FightView(10, 4, ["bG"], ["yT"], "blue", "yellow", "blue", [0.17, 0.1, 0.73])
    assert fight_text(fight, names("en")).endswith("won (17% chance).")
