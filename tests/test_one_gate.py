"""Who may know what is decided in `rules/visibility` alone: nothing above it reads the switches of hiding or asks who looks."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import dungeon_twister

ROOT = Path(dungeon_twister.__file__).parent
# Where the rules are, where they are turned into answers, and where states are played on that are imagined already: to these
# the switches say which actions there are, and nobody looks at anything.
BELOW = ("rules", "ai/search")
NAMES_OF_VIEWERS = (
    "server",
    "cli",
    "presentation/i18n",
    "ai/arena",
)  # there a viewer is a colour or `spectator`, to say "you" to, not a seat
SWITCHES = ("memory", "open_teams", "peek")
WORDS = (*SWITCHES, "secret", "MEMORY", "viewer")  # without them there is nothing to find
SETTINGS = ("setting", "card_setting", "options", "card_options")


def above() -> list[str]:
    paths = [path.relative_to(ROOT) for path in ROOT.rglob("*.py")]
    return sorted(path.as_posix() for path in paths if not is_in(path.as_posix(), BELOW))


def is_in(path: str, packages: tuple[str, ...]) -> bool:
    return any(path.startswith(f"{package}/") for package in packages)


def decisions(source: str, path: str) -> Iterator[str]:
    """What only the gate may ask, found in a module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            holder = getattr(node.value, "attr", getattr(node.value, "id", ""))
            if node.attr in SWITCHES and (node.attr == "peek" or holder in SETTINGS):
                yield f"{node.lineno}: reads {holder}.{node.attr}"
            if node.attr in ("secret", "secret_objects") and holder in SETTINGS:
                yield f"{node.lineno}: reads {holder}.{node.attr}"
        elif isinstance(node, ast.alias) and node.name in ("STRICT_MEMORY", "OPEN_MEMORY"):
            yield f"imports {node.name}"
        elif isinstance(node, ast.Compare) and not is_in(path, NAMES_OF_VIEWERS):
            operators = [type(operator) for operator in node.ops]
            sides = [getattr(side, "id", "") for side in (node.left, *node.comparators)]
            listed = any(isinstance(side, ast.Tuple) for side in node.comparators)
            if "viewer" in sides and (set(operators) & {ast.Eq, ast.NotEq} or listed):
                yield f"{node.lineno}: asks who the viewer is"


def test_only_the_gate_decides() -> None:
    texts = {path: (ROOT / path).read_text(encoding="utf-8") for path in above()}
    suspects = {path: text for path, text in texts.items() if any(word in text for word in WORDS)}
    assert len(suspects) > 50
    assert [f"{path}:{found}" for path, text in suspects.items() for found in decisions(text, path)] == []


@pytest.mark.parametrize(
    "source",
    [
        "strict = state.setting.options.memory == 1",
        "from dungeon_twister.rules.engine.options import STRICT_MEMORY",
        "hidden = state.card_setting.secret",
        "shown = state.peek == seat",
        "known = setting.open_teams",
        "own = state.setting.owner[token] == viewer",
        "own = viewer in (player, -2)",
    ],
)
def test_a_second_gate_would_be_found(source: str) -> None:
    assert list(decisions(source, "presentation/guide/advice.py"))
    assert not list(
        decisions("state.peek = viewer\nseen = entries[viewer] if viewer in entries else row.secret", "presentation/guide/x.py")
    )
