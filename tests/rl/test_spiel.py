"""OpenSpiel: its own simulation with serialisation, information states, and playthroughs that are under version control."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed (extra openspiel)")

PLAYTHROUGHS = Path(__file__).with_name("playthroughs")
PLAYED = {"base-simplified": "simplified", "card-tutorial": "tutorial-1"}


def game_of(scenario: str, **parameters: Any) -> Any:
    import dungeon_twister.rl.spiel

    return pyspiel.load_game(dungeon_twister.rl.spiel.NAME, {"scenario": scenario, **parameters})


@pytest.mark.parametrize("scenario", ["tutorial-1", "simplified"])
def test_random_simulation_with_serialisation(scenario: str) -> None:
    pyspiel.random_sim_test(game_of(scenario, max_choices=24), num_sims=1, serialize=True, verbose=False)


def test_information_states_have_perfect_recall() -> None:
    """Two histories that a player can tell apart never give one string or one tensor, though the position is the same."""
    game = game_of("tutorial-1", max_choices=60)
    rng = Random(1)
    seen: set[str] = set()
    state = game.new_initial_state()
    while not state.is_terminal() and len(seen) < 20:
        if not state.is_chance_node():
            told = state.information_state_string(0)
            assert told not in seen
            seen.add(told)
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
