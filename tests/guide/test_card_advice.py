"""Advice in the Card Game: weapons, scrolls, special fighters, and what is kept of a turn."""

from __future__ import annotations

from dungeon_twister.game.record.notation import choice_text, read
from dungeon_twister.presentation.guide.guide_shapes import CharacterAction, Fight, Odds
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.game import play
from tests.card.play import card_position
from tests.guide.asking import advise, explain

ROOMS = "turn blue ap 3\nrooms R1=fix-1.0 R2=fix-2.0 R3=fix-3.0 R4=fix-4.0 R5=yellow-1.0 R6=green-2.1\n"


def deeds_of(state: CardState, token: str) -> dict[str, CharacterAction]:
    character = next(character for character in advise(state, state.decider()).characters if character.token == token)
    return {deed.do: deed for deed in character.deeds}


def code(deed: CharacterAction) -> str:
    return deed.reason.code if deed.reason is not None else ""


def fight_of(deed: CharacterAction) -> Fight:
    fight = deed.options[0].fight
    assert fight is not None
    return fight


def test_a_shot_is_foreseen() -> None:
    """RNG-1, RNG-7, XBW-1: a crossbow counts 3, and only the target defends itself."""
    state = card_position(ROOMS + "at fix-1.T bCr\nat fix-2.T yMe\n")
    fight = fight_of(deeds_of(state, "bCr")["shoot"])
    assert (fight.attackers, fight.defenders, fight.attack, fight.defence) == (["bCr"], ["yMe"], 3, 2)
    assert fight.cards[6] == Odds(1.0, 0.0, 0.0)
    play(state, read(state, "bCr shoot yMe"))
    play(state, read(state, "combat 0"))
    play(state, read(state, "combat 0"))
    assert code(deeds_of(state, "bCr")["shoot"]) == "has-fired"  # XBW-2


def test_reasons() -> None:
    """ROT-1, CMB-3, JMP-1, PRT-2, CLE-1, PIC-1, GLM-1, TKN-1: what each has and cannot do now."""
    state = card_position(ROOMS + "at fix-1.T bCl bPi bTk\nat fix-2.T bGm bWa\nat fix-4.T yMe\n")
    assert code(deeds_of(state, "bCl")["turn"]) == "no-gear"
    assert code(deeds_of(state, "bCl")["attack"]) == "not-in-area"
    assert code(deeds_of(state, "bCl")["heal"]) == "target-not-wounded"
    assert code(deeds_of(state, "bPi")["steal"]) == "not-beside"
    assert "lift" not in deeds_of(state, "bTk"), "there is no object anywhere"
    assert deeds_of(state, "bGm")["walls"].options
    assert "gate" not in deeds_of(state, "bCl") and "shoot" not in deeds_of(state, "bCl")


def test_a_fireball_and_its_victims() -> None:
    """FIR-1, VP-3, VP-4, WND-7: the target and the wounded it carries."""
    state = card_position(ROOMS + "at fix-1.T bWi+bfi\nat fix-2.T yPa+yCl~\n")
    option = deeds_of(state, "bWi")["fire"].options[0]
    assert (choice_text(option.choice), option.cost, option.lost, option.points) == (
        "bWi fire yPa",
        1,
        ["yCl", "yPa"],
        {"blue": 2},
    )


def test_a_free_combat_costs_nothing() -> None:
    """SAM-1: paid and free."""
    state = card_position(ROOMS + "at fix-1.T bSa yMe\n")
    costs = {option.choice.free: option.cost for option in deeds_of(state, "bSa")["attack"].options}
    assert costs == {False: 1, True: 0}


def test_points_are_kept() -> None:
    """AP-4: at most three."""
    advice = advise(card_position(ROOMS.replace("ap 3", "ap 5") + "at fix-1.T bCl\nat fix-4.T yMe\n"), 0)
    assert (advice.kept_points, advice.lost_points) == (3, 2)


def test_two_cards_of_a_rage() -> None:
    """BER-1, CMB-11: the other side reckons with every pair, the raging one with none alone."""
    state = card_position(ROOMS + "at fix-1.T bBe yMe\n")
    for choice in ("bBe attack yMe", "rage 2"):
        play(state, read(state, choice))
    fight = advise(state, 0).fight
    assert fight is not None and not fight.cards and fight.best == Odds(1.0, 0.0, 0.0)
    play(state, read(state, "combat 6 5"))
    fight = advise(state, 1).fight
    assert fight is not None and fight.mine == "defence" and fight.held == [0, 1, 2, 2, 3, 3, 4, 5, 6]
    assert fight.cards[0].win == 0.0 and 0.0 < fight.cards[6].win < 1.0


def test_combat_skills_see_the_card() -> None:
    """CMB-10, WPM-1: who has seen the other card needs no luck."""
    state = card_position(ROOMS + "at fix-1.T bWm yMe\n")
    play(state, read(state, "bWm attack yMe"))
    assert state.decider() == 1
    play(state, read(state, "combat 4"))
    fight = advise(state, 0).fight
    assert fight is not None and fight.held == [4]
    assert fight.cards[3] == Odds(0.0, 1.0, 0.0) and fight.cards[4] == Odds(1.0, 0.0, 0.0)


def test_a_named_card_must_be_laid() -> None:
    """CMB-10, TLP-1: its owner has one card, the Telepath's side knows it."""
    state = card_position(ROOMS + "at fix-1.T bTp yMe\n")
    for choice in ("bTp attack yMe", "name 5"):
        play(state, read(state, choice))
    fight = advise(state, 0).fight
    assert fight is not None and fight.held == [5]
    play(state, read(state, "combat 0"))
    fight = advise(state, 1).fight
    assert fight is not None and list(fight.cards) == [5]


def test_a_secret_shield_does_not_show() -> None:
    """OPT-13: a shot at it looks like any other, and nobody finds out by asking."""
    text = "options secretObjects=yes\n" + ROOMS + "at fix-1.T bCr\nat fix-2.T yMe+{}\nat fix-4.T yNa+{}\n"
    worlds = [card_position(text.format("ysh", "yke")), card_position(text.format("yke", "ysh"))]
    assert advise(worlds[0], 0) == advise(worlds[1], 0)
    assert fight_of(deeds_of(worlds[0], "bCr")["shoot"]).defence == 2
    assert [explain(world, "bCr shoot yMe", 0) for world in worlds] == [None, None]
    named = explain(worlds[0], "bCr lift ysh fix-1.T", 0)
    assert named is not None and named.code == "unreadable"  # OPT-10
