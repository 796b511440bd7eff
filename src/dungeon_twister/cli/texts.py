"""The language of the terminal: one for the whole command, chosen at its start. All texts are in `content/locales`.

Every command imports this module, so the engine is imported only by the functions that need it.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from dungeon_twister.presentation.i18n import MessageCatalogue

if TYPE_CHECKING:
    from dungeon_twister.presentation.guide.guide_shapes import Scene
    from dungeon_twister.presentation.i18n import Chronicle
    from dungeon_twister.rules.engine.refusals import Refusal
    from dungeon_twister.rules.engine.setting import Setting

_words = [MessageCatalogue("en")]


def set_language(language: str) -> None:
    """Set the language from now on."""
    _words[0] = MessageCatalogue(language)


def catalogue() -> MessageCatalogue:
    return _words[0]


def t(key: str, **values: str | int) -> str:
    """Return a text of the catalogue with its placeholders filled."""
    return catalogue().t(key, values)


def t_plural(key: str, count: int, **values: str | int) -> str:
    """Return a text that depends on a count."""
    return catalogue().tn(key, count, values)


def has_text(key: str) -> bool:
    return catalogue().has(key)


def refusal_text(refusal: Refusal) -> str:
    """Return a refusal as a sentence, with its clause."""
    return f"{catalogue().refusal(refusal.code)} ({refusal.clause})"


# -- names -------------------------------------------------------------------------------------------------------------


def colour_word(colour: str) -> str:
    """Return a colour as a word; chance and the spectator have one too. Any other text stays as it is."""
    keys = (f"parts.colour.{colour}", f"terminal.who.{colour}")
    return next((t(key) for key in keys if has_text(key)), colour)


def colour_words(colours: list[str]) -> str:
    return join_names([colour_word(colour) for colour in colours])


def join_names(names: list[str]) -> str:
    """Return names with commas, and an `and` before the last one."""
    joint = f" {t('game.list.and')} "
    return joint.join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


@cache
def piece_keys(game: str) -> dict[str, str]:
    """Return the catalogue keys of a game's pieces by sign."""
    from dungeon_twister.rules.engine.editions import RULES

    return {piece.sign: piece.name.replace("_", "-") for piece in RULES.named(game).pieces()}


def piece_name(game: str, token: str) -> str:
    """Return the name of a piece: `bW` -> Warrior; empty for a face-down token. The board game writes wounded characters
    small."""
    sign = token[1:2].upper() if game == "board" else token.rstrip("~")[1:]
    key = piece_keys(game).get(sign)
    return catalogue().piece(key) if key else "?"


@lru_cache(maxsize=4)
def cached_scene(setting: Setting) -> Scene:
    """Return the constant data of a setting."""
    from dungeon_twister.presentation.guide.scene import scene_of

    return scene_of(setting)


def chronicle(setting: Setting, viewer: str) -> Chronicle:
    """Return a chronicle of future events; places have the signs that the user types."""
    from dungeon_twister.presentation.i18n import Chronicle, NamingContext, SignNames

    return Chronicle(SignNames(catalogue(), NamingContext(cached_scene(setting), viewer)))


def scores_text(scores: dict[str, int]) -> str:
    """Return the points of all players: `blue 3 VP, yellow 1 VP`."""
    return ", ".join(t("terminal.points", player=colour_word(colour), points=vp) for colour, vp in scores.items())
