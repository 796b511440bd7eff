"""Scenarios of one's own: by file or as text, with rooms of their own, recorded, saved, seen by bots, written as positions."""

from __future__ import annotations

import json
import pickle
import re
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from dungeon_twister import Game, TextError
from dungeon_twister.ai.arena.matches import run_match
from dungeon_twister.ai.bots.greedy import GREEDY
from dungeon_twister.game.record.files import dump, load, record_of, replay, resume
from dungeon_twister.game.record.position import has_position
from dungeon_twister.game.record.proof import verdict, verify
from dungeon_twister.game.views import observe
from dungeon_twister.presentation.guide.guide_shapes import TranslatedWords
from dungeon_twister.presentation.guide.scenario_cards import card_of
from dungeon_twister.rules.engine.digest import digest
from dungeon_twister.rules.engine.game import new_setting
from dungeon_twister.rules.engine.scenario import OWN
from dungeon_twister.rules.engine.scenarios import LONGEST_TEXT, own_scenario, scenario_names, scenario_text
from tests.amounts import COMPILED, some

CONTENT = files("dungeon_twister.content")
FERRY = (
    (Path(__file__).parents[1] / "docs/data/ferry.toml").read_text("utf-8")
    if (Path(__file__).parents[1] / "docs/data/ferry.toml").exists()
    else ""
)


def rooms(pack: str, named: str) -> str:
    """The rooms of a pack under other names."""
    text = CONTENT.joinpath("rooms", f"{pack}.txt").read_text("utf-8")
    return re.sub(r"^room (\S+) pair=(\S+)", rf"room {named}\1 pair={named}\2", text, flags=re.M)


def own(name: str, pack: str) -> str:
    """A scenario that comes with the game, with another title and rooms that it draws itself."""
    text = CONTENT.joinpath("scenarios", f"{name}.toml").read_text("utf-8")
    text = re.sub(r'^title = ".*"$', f'title = "My own {name}"', text, flags=re.M).replace(f'["{pack}"]', '["mine"]')
    return text + f"\n[[drawing]]\nname = \"mine\"\nrooms = '''\n{rooms(pack, 'my')}'''\n"


TEXTS = {"base": own("base", "base"), "tutorial-3": own("tutorial-3", "card"), "standard": own("standard", "card")}


def played(text: str, seed: int, most: int = 10**6) -> Game:
    game, rng = Game.new(text, seed=str(seed)), Random(seed)
    while not game.over and len(game.log) < most:
        game.play(rng.choice(game.legal()))
    return game


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_is_played_recorded_and_replayed(name: str) -> None:
    """The record holds the scenario; it replays, is verified and written again as it was, with no file at hand."""
    game = played(TEXTS[name], 1)
    scenario = game.state.setting.scenario
    assert (scenario.name, scenario.title) == (OWN, f"My own {name}") and scenario.rooms[0].name.startswith("my")
    text = dump(record_of(game))
    record, _ = load(text)
    assert record.header.declared == TEXTS[name] and record.header.scenario == OWN
    assert digest(replay(record)) == digest(game.state) and dump(record) == text
    assert verdict(verify(record)) is None


@pytest.mark.parametrize("name", TEXTS)
def test_a_saved_game_goes_on(name: str) -> None:
    game = played(TEXTS[name], 2, 80)
    again = resume(*load(dump(record_of(game), game.seed)))
    assert again.state.key() == game.state.key() and again.legal() == game.legal()


def test_records_of_known_scenarios_embed_nothing() -> None:
    game = Game.new("base", seed="1")
    assert "declared" not in dump(record_of(game), game.seed)
    assert json.loads(json.dumps(observe(game.state, 0).declared)) == ""


@pytest.mark.parametrize("name", some(["tutorial-3", "base"]))
def test_a_view_is_enough_for_a_bot(name: str) -> None:
    """Bots are handed views and nothing else, in processes that know nothing of the file."""
    game = played(TEXTS[name], 3, 30)
    view = observe(game.state, game.state.decider())
    assert view.declared == TEXTS[name]
    bot = GREEDY("1")
    for _ in range(6):
        game.play(bot.choose(observe(game.state, game.state.decider())))
    thinker = "greedy" if COMPILED else "random"  # whole games of thought take a minute in Python
    result = run_match((thinker, "random"), 2, "own", TEXTS[name], jobs=2)
    assert [one.fault for one in result.played] == [None, None]


def test_a_file_with_its_rooms(tmp_path: Path) -> None:
    """The rooms are put into the text, which then stands by itself."""
    path = tmp_path / "mine.toml"
    path.write_text(TEXTS["base"].split("\n[[drawing]]")[0], encoding="utf-8")
    with pytest.raises(TextError, match=r"^mine\.toml: there is no room file 'mine'"):
        Game.new(path)
    (tmp_path / "mine.txt").write_text(rooms("base", "my"), encoding="utf-8")
    game = Game.new(path, {"target": 6}, "1")
    text = game.state.setting.scenario.declared
    assert (
        text == scenario_text(path) and new_setting(text).scenario.rooms[0].lines == game.state.setting.scenario.rooms[0].lines
    )
    (tmp_path / "mine.txt").write_text(rooms("base", "my")[:-9], encoding="utf-8")
    with pytest.raises(TextError, match=r"^mine\.toml, drawing mine, line \d+"):
        Game.new(path)


@pytest.mark.parametrize("name", TEXTS)
def test_positions_hold_the_scenario(name: str) -> None:
    """Everywhere between two actions: what was written is read as the same game, and goes on alike."""
    game, rng, found = Game.new(TEXTS[name], seed="4"), Random(4), 0
    while not game.over and found < 5:
        if has_position(game.state):
            found += 1
            again = Game.from_position(game.position(), game.seed)
            assert again.legal() == game.legal() and digest(again.state) == digest(game.state)
            assert again.state.setting.scenario.title == f"My own {name}"
        game.play(rng.choice(game.legal()))
    assert found == 5


def test_a_game_from_a_position() -> None:
    """It is played on, and choices are taken back to its beginning."""
    game, rng = Game.new("base", seed="5"), Random(5)
    while not has_position(game.state) or game.state.turn < 3:
        game.play(rng.choice(game.legal()))
    text = game.position()
    again = Game.from_position(text, "5")
    player = again.state.decider()
    first = next(choice for choice in again.legal() if choice.startswith("card ") or choice.endswith(" move"))
    again.play(first)
    assert again.undo(player) == first and again.position() == text
    assert again.clone().position() == text == again.origin and Game.new().origin == ""
    with pytest.raises(TextError, match="between actions"):
        Game.new("base").position()


def test_own_settings_are_compared_and_pickled() -> None:
    """Two files of one title are two settings; a setting goes to another process as its text."""
    setting, other = new_setting(TEXTS["base"]), new_setting(TEXTS["base"].replace("room 6 0 3", "room 6 0 4"))
    assert setting != other and pickle.loads(pickle.dumps(other)) is other


def test_own_scenarios_cannot_take_a_known_name() -> None:
    assert OWN not in scenario_names()


def test_the_docs_ferry() -> None:
    if FERRY:
        assert own_scenario(FERRY).title == "The Ferry"


WORDS = """
[translation.fr]
title = "À moi"
text = "Un labyrinthe."

[translation.de]
title = "Meins"
"""


@pytest.mark.parametrize("name", TEXTS)
def test_title_and_text_in_other_languages(name: str) -> None:
    """They change nothing of the game."""
    text = TEXTS[name].replace("game =", 'text = "Mine."\ngame =', 1) + WORDS
    scenario = own_scenario(text)
    card = card_of(scenario)
    assert (card.title, card.text) == (f"My own {name}", "Mine.")
    assert card.translations == {"fr": TranslatedWords("À moi", "Un labyrinthe."), "de": TranslatedWords("Meins")}
    assert scenario.with_rooms([]).text == "Mine."
    assert played(text, 1, 40).log == played(TEXTS[name], 1, 40).log


BASE = TEXTS["base"]
CARD, TUTORIAL = TEXTS["standard"], TEXTS["tutorial-3"]
NESTED = "x = " + "[" * 20_000 + "\n"
REFUSED = [
    (BASE, 'title = "My own base"', 'title = "' + "x" * 61 + '"', "the title is one line of 1 to 60 characters"),
    (BASE, 'title = "My own base"', 'title = "a\\nb"', "the title is one line"),
    (BASE, "target = 5", "target = 5\ntext = '" + "x" * 401 + "'", "one paragraph of at most 400"),
    (BASE, "target = 5", 'target = 5\ntext = "a\\u0007"', "one paragraph"),
    (BASE, "[[seat]]", "[translation.xx]\n[[seat]]", "no language 'xx'"),
    (BASE, "[[seat]]", "[translation.fr]\ntitle = 'a\tb'\n[[seat]]", "the title is one line"),
    (CARD, "target = 5", "target = 5\ntranslation = 3", "translation is a table"),
    (CARD, "target = 5", "target = 5\ntranslation.fr.author = 'x'", "translation has no key 'author'"),
    (BASE, '["mine"]', '["../../locales/en/game"]', "there is no room file"),
    (BASE, '["mine"]', '["mine", "base", "/etc/passwd"]', "there is no room file"),
    (BASE, '["mine"]', '["base"]', "draws 'mine' but does not name it"),
    (BASE, '["mine"]', '["mine", "card"]', "drawn in zones"),
    (BASE, 'name = "mine"', 'name = "base"', "two room files base"),
    (BASE, 'name = "mine"', 'name = "../mine"', "no name of a drawing"),
    (BASE, 'name = "mine"', "name = 7\nmore = 1", "a name and rooms, and nothing else"),
    (BASE, "room my1D", "room my.1=D", "no name of a room"),
    (BASE, "room 16 5 2 any", "room 16 5 2 any\nroom 990 5 2 any", "at most 60 squares wide"),
    (BASE, "room 16 5 2 any", "\n".join(f"room {6 * x} {20 + 6 * y} 2 any" for x in range(6) for y in range(6)), "32 places"),
    (BASE, "dots W 0,1", "dots W 0,1 0,1", "two dots on one square"),
    (BASE, "line W 10", "line ! 5 30 30 E\nline W 10", "no name of a line"),
    (BASE, "target = 5", "target = " + "9" * 5000, "not a scenario file"),
    (BASE, "target = 5", "target = 5\n" + NESTED, "not a scenario file"),
    (BASE, "target = 5", 'target = 5\nwith = ["dragon"]', "no piece 'dragon' besides those of the box"),
    (BASE, "target = 5", "target = 5\nexits = '" + "x" * 900 + "'", "exits is one of"),
    (BASE, "[[seat]]", "[option.a.b]\n[option.'x y'.z]\n[[seat]]", "no name of a setting"),
    (BASE, "[[seat]]", "".join(f"[option.a.v{n}]\n" for n in range(30)) + "[[seat]]", "at most 24 values"),
    (BASE, "target", "#" * LONGEST_TEXT + "\ntarget", "at most 65536 characters"),
    (CARD, '["mine"]', '["mine", "base"]', "drawn in squares"),
    (CARD, "target = 5", "target = 5\nspeed = 3", "has no key 'speed'"),
    (CARD, "target = 5", "target = 0", "the target is at least 1"),
    (CARD, "pairs = 4", "pairs = true", "pairs is a whole number"),
    (CARD, "capacity = [3, 3, 3, 3]", "capacity = [3, 3, 3, -3]", "0 to 4 cards"),
    (CARD, "capacity = [3, 3, 3, 3]", "capacity = [5, 3, 3, 3]", "0 to 4 cards, not 5"),  # nobody could place the fifth
    (BASE, "room 1 0 2", "room 1 0 25", "the room at 1,0 takes 25 tokens, but my"),
    (CARD, "capacity = [3, 3, 3, 3]", "capacity = []", "1 to 8 rows"),
    (CARD, "characters = 8", "characters = 20", "two teams of 20 characters cannot be chosen from 25"),
    (CARD, "objects = 6", "objects = 7", "two teams of 7 objects cannot be chosen from 13"),
    (CARD, "objects = 6", "objects = 6\ncombat = 1", "combat is true or false"),
    (CARD, "capacity = [3, 3, 3, 3]", "capacity = [1, 1, 1, 1]", "the rooms take 8 cards, there are 24 to place"),
    (CARD, "capacity = [3, 3, 3, 3]", "capacity = [3, 3, 3, true]", "a room takes 0 to 4 cards, not True"),
    (CARD, "pairs = 4", "pairs = 3", "4 rows of rooms need as many pairs"),
    (CARD, "pairs = 4", "pairs = 7", "the rooms have 6 pairs, the scenario wants 7"),
    (CARD, "room myred-1 pair=myred", "room myred-1 pair=pink", "the pair pink has only one room"),
    (CARD, "room myred-1", "room mygreen-2", "the room mygreen-2 is drawn twice"),
    (CARD, "characters = 8", "characters = 1", "a team needs at least 2 characters"),
    (TUTORIAL, '["crossbowman", ', '["dragon", ', "there is no character 'dragon' left for the team"),
    (TUTORIAL, '["crossbowman", ', '["rope", ', "there is no character 'rope' left for the team"),
    (TUTORIAL, '"naga", ', '"wizard", "wizard", ', "there is no character 'wizard' left for the team"),
    (TUTORIAL, '["rope", ', '["wizard", ', "there is no object 'wizard' left for the team"),
    (CARD, 'game = "card"', 'game = "chess"', "there is no game 'chess'"),
]


@pytest.mark.parametrize(("text", "old", "new", "sentence"), REFUSED, ids=[case[3] for case in REFUSED])
def test_errors_are_sentences(text: str, old: str, new: str, sentence: str) -> None:
    """One sentence, of bounded length, and no other file is looked for."""
    assert old in text
    with pytest.raises(TextError, match=re.escape(sentence)) as caught:
        Game.new(text.replace(old, new, 1))
    assert len(str(caught.value)) < 600
