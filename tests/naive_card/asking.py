"""Short ways to set up a position of the Card Game, play on and look at it, for the tests of the naive rules."""

from __future__ import annotations

from .choices import choices, play
from .combat import totals
from .position import read_position
from .world import World, characters


def position(*lines: str, turn: str = "turn blue ap 3", options: str = "") -> World:
    """A position of the scenario card-lab."""
    head = ["position 1", "scenario card-lab", *([f"options {options}"] if options else []), turn]
    return read_position("\n".join([*head, *lines]))


def after(world: World, *texts: str) -> World:
    """Play some choices, each of which must be legal."""
    for text in texts:
        assert text in choices(world), (text, choices(world))
        world = play(world, text)
    return world


def deeds(world: World, name: str) -> set[str]:
    """The actions of one character."""
    return {text.removeprefix(name + " ") for text in choices(world) if text.startswith(name + " ")}


def where(world: World, name: str) -> str:
    """Place or holder of a token."""
    token = world.tokens[name]
    return token.holder or token.where


def wounded(world: World) -> set[str]:
    """The names of the wounded."""
    return {token.name for token in characters(world) if token.wounded}


def vp(world: World) -> tuple[int, int]:
    """The victory points of blue and yellow."""
    return world.players["blue"].vp, world.players["yellow"].vp


def fight(world: World, text: str, first: str, second: str) -> World:
    """A combat with one card of each side."""
    return after(world, text, f"combat {first}", f"combat {second}")


def sums(world: World, text: str) -> tuple[int, int]:
    """The totals without cards of a combat that is declared."""
    declared = after(world, text)
    assert declared.battle is not None
    return totals(declared, declared.battle)
