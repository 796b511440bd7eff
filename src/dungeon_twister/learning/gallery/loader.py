"""Loads the gallery: `content/gallery/NAME.toml` with the moments, `NAME.jsonl` (the record) and `NAME.json` (the analysis)."""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from dungeon_twister.ai.analysis.game_analysis import from_json as read_analysis
from dungeon_twister.game.record.files import load
from dungeon_twister.game.record.json_codec import ShapeError, from_json
from dungeon_twister.learning.gallery.gallery_shapes import (
    GAME_KINDS,
    MOMENT_KINDS,
    PREFIX,
    GalleryError,
    GalleryGame,
    GalleryMoment,
)
from dungeon_twister.rules.geometry.text import TextError

FOLDER = files("dungeon_twister.content").joinpath("gallery")


@dataclass(frozen=True)
class GalleryFile:
    """The content of `NAME.toml`.

    - `number`: place in the gallery.
    - `kind`: what the game is shown for.
    - `moment`: the marked moments in their order.
    """

    number: int
    kind: str
    moment: list[GalleryMoment]


@cache
def load_gallery() -> tuple[GalleryGame, ...]:
    """Return all games of the gallery in their order. Raise GalleryError if a file is wrong."""
    names = [entry.name.removesuffix(".toml") for entry in FOLDER.iterdir() if entry.name.endswith(".toml")]
    return tuple(sorted((_read(name) for name in names), key=lambda game: (game.number, game.name)))


def load_gallery_game(name: str) -> GalleryGame:
    """Return a game of the gallery by its name."""
    for game in load_gallery():
        if game.name == name:
            return game
    raise GalleryError(f"there is no game {name!r} in the gallery (there are {', '.join(one.name for one in load_gallery())})")


def gallery_game_of(replay_id: str) -> GalleryGame | None:
    """Return the game of the gallery with this replay id, if there is one."""
    return (
        next((game for game in load_gallery() if game.replay_id == replay_id), None) if replay_id.startswith(PREFIX) else None
    )


def _read(name: str) -> GalleryGame:
    try:
        found = from_json(json.dumps(tomllib.loads(_text(f"{name}.toml"))), GalleryFile)
        record, _ = load(_text(f"{name}.jsonl"), f"{name}.jsonl")
        analysis = read_analysis(_text(f"{name}.json"))
    except (OSError, tomllib.TOMLDecodeError, ShapeError, TextError) as error:
        raise GalleryError(f"{name}: {error}") from None
    if record.end is None or not analysis.complete or not analysis.turns:
        raise GalleryError(f"{name}: the game and its analysis must be complete")
    if found.kind not in GAME_KINDS:
        raise GalleryError(f"{name}: the kind is one of {', '.join(GAME_KINDS)}, not {found.kind!r}")
    for moment in found.moment:
        if moment.kind not in MOMENT_KINDS:
            raise GalleryError(f"{name}: a moment is one of {', '.join(MOMENT_KINDS)}, not {moment.kind!r}")
        if not 0 <= moment.at <= len(record.choices):
            raise GalleryError(f"{name}: the game has {len(record.choices)} choices, there is no moment {moment.at}")
    return GalleryGame(name, found.number, found.kind, tuple(found.moment), record, analysis)


def _text(name: str) -> str:
    return FOLDER.joinpath(name).read_text("utf-8")
