"""A hash of everything the rules remember, made of names and coordinates and not of the engine's own numbers.

Records carry it to prove a replay, so it must come out the same on every later version: a change of how things are numbered
or packed inside does not touch it.
"""

from __future__ import annotations

from hashlib import blake2b

from dungeon_twister.engine.board.state import MODES, BoardState
from dungeon_twister.engine.decisions import DECISIONS, frame_argument, frame_kind, frame_who
from dungeon_twister.engine.setting import ACTION_CARDS
from dungeon_twister.engine.shared.duel import cards_in
from dungeon_twister.engine.state import BLOCKED, HURT, NOWHERE, POTION_SHIFT, UNDER, WOUNDED


def digest(s: BoardState) -> str:
    """A short hash of the description: equal games have equal hashes."""
    return blake2b("\n".join(describe(s)).encode(), digest_size=8).hexdigest()


def describe(s: BoardState) -> list[str]:
    """Everything the rules remember, a line each."""
    lines = [
        f"turn {s.turn} {s.setting.colours[s.active]} ap {s.ap} highest {s.highest}",
        f"shown {int(s.shown)} progress {int(s.progress)} over {int(s.over)}",
        f"reached {_colours(s, s.reached)} resigned {_colours(s, s.resigned)} winners {_colours(s, s.winners)}",
        "left " + " ".join(room.name for number, room in enumerate(s.setting.plan.rooms) if s.rooms_left >> number & 1),
    ]
    lines += [_player(s, player) for player in range(s.setting.players)]
    lines += [_tile(s, tile) for tile in range(s.setting.plan.tiles)]
    lines += [_token(s, token) for token in range(s.setting.tokens)]
    lines += [f"pending {DECISIONS[frame_kind(top)]} {_who(s, frame_who(top))} {frame_argument(top)}" for top in s.stack]
    return lines + _journey(s) + _combat(s)


def _who(s: BoardState, player: int) -> str:
    return s.setting.colours[player] if player >= 0 else "chance"


def _colours(s: BoardState, bits: int) -> str:
    return ",".join(colour for player, colour in enumerate(s.setting.colours) if bits >> player & 1)


def _cards(cards: list[int]) -> str:
    return "".join(str(card) for card in cards)


def _player(s: BoardState, player: int) -> str:
    actions = [card for card in ACTION_CARDS if s.action_hand[player] >> card & 1]
    return (
        f"{s.setting.colours[player]} vp {s.vp[player]} actions {_cards(actions)} last {s.last_card[player]}"
        f" combat {_cards(cards_in(s.combat_hand[player]))} used {_cards(cards_in(s.used[player]))}"
        f" jumps {s.jumps[player]} idle {s.idle[player]} chosen {s.chosen[player]}"
    )


def _tile(s: BoardState, tile: int) -> str:
    plan, maze = s.setting.plan, s.maze
    place = plan.layout.places[maze.place_of[tile]]
    room = maze.room_of[tile]
    if room < 0:
        return f"room {place.x},{place.y}"
    first = tile * plan.most_gates
    gates = maze.gates[first : first + plan.rooms[room].gates]
    return f"room {place.x},{place.y} {plan.rooms[room].name} {maze.quarters[tile]} gates {_cards(gates)}"


def _place(s: BoardState, place: int) -> str:
    if place in NOWHERE:
        return NOWHERE[place]
    if place >= UNDER:
        return f"R{place - UNDER + 1}"
    x, y = s.setting.plan.xy[s.maze.spot(place)]
    return f"{x},{y}"


def _token(s: BoardState, token: int) -> str:
    status = s.status[token]
    marks = [name for name, flag in (("wounded", WOUNDED), ("hurt", HURT), ("blocked", BLOCKED)) if status & flag]
    return " ".join([s.setting.name(token), _place(s, s.loc[token]), *marks, str(status >> POTION_SHIFT)])


def _journey(s: BoardState) -> list[str]:
    if s.mover < 0:
        return []
    name = s.setting.name
    held = ["-"] if s.seen & 1 else []
    held += [name(token) for token in range(s.setting.tokens) if s.seen >> (token + 1) & 1]
    ropes = [f"{name(rope)}={_place(s, lay)}" for rope, lay in zip(s.setting.ropes, s.ropes_lay, strict=True)]
    load = name(s.load) if s.load >= 0 else "-"
    return [
        f"{MODES[s.mode]} {name(s.mover)} {load} {_place(s, s.at)} steps {s.steps} moved {int(s.moved)}",
        f"held {','.join(held)} ropes {','.join(ropes)}",
    ]


def _combat(s: BoardState) -> list[str]:
    if s.attacker < 0:
        return []
    name = s.setting.name
    fighters = [name(token) for token in range(s.setting.tokens) if s.fighters >> token & 1]
    return [f"attack {name(s.attacker)} {name(s.defender)} {','.join(fighters)}"]
