"""Games from the beginning: drawing pairs, choosing teams, laying the cards (sections 5 to 7)."""

from __future__ import annotations

from collections.abc import Mapping

from .ending import begin_turn
from .lore import COLOURS, HANDICAPS, HOME, LETTERS, LEVELS, OTHER, PAIRS, SCENARIOS, Scenario, signs_of
from .plan import GAME_ROOMS
from .world import HAND, SPARE, Options, Player, Room, Token, World

CHANCE = "chance"
TAKEN_OUT = "taken"  # in a draft: the card whose double the other player took


def read_options(scenario: Scenario, options: Mapping[str, str]) -> Options:
    """Options by their names; those without influence on the rules (memory, timer) are passed over."""
    found = Options(selection=options.get("selection", "mutual"), secret=options.get("secretObjects", "no") == "yes")
    found.ends_itself = options.get("endTurn", "automatic") == "automatic"
    handicap = options.get("handicap", "")
    if handicap:
        colour, stronger, weaker = handicap.split("/")
        assert colour in COLOURS and scenario.target >= 5, "OPT-20"
        assert stronger[:1] == "-" or (stronger in LEVELS and weaker in LEVELS), "OPT-20, OPT-24"
        found.handicap = (colour, stronger, weaker)
    return found


def empty_world(scenario: Scenario, options: Options) -> World:
    """All tokens spare, all rooms face down."""
    tokens = {}
    for colour in COLOURS:
        for sign in signs_of(scenario):
            tokens[colour[0] + sign] = Token(colour[0] + sign, colour)
    world = World(scenario, options, tokens, rooms={slot: Room(slot) for slot in range(1, 2 * scenario.rows + 1)})
    for colour in COLOURS:
        world.players[colour] = Player() if scenario.combat else Player(combat=[])
    return world


def handicap_of(options: Options) -> tuple[str, int, tuple[int, ...]]:
    """Who is handicapped, characters removed, combat cards removed (OPT-21, OPT-22, OPT-24)."""
    if options.handicap is None:
        return "blue", 0, ()
    colour, stronger, weaker = options.handicap
    if stronger[:1] == "-":
        return colour, int(stronger[1:]), tuple(int(card) for card in weaker)
    return colour, *HANDICAPS.get((stronger, weaker), (0, ()))


def new_game(scenario: str, options: Mapping[str, str] | None = None) -> World:
    """A game before its first decision."""
    plan = SCENARIOS[scenario]
    world = empty_world(plan, read_options(plan, options or {}))
    if plan.pairs is None:
        world.setup += [("pair", CHANCE, "")] * plan.rows
    else:
        world.pairs = list(plan.pairs)
    if plan.team is not None:
        for token in world.tokens.values():
            token.where = HAND
    elif world.options.selection == "frontal":
        for colour in COLOURS:
            world.setup += [("pick", colour, "character")] * plan.characters + [("pick", colour, "object")] * plan.objects
    else:
        world.setup.append(("picker", CHANCE, ""))
    handicapped, removed, cards = handicap_of(world.options)
    for card in cards:
        world.players[handicapped].combat.remove(card)
    world.setup += [("out", handicapped, "")] * removed
    world.setup += [("start", colour, "") for colour in COLOURS for _ in range(2)]
    world.setup.append(("placer", CHANCE, ""))
    world.setup += [("face", colour, f"front {column}") for colour in COLOURS for column in (0, 1)]
    world.setup.append(("starter", CHANCE, ""))
    world.pool = [name for name in GAME_ROOMS if GAME_ROOMS[name][0] in world.pairs]
    return world


def alternating(first: str, numbers: dict[str, int]) -> list[str]:
    """Who is asked in turn, so many times each; one who is done is passed over (SET-6)."""
    left, colour, found = dict(numbers), first, []
    while any(left.values()):
        if left[colour]:
            left[colour] -= 1
            found.append(colour)
        colour = OTHER[colour]
    return found


# Choices


def setup_choices(world: World) -> list[str]:
    """All choices of the decision at hand."""
    decision, who, detail = world.setup[0]
    if decision == "pair":
        return [f"pair {pair}" for pair in PAIRS if pair not in world.pairs]
    if who == CHANCE:
        return [f"{decision} {colour}" for colour in COLOURS]
    own = [token for token in world.tokens.values() if token.colour == who]
    hand = [token for token in own if token.where == HAND]
    if decision == "pick":
        return [f"pick {token.name}" for token in own if pickable(world, token, detail)]
    if decision == "out":
        return [f"out {token.name}" for token in hand if token.is_character]
    if decision == "start":
        columns = [column for column in (0, 1) if all(token.where != f"front {column}" for token in own)]
        return [f"start {token.name} {column}" for token in hand if token.is_character for column in columns]
    if decision == "lay":
        return [f"lay {token.name} R{slot}" for token in hand for slot in world.rooms if room_left(world, slot)]
    return [f"face {token.name} {letter}" for token in own if token.where == detail for letter in LETTERS]


def pickable(world: World, token: Token, what: str) -> bool:
    """A card nobody has taken yet; of two copies the first one that is left (SEL-1 to SEL-5)."""
    if token.where != SPARE or token.is_character != (what == "character"):
        return False
    copies = [other for other in world.tokens.values() if other.colour == token.colour and other.kind == token.kind]
    return token is next(other for other in copies if other.where == SPARE)


def room_left(world: World, slot: int) -> bool:
    """SET-6: is the capacity of a room not exhausted?"""
    cards = sum(token.where == f"R{slot}" for token in world.tokens.values())
    return cards < world.scenario.capacity[(slot - 1) // 2]


# Playing them


def play_setup(world: World, words: list[str]) -> None:
    """Carry out a choice of the setup."""
    _, who, _ = world.setup.pop(0)
    verb, name = words[0], words[1]
    if verb == "pair":
        world.pairs.append(name)
        world.pool = [room for room in GAME_ROOMS if GAME_ROOMS[room][0] in world.pairs]
    elif verb == "picker":
        plan_picks(world, name)
    elif verb == "pick":
        pick(world, world.tokens[name])
    elif verb == "out":
        world.tokens[name].where = SPARE
    elif verb == "start":
        world.tokens[name].where = f"front {words[2]}"
    elif verb == "placer":
        plan_laying(world, name)
    elif verb == "lay":
        world.tokens[name].where = words[2]
    elif verb == "face":
        token = world.tokens[name]
        token.where = f"{HOME[who]}{token.where[-1]}{words[2]}"
    elif verb == "starter":
        world.active, world.turn = name, 1
        begin_turn(world)
    else:
        raise ValueError(verb)


def plan_picks(world: World, first: str) -> None:
    """SEL-1, SEL-2, SEL-4, SEL-5: a mutual choice gives a card to both, in a draft everybody takes his own."""
    scenario, order = world.scenario, []
    for what, count, beginner in (
        ("character", scenario.characters, first),
        ("object", scenario.objects, OTHER[first]),
    ):
        picks = count if world.options.selection == "mutual" else 2 * count
        turns = [beginner if number % 2 == 0 else OTHER[beginner] for number in range(picks)]
        order += [("pick", colour, what) for colour in turns]
    world.setup = order + world.setup


def pick(world: World, token: Token) -> None:
    """The card picked, and what becomes of the other player's same card."""
    double = world.tokens[OTHER[token.colour][0] + token.sign]
    token.where = HAND
    if world.options.selection == "mutual":
        double.where = HAND
    elif world.options.selection == "draft":
        double.where = TAKEN_OUT


def plan_laying(world: World, first: str) -> None:
    """SET-6; from now on the cards left over from a draft are simply spare."""
    numbers = dict.fromkeys(COLOURS, 0)
    for token in world.tokens.values():
        if token.where == HAND:
            numbers[token.colour] += 1
        elif token.where == TAKEN_OUT:
            token.where = SPARE
    world.setup = [("lay", colour, "") for colour in alternating(first, numbers)] + world.setup
