"""The description of everything the board game remembers, for the hash of a state."""

from __future__ import annotations

from dungeon_twister.rules.engine.board.setting import ACTION_CARDS
from dungeon_twister.rules.engine.board.state import MODES, BoardState, board_of
from dungeon_twister.rules.engine.shared.description import (
    FIRST,
    colours,
    combat,
    described_tokens,
    hand,
    head,
    joined,
    names_of,
    pending,
    rooms_left,
)
from dungeon_twister.rules.engine.state import BLOCKED, HURT, NOWHERE, POTION_SHIFT, UNDER, WOUNDED, State


def describe_board(state: State, version: int) -> list[str]:
    """Describe everything the rules remember, one item per line."""
    s = board_of(state)
    lines = [
        *head(version),
        f"turn {s.turn} {s.setting.colours[s.active]} ap {s.ap} highest {s.highest}",
        f"shown {int(s.shown)} progress {int(s.progress)} over {int(s.over)}",
        f"reached {colours(s, s.reached)} resigned {colours(s, s.resigned)} winners {colours(s, s.winners)}",
        rooms_left(s, version),
    ]
    lines += [_player(s, player) for player in range(s.setting.players)]
    lines += [_tile(s, tile) for tile in range(s.board_setting.plan.tiles)]
    lines += [_token(s, token) for token in described_tokens(s, version)]
    return lines + pending(s) + _journey(s, version) + combat(s, version) + _scenario(s)


def _scenario(s: BoardState) -> list[str]:
    """Describe what only some scenarios remember."""
    names = [line.name for line in s.board_setting.layout.lines]
    lines = [f"door {names[line]} {_owner(s, owner)}" for line, owner in enumerate(s.doors) if owner >= 0]
    lines += [f"raised R{s.maze.raised + 1}"] if s.maze.raised >= 0 else []
    lines += [f"sides {joined(s.sides)} asked {joined(s.asked)}"] if s.sides else []
    return lines


def _owner(s: BoardState, player: int) -> str:
    return s.setting.colours[player] if player < s.setting.players else "nobody"


def _player(s: BoardState, player: int) -> str:
    actions = [card for card in ACTION_CARDS if s.action_hand[player] >> card & 1]
    return (
        f"{s.setting.colours[player]} vp {s.vp[player]} actions {joined(actions)} last {s.last_card[player]}"
        f" {hand(s, player)} idle {s.idle[player]} chosen {s.chosen[player]}"
    )


def _tile(s: BoardState, tile: int) -> str:
    plan, maze = s.board_setting.plan, s.maze
    place = plan.layout.places[maze.place_of[tile]]
    room = maze.room_of[tile]
    if room < 0:
        return f"room {place.x},{place.y}"
    first = tile * plan.most_gates
    gates = maze.gates[first : first + plan.rooms[room].gates]
    return f"room {place.x},{place.y} {plan.rooms[room].name} {maze.quarters[tile]} gates {joined(gates)}"


def _place(s: BoardState, place: int) -> str:
    if place in NOWHERE:
        return NOWHERE[place]
    if place >= UNDER:
        return f"R{place - UNDER + 1}"
    x, y = s.board_setting.plan.xy[s.maze.spot(place)]
    return f"{x},{y}"


def _token(s: BoardState, token: int) -> str:
    status = s.status[token]
    marks = [name for name, flag in (("wounded", WOUNDED), ("hurt", HURT), ("blocked", BLOCKED)) if status & flag]
    return " ".join([s.setting.names[token], _place(s, s.loc[token]), *marks, str(status >> POTION_SHIFT)])


def _journey(s: BoardState, version: int) -> list[str]:
    if s.mover < 0:
        return []
    names = s.setting.names
    held = ["-"] if s.seen & 1 else []
    held += names_of(s, s.seen >> 1, version)
    ropes = [f"{names[rope]}={_place(s, lay)}" for rope, lay in zip(s.board_setting.ropes, s.ropes_lay, strict=True)]
    ropes = ropes if version == FIRST else sorted(ropes)
    load = names[s.load] if s.load >= 0 else "-"
    return [
        f"{MODES[s.mode]} {names[s.mover]} {load} {_place(s, s.at)} steps {s.steps} moved {int(s.moved)}",
        f"held {','.join(held)} ropes {','.join(ropes)}",
    ]
