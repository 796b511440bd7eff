"""Rooms restricted to one kind of token (section 1.4): what may lie where, and what a player must keep for them.

A duty follows from what everybody sees, how many tokens of which colour lie on which rooms, and never from what others
still hold: a refusal must not tell anything hidden.
"""

from __future__ import annotations

from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.state import SUPPLY, UNDER


def fits_kind(s: BoardState, token: int, tile: int) -> bool:
    """KIND-1: some rooms take only characters, some only objects."""
    kind = s.board_setting.kinds[tile]
    return kind == "any" or kind == ("char" if s.setting.is_character[token] else "obj")


def shares(need: int, most: list[int]) -> list[int]:
    """KIND-3: so many tokens of one kind fall to the players in turn, to none more than he has; short of it if all are used."""
    found = [0] * len(most)
    while need > 0 and found != most:
        for player in range(len(most)):
            if need > 0 and found[player] < most[player]:
                found[player] += 1
                need -= 1
    return found


def must_keep(s: BoardState, player: int) -> int:
    """KIND-3: how many tokens of the kind that some rooms demand a player must keep for these rooms.

    All players together owe those rooms what the rooms for any token cannot take. Everybody has a share in it; what he lays
    there counts for himself first, and what he lays beyond his share relieves the others in their order.
    """
    setting = s.board_setting
    if not setting.special:
        return 0
    own_kind = [0] * setting.players  # what they have of that kind in all
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
    """KIND-2, KIND-3: the room takes such a token, and it is not one that is needed elsewhere."""
    if not fits_kind(s, token, tile):
        return False
    return spare or s.board_setting.kinds[tile] != "any" or not is_special(s, token)


def is_special(s: BoardState, token: int) -> bool:
    """Is the token of the kind that some rooms demand while others take anything?"""
    return s.board_setting.special != "" and s.setting.is_character[token] == (s.board_setting.special == "char")


def has_to_spare(s: BoardState, player: int) -> bool:
    """KIND-3: may the player still lay a token of that kind in a room that takes anything?"""
    keep = must_keep(s, player)
    if keep == 0:
        return True
    held = [token for token in s.setting.tokens_of[player] if s.loc[token] == SUPPLY and is_special(s, token)]
    return len(held) > keep
