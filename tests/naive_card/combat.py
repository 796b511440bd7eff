"""Close, spear and ranged combat (section 16)."""

from __future__ import annotations

from itertools import combinations

from .ending import discard, eliminate, note_progress, wound
from .lore import OTHER, UNDEAD
from .plan import plan_of, sees
from .world import Battle, Token, World, able, carried, characters, enemies_at, is_zone, site, spot

# Who may be attacked


def area(world: World, token: Token) -> set[str]:
    """CMB-1: the exact places of its combat area."""
    return plan_of(world).area(spot(world, token))


def attackable(world: World, target: Token) -> bool:
    """CMB-4, CMB-5; no combat at all in tutorial-1 (CMB-6)."""
    return world.scenario.combat and not target.hurt and not target.holder


def close_targets(world: World, attacker: Token) -> list[Token]:
    """CMB-3."""
    return [enemy for enemy in enemies_at(world, attacker.colour, area(world, attacker)) if attackable(world, enemy)]


def undisturbed(world: World, shooter: Token) -> bool:
    """RNG-2, SPR-2: no enemy in the same zone."""
    return not enemies_at(world, shooter.colour, {spot(world, shooter)})


def in_sight(world: World, shooter: Token, target: Token) -> bool:
    """RNG-2 and RNG-3, without the Large shield."""
    return (
        undisturbed(world, shooter)
        and attackable(world, target)
        and spot(world, target) != spot(world, shooter)
        and sees(world, spot(world, shooter), spot(world, target))
    )


def shielded(world: World, target: Token) -> bool:
    """RNG-3: does a Large shield forbid the shot? A secret one only once it was shown (OPT-13)."""
    shields = carried(world, target, "shield")
    return any(shield.shown for shield in shields) if world.options.secret else bool(shields)


def shot_targets(world: World, shooter: Token) -> list[Token]:
    """RNG-3."""
    enemies = characters(world, OTHER[shooter.colour])
    return [enemy for enemy in enemies if in_sight(world, shooter, enemy) and not shielded(world, enemy)]


def spear_targets(world: World, attacker: Token) -> list[Token]:
    """SPR-2 to SPR-4."""
    if not undisturbed(world, attacker):
        return []
    reached = plan_of(world).spear(spot(world, attacker))
    return [enemy for enemy in enemies_at(world, attacker.colour, reached) if attackable(world, enemy)]


def has_crossbow(token: Token) -> bool:
    """RNG-1: a Crossbowman who has not fired this turn."""
    return token.kind == "crossbowman" and not token.fired


# Who takes part


def defenders_in(world: World, colour: str, places: set[str], target: Token) -> list[Token]:
    """CMB-7: all unwounded enemies there, and the target."""
    return [enemy for enemy in enemies_at(world, colour, places) if not enemy.wounded or enemy is target]


def friends_in(world: World, attacker: Token, places: set[str]) -> list[Token]:
    """CMB-7: unwounded, not spent characters of the attacker's side other than himself."""
    return [
        token
        for token in characters(world, attacker.colour)
        if token is not attacker and able(world, token) and spot(world, token) in places
    ]


def hand_to_hand(world: World, kind: str, attacker: Token, target: Token) -> Battle:
    """A close combat (CMB-7) or one by spear (SPR-5), with the order of asking (CMB-10)."""
    places = area(world, target)
    attackers = [attacker, *friends_in(world, attacker, places)]
    defenders = defenders_in(world, attacker.colour, places, target)
    battle = Battle(kind, attacker.name, target.name, names(attackers), names(defenders))
    one_on_one = len(attackers) + len(defenders) == 2
    if one_on_one and attacker.kind == "berserker" and len(world.players[attacker.colour].combat) >= 2:
        battle.asking.append(("rage", attacker.colour))
    telepaths = [token for token in (attacker, target) if token.kind == "telepath" and not token.wounded]
    if one_on_one and len(telepaths) == 1:
        battle.asking.append(("name", telepaths[0].colour))
    order = [attacker.colour, target.colour]
    if has_skills(attackers) and not has_skills(defenders):
        order.reverse()  # CMB-10.3: the side without skills lays first; the attacker's does so anyway
    battle.asking += [("cards", colour) for colour in order]
    return battle


def has_skills(side: list[Token]) -> bool:
    """WPM-1: an unwounded Weapon master among the participants."""
    return any(token.kind == "weapon_master" and not token.wounded for token in side)


def names(side: list[Token]) -> list[str]:
    return [token.name for token in side]


def shot(world: World, weapon: str, shooter: Token, target: Token) -> Battle:
    """A combat started by a shot (RNG-4 to RNG-8)."""
    places = area(world, target)
    shooters = {shooter.name: crossbow(shooter) if weapon == "shoot" else bow_value(world, shooter)}
    for token in characters(world, shooter.colour):
        if token is not shooter and able(world, token) and in_sight(world, token, target):
            if has_crossbow(token):
                shooters[token.name] = crossbow(token)
            elif carried(world, token, "bow"):
                shooters[token.name] = bow_value(world, token)
    fighters = [name for name in names(friends_in(world, shooter, places)) if name not in shooters]
    defenders = names(defenders_in(world, shooter.colour, places, target)) if fighters else [target.name]
    battle = Battle("shot", shooter.name, target.name, [*shooters, *fighters], defenders, shooters)
    battle.asking = [("cards", shooter.colour), ("cards", target.colour)]
    return battle


def crossbow(token: Token) -> int:
    """The crossbow is fired (XBW-2); its value (RNG-7)."""
    token.fired = True
    return 3


def bow_value(world: World, token: Token) -> int:
    """RNG-7, PAL-3: one for each Bow."""
    return len(carried(world, token, "bow"))


# Rage, naming and cards


def battle_choices(world: World, battle: Battle) -> list[str]:
    """CMB-10 to CMB-12."""
    question, colour = battle.asking[0]
    if question == "rage":
        return ["rage 1", "rage 2"]
    if question == "name":
        return [f"name {value}" for value in range(7)]
    hand = sorted(world.players[colour].combat, reverse=True)
    count = 2 if battle.rage == 2 and colour == world.tokens[battle.attacker].colour else 1
    sets = set(combinations(hand, count))
    forced = battle.named if colour != namer(world, battle) else None
    if forced in hand:
        sets = {cards for cards in sets if forced in cards}
    return ["combat " + " ".join(str(value) for value in cards) for cards in sorted(sets)]


def namer(world: World, battle: Battle) -> str:
    """Whose Telepath names a value."""
    for name in (battle.attacker, battle.target):
        token = world.tokens[name]
        if token.kind == "telepath" and not token.wounded:
            return token.colour
    return ""


def answer(world: World, battle: Battle, values: list[int]) -> bool:
    """An answer in the card phase; true when it was the last and the combat is decided."""
    question, colour = battle.asking.pop(0)
    if question == "rage":
        battle.rage = values[0]
    elif question == "name":
        battle.named = values[0] or None
        attacker = world.tokens[battle.attacker]
        if colour != attacker.colour and battle.named in world.players[attacker.colour].combat:
            battle.asking.sort(key=lambda asked: asked[1] != attacker.colour)  # forced: nobody looks (WPM-1)
    else:
        battle.cards[colour] = values
    if battle.asking:
        return False
    resolve(world, battle)
    return True


# Totals and result


def in_room_of_general(world: World, token: Token) -> bool:
    """CMB-15 Charismatic, GEN-1, GEN-2."""
    here = site(world, token)
    if not is_zone(here) or token.kind == "general":
        return False
    room = here.split(".")[0]
    return any(
        general.kind == "general" and not general.wounded and site(world, general).split(".")[0] == room
        for general in characters(world, token.colour)
    )


def value(world: World, battle: Battle, token: Token) -> int:
    """What one participant adds to the total of its side (CMB-14, CMB-15, RNG-7)."""
    if token.name in battle.shooters:
        return battle.shooters[token.name]
    attacking = token.name in battle.attackers
    side = battle.attackers if attacking else battle.defenders
    total = 0 if token.wounded else token.strength
    if token.kind == "backstabber" and not token.wounded:
        if len(side) >= 2 and len(battle.attackers) + len(battle.defenders) >= 3:
            total += 2
    if battle.kind != "shot" and in_room_of_general(world, token):
        total += 1
    if battle.kind != "shot" and attacking:
        total += len(carried(world, token, "sword"))
    if not attacking:
        total += len(carried(world, token, "armor"))
    return total


def totals(world: World, battle: Battle) -> tuple[int, int]:
    """The totals of attackers and defenders without cards."""
    sides = (battle.attackers, battle.defenders)
    attack, defence = (sum(value(world, battle, world.tokens[name]) for name in side) for side in sides)
    return attack, defence


def spend(world: World, colour: str, cards: list[int]) -> None:
    """CMB-13: everything but +0 is discarded, which is progress (END-5)."""
    player = world.players[colour]
    for card in cards:
        if card:
            player.combat.remove(card)
            player.used.append(card)
            note_progress(world)


def resolve(world: World, battle: Battle) -> None:
    """CMB-13 to CMB-20."""
    attacker, target = world.tokens[battle.attacker], world.tokens[battle.target]
    attack, defence = totals(world, battle)
    attack += sum(battle.cards[attacker.colour])
    defence += sum(battle.cards[target.colour])
    for colour, cards in battle.cards.items():
        spend(world, colour, cards)
    if attack > defence:
        lose(world, battle, losers=battle.defenders, winners=battle.attackers)
    if defence > attack:
        lose(world, battle, losers=battle.attackers, winners=battle.defenders)


def unaffected(battle: Battle) -> set[str]:
    """Shooters (RNG-9) and the spear user (SPR-6)."""
    return set(battle.shooters) | ({battle.attacker} if battle.kind == "spear" else set())


def lose(world: World, battle: Battle, losers: list[str], winners: list[str]) -> None:
    """CMB-18, CMB-19, SPR-6, ASN-1 to ASN-3, PAL-4."""
    victors = [world.tokens[name] for name in winners]
    fatal = any(token.kind == "assassin" and not token.wounded and token.name not in unaffected(battle) for token in victors)
    hunter = any(token.kind == "paladin" and not token.wounded for token in victors)
    gone: list[Token] = []
    for name in losers:
        if name not in unaffected(battle):
            loser = world.tokens[name]
            gone += eliminate(world, loser) if loser.wounded or fatal else wound(world, loser)
    if hunter:
        world.players[victors[0].colour].vp += sum(token.kind in UNDEAD for token in gone)
    if battle.kind == "spear" and battle.attacker in losers:
        discard(carried(world, world.tokens[battle.attacker], "spear")[0])
        note_progress(world)
