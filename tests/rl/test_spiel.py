"""OpenSpiel: its own simulation with serialisation, information states, and playthroughs that are under version control."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.amounts import LONG

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed (extra openspiel)")

PLAYTHROUGHS = Path(__file__).with_name("playthroughs")
PLAYED = {"base-simplified": "simplified", "card-tutorial": "tutorial-1"}


def game_of(scenario: str, **parameters: Any) -> Any:
    import dungeon_twister.rl.spiel

    return pyspiel.load_game(dungeon_twister.rl.spiel.NAME, {"scenario": scenario, **parameters})


@pytest.mark.parametrize("scenario", ["tutorial-1", "simplified"])
def test_random_simulation_with_serialisation(scenario: str) -> None:
    """The first 24 choices; the long form plays whole games, of which simplified takes half a minute."""
    most = 0 if LONG else 24
    pyspiel.random_sim_test(game_of(scenario, max_choices=most), num_sims=1, serialize=True, verbose=False)


def after(game: Any, choices: int, seed: int = 1) -> Any:
    """A state of a random game in which a player decides."""
    state, rng = game.new_initial_state(), Random(seed)
    while choices > 0 or state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
        choices -= 1
    return state


PRIVATE = pyspiel.PrivateInfoType


@pytest.mark.parametrize("scenario", ["simplified", "tutorial-1"])
@pytest.mark.parametrize("recalls", [False, True])
def test_an_observer_of_public_information_tells_what_a_spectator_may_know(scenario: str, recalls: bool) -> None:
    game = game_of(scenario)
    public = game.make_py_observer(pyspiel.IIGObservationType(True, recalls, PRIVATE.NONE))
    own = game.make_py_observer(pyspiel.IIGObservationType(True, recalls, PRIVATE.SINGLE_PLAYER))
    state = after(game, 40)
    texts = {public.string_from(state, player) for player in (0, 1)}
    assert len(texts) == 1 and '"viewer":"spectator"' in texts.pop()
    assert own.string_from(state, 0) != own.string_from(state, 1)
    assert public.tensor is None
    with pytest.raises(ValueError, match="public information alone has no tensor"):
        public.set_from(state, 0)


def test_a_spectator_is_told_nothing_that_is_hidden() -> None:
    """Two histories that differ in what one player hides give one public string."""
    game = game_of("simplified")
    public = game.make_py_observer(pyspiel.IIGObservationType(True, True, PRIVATE.NONE))
    state = after(game, 0)
    hidden = [action for action in state.legal_actions() if state.action_to_string(action).endswith(" a2")]
    assert len(hidden) > 2, "one of several characters is laid face down on a2"
    assert len({public.string_from(state.child(action), 0) for action in hidden}) == 1


@pytest.mark.parametrize(("public", "private"), [(False, "SINGLE_PLAYER"), (True, "ALL_PLAYERS"), (False, "NONE")])
def test_an_observer_that_is_not_offered_is_refused(public: bool, private: str) -> None:
    with pytest.raises(ValueError, match="is not offered"):
        game_of("tutorial-1").make_py_observer(pyspiel.IIGObservationType(public, False, getattr(PRIVATE, private)))
    with pytest.raises(ValueError, match="takes no parameters"):
        game_of("tutorial-1").make_py_observer(None, {"x": 1})


@pytest.mark.parametrize(("scenario", "choices"), [("simplified", 12), ("base", 50), ("tutorial-1", 60)])
def test_resampled_states_cannot_be_told_apart_by_the_player(scenario: str, choices: int) -> None:
    from dungeon_twister.rl.spiel import resampler

    game, rng = game_of(scenario), Random(5)
    state, resample = after(game, choices), resampler(Random(2))
    player = state.current_player()
    guesses = [resample(state, player) for _ in range(6)]
    assert {guess.information_state_string(player) for guess in guesses} == {state.information_state_string(player)}
    assert all(guess.legal_actions() == state.legal_actions() for guess in guesses)
    if scenario != "tutorial-1":  # nothing is hidden there any more
        assert len({str(guess) for guess in guesses}) > 1
    for guess in guesses[:2]:
        for _ in range(60):
            if not guess.is_terminal():
                guess.apply_action(rng.choice(guess.legal_actions()))
        assert all(guess.information_state_string(seat) for seat in (0, 1))


def test_is_mcts_searches_with_the_resampler() -> None:
    numpy = pytest.importorskip("numpy")
    from open_spiel.python.algorithms import ismcts, mcts

    from dungeon_twister.rl.spiel import resampler

    game = game_of("tutorial-1", max_choices=80)
    state = after(game, 30)
    evaluator = mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        game, evaluator, 1.4, 6, random_state=numpy.random.RandomState(1), allow_inconsistent_action_sets=True
    )
    bot.set_resampler(resampler(Random(3)))
    assert bot.step(state) in state.legal_actions()


def test_information_states_have_perfect_recall() -> None:
    """Two histories that differ for a player never give one string or one tensor, though the position is the same."""
    game = game_of("tutorial-1", max_choices=60)
    rng = Random(1)
    seen: set[str] = set()
    state = game.new_initial_state()
    while not state.is_terminal() and len(seen) < 20:
        if not state.is_chance_node():
            text = state.information_state_string(0)
            assert text not in seen
            seen.add(text)
            assert len(state.information_state_tensor(0)) == game.information_state_tensor_size()
            assert len(state.observation_tensor(0)) == game.observation_tensor_size()
        state.apply_action(rng.choice(state.legal_actions()))
    assert len(seen) == 20


def playthrough(scenario: str) -> str:
    """A random game as lines: who decides, how many choices there are, what is chosen, a hash of what each seat sees."""
    from hashlib import blake2b

    game = game_of(scenario, max_choices=120)
    sizes = (game.num_distinct_actions(), game.max_chance_outcomes(), game.observation_tensor_size(), game.max_game_length())
    lines = [f"{game}: actions {sizes[0]}, chance outcomes {sizes[1]}, observation {sizes[2]}, length {sizes[3]}"]
    rng, state = Random("playthrough"), game.new_initial_state()
    while not state.is_terminal():
        choices = state.legal_actions()
        chosen = choices[int(rng.random() * len(choices))]
        seats = range(game.num_players())
        seen = [
            blake2b(bytes(int(number) for number in state.observation_tensor(seat)), digest_size=4).hexdigest()
            for seat in seats
        ]
        who = state.current_player()
        lines.append(f"{who} of {len(choices)}: {chosen} {state.action_to_string(who, chosen)} | {' '.join(seen)}")
        state.apply_action(chosen)
    lines.append(f"returns {state.returns()}")
    return "\n".join([*lines, ""])


@pytest.mark.parametrize("name", PLAYED)
def test_playthroughs_are_as_written_down(name: str) -> None:
    """python -m tests.rl.test_spiel writes them anew, after a new VERSION of codec or tensors."""
    assert playthrough(PLAYED[name]) == (PLAYTHROUGHS / f"{name}.txt").read_text("utf-8")


if __name__ == "__main__":
    PLAYTHROUGHS.mkdir(exist_ok=True)
    for name, scenario in PLAYED.items():
        (PLAYTHROUGHS / f"{name}.txt").write_text(playthrough(scenario), "utf-8")
