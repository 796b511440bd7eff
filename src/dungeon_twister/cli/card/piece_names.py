"""Names of the Card Game's pieces, and their abilities in one short line."""

from __future__ import annotations

from dungeon_twister.cli.texts import catalogue, has_text, t
from dungeon_twister.presentation.i18n import unmarked
from dungeon_twister.rules.engine.card.pieces import card_pieces
from dungeon_twister.rules.engine.pieces import Piece

PIECES: dict[str, Piece] = {piece.sign: piece for piece in card_pieces()}


def name_of(piece: Piece) -> str:
    return catalogue().piece(_key(piece))


def name_width() -> int:
    """Return the width of a column of names in the current language."""
    return max(len(name_of(piece)) for piece in PIECES.values()) + 1


def piece_name(token: str) -> str:
    """Return the name of a piece: `bNa` -> Naga; empty for a hidden one."""
    piece = PIECES.get(token.rstrip("~")[1:])
    return name_of(piece) if piece else "?"


def wounded_word(token: str) -> str:
    """Return the word for a wounded character, in its gender."""
    piece = PIECES.get(token[1:])
    return t(f"game.wounded.{catalogue().gender(_key(piece)) if piece else 'm'}")


def stats_of(token: str) -> str:
    """Return `M3 C2` for a character; empty for an object."""
    piece = PIECES.get(token[1:])
    if piece is None or not piece.character:
        return ""
    return t("terminal.figures", movement=piece.movement, combat=piece.combat)


def ability(token: str) -> str:
    piece = PIECES.get(token[1:])
    text = f"game.ability.card.{_key(piece)}" if piece else ""
    return unmarked(t(text)) if text and has_text(text) else ""


def _key(piece: Piece) -> str:
    return piece.name.replace("_", "-")
