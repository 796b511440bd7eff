"""Examples of the rules: drawn positions of `content/examples`, and the results of the rules in them.

A file holds no answers. The engine and the guide compute them when the examples are read: who may reveal, how far a character
gets, who joins a combat and what every fighter counts (docs/examples.md).
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Final

from dungeon_twister.game.record.notation import Choice, choice_text, read
from dungeon_twister.game.record.position import read_position
from dungeon_twister.game.record.shared_names import TURNS
from dungeon_twister.game.views import observe
from dungeon_twister.presentation.guide.advice import advise_on, explain_on
from dungeon_twister.presentation.guide.editions import guide_of
from dungeon_twister.presentation.guide.guide_shapes import Character, CharacterAction, Fight, Scene, Stop
from dungeon_twister.presentation.guide.routes import with_plenty
from dungeon_twister.presentation.guide.rulebook_shapes import (
    CharacterExample,
    DeniedAction,
    Example,
    Examples,
    FighterShare,
    PossibleFight,
    Ray,
    ReachablePlace,
    RotatableRoom,
)
from dungeon_twister.presentation.guide.scene import scene_of
from dungeon_twister.rules.engine.game import apply
from dungeon_twister.rules.engine.state import UNDER, State
from dungeon_twister.rules.geometry.rooms import CLOCKWISE
from dungeon_twister.rules.geometry.text import TextError

GAMES: Final = ("board", "card")
KEYS: Final = {"name", "shows", "cards", "touch", "ask", "position"}
MOVE: Final = "move"
SIGHT: Final = "sight"
FIRE: Final = "fire"
Table = dict[str, object]


class ExampleError(ValueError):
    """A file of examples is wrong; the message is one sentence."""


@cache
def load_examples(game: str) -> Examples:
    """Return the built-in examples of a game."""
    source = files("dungeon_twister.content").joinpath("examples", f"{game}.toml")
    return parse_examples(game, source.read_text("utf-8"))


def parse_examples(game: str, text: str) -> Examples:
    """Parse the text of a file of examples. Raise ExampleError if it is wrong."""
    try:
        data: Table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ExampleError(f"{game}.toml: it is no TOML: {error}") from None
    shared = _text(f"{game}.toml", data, "scenario", "")
    tables = data.get("example")
    if not isinstance(tables, list) or not tables:
        raise ExampleError(f"{game}.toml: there is no [[example]] in it")
    scenes: dict[str, Scene] = {}
    found: list[Example] = []
    for table in tables:
        example = _example(game, table, shared, scenes)
        if any(other.name == example.name for other in found):
            raise ExampleError(f"{game}.toml: two examples are called {example.name!r}")
        found.append(example)
    return Examples(game, scenes, found)


def _example(game: str, table: Table, shared: str, scenes: dict[str, Scene]) -> Example:
    name = _text(f"{game}.toml", table, "name")
    where = f"{game}.toml, {name}"
    unknown = sorted(set(table) - KEYS)
    if unknown:
        raise ExampleError(f"{where}: an example has no key {unknown[0]!r}")
    shows, cards = _words(where, table, "shows"), _words(where, table, "cards")
    try:
        state = read_position(_with_scenario(shared, _text(where, table, "position")), name)
        tokens = _words(where, table, "touch") or _own(state)
        showings = [_showing(state, token, shows, _words(where, table, "ask")) for token in tokens]
    except TextError as error:
        raise ExampleError(f"{where}: {error}") from None
    scene = scene_of(state.setting)
    key = scene.scenario if not shared else game
    scenes.setdefault(key, _lean(scene))
    return Example(name, shows, cards, key, observe(state, state.decider(), []), showings)


def _with_scenario(shared: str, position: str) -> str:
    """Return a position with the scenario that all examples of a file share."""
    return "".join(f"> {line}\n" for line in shared.strip().split("\n")) + position if shared else position


def _lean(scene: Scene) -> Scene:
    """Return the scene without the parts that only a game in progress needs."""
    return replace(scene, combat_cards=[], action_cards=[])


def _text(where: str, table: Table, key: str, default: str | None = None) -> str:
    value = table.get(key, default)
    if not isinstance(value, str):
        raise ExampleError(f"{where}: {key!r} must be a text")
    return value


def _words(where: str, table: Table, key: str) -> list[str]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise ExampleError(f"{where}: {key!r} must be a list of texts")
    return [str(word) for word in value]


# -- results to show -------------------------------------------------------------------------------------------------------


def _own(state: State) -> list[str]:
    """Return the names of the player's characters in play."""
    player = state.decider()
    return [state.setting.names[token] for token in state.setting.characters_of[player] if 0 <= state.loc[token] < UNDER]


def _showing(state: State, name: str, shows: list[str], asked: list[str]) -> CharacterExample:
    """Return what an example shows of one character, and the refusals of the choices it asks about."""
    if name not in state.setting.names:
        raise TextError(f"there is no token {name!r}")
    token, character = state.setting.names.index(name), _advised(state, name)
    found = CharacterExample(name)
    for what in shows:
        found = _together(found, _seen_of(state, token, character, what))
    return replace(found, denied=_denied(state, name, asked))


def _seen_of(state: State, token: int, character: Character, what: str) -> CharacterExample:
    """Return the drawing of one topic of an example."""
    if what == SIGHT:
        return _sight(state, token, character.token)
    deed = next((deed for deed in character.deeds if deed.do == what), CharacterAction(what))
    stops = character.stops if what == MOVE else deed.stops
    if stops:
        return CharacterExample(character.token, [what], goals=_goals(stops), loads=_loads(stops))
    return _of_action(state, token, character.token, deed)


def _together(one: CharacterExample, other: CharacterExample) -> CharacterExample:
    """Return the union of two drawings."""
    return CharacterExample(
        one.token,
        one.does + other.does,
        one.goals + other.goals,
        _once(one.targets + other.targets),
        _once(one.rooms + other.rooms),
        one.turns + other.turns,
        _once(one.places + other.places),
        _once(one.loads + other.loads),
        one.rays + other.rays,
        one.clashes + other.clashes,
    )


def _advised(state: State, name: str) -> Character:
    characters = advise_on(state, state.decider()).characters
    return next((character for character in characters if character.token == name), Character(name))


def _goals(stops: list[Stop]) -> list[ReachablePlace]:
    return [ReachablePlace(stop.place, stop.steps, stop.points) for stop in stops if stop.ends and stop.steps]


def _loads(stops: list[Stop]) -> list[str]:
    """Return the objects available on the way: on the ground, or from characters in reach."""
    handled = [choice for stop in stops for choice in stop.handle if choice.do in ("take", "swap")]
    return _once(sorted(choice.target or choice.token for choice in handled))


def _of_action(state: State, token: int, name: str, deed: CharacterAction) -> CharacterExample:
    """Return the drawing of an action other than a journey: its targets, rooms and fights."""
    options = [option for option in deed.options if not option.choice.free]  # free variants show nothing new (SAM-1)
    guide, choices = guide_of(state), [option.choice for option in options]
    burnt = [victim for option in options for victim in option.lost] if deed.do == FIRE else []
    edges = [choice.side for choice in choices if choice.side and deed.do != FIRE]
    found = CharacterExample(
        name,
        [deed.do] if options else [],
        goals=[ReachablePlace(choice.zone, 1) for choice in choices if choice.zone and not choice.value],
        targets=_once([choice.target for choice in choices if choice.target] + burnt),
        rooms=_once([choice.place for choice in choices if choice.place and not choice.turn]),
        turns=[RotatableRoom(choice.place, _quarters(choice.turn)) for choice in choices if choice.turn],
        places=_once([guide.place_name(state, place) for side in edges for place in guide.across(state, token, side)]),
        rays=[Ray(name, victim, FIRE) for victim in burnt],
    )
    for option in options:
        if option.fight is not None:
            found.clashes.append(_clash(state, option.choice, option.fight))
    return found


def _quarters(turn: str) -> int:
    return 1 if TURNS[turn] == CLOCKWISE else -1


def _once(words: list[str]) -> list[str]:
    return list(dict.fromkeys(words))


def _rays(state: State, fight: Fight) -> list[Ray]:
    """Return the pairs of fighters in hand-to-hand combat."""
    number, touch = state.setting.names.index, guide_of(state).touch
    pairs = [(one, other) for one in fight.attackers for other in fight.defenders]
    return [Ray(one, other, "contact") for one, other in pairs if touch(state, number(one), number(other))]


def _clash(state: State, choice: Choice, fight: Fight) -> PossibleFight:
    """Return the sums of a combat, fighter by fighter."""
    probe = with_plenty(state)
    apply(probe, read(state, choice_text(choice)))
    number, counts = state.setting.names.index, guide_of(probe).counts

    def shares(side: list[str]) -> list[FighterShare]:
        return [FighterShare(name, counts(probe, number(name))) for name in side]

    rays = _rays(state, fight)
    return PossibleFight(choice.target, shares(fight.attackers), shares(fight.defenders), fight.attack, fight.defence, rays)


def _sight(state: State, token: int, name: str) -> CharacterExample:
    """Return what a character sees, and which other characters are there."""
    guide, names = guide_of(state), state.setting.names
    seen = guide.seen_from(state, token)
    others = [other for other in range(state.setting.tokens) if state.setting.is_character[other] and other != token]
    return CharacterExample(
        name,
        [SIGHT],
        targets=[names[other] for other in others if state.loc[other] in seen],
        places=[guide.place_name(state, place) for place in seen],
    )


def _denied(state: State, name: str, asked: list[str]) -> list[DeniedAction]:
    """Return the choices of an example that are refused to this character."""
    found: list[DeniedAction] = []
    for words in asked:
        reason = explain_on(state, f"{name} {words}", state.decider())
        if reason is not None:
            found.append(DeniedAction(words.split()[-1], reason))
    return found
