"""Positions changed by hand: each change does what it says, what cannot be is a sentence, and nothing else ever comes of it."""

from __future__ import annotations

import time
from random import Random

import pytest

from dungeon_twister.game.record.editing import edited
from dungeon_twister.game.record.position import has_position, read_position, write_position
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.rules.engine.board.state import board_of
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import TextError
from tests.amounts import TIMES

BOARD = """position 1
scenario lab
turn blue ap 2
rooms R1=1D.1
under R2 bG y$
maze
      a    b    c    d    e    f    g    h    i    j    k    l
   +----+----+----+----+----+----+----+----+----+----+----+----+
 1 | o  | .    .    .    .    .  |                        . o  |
   +    +    +----+----+====+    +                        +    +
 2 | o    .  | .    .    .  | .  .                        . o  |
   +    +    +    +    +    +    +                        +    +
 3 | :    .   bWb&  @    .  | .  .           R2           . :  |
   +    +    +    +    +    +    +                        +    +
 4 | o   bH  | .    .   yt  | .  .          b1y1          . o  |
   +    +    +    +----+----+    +                        +    +
 5 | o  | .  | .    .    .    O  .                        . o  |
   +----+----+----+----+----+----+----+----+----+----+----+----+
"""
CARD = """position 1
scenario card-lab
turn blue ap 3
rooms R1=blue-1.0 R2=green-2.1
under R3 bGm yro
at blue-1.T bNa+bro bPa+bCl~+bke yCl~ yke
at N0T bTh
"""


def change(text: str, *lines: str) -> str:
    return edited(read_position(text), lines)


def view(text: str) -> State:
    return read_position(text)


def test_tokens_are_put_anywhere() -> None:
    """On a square, under a room, out of the maze, out of the game, into somebody's hands (CARRY-2)."""
    assert "bH" in change(BOARD, "put bH d4").splitlines()[-4]
    assert "under R2 bG bH y$" in change(BOARD, "put bH R2")
    assert "\nout bH" in change(BOARD, "put bH out")
    assert "bH" not in change(BOARD, "put bH gone")
    assert "yC" in change(BOARD, "put yC l3")
    assert "bHb&" in change(BOARD, "give b& bH")
    assert "bw" in change(BOARD, "wound bW") and "yT" in change(BOARD, "heal yT")


def test_rooms_and_portcullises() -> None:
    """Turned, exchanged, laid face down with what stands in them, laid face up; portcullises open, closed, broken."""
    turned = board_of(view(change(BOARD, "room R1 1D.2")))
    assert turned.maze.quarters[0] == 2 and [turned.loc[token] for token in range(turned.setting.tokens)] == list(
        view(BOARD).loc
    )
    both = change(BOARD, "room R2 1D.0")
    assert "rooms R2=1D.0" in both and "under R1 bW bH b& yT" in both and "bG" not in both
    down = change(BOARD, "room R1 down")
    assert "rooms" not in down and "under R1 bW bH b& yT" in down
    swapped = change(change(BOARD, "room R2 2G.1"), "room R1 2G.0")
    assert "rooms R1=2G.0 R2=1D.1" in swapped
    assert "=open" in change(BOARD, "gate R1 0 open") and "=broken" in change(BOARD, "gate R1 0 broken")
    assert "gates" not in change(change(BOARD, "gate R1 0 open"), "gate R1 0 closed")


def test_hands_points_and_whose_turn() -> None:
    text = change(BOARD, "blue vp 3 actions 25 jumps 1 combat 0136", "turn yellow card")
    assert "turn yellow card" in text
    assert "blue vp 3 actions 25 last 0 combat 0136 used 22345 jumps 1 idle 0" in text
    assert "turn yellow ap 5" in change(BOARD, "turn yellow ap 5")


def test_marks_of_a_turn() -> None:
    """HEAL-3: exactly what is said, whatever was marked before."""
    marked = change(BOARD, "mark bW blocked potion3")
    assert "marks bW=blocked bW=potion3" in marked
    assert "marks bW=hurt" in change(marked, "mark bW hurt") and "marks" not in change(marked, "mark bW")
    assert "marks bTh=fired bTh=walls" in change(CARD, "mark bTh walls fired")
    assert "bCl~" in change(CARD, "mark bCl hurt")


def test_the_card_game() -> None:
    """Places and stations, who carries what (HAN-6), wounds, walls and portcullises (GLM-1)."""
    assert "at blue-1.S bTh" in change(CARD, "put bTh blue-1.S")
    assert "at N1C bTh" in change(CARD, "put bTh N1C")
    moved = change(CARD, "put bPa green-2.G")
    assert "at green-2.G bPa+bCl~+bke" in moved
    assert "bTh+bk2" in change(CARD, "put bk2 blue-1.T", "give bk2 bTh")
    assert "bTh~" in change(CARD, "wound bTh") and "bCl " in change(CARD, "heal bCl") + " "
    assert "gates R1=open" in change(CARD, "gate R1 0 open") and "walls R1" in change(CARD, "walls R1 broken")
    assert "under R1" in change(CARD, "put bPa gone", "put bCl gone", "put yCl gone", "room R1 down")
    assert "rooms R1=blue-1.0 R2=green-2.1 R3=red-1.2" in change(CARD, "room R3 red-1.2")
    assert "turn yellow ap 5" in change(CARD, "turn yellow ap 5") and "yellow vp 2" in change(CARD, "yellow vp 2")


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        (BOARD, "put bH c3", "two such tokens cannot be on one square (ACT-2)"),
        (BOARD, "put bH z9", "z9"),
        (BOARD, "put bH R1", "the room on R1 lies face up"),
        (BOARD, "put bH h3", "h3"),
        (BOARD, "put yT b4", "a wounded enemy cannot be carried (ACT-2)"),
        (BOARD, "put bQ c4", "'bQ' is no token"),
        (BOARD, "wound bG", "bG is no character in the maze"),
        (BOARD, "wound b&", "b& is no character in the maze"),
        (BOARD, "mark bG hurt", "bG is no character in the maze"),
        (BOARD, "mark bW fired", "'bW=fired' is no mark"),
        (CARD, "mark bTh shown", "'bTh=shown' is no mark"),
        (BOARD, "give bH bW", "only wounded characters are carried"),
        (BOARD, "room R9 1D.0", "'R9' is no place of a room"),
        (BOARD, "room R1 9D.0", "is no room on a place"),
        (BOARD, "gate R2 0 open", "there is no such portcullis"),
        (BOARD, "blue vp many", "vp is a number"),
        (BOARD, "blue combat 123", "the combat card 0 is always in hand"),
        (BOARD, "turn green ap 3", "expected 'turn COLOUR card'"),
        (BOARD, "turn blue ap 0", "with no action point left"),
        (BOARD, "fly bW", "'fly bW' is no change of a position"),
        (BOARD, "", "is no change of a position"),
        (BOARD, "walls R1 broken", "is no change of a position"),
        (CARD, "put bTh S0T", "nobody stays on the opponent's starting zone (EXT-6)"),
        (CARD, "give yCl bNa", "only friendly wounded are carried (HAN-6)"),
        (CARD, "give bNa bPa", "only a wounded friend without a load"),
        (CARD, "gate R3 0 open", "there is no such portcullis"),
        (CARD, "turn blue card", "expected 'turn COLOUR ap N'"),
        (CARD, "blue vp 99", "the game would be over (END-1)"),
        (CARD, "room R1 down", "cards fit beside that room (SET-6)"),
    ],
)
def test_what_cannot_be_is_a_sentence(text: str, line: str, problem: str) -> None:
    with pytest.raises(TextError) as caught:
        change(text, line)
    assert problem in str(caught.value)


@pytest.mark.parametrize(
    "scenario", ["base", "lab", "elevator", "pyramid", "wrong-door-3", "teams", "card-lab", "standard", "tutorial-1"]
)
def test_an_empty_board(scenario: str) -> None:
    state = start(scenario)
    empty = read_position(edited(state, ["clear"]))
    assert all(place < 0 for place in empty.loc) and "\nrooms " not in write_position(empty)


def start(scenario: str) -> State:
    game = RecordedGame.new(scenario, seed="edits")
    rng = Random(1)
    while not has_position(game.state):
        game.play(rng.choice(game.legal()))
    return game.state


def random_line(rng: Random, state: State) -> str:
    """Some change, mostly one that can be read."""
    setting = state.setting
    names = [setting.names[token] for token in range(setting.tokens)]
    rooms = [room.name for room in setting.scenario.rooms]
    slots = [f"R{number}" for number in range(10)]
    places = [f"{column}{row}" for column in "abcdefghijklmnopqrstuv" for row in range(1, 11)]
    places += [f"{room}.{letter}" for room in rooms for letter in "TSCG"] + [
        "N0T",
        "S1G",
        "N",
        "out",
        "gone",
        "spare",
        "supply",
        "rescued",
    ]
    token, other = rng.choice(names), rng.choice(names)
    return rng.choice(
        [
            f"put {token} {rng.choice(places)}",
            f"put {token} {rng.choice(places)}",
            f"put {token} {rng.choice(slots)}",
            f"give {token} {other}",
            f"wound {token}",
            f"heal {token}",
            f"room {rng.choice(slots)} {rng.choice(rooms)}.{rng.randrange(5)}",
            f"room {rng.choice(slots)} down",
            f"gate {rng.choice(slots)} {rng.randrange(4)} {rng.choice(['open', 'closed', 'broken', 'ajar'])}",
            f"walls {rng.choice(slots)} {rng.choice(['broken', 'whole'])}",
            f"{rng.choice(setting.colours)} {rng.choice(['vp', 'jumps', 'last', 'idle', 'kept'])} {rng.randrange(12)}",
            f"{rng.choice(setting.colours)} combat 0{''.join(rng.sample('12233456', rng.randrange(8)))}",
            f"{rng.choice(setting.colours)} actions {''.join(rng.sample('2345', rng.randrange(4))) or '-'}",
            f"turn {rng.choice(setting.colours)} {rng.choice(['card', 'ap 0', 'ap 3', 'ap 9'])}",
            rng.choice(["clear", "clear now", "put", "room R1", "turn", "x y z"]) if rng.random() < 0.1 else f"heal {token}",
        ]
    )


COUNT = 20 * TIMES


@pytest.mark.parametrize("scenario", ["base", "lab", "elevator", "pyramid", "three-players", "card-lab", "standard"])
def test_changes_at_random(scenario: str) -> None:
    """Whatever is changed, a position that can be read and written comes of it, or a sentence; and soon."""
    rng, state, done = Random(scenario), start(scenario), 0
    began = time.process_time()
    for _ in range(COUNT):
        try:
            text = edited(state, [random_line(rng, state) for _ in range(rng.choice([1, 1, 1, 2]))])
        except TextError as error:
            assert str(error)
            continue
        done += 1
        state = read_position(text)
        assert write_position(state) == text
    assert done > 1
    assert (time.process_time() - began) / COUNT < 0.1
