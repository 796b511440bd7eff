"""Random crowded positions of the engine: rooms laid and turned at random, tokens scattered as ACT-2 and PIT allow.

Random play from the first turn hardly ever brings a wounded character onto a Rope over a pit or a Wand into the hand of
a Wizard; here such things are common.
"""

import random
from functools import lru_cache
from pathlib import Path

from dungeon_twister.rules.engine.actions import PASS, STOP, kind_of
from dungeon_twister.rules.engine.board.pieces import POTION
from dungeon_twister.rules.engine.board.setting import ACTION_CARDS, BoardSetting, board_setting_of
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.decisions import ACT, frame
from dungeon_twister.rules.engine.game import make_setting
from dungeon_twister.rules.engine.pieces import CASTS, CLIMBS, FIREBALL
from dungeon_twister.rules.engine.scenarios import load_scenario
from dungeon_twister.rules.engine.setting import COMBAT_CARDS
from dungeon_twister.rules.engine.state import BLOCKED, GONE, HURT, OUT, POTION_SHIFT, UNDER, WOUNDED
from dungeon_twister.rules.geometry.maze import BROKEN, CLOSED, OPEN
from dungeon_twister.rules.geometry.rooms import LINE, PIT, parse_rooms

CANALS = Path(__file__).with_name("canals.txt")  # pits with few holds, for the laboratory


def crowded(scenario: str, options: dict[str, str], chance: random.Random) -> BoardState:
    """A random position in the middle of a turn."""
    setting = setting_of(scenario, tuple(options.items()))
    state = BoardState.fresh(setting)
    state.shown = True
    for token in range(setting.tokens):
        state.set_loc(token, GONE)
    state.active = chance.randrange(setting.players)
    lay_rooms(state, chance)
    work_gates(state, chance)
    scatter(state, chance)
    mark(state, chance)
    deal(state, chance)
    state.stack = [frame(ACT, state.active)]
    return state


@lru_cache(maxsize=64)
def setting_of(name: str, options: tuple[tuple[str, str], ...]) -> BoardSetting:
    """The setting of a scenario; the laboratory gets the canals, too."""
    scenario = load_scenario(name)
    if name == "lab":
        scenario = scenario.with_rooms(parse_rooms(CANALS.read_text("utf-8"), CANALS.name))
    return board_setting_of(make_setting(scenario, dict(options)))


def lay_rooms(state: BoardState, chance: random.Random) -> None:
    """Turn most places up; in the laboratory rooms with pits and portcullises come often."""
    setting = state.board_setting
    rooms = list(range(len(setting.plan.rooms)))
    if setting.scenario.pairs < len(setting.plan.pairs):
        pairs = chance.sample(setting.plan.pairs, setting.scenario.pairs)
        rooms = [room for room in rooms if setting.plan.rooms[room].pair in pairs]
    chance.shuffle(rooms)
    special = [room for room in rooms if setting.plan.rooms[room].name[:4] in ("pits", "gate", "cana")]
    if special and chance.random() < 0.7:
        rooms = special + [room for room in rooms if room not in special]
    elif chance.random() < 0.3:  # twins side by side
        rooms.sort(key=lambda room: setting.plan.rooms[room].pair)
    state.rooms_left = sum(1 << room for room in rooms)
    for tile in range(setting.plan.tiles):
        if chance.random() < 0.85:
            state.maze = state.maze.revealed(tile, rooms[tile], chance.randrange(4))
            state.rooms_left &= ~(1 << rooms[tile])


def work_gates(state: BoardState, chance: random.Random) -> None:
    """Some portcullises stand open or are broken."""
    shown = [gate for side in range(state.board_setting.plan.base * 4) if (gate := state.maze.gate_at(side)) >= 0]
    for gate in sorted(set(shown)):
        if chance.random() < 0.4:
            state.maze = state.maze.with_gate(gate, chance.choice([CLOSED, OPEN, BROKEN]))


def scatter(state: BoardState, chance: random.Random) -> None:
    """Put every token somewhere; the room of one crowd is small so that much meets."""
    setting = state.board_setting
    squares = [square for square, terrain in enumerate(state.maze.terrain) if terrain <= LINE]
    inside = [square for square in squares if square < setting.plan.base]
    pits = [square for square in squares if state.maze.terrain[square] == PIT]
    if inside and chance.random() < 0.5:  # around one square
        heart = setting.plan.xy[state.maze.spot(chance.choice(pits if pits and chance.random() < 0.5 else inside))]
        inside.sort(key=lambda square: distance(state, square, heart))
        inside = inside[: chance.randrange(10, 25)]
        pits = [square for square in pits if square in inside] or pits
    hidden = [tile for tile in range(setting.plan.tiles) if state.maze.room_of[tile] < 0]
    tokens = list(range(setting.tokens))
    chance.shuffle(tokens)
    tokens.sort(key=lambda token: not setting.is_rope[token])  # Ropes first: they open the pits for the others
    crowd = chance.choice([0.35, 0.6, 0.9])
    for token in tokens:
        luck = chance.random()
        if luck > crowd:
            state.set_loc(token, UNDER + chance.choice(hidden) if hidden and chance.random() < 0.6 else GONE)
            if chance.random() < 0.1:
                state.set_loc(token, OUT)
            continue
        want = inside if chance.random() < 0.85 and inside else squares
        wounded = setting.is_character[token] and chance.random() < 0.35
        if pits and chance.random() < (0.8 if setting.is_rope[token] else 0.5 if wounded else 0.3):
            want = pits
        for square in partners(state, token) + [chance.choice(want) for _ in range(8)]:
            if fits(state, token, square, wounded):
                put(state, token, square, wounded)
                break


def distance(state: BoardState, square: int, heart: tuple[int, int]) -> int:
    """Return the steps from a point to a square, ignoring walls."""
    x, y = state.board_setting.plan.xy[state.maze.spot(square)]
    return abs(x - heart[0]) + abs(y - heart[1])


def partners(state: BoardState, token: int) -> list[int]:
    """Where a token would have company that makes something of it: the Wand with a Wizard, the Potion with anyone."""
    abilities = state.setting.capabilities
    if abilities[token] & FIREBALL:
        return [square for square, other in enumerate(map(int, state.stand)) if other >= 0 and abilities[other] & CASTS]
    if abilities[token] & CASTS:
        return [square for square, other in enumerate(map(int, state.item)) if other >= 0 and abilities[other] & FIREBALL]
    if abilities[token] & POTION:
        return [square for square, other in enumerate(state.stand) if other >= 0][:1]
    return []


def fits(state: BoardState, token: int, square: int, wounded: bool) -> bool:
    """May the token be there between two actions (ACT-2, MOVE-12, PIT-5, PIT-10, PIT-11)?"""
    setting, terrain = state.board_setting, state.maze.terrain[square]
    standing, lying, thing = int(state.stand[square]), int(state.down[square]), int(state.item[square])
    if not setting.is_character[token]:
        if thing >= 0 or (standing >= 0 and lying >= 0):
            return False
        if terrain != PIT:
            return True
        climber = standing >= 0 and setting.capabilities[standing] & CLIMBS != 0
        return setting.is_rope[token] or climber
    role = setting.line_role[setting.owner[token]][square - setting.plan.base] if terrain == LINE else 1
    if role != 1 or (lying if wounded else standing) >= 0:
        return False
    other = standing if wounded else lying
    if other >= 0 and (thing >= 0 or setting.owner[other] != setting.owner[token]):
        return False
    if terrain != PIT:
        return True
    rope = thing >= 0 and setting.is_rope[thing]
    if wounded:
        return rope or (other >= 0 and setting.capabilities[other] & CLIMBS != 0)
    return rope or setting.capabilities[token] & CLIMBS != 0


def put(state: BoardState, token: int, square: int, wounded: bool) -> None:
    """Set a token on a square."""
    state.set_status(token, WOUNDED if wounded else 0)
    state.put(token, square)


def mark(state: BoardState, chance: random.Random) -> None:
    """Marks of this turn: wounded in it, healed in it, drinkers of the player whose turn it is."""
    for token, place in enumerate(state.loc):
        if not state.setting.is_character[token] or not 0 <= place < UNDER:
            continue
        luck = chance.random()
        if state.status[token] & WOUNDED:
            state.mark(token, HURT if luck < 0.2 else 0)
        elif luck < 0.1:
            state.mark(token, BLOCKED | (HURT if luck < 0.05 else 0))
        elif luck < 0.2 and state.setting.owner[token] == state.active:
            state.mark(token, chance.randint(1, 4) << POTION_SHIFT)


def deal(state: BoardState, chance: random.Random) -> None:
    """Hands, points and counts."""
    limit = state.board_setting.stall_limit or 12
    for player in range(state.setting.players):
        cards = [card for card in ACTION_CARDS if chance.random() < 0.6]
        if player != state.active and not cards:
            cards = list(ACTION_CARDS)
        state.set_action_hand(player, sum(1 << card for card in cards))
        for card in COMBAT_CARDS[1:]:
            if chance.random() < 0.5:
                state.set_combat_hand(player, state.combat_hand[player] - (1 << 2 * card))
                state.set_used(player, state.used[player] + (1 << 2 * card))
        state.set_jumps(player, chance.randrange(4))
        state.set_vp(player, chance.randrange(state.setting.target))
        state.set_idle(player, chance.randrange(limit))
    state.ap = chance.randint(1, 5)
    state.highest = 5
    state.turn = chance.randrange(1, 30)
    state.progress = chance.random() < 0.3


def choose(found: list[int], chance: random.Random) -> int:
    """A random choice, each kind as likely as the others, otherwise steps and placements would drown the rest; pass and
    stop are rarer, otherwise turns and journeys would be short."""
    kinds = sorted({kind_of(action) for action in found})
    busy = [kind for kind in kinds if kind not in (PASS, STOP)]
    kind = chance.choice(busy if busy and chance.random() < 0.9 else kinds)
    return chance.choice([action for action in found if kind_of(action) == kind])
