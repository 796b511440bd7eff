"""What a viewer may know of a Card Game (section 20): views and events of small positions and of the setup."""

from __future__ import annotations

from random import Random

import pytest

from dungeon_twister.game.record.notation import read
from dungeon_twister.game.views import SPECTATOR, CardView, EventView, observe, observe_event
from dungeon_twister.game.views.card_events import CARD_PARTS
from dungeon_twister.rules.engine import events as happened
from dungeon_twister.rules.engine.all_editions import EVENTS
from dungeon_twister.rules.engine.card import events as card_happened
from dungeon_twister.rules.engine.card.decisions import FACING, SELECT
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.decisions import LAY_TOKENS
from dungeon_twister.rules.engine.game import apply, legal, new_state
from dungeon_twister.server.wire import decode, encode
from tests.card.play import OPTIONS, card_position, random_game
from tests.random_play import play_on

LINES = """turn blue ap 3
blue vp 1 combat 01233 used 456 kept 0
rooms R1=blue-1.0 R2=green-2.1
gates R1=open
under R3 bGm yro yNa
at blue-1.T bNa+bro bPa+bCl~+bke yCl~+ysw yBe+yar
at blue-1.S yke
at N0T bTh+bk2
at S0T yGm
out bGb ytr
rescued yDa
gone yCo bin
marks yBe=fought bNa=spent
"""
SECRET = "options secretObjects=yes\n" + LINES


def view_of(state: CardState, viewer: int) -> CardView:
    """The view, after a look that it is plain JSON and comes back the same."""
    view = observe(state, viewer)
    assert decode(encode(view), CardView) == view
    return view


def playing(state: CardState, *texts: str) -> list[tuple[int, int, int, int]]:
    """Play choices and give back what happened in the last one."""
    for text in texts:
        state.events = []
        apply(state, read(state, text))
    return state.events or []


def event_of(state: CardState, kind: int, viewer: int) -> EventView:
    event = next(event for event in state.events or [] if event[0] == kind)
    return observe_event(state, event, viewer)


# -- what everybody sees ----------------------------------------------------------------------------------------------------


def test_an_open_game() -> None:
    """HID-1: rooms, states, lying and carried objects, wounded, AP and VP are public."""
    view = view_of(card_position(LINES), 1)
    assert (view.viewer, view.scenario, view.active, view.ap, view.turn) == ("yellow", "card-lab", "blue", 3, 10)
    assert [(p.kind, p.who, p.about) for p in view.pending] == [("act", "blue", "")]
    assert view.rooms[0].name == "blue-1" and view.rooms[0].turn == "cw" and view.rooms[0].gate == "open"
    assert (view.rooms[2].name, view.rooms[2].gate, view.rooms[2].under) == ("", "", ["b?", "yNa", "yro"])
    assert [(t.token, t.place, t.items, t.carrier) for t in view.tokens] == [
        ("bCl", "blue-1.T", [], "bPa"),
        ("bNa", "blue-1.T", ["bro"], ""),
        ("bPa", "blue-1.T", ["bCl", "bke"], ""),
        ("yBe", "blue-1.T", ["yar"], ""),
        ("yCl", "blue-1.T", ["ysw"], ""),
        ("bTh", "N0T", ["bk2"], ""),
        ("yGm", "S0T", [], ""),
    ]
    assert [(t.token, t.place) for t in view.lying] == [("yke", "blue-1.S")]
    assert (view.out, view.rescued, view.gone) == (["bGb", "ytr"], ["yDa"], ["bin", "yCo"])
    assert [player.hidden for player in view.players] == [1, 2]
    assert view.choices == [] and len(view_of(card_position(LINES), 0).choices) == len(legal(card_position(LINES)))


def test_memory() -> None:
    """HID-1: by memory everybody knows hands, discards and what he laid himself; at a strict table he is not shown it."""
    view = view_of(card_position(LINES), 1)
    assert view.players[0].combat == [0, 1, 2, 3, 3] and view.players[0].used == [4, 5, 6]
    strict = view_of(card_position("options memory=strict\n" + LINES), 1)
    assert strict.players[0].combat is None and strict.players[0].used is None and strict.players[1].used is None
    assert (strict.players[0].combat_count, strict.players[0].used_count) == (5, 3)
    assert strict.players[1].combat is not None
    assert strict.rooms[2].under == ["b?", "y?", "y?"]
    assert view_of(card_position(LINES), SPECTATOR).rooms[2].under == ["b?", "y?", "y?"]


def test_views_and_events_of_random_games() -> None:
    for number in range(len(OPTIONS)):
        state = random_game(number)
        for _ in play_on(state, Random(number), 300):
            for viewer in (SPECTATOR, 0, 1):
                for event in state.events or []:
                    encode(observe_event(state, event, viewer))
            state.events = []
        for viewer in (SPECTATOR, 0, 1):
            view_of(state, viewer)


# -- secret objects -----------------------------------------------------------------------------------------------------------


def test_secret_objects() -> None:
    """OPT-10, OPT-11: an enemy's loads and wounded have no name, nor marks that would tell; lying objects are seen."""
    view = view_of(card_position(SECRET), 0)
    seen = {t.token: t for t in view.tokens}
    assert list(seen) == ["bCl", "bNa", "bPa", "y?2", "yBe", "bTh", "yGm"]
    assert seen["yBe"].items == ["?"] and seen["y?2"].items == ["?"] and seen["bPa"].items == ["bCl", "bke"]
    assert [(t.token, t.place) for t in view.lying] == [("yke", "blue-1.S")]
    assert (view.rescued, view.gone) == (["y?"], ["?", "yCo"])
    other = {t.token: t for t in view_of(card_position(SECRET), 1).tokens}
    assert other["bPa"].items == ["?", "b?1"] and other["b?1"].carrier == "bPa" and other["yCl"].items == ["ysw"]
    assert {choice.target for choice in view.choices if choice.do == "attack"} == {"y?2", "yBe"}
    numbered = view_of(card_position(SECRET + "wounds 9 yCl=7 bCl=2\n"), 0)
    assert "y?7" in {t.token for t in numbered.tokens}
    golem = SECRET.replace("yGm\n", "yGm~\n").replace("bNa=spent", "yGm=walls yGm=fired")
    hidden = next(t for t in view_of(card_position(golem), 0).tokens if t.token.startswith("y?") and t.place == "S0T")
    assert not hidden.walls_used and not hidden.fired
    own = next(t for t in view_of(card_position(golem), 1).tokens if t.token == "yGm")
    assert own.walls_used and own.fired


def test_choices_do_not_tell_hidden_characters_apart() -> None:
    """OPT-10: who is who of two wounded enemies changes neither the choices nor their order."""
    lines = "options secretObjects=yes\nturn blue ap 3\nrooms R1=blue-1.0\nat blue-1.T bNa bCl {}\nwounds 2 {}=1 {}=2\n"
    one = card_position(lines.format("yAs~ yWi~", "yAs", "yWi"))
    other = card_position(lines.format("yAs~ yWi~", "yWi", "yAs"))
    assert encode(view_of(one, 0)) == encode(view_of(other, 0))
    assert read(one, "bNa attack y?1") == read(other, "bNa attack y?2") == read(one, "bNa attack yAs")


def test_hidden_swords_and_armors_are_not_counted() -> None:
    """OPT-12: a modifier is shown when the totals are added, not before."""
    lines = "turn blue ap 3\nrooms R1=blue-1.0\nat blue-1.T bWa+bsw yWa+yar\n"
    for secret, sums in (("no", [(4, 4)] * 3), ("yes", [(3, 3), (4, 3), (3, 4)])):
        state = card_position(f"options secretObjects={secret}\n{lines}")
        playing(state, "bWa attack yWa")
        combats = [view_of(state, viewer).combat for viewer in (SPECTATOR, 0, 1)]
        assert [(combat.attack, combat.defence) for combat in combats if combat] == sums


def test_events_of_secret_objects() -> None:
    """HID-1, OPT-12: of a hand-over only the number is seen; wounds have no name, eliminations do."""
    state = card_position(SECRET.replace("bNa+bro", "bNa").replace("bNa=spent", "bNa=fired"))
    playing(state, "bPa move", "give bke bNa")
    assert [event_of(state, card_happened.GAVE, viewer).item for viewer in (0, 1)] == ["bke", "?"]
    state = card_position(SECRET.replace("bNa+bro", "bNa").replace("bNa=spent", "bNa=fired"))
    playing(state, "bNa move", "rob yCl")
    assert [event_of(state, card_happened.TOOK_FROM, viewer).item for viewer in (SPECTATOR, 0, 1)] == ["?", "ysw", "ysw"]
    assert [event_of(state, card_happened.TOOK_FROM, viewer).other for viewer in (SPECTATOR, 0, 1)] == ["y?2", "y?2", "yCl"]
    lines = "options secretObjects=yes\nturn blue ap 3\nrooms R1=blue-1.0\nat blue-1.T bWa yWa yCl~\n"
    state = card_position(lines)
    playing(state, "bWa attack yCl", "combat 6", "combat 0")
    assert [event_of(state, happened.ELIMINATED, viewer).token for viewer in (0, 1)] == ["yCl", "yCl"]
    assert [event_of(state, happened.WOUNDED, viewer).token for viewer in (0, 1)] == ["y?2", "yWa"]


# -- combat -------------------------------------------------------------------------------------------------------------------


def test_laid_cards() -> None:
    """CMB-10: a card is known to its player until both lie; with Combat skills to the Weapon master's owner too."""
    for name, looks in (("yWa", None), ("yWm", [3])):
        state = card_position(f"turn blue ap 3\nrooms R1=blue-1.0\nat blue-1.T bWa {name}\n")
        playing(state, f"bWa attack {name}", "combat 3")
        views = [view_of(state, viewer).combat for viewer in (0, 1, SPECTATOR)]
        assert [combat.own_cards for combat in views if combat] == [[3], [], []]
        assert [combat.other_cards for combat in views if combat] == [None, looks, None]
        assert [combat.laid for combat in views if combat] == [["blue"]] * 3
        cards = [event_of(state, happened.COMBAT_CHOSEN, viewer).card for viewer in (0, 1, SPECTATOR)]
        assert cards == [3, 3 if looks else -1, -1]


def test_mind_control() -> None:
    """CMB-10.2: a named card that is held is forced, openly; otherwise the hand is shown to the Telepath's owner only."""
    lines = "options memory=strict\nturn blue ap 3\nblue combat 0123\nrooms R1=blue-1.0\nat blue-1.T bBe yTp\n"
    state = card_position(lines)
    playing(state, "bBe attack yTp", "rage 2", "name 3")
    for viewer in (0, 1, SPECTATOR):
        combat = view_of(state, viewer).combat
        assert combat is not None and (combat.rage, combat.named, combat.forced, combat.hand) == (2, 3, 3, None)
    state = card_position(lines)
    playing(state, "bBe attack yTp", "rage 1", "name 6")
    hands = [view_of(state, viewer).combat for viewer in (0, 1, SPECTATOR)]
    assert [combat.hand for combat in hands if combat] == [None, [0, 1, 2, 3], None]
    assert [view_of(state, viewer).players[0].combat for viewer in (1, SPECTATOR)] == [[0, 1, 2, 3], None]


# -- setup --------------------------------------------------------------------------------------------------------------------


def until(state: CardState, decision: int, rng: Random) -> None:
    while state.decision() != decision:
        choices = legal(state)
        apply(state, choices[rng.randrange(len(choices))])


def begun(scenario: str, options: dict[str, str]) -> CardState:
    state = new_state(scenario, options)
    assert isinstance(state, CardState)
    return state


def test_teams() -> None:
    """HID-1, SEL-3: teams are public but in full frontal; there the other's picks have only a colour."""
    for selection, public in (("mutual", True), ("draft", True), ("frontal", False)):
        state = begun("standard", {"selection": selection})
        until(state, SELECT, Random(1))
        state.events = []
        apply(state, legal(state)[0])
        picker = next(p for p in (0, 1) if state.setting.owner[(state.events or [])[0][1]] == p)
        token = event_of(state, card_happened.PICKED, picker).token
        assert event_of(state, card_happened.PICKED, 1 - picker).token == (token if public else f"{token[0]}?")
        assert view_of(state, picker).players[picker].team == [token[1:]]
        assert view_of(state, 1 - picker).players[picker].team == ([token[1:]] if public else None)
        assert view_of(state, 1 - picker).players[picker].supply == [f"{token[0]}?"]


def test_starters_are_hidden_and_so_are_their_letters() -> None:
    """SET-5, SET-9: face down until they are turned up together; letters are shown when all are chosen."""
    state = begun("tutorial-2", {})
    until(state, LAY_TOKENS, Random(3))
    assert [(t.token, t.place) for t in view_of(state, 1).tokens][:2] == [("b?", "N0?"), ("b?", "N1?")]
    assert all(t.token != "b?" and t.place.endswith("?") for t in view_of(state, 0).tokens[:2])
    until(state, FACING, Random(3))
    assert state.shown
    state.events = []
    apply(state, next(action for action in legal(state) if action >> 14 == 3))
    blue, yellow = view_of(state, 0).tokens[0], view_of(state, 1).tokens[0]
    assert blue.token == yellow.token != "b?" and (blue.place, yellow.place) == ("N0G", "N0?")
    assert [event_of(state, card_happened.FACED, viewer).letter for viewer in (0, 1, SPECTATOR)] == ["G", "?", "?"]
    assert view_of(state, 0).tokens[1].place == "N1?"
    while state.decision() == FACING:
        apply(state, legal(state)[0])
    assert view_of(state, 1).tokens[0].place == "N0G"


def test_handicap() -> None:
    """HID-1, OPT-21: who was taken out is the owner's secret, though the team he had is public."""
    state = begun("standard", {"handicap": "blue/good/newbie"})
    until(state, LAY_TOKENS, Random(2))
    views = [view_of(state, viewer).players[0] for viewer in (0, 1)]
    assert len(views[0].removed) == 2 and views[1].removed == ["b?", "b?"]
    assert views[0].team == views[1].team is not None and len(views[1].team) == 14
    assert views[1].combat is not None and 6 not in views[1].combat


@pytest.mark.parametrize("kind", range(len(EVENTS)))
def test_every_event_has_its_parts(kind: int) -> None:
    """Every event of the Card Game has its parts; the events of the board game alone have none."""
    board_only = {
        "card-played",
        "cards-back",
        "swapped",
        "fireball",
        "drank",
        "fell",
        "raised",
        "lowered",
        "slid",
        "joined",
        "door-drawn",
    }
    assert (kind in CARD_PARTS) == (EVENTS[kind] not in board_only)
