"""What a rule case of the board game may expect (docs/cases.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dungeon_twister.engine.board.setting import ACTION_CARDS
from dungeon_twister.engine.board.state import BoardState
from dungeon_twister.engine.shared.duel import cards_in
from dungeon_twister.engine.state import BLOCKED, HURT, NOWHERE, POTION_SHIFT, UNDER, WOUNDED
from dungeon_twister.geometry.maze import GATE_NAMES
from dungeon_twister.geometry.text import TextError
from dungeon_twister.record import facts
from dungeon_twister.record.board.notation import COMPASS, read_square, square_name
from dungeon_twister.record.grammar import slot_name


def token_facts(state: BoardState, token: int) -> Iterator[list[str]]:
    """Everything that can be said of a token."""
    place, status = state.loc[token], state.status[token]
    if place in NOWHERE:
        yield [NOWHERE[place]]
        return
    if place >= UNDER:
        yield ["under", slot_name(place - UNDER)]
        return
    yield ["at", square_name(state, place)]
    if not state.setting.is_character[token]:
        return
    yield ["wounded" if status & WOUNDED else "unwounded"]
    yield ["blocked" if status & BLOCKED else "unblocked"]
    yield ["hurt" if status & HURT else "unhurt"]
    yield ["potion", str(status >> POTION_SHIFT)]
    load = [state.load] if token == state.mover else [state.item[place], state.down[place]]
    names = [state.setting.name(one) for one in load if one >= 0 and one != token]
    yield ["carries", *(names or ["nothing"])]


def player_facts(state: BoardState, player: int) -> dict[str, str]:
    return {
        "vp": str(state.vp[player]),
        "jumps": str(state.jumps[player]),
        "idle": str(state.idle[player]),
        "last": str(state.last_card[player]),
        "combat": "".join(str(card) for card in cards_in(state.combat_hand[player])),
        "used": "".join(str(card) for card in cards_in(state.used[player])) or "-",
        "actions": "".join(str(card) for card in ACTION_CARDS if state.action_hand[player] >> card & 1) or "-",
    }


def _gate(state: BoardState, words: list[str]) -> list[str]:
    name = words[0] if words else ""
    if name[-1:] not in tuple(COMPASS):
        raise TextError(f"{name!r} is no side of a square (as c4e)")
    side = state.maze.side_towards(read_square(state, name[:-1]), COMPASS.index(name[-1]))
    gate = state.maze.gate[side]
    return [name, GATE_NAMES[state.maze.gates[gate]] if gate >= 0 else "none"]


def _room(state: BoardState, words: list[str]) -> list[str]:
    places = [slot_name(tile) for tile in range(state.board.plan.tiles)]
    if not words or words[0] not in places:
        raise TextError(f"expected a place of a room ({places[0]} to {places[-1]})")
    tile = places.index(words[0])
    room = state.maze.room_of[tile]
    if room < 0:
        return [words[0], "face-down"]
    return [words[0], state.board.plan.rooms[room].name, f"r{state.maze.quarters[tile]}"]


GENERAL: dict[str, Callable[[BoardState, list[str]], list[str]]] = {
    "ap": facts.ap,
    "turn": facts.turn,
    "steps": lambda state, _: [str(state.steps)],
    "decision": facts.decision,
    "over": facts.over,
    "gate": _gate,
    "room": _room,
    "fighters": facts.fighters,
}
