"""The list of the games of the gallery."""

from __future__ import annotations

from dungeon_twister.learning.gallery import GalleryGame, load_gallery
from dungeon_twister.rules.engine.game import new_setting
from dungeon_twister.server.study_protocol import GalleryCard


def gallery_cards() -> list[GalleryCard]:
    """Return the games of the gallery in their order."""
    return [_card(game) for game in load_gallery()]


def _card(game: GalleryGame) -> GalleryCard:
    header, end, analysis = game.record.header, game.record.end, game.analysis
    assert end is not None  # the loader refuses unfinished games
    graph = [[turn.at, *(round(100 * turn.shares[colour]) for colour in analysis.colours)] for turn in analysis.turns]
    return GalleryCard(
        game.name,
        game.replay_id,
        game.kind,
        new_setting(header.played, header.options).scenario.game,
        header.scenario,
        header.players,
        analysis.colours,
        end.winners,
        end.vp,
        game.turns,
        len(game.record.choices),
        graph,
        list(game.moments),
    )
