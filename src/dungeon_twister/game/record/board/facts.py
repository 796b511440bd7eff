"""Facts of rule cases of the board game (docs/cases.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dungeon_twister.game.record import facts
from dungeon_twister.game.record.board.square_names import COMPASS, doors_of, read_square, square_name
from dungeon_twister.game.record.shared_names import slot_name
from dungeon_twister.rules.engine.board.alliances import SIDES
from dungeon_twister.rules.engine.board.ending import turns_to_standstill
from dungeon_twister.rules.engine.board.setting import ACTION_CARDS
from dungeon_twister.rules.engine.board.state import BoardState, board_of
from dungeon_twister.rules.engine.shared.duel import cards_in
from dungeon_twister.rules.engine.state import BLOCKED, HURT, NOWHERE, POTION_SHIFT, UNDER, WOUNDED, State
from dungeon_twister.rules.geometry.maze import GATE_NAMES
from dungeon_twister.rules.geometry.text import TextError


def token_facts(state: BoardState, token: int) -> Iterator[list[str]]:
    """Return all facts about a token."""
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
    names = [state.setting.names[one] for one in load if one >= 0 and one != token]
    yield ["carries", *(names or ["nothing"])]


def player_facts(state: BoardState, player: int) -> dict[str, str]:
    return {
        "vp": str(state.vp[player]),
        "jumps": str(state.jumps[player]),
        "idle": str(state.idle[player]),
        "last": str(state.last_card[player]),
        "combat": "".join(str(card) for card in cards_in(state.combat_hand[player])),
        "used": "".join(str(card) for card in cards_in(state.used[player])) or "-",
        "resigned": "yes" if state.resigned >> player & 1 else "no",
        "actions": "".join(str(card) for card in ACTION_CARDS if state.action_hand[player] >> card & 1) or "-",
    }


def _gate(state: BoardState, words: list[str]) -> list[str]:
    name = words[0] if words else ""
    if name[-1:] not in tuple(COMPASS):
        raise TextError(f"{name!r} is no side of a square (as c4e)")
    side = state.maze.side_towards(read_square(state, name[:-1]), COMPASS.index(name[-1]))
    gate = state.maze.gate_at(side)
    return [name, GATE_NAMES[state.maze.gates[gate]] if gate >= 0 else "none"]


def _room(state: BoardState, words: list[str]) -> list[str]:
    places = [slot_name(tile) for tile in range(state.board_setting.plan.tiles)]
    if not words or words[0] not in places:
        raise TextError(f"expected a place of a room ({places[0]} to {places[-1]})")
    tile = places.index(words[0])
    room = state.maze.room_of[tile]
    if room < 0:
        return [words[0], "face-down"]
    return [words[0], state.board_setting.plan.rooms[room].name, f"r{state.maze.quarters[tile]}"]


def _over(state: BoardState, words: list[str]) -> list[str]:
    """Name the result. With several players it is a draw only if all who have not resigned share it; else it names the winners
    (MP-15)."""
    setting = state.board_setting
    if not state.over or setting.players == 2:
        return facts.over(state, words)
    won = [player for player in range(setting.players) if state.winners >> player & 1]
    playing = [player for player in range(setting.players) if not state.resigned >> player & 1]
    if len({setting.team_of[player] for player in won}) > 1 and set(playing) <= set(won):
        return ["draw"]
    winners = [setting.colours[player] for player in won] or ["nobody"]
    return words if sorted(words) == sorted(winners) else [" ".join(winners)]


def _door(state: BoardState, words: list[str]) -> list[str]:
    names = [line.name for line in state.board_setting.layout.lines]
    if not words or words[0] not in names:
        raise TextError(f"expected a line ({', '.join(names)})")
    return [words[0], doors_of(state).get(words[0], "none")]


def _sides(state: BoardState, words: list[str]) -> list[str]:
    """Name the side of each player in a combat with allies; a case need not name all of them (ALLY-22)."""
    found = [f"{colour}={SIDES[side]}" for colour, side in zip(state.setting.colours, state.sides, strict=False)] or ["none"]
    return words if set(words) <= set(found) else found


def _elevator(state: BoardState, _: list[str]) -> list[str]:
    """Return the north-west square of the Elevator's place, as x,y."""
    if state.board_setting.elevator < 0:
        return ["none"]
    place = state.board_setting.layout.places[state.maze.place_of[state.board_setting.elevator]]
    return ["at", f"{place.x},{place.y}"]


GENERAL: dict[str, Callable[[BoardState, list[str]], list[str]]] = {
    "ap": facts.ap,
    "turn": facts.turn,
    "steps": lambda state, _: [str(state.steps)],
    "decision": facts.decision,
    "over": _over,
    "ended": facts.ended,
    "gate": _gate,
    "room": _room,
    "fighters": facts.fighters,
    "raised": lambda state, _: ["yes" if state.maze.raised >= 0 else "no"],
    "door": _door,
    "sides": _sides,
    "elevator": _elevator,
    "standstill": lambda state, _: [str(turns_to_standstill(state))],
}


def check(state: State, words: list[str]) -> None:
    """Check one fact."""
    facts.check_fact(board_of(state), words, GENERAL, token_facts, player_facts)
