"""Mistakes of analysed games: what is found, that the best plan solves them, and that the choices of the game do not."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from dataclasses import replace
from typing import Any

import pytest

from dungeon_twister.ai.analysis.analysis_shapes import PlanReason
from dungeon_twister.game.record.json_codec import to_json
from dungeon_twister.game.record.position import has_position, read_position
from dungeon_twister.game.views import observe
from dungeon_twister.learning.exercise_run import FAILED, OPEN, SOLVED
from dungeon_twister.learning.mistakes import Mistake, MistakeError, MistakeRun, find_mistakes, mistake_text, read_mistake
from dungeon_twister.learning.mistakes.mistake import PACKED
from dungeon_twister.learning.mistakes.mistake_run import TOLERANCE
from dungeon_twister.learning.progress.entries import LONGEST_TEXT
from dungeon_twister.rules.geometry.text import TextError
from tests.mistakes.analysed import KNOWN, Where, analysed, found

BLUNDER, MISSED = KNOWN[0], KNOWN[1]
each = pytest.mark.parametrize("where", KNOWN, ids=lambda where: f"{where.game}-{where.at}")


@each
def test_a_mistake_is_found_and_says_all(where: Where) -> None:
    replaying, analysis = analysed(where)
    mistake = found(where).mistake
    assert (mistake.kind, mistake.player, mistake.game) == (where.kind, where.player, "some-game")
    decision = next(one for turn in analysis.turns for one in turn.decisions if one.at == where.at)
    assert mistake.played == decision.played and mistake.fault == decision.fault
    assert decision.best is not None and mistake.reason == decision.best.reason
    # The other players made no mistake in this turn.
    assert not any(
        find_mistakes("some-game", replaying, analysis, other) for other in analysis.colours if other != where.player
    )


@each
def test_the_text_leads_to_what_the_player_knew(where: Where) -> None:
    text = found(where).text
    assert len(text) <= LONGEST_TEXT and read_mistake(text) == found(where).mistake
    root, state = MistakeRun(read_mistake(text)).root, analysed(where)[0].state_at(where.at)
    assert observe(root, root.decider()) == observe(state, state.decider())


@each
def test_the_best_plan_solves_it_and_the_choices_of_the_game_do_not(where: Where) -> None:
    mistake = found(where).mistake
    run = MistakeRun(mistake)
    steps = 0
    while run.status == OPEN:
        assert run.follows and run.show() and (steps := steps + 1) < 40
    assert run.status == SOLVED and run.verdict is not None and not run.show()
    again = MistakeRun(mistake, run.deeds)
    assert (again.verdict, again.history, again.lines) == (run.verdict, run.history, run.lines)
    failed = MistakeRun(mistake)
    verdict = failed.judged(mistake.played)
    assert verdict is not None and failed.status == FAILED
    assert verdict.missed_win == (where.kind == "missed-win")
    assert verdict.best - verdict.share == pytest.approx(mistake.loss, abs=0.001) and mistake.loss > TOLERANCE
    assert verdict.best == mistake.share


def test_the_next_player_replies_after_a_failure() -> None:
    run = MistakeRun(found(MISSED).mistake)
    run.judged(run.mistake.played)
    before = run.state.hash64()
    reply = run.reply_plan()
    assert reply is not None and reply.text and reply.arrows and run.state.hash64() == before
    assert reply == run.reply_plan()


def test_passing_at_once_is_judged() -> None:
    run = MistakeRun(found(MISSED).mistake)
    verdict = run.judged(run.mistake.best[:1])  # the card
    assert run.lines == [run.mistake.best[0], "pass"] and verdict is not None and verdict.missed_win and run.status == FAILED


def test_hints_follow_the_best_plan() -> None:
    run = MistakeRun(found(MISSED).mistake)
    one, two, three = (run.hint(grade) for grade in (1, 2, 3))
    assert one is not None and two is not None and three is not None
    assert one.nudge.kind == "win" and not one.piece and one.plan is None
    assert two.plan is None and three.plan is not None and three.plan.choices
    assert three.plan.text == run.mistake.best[: len(three.plan.text)]
    moves = next(line for line in run.mistake.best if line.endswith(" move"))
    assert two.piece == three.piece == moves.split()[0]
    run.play(run.mistake.best[0])
    run.play("bA move")  # as in the game
    assert run.hint(1) is None and not run.show() and not run.follows
    assert run.undo() and run.follows and run.undo() and not run.undo()
    run.show()
    run.restart()
    assert run.deeds == [] and run.status == OPEN and run.history == []


def test_nothing_is_played_after_the_end() -> None:
    run = MistakeRun(found(BLUNDER).mistake)
    assert [choice.do for choice in run.played()] and len(run.played()) <= len(run.mistake.played)
    run.judged(run.mistake.best)
    deeds = list(run.deeds)
    run.play("pass")
    assert run.deeds == deeds and run.hint(1) is None
    with pytest.raises(TextError, match="gives up"):
        MistakeRun(found(BLUNDER).mistake).play("resign yellow")


def test_a_decision_in_the_middle_of_a_turn() -> None:
    """The choices from the last position that can be written lead to the decision."""
    mistake = found(BLUNDER).mistake
    state = read_position(mistake.position)
    assert has_position(state) and not mistake.lines
    later = replace(mistake, lines=mistake.best[:1], best=mistake.best[1:], played=[])
    assert MistakeRun(later).root.turn == state.turn and MistakeRun(later).root.hash64() != state.hash64()


def test_a_long_text_is_compressed() -> None:
    mistake = found(BLUNDER).mistake
    long = replace(mistake, played=["pass"] * 150, seed="x" * LONGEST_TEXT)
    text = mistake_text(long)
    assert text.startswith(PACKED) and len(text) < LONGEST_TEXT and read_mistake(text) == long


def broken(**changes: Any) -> str:
    return json.dumps({**json.loads(to_json(found(BLUNDER).mistake)), **changes})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        broken(position=3),
        broken(kind="other"),
        broken(best=[]),
        broken(best=["pass"] * 300),
        broken(nodes=1_000_000),
        broken(nodes=1),
        broken(share=7.5),
        broken(loss=-1.0),
        broken(reason={"kind": "x" * 100}),
        broken(fault={"kind": "hangs", "pieces": ["bA"] * 100}),
        "x" * (LONGEST_TEXT + 1),
        PACKED + "!!",
        PACKED + b64encode(zlib.compress(b"[" * 5_000_000)).decode(),
    ],
    ids=range(16),
)
def test_a_text_that_is_no_mistake(text: str) -> None:
    with pytest.raises(MistakeError):
        read_mistake(text)


@pytest.mark.parametrize(
    "changes",
    [
        {"position": "position 1\n"},
        {"position": ""},
        {"player": "blue"},
        {"lines": ["nonsense"]},
        {"lines": ["pass"]},
        {"best": ["nonsense"]},
        {"best": ["resign yellow"]},
        {"best": ["yT move", "a1"]},
        {"seed": "other", "best": ["card 4", "card 4"]},
    ],
    ids=str,
)
def test_a_mistake_that_cannot_be_played(changes: dict[str, Any]) -> None:
    mistake: Mistake = replace(found(BLUNDER).mistake, **changes)
    with pytest.raises(MistakeError):
        MistakeRun(mistake)


@pytest.mark.parametrize("deed", ["play nonsense", "try pass", "try card 4", "play resign yellow", "tap a1"])
def test_deeds_that_cannot_be_done(deed: str) -> None:
    with pytest.raises(MistakeError):
        MistakeRun(found(BLUNDER).mistake, [deed])


def test_explanations_are_kept() -> None:
    mistake = replace(found(BLUNDER).mistake, fault=PlanReason("hangs", ["yT", "bA"], {"percent": 50}))
    assert read_mistake(mistake_text(mistake)) == mistake
