"""The games of the gallery: they replay, their moments are where they say, and they have words in every language."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from dungeon_twister.ai.analysis.game_analysis import BLUNDER
from dungeon_twister.ai.analysis.game_summary import fingerprint
from dungeon_twister.cli.gallery_command import moment_text
from dungeon_twister.game.record.files import replay
from dungeon_twister.learning.gallery import (
    GalleryError,
    GalleryGame,
    GameStory,
    find_moments,
    gallery_game_of,
    load_gallery,
    load_gallery_game,
    loader,
)
from dungeon_twister.learning.gallery.moments import COMBINATION, LOW, LUCKY, SACRIFICE, SWING
from dungeon_twister.presentation.guide.scene import scene_of
from dungeon_twister.presentation.i18n import LANGUAGES, MessageCatalogue, NamingContext, SignNames
from dungeon_twister.rules.engine.state import State

NAMES = [game.name for game in load_gallery()]
LARGEST = 400_000  # bytes of the whole gallery
FOLDER = Path(loader.__file__).parents[2] / "content" / "gallery"


@cache
def story(name: str) -> GameStory:
    game = load_gallery_game(name)
    return GameStory(game.record, game.analysis)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_ends_as_its_record_says(name: str) -> None:
    game = load_gallery_game(name)
    final: State = replay(game.record, name)
    colours = final.setting.colours
    winners = [colour for player, colour in enumerate(colours) if final.winners >> player & 1]
    assert final.over and game.record.end is not None and game.record.end.winners == winners == game.analysis.winners
    assert game.analysis.complete and game.analysis.record == fingerprint(game.record)


@pytest.mark.parametrize("name", NAMES)
def test_the_moments_are_those_of_the_analysis(name: str) -> None:
    game = load_gallery_game(name)
    assert list(game.moments) == find_moments(story(name)) and len(game.moments) >= 3
    assert [moment.at for moment in game.moments] == sorted({moment.at for moment in game.moments})


def percent(share: float) -> int:
    return round(100 * share)


@pytest.mark.parametrize("name", NAMES)
def test_what_a_moment_says_holds(name: str) -> None:
    """Looked up in the analysis, in another way than they are found."""
    game = load_gallery_game(name)
    turns, winners = game.analysis.turns, game.analysis.winners
    for moment in game.moments:
        number = next((n for n, turn in enumerate(turns) if turn.at == moment.at), -1)
        if moment.kind == "lucky-fight":
            fight = next(one for one in game.analysis.fights if one.at == moment.at)
            assert fight.winner == moment.player and fight.luck <= LUCKY and moment.numbers == {"percent": percent(fight.luck)}
            assert moment.pieces[0][0] == moment.player[0] and {*moment.pieces} <= {*fight.attackers, *fight.defenders}
            continue
        turn = turns[number]
        share = turn.shares[moment.player]
        if moment.kind == "low-point":
            assert moment.player in winners and moment.numbers == {"percent": percent(share)}
            assert share == min(one.shares[moment.player] for one in turns) <= LOW * story(name).prior
        elif moment.kind == "swing":
            after = turns[number + 1].shares[moment.player]
            assert after - share >= SWING and moment.numbers == {"before": percent(share), "after": percent(after)}
        elif moment.kind == "sacrifice":
            later = next((one for one in turns[number + 1 :] if one.player == moment.player), None)
            after = later.shares[moment.player] if later else 1 / len(winners)
            assert (
                turn.player == moment.player
                and after - share >= SACRIFICE
                and all(piece[0] == moment.player[0] for piece in moment.pieces)
            )
        elif moment.kind == "missed-win":
            assert turn.missed_win and turn.player == moment.player
        elif moment.kind == "blunder":
            assert turn.loss >= BLUNDER and turn.player == moment.player
        elif moment.kind == "combination":
            begun, ended = (story(name).replaying.state_at(at) for at in (moment.at, story(name).turns[number].end))
            me = game.analysis.colours.index(moment.player)
            assert ended.vp[me] - begun.vp[me] == moment.numbers["points"] >= COMBINATION
        else:
            assert moment.kind in ("win", "last-chance") and turn is turns[-1] and moment.player in winners
            assert moment.numbers == {"points": story(name).turns[-1].points}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_words(name: str, language: str) -> None:
    game, words = load_gallery_game(name), MessageCatalogue(language)
    for key in (f"gallery.game.{name}.title", f"gallery.game.{name}.text", f"gallery.kind.{game.kind}"):
        assert words.has(key), key
    names = SignNames(words, NamingContext(scene_of(story(name).replaying.setting), "all"))
    for moment in game.moments:
        sentence = moment_text(moment, names)
        assert sentence.endswith(".") and not {"{", "}"} & set(sentence), sentence


def test_the_gallery_shows_all_kinds_of_games() -> None:
    games = load_gallery()
    assert [game.number for game in games] == list(range(1, 13))
    settings = [story(game.name).replaying.setting for game in games]
    assert {setting.scenario.game for setting in settings} == {"board", "card"}
    assert {setting.players for setting in settings} == {2, 3, 4}
    assert len({game.scenario for game in games}) >= 8 and len({game.kind for game in games}) >= 6
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < LARGEST


def test_replays_are_found_by_their_ids() -> None:
    game = load_gallery()[0]
    assert gallery_game_of(game.replay_id) is game and gallery_game_of(game.name) is None
    assert gallery_game_of("gallery-no-such-game") is None
    with pytest.raises(GalleryError, match="there is no game 'nothing'"):
        load_gallery_game("nothing")


WRONG = {
    'number = 1\nkind = "dull"\nmoment = []': "the kind is one of",
    'number = 1\nkind = "luck"': "moment",
    'number = 1\nkind = "luck"\n[[moment]]\nat = 3\nkind = "nap"\nplayer = "blue"': "a moment is one of",
    'number = 1\nkind = "luck"\n[[moment]]\nat = 99999\nkind = "win"\nplayer = "blue"': "there is no moment 99999",
}


@pytest.mark.parametrize(("text", "problem"), WRONG.items())
def test_a_wrong_file_is_refused(text: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game: GalleryGame = load_gallery()[0]
    for ending in ("jsonl", "json"):
        (tmp_path / f"wrong.{ending}").write_bytes((FOLDER / f"{game.name}.{ending}").read_bytes())
    (tmp_path / "wrong.toml").write_text(text, "utf-8")
    monkeypatch.setattr(loader, "FOLDER", tmp_path)
    with pytest.raises(GalleryError, match=f"^wrong: .*{problem}"):
        loader.load_gallery.__wrapped__()
