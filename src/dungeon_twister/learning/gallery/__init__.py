"""The gallery: games of the strongest bots, chosen by what their analysis measures, with marked moments (docs/analysis.md)."""

from __future__ import annotations

from dungeon_twister.learning.gallery.gallery_shapes import GAME_KINDS, MOMENT_KINDS, GalleryError, GalleryGame, GalleryMoment
from dungeon_twister.learning.gallery.loader import gallery_game_of, load_gallery, load_gallery_game
from dungeon_twister.learning.gallery.measures import GameStory, Measures, measure
from dungeon_twister.learning.gallery.moments import find_moments

__all__ = [
    "GAME_KINDS",
    "MOMENT_KINDS",
    "GalleryError",
    "GalleryGame",
    "GameStory",
    "Measures",
    "GalleryMoment",
    "find_moments",
    "gallery_game_of",
    "load_gallery",
    "load_gallery_game",
    "measure",
]
