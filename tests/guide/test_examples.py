"""The pictures of the rules: what their files draw, and what the rules say about it, in the board game and the other one."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

import dungeon_twister
from dungeon_twister.ai.analysis.strategy import strategy_of
from dungeon_twister.game.record.notation import choice_text, to_choice
from dungeon_twister.game.record.position import read_position
from dungeon_twister.presentation.guide.examples import GAMES, ExampleError, load_examples, parse_examples
from dungeon_twister.presentation.guide.rulebook_shapes import CharacterExample, Example, PossibleFight
from dungeon_twister.presentation.i18n import LANGUAGES
from dungeon_twister.rules.engine.game import legal
from tests.cards import clauses_of_paragraphs

CONTENT = Path(dungeon_twister.__file__).parent / "content"
ENOUGH = {"board": 10, "card": 8}
ALL = [(game, example) for game in GAMES for example in load_examples(game).examples]
of_all = pytest.mark.parametrize(("game", "example"), ALL, ids=[f"{game}-{example.name}" for game, example in ALL])
of_every_game = pytest.mark.parametrize("game", GAMES)
HALLS = """
[[example]]
name = "halls"
shows = ["move"]
cards = ["move"]
position = '''
scenario lab
turn blue ap 1
rooms R1=hall-a.0 R2=hall-b.0
maze
      a    b    c    d    e    f    g    h    i    j    k    l
   +----+----+----+----+----+----+----+----+----+----+----+----+
 1 | o   bT    .    .    .    .    .    .    .    .    .    o  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 2 | o    .    .    .    .    .    .    .    .    .    .    o  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 3 | :    .    .    .    .    .    .    .    .    .    .    :  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 4 | o    .    .    .    .    .    .    .    .    .    .    o  |
   +    +    +    +    +    +    +    +    +    +    +    +    +
 5 | o    .    .    .    .    @    @    .    .    .    .    o  |
   +----+----+----+----+----+----+----+----+----+----+----+----+
'''
"""


@cache
def showings(game: str, name: str) -> dict[str, CharacterExample]:
    example = next(each for each in load_examples(game).examples if each.name == name)
    return {showing.token: showing for showing in example.showings}


def places(showing: CharacterExample) -> list[str]:
    return sorted(goal.place for goal in showing.goals)


def shares(clash: PossibleFight) -> tuple[dict[str, int], dict[str, int]]:
    attack, defence = ({share.token: share.value for share in side} for side in (clash.attackers, clash.defenders))
    return attack, defence


# -- of all of them -------------------------------------------------------------------------------------------------------


@of_every_game
def test_there_are_enough(game: str) -> None:
    assert len(load_examples(game).examples) >= ENOUGH[game]


@of_every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_has_its_text_and_no_text_is_left_over(game: str, language: str) -> None:
    texts = json.loads((CONTENT / "locales" / language / "examples.json").read_text("utf-8"))
    wanted = {f"{game}.{example.name}" for example in load_examples(game).examples}
    assert {key for key in texts if key.startswith(f"{game}.")} == wanted


@of_all
def test_each_belongs_to_cards_that_there_are(game: str, example: Example) -> None:
    assert example.cards and {f"{game}.{card}" for card in example.cards} <= set(clauses_of_paragraphs(game))


@of_all
def test_each_shows_something_at_first_and_differs_by_who_is_chosen(game: str, example: Example) -> None:
    first = example.showings[0]
    assert first.does and set(first.does) <= set(example.shows)
    assert any((first.goals, first.targets, first.rooms, first.turns, first.places))
    seen = [(places(one), one.targets, one.rooms, one.turns, one.places, one.rays, one.clashes) for one in example.showings]
    assert len(example.showings) == 1 or any(one != seen[0] for one in seen)


@of_all
def test_sums_are_those_of_the_fighters(game: str, example: Example) -> None:
    for clash in (clash for showing in example.showings for clash in showing.clashes):
        attack, defence = shares(clash)
        assert (sum(attack.values()), sum(defence.values())) == (clash.attack, clash.defence)
        assert clash.target in defence and not set(attack) & set(defence)


@of_all
def test_scenes_hold_what_is_drawn(game: str, example: Example) -> None:
    scene = load_examples(game).scenes[example.scene]
    signs = {figure.sign for figure in scene.figures}
    assert {token.token[1:] for token in example.view.tokens} <= signs | {"?"}
    assert {room.name for room in example.view.rooms if room.name} <= {room.name for room in scene.rooms}
    assert example.view.viewer == "blue" and not example.view.over


# -- of single ones, the board game ----------------------------------------------------------------------------------------


def test_who_may_reveal() -> None:
    """REVEAL-1, REVEAL-3, REVEAL-4: a free side, the pit below does not matter, no wall, not from afar."""
    found = showings("board", "reveal")
    assert [token for token, showing in found.items() if showing.rooms == ["R2"]] == ["bZ", "bH"]
    for token in ("bC", "bA", "bW"):
        assert [(each.target, each.reason.code) for each in found[token].denied] == [("R2", "nothing-to-reveal")]


def test_a_group_combat_with_its_sums() -> None:
    """GROUP-1, COMBAT-10, COMBAT-11: the chain of contact, Sword and Armor; a character behind a wall stays out."""
    found = showings("board", "group-combat")
    clash = next(each for each in found["bW"].clashes if each.target == "yC")
    assert shares(clash) == ({"bW": 4, "bH": 2, "bC": 2}, {"yC": 3, "yT": 4, "yG": 1})
    assert {(ray.start, ray.end) for ray in clash.rays} == {
        ("bC", "yG"),
        ("bW", "yG"),
        ("bW", "yC"),
        ("bH", "yC"),
        ("bH", "yT"),
    }
    assert found["bG"].clashes == []


def test_jumps() -> None:
    """JUMP-2, JUMP-3, JUMP-4: straight on and round the corner, not onto somebody, not over two pits."""
    found = showings("board", "jump")
    assert places(found["bT"]) == ["c3", "d2"]
    assert places(found["bC"]) == ["a4", "b3"]


def test_ways_out_and_what_they_bring() -> None:
    """EXIT-6 to EXIT-8: 2 for the Goblin, 1 more for the Treasure, nothing for the wounded one that is carried."""
    best = {token: max(goal.points for goal in showing.goals) for token, showing in showings("board", "leaving").items()}
    assert best == {"bG": 2, "bH": 2, "bW": 1}


def test_what_a_fire_hits() -> None:
    """FIRE-4, FIRE-5: the first character of each direction, behind walls nobody."""
    assert [(ray.end, ray.kind) for ray in showings("board", "fireball")["bZ"].rays] == [("bH", "fire"), ("yT", "fire")]


def test_rooms_and_their_twins() -> None:
    """ROT-2, ROT-7: each its own way, but for a Mekanork; off the gear nothing turns."""
    turns = {token: {(t.place, t.quarters) for t in each.turns} for token, each in showings("board", "turning").items()}
    assert turns == {
        "bW": {("R1", 1), ("R2", -1)},
        "bM": {(room, way) for room in ("R1", "R2") for way in (1, -1)},
        "bC": set(),
    }


def test_what_is_carried() -> None:
    """CARRY-1, CARRY-9: objects of anybody and wounded friends, never wounded enemies."""
    assert showings("board", "carrying")["bH"].loads == ["bG", "y$"]
    assert showings("board", "carrying")["bW"].loads == ["b!"]


def test_both_sides_of_a_portcullis() -> None:
    found = showings("board", "portcullises")
    assert (found["bW"].does, found["bH"].does, found["bZ"].does) == (["break"], ["gate"], [])
    assert (found["bW"].places, found["bH"].places, found["bZ"].places) == (["b4", "b3"], ["f5", "e5"], [])


# -- of single ones, the other game ----------------------------------------------------------------------------------------


def test_shots_and_who_joins_them() -> None:
    """A friend next to the target joins the fight; a shield and what is out of sight are refused with their reasons."""
    showing = showings("card", "shots")["bCr"]
    clash = next(each for each in showing.clashes if each.target == "yCo")
    assert shares(clash) == ({"bCr": 3, "bWa": 3}, {"yCo": 5})
    assert {(each.target, each.reason.code) for each in showing.denied} == {("yWa", "shielded"), ("yCl", "not-seen")}


def test_what_a_friend_adds_without_fighting() -> None:
    showing = showings("card", "group-combat")["bWa"]
    assert shares(showing.clashes[0]) == ({"bWa": 3 + 1 + 1, "bBa": 2 + 2 + 1}, {"yCo": 5 + 1, "yTh": 2})
    assert showings("card", "group-combat")["bGe"].clashes == []


def test_sight() -> None:
    found = showings("card", "sight")
    assert set(found["bCr"].targets) == {"yCo", "yCl", "yNa"}
    assert found["bWi"].targets == ["yNa"] and "blue-1.G" in found["bWi"].places and "blue-1.S" not in found["bWi"].places


def test_pits_jumps_and_the_spear_of_zones() -> None:
    assert places(showings("card", "jump")["bWa"]) == ["green-1.G", "green-1.T"]
    assert "blue-2.G" in places(showings("card", "pits")["bWa"]) and "blue-2.G" not in places(showings("card", "pits")["bCo"])
    assert showings("card", "spear")["bSa"].targets == ["yCo"]
    assert len(showings("card", "spear")["bSa"].clashes) == 1


# -- files ------------------------------------------------------------------------------------------------------------------


def test_everything_is_asked_of_the_rules() -> None:
    """A Troll in an empty hall: two squares far, and the same places that the choices of its move lead to."""
    showing = parse_examples("board", HALLS).examples[0].showings[0]
    assert showing.token == "bT" and places(showing) == ["a1", "a2", "b2", "b3", "c1", "c2", "d1"]
    state = read_position(HALLS.split("'''")[1])
    assert "bT move" in [choice_text(to_choice(state, action)) for action in legal(state)]


@pytest.mark.parametrize(
    ("before", "after", "problem"),
    [
        ("[[example]]", "[example]", "there is no [[example]]"),
        ('shows = ["move"]', "shows = [", "it is no TOML"),
        ('shows = ["move"]', "shows = 3", "'shows' must be a list of texts"),
        ('name = "halls"', "name = 3", "'name' must be a text"),
        ('cards = ["move"]', 'cards = ["move"]\nreach = ["b2"]', "an example has no key 'reach'"),
        ('cards = ["move"]', 'cards = ["move"]\ntouch = ["bQ"]', "there is no token 'bQ'"),
        ("rooms R1=hall-a.0", "rooms R1=nowhere.0", "nowhere"),
    ],
)
def test_a_file_that_does_not_add_up_is_refused(before: str, after: str, problem: str) -> None:
    assert before in HALLS
    with pytest.raises(ExampleError) as caught:
        parse_examples("board", HALLS.replace(before, after))
    assert problem in str(caught.value) and str(caught.value).startswith("board.toml")


def test_two_of_one_name_are_refused() -> None:
    with pytest.raises(ExampleError, match="two examples are called 'halls'"):
        parse_examples("board", HALLS + HALLS)


# -- strategy ---------------------------------------------------------------------------------------------------------------


@of_every_game
def test_the_numbers_of_the_strategy_page_are_those_the_bots_play_by(game: str) -> None:
    found = strategy_of(game)
    text = (CONTENT / game / "opening.toml").read_text("utf-8")
    for piece in found.pieces:
        assert (piece.starter is not None) == piece.character and len(piece.hidden) == 4
        if piece.figure not in ("key", "rope", "sword"):  # there may be two each
            assert f"[{', '.join(f'{worth:.2f}' for worth in piece.hidden)}]" in text
    assert len({piece.figure for piece in found.pieces}) == len(found.pieces)
    assert {piece.figure for piece in found.pieces} >= {"goblin", "treasure", "troll"}
    assert bool(found.worths) == (game == "board")


def test_what_the_strategy_page_says_was_measured() -> None:
    """The figures of web/src/pages/rules/strategy.ts stand in the documents that measured them."""
    root = Path(__file__).parents[2]
    pages = (root / "docs" / "data" / "ratings.md", root / "training" / "README.md")
    measured = "".join(page.read_text("utf-8") for page in pages)
    source = (root / "web" / "src" / "pages" / "rules" / "strategy.ts").read_text("utf-8")
    figures = re.findall(r"\w+: ([\d.]+)", source.split("MEASURED = {")[1].split("} as const")[0])
    assert len(figures) == 10
    for figure in figures:
        number = float(figure)
        assert re.search(rf"(?<![\d.,]){re.escape(f'{number:,g}')}(?![\d,])", measured), figure


def test_the_worths_that_are_shown_are_weights() -> None:
    source = (Path(__file__).parents[2] / "web" / "src" / "pages" / "rules" / "strategy.ts").read_text("utf-8")
    shown = re.findall(r'"(\w+)"', source.split("WORTHS = [")[1].split("]")[0])
    worths = strategy_of("board").worths
    assert [worths[name] for name in shown] == sorted((worths[name] for name in shown), reverse=True) and len(shown) == 8
    assert {"fading", "fallen"} <= worths.keys()


@of_every_game
def test_what_is_said_of_single_pieces_is_what_the_tables_say(game: str) -> None:
    """Who is named first as a starter or near the exit is so in the table."""
    pieces = {piece.figure: piece for piece in strategy_of(game).pieces}
    starters = sorted(
        (p.figure for p in pieces.values() if p.starter is not None), key=lambda name: -(pieces[name].starter or 0)
    )
    best, worst, near, far, beyond = {
        "board": (["warrior", "thief"], ["goblin"], ["fireball-wand", "speed-potion"], ["goblin"], "treasure"),
        "card": (
            ["crossbowman", "troll", "colossus", "samurai"],
            ["goblin", "pickpocket", "ghost"],
            ["fireball", "bow", "armor", "sword", "samurai"],
            ["troll", "goblin"],
            "treasure",
        ),
    }[game]
    assert starters[: len(best)] == best and starters[-len(worst) :] == worst
    assert all(pieces[name].hidden.index(max(pieces[name].hidden)) == 0 for name in near)
    assert all(pieces[name].hidden.index(max(pieces[name].hidden)) == 3 for name in far)
    assert pieces[beyond].hidden.index(max(pieces[beyond].hidden)) == 2
