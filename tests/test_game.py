"""A game as programs hold it: new, legal, play, observe, over, scores, clone, undo."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from dungeon_twister import AmbiguousActionError, Game, IllegalActionError, TextError
from dungeon_twister.game.record.commit_reveal import commitment
from dungeon_twister.game.record.files import record_of
from dungeon_twister.game.record.notation import Choice, read_token
from dungeon_twister.game.record.recorded_game import UndoError
from dungeon_twister.game.views import observe
from dungeon_twister.rules.engine.board.options import parse_board_options
from dungeon_twister.rules.engine.board.state import board_of
from dungeon_twister.rules.engine.decisions import ACT, PLACE_TOKENS, frame
from dungeon_twister.rules.engine.digest import digest
from dungeon_twister.rules.engine.game import legal, new_setting
from dungeon_twister.rules.engine.options import OptionError
from dungeon_twister.rules.engine.state import UNDER


def played(seed: str, most: int, options: dict[str, str] | None = None) -> Game:
    game = Game.new(options=options, seed=seed)
    rng = Random(seed)
    while not game.over and len(game.log) < most:
        game.play(rng.choice(game.legal()))
    return game


def play_until(game: Game, word: str, rng: Random) -> None:
    """Play at random until a choice with that word can be made, and make it."""
    for _ in range(5000):
        fitting = [choice for choice in game.legal() if word in choice.split()]
        if fitting:
            game.play(rng.choice(fitting))
            return
        game.play(rng.choice(game.legal()))
    raise AssertionError(f"no {word} came up")


def test_the_same_seed_gives_the_same_game() -> None:
    one, other = played("seven", 400), played("seven", 400)
    assert digest(one.state) == digest(other.state)
    assert one.log == other.log
    assert played("eight", 400).log != one.log


def test_a_clone_is_independent() -> None:
    game = played("clone", 200)
    before = digest(game.state)
    clone = game.clone()
    assert clone.legal() == game.legal()
    rng = Random(1)
    while not clone.over:
        clone.play(rng.choice(clone.legal()))
    assert digest(game.state) == before and len(game.log) < len(clone.log)
    assert clone.scores.keys() == {"blue", "yellow"} and clone.winners


def test_a_clone_draws_the_same() -> None:
    game = played("luck", 120)
    clone = game.clone()
    for _ in range(300):
        if game.over:
            break
        choice = game.legal()[0]
        game.play(choice)
        clone.play(choice)
    assert game.log == clone.log


def test_an_unreadable_an_illegal_and_an_ambiguous_choice_change_nothing() -> None:
    game = Game.new(seed="errors")
    before = digest(game.state)
    with pytest.raises(TextError, match="cannot read"):
        game.play("abra cadabra")
    with pytest.raises(IllegalActionError) as refused:
        game.play("pass")
    assert refused.value.code == "not-now" and refused.value.clause == "ACT-1"
    with pytest.raises(IllegalActionError):
        game.play("start bW v2")
    assert digest(game.state) == before


@pytest.mark.parametrize("scenario", ["base", "standard"])
@pytest.mark.parametrize("number", [-1, 12_345_678, 2**63, 2**200, -(2**200), 31, 0])
def test_any_integer_is_a_choice_or_refused(scenario: str, number: int) -> None:
    game = Game.new(scenario, seed="errors")
    before = digest(game.state)
    with pytest.raises(IllegalActionError):
        game.play(number)
    assert digest(game.state) == before and game.log == Game.new(scenario, seed="errors").log


@pytest.mark.parametrize("scenario", ["base", "standard"])
def test_a_choice_is_a_text_a_struct_or_an_integer(scenario: str) -> None:
    """All three say the same; anything else is no choice."""
    first, second, third = (Game.new(scenario, seed=3) for _ in range(3))
    for _ in range(20):
        view = observe(first.state, first.state.decider())
        first.play(view.choices[-1])
        second.play(second.legal()[-1])
        third.play(legal(third.state)[-1])
    assert first.log == second.log == third.log
    with pytest.raises(TextError):
        first.play(Choice("dance"))
    for wrong in (None, True, 1.5, ["pass"]):
        with pytest.raises(TypeError, match="a choice is a text, a Choice or a whole number"):
            first.play(wrong)  # type: ignore[arg-type]
    assert first.log == second.log


def test_seeds_and_options_are_texts_numbers_or_booleans() -> None:
    """A record tells them as texts."""
    game = Game.new(options={"target": 6, "simplified": True, "timer": True, "stallLimit": 3}, seed=0)
    texts = {"target": "6", "simplified": "yes", "timer": "on", "stallLimit": "3"}
    assert game.log == Game.new(options=texts, seed="0").log
    header = record_of(game).header
    assert header.options == texts and header.seed_sha256 == commitment("0")
    assert Game.new("standard", {"secretObjects": True}).state.setting.options.given == {"secretObjects": "yes"}
    assert Game.new("alliances", {"allyCorners": False}).state.setting.options.given == {"allyCorners": "off"}
    for options, sentence in (
        ({"target": 9}, "from 5 to 8, not '9'"),
        ({"target": True}, "not 'True'"),
        ({"memory": 1}, "one of"),
    ):
        with pytest.raises(OptionError, match=sentence):
            Game.new(options=options)
    for wrong in (True, 1.5, None):
        with pytest.raises(TypeError, match="a seed is a text or a whole number"):
            Game.new(seed=wrong)  # type: ignore[arg-type]


def test_an_ambiguous_choice() -> None:
    """REVEAL-6: two Goblins wait to be placed by the same player, so the colour letter is needed."""
    game = Game.new(seed="ambiguous")
    state = board_of(game.state)
    state.maze = state.maze.revealed(0, 0, 0)
    for name in ("bG", "yG"):
        state.set_loc(read_token(state.setting, name), UNDER)
    state.stack = [frame(ACT, 0), frame(PLACE_TOKENS, 1), frame(PLACE_TOKENS, 0)]
    with pytest.raises(AmbiguousActionError, match="place bG b3, place yG b3"):
        game.play("place G b3")
    game.play("place yG b3")
    game.play("place G b4")
    assert state.loc[read_token(state.setting, "bG")] >= 0


def test_undo_goes_back_as_long_as_nobody_else_decided() -> None:
    """ACT-8a: the last choices of a player, not past another player's or chance's decision."""
    game = Game.new(seed="undo")
    start = digest(game.state)
    game.play("start bW a2")
    game.play("start bT a4")
    assert not game.can_undo(1)
    assert game.undo(0) == "start bT a4"
    assert game.undo(0) == "start bW a2"
    assert digest(game.state) == start
    with pytest.raises(UndoError):
        game.undo(0)


def test_a_rotation_a_reveal_and_a_combat_card_are_final() -> None:
    """ACT-8, ACT-8a: what somebody has learned from, and a rotation, is never taken back."""
    for word in ("turn", "combat", "reveal"):
        rng = Random(word)
        game = played(f"{word} 1", 40)
        play_until(game, word, rng)
        assert not any(game.can_undo(player) for player in (0, 1)) or game.log[-1][2].startswith("place")


def test_undo_inside_a_move() -> None:
    """ACT-8a: steps and the begun move go back one by one, with their action point."""
    game = played("steps", 40)
    rng = Random(3)
    play_until(game, "move", rng)
    player, ap = game.state.active, game.state.ap
    game.play(game.legal()[0])
    while game.log[-1][0] == player and not game.log[-1][2].endswith("move"):
        game.undo(player)
    game.undo(player)
    assert game.state.ap == ap + 1 and board_of(game.state).mover < 0


def test_rooms_are_drawn_when_they_are_turned_up() -> None:
    """SETUP-1a, SETUP-1: before the reveal a game holds no room; then any of the eight in any orientation may come."""
    drawn: Counter[str] = Counter()
    for seed in range(60):
        game = Game.new(seed=f"room {seed}")
        assert set(board_of(game.state).maze.room_of) == {-1}
        rng = Random(seed)
        play_until(game, "reveal", rng)
        drawn.update(text for _, _, text in game.log if text.startswith("room "))
    assert len(drawn) >= 20 and max(drawn.values()) <= 12


def test_the_pairs_of_the_simplified_game_are_drawn_openly() -> None:
    """OPT-4c, OPT-4: three whole pairs, known before the setup."""
    game = Game.new("simplified", seed="pairs")
    pairs = {text for _, _, text in game.log if text.startswith("pair ")}
    assert len(pairs) == 3 and game.state.rooms_left.bit_count() == 6


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("target", "9", "whole number from 5 to 8"),
        ("target", "²", "whole number"),
        ("endRule", "later", "one of finishTurn, immediate"),
        ("stallLimit", "-1", "whole number"),
        ("handicap", "blue/3/", "number of characters"),
        ("handicap", "blue/8/", "number of characters"),
        ("handicap", "blue/5/7", "combat cards"),
        ("handicap", "blue/5/66", "combat cards"),
        ("handicap", "blue/5/0", "combat cards"),
        ("handicap", "blue/beginner/good", "no handicap"),
        ("handicap", "blue", "COLOUR/CHARACTERS/CARDS"),
        ("timer", "fast", "four numbers"),
        ("timer", "0/1/1/1", "whole number"),
        ("speed", "high", "no option"),
    ],
)
def test_a_wrong_option_is_a_sentence(name: str, value: str, sentence: str) -> None:
    """OPT-5, OPT-6, OPT-7."""
    with pytest.raises(OptionError, match=sentence):
        parse_board_options({name: value})


@pytest.mark.parametrize(
    ("name", "value", "beyond"),
    [
        ("target", "5", "4"),
        ("target", "8", "9"),
        ("timer", "999999/1/1/1", "1000000/1/1/1"),
        ("timer", "120/60/5/5", "120/60/5"),
        ("handicap", "blue/-4/", "blue/-5/"),
        ("handicap", "blue/-0/6", "blue/-0/66"),
        ("handicap", "blue/-0/3322", "blue/-0/3332"),
    ],
)
def test_options_have_bounds(name: str, value: str, beyond: str) -> None:
    """OPT-1, OPT-5, OPT-6: what is at the bound is taken, what is beyond it refused."""
    assert parse_board_options({name: value}).given == {name: value}
    with pytest.raises(OptionError):
        parse_board_options({name: beyond})


@pytest.mark.parametrize(("scenario", "option"), [("base", "stallLimit"), ("standard", "secretObjects")])
def test_an_unknown_option_tells_which_there_are(scenario: str, option: str) -> None:
    with pytest.raises(OptionError) as refused:
        Game.new(scenario, {"speed": "high"})
    known = refused.value.known
    assert refused.value.name == "speed" and list(known) == sorted(known)
    assert {"memory", "timer", "handicap", "endTurn", option} <= set(known)
    assert str(refused.value) == f"there is no option 'speed' (there are {', '.join(known)})"


def test_options_that_do_not_fit_the_scenario() -> None:
    """OPT-6: the handicap names a player and fewer characters than he has."""
    with pytest.raises(OptionError, match="colours are"):
        Game.new(options={"handicap": "red/5/"})
    with pytest.raises(OptionError, match="everybody starts with 4 characters, so 3 fewer of 6 are too few"):
        Game.new("simplified", {"handicap": "blue/5/"})
    with pytest.raises(OptionError, match="a handicap takes away characters or combat cards"):
        Game.new(options={"handicap": "blue/-0/"})
    with pytest.raises(OptionError, match="from 0 to 4"):
        Game.new("standard", {"handicap": "blue/-5/"})


@pytest.mark.parametrize("option", [{"endRule": "immediate"}, {"tieBreak": "firstToTarget"}, {"stallLimit": "2"}])
def test_the_race_has_no_switch_for_a_target(option: dict[str, str], tmp_path: Path) -> None:
    """RACE-11, OPT-7: a switch that changes nothing is refused; a record that has it is still read."""
    with pytest.raises(OptionError, match=r"the game lasts 48 turns, so .* changes nothing"):
        Game.new("race", option)
    Game(new_setting("race", option), "1").save(tmp_path / "old.dt")
    assert Game.load(tmp_path / "old.dt").state.setting.options.given == option


def test_the_timer_has_its_values() -> None:
    """OPT-1, OPT-2: what the clock needs to know; keeping it is not the engine's work."""
    assert parse_board_options({"timer": "on"}).timer == [120, 60, 5, 5]
    assert parse_board_options({"timer": "30/10/3/4"}).timer == [30, 10, 3, 4]
    assert parse_board_options({"timer": "off"}).timer == []


def test_resigning_and_agreeing_on_a_draw() -> None:
    """END-5: at any time, also when it is not one's turn."""
    game = played("resign", 300)
    if not game.over:
        game.play(f"resign {'blue' if game.decider == 'yellow' else 'yellow'}")
    assert game.over and game.winners in (["blue"], ["yellow"])
    other = Game.new(seed="draw")
    other.play("draw")
    assert other.over and other.winners == ["blue", "yellow"]
    with pytest.raises(IllegalActionError, match="over"):
        other.play("pass")
