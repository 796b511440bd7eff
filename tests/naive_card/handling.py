"""Handling items (HAN)."""

from __future__ import annotations

from .world import Token, World, characters, free_hand, lies, load, site, spot


def present(world: World, mover: Token) -> list[Token]:
    """Other characters in the mover's place that are not carried; never a Ghost (HAN-1, HAN-8)."""
    return [
        other
        for other in characters(world)
        if other is not mover and lies(world, other) and site(world, other) == site(world, mover) and other.kind != "ghost"
    ]


def tradable(mover: Token, other: Token, item: Token) -> bool:
    """May the mover take this item from the other, or exchange something for it (HAN-3.6 to 3.8)?"""
    if other.colour == mover.colour and not other.wounded:
        return True
    return other.wounded and item.is_object


def receives(mover: Token, other: Token, item: Token) -> bool:
    """May the other be given this item without exchange, as far as capacity does not matter (HAN-3.5, HAN-5, HAN-6)?"""
    return other.colour == mover.colour and (item.is_object or not other.wounded)


def blind_victim(world: World, mover: Token, other: Token) -> bool:
    """With secret objects a wounded enemy is robbed without looking (OPT-12)."""
    return world.options.secret and other.wounded and other.colour != mover.colour


def handlings(world: World, mover: Token) -> list[str]:
    """Everything HAN-3 lets the mover do, without MOV-19."""
    if mover.kind == "ghost":
        return []
    found = []
    own = load(world, mover)
    others = present(world, mover)
    if free_hand(world, mover):
        found += [f"take {item.name}" for item in lying_items(world, mover)]
    found += [f"drop {item.name}" for item in own]
    for other in others:
        found += [f"give {item.name} {other.name}" for item in own if receives(mover, other, item) and free_hand(world, other)]
        wanted = [item for item in load(world, other) if tradable(mover, other, item)]
        if blind_victim(world, mover, other):
            found += robberies(world, mover, other, wanted)
            continue
        if free_hand(world, mover):
            found += [f"take {item.name}" for item in wanted]
        found += [f"swap {mine.name} {item.name}" for mine in own for item in wanted if swappable(mover, other, mine)]
    return found


def swappable(mover: Token, other: Token, mine: Token) -> bool:
    """What the other gets in an exchange: a wounded one, friend or foe, exchanges objects only (HAN-3.7, HAN-3.8)."""
    return mine.is_object or (other.colour == mover.colour and not other.wounded)


def robberies(world: World, mover: Token, victim: Token, wanted: list[Token]) -> list[str]:
    """HAN-3.8 done blind (OPT-12), once between two steps (OPT-12a)."""
    if not wanted or (world.journey is not None and victim.name in world.journey.robbed):
        return []
    found = [f"rob {victim.name}"] if free_hand(world, mover) else []
    return found + [f"rob {victim.name} {mine.name}" for mine in load(world, mover) if mine.is_object]


def lying_items(world: World, mover: Token) -> list[Token]:
    """HAN-3.1 and HAN-3.3: objects and wounded friends lying in the mover's place."""
    return [
        token
        for token in world.tokens.values()
        if lies(world, token)
        and site(world, token) == site(world, mover)
        and (token.is_object or (token.wounded and token.colour == mover.colour))
    ]


def handle(world: World, mover: Token, text: str) -> None:
    """Carry out an operation whose result is certain."""
    verb, *names = text.split()
    items = [world.tokens[name] for name in names]
    if verb == "take":
        take(world, mover, items[0])
    elif verb == "drop":
        drop(world, mover, items[0])
    elif verb == "give":
        items[0].holder = items[1].name
    elif verb == "swap":
        items[0].holder, items[1].holder = items[1].holder, mover.name
    else:
        raise ValueError(text)


def take(world: World, mover: Token, item: Token) -> None:
    """HAN-3.1, 3.3, 3.6, 3.8; what a wounded one holds stays lying when it is picked up (HAN-7)."""
    if not item.holder:
        for held in load(world, item):
            held.holder, held.where = "", site(world, item)
    item.holder = mover.name


def drop(world: World, mover: Token, item: Token) -> None:
    """HAN-3.2, HAN-3.4: a wounded one gets the mover's station, an object lies on the starting zone."""
    item.holder = ""
    item.where = site(world, mover) if item.is_object else spot(world, mover)


def rob(world: World, taker: Token, victim: Token, item: Token, given: str) -> None:
    """The object drawn goes to the taker, the one given for it to the victim (HAN-3.8, PIC-1)."""
    item.holder = taker.name
    if given:
        world.tokens[given].holder = victim.name


def distribution(world: World) -> tuple[tuple[str, str], ...]:
    """Where every item is: its holder or the exact place where it lies (MOV-19)."""
    items = [token for token in world.tokens.values() if token.is_object or token.wounded]
    return tuple((item.name, item.holder or item.where) for item in items)
