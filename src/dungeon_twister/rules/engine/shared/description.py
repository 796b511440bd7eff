"""Parts of a state's description that both games have, made of names, not of the engine's own numbers."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Final

from dungeon_twister.rules.engine.all_editions import DECISIONS
from dungeon_twister.rules.engine.decisions import frame_argument, frame_kind, frame_who
from dungeon_twister.rules.engine.shared.duel import cards_in
from dungeon_twister.rules.engine.state import SPARE, State

FIRST: Final = 1  # names every piece of the box that a player could have chosen, in the order of the box
NEWEST: Final = 2  # names only what is in the game, in the order of the names


def head(version: int) -> list[str]:
    """Return the line that distinguishes the formats; the first format has none."""
    return [] if version == FIRST else [f"description {version}"]


def described_tokens(s: State, version: int) -> list[int]:
    """Return the tokens that a description names, in its order: those in the game; in the first format also those of the box
    that nobody chose."""
    setting = s.setting
    there = [token for token in range(setting.tokens) if s.loc[token] != SPARE or _described_though_spare(s, token, version)]
    return there if version == FIRST else sorted(there, key=lambda token: setting.names[token])


def _described_though_spare(s: State, token: int, version: int) -> bool:
    return version == FIRST and s.setting.pieces[token % s.setting.each].in_box


def names_of(s: State, bits: int, version: int) -> list[str]:
    """Return the names of the tokens in a set of bits."""
    return [s.setting.names[token] for token in described_tokens(s, version) if bits >> token & 1]


def rooms_left(s: State, version: int) -> str:
    """Describe the rooms that may still come up."""
    names = [room.name for number, room in enumerate(s.setting.scenario.rooms) if s.rooms_left >> number & 1]
    return "left " + " ".join(names if version == FIRST else sorted(names))


def hashed(lines: list[str]) -> str:
    """Return a short hash of a description."""
    return blake2b("\n".join(lines).encode(), digest_size=8).hexdigest()


def who(s: State, player: int) -> str:
    return s.setting.colours[player] if player >= 0 else "chance"


def colours(s: State, bits: int) -> str:
    return ",".join(colour for player, colour in enumerate(s.setting.colours) if bits >> player & 1)


def joined(cards: Iterable[int]) -> str:
    return "".join(str(card) for card in cards)


def hand(s: State, player: int) -> str:
    """Describe a player's combat cards and jump cards."""
    combat, used = cards_in(s.combat_hand[player]), cards_in(s.used[player])
    return f"combat {joined(combat)} used {joined(used)} jumps {s.jumps[player]}"


def pending(s: State) -> list[str]:
    """Describe the decisions on the stack, one per line."""
    return [f"pending {DECISIONS[frame_kind(top)]} {who(s, frame_who(top))} {frame_argument(top)}" for top in s.stack]


def combat(s: State, version: int) -> list[str]:
    """Describe the current combat."""
    if s.attacker < 0:
        return []
    names = s.setting.names
    return [f"attack {names[s.attacker]} {names[s.defender]} {','.join(names_of(s, s.fighters, version))}"]
