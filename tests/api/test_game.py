"""`Game` as programs hold it: files, positions, taking back, views, values, what is said of it on one line."""

from __future__ import annotations

import copy
import inspect
import pickle
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import dungeon_twister
from dungeon_twister import AmbiguousActionError, Choice, Game, IllegalActionError, TextError, UndoError, svg
from dungeon_twister.game.record.drawing import drawn_text
from dungeon_twister.game.record.notation import write
from dungeon_twister.game.session.viewer_events import apply_and_observe
from dungeon_twister.game.views import EventView
from dungeon_twister.rules.engine.board.decisions import CHOOSE_CARD
from dungeon_twister.rules.engine.decisions import ACT, CHANCE
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.scenarios import scenario_names
from dungeon_twister.rules.visibility import ALL_KNOWING, SPECTATOR

UNTYPED: Any = Game  # to be called as somebody does who has no type checker
UNTYPED_SVG: Any = svg


def played(scenario: str, choices: int = 10_000, seed: str | int = "played") -> Game:
    game, rng = Game.new(scenario, seed=seed), random.Random(scenario)
    while not game.over and len(game.log) < choices:
        game.play(rng.choice(game.legal()))
    return game


@pytest.mark.both_ways
@pytest.mark.parametrize("scenario", ["base", "standard", "hoard"])
def test_games_are_values(scenario: str) -> None:
    game = played(scenario, 120)
    for same in (game.clone(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert type(same) is Game and same is not game
        assert same == game and hash(same) == hash(game)
        same.play(same.legal()[0])
        assert same != game
    assert game != Game.new(scenario, seed="other") and game != "a game"
    assert Game.new(scenario, seed=5) == Game.new(scenario, seed="5") != Game.new(scenario, seed=6)


@pytest.mark.both_ways
@pytest.mark.parametrize("scenario", ["base", "standard"])
def test_a_game_is_saved_and_loaded_in_progress_and_finished(scenario: str, tmp_path: Path) -> None:
    game, file = played(scenario, 80), str(tmp_path / "a.dt")
    game.save(file, {"blue": "Ann"})
    loaded = Game.load(file)
    assert type(loaded) is Game and loaded == game and loaded.legal() == game.legal()
    rng = random.Random(1)
    while not game.over:
        game.play(rng.choice(game.legal()))
    game.save(Path(file))
    assert Game.load(file) == game
    (tmp_path / "b.dt").write_text("{}", "utf-8")
    with pytest.raises(TextError, match=r"b\.dt"):
        Game.load(tmp_path / "b.dt")


def test_a_finished_game_that_does_not_end_as_it_says_is_refused(tmp_path: Path) -> None:
    game, file = played("simplified"), tmp_path / "a.dt"
    game.save(file)
    text = file.read_text("utf-8")
    where = text.index('"hash":"') + 8
    file.write_text(text[:where] + ("0" if text[where] != "0" else "1") + text[where + 1 :], "utf-8")
    with pytest.raises(TextError, match="not as the record says"):
        Game.load(file)


@pytest.mark.both_ways
@pytest.mark.parametrize("scenario", ["base", "standard"])
def test_everything_can_be_taken_back_and_played_again(scenario: str) -> None:
    game = played(scenario, 130)
    whole, taken = game.clone(), list[str]()
    while any(who != CHANCE for who, _, _ in game.log):
        taken.append(game.undo())
    assert game == Game.new(scenario, seed="played")
    with pytest.raises(UndoError, match="nobody has decided"):
        game.undo()
    for text in reversed(taken):
        game.play(text)
    assert game == whole


def test_a_player_takes_back_what_the_rules_let_him() -> None:
    game = Game.new(seed=1)
    text = game.legal()[0]
    game.play(text)
    with pytest.raises(UndoError):
        game.undo("yellow")
    assert game.can_undo("blue") and game.can_undo(0) and game.undoable("blue") == text
    assert not game.can_undo("yellow") and game.undoable("yellow") == ""
    assert game.undo("blue") == text and game == Game.new(seed=1)


@pytest.mark.both_ways
def test_what_is_wrong_with_a_choice_is_one_of_three_errors() -> None:
    game = Game.new(seed=1)
    before = game.clone()
    for wrong in (-1, 12345678, 1 << 70):
        with pytest.raises(IllegalActionError):
            game.play(wrong)
    with pytest.raises(TextError):
        game.play("dance")
    with pytest.raises(IllegalActionError) as refused:
        game.play("pass")
    assert refused.value.code and refused.value.clause
    with pytest.raises(TypeError):
        game.play(True)
    assert game == before and issubclass(AmbiguousActionError, TextError)


def test_a_choice_is_played_as_text_struct_or_number() -> None:
    games = [Game.new(seed=1) for _ in range(3)]
    games[0].play(games[0].legal()[3])
    games[1].play(games[1].observe().choices[3])
    games[2].play(legal(games[2].state)[3])
    assert games[0] == games[1] == games[2]


@pytest.mark.both_ways
@pytest.mark.parametrize("scenario", scenario_names())
def test_texts_that_are_remembered_are_those_of_the_notation(scenario: str) -> None:
    """After any rotation or move, and after changes of the state from outside the game."""
    game, rng = Game.new(scenario, seed="texts"), random.Random(scenario)
    while not game.over and len(game.log) < 200:
        actions = legal(game.state)
        assert game.legal() == [write(game.state, action) for action in actions]
        game.play(game.legal()[rng.randrange(len(actions))])


def test_a_state_that_was_changed_behind_the_game_is_asked_anew() -> None:
    game = Game.new(seed=1)
    first = game.legal()[0]
    apply(game.state, legal(game.state)[0])
    with pytest.raises(IllegalActionError):
        game.play(first)


def test_a_viewer_is_a_colour_a_seat_or_a_name() -> None:
    game = Game.new(seed=1)
    assert game.observe("blue") == game.observe(0) == game.observe()
    assert game.observe("spectator").choices == [] != game.observe("all").choices
    with pytest.raises(TextError, match="no viewer 'pink'"):
        game.observe("pink")
    assert played("simplified").observe().viewer == "spectator"


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        (lambda game: UNTYPED.new(5), TypeError, "a scenario is a name, a Path or the text of a scenario file, not 5"),
        (lambda game: UNTYPED.new("base", ["target"]), TypeError, r"options are a dict such as .*, not \['target'\]"),
        (lambda game: UNTYPED.new("base", {5: 6}), TypeError, "the name of an option is a text, not 5"),
        (lambda game: UNTYPED.from_position(5), TypeError, "a position is a text, not 5"),
        (lambda game: game.observe(3), ValueError, r"there is no seat 3 \(there are 0 to 1\)"),
        (lambda game: game.observe(1.5), TypeError, "a viewer is a seat or a name .*, not 1.5"),
        (lambda game: game.undo("purple"), ValueError, r"there is no player 'purple' \(there are blue, yellow\)"),
        (lambda game: game.undo("all"), ValueError, "there is no player 'all'"),
        (lambda game: game.undo(7), ValueError, "there is no seat 7"),
        (lambda game: game.analyse(), TextError, "nothing to analyse during the setup"),
        (lambda game: game.analyse(nodes=-1), ValueError, "nodes is at least 1, not -1"),
        (lambda game: game.analyse(plans="x"), TypeError, "plans is a whole number, not 'x'"),
        (lambda game: game.play("foo"), TextError, "cannot read 'foo' as a choice"),
        (lambda game: game.play("z99"), TextError, "the square z99 is outside the maze"),
        (lambda game: game.play("pass pass"), TextError, "unexpected 'pass' after 'pass'"),
        (lambda game: game.play(12345), IllegalActionError, r"12345 is no legal choice: .* \(COMP-3\)"),
        (lambda game: game.position(), TextError, "once the setup is done"),
        (lambda game: dungeon_twister.bot("nobody"), ValueError, "there is no bot 'nobody'"),
        (lambda game: UNTYPED_SVG.maze(3), TypeError, "only a game, a state or a view can be drawn, not 3"),
        (lambda game: UNTYPED_SVG.maze(game, size="x"), TypeError, "size is a whole number, not 'x'"),
        (lambda game: svg.maze(game, size=-4), ValueError, "size is at least 1, not -4"),
        (lambda game: UNTYPED_SVG.maze(game, quarters="a"), TypeError, "quarters is a whole number, not 'a'"),
        (lambda game: UNTYPED_SVG.maze(game, for_side=3), TypeError, "for_side is a colour, spectator or all, not 3"),
        (lambda game: UNTYPED_SVG.maze(game, fills=5), TypeError, "fills are a dict such as .*, not 5"),
        (lambda game: svg.maze(game, rings="bW"), TypeError, "rings are a list such as .*, not 'bW'"),
        (lambda game: UNTYPED_SVG.maze(game, arrows=[5]), TypeError, "an arrow is an Arrow or a pair such as .*, not 5"),
        (lambda game: svg.maze(game, arrows=["bW"]), TypeError, "an arrow is an Arrow or a pair such as .*, not 'bW'"),
        (lambda game: game.describe(5), TypeError, "events are a list of EventViews, as play returns it, not 5"),
        (lambda game: game.describe(["x"]), TypeError, "an event is an EventView, as play returns it, not 'x'"),
        (lambda game: game.describe([], "es"), ValueError, "a language is one of en, de, fr, not 'es'"),
        (lambda game: game.can_undo("purple"), ValueError, "there is no player 'purple'"),
        (lambda game: game.undoable(7), ValueError, "there is no seat 7"),
        (lambda game: game.state_at("x"), TypeError, "a count of choices is a whole number, not 'x'"),
        (lambda game: game.state_at(5), ValueError, "the game has 0 choices so far, and 5 were asked for"),
        (lambda game: game.go_back(-1), ValueError, "the game has 0 choices so far, and -1 were asked for"),
        (lambda game: game.set_seed(1.5), TypeError, "a seed is a text or a whole number, not 1.5"),
    ],
)
def test_wrong_arguments_are_told_in_a_sentence(wrong: Callable[[Game], object], error: type[Exception], message: str) -> None:
    game = Game.new(seed=1)
    with pytest.raises(error, match=message):
        wrong(game)
    assert game == Game.new(seed=1)


def test_a_token_that_is_not_in_play_is_named() -> None:
    game = played("base", 60)
    while game.state.decision() != ACT:
        game.play(game.legal()[0])
    mine, theirs = ("b", "y") if game.decider == "blue" else ("y", "b")
    man = next(text.split()[0] for text in game.legal() if text.startswith(mine))
    hidden = next(token for view in [game.observe("all")] for room in view.rooms for token in room.under if token[0] == theirs)
    with pytest.raises(IllegalActionError, match=rf"^{re.escape(hidden)} is not in play\. \(ACT-4\)$"):
        game.play(f"{man} attack {hidden}")


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    game = Game.new(seed=1)
    for path in (tmp_path, tmp_path / "nowhere" / "a.dt"):
        with pytest.raises(OSError, match=re.escape(f"'{path}'")) as caught:
            game.save(path)
        assert "part" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def replay_events(game: Game) -> list[EventView]:
    state = game.state_at(0)
    return [event for _, action, _ in game.log for event in apply_and_observe(state, action, [ALL_KNOWING])[ALL_KNOWING]]


@pytest.mark.both_ways
@pytest.mark.parametrize("scenario", ["base", "standard", "four-players"])
def test_playing_returns_what_happened(scenario: str) -> None:
    """All of it, draws of chance included: the same that the seated game tells somebody who knows everything."""
    game, rng, heard = Game.new(scenario, seed=3), random.Random(3), list[EventView]()
    first = replay_events(game)
    while not game.over and len(game.log) < 200:
        heard += game.play(rng.choice(game.legal()))
    assert [*first, *heard] == replay_events(game)
    assert game.state.events is None and game == pickle.loads(pickle.dumps(game))


def test_what_happened_is_described() -> None:
    game = played("simplified", 40)
    while game.state.decision() != CHOOSE_CARD:
        game.play(game.legal()[0])
    who, events = game.decider, game.play("card 3")
    assert repr(events) == f"[EventView(kind='card-played', player='{who}', card=3)]"
    assert game.describe(events) == [f"{who.capitalize()} plays action card 3."]
    assert game.describe(events, "de") != game.describe(events)
    with pytest.raises(ValueError, match="xx"):
        game.describe(events, "xx")


@pytest.mark.both_ways
@pytest.mark.parametrize("scenario", ["base", "standard"])
def test_a_game_that_is_printed_draws_the_maze(scenario: str) -> None:
    game = Game.new(scenario, seed=1)
    game.play(game.legal()[0])
    assert len(str(game).splitlines()) > 10 and str(game).splitlines()[-1].startswith("turn 0, points: blue 0, yellow 0, ")
    assert len(repr(game).splitlines()) == 1
    if scenario == "base":
        assert "bC" in str(game), "a game shows everything, like its drawing"
        assert "bC" not in drawn_text(game.state, SPECTATOR)
    assert str(played("simplified")).endswith(", over")


@pytest.mark.parametrize(
    ("scenario", "options"), [("simplified", {}), ("standard", {"secretObjects": "yes"}), ("base", {"memory": "strict"})]
)
def test_a_bot_is_asked_in_two_lines(scenario: str, options: dict[str, str]) -> None:
    game = Game.new(scenario, options, seed=1)
    bots = {colour: dungeon_twister.bot("lamplighter", seed=colour) for colour in game.scores}
    for _ in range(60):
        game.play(bots[game.decider].choose(game.observe()))
    assert len(game.log) >= 60
    again = dungeon_twister.bot("lamplighter", seed="blue").choose(Game.new("simplified", seed=1).observe())
    assert again == dungeon_twister.bot("lamplighter:width=3", seed="blue").choose(Game.new("simplified", seed=1).observe())


def test_a_game_is_analysed_for_the_deciding_player() -> None:
    game = played("simplified", 40)
    found = game.analyse(nodes=200, plans=1, seed=3)
    assert found.player == game.decider and len(found.plans) <= 1


@pytest.mark.both_ways
def test_a_line_tells_how_it_stands() -> None:
    game = Game.new(seed=1)
    assert repr(game) == "<Game base: turn 0, blue decides (blue 0, yellow 0)>"
    assert repr(game.state) == "<State base: turn 0, blue decides (blue 0, yellow 0)>"
    assert repr(game.observe("yellow")) == "<View of yellow, base: turn 0, blue decides (blue 0, yellow 0), 0 choices>"
    assert repr(game.observe().choices[0]) == "Choice(do='start', token='bC', square='a2')"
    assert eval(repr(game.observe().choices[0])) == Choice("start", token="bC", square="a2")
    assert repr(Game.new("standard", seed=1).observe()).startswith("<CardView of ")
    over = played("simplified")
    assert "over after turn" in repr(over) and "won (" in repr(over.observe())


def test_natural_types_are_taken() -> None:
    game = Game.new("base", {"target": 6, "stallLimit": 2}, seed=7)
    assert game.state.setting.target == 6 and game.seed == "7"


@pytest.mark.both_ways
def test_help_describes_the_public_functions() -> None:
    """They stay Python; compiled functions have a signature, but no docstring."""
    for thing in (Game, Game.new, Game.play, Game.load, Game.analyse, dungeon_twister):
        assert inspect.getdoc(thing), thing
    assert list(inspect.signature(legal).parameters) == ["state"]
    assert "scenario" in inspect.signature(Game.new).parameters


def test_importing_is_quick_and_needs_nothing_else() -> None:
    """In a Python that has the standard library only. What is loaded is counted, for time would depend on the machine: of ours
    the package itself and where to take it from, of Python's nothing that is large."""
    source = (
        "before = set(sys.modules); import dungeon_twister; new = sorted(set(sys.modules) - before); "
        "from dungeon_twister import Game; Game.new(seed=1)._repr_svg_(); print(*new)"
    )
    path = str(Path(dungeon_twister.__file__).parent.parent)
    done = subprocess.run(
        [sys.executable, "-S", "-E", "-c", f"import sys; sys.path.insert(0, {path!r}); {source}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    new = done.stdout.split()
    ours = ["dungeon_twister", "dungeon_twister.compiled", "dungeon_twister.version"]
    assert [name for name in new if name.startswith("dungeon_twister")] == ours
    assert not {"asyncio", "dataclasses", "inspect", "json", "random", "tempfile", "tomllib"} & set(new)
    assert len(new) < 60


def test_the_names_of_the_package_are_there() -> None:
    assert all(getattr(dungeon_twister, name) for name in dungeon_twister.__all__)
    assert "Game" in dir(dungeon_twister)
    with pytest.raises(AttributeError, match="nothing_like_it"):
        dungeon_twister.nothing_like_it  # noqa: B018
