"""From a State of the engine to a World of the naive rules, and a summary of a World that can be compared.

Only plain facts are read from the BoardState: which room lies where, what is on which square, hands and counters. What is
next to what, which sides are barred and who may do what is worked out again by the naive rules from the drawings.
"""

from functools import lru_cache

from dungeon_twister.rules.engine.board.decisions import CHOOSE_CARD
from dungeon_twister.rules.engine.board.options import FIRST_TO_TARGET, IMMEDIATE, STRAIGHT
from dungeon_twister.rules.engine.board.setting import ACTION_CARDS, BoardSetting
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.decisions import ACT, CHOOSE_COMBAT, PLACE_TOKENS, ROOM_DRAW, TRAVEL, frame_argument
from dungeon_twister.rules.engine.options import ASKED
from dungeon_twister.rules.engine.shared.duel import cards_in
from dungeon_twister.rules.engine.state import BLOCKED, GONE, HURT, OUT, POTION_SHIFT, SPARE, SUPPLY, UNDER, WOUNDED
from dungeon_twister.rules.geometry.maze import BROKEN, CLOSED, OPEN

from . import world as naive
from .drawing import lay_room, parse_drawing
from .world import Battle, Drawing, Gate, Journey, Line, Options, Player, Reveal, Room, Square, Token, Under, World

PHASES = {
    ACT: "act",
    CHOOSE_CARD: "card",
    CHOOSE_COMBAT: "combat",
    PLACE_TOKENS: "place",
    ROOM_DRAW: "room",
    TRAVEL: "travel",
}
MODES = ("move", "jump", "wall")
COMPASS = "nesw"
GATE_STATES = {CLOSED: "closed", OPEN: "open", BROKEN: "broken"}
PLACES = {SUPPLY: naive.SUPPLY, OUT: naive.OUT, GONE: naive.GONE, SPARE: naive.SPARE}


def world_of(state: BoardState) -> World:
    """The same moment of the same game, from the first turn on; the setup has no World."""
    setting = state.board_setting
    layout = setting.layout
    drawings = drawings_of(setting)
    places = [layout.places[place] for place in state.maze.place_of]
    face_up = [room for room in state.maze.room_of if room >= 0]
    pool = [room.name for i, room in enumerate(setting.plan.rooms) if state.rooms_left >> i & 1 or i in face_up]
    world = World(
        {square: "line" for line in layout.lines for square in line.squares},
        rooms=[Room(tile + 1, place.x, place.y) for tile, place in enumerate(places)],
        lines=[line_of(setting, player) for player in range(setting.players)],
        tokens=[token_of(state, number) for number in range(setting.tokens)],
        players=[player_of(state, player) for player in range(setting.players)],
        drawings=drawings,
        pool=pool,
        options=options_of(setting),
        active=setting.colours[state.active][0],
        phase="over" if state.over else PHASES[state.decision()],
        ap=state.ap,
        highest_card=0 if state.highest == 1 else state.highest,
        progress=state.progress,
    )
    for tile, room in enumerate(state.maze.room_of):
        if room >= 0:
            lay_room(world, world.rooms[tile], setting.plan.rooms[room].name, state.maze.quarters[tile])
    for gate in world.gates:
        gate.state = gate_state(state, gate)
    world.first_to_target = next((c[0] for p, c in enumerate(setting.colours) if state.reached >> p & 1), None)
    if state.over:
        winners = [colour[0] for player, colour in enumerate(setting.colours) if state.winners >> player & 1]
        world.result = winners[0] if len(winners) == 1 else "draw"
    else:
        world.journey = journey_of(state)
        world.battle = battle_of(state)
        world.reveal = reveal_of(state)
    return world


def coordinates(state: BoardState, square: int) -> Square:
    """Where a square of the engine lies in the maze now."""
    return state.board_setting.plan.xy[state.maze.spot(square)]


@lru_cache(maxsize=64)
def drawings_of(setting: BoardSetting) -> dict[str, Drawing]:
    """The rooms of a game, read again from their drawings."""
    turns = {1: "cw", 3: "ccw"}
    return {
        room.name: parse_drawing(f"room {room.name} pair={room.pair} turn={turns[room.turn]}", room.lines)
        for room in setting.plan.rooms
    }


def options_of(setting: BoardSetting) -> Options:
    """The switches the naive rules know."""
    options = setting.board_options
    return Options(
        end_rule="immediate" if options.end_rule == IMMEDIATE else "finishTurn",
        tie_break="firstToTarget" if options.tie_break == FIRST_TO_TARGET else "draw",
        jump_shape="straight" if options.jump_shape == STRAIGHT else "any",
        end_turn="asked" if options.end_turn == ASKED else "automatic",
        stall_limit=setting.stall_limit,
        target=setting.target,
    )


def line_of(setting: BoardSetting, player: int) -> Line:
    """The starting line of a player."""
    seat = setting.seats[player]
    line = next(line for line in setting.layout.lines if line.name == seat.line)
    return Line(seat.colour[0], list(line.squares), list(line.dots))


def token_of(state: BoardState, number: int) -> Token:
    """One token with its marks."""
    place, status, name = state.loc[number], state.status[number], state.setting.names[number]
    where: naive.Where
    if state.mover >= 0 and number in (state.mover, state.load):
        where = naive.TRAVEL
    elif place in PLACES:
        where = PLACES[place]
    else:
        where = Under(place - UNDER + 1) if place >= UNDER else coordinates(state, place)
    return Token(
        name[0],
        name[1],
        where,
        wounded=bool(status & WOUNDED),
        hurt_this_turn=bool(status & HURT),
        blocked=bool(status & BLOCKED),
        potion=status >> POTION_SHIFT,
    )


def player_of(state: BoardState, player: int) -> Player:
    """The hands of a player. After progress the engine sets idle counts back only when the turn ends (STALL-6)."""
    return Player(
        state.setting.colours[player][0],
        vp=state.vp[player],
        cards=[card for card in ACTION_CARDS if state.action_hand[player] >> card & 1],
        last_card=state.last_card[player],
        combat=cards_in(state.combat_hand[player]),
        used_combat=cards_in(state.used[player]),
        jumps=state.jumps[player],
        stall=0 if state.progress else state.idle[player],
    )


def gate_state(state: BoardState, gate: Gate) -> str:
    """Closed, open or broken, asked of the engine at the first side of the portcullis."""
    square, direction = gate.sides[0]
    number = state.maze.square_on(state.board_setting.plan.spot_at[square])
    return GATE_STATES[state.maze.gates[state.maze.gate_at(state.maze.side_towards(number, COMPASS.index(direction)))]]


def journey_of(state: BoardState) -> Journey | None:
    """The Move, Jump or Wall-walk under way. The engine does not count the steps made; one is as good as many."""
    if state.mover < 0:
        return None
    names = state.setting.names
    seen: list[str | None] = [names[number] for number in range(state.setting.tokens) if state.seen >> number + 1 & 1]
    if state.seen & 1:
        seen.append(None)
    ropes = {
        names[rope]: coordinates(state, square)
        for rope, square in zip(state.board_setting.ropes, state.ropes_lay, strict=True)
        if 0 <= square < UNDER
    }
    load = names[state.load] if state.load >= 0 else None
    at = coordinates(state, state.at)
    return Journey(names[state.mover], MODES[state.mode], at, load, state.steps, int(state.moved), seen, ropes)


def battle_of(state: BoardState) -> Battle | None:
    """The combat under way."""
    if state.attacker < 0:
        return None
    setting = state.board_setting
    fighters = [number for number in range(setting.tokens) if state.fighters >> number & 1]
    sides = [
        [setting.names[number] for number in fighters if setting.owner[number] == setting.owner[leader]]
        for leader in (state.attacker, state.defender)
    ]
    card = state.chosen[state.active]
    return Battle(sides[0], sides[1], card if card >= 0 else None)


def reveal_of(state: BoardState) -> Reveal | None:
    """The reveal under way."""
    if state.decision() not in (ROOM_DRAW, PLACE_TOKENS):
        return None
    return Reveal(frame_argument(state.stack[-1]) + 1, state.setting.colours[state.active][0])


# ---------------------------------------------------------------- comparing


def summary(world: World) -> dict[str, object]:
    """Everything that matters in a World, without the order in which it is kept."""
    found: dict[str, object] = {
        "phase": world.phase,
        "decider": naive.decider(world),
        "active": world.active,
        "ap": world.ap,
        "result": world.result,
        "highest card": world.highest_card,
        "first to target": world.first_to_target,
        "squares": dict(world.squares),
        "walls": dict(world.walls),
        "gates": sorted((sorted(gate.sides), gate.state) for gate in world.gates),
        "options": world.options,
    }
    if world.phase != "over":
        found["progress"] = world.progress
    for room in world.rooms:
        found[f"R{room.place}"] = room
    for each in world.players:
        found[each.colour] = (each.vp, each.last_card, each.jumps, each.stall)
        found[each.colour + " hands"] = (sorted(each.cards), sorted(each.combat), sorted(each.used_combat))
    for piece in world.tokens:
        found[piece.name] = place_and_marks(piece)
    if world.journey is not None:
        journey = world.journey
        held = {str(name) for name in journey.seen}
        found["journey"] = (journey.actor, journey.mode, journey.at, journey.load, journey.left, journey.made > 0, held)
        found["ropes"] = journey.ropes
    if world.battle is not None:
        found["battle"] = (sorted(world.battle.attackers), sorted(world.battle.defenders), world.battle.card)
    if world.reveal is not None:
        found["reveal"] = world.reveal
    return found


def place_and_marks(piece: Token) -> tuple[object, ...]:
    """Where a token is, and its marks as long as it is in the game."""
    if piece.where in (naive.OUT, naive.GONE, naive.SPARE):
        return (piece.where,)
    return piece.where, piece.wounded, piece.hurt_this_turn, piece.blocked, piece.potion


def differences(one: World, other: World) -> list[str]:
    """List the differences of two Worlds, one line for each fact."""
    first, second = summary(one), summary(other)
    facts = [key for key in [*first, *second] if first.get(key) != second.get(key)]
    return [f"{key}: {first.get(key)} / {second.get(key)}" for key in dict.fromkeys(facts)]
