"""Rooms restricted to one kind of token (section 1.4): which tokens they take, and how many a player must keep for them.

The duties follow from public facts: how many tokens of which colour lie on which rooms. They never depend on what other players
still hold, because a refusal must not reveal anything hidden.
"""

from __future__ import annotations

from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.state import SUPPLY, UNDER


def takes_token(s: BoardState, token: int, tile: int) -> bool:
    """KIND-1: some rooms take only characters, some only objects."""
    kind = s.board_setting.kinds[tile]
    return kind == "any" or kind == ("char" if s.setting.is_character[token] else "obj")


def shares(need: int, most: list[int]) -> list[int]:
    """KIND-3: distribute the needed tokens of one kind among the players in turn, to none more than `most`. Stop short if all
    tokens are used."""
    found = [0] * len(most)
    while need > 0 and found != most:
        for player in range(len(most)):
            if need > 0 and found[player] < most[player]:
                found[player] += 1
                need -= 1
    return found


def must_keep(s: BoardState, player: int) -> int:
    """KIND-3: Return how many tokens of the restricted kind a player must keep for its rooms.

    Together the players owe these rooms all tokens that the unrestricted rooms cannot take. Each player has a share of this
    debt. A player's own tokens there count for the player first; those beyond the share relieve the other players in their
    order.
    """
    setting = s.board_setting
    if not setting.special:
        return 0
    own_kind = [0] * setting.players  # all their tokens of that kind
    laid = [0] * setting.players
    tokens = 0
    for token, place in enumerate(s.loc):
        if place == SUPPLY or place >= UNDER:
            owner = setting.owner[token]
            tokens += 1
            own_kind[owner] += is_special(s, token)
            if place >= UNDER and setting.kinds[place - UNDER] == setting.special:
                laid[owner] += 1
    need = tokens - setting.any_places
    if need <= 0:
        return 0
    share = shares(need, own_kind)
    beyond = sum(max(0, there - due) for there, due in zip(laid, share, strict=True))
    for other in range(setting.players):
        owed = max(0, share[other] - laid[other])
        relief = min(owed, beyond)
        beyond -= relief
        if other == player:
            return owed - relief
    return 0


def may_lay(s: BoardState, token: int, tile: int, spare: bool) -> bool:
    """KIND-2, KIND-3: Return whether the room takes such a token, and no other room needs it."""
    if not takes_token(s, token, tile):
        return False
    return spare or s.board_setting.kinds[tile] != "any" or not is_special(s, token)


def is_special(s: BoardState, token: int) -> bool:
    """Return whether the token is of the kind that some rooms demand while others take anything."""
    return s.board_setting.special != "" and s.setting.is_character[token] == (s.board_setting.special == "char")


def has_to_spare(s: BoardState, player: int) -> bool:
    """KIND-3: Return whether the player may still lay a token of that kind in an unrestricted room."""
    keep = must_keep(s, player)
    if keep == 0:
        return True
    held = [token for token in s.setting.tokens_of[player] if s.loc[token] == SUPPLY and is_special(s, token)]
    return len(held) > keep
