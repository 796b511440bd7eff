"""A 26th character of the Card Game is a few lines of data: it needs no code, not in the rules, the notation or the gate."""

from __future__ import annotations

from importlib.resources import files
from random import Random

from dungeon_twister.game.record.notation import read, write
from dungeon_twister.game.views import observe
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.card.options import parse_card_options
from dungeon_twister.rules.engine.card.pieces import CAPABILITIES
from dungeon_twister.rules.engine.card.rules import RULES
from dungeon_twister.rules.engine.card.scenario import CardScenario
from dungeon_twister.rules.engine.card.setting import CardSetting
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.decisions import ACT, frame
from dungeon_twister.rules.engine.pieces import parse_pieces
from dungeon_twister.rules.engine.scenarios import load_scenario
from dungeon_twister.rules.engine.state import OUT
from dungeon_twister.rules.geometry.zone_plan import LETTERS
from tests.card.invariants import check
from tests.random_play import play_on

SHADOW = """
[[character]]
name = "shadow"
sign = "Sh"
movement = 4
combat = 1
exit_vp = 3
capabilities = ["squeezes", "climbs", "steals", "fights_free", "heals", "combat_skills"]
"""


def setting_with_shadow(scenario: str, **options: str) -> CardSetting:
    box = files("dungeon_twister.content").joinpath("card", "pieces.toml").read_text("utf-8")
    loaded = load_scenario(scenario)
    assert isinstance(loaded, CardScenario)
    setting = CardSetting(loaded, parse_card_options(options), parse_pieces(box + SHADOW, "box and shadow", CAPABILITIES))
    RULES.attach_to(setting)
    return setting


def laboratory(**at: str) -> CardState:
    """A position: token=zone, everything in blue-1 at rotation 0 in the first place, the other rooms face down."""
    setting = setting_with_shadow("card-lab")
    s = CardState.fresh(setting)
    names = [room.name for room in setting.plan.rooms]
    s.maze = s.maze.revealed(0, names.index("blue-1"), 0)
    tokens = {setting.names[token]: token for token in range(setting.tokens)}
    for name in at:
        s.set_loc(tokens[name], 0)
    s.team_up()
    for name, letter in at.items():
        s.put(tokens[name], LETTERS.index(letter))
    s.shown, s.turn, s.ap = True, 5, 3
    s.stack = [frame(ACT, 0)]
    return s


def play(s: CardState, *texts: str) -> None:
    for text in texts:
        action = read(s, text)
        assert RULES.why_not(s, action) == 0, text
        RULES.apply(s, action)


def test_it_has_every_ability_of_its_capabilities() -> None:
    """CHR-1, CHR-2: slits (NAG-1), pits (ELF-1), stealing (PIC-1), free combat (SAM-1), healing (CLE-1), exit value (VP-1)."""
    s = laboratory(bSh="G", yNa="S", yke="S")
    s.hold(s.things[0], s.men[1][0])
    texts = [write(s, action) for action in RULES.legal(s)]
    assert "bSh move" in texts
    play(s, "bSh move")
    steps = [write(s, action) for action in RULES.legal(s) if actions.kind_of(action) == actions.STEP]
    assert {"blue-1.C", "blue-1.S", "blue-1.T"} == set(steps)  # C lies behind a slit and across a pit
    play(s, "blue-1.S", "stop", "bSh steal yNa yke", "bSh attack yNa free")
    assert s.ap == 1
    assert s.decider() == 1  # with combat skills the other side lays first (CMB-10)
    play(s, "combat 0", "combat 6")
    assert [write(s, action) for action in RULES.legal(s) if "heal" in write(s, action)] == ["bSh heal yNa"]
    s.remove(s.men[0][0], OUT)
    assert s.setting.exit_vp[s.men[0][0]] == 3


def test_whole_games_with_it() -> None:
    """It can be picked, laid, revealed and seen; games with it end."""
    for number, selection in enumerate(("mutual", "frontal", "draft")):
        s = RULES.begin(setting_with_shadow("standard", selection=selection))
        rng = Random(number)
        met = False
        for _ in play_on(s, rng, 20_000):
            check(s)
            pick = next((action for action in RULES.legal(s) if not s.over and write(s, action) in ("pick bSh", "pick ySh")), 0)
            if pick and not met:
                RULES.apply(s, pick)
                met = True
            if not s.over and s.decider() >= 0 and rng.random() < 0.02:
                assert observe(s, s.decider()).choices
        assert s.over and met
