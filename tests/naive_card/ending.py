"""Wounds, elimination, leaving, points, the end of a turn and of the game (sections 11 and 17)."""

from __future__ import annotations

from .lore import OTHER
from .world import GONE, OUT, RESCUED, Token, World, characters, characters_left, enemies_at, hidden_characters, load, site

QUIET_TURNS = 40


def note_progress(world: World) -> None:
    """Something that can happen only finitely often has happened (END-5)."""
    world.progress = True
    world.acted = set()


def remove(token: Token, where: str) -> None:
    """Take a token out of play."""
    token.where, token.holder, token.entry = where, "", ""


def discard(token: Token) -> None:
    """A scroll used, a spear broken, an object carried out."""
    remove(token, GONE)


def eliminate(world: World, token: Token) -> list[Token]:
    """VP-3, WND-6, WND-7; returns everybody who was eliminated."""
    place = site(world, token)
    gone = [token]
    for item in load(world, token):
        if item.is_character:
            gone += eliminate(world, item)
        else:
            item.where, item.holder = place, ""
    remove(token, GONE)
    world.players[OTHER[token.colour]].vp += 1
    note_progress(world)
    return gone


def wound(world: World, token: Token) -> list[Token]:
    """WND-3, CMB-19; returns the carried ones, who are eliminated."""
    gone: list[Token] = []
    token.wounded = True
    token.hurt = True
    for item in load(world, token):
        if item.is_character:
            gone += eliminate(world, item)
    return gone


def escape(world: World, token: Token) -> None:
    """EXT-1, EXT-5, VP-1, VP-2."""
    player = world.players[token.colour]
    player.vp += 2 if token.kind == "goblin" else 1
    for item in load(world, token):
        if item.is_character:
            remove(item, RESCUED)
        elif item.kind == "treasure":
            remove(item, OUT)
            player.vp += 1
        else:
            discard(item)
    remove(token, OUT)
    note_progress(world)


def forget_entries(world: World) -> None:
    """MOV-15: an entry is deleted as soon as no unwounded enemy is left in the zone."""
    for token in characters(world):
        if token.entry and not enemies_at(world, token.colour, {site(world, token)}, unwounded=True):
            token.entry = ""


def settle(world: World) -> None:
    """What follows at once from any change: MOV-15, END-1, END-4."""
    forget_entries(world)
    for colour, player in world.players.items():
        if player.vp >= world.scenario.target:
            finish(world, colour)
    if not characters_left(world, "blue") and not characters_left(world, "yellow"):
        finish(world, leader(world))


def finish(world: World, winner: str) -> None:
    """The game is over."""
    world.phase = "over"
    world.winner = winner
    world.journey = world.battle = world.blind = None
    world.revealed = 0


def leader(world: World) -> str:
    """Who has more VP (END-4)."""
    blue, yellow = world.players["blue"].vp, world.players["yellow"].vp
    return "" if blue == yellow else "blue" if blue > yellow else "yellow"


def locked_out(world: World, colour: str) -> bool:
    """The last part of END-5: never an action to take, while characters of his are hidden."""
    return colour not in world.acted and hidden_characters(world, colour)


def count_turn(world: World) -> None:
    """END-5 at the end of a turn or of a skipped one."""
    world.quiet = 0 if world.progress else world.quiet + 1
    world.progress = False
    if world.quiet >= QUIET_TURNS:
        winner = leader(world)
        finish(world, "" if winner and locked_out(world, OTHER[winner]) else winner)


def end_turn(world: World) -> None:
    """AP-4; then the next turn of somebody who still has characters (END-3)."""
    for token in world.tokens.values():
        token.hurt = token.spent = token.fired = token.fought = token.shown = False
        token.entry = ""
    world.players[world.active].kept = min(3, world.ap)
    world.ap = 0
    count_turn(world)
    while world.phase != "over":
        world.active = OTHER[world.active]
        world.turn += 1
        if characters_left(world, world.active):
            begin_turn(world)
            return
        count_turn(world)


def begin_turn(world: World) -> None:
    """AP-2, AP-3."""
    player = world.players[world.active]
    world.ap = player.kept + (2 if world.turn == 1 else 3)
    player.kept = 0
    world.phase = "act"
