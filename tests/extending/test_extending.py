"""Every way of extending the game that docs/extending.md describes takes the files it says, and then works."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

from tests.extending.conftest import Copy

DOCS = Path(__file__).parents[2] / "docs"
MANUAL = (DOCS / "extending.md").read_text("utf-8")

FIREBALLS = (Path(__file__).parents[1] / "cases" / "board" / "fireball.case").read_text("utf-8")

PLAYED = """
import random
from dungeon_twister import Game
from dungeon_twister.presentation.guide.scene import scene_of
from dungeon_twister.presentation.i18n import LANGUAGES, MessageCatalogue, Names, NamingContext
game, rng = Game.new({scenario!r}, {options}, seed="new"), random.Random(5)
while not game.over and not ({until}):
    game.play(rng.choice([c for c in game.legal() if c.startswith({first!r})] or game.legal()))
"""


HASTY = """
class Hasty:
    name = "hasty"
    strength = 10

    def choose(self, view):
        return next((choice for choice in view.choices if choice.do != "pass"), view.choices[0])
"""


def example(heading: str, language: str) -> str:
    """The code of the manual under a heading."""
    section = MANUAL.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    found = re.search(rf"```{language}\n(.*?)```", section, re.DOTALL)
    assert found, f"there is no {language} under {heading}"
    return found[1]


def said(heading: str) -> int:
    """How many files the manual says it takes, words not counted."""
    row = re.search(rf"\| \[{heading}\][^|]*\| (\d+)", MANUAL)
    assert row, heading
    return int(row[1])


def own_files(copy: Copy) -> int:
    return len([path for path in copy.changed if "locales/" not in path])


def test_a_character_of_the_card_game(copy: Copy) -> None:
    """Before it has words it goes by its name, in the terminal too; with them by those."""
    copy.append("content/card/pieces.toml", "\n" + example("A character", "toml"))
    assert own_files(copy) == said("A character")
    names = """
scene = scene_of(game.state.setting)
for language in LANGUAGES:
    print(Names(MessageCatalogue(language), NamingContext(scene, "spectator")).token("bSh", "object"))
from dungeon_twister.cli.card.piece_names import ability, piece_name
print(piece_name("bSh"), ability("bSh"))
"""
    script = PLAYED.format(scenario="standard", options={"selection": "draft"}, until="False", first="bSh") + names
    assert copy.run("-c", script).splitlines()[-1].strip() == "Shadow"
    assert "Shadow" in copy.command("play", "--game", "card", "--option", "selection=draft", "--seed", "1", typed="quit\n")
    words = json.loads(example("A character", "json"))
    copy.add_words("game", words)
    shown = f"{words['piece.shadow']} {words['ability.card.shadow']}".replace("**", "")
    assert copy.run("-c", script).splitlines()[-1].strip() == shown


def test_an_object_of_the_board_game(copy: Copy) -> None:
    copy.append("content/board/pieces.toml", "\n" + example("An object", "toml"))
    assert own_files(copy) == said("An object")
    base = (copy.package / "content/scenarios/base.toml").read_text("utf-8")
    copy.write("content/scenarios/armed.toml", base.replace("\nlayout", '\nwith = ["halberd"]\nwithout = ["sword"]\nlayout', 1))
    script = (
        PLAYED.format(scenario="armed", options={"stallLimit": 1}, until="False", first="~")
        + """
print(game.over, "b^" in [game.state.setting.names[token] for token in range(game.state.setting.tokens)])
"""
    )
    assert copy.run("-c", script).split() == ["True", "True"]


def test_a_scenario(copy: Copy) -> None:
    small = re.search(r"```scenario\n(.*?)```", (DOCS / "scenarios.md").read_text("utf-8"), re.DOTALL)
    assert small is not None
    copy.write("content/scenarios/small.toml", small[1])
    assert own_files(copy) == said("A scenario")
    copy.add_words("game", {"scenario.small": "A small one"})
    script = PLAYED.format(scenario="small", options={"stallLimit": 1}, until="False", first="~") + "\nprint(game.over)"
    assert copy.run("-c", script).split() == ["True"]
    cards = "from dungeon_twister.presentation.guide.scenario_cards import scenario_cards"
    listed = f"{cards}; print(*(card.name for card in scenario_cards()))"
    assert "small" in copy.run("-c", listed).split()


def test_an_option(copy: Copy) -> None:
    """It is offered, taken, refused with a sentence when it is wrong, and in the rules."""
    copy.put_after("rules/engine/board/options.py", '"jumpShape": [', example("An option", "python").rstrip())
    assert own_files(copy) == said("An option")
    script = """
from dungeon_twister import Game
from dungeon_twister.rules.engine.options import OptionError
from dungeon_twister.presentation.guide.scenario_cards import scenario_cards
print(any(switch.name == "nightfall" for card in scenario_cards() for switch in card.switches))
for value in ("late", "early", "never"):
    try:
        print(Game.new("base", {"nightfall": value}, seed=1).state.setting.options.choice("nightfall"))
    except OptionError as error:
        print(error)
"""
    assert copy.run("-c", script).splitlines() == ["True", "1", "0", "nightfall is one of early, late, not 'never'"]


def snippets(heading: str) -> dict[str, str]:
    """The Python of a section of the manual, by the file that it goes into."""
    section = MANUAL.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return dict(re.findall(r"```python\n# (\S+)\n(.*?)```", section, re.DOTALL))


def add_action(copy: Copy, heading: str, module: str) -> dict[str, str]:
    """Follow the steps of an action: its module, its row, its place in the list."""
    code = snippets(heading)
    rows, listing = "rules/engine/board/rules.py", "rules/engine/board/acting.py"
    copy.write(f"rules/engine/board/{module}.py", code[f"rules/engine/board/{module}.py"])
    copy.put_after(listing, "first = len(found)", code[listing])
    copy.put_after(rows, "OnePartKind(DRINK", code[rows])
    for path in (rows, listing):
        copy.put_after(path, "from __future__", f"from dungeon_twister.rules.engine.board import {module}")
    return code


AFTERWARDS = """
choice = next(c for c in game.legal() if {verb!r} in c)
points = game.state.ap
game.play(choice)
print(points - game.state.ap)
from dungeon_twister.game.record.files import dump, load, record_of, replay
from dungeon_twister.rules.engine.digest import digest
record, _ = load(dump(record_of(game)))
print(digest(replay(record)) == digest(game.state), record.choices[-1] == choice)
"""


def test_an_action(copy: Copy) -> None:
    """It is listed, costs a point, is written, read and refused, and a record with it replays."""
    add_action(copy, "An action", "taunting")
    assert own_files(copy) == said("An action")
    copy.add_words("game", {"deed.taunt": "Taunt", "choice.taunt": "taunt"})
    script = PLAYED.format(scenario="base", options={}, until="any(c.endswith('taunt') for c in game.legal())", first="~")
    assert copy.run("-c", script + AFTERWARDS.format(verb="taunt")).split() == ["1", "True", "True"]


def test_a_part_of_a_choice(copy: Copy) -> None:
    """It is written and read, the guide says why a friend cannot be traded with, and agents have numbers for it."""
    code = add_action(copy, "A part of a choice", "trading")
    parts = "game/record/board/choice_parts.py"
    copy.put_after(parts, '"patient":', code[parts])
    copy.put_after(parts, "from __future__", "from dungeon_twister.rules.engine.board import trading")
    assert own_files(copy) == said("A part of a choice")
    copy.add_words("game", {"deed.trade": "Trade", "choice.trade": "trade"})
    asked = """
from dungeon_twister.presentation.guide.ability_refusals import refusals_of
from dungeon_twister.rl.codec import codec_of
from dungeon_twister.rules.engine.game import legal
state = game.state
print(bool(refusals_of(state, state.setting.characters_of[state.active][0], set())))
codec = codec_of(game)
print(all(codec.decode(state, codec.encode(state, one), legal(state)) == one for one in legal(state)))
"""
    script = PLAYED.format(scenario="base", options={}, until="any(' trade ' in c for c in game.legal())", first="~") + asked
    assert copy.run("-c", script + AFTERWARDS.format(verb=" trade ")).split() == ["True", "True", "1", "True", "True"]


def test_a_part_that_is_not_declared(copy: Copy) -> None:
    """The program does not start, and names the part."""
    add_action(copy, "A part of a choice", "trading")
    script = """
try:
    import dungeon_twister.game.record.notation
except ValueError as error:
    print(error)
"""
    assert "the choice 'trade' has the part 'friend'" in copy.run("-c", script)


def test_an_ability(copy: Copy) -> None:
    """Fire does nothing to a salamander, and everything to the others."""
    code = snippets("An ability")
    number, row = code["rules/engine/board/pieces.py"].strip("\n").split("\n\n")
    copy.put_after("rules/engine/board/pieces.py", "POTION: Final", number)
    copy.put_after("rules/engine/board/pieces.py", '"potion": POTION', row)
    chapter = "rules/engine/board/fireball.py"
    text = (copy.package / chapter).read_text("utf-8")
    assert text.count("            if token >= 0:\n") == 1
    copy.write(chapter, text.replace("            if token >= 0:\n", code[chapter]))
    copy.put_after(chapter, "from __future__", "from dungeon_twister.rules.engine.board.pieces import FIREPROOF")
    copy.append("content/board/pieces.toml", "\n" + example("An ability", "toml"))
    assert own_files(copy) == said("An ability")
    laboratory = (copy.package / "content/scenarios/lab.toml").read_text("utf-8")
    with_salamander = 'with = ["salamander"]\nwithout = ["warrior"]\nlayout'
    copy.write("content/scenarios/hot-lab.toml", laboratory.replace("\nlayout", f"\n{with_salamander}", 1))
    case = next(one for one in FIREBALLS.split("\ncase ") if one.startswith("The Wand of the other colour"))
    case = "case " + case.replace("scenario lab", "scenario hot-lab")
    script = """
import sys
from dungeon_twister.game.record.cases import parse_cases, run_case
for case in parse_cases(sys.stdin.read()):
    print(run_case(case) or "holds")
"""
    assert copy.run("-c", script, typed=case).strip() == "holds"
    hot = case.replace("expect yT gone", "expect yQ at e3").replace("yT ", "yQ ")
    assert hot != case and copy.run("-c", script, typed=hot).strip() == "holds"


def test_a_bot_from_outside(copy: Copy) -> None:
    """Nothing of the package changes: an installed package offers it, and the server lists it where its strength puts it."""
    (copy.root / "hasty.py").write_text(HASTY, "utf-8")
    info = copy.root / "hasty-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: hasty\nVersion: 1.0\n", "utf-8")
    points = re.search(r"```toml\n\[project\.entry-points\.\"(.*?)\"\]\n(.*?) = \"(.*?)\"", MANUAL)
    assert points
    (info / "entry_points.txt").write_text(f"[{points[1]}]\n{points[2]} = {points[3]}\n", "utf-8")
    assert own_files(copy) == said("A bot") == 0
    script = """
from dungeon_twister.ai.bots.registry import bot_names, make_bot
from dungeon_twister.server.endpoints.catalogue_routes import the_catalogue
import json
found = json.loads(the_catalogue().body)
print(*bot_names())
print(*found["bots"])
print(*[card["name"] for card in found["opponents"]])
"""
    listed, known, offered = (line.split() for line in copy.run("-c", script).splitlines())
    assert listed == known and listed.index("random") < listed.index("hasty") < listed.index("greedy")
    assert offered[0] == "lamplighter" and offered[-2:] == ["archmage", "hasty"]  # ours, then those of others
    out = copy.command("selfplay", "--bots", "hasty,random", "--games", "1", "--seed", "1", "--option", "stallLimit=1")
    assert "hasty" in out
    for name in ("hasty", "hasty:Hasty"):
        assert "The game is not saved" in copy.command("play", "--bot", name, "--seed", "1", typed="quit\n")


def test_a_broken_bot_from_outside_is_left_out(copy: Copy) -> None:
    info = copy.root / "broken-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text("[dungeon_twister.ai.bots]\nbroken = nowhere:Bot\n", "utf-8")
    assert copy.run("-c", "from dungeon_twister.ai.bots.registry import bot_names; print('broken' in bot_names())") == "False\n"


def test_a_language(copy: Copy) -> None:
    """A folder of catalogues and nothing else."""
    folder = copy.package / "content" / "locales"
    shutil.copytree(folder / "en", folder / "es")
    copy.write("content/locales/es/terminal.json", (folder / "es" / "terminal.json").read_text("utf-8"))
    assert own_files(copy) == said("A language") == 0
    assert copy.run("-c", "from dungeon_twister.presentation.i18n import LANGUAGES; print(*LANGUAGES)").split() == [
        "en",
        "de",
        "es",
        "fr",
    ]
    assert "es" in copy.command("play", "--help")
    copy.command("play", "--language", "es", "--bot", "random", "--seed", "1", typed="quit\n")
