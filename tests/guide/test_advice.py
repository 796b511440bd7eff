"""Advice holds what it promises: every way can be walked, every deed be done at the price it names, nothing is left out."""

from __future__ import annotations

from random import Random

import pytest

from dungeon_twister.game.record.board.square_names import square_name
from dungeon_twister.game.record.notation import Choice, choice_text, read, to_choice
from dungeon_twister.game.record.position import read_position
from dungeon_twister.game.views import observe
from dungeon_twister.presentation.guide.guide_shapes import Advice, Stop
from dungeon_twister.presentation.guide.routes import PLENTY, routes_after, traveller, with_plenty
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board.decisions import CHOOSE_CARD
from dungeon_twister.rules.engine.board.setting import ACTION_CARDS
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.decisions import ACT, TRAVEL
from dungeon_twister.rules.engine.game import legal, play, why_not
from dungeon_twister.rules.engine.state import State
from tests.amounts import LONG, TIMES
from tests.guide.asking import advise, explain
from tests.guide.positions import PATTERNS, moments


def done(state: State, choices: list[Choice], viewer: int) -> State:
    """The state after choices as somebody would send them; the turn does not end by it."""
    after = with_plenty(state)
    for choice in choices:
        play(after, read(after, choice_text(choice), viewer))
    return after


def check_stop(state: State, token: int, stop: Stop, viewer: int) -> None:
    after = done(state, stop.choices, viewer)
    assert stop.cost == state.ap + PLENTY - after.ap
    assert stop.points == after.vp[viewer] - state.vp[viewer]
    assert len(stop.path) == stop.steps + 1 and stop.path[-1] == stop.place
    under_way = not after.over and after.decision() == TRAVEL and traveller(after) == token
    if not under_way:
        assert stop.ends and not stop.handle
        return
    found = legal(after)
    assert stop.ends == (actions.STOP in found)
    handling = [action for action in found if actions.kind_of(action) not in (actions.STOP, actions.STEP)]
    assert sorted(map(choice_text, stop.handle)) == sorted(choice_text(to_choice(after, a, viewer)) for a in handling)


def check_everything_is_there(state: State, advice: Advice, viewer: int) -> None:
    """Deeds, moves and the rest are exactly the legal choices."""
    advised = [option.choice for character in advice.characters for deed in character.deeds for option in deed.options]
    advised += [option.choice for option in advice.others]
    advised += [
        stops[0].choices[0] for character in advice.characters if (stops := character.stops) and advice.decision == "act"
    ]
    wanted = observe(state, viewer).choices
    if advice.decision == "travel":
        wanted = [choice for choice in wanted if choice.do != "step"]
    assert sorted(map(choice_text, advised)) == sorted(map(choice_text, wanted))


@pytest.mark.parametrize("pattern", PATTERNS)
def test_stops_can_be_walked_and_nothing_is_left_out(pattern: str) -> None:
    """MOVE-2, MOVE-3, MOVE-21, EXIT-2, ACT-5: on many moments of recorded games."""
    looked = 0
    for state in moments(pattern, 17):
        viewer = state.decider()
        before = state.key()
        advice = advise(state, viewer)
        assert state.key() == before, "advice changes nothing"
        if advice.decision in ("act", "travel"):
            looked += 1
            for character in advice.characters:
                token = read_own(state, character.token)
                for stop in character.stops:
                    check_stop(state, token, stop, viewer)
        check_everything_is_there(state, advice, viewer)
    assert looked > 5


def read_own(state: State, name: str) -> int:
    return next(token for token in range(state.setting.tokens) if state.setting.names[token] == name)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_no_walk_is_shorter_or_leads_elsewhere(pattern: str) -> None:
    """MOVE-2: random walks find no place that the advice lacks, and no quicker way."""
    rng = Random(pattern)
    walked = 0
    for state in moments(pattern, 23 if LONG else 53):
        if state.decision() != ACT:
            continue
        for begin in [action for action in legal(state) if actions.kind_of(action) == actions.MOVE][:3]:
            arrivals, token = routes_after(state, begin)[0].arrivals, actions.first_of(begin)
            for _ in range(8):
                after = with_plenty(state)
                play(after, begin)
                steps = 0
                while not after.over and after.decision() == TRAVEL and traveller(after) == token:
                    ways = [action for action in legal(after) if actions.kind_of(action) == actions.STEP]
                    if not ways:
                        break
                    step = rng.choice(ways)
                    play(after, step)
                    steps += 1
                    walked += 1
                    assert len(arrivals[actions.second_of(step)].way) <= steps
    assert walked > 20


@pytest.mark.parametrize("pattern", PATTERNS)
def test_deeds_cost_and_bring_what_is_told(pattern: str) -> None:
    """ACT-5, SPEED-3, JUMP-1: each option done on a copy, by its text."""
    for state in moments(pattern, 29 if LONG else 67):
        viewer = state.decider()
        if state.setting.options.given.get("secretObjects") == "yes":
            continue  # there a shot may turn out otherwise than it looks (OPT-13)
        for character in advise(state, viewer).characters:
            for deed in character.deeds:
                assert bool(deed.options) != (deed.reason is not None)
                for option in deed.options:
                    after = done(state, [option.choice], viewer)
                    assert option.cost == state.ap + PLENTY - after.ap
                    assert option.jump == (after.jumps[viewer] < state.jumps[viewer])
                    gained = {c: after.vp[p] - state.vp[p] for p, c in enumerate(state.setting.colours)}
                    assert option.points == {colour: points for colour, points in gained.items() if points}
                    assert (option.fight is not None) == (after.attacker >= 0)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_reasons_are_the_engines(pattern: str) -> None:
    """ACT-4: a character that can act is able; one that cannot has a reason."""
    for state in moments(pattern, 37 if LONG else 83):
        viewer = state.decider()
        advice = advise(state, viewer)
        for character in advice.characters:
            can = bool(character.stops) or any(deed.options for deed in character.deeds)
            if advice.decision == "act":
                assert (character.token in advice.able) == can
                assert character.reason is None or not can
            assert can or character.reason is not None or all(deed.reason is not None for deed in character.deeds)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_what_could_be_done_after_stopping_here(pattern: str) -> None:
    """MOVE-3: on the way one sees what stopping opens; where the turn would end with it, or one may not stop, nothing."""
    stopped = 0
    for state in moments(pattern, 5 if LONG else 13):
        viewer = state.decider()
        if state.decision() != TRAVEL:
            continue
        advice, after = advise(state, viewer), state.copy()
        if actions.STOP not in legal(state):
            assert advice.stopped == []
            continue
        play(after, actions.STOP)
        same_turn = not after.over and after.decision() == ACT and after.decider() == viewer
        assert advice.stopped == (advise(after, viewer).characters if same_turn else [])
        stopped += 1
    assert stopped > 2


@pytest.mark.parametrize("pattern", PATTERNS)
def test_the_turn_ends_with_what_is_told(pattern: str) -> None:
    """TURN-3, ACT-22, MOVE-21: whether on the way or not; where the traveller cannot stop, the engine's reason instead."""
    ended = 0
    for state in moments(pattern, 5 if LONG else 13):
        viewer, after = state.decider(), state.copy()
        if state.decision() not in (ACT, TRAVEL):
            continue
        advice = advise(state, viewer)
        if not advice.end:
            refusal = why_not(state, actions.STOP)
            assert refusal is not None and advice.not_end is not None and advice.not_end.code == refusal.code
            continue
        for choice in advice.end:
            assert not after.over and after.decider() == viewer
            play(after, read(after, choice_text(choice), viewer))
        assert after.over or after.active != viewer or after.turn > state.turn
        ended += 1
    assert ended > 5


def must_drop_first(state: State, begin: Choice, viewer: int) -> bool:
    """Can a way only be gone without the load, because another object lies where it leads?"""
    after = state.copy()
    play(after, read(after, choice_text(begin), viewer))
    return [actions.kind_of(action) for action in legal(after)] == [actions.DROP]


def test_targets_of_a_jump_or_a_walk_through_a_wall_are_told_before_it_is_begun() -> None:
    """JUMP-1, JUMP-3, WALL-1, WWK-1: each journey can be made in one command, at the price of the advice."""
    seen = set()
    for pattern in ("board/base-*-random-random-*.dt", "scenarios/alliances-*-random-*.dt", "card/advanced-[89]-random-*.dt"):
        for state in moments(pattern, 18, files=2 * TIMES):
            viewer = state.decider()
            for character in advise(state, viewer).characters:
                for deed in character.deeds:
                    landing = deed.do == "jump" and isinstance(state, CardState)
                    journey = deed.do in ("jump", "wall") and bool(deed.options) and not landing
                    assert bool(deed.stops) == journey or (journey and must_drop_first(state, deed.options[0].choice, viewer))
                    for stop in deed.stops:
                        assert stop.choices[0] == deed.options[0].choice and stop.cost == deed.options[0].cost
                        check_stop(state, read_own(state, character.token), stop, viewer)
                        seen.add((deed.do, type(state)))
    assert seen == {("jump", BoardState), ("wall", BoardState), ("wall", CardState)}


# -- in a laboratory --------------------------------------------------------------------------------------------------------

HALLS = """scenario lab
turn blue ap 3
rooms R1=hall-a.0 R2=hall-b.0
maze
      a    b    c    d    e    f    g    h    i    j    k    l
   +----+----+----+----+----+----+----+----+----+----+----+----+
 1 | o    .    .    .    .    .    .    .    .    .    .    o  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 2 | o    .   bG    .    .    .    .    .    .    .    .    o  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 3 | :    .   bW   yT    .    .    .    .    .    .    .    :  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 4 | o    .    .   yZ    .    .    .    .    .    .    .    o  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 5 | o    .   yC    .    .    @    @    .    .    .   bH    o  |
   +----+----+----+----+----+----+----+----+----+----+----+----+
"""


def hall() -> State:
    return read_position(HALLS)


def test_what_is_refused_and_why() -> None:
    """ROT-1, COMBAT-1, GATE-4, JUMP-2: the reason of the choice that comes nearest."""
    characters = {character.token: character for character in advise(hall(), 0).characters}
    goblin = {deed.do: deed for deed in characters["bG"].deeds}
    assert {do: deed.reason.code for do, deed in goblin.items() if deed.reason} == {
        "jump": "no-pit-to-jump",
        "turn": "not-on-gear",
        "attack": "no-contact",
    }
    warrior = {deed.do: deed for deed in characters["bW"].deeds}
    assert [option.choice.target for option in warrior["attack"].options] == ["yT"]
    assert warrior["break"].reason is not None and warrior["break"].reason.clause.startswith("GATE")
    assert "gate" not in warrior and "heal" not in warrior, "characters have no actions that they can never do"


def test_leaving_the_maze_is_a_stop_with_points() -> None:
    """EXIT-2, SCORE-1: the Thief next to the other line leaves by one step."""
    thief = next(character for character in advise(hall(), 0).characters if character.token == "bH")
    assert [(stop.place, stop.points, stop.ends) for stop in thief.stops if stop.points] == [
        (place, 1, True) for place in ("l5", "l4", "l3", "l2", "l1")
    ]
    shortest = next(stop for stop in thief.stops if stop.place == "l5")
    assert [choice_text(choice) for choice in shortest.choices] == ["bH move", "l5"]


def test_a_fireball_at_nobody_is_told_before_it_is_thrown() -> None:
    """FIRE-4, FIRE-5: whom each direction hits, and that a direction is in vain."""
    state = read_position(HALLS.replace("bG    .  ", "bZb*  .  "))
    wizard = next(character for character in advise(state, 0).characters if character.token == "bZ")
    [fire] = [deed for deed in wizard.deeds if deed.do == "fire"]
    victims = {option.choice.side: (option.lost, option.vain) for option in fire.options}
    assert victims == {"n": ([], True), "e": ([], True), "s": (["bW"], False), "w": ([], True)}


def test_points_that_would_be_lost() -> None:
    """TURN-3: unused action points lapse."""
    advice = advise(hall(), 0)
    assert (advice.lost_points, advice.kept_points, advice.able) == (3, 0, ["bG", "bW", "bH"])


def test_only_the_deciding_player_is_advised() -> None:
    assert advise(hall(), 1) == Advice("act") and advise(hall(), -1) == Advice("act")


def test_why_a_choice_is_refused() -> None:
    """ACT-4, COMBAT-1, MOVE-2."""
    state = hall()
    assert explain(state, "bW attack yT", 0) is None
    assert explain(state, Choice("attack", token="bW", target="yT"), 0) is None
    refused = explain(state, "bW attack yZ", 0)
    assert refused is not None and (refused.code, refused.clause) == ("no-contact", "COMBAT-1")
    for nonsense in ("", "bW dances", "attack", Choice("attack", column="1"), Choice("fly"), Choice("step", square="zz99")):
        reason = explain(state, nonsense, 0)
        assert reason is not None and reason.code == "unreadable" and reason.sentence.endswith(".")
    somebody_else = explain(state, "bW attack yT", 1)
    assert somebody_else is not None and somebody_else.code == "not-now"


@pytest.mark.parametrize("pattern", PATTERNS)
def test_places_out_of_reach_have_a_reason(pattern: str) -> None:
    """MOVE-1, MOVE-3, MOVE-20, MOV-1, MOV-10: a place out of reach is refused, and one that is too far is farther than the
    character goes."""
    for number, state in enumerate(moments(pattern, 130, files=1)):
        if state.decision() not in (ACT, TRAVEL):
            continue
        viewer, rng = state.decider(), Random(number)
        characters = advise(state, viewer).characters
        character = characters[number % len(characters)] if characters else None
        if character is None:
            continue
        ends = {stop.place for stop in character.stops if stop.ends}
        for place in {*sorted(ends)[:3], *rng.sample(places_of(state), 6)}:
            reason = explain(state, to_place(state, character.token, place), viewer)
            assert (reason is None) == (place in ends), (place, reason)
            assert reason is None or reason.code == "unreadable" or (reason.clause and reason.sentence.endswith("."))
            if reason is not None and reason.code == "too-far-to-walk":
                assert 0 < reason.left < reason.needed and f"{reason.needed} steps" in reason.sentence


def places_of(state: State) -> list[str]:
    if isinstance(state, BoardState):
        return [square_name(state, square) for square in range(state.board_setting.plan.squares)]
    assert isinstance(state, CardState)
    return [state.maze.name(place) for place in range(state.maze.plan.places)]


def to_place(state: State, token: str, place: str, do: str = "move") -> Choice:
    return Choice(do, token=token, square=place) if isinstance(state, BoardState) else Choice(do, token=token, zone=place)


def test_why_nobody_gets_there() -> None:
    """MOVE-1, MOVE-3, MOVE-8, MOVE-21, JUMP-2, ACT-4: the reason that comes nearest."""
    state = hall()
    reasons = {place: explain(state, to_place(state, "bG", place), 0) for place in ("k1", "d3", "c3")}
    assert {place: reason and (reason.code, reason.clause) for place, reason in reasons.items()} == {
        "k1": ("too-far-to-walk", "MOVE-1"),
        "d3": ("enemy-in-the-way", "MOVE-8"),
        "c3": ("square-taken", "MOVE-21"),
    }
    far = reasons["k1"]
    assert far is not None and (far.needed, far.left) == (9, 4)
    assert explain(state, to_place(state, "bG", "e2"), 0) is None
    jump = explain(state, to_place(state, "bG", "k1", "jump"), 0)
    assert jump is not None and jump.code == "no-pit-to-jump"
    enemy = explain(state, to_place(state, "yT", "e2"), 0)
    assert enemy is not None and enemy.code == "not-yours"
    play(state, read(state, "bG move"))
    play(state, read(state, "b2"))
    on_the_way = explain(state, to_place(state, "bG", "k1"), 0)
    assert on_the_way is not None and (on_the_way.code, on_the_way.needed, on_the_way.left) == ("too-far-to-walk", 10, 3)
    other = explain(state, to_place(state, "bW", "b3"), 0)
    assert other is None, "the Goblin may stop, and then the Warrior walks"


def test_action_cards_that_cannot_be_played() -> None:
    """TURN-4, TURN-5, TURN-7: each with its reason, and with those that can be played all of them."""
    codes = set()
    for state in moments("board/base-*-greedy-*.dt", 1, files=1):
        if state.decision() == CHOOSE_CARD:
            advice = advise(state, state.decider())
            values = [option.choice.value for option in advice.others] + [each.choice.value for each in advice.refused]
            assert sorted(values) == list(ACTION_CARDS)
            codes |= {(each.reason.code, each.reason.clause) for each in advice.refused}
    assert codes == {("first-card-is-two", "TURN-4"), ("card-too-high", "TURN-5"), ("card-not-in-hand", "TURN-7")}
