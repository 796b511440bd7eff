"""A choice that comes as a struct means what its line of text means, whatever somebody puts into it."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random

import pytest

from dungeon_twister.game.record.notation import Choice, grammar_of, read, to_choice, understand
from dungeon_twister.rules.engine.game import apply, legal, new_state
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import TextError

ODD = [
    "",
    "x",
    "bW",
    "yW",
    "W",
    "b?",
    "a1",
    "z99",
    "R1",
    "R99",
    "cw",
    "n",
    "n far",
    "blue",
    "mauve",
    "A",
    "bW move",
    " ",
    "1",
    "?",
]
NUMBERS = [-(10**30), -1, 0, 1, 3, 4, 7, 999, 1000, 2**63, 10**30]


def answer(state: State, choice: Choice | str, viewer: int) -> int | None:
    """What it means; None: a TextError, which an ambiguous one is, too."""
    try:
        return understand(state, choice, viewer) if isinstance(choice, Choice) else read(state, choice, viewer)
    except TextError:
        return None


def spoiled(choice: Choice, rng: Random) -> Choice:
    """With one field that somebody has changed."""
    name = rng.choice([field.name for field in fields(Choice) if field.name != "do"])
    kind = type(getattr(choice, name))
    value: object = rng.choice(ODD) if kind is str else rng.choice(NUMBERS) if kind is int else not getattr(choice, name)
    return replace(choice, **{name: value})  # type: ignore[arg-type]


@pytest.mark.parametrize(("scenario", "options"), [("base", {}), ("standard", {"secretObjects": "yes"}), ("pyramid", {})])
def test_a_struct_means_what_its_line_means(scenario: str, options: dict[str, str]) -> None:
    """Nothing that somebody sends gets further than its text would, and nothing but a sentence comes of it."""
    rng, state, read_alike = Random(1), new_state(scenario, options), 0
    for _ in range(150):
        if state.over:
            break
        who = state.decider()
        viewer = who if who >= 0 else 0
        listed = [to_choice(state, action, viewer) for action in legal(state)]
        for choice in [rng.choice(listed) for _ in range(6)]:
            assert answer(state, choice, viewer) == answer(state, grammar_of(state).text(choice), viewer)
            for wrong in (spoiled(choice, rng), spoiled(spoiled(choice, rng), rng)):
                found = answer(state, wrong, viewer)
                if found is not None:
                    assert found == answer(state, grammar_of(state).text(wrong), viewer)
                    read_alike += 1
        apply(state, rng.choice(legal(state)))
    assert read_alike > 20
