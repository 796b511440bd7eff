"""Reading a position: a game in the middle of a turn, at the decision ``act``."""

from __future__ import annotations

from .lore import COLOURS, OTHER, SCENARIOS
from .plan import GAME_ROOMS, TEST_ROOMS
from .setup import empty_world, new_game, read_options
from .world import GONE, HAND, OUT, RESCUED, Player, World

__all__ = ["new_game", "read_position"]


def read_position(text: str) -> World:
    """The world of a position text; a drawing below ``maze`` is not looked at."""
    lines = []
    for line in text.strip().split("\n"):
        words = line.split()
        if words == ["maze"]:
            break
        if words and words[0] != "#":
            lines.append((words[0], words[1:]))
    assert lines[0] == ("position", ["1"]), lines[0]
    heads = dict(lines)
    scenario = SCENARIOS[heads["scenario"][0]]
    world = empty_world(scenario, read_options(scenario, dict(word.split("=") for word in heads.get("options", []))))
    world.phase, world.turn, world.acted = "act", 10, set(COLOURS)
    rooms = {**GAME_ROOMS, **TEST_ROOMS} if scenario.test_rooms else GAME_ROOMS
    names = [name for name in rooms if scenario.pairs is None or scenario.test_rooms or rooms[name][0] in scenario.pairs]
    for head, words in lines[1:]:
        read_line(world, head, words)
    used = {room.name for room in world.rooms.values()}
    world.pool = list(heads["pool"]) if "pool" in heads else [name for name in names if name not in used]
    return world


def read_line(world: World, head: str, words: list[str]) -> None:
    """One line."""
    if head == "turn":
        world.active, world.ap = words[0], int(words[2])
    elif head == "count":
        read_count(world, words)
    elif head in COLOURS:
        read_player(world.players[head], words)
    elif head == "rooms":
        for slot, text in pairs(words):
            room = world.rooms[int(slot[1:])]
            room.name, quarters = text.rsplit(".", 1)
            room.quarters = int(quarters)
    elif head == "gates":
        for slot, state in pairs(words):
            world.rooms[int(slot[1:])].gate = state
    elif head == "walls":
        for slot in words:
            room = world.rooms[int(slot[1:])]
            room.walls_broken, room.gate = True, "broken"  # GLM-1
    elif head in ("under", "at"):
        for word in words[1:]:
            put(world, words[0], word)
    elif head in ("out", "rescued", "gone", "supply"):
        for word in words:
            put(world, {"out": OUT, "rescued": RESCUED, "gone": GONE, "supply": HAND}[head], word)
    elif head == "marks":
        for name, mark in pairs(words):
            setattr(world.tokens[name], "walls_used" if mark == "walls" else mark, True)
    elif head == "entry":
        for name, came_from in pairs(words):
            world.tokens[name].entry = came_from
    elif head not in ("position", "scenario", "options", "pool", "wounds"):
        raise ValueError(head)


def pairs(words: list[str]) -> list[tuple[str, str]]:
    """``a=b`` taken apart."""
    return [(word.split("=")[0], word.split("=")[1]) for word in words]


def put(world: World, where: str, word: str) -> None:
    """A card lying or standing somewhere, with what it carries: ``bPa+bCl~+bke``."""
    first, *items = word.split("+")
    bearer = world.tokens[first.rstrip("~")]
    bearer.where, bearer.wounded = where, first.endswith("~")
    for item in items:
        token = world.tokens[item.rstrip("~")]
        token.holder, token.wounded = bearer.name, item.endswith("~")


def read_player(player: Player, words: list[str]) -> None:
    """``vp 0 jumps 3 combat 012233456 used - kept 0``."""
    values = dict(zip(words[::2], words[1::2], strict=True))
    player.vp = int(values.get("vp", player.vp))
    player.jumps = int(values.get("jumps", player.jumps))
    player.kept = int(values.get("kept", player.kept))
    if "combat" in values:
        player.combat = digits(values["combat"])
    if "used" in values:
        player.used = digits(values["used"])


def digits(text: str) -> list[int]:
    """The values of combat cards; ``-`` for none."""
    return [] if text == "-" else [int(digit) for digit in text]


def read_count(world: World, words: list[str]) -> None:
    """``turn 10 quiet 0 progress no acted blue,yellow``."""
    values = dict(zip(words[::2], words[1::2], strict=True))
    world.turn = int(values.get("turn", world.turn))
    world.quiet = int(values.get("quiet", world.quiet))
    world.progress = values.get("progress", "no") == "yes"
    if "acted" in values:
        world.acted = {colour for colour in values["acted"].split(",") if colour in OTHER}
