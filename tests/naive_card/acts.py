"""The actions of a turn (section 12): which are legal, and what they do."""

from __future__ import annotations

from .combat import close_targets, hand_to_hand, has_crossbow, shot, shot_targets, spear_targets, spend
from .ending import discard, eliminate, note_progress
from .handling import rob
from .lore import BREAKS_GATES, MAGIC_USERS, PICKS_LOCKS
from .plan import HEADS, plan_of, sees, twin
from .travel import arrive, begin, landings, lifted_to, may_begin
from .world import (
    Blind,
    Token,
    World,
    able,
    carried,
    characters,
    enemies_at,
    free_hand,
    is_zone,
    lies,
    load,
    site,
    spot,
)


def act_choices(world: World) -> list[str]:
    """Everything the active player may do now, pass included (AP-5)."""
    found = ["pass"]
    for token in list(characters(world, world.active)):
        if world.ap >= 1:
            found += [f"{token.name} {text}" for text in paid(world, token)]
        found += [f"{token.name} {text}" for text in free_combats(world, token)]
    return found


def paid(world: World, token: Token) -> list[str]:
    """The actions of one character that cost 1 AP (ACT-5)."""
    if not able(world, token):
        return ["regenerate"] if may_regenerate(world, token) else []
    return [
        *(f"reveal R{slot}" for slot in plan_of(world).access(spot(world, token))),
        *(["move"] if may_begin(world, token, "move") else []),
        *turns(world, token),
        *jumps(world, token),
        *(f"attack {target.name}" for target in close_targets(world, token)),
        *shots(world, token),
        *spears(world, token),
        *gates(world, token),
        *(f"heal {patient.name}" for patient in patients(world, token)),
        *thefts(world, token),
        *lifts(world, token),
        *(["walls"] if token.kind == "golem" and is_zone(token.where) and not token.walls_used else []),
        *(["wall"] if token.kind == "wall_walker" and may_begin(world, token, "wall") else []),
        *scrolls(world, token),
    ]


def free_combats(world: World, token: Token) -> list[str]:
    """SAM-1."""
    if token.kind != "samurai" or not able(world, token) or token.fought:
        return []
    close = [f"attack {target.name} free" for target in close_targets(world, token)]
    return close + [f"{text} free" for text in spears(world, token)]


def may_regenerate(world: World, token: Token) -> bool:
    """TRO-1, TRO-2."""
    return token.kind == "troll" and token.wounded and not token.hurt and lies(world, token)


def turns(world: World, token: Token) -> list[str]:
    """ROT-1 to ROT-3, MEC-1."""
    if not token.where.endswith(".G"):
        return []
    own = token.where.split(".")[0]
    found = []
    for name, slot in plan_of(world).slots.items():
        if name in (own, twin(own)):
            directions = ("cw", "ccw") if token.kind == "mechanork" else (HEADS[name][1],)
            found += [f"turn R{slot} {direction}" for direction in directions]
    return found


def jumps(world: World, token: Token) -> list[str]:
    """JMP-1, JMP-4."""
    player = world.players[token.colour]
    if player.jumps:
        cards = [""]
    else:
        cards = [f" {value}" for value in sorted(set(player.combat)) if value]
    return [f"jump {place}{card}" for place in landings(world, token) for card in cards] if cards else []


def shots(world: World, token: Token) -> list[str]:
    """RNG-1, RNG-7."""
    weapons = [
        *(["shoot"] if has_crossbow(token) else []),
        *(["bow"] if carried(world, token, "bow") else []),
    ]
    return [f"{weapon} {target.name}" for weapon in weapons for target in shot_targets(world, token)]


def spears(world: World, token: Token) -> list[str]:
    """SPR-1."""
    if not carried(world, token, "spear"):
        return []
    return [f"spear {target.name}" for target in spear_targets(world, token)]


def gates(world: World, token: Token) -> list[str]:
    """PRT-3, PRT-4."""
    found = []
    for slot in plan_of(world).gates(token.where):
        state = world.rooms[slot].gate
        if state != "broken" and (token.kind in PICKS_LOCKS or carried(world, token, "key")):
            found.append(f"gate R{slot}")
        if state == "closed" and token.kind in BREAKS_GATES:
            found.append(f"break R{slot}")
    return found


def patients(world: World, token: Token) -> list[Token]:
    """CLE-1, CLE-2."""
    if token.kind != "cleric":
        return []
    return [
        other
        for other in characters(world)
        if other.wounded and lies(world, other) and site(world, other) == site(world, token)
    ]


def thefts(world: World, token: Token) -> list[str]:
    """PIC-1, PIC-2; blind with secret objects (OPT-12)."""
    if token.kind != "pickpocket" or not free_hand(world, token):
        return []
    found = []
    for victim in enemies_at(world, token.colour, {token.where}):
        objects = [item for item in load(world, victim) if item.is_object]
        if world.options.secret:
            found += [f"steal {victim.name}"] if objects else []
        else:
            found += [f"steal {victim.name} {item.name}" for item in objects]
    return found


def lifts(world: World, token: Token) -> list[str]:
    """TKN-1 to TKN-4; what would change nothing is left out."""
    if token.kind != "telekineticist":
        return []
    found = []
    for item in world.tokens.values():
        if item.is_object and liftable(world, token, item):
            for place in lifted_to(world, spot(world, item)):
                if item.holder or item.where != place:
                    found.append(f"lift {item.name} {place}")
                receivers = [other for other in characters(world) if receives_lifted(world, other, place)]
                found += [f"lift {item.name} {place} {other.name}" for other in receivers]
    return found


def liftable(world: World, token: Token, item: Token) -> bool:
    """TKN-1: carried by her, or lying in a zone of her room."""
    if item.holder:
        return item.holder == token.name
    return is_zone(token.where) and is_zone(item.where) and item.where.split(".")[0] == token.where.split(".")[0]


def receives_lifted(world: World, other: Token, place: str) -> bool:
    """TKN-3: unwounded, with nothing in the hands; the Ghost has none."""
    return site(world, other) == place and not other.wounded and not load(world, other) and free_hand(world, other)


def scrolls(world: World, token: Token) -> list[str]:
    """FIR-1, FIR-2, INV-1, INV-2."""
    if token.kind not in MAGIC_USERS:
        return []
    found = []
    if carried(world, token, "fireball"):
        for other in characters(world):
            if other is not token and not other.holder:
                if site(world, other) == site(world, token) or sees(world, token.where, other.where):
                    found.append(f"fire {other.name}")
    if carried(world, token, "inversion") and is_zone(token.where):
        plan = plan_of(world)
        found += [f"invert R{slot}" for slot in plan.neighbours(plan.slot(token.where))]
    return found


# Doing it


def do_act(world: World, words: list[str]) -> None:
    """Carry out an action; afterwards the phase is ``act`` unless somebody has to be asked."""
    actor, verb, rest = world.tokens[words[0]], words[1], words[2:]
    if verb in ("shoot", "bow") and show_shield(world, world.tokens[rest[0]]):
        return
    if rest[-1:] == ["free"]:
        actor.fought = True
    else:
        world.ap -= 1
    if verb in ("move", "wall"):
        begin(world, actor, verb)
    elif verb == "reveal":
        world.revealed = int(rest[0][1:])
        world.phase = "room"
    elif verb in ("attack", "spear"):
        world.battle = hand_to_hand(world, "close" if verb == "attack" else "spear", actor, world.tokens[rest[0]])
        world.phase = "combat"
    elif verb in ("shoot", "bow"):
        world.battle = shot(world, verb, actor, world.tokens[rest[0]])
        world.phase = "combat"
    elif verb == "turn":
        room = world.rooms[int(rest[0][1:])]
        room.quarters = (room.quarters + (1 if rest[1] == "cw" else 3)) % 4
    elif verb == "jump":
        do_jump(world, actor, rest)
    elif verb in ("gate", "break"):
        do_gate(world, verb, int(rest[0][1:]))
    elif verb in ("heal", "regenerate"):
        patient = actor if verb == "regenerate" else world.tokens[rest[0]]
        patient.wounded, patient.spent = False, True
    elif verb == "steal":
        do_steal(world, actor, rest)
    elif verb == "lift":
        do_lift(world, rest)
    elif verb == "walls":
        do_walls(world, actor)
    elif verb == "fire":
        discard(carried(world, actor, "fireball")[0])
        eliminate(world, world.tokens[rest[0]])
    elif verb == "invert":
        discard(carried(world, actor, "inversion")[0])
        note_progress(world)
        do_invert(world, plan_of(world).slot(actor.where), int(rest[0][1:]))
    else:
        raise ValueError(verb)


def show_shield(world: World, target: Token) -> bool:
    """OPT-13: a shot at a hidden Large shield only shows it."""
    shields = carried(world, target, "shield")
    for shield in shields[:1]:
        shield.shown = True
    return bool(shields)


def do_jump(world: World, actor: Token, rest: list[str]) -> None:
    """JMP-1, JMP-4, JMP-5."""
    if len(rest) == 1:
        world.players[actor.colour].jumps -= 1
        note_progress(world)
    else:
        spend(world, actor.colour, [int(rest[1])])
    arrive(world, actor, rest[0])


def do_gate(world: World, verb: str, slot: int) -> None:
    """PRT-3, PRT-4."""
    room = world.rooms[slot]
    if verb == "break":
        room.gate = "broken"
        note_progress(world)
    else:
        room.gate = "open" if room.gate == "closed" else "closed"


def do_steal(world: World, actor: Token, rest: list[str]) -> None:
    """PIC-1; from two objects chance decides if they are secret (OPT-12)."""
    victim = world.tokens[rest[0]]
    objects = [item for item in load(world, victim) if item.is_object]
    if len(rest) > 1:
        objects = [world.tokens[rest[1]]]
    if len(objects) == 1:
        rob(world, actor, victim, objects[0], "")
    else:
        world.blind = Blind(actor.name, victim.name)
        world.phase = "drawn"


def do_lift(world: World, rest: list[str]) -> None:
    """TKN-3."""
    item = world.tokens[rest[0]]
    item.where, item.holder = (rest[1], "") if len(rest) == 2 else ("", rest[2])


def do_walls(world: World, actor: Token) -> None:
    """GLM-1."""
    room = world.rooms[plan_of(world).slot(actor.where)]
    room.walls_broken, room.gate = True, "broken"
    actor.walls_used = True
    note_progress(world)


def do_invert(world: World, one: int, other: int) -> None:
    """INV-1, INV-2: the rooms change slots, and so do the cards at a face-down one."""
    first, second = world.rooms[one], world.rooms[other]
    first.slot, second.slot = other, one
    world.rooms[one], world.rooms[other] = second, first
    for token in world.tokens.values():
        if not token.holder and token.where in (f"R{one}", f"R{other}"):
            token.where = f"R{other}" if token.where == f"R{one}" else f"R{one}"
