"""Facts of rule cases of the Card Game (docs/cases.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations

from dungeon_twister.game.record import facts
from dungeon_twister.game.record.card.token_names import place_name, read_tile, slot_of, spot_name
from dungeon_twister.rules.engine.card.state import FIRED, FOUGHT, CardState, card_of
from dungeon_twister.rules.engine.shared.duel import cards_in
from dungeon_twister.rules.engine.state import BLOCKED, HURT, NOWHERE, UNDER, WOUNDED, State
from dungeon_twister.rules.geometry.maze import GATE_NAMES
from dungeon_twister.rules.geometry.zone_plan import UNKNOWN

MARKS = (
    (WOUNDED, "wounded", "unwounded"),
    (BLOCKED, "spent", "fresh"),
    (HURT, "hurt", "unhurt"),
    (FIRED, "fired", "unfired"),
    (FOUGHT, "fought", "unfought"),
)


def token_facts(state: CardState, token: int) -> Iterator[list[str]]:
    """Return all facts about a token."""
    place, carrier = state.loc[token], state.carrier[token]
    if place in NOWHERE:
        yield [NOWHERE[place]]
        return
    if place >= UNDER:
        yield ["under", slot_of(state, place - UNDER)]
        return
    lies = carrier < 0 and not state.setting.is_character[token]
    yield ["at", spot_name(state, place) if lies else place_name(state, place)]
    yield ["carried-by", state.setting.names[carrier] if carrier >= 0 else "nobody"]
    if not state.setting.is_character[token]:
        return
    for flag, marked, unmarked in MARKS:
        yield [marked if state.status[token] & flag else unmarked]
    for names in permutations([state.setting.names[item] for item in state.items_of(token)]):
        yield ["carries", *(names or ["nothing"])]
    yield ["entry", spot_name(state, state.entry[token]) if state.entry[token] >= 0 else "none"]


def player_facts(state: CardState, player: int) -> dict[str, str]:
    return {
        "vp": str(state.vp[player]),
        "jumps": str(state.jumps[player]),
        "kept": str(state.kept_ap[player]),
        "combat": "".join(str(card) for card in cards_in(state.combat_hand[player])) or "-",
        "used": "".join(str(card) for card in cards_in(state.used[player])) or "-",
    }


def _gate(state: CardState, words: list[str]) -> list[str]:
    tile = read_tile(state, words[0] if words else "")
    return [words[0], GATE_NAMES[state.maze.gates[tile]]]


def _walls(state: CardState, words: list[str]) -> list[str]:
    tile = read_tile(state, words[0] if words else "")
    return [words[0], "broken" if state.maze.walls_broken[tile] else "whole"]


def _room(state: CardState, words: list[str]) -> list[str]:
    tile = read_tile(state, words[0] if words else "")
    room = state.maze.room_of[tile]
    if room == UNKNOWN:
        return [words[0], "face-down"]
    return [words[0], state.maze.plan.rooms[room].name, f"r{state.maze.quarters[tile]}"]


def _shooters(state: CardState, words: list[str]) -> list[str]:
    return facts.named(state, state.shooters, words)


GENERAL: dict[str, Callable[[CardState, list[str]], list[str]]] = {
    "ap": facts.ap,
    "turn": facts.turn,
    "steps": lambda state, _: [str(state.steps)],
    "decision": facts.decision,
    "over": facts.over,
    "ended": facts.ended,
    "gate": _gate,
    "walls": _walls,
    "room": _room,
    "fighters": facts.fighters,
    "shooters": _shooters,
    "quiet": lambda state, _: [str(state.quiet)],
    "named": lambda state, _: [str(state.named)],
    "forced": lambda state, _: [str(state.forced)],
}


def check(state: State, words: list[str]) -> None:
    """Check one fact."""
    facts.check_fact(card_of(state), words, GENERAL, token_facts, player_facts)
