"""Parts of a state in words that every game has: made of names, never of the engine's own numbers."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Final

from dungeon_twister.rules.engine.all_editions import DECISIONS
from dungeon_twister.rules.engine.decisions import frame_argument, frame_kind, frame_who
from dungeon_twister.rules.engine.shared.duel import cards_in
from dungeon_twister.rules.engine.state import SPARE, State

FIRST: Final = 1  # every piece of the box that a player could have chosen is named, in the order of the box
NEWEST: Final = 2  # only what is in the game is named, in the order of the names

Describe = Callable[[State, int], list[str]]


def head(version: int) -> list[str]:
    """The line that keeps formats apart; the first format had none."""
    return [] if version == FIRST else [f"description {version}"]


def described_tokens(s: State, version: int) -> list[int]:
    """The tokens that a description names, in its order: those in the game; in the first format also those of the box that
    nobody has chosen."""
    setting = s.setting
    there = [token for token in range(setting.tokens) if s.loc[token] != SPARE or _described_though_spare(s, token, version)]
    return there if version == FIRST else sorted(there, key=lambda token: setting.names[token])


def _described_though_spare(s: State, token: int, version: int) -> bool:
    return version == FIRST and s.setting.pieces[token % s.setting.each].in_box


def names_of(s: State, bits: int, version: int) -> list[str]:
    """The names of the tokens among some bits."""
    return [s.setting.names[token] for token in described_tokens(s, version) if bits >> token & 1]


def rooms_left(s: State, version: int) -> str:
    """The rooms that may still come up."""
    names = [room.name for number, room in enumerate(s.setting.scenario.rooms) if s.rooms_left >> number & 1]
    return "left " + " ".join(names if version == FIRST else sorted(names))


def hashed(lines: list[str]) -> str:
    """A short hash of a description."""
    return blake2b("\n".join(lines).encode(), digest_size=8).hexdigest()


def who(s: State, player: int) -> str:
    return s.setting.colours[player] if player >= 0 else "chance"


def colours(s: State, bits: int) -> str:
    return ",".join(colour for player, colour in enumerate(s.setting.colours) if bits >> player & 1)


def joined(cards: list[int]) -> str:
    return "".join(str(card) for card in cards)


def hand(s: State, player: int) -> str:
    """A player's combat cards and jump cards."""
    combat, used = cards_in(s.combat_hand[player]), cards_in(s.used[player])
    return f"combat {joined(combat)} used {joined(used)} jumps {s.jumps[player]}"


def pending(s: State) -> list[str]:
    """The decisions on the stack, a line each."""
    return [f"pending {DECISIONS[frame_kind(top)]} {who(s, frame_who(top))} {frame_argument(top)}" for top in s.stack]


def combat(s: State, version: int) -> list[str]:
    """The combat under way."""
    if s.attacker < 0:
        return []
    names = s.setting.names
    return [f"attack {names[s.attacker]} {names[s.defender]} {','.join(names_of(s, s.fighters, version))}"]
