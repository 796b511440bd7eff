"""Parts of a state in words that every game has: made of names, never of the engine's own numbers."""

from __future__ import annotations

from hashlib import blake2b

from dungeon_twister.engine.decisions import frame_argument, frame_kind, frame_who
from dungeon_twister.engine.editions import DECISIONS
from dungeon_twister.engine.shared.duel import cards_in
from dungeon_twister.engine.state import State


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


def combat(s: State) -> list[str]:
    """The combat under way."""
    if s.attacker < 0:
        return []
    name = s.setting.name
    fighters = [name(token) for token in range(s.setting.tokens) if s.fighters >> token & 1]
    return [f"attack {name(s.attacker)} {name(s.defender)} {','.join(fighters)}"]
