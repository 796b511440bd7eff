"""The description of everything the Card Game remembers, for the hash of a state."""

from __future__ import annotations

from dungeon_twister.rules.engine.all_editions import DECISIONS
from dungeon_twister.rules.engine.card.decisions import OBJECT_DRAW
from dungeon_twister.rules.engine.card.duel import laid_cards
from dungeon_twister.rules.engine.card.handling import LYING, spread_of
from dungeon_twister.rules.engine.card.state import FIRED, FOUGHT, MANNERS, MODES, SHOWN, WALLS_USED, CardState, card_of
from dungeon_twister.rules.engine.card.stealing import THIEF_SHIFT, VICTIM_MASK
from dungeon_twister.rules.engine.decisions import PLACE_TOKENS, ROOM_DRAW, frame_argument, frame_kind, frame_who
from dungeon_twister.rules.engine.shared.description import (
    FIRST,
    colours,
    combat,
    described_tokens,
    hand,
    hashed,
    head,
    joined,
    names_of,
    rooms_left,
    who,
)
from dungeon_twister.rules.engine.state import BLOCKED, HURT, NOWHERE, UNDER, WOUNDED, State
from dungeon_twister.rules.geometry.maze import GATE_NAMES
from dungeon_twister.rules.geometry.zone_plan import UNKNOWN

MARKS = (
    ("wounded", WOUNDED),
    ("hurt", HURT),
    ("spent", BLOCKED),
    ("fired", FIRED),
    ("fought", FOUGHT),
    ("walls-used", WALLS_USED),
    ("shown", SHOWN),
)


def describe_card(state: State, version: int) -> list[str]:
    """Describe everything the rules remember, one item per line."""
    s = card_of(state)
    lines = [
        *head(version),
        f"turn {s.turn} {who(s, s.active)} ap {s.ap} quiet {s.quiet} acted {colours(s, s.acted)} late {int(s.late)}",
        f"shown {int(s.shown)} progress {int(s.progress)} over {int(s.over)} wounds {s.wounds}",
        f"resigned {colours(s, s.resigned)} winners {colours(s, s.winners)}",
        rooms_left(s, version),
    ]
    lines += [_player(s, player) for player in range(s.setting.players)]
    lines += [_room(s, tile) for tile in s.maze.tile_on]
    lines += [_token(s, token) for token in described_tokens(s, version)]
    lines += [_pending(s, packed) for packed in s.stack] + _journey(s, version) + _combat(s, version)
    return lines if s.before is None else [*lines, f"before {hashed(describe_card(s.before, version))}"]


def _player(s: CardState, player: int) -> str:
    return (
        f"{who(s, player)} vp {s.vp[player]} kept {s.kept_ap[player]} {hand(s, player)}"
        f" chosen {joined(laid_cards(s.chosen[player])) or '-'}"
    )


def _room(s: CardState, tile: int) -> str:
    """Describe a room by its slot."""
    maze, slot = s.maze, s.maze.place_of[tile] + 1
    room = maze.room_of[tile]
    if room == UNKNOWN:
        return f"room {slot}"
    walls = " walls broken" if maze.walls_broken[tile] else ""
    return f"room {slot} {maze.plan.rooms[room].name} {maze.quarters[tile]} gate {GATE_NAMES[maze.gates[tile]]}{walls}"


def _place(s: CardState, place: int) -> str:
    if place in NOWHERE:
        return NOWHERE[place]
    return f"beside {s.maze.place_of[place - UNDER] + 1}" if place >= UNDER else s.maze.name(place)


def _token(s: CardState, token: int) -> str:
    words = [s.setting.names[token], _place(s, s.loc[token])]
    words += [name for name, flag in MARKS if s.status[token] & flag]
    if s.carrier[token] >= 0:
        words.append(f"carrier {s.setting.names[s.carrier[token]]}")
    if s.entry[token] >= 0:
        words.append(f"entry {_place(s, s.entry[token])}")
    if s.fell[token]:
        words.append(f"wound {s.fell[token]}")
    return " ".join(words)


def _pending(s: CardState, packed: int) -> str:
    """Describe a decision to be made; its argument is a room's slot, tokens, or a plain number."""
    kind, argument = frame_kind(packed), frame_argument(packed)
    about = str(argument)
    if kind in (ROOM_DRAW, PLACE_TOKENS):
        about = str(s.maze.place_of[argument] + 1)
    elif kind == OBJECT_DRAW:
        other = argument >> THIEF_SHIFT
        if s.mover >= 0:  # a character on its way robs, and may give an object for it (OPT-12)
            about = f"{s.setting.names[argument & VICTIM_MASK]} for {s.setting.names[other - 1] if other else '-'}"
        else:
            about = f"{s.setting.names[argument & VICTIM_MASK]} by {s.setting.names[other]}"
    return f"pending {DECISIONS[kind]} {who(s, frame_who(packed))} {about}"


def _journey(s: CardState, version: int) -> list[str]:
    if s.mover < 0:
        return []
    return [
        f"{MODES[s.mode]} {s.setting.names[s.mover]} steps {s.steps} moved {int(s.moved)}",
        *[_seen(s, code, version) for code in s.seen],
    ]


def _seen(s: CardState, code: int, version: int) -> str:
    """Describe a distribution of items since the last step, or a victim robbed since then (MOV-19)."""
    if code < 0:
        return f"robbed {s.setting.names[-1 - code]}"
    spread = [
        f"{s.setting.names[item]}={s.setting.names[where] if where < LYING else _place(s, where - LYING)}"
        for item, where in spread_of(s, code).items()
    ]
    return "seen " + " ".join(spread if version == FIRST else sorted(spread))


def _combat(s: CardState, version: int) -> list[str]:
    if s.attacker < 0:
        return []
    shooters, crossbows = names_of(s, s.shooters, version), names_of(s, s.crossbows, version)
    return [
        *combat(s, version),
        f"{MANNERS[s.manner]} shooters {','.join(shooters)} crossbows {','.join(crossbows)}",
        f"rage {s.rage} named {s.named} forced {s.forced} peek {who(s, s.peek)}",
    ]
