"""Visibility, question by question: which viewers get a yes from each function, in both games.

The tests of views and events show that nothing hidden leaks through them; these pin the decisions themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from dungeon_twister.game.record.notation import read
from dungeon_twister.rules import visibility
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.card.decisions import FACING
from dungeon_twister.rules.engine.card.state import SHOOTING, SHOWN, CardState
from dungeon_twister.rules.engine.decisions import frame
from dungeon_twister.rules.engine.game import apply, legal, new_setting, new_state
from dungeon_twister.rules.engine.state import UNDER, State
from dungeon_twister.rules.geometry.text import TextError
from dungeon_twister.rules.geometry.zone_plan import UNKNOWN
from dungeon_twister.rules.visibility import ALL_KNOWING, SPECTATOR, card
from tests.card.play import card_position
from tests.random_play import new_board

VIEWERS = {"blue": 0, "yellow": 1, "spectator": SPECTATOR, "all": ALL_KNOWING}
BLUE, YELLOW = 0, 1
EVERYBODY = "blue yellow spectator all"
NOBODY = ""
LINES = """turn blue ap 3
rooms R1=blue-1.0 R2=green-2.1
under R3 bGm yro yNa
at blue-1.T bNa+bro bPa+bCl~+bke yCl~+ysw yBe+yar
at blue-1.S yke
out bGb ytr
rescued yDa
gone yCo bin
"""


def board(memory: str = "open") -> BoardState:
    return new_board("base", {"memory": memory})


def cards(secret: str = "no", memory: str = "open", lines: str = LINES) -> CardState:
    return card_position(f"options secretObjects={secret} memory={memory}\n{lines}")


def who(knows: Callable[..., bool], *asked: object) -> str:
    """Return the names of the viewers for whom the answer is yes. The viewer is the last argument of each function."""
    return " ".join(name for name, viewer in VIEWERS.items() if knows(*asked, viewer))


def token(state: State, name: str) -> int:
    return state.setting.names.index(name)


# -- viewers ----------------------------------------------------------------------------------------------------------------


def test_viewers_have_names() -> None:
    state = board()
    for name, viewer in VIEWERS.items():
        assert visibility.viewer_of(state.setting, name) == viewer
        assert visibility.viewer_name(state, viewer) == name
    with pytest.raises(TextError, match=r"^there is no viewer 'red' \(there are spectator, all, blue, yellow\)$"):
        visibility.viewer_of(state.setting, "red")


def test_seats_and_the_omniscient_viewer() -> None:
    state = board()
    assert who(visibility.sees_all) == "all"
    assert who(visibility.is_seat) == "blue yellow"
    assert who(visibility.is_of, YELLOW) == "yellow all"
    assert who(visibility.owns, state, token(state, "yW")) == "yellow all"


def test_only_the_decider_decides_and_sees_choices() -> None:
    """INFO-1."""
    state = cards()
    assert who(visibility.decides, state) == "blue"
    assert who(visibility.sees_choices, state) == "blue all"
    state.stack, state.over = [], True
    assert who(visibility.decides, state) == NOBODY
    assert who(visibility.sees_choices, state) == NOBODY


# -- memory -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("memory", "remembers", "laid", "turns"), [("open", EVERYBODY, "yellow all", 0), ("strict", "all", "all", 2)]
)
def test_memory(memory: str, remembers: str, laid: str, turns: int) -> None:
    """SETUP-8, COMBAT-9, HID-1: with strict memory players are not shown again what they have seen."""
    for state in (board(memory=memory), cards(memory=memory)):
        assert visibility.is_strict(state.setting) == (memory == "strict")
        assert who(visibility.remembers, state) == remembers
        assert who(visibility.knows_laid, state, YELLOW) == laid
        assert visibility.turns_visible(state.setting) == turns
        hands = EVERYBODY if memory == "open" else "yellow all"
        assert who(visibility.knows_hand, state, YELLOW) == hands


def test_strict_memory_shows_two_turns() -> None:
    """SETUP-8, COMBAT-9."""
    strict = new_setting("base", {"memory": "strict"})
    assert [visibility.visible_from(strict, [7, 12, 30][:count]) for count in range(4)] == [0, 0, 7, 12]
    assert visibility.visible_from(new_setting("base"), [7, 12, 30]) == 0


def test_starters_are_known_once_turned_up() -> None:
    """SETUP-3, SETUP-6; SET-9."""
    state = board()
    starter = token(state, "bW")
    assert not state.shown
    assert who(visibility.knows_starter, state, starter) == "blue all"
    state.shown = True
    assert who(visibility.knows_starter, state, starter) == EVERYBODY
    card_game = cards()
    card_game.shown = False
    assert who(card.knows_token, card_game, token(card_game, "bNa")) == "blue all"


def test_what_the_first_character_carries_is_hidden() -> None:
    """OPT-10."""
    state = cards("yes")
    first = state.setting.names[0]
    state = cards("yes", lines=f"turn blue ap 3\nrooms R1=blue-1.0\nat blue-1.T {first}+bro\n")
    assert who(card.knows_token, state, token(state, "bro")) == "blue all"


# -- what differs between the games -----------------------------------------------------------------------------------------


def test_the_board_game_has_no_secrets_in_the_maze() -> None:
    state = board()
    assert not visibility.has_secrets(state) and not visibility.is_open(state)
    assert who(visibility.knows_chosen, state, BLUE) == "blue all"


def test_secrets_and_open_moments_of_the_card_game() -> None:
    """OPT-10, HID-1, SEL-1, SEL-4."""
    assert visibility.has_secrets(cards("yes")) and not visibility.has_secrets(cards("no"))
    draft, _ = first_choice("standard", {"selection": "draft"}, card_actions.PICK)
    frontal, _ = first_choice("standard", {"selection": "frontal"}, card_actions.PICK)
    assert visibility.is_open(draft) and not visibility.is_open(frontal) and not visibility.is_open(cards())
    teams = {"draft": draft, "frontal": frontal}
    for selection, known in (("draft", EVERYBODY), ("frontal", "blue all")):
        assert who(card.knows_team, teams[selection], BLUE) == known


# -- secret objects ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "open_game", "secret_game"),
    [
        ("bNa", EVERYBODY, EVERYBODY),  # a healthy character
        ("bCl", EVERYBODY, "blue all"),  # a wounded one, OPT-11
        ("bro", EVERYBODY, "blue all"),  # carried, OPT-10
        ("yar", EVERYBODY, "yellow all"),
        ("yke", EVERYBODY, EVERYBODY),  # lying
    ],
)
def test_tokens_in_play(name: str, open_game: str, secret_game: str) -> None:
    for secret, known in (("no", open_game), ("yes", secret_game)):
        state = cards(secret)
        assert who(card.knows_token, state, token(state, name)) == known
        hidden = " ".join(viewer for viewer in VIEWERS if viewer not in known.split())
        assert who(card.hides, state, token(state, name)) == hidden


def test_a_shown_shield_and_the_weapons_of_a_combat_are_known() -> None:
    """OPT-12, OPT-13."""
    lines = "turn blue ap 3\nrooms R1=blue-1.0\nat blue-1.T bWa+bsh bNa+bbo yCl+ysp\n"
    state = cards("yes", lines=lines)
    shield = token(state, "bsh")
    assert who(card.knows_token, state, shield) == "blue all"
    state.status[shield] |= SHOWN
    assert who(card.knows_token, state, shield) == EVERYBODY
    bow, spear = token(state, "bbo"), token(state, "ysp")
    state.shooters = 1 << token(state, "bNa") | 1 << token(state, "yCl")
    for manner, known in ((SHOOTING, (bow,)), (0, (spear,))):
        state.manner = manner
        for weapon in (bow, spear):
            owner = "blue all" if weapon == bow else "yellow all"
            expected = EVERYBODY if weapon in known else owner
            assert who(card.knows_token, state, weapon) == expected
    state.crossbows = state.shooters  # a crossbow is the shooter's own: nothing carried is used
    assert who(card.knows_token, state, spear) == "yellow all"


@pytest.mark.parametrize(
    ("name", "secret_game"),
    [
        ("bNa", EVERYBODY),  # in play and seen
        ("bCl", "blue all"),  # in play, wounded: only its owner may name it
        ("bro", "blue all"),  # carried by a character of blue
        ("yro", "all"),
        ("bGm", "blue all"),  # face down next to a hidden room
        ("yDa", "yellow all"),  # rescued: a character is at hand of its owner
        ("bin", "all"),  # an object out of the game
        ("yCo", "yellow all"),
    ],
)
def test_who_may_name_a_token(name: str, secret_game: str) -> None:
    """OPT-10: with secret objects, naming a token reveals nothing."""
    state = cards("no")
    assert who(card.may_ask_for, state, token(state, name)) == EVERYBODY
    state = cards("yes")
    assert who(card.may_ask_for, state, token(state, name)) == secret_game


def test_a_card_to_be_placed_may_be_named_by_all() -> None:
    """SET-8: when a room is turned up, the cards next to it are seen."""
    state = cards("yes")
    rope = token(state, "yro")
    assert who(card.may_ask_for, state, rope) == "all"
    state.loc[rope] = UNDER + next(tile for tile, room in enumerate(state.maze.room_of) if room != UNKNOWN)
    assert who(card.may_ask_for, state, rope) == EVERYBODY


def test_rescued_gone_and_counted_things() -> None:
    """OPT-12, HID-3, OPT-13: with secret objects only owners know; without, everybody does."""
    carrier, carried = "bNa", "bro"
    for secret in ("no", "yes"):
        state = cards(secret)
        state.mover = token(state, carrier)
        known = {
            "yellow all": who(card.knows_rescued, state, token(state, "yDa")),
            "all": who(card.knows_removed, state, token(state, "bin")),
            "blue all": who(card.knows_gear, state, BLUE),
        }
        assert list(known.values()) == (list(known) if secret == "yes" else [EVERYBODY] * 3)
        mine = "blue all" if secret == "yes" else EVERYBODY
        assert who(card.knows_spreads, state) == mine
        assert who(card.knows_passed, state, token(state, carried), [token(state, carrier)]) == mine
        assert who(card.knows_removed, state, token(state, "yCo")) == EVERYBODY
        seen_by_its_owner = "blue yellow all" if secret == "yes" else EVERYBODY
        assert who(card.knows_passed, state, token(state, "yar"), [token(state, carrier)]) == seen_by_its_owner
        handed_to_yellow = who(card.knows_passed, state, token(state, carried), [token(state, carrier), token(state, "yBe")])
        assert handed_to_yellow == ("blue yellow all" if secret == "yes" else EVERYBODY)


def test_a_hidden_shield_is_known_to_its_carriers_player() -> None:
    """OPT-13."""
    lines = "turn blue ap 3\nrooms R1=blue-1.0\nat blue-1.T bWa+bsh bNa+bro yCl\n"
    for secret, known in (("no", EVERYBODY), ("yes", "blue all")):
        state = cards(secret, lines=lines)
        assert who(card.knows_shield, state, token(state, "bsh")) == known
        assert who(card.knows_shield, state, token(state, "bro")) == EVERYBODY


def test_letters_are_shown_when_all_are_chosen() -> None:
    """SET-9."""
    state = cards()
    starter = token(state, "bNa")
    assert who(card.knows_facing, state, starter) == EVERYBODY
    state.stack = [frame(FACING, 0, 0), *state.stack]
    assert who(card.knows_facing, state, starter) == "blue all"


# -- combat -----------------------------------------------------------------------------------------------------------------


def test_hands_that_are_shown() -> None:
    """CMB-10.2: Mind control shows a hand to one player, also with strict memory."""
    state = cards(memory="strict")
    assert who(visibility.knows_hand, state, BLUE) == "blue all"
    for player, name in ((BLUE, "blue"), (YELLOW, "yellow")):
        state.peek = player
        assert who(card.sees_hand, state) == name
    assert who(visibility.knows_hand, state, BLUE) == "blue yellow all"


def test_laid_combat_cards() -> None:
    """CMB-10, CMB-10.3: Combat skills show the other player's card."""
    first = cards().setting.names[0]
    fights = (("bWa", "yWa", NOBODY), ("bWa", "yWm", "yellow"), ("bWm", "yWa", "blue"), (first, "yWm", "yellow"))
    for attacker, defender, looks in fights:
        state = cards(lines=f"turn blue ap 3\nrooms R1=blue-1.0\nat blue-1.T {attacker} {defender}\n")
        assert who(card.may_look, state) == NOBODY
        apply(state, read(state, f"{attacker} attack {defender}"))
        assert who(card.may_look, state) == looks
        for player, name in ((BLUE, "blue"), (YELLOW, "yellow")):
            known = [viewer for viewer in VIEWERS if viewer in (name, looks, "all")]
            assert who(visibility.knows_chosen, state, player) == " ".join(known)


# -- the hidden part of a choice --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "choices", "choice", "part"),
    [
        ("turn blue ap 3\nrooms R1=blue-1.0\nat blue-1.T bWa yWa\n", ["bWa attack yWa"], "combat 3", "cards"),
        (LINES, [], "pass", ""),
    ],
)
def test_hidden_part_of_a_choice(lines: str, choices: list[str], choice: str, part: str) -> None:
    """COMBAT-6, CMB-10: a laid card is hidden from the others; what is done in the maze is not."""
    state = cards(lines=lines)
    for text in choices:
        apply(state, read(state, text))
    action = read(state, choice)
    parts = {name: visibility.hidden_part(state, action, viewer) for name, viewer in VIEWERS.items()}
    assert parts == {"blue": "", "yellow": part, "spectator": part, "all": ""}


@pytest.mark.parametrize(
    ("scenario", "options", "kind", "part"),
    [
        ("base", {}, actions.START, "token"),  # SETUP-3
        ("base", {}, actions.LAY, "token"),  # SETUP-5
        ("base", {"handicap": "blue/5/56"}, actions.LEAVE_OUT, "token"),  # OPT-6
        ("base", {}, actions.MOVE, ""),
        ("tutorial-2", {}, card_actions.FACE, "letter"),  # SET-9
        ("standard", {"selection": "frontal"}, card_actions.PICK, "token"),  # SEL-4
        ("standard", {"selection": "draft"}, card_actions.PICK, ""),  # SEL-1
    ],
)
def test_hidden_part_of_setup_choices(scenario: str, options: dict[str, str], kind: int, part: str) -> None:
    state, action = first_choice(scenario, options, kind)
    others = [viewer for viewer in (BLUE, YELLOW, SPECTATOR) if viewer != state.decider()]
    assert [visibility.hidden_part(state, action, viewer) for viewer in others] == [part] * 2
    assert visibility.hidden_part(state, action, state.decider()) == ""
    assert visibility.hidden_part(state, action, ALL_KNOWING) == ""


def first_choice(scenario: str, options: dict[str, str], kind: int) -> tuple[State, int]:
    """Play at random until there is a choice of a kind; return the state and the choice."""
    state, rng = new_state(scenario, options), Random(1)
    while True:
        choices = legal(state)
        found = [choice for choice in choices if actions.kind_of(choice) == kind]
        if found:
            return state, found[0]
        apply(state, rng.choice(choices))
