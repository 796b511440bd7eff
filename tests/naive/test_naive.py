"""Self-tests of the naive rules on small hand-made mazes."""

import random

import pytest

from tests.naive_perft import perft

from .board import square_from, square_name
from .build import ROOMS, barrier, maze, real_game
from .choices import choices
from .combat import group
from .drawing import lay_room, parse_drawings, turn_room
from .play import play
from .travel import legal_company
from .world import Options, Room, Under, World, decider, player, token, tokens_at


def after(world: World, *texts: str) -> World:
    """Play some choices, each of which must be legal."""
    for text in texts:
        assert text in choices(world), (text, choices(world))
        world = play(world, text)
    return world


def legal(world: World, *texts: str) -> bool:
    """Are these choices legal one after the other?"""
    for text in texts:
        if text not in choices(world):
            return False
        world = play(world, text)
    return True


def deeds(world: World, name: str) -> list[str]:
    """The actions of one character."""
    return [text.removeprefix(name + " ") for text in choices(world) if text.startswith(name + " ")]


# ---------------------------------------------------------------- squares and drawings


def test_square_names() -> None:
    """Notation of squares both ways."""
    assert square_name((0, 0)) == "a1"
    assert square_name((21, 9)) == "v10"
    assert square_name((26, 2)) == "aa3"
    assert all(square_from(square_name((x, 4))) == (x, 4) for x in range(80))


def test_drawings_turn_round() -> None:
    """A room turned four times is itself again; its one gear and its gates go along (ROT-6)."""
    drawings = parse_drawings(ROOMS.read_text(encoding="utf-8"))
    assert sorted(drawings) == ["1D", "1G", "2D", "2G", "3D", "3G", "4D", "4G"]
    for name in drawings:
        world = World({}, rooms=[Room(1, 1, 0)], drawings=drawings)
        lay_room(world, world.rooms[0], name, 0)
        turned = world.copy()
        other = World({}, rooms=[Room(1, 1, 0)], drawings=drawings)
        lay_room(other, other.rooms[0], name, 1)
        turn_room(turned, turned.rooms[0], "cw")
        assert (turned.squares, turned.walls) == (other.squares, other.walls)
        assert {frozenset(g.sides) for g in turned.gates} == {frozenset(g.sides) for g in other.gates}
        turn_room(turned, turned.rooms[0], "ccw")
        assert (turned.squares, turned.walls) == (world.squares, world.walls)
        assert list(world.squares.values()).count("gear") == 1


# ---------------------------------------------------------------- combat


def schema_4() -> World:
    """The layout of GROUP-T."""
    pieces = {"bW": "d2", "bM": "c1", "bC": "d3", "yA": "c2", "yZ": "b1", "yg": "e2"}
    return maze("..... ..... .....", pieces)


def sides(world: World, attacker: str, target: str) -> tuple[set[str], set[str]]:
    """Participants as sets."""
    attackers, defenders = group(world, token(world, attacker), token(world, target))
    return set(attackers), set(defenders)


def test_group_t1() -> None:
    """GROUP-T1 with its cards and result."""
    world = schema_4()
    assert sides(world, "bW", "yA") == ({"bW", "bM"}, {"yA", "yZ"})
    world = after(world, "bW attack yA")
    assert decider(world) == "b"
    world = after(world, "combat 0")
    assert decider(world) == "y"
    world = after(world, "combat 4")
    assert {t.name for t in world.tokens if t.wounded} == {"bW", "bM", "yG"}
    assert player(world, "b").combat.count(0) == 1
    assert player(world, "y").combat == [0, 1, 2, 2, 3, 3, 5, 6]
    assert not token(world, "bC").wounded
    assert world.ap == 2
    assert world.progress


def test_group_t2() -> None:
    """GROUP-T2: the wounded figure is attacked."""
    world = schema_4()
    assert sides(world, "bW", "yG") == ({"bW", "bM"}, {"yG", "yA", "yZ"})
    world = after(world, "bW attack yG", "combat 6", "combat 0")
    assert token(world, "yG").where == "gone"
    assert token(world, "yA").wounded
    assert token(world, "yZ").wounded
    assert player(world, "b").vp == 1
    assert not any(text.startswith("bW attack") for text in choices(world))  # COMBAT-2


def test_group_t3() -> None:
    """GROUP-T3: a wall between Mekanork and Wizard."""
    world = schema_4()
    barrier(world, "b1", "e", "wall")
    assert sides(world, "bW", "yA") == ({"bW", "bM"}, {"yA"})


def test_group_t4() -> None:
    """GROUP-T4: no chain through two friends."""
    world = maze(".... ....", {"bW": "b2", "yW": "a2", "bC": "c2", "yC": "d2"})
    assert sides(world, "bW", "yW") == ({"bW"}, {"yW"})


def test_13_thief_on_pit() -> None:
    """TEST-13: eliminated, +1 VP, the Treasure is gone; with a Rope she hangs there (PIT-11)."""
    world = maze("..O.", {"bH": "c1", "b$": "c1", "yT": "d1"})
    world = after(world, "bH attack yT", "combat 0", "combat 1")
    assert token(world, "bH").where == "gone"
    assert token(world, "b$").where == "gone"
    assert player(world, "y").vp == 1
    world = maze("..O.", {"bH": "c1", "b&": "c1", "yT": "d1"})
    world = after(world, "bH attack yT", "combat 0", "combat 1")
    assert token(world, "bH").wounded
    assert player(world, "y").vp == 0


def test_15_carried_friend() -> None:
    """TEST-15, COMBAT-3: the carried friend is no target, and dies with the lost combat."""
    world = maze("..", {"bW": "a1", "bg": "a1", "yT": "b1"})
    world = after(world, "bW attack yT", "combat 0", "combat 3")
    assert token(world, "bG").where == "gone"
    assert token(world, "bW").wounded
    assert player(world, "y").vp == 1
    world = maze("..", {"bW": "a1", "yG": "b1", "yt": "b1", "bC": "a1"})
    assert "bW attack yT" not in choices(world)
    assert "bC heal yT" not in choices(world)


# ---------------------------------------------------------------- carrying


def test_carry_10() -> None:
    """CARRY-10: swap or pass on; neither leave the Rope with the Wizard nor stop there."""
    world = maze("....", {"bH": "a1", "b&": "a1", "bZ": "b1", "b%": "b1"})
    world = after(world, "bH move", "b1")
    assert sorted(choices(world)) == ["a1", "c1", "swap b%"]
    world = after(world, "swap b%")
    assert sorted(choices(world)) == ["a1", "c1"]  # CARRY-19
    world = after(world, "c1", "stop")
    assert tokens_at(world, (1, 0))[0].name + tokens_at(world, (1, 0))[1].name in ("b&bZ", "bZb&")
    assert "bH drink" in choices(world)


def test_drop_before_first_step_and_end_by_itself() -> None:
    """A load may stay behind; with no step left and nothing to handle the journey ends by itself."""
    world = maze("...", {"bT": "a1", "b$": "a1"})
    world = after(world, "bT move", "drop")
    assert choices(world) == ["b1"]  # neither stop nor take again
    world = after(world, "b1")
    assert sorted(choices(world)) == ["a1", "c1", "stop"]
    world = after(world, "c1")
    assert world.phase == "act"
    assert token(world, "b$").where == (0, 0)


def test_wounded_and_objects() -> None:
    """CARRY-6, CARRY-11, MOVE-7: an object may be left with a wounded enemy; nobody stops there."""
    world = maze("...", {"bW": "a1", "b!": "a1", "yc": "b1"})
    world = after(world, "bW move", "b1")
    assert sorted(choices(world)) == ["a1", "c1", "drop"]
    world = after(world, "drop")
    assert sorted(choices(world)) == ["a1", "c1"]
    world = maze("...", {"bW": "a1", "b!": "a1", "yc": "b1", "y#": "b1"})
    world = after(world, "bW move", "b1")
    assert sorted(choices(world)) == ["a1", "c1", "drop", "swap y#"]


def test_carry_17() -> None:
    """CARRY-17, PIT-10: a friend on a pit keeps a Rope, a Thief needs none."""
    world = maze("..O..", {"bW": "b1", "b$": "b1", "bC": "c1", "b&": "c1"})
    assert not legal(world, "bW move", "c1", "swap b&")
    world = maze("..O..", {"bW": "b1", "bC": "c1", "b&": "c1"})
    assert not legal(world, "bW move", "c1", "take b&")
    world = maze("..O..", {"bW": "b1", "b$": "b1", "bH": "c1", "b&": "c1"})
    assert legal(world, "bW move", "c1", "swap b&", "d1", "stop")
    world = maze("..O..", {"bW": "b1", "bg": "b1", "bH": "c1"})
    assert legal(world, "bW move", "c1", "drop", "d1", "stop")


# ---------------------------------------------------------------- pits, ropes, jumps


def test_10_troll_takes_rope() -> None:
    """TEST-10: pit, Rope, off again: 2 squares, 1 AP. He may also stop on it (PIT-5)."""
    world = maze(".O.", {"bT": "a1", "y&": "b1"})
    done = after(world, "bT move", "b1", "take y&", "c1", "stop")
    assert token(done, "y&").where == (2, 0)
    assert done.ap == 2
    assert legal(world, "bT move", "b1", "stop")
    assert legal(world, "bT move", "b1", "take y&", "stop")


def test_rope_left_on_pit() -> None:
    """PIT-2 e, PIT-5, PIT-8 with and without a second attachment square."""
    world = maze(".O.", {"bC": "a1", "b&": "a1"})
    assert legal(world, "bC move", "b1", "drop", "c1", "stop")
    assert legal(world, "bC move", "b1", "stop")
    world = maze(".O", {"bC": "a1", "b&": "a1"})
    assert "bC move" not in choices(world)
    world = maze(".OO.", {"bC": "a1", "b&": "a1", "y&": "c1"})
    assert legal(world, "bC move", "b1", "c1", "d1", "stop")


def test_11_bridge() -> None:
    """TEST-11: a Cleric on his Rope carries his own colour over, not the other."""
    pieces = {"bC": "c1", "b&": "c1", "bW": "b1", "yW": "d1"}
    world = maze("..O.. .....", pieces)
    barrier(world, "c1", "s", "wall")
    world = after(world, "bW move", "c1")
    assert "stop" not in choices(world)
    yellow = maze("..O.. .....", {**pieces, "bW": "a2"}, active="y")
    yellow = after(yellow, "yW move")
    assert "c1" not in choices(yellow)


def test_12_jump() -> None:
    """TEST-12 and the shapes of JUMP-3."""
    assert "bC jump" not in choices(maze("..O..", {"bC": "b1", "yg": "c1", "y&": "c1"}))
    world = maze(".... .O.. ....", {"bC": "a2"})
    assert sorted(choices(after(world, "bC jump"))) == ["b1", "b3", "c2"]
    world.options = Options(jump_shape="straight")
    landed = after(world, "bC jump", "c2")
    assert landed.phase == "act"
    assert player(landed, "b").jumps == 2
    assert choices(after(world, "bC jump")) == ["c2"]


def test_jump_needs_a_landing_after_handling() -> None:
    """The look-ahead sees that the load must be put down first (MOVE-21 c)."""
    world = maze(".O.", {"bC": "a1", "b$": "a1", "b!": "c1"})
    world = after(world, "bC jump")
    assert choices(world) == ["drop"]
    world = after(world, "drop", "c1")
    assert sorted(choices(world)) == ["stop", "take b!"]


def test_pit_13_and_14() -> None:
    """The Rope taken from under an enemy lets him fall; never from under a friend."""
    world = maze(".O.", {"bT": "a1", "yc": "b1", "y&": "b1"})
    world = after(world, "bT move", "b1")
    assert "stop" not in choices(world)
    world = after(world, "take y&")
    assert token(world, "yC").where == "gone"
    assert player(world, "b").vp == 1
    assert sorted(choices(world)) == ["a1", "c1", "drop", "stop"]
    world = maze(".O.", {"bT": "a1", "bc": "b1", "y&": "b1"})
    world = after(world, "bT move", "b1")
    assert sorted(choices(world)) == ["a1", "c1", "take bC"]
    world = after(world, "take bC", "c1", "stop")
    assert token(world, "y&").where == (1, 0)


# ---------------------------------------------------------------- gates, walls, fire


def border(state: str, pieces: dict[str, str]) -> World:
    """Two rooms: a wall on the own side of a1, a portcullis on the own side of b1."""
    world = maze("..", pieces)
    barrier(world, "a1", "e", "wall", both=False)
    barrier(world, "b1", "w", "gate", both=False)
    world.gates[0].state = state
    return world


@pytest.mark.parametrize(("state", "passes"), [("closed", False), ("open", True), ("broken", True)])
def test_20_wall_before_gate(state: str, passes: bool) -> None:
    """TEST-20: the Wall-Walker, and who can work the portcullis."""
    assert ("bA wall" in choices(border(state, {"bA": "a1"}))) == passes
    assert ("bA wall" in choices(border(state, {"bA": "b1"}))) == passes
    for name, verb in [("bW", "break"), ("bH", "gate")]:
        assert not any(verb in text for text in choices(border(state, {name: "a1"})))
    assert ("bW break w" in choices(border(state, {"bW": "b1"}))) == (state == "closed")
    assert ("bH gate w" in choices(border(state, {"bH": "b1"}))) == (state != "broken")


def test_two_gates_on_one_side() -> None:
    """GATE-6: own and far portcullis are two."""
    world = maze("..", {"bH": "a1", "bW": "b1"})
    barrier(world, "a1", "e", "gate", both=False)
    barrier(world, "b1", "w", "gate", both=False)
    assert deeds(world, "bH") == ["gate e", "gate e far"]
    world = after(world, "bH gate e")
    assert deeds(world, "bW") == ["break w"]
    world = after(world, "bW break w")
    assert deeds(world, "bH") == ["move", "gate e"]  # forth and back over the friend (MOVE-2)
    one = maze("..", {"bH": "a1"})
    barrier(one, "a1", "e", "gate")
    assert deeds(one, "bH") == ["gate e"]


def test_fireball() -> None:
    """TEST-14, FIRE-4, FIRE-5, FIRE-7 and slits (SLIT-2)."""
    world = maze(".O..", {"bZ": "a1", "b*": "a1", "yW": "c1", "yg": "c1"})
    world = after(world, "bZ fire e")
    assert player(world, "b").vp == 2
    assert token(world, "b*").where == "gone"
    assert world.result == "b" or world.phase == "act"
    near = maze("...", {"bZ": "a1", "b*": "a1", "yW": "c1"})
    barrier(near, "a1", "e", "slit")
    assert player(after(near, "bZ fire e"), "b").vp == 1
    far = maze("...", {"bZ": "a1", "b*": "a1", "yW": "c1"})
    barrier(far, "b1", "e", "slit")
    wasted = after(far, "bZ fire e")
    assert player(wasted, "b").vp == 0 and token(wasted, "b*").where == "gone"


# ---------------------------------------------------------------- turn, exit, end


def test_action_cards() -> None:
    """TEST-1 to TEST-5."""
    world = maze("..", {"bW": "a1", "yW": "b1"}, phase="card", ap=0)
    assert choices(world) == ["card 2"]
    world = after(world, "card 2", "pass")
    assert world.active == "y"
    assert choices(world) == ["card 2", "card 3"]
    higher = after(world, "card 3", "pass")
    assert choices(higher) == ["card 3", "card 4"]
    assert choices(after(world, "card 2", "pass")) == ["card 3"]
    assert choices(after(higher, "card 4", "pass")) == ["card 2", "card 4", "card 5"]


def test_exits() -> None:
    """TEST-17, EXIT-4, EXIT-5."""
    world = maze("..y", {"bG": "a1", "y$": "a1", "yW": "a1"})
    token(world, "yW").where = (2, 0)
    assert "c1" not in choices(after(world, "bG move", "b1"))
    token(world, "yW").wounded = True
    world = after(world, "bG move", "b1", "c1")
    assert player(world, "b").vp == 3
    assert token(world, "bG").where == "out"
    assert world.phase == "act"


def test_end_of_game() -> None:
    """END-2, END-3, STALL-3 and the end of the turn by itself."""
    world = maze("..y", {"bG": "a1", "bW": "b1", "yW": "a1"}, ap=1)
    token(world, "yW").where = Under(1)
    player(world, "b").vp = 3
    world.options = Options(end_rule="immediate")
    assert after(world, "bG move", "b1", "c1").result == "b"
    world.options = Options()
    assert after(world, "bG move", "b1", "c1").result == "b"  # no AP left: the turn is over
    world.ap = 2
    going_on = after(world, "bG move", "b1", "c1")
    assert going_on.result is None
    assert after(going_on, "pass").result == "b"


def test_stall() -> None:
    """STALL-6: idle turns of both; a turn with progress does not count."""
    world = maze("..", {"bW": "a1", "yW": "b1"}, options=Options(stall_limit=2))
    world = after(world, "pass", "card 2", "pass", "card 2", "pass")
    assert (player(world, "b").stall, player(world, "y").stall) == (2, 1)
    fought = after(world, "card 3", "yW attack bW", "combat 1", "combat 1", "pass")
    assert (player(fought, "b").stall, player(fought, "y").stall) == (0, 0)
    assert after(world, "card 3", "pass").result == "draw"


def test_potion() -> None:
    """SPEED-2, SPEED-3: the turn goes on while the drinker has potion AP, for him alone."""
    world = maze("....", {"bW": "a1", "b%": "a1", "bC": "c1", "yW": "d1"}, ap=1)
    world = after(world, "bW drink")
    assert sorted(choices(world)) == ["bW move", "pass"]
    assert (world.ap, token(world, "bW").potion) == (0, 4)


def test_healed_stays_out() -> None:
    """TEST-16."""
    world = maze("... ...", {"bC": "a1", "bw": "b1", "bT": "c2", "yT": "b2"})
    world = after(world, "bC heal bW")
    assert not deeds(world, "bW")
    assert sides(world, "bT", "yT") == ({"bT"}, {"yT"})


# ---------------------------------------------------------------- the real maze


def check(world: World) -> None:
    """ACT-2 on every square between actions, and nobody but Thieves on a bare pit."""
    for square in world.squares:
        here = tokens_at(world, square)
        assert legal_company(here), (square, here)
        if world.squares[square] == "pit" and here:
            assert any(piece.sign == "&" or (piece.sign == "H" and piece.able) for piece in here)


def test_reveal_shares() -> None:
    """TEST-8: the revealer places all but his own objects, then the opponent."""
    world = real_game(1)
    for piece in world.tokens:
        if isinstance(piece.where, Under) and piece.where.place == 1:
            piece.where = Under(2)
    for name in ("bT", "y!", "b&"):
        token(world, name).where = Under(1)
    world = after(world, "card 2")
    reveal = next(text for text in choices(world) if text.endswith("reveal R1"))
    world = after(world, reveal)
    assert decider(world) == "chance"
    assert len(choices(world)) == 32
    world = after(world, "room 1D r0")
    assert len(choices(world)) == 2 * 24
    world = after(world, "place y! b1")
    assert decider(world) == "b"
    assert len(choices(world)) == 23
    world = after(world, "place bT b2")
    assert decider(world) == "y"
    assert all(text.startswith("place b& ") for text in choices(world))
    world = after(world, "place b& b3")
    assert world.phase == "act"


@pytest.mark.parametrize("seed", range(3))
def test_random_games(seed: int) -> None:
    """Nobody gets stuck, and the squares stay legal."""
    chance = random.Random(seed)
    world = real_game(seed)
    for _ in range(150):
        if world.result is not None:
            break
        options = choices(world)
        assert options
        assert len(options) == len(set(options))
        world = play(world, chance.choice(options))
        if world.phase == "act":
            check(world)


def test_perft() -> None:
    """Depths that can be counted by hand: one card, then pass or the moves of a Troll in a corridor."""
    world = maze("...", {"bT": "a1", "yT": "c1"}, phase="card", ap=0)
    assert perft(world, 0, choices, play) == 1
    assert perft(world, 1, choices, play) == 1
    assert perft(world, 2, choices, play) == 2  # pass, move
    assert perft(world, 3, choices, play) == 3  # the first card of yellow (2), the only step of blue (1)
