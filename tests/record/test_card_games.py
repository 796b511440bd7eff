"""Card Games as they are kept: records with a line a turn, undo inside a Move, facts of rule cases, counting."""

from __future__ import annotations

from random import Random

import pytest

from dungeon_twister import Game
from dungeon_twister.game.record.cases import parse_cases, run_case
from dungeon_twister.game.record.files import dump, load, record_of, replay, resume, states
from dungeon_twister.game.record.notation import read, write
from dungeon_twister.game.record.perft import divide, perft, read_perft
from dungeon_twister.game.record.recorded_game import UndoError
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.digest import describe, digest
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.geometry.text import TextError
from tests.card.play import OPTIONS, card_position, random_game
from tests.random_play import play_on


def played(number: int, most: int) -> Game:
    scenario, options = OPTIONS[number]
    game, rng = Game.new(scenario, options, f"card {number}"), Random(number)
    while not game.over and len(game.log) < most:
        game.play(rng.choice(game.legal()))
    return game


# -- records --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_a_record_replays_and_goes_on(number: int) -> None:
    game = played(number, 150)
    record, seed = load(dump(record_of(game), game.seed))
    assert digest(resume(record, seed).state) == digest(game.state)
    game.play("draw")
    record, _ = load(dump(record_of(game)))
    assert digest(replay(record)) == digest(game.state) == digest(game.state.copy())


def test_a_record_has_one_line_a_turn() -> None:
    """AP-1, AP-5: a turn ends with `pass` or by itself; the setup has a line of its own."""
    game = played(1, 400)
    if not game.over:
        game.play("resign blue")
    text = dump(record_of(game))
    record, _ = load(text)
    ends = []
    for state, choice in states(record):
        if not choice:
            break
        after = state.copy()
        apply(after, read(state, choice))
        ends.append(after.turn != state.turn)
    lines = text.split("\n")[1:-2]
    assert len(lines) == sum(ends) + 1 and lines[0].endswith('"]') and '"starter ' in lines[0]
    assert all('"starter ' not in line for line in lines[1:])


def test_the_hash_is_made_of_names() -> None:
    """Internal numbers stay out: the same cards in the same places after an inversion and back give the same words."""
    state = card_position("turn blue ap 3\nrooms R1=blue-1.0 R2=green-2.1\nat blue-1.T bNa+bro yCl~\nunder R3 bGm")
    again = state.copy()
    again.maze = state.maze.swapped(0, 1).swapped(0, 1)
    assert describe(again) == describe(state)
    again.maze = state.maze.swapped(0, 1)
    assert digest(again) != digest(state)
    assert "room 2 blue-1 0 gate closed" in describe(again) and "bNa blue-1.T" in describe(again)
    assert "bGm beside 3" in describe(state) and "yCl blue-1.T wounded wound 1" in describe(state)


def test_the_hash_tells_states_apart() -> None:
    """Every choice of a game changes its words, the remembered distributions of items and the journey included."""
    state = random_game(4)
    seen = {digest(state)}
    for count, _ in enumerate(play_on(state, Random(4), 600), 1):
        seen.add(digest(state))
        assert len(seen) > count * 0.95


# -- undo -----------------------------------------------------------------------------------------------------------------


def until_move(game: Game, rng: Random) -> str:
    """Play on until somebody has begun a Move and taken a step; the step."""
    while not game.over:
        begun = [choice for choice in game.legal() if choice.endswith(" move")]
        game.play(rng.choice(begun or game.legal()))
        state = game.state
        assert isinstance(state, CardState)
        if state.mover >= 0 and state.steps > 1:
            steps = [choice for choice in game.legal() if choice[:1] in "NS" or "." in choice]
            if steps:
                game.play(steps[0])
                if state.mover >= 0:
                    return steps[0]
    raise AssertionError("nobody has moved")


def test_undo_inside_a_move() -> None:
    """ACT-2a: the steps and the Move itself, one by one, but not what others decided before it."""
    game = played(1, 60)
    step = until_move(game, Random(2))
    player, ap = game.state.active, game.state.ap
    assert not game.can_undo(1 - player)
    assert game.undo(player) == step
    assert game.undo(player).endswith(" move")
    assert game.state.ap == ap + 1
    while game.can_undo(player):
        game.undo(player)
    with pytest.raises(UndoError, match="ACT-2a"):
        game.undo(player)


def test_the_setup_is_final() -> None:
    """ACT-2a: only what characters do is taken back."""
    game = Game.new("tutorial-2", {}, "final")
    game.play(game.legal()[0])
    assert not game.can_undo(0)


UNDONE = """scenario card-lab
options endTurn=asked
turn blue ap 2
rooms R1=blue-1.0 R2=green-2.1
at blue-1.G bNa
at S0T yNa
"""


def test_a_finished_move_is_taken_back_at_the_last_point() -> None:
    """ACT-2a, AP-5b: the last Move and the one before it, until the turn is ended."""
    game = Game.from_position(UNDONE, "undo")
    for choice in ("bNa move", "blue-1.T", "stop", "bNa move", "blue-1.G", "stop"):
        game.play(choice)
    assert (game.decider, game.state.ap, game.legal()) == ("blue", 0, ["pass"])
    while game.can_undo(0):
        game.undo(0)
    assert (game.decider, game.state.ap, game.log) == ("blue", 2, [])
    game.play("pass")
    assert not game.can_undo(0) and not game.can_undo(1)


def test_a_rotation_is_final() -> None:
    """ACT-2a, ROT-1: a rotation cannot be taken back."""
    game = Game.from_position(UNDONE, "undo")
    game.play("bNa turn R1 cw")
    assert not game.can_undo(0)


def test_what_has_been_shown_is_not_taken_back() -> None:
    """ACT-2a, OPT-12: an object put down lies there for everybody to see; taking one up shows nothing new."""
    for seed in range(40):
        rng = Random(seed)
        game = Game.new("tutorial-3", {"secretObjects": "yes"}, f"shown {seed}")
        while not game.over and len(game.log) < 900:
            handling = [choice for choice in game.legal() if choice.split()[0] in ("take", "drop", "rob")]
            game.play(rng.choice(handling or game.legal()))
            state, words = game.state, game.log[-1][2].split()
            assert isinstance(state, CardState)
            if state.mover >= 0 and words[0] in ("take", "drop") and words[1][1:].islower():
                assert game.can_undo(state.active) == (words[0] == "take")
                if words[0] == "drop":
                    return
    raise AssertionError("nothing was put down")


# -- cases and counting ---------------------------------------------------------------------------------------------------

CASE = """case Facts of the Card Game
clauses STA-1 HAN-3
scenario card-lab
turn blue ap 3
yellow vp 2 jumps 1 combat 0123 used 45 kept 2
rooms R1=blue-1.0 R4=blue-2.3
gates R1=open
walls R4
under R3 bGm
at blue-1.T bNa+bro bPa+bCl~+bke yCl~ yke
at N0T bTh
at N bsw
gone yCo
rescued bDa
marks yCl=hurt bTh=spent
entry bNa=blue-1.S
run
expect bNa at blue-1.T | bTh at N0T | bsw at N | bGm under R3 | yCo gone | bDa rescued | yGh spare | bro at blue-1.T
expect bNa carries bro | bPa carries bke bCl | bPa carries bCl bke | bTh carries nothing
expect bro carried-by bNa | yke carried-by nobody
expect yCl wounded | bNa unwounded | bTh spent | bNa fresh | yCl hurt | bNa unhurt | bNa unfired | bNa unfought
expect bNa entry blue-1.S | bTh entry none
expect yellow vp 2 | yellow jumps 1 | yellow combat 0123 | yellow used 45 | yellow kept 2 | blue used -
expect ap 3 | turn blue | decision act blue | over no | quiet 0 | named 0 | forced 0
expect gate R1 open | gate R4 broken | walls R4 broken | walls R1 whole | room R1 blue-1 r0 | room R2 face-down
run
> bNa move | drop bro
expect steps 3 | decision travel blue | ap 2
"""


def test_facts() -> None:
    assert [problem for case in parse_cases(CASE) for problem in run_case(case)] == []


FIGHT = """case A fight
clauses CMB-7
scenario card-lab
turn blue ap 3
rooms R1=fix-1.0
at fix-1.T bCr bNa
at fix-1.S yCl
run
> bCr shoot yCl
expect fighters bCr yCl | shooters bCr | decision combat blue
> combat 1 | combat 6
expect blue used 1 | yellow used 6 | bCr fired | bCr unwounded
"""


def test_facts_of_a_combat() -> None:
    assert [problem for case in parse_cases(FIGHT) for problem in run_case(case)] == []
    for wrong, sentence in (
        ("shooters bNa", "shooters is bCr"),
        ("bCr carries bro", "is not 'carries bro' but: at"),
        ("blue lives 3", "of a player one expects"),
        ("gate R9 open", "no place of a room"),
        ("bW at c4", "is no token"),
    ):
        case = FIGHT.replace("shooters bCr", wrong)
        assert sentence in run_case(parse_cases(case)[0])[0]


def test_new_games_in_cases() -> None:
    text = "case New\nclauses SET-5\nnew tutorial-1 memory=strict\nrun\nexpect decision starters blue | ap 0 | blue combat -\n"
    assert run_case(parse_cases(text)[0]) == []
    with pytest.raises(TextError, match="there is no option"):
        parse_cases(text.replace("memory=strict", "simplified=yes"))


def test_counting() -> None:
    lines = "scenario card-lab\nturn blue ap 1\nrooms R1=fix-1.0\nat fix-1.T bNa\nperft 1 = {}\nperft 2 = {}\n"
    state, _ = read_perft(lines.format(1, 1))
    counts = perft(state, 1), perft(state, 2)
    state, expected = read_perft(lines.format(*counts))
    assert expected == {1: counts[0], 2: counts[1]} and counts[0] == len(legal(state))
    assert sum(divide(state, 2).values()) == counts[1]
    assert set(divide(state, 1)) == {write(state, action) for action in legal(state)}
