"""Events as sentences. All words stand in one table for each language, so that other languages can follow."""

from __future__ import annotations

from collections.abc import Iterable

from dungeon_twister.engine.pieces import pieces_of
from dungeon_twister.observe import EventView

# A template is filled with the fields of the event: {token}, {other} and {tokens} are names of tokens, {player} and
# {winners} colours. Some events have several templates; `_key` chooses.
TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "pair-drawn": "The rooms of pair {pair} are in the game.",
        "placer-drawn": "{player} lays the first token.",
        "starter-drawn": "{player} has the first turn.",
        "left-out": "{owner} leaves out the {piece}.",
        "left-out-hidden": "{owner} leaves out a character.",
        "starter-set": "{owner} sets the {piece} face down on {square}.",
        "starter-set-hidden": "{owner} sets a starter face down on {square}.",
        "laid": "{owner} lays the {piece} face down on {place}.",
        "laid-hidden": "{owner} lays a token face down on {place}.",
        "starters-shown": "The starters are turned over.",
        "card-played": "{player} plays the action card {card}.",
        "cards-back": "{player} takes the four action cards back.",
        "turn-began": "Turn {number}: {player}.",
        "turn-ended": "",
        "journey": "{token} {verb} {squares}.",
        "journey-begun": "{token} sets out ({verb}).",
        "took": "{token} takes {other}.",
        "dropped": "{token} puts {other} down.",
        "swapped": "{token} puts {other} down and takes {tokens}.",
        "left-maze": "{token} leaves the maze: {points} VP.",
        "left-maze-loaded": "{token} leaves the maze with {other}: {points} VP.",
        "begin-reveal": "{token} reveals a room.",
        "begin-heal": "{token} heals.",
        "begin-regenerate": "{token} regenerates.",
        "revealed": "{place} is room {room}.",
        "placed": "{token} is put on {square}.",
        "turned": "{token} turns the room on {place} {direction}.",
        "attacked": "{token} attacks {other}.",
        "attacked-group": "{token} attacks {other}; with them fight {tokens}.",
        "combat-chosen": "{player} has chosen a combat card.",
        "combat-chosen-known": "{player} has chosen the combat card {card}.",
        "combat-shown": "{player} shows the combat card {card}: {number} in all.",
        "wounded": "{token} is wounded.",
        "eliminated": "{token} is eliminated.",
        "scored": "{player} scores {points} VP.",
        "gate-set-open": "{token} opens a portcullis of {place}.",
        "gate-set-closed": "{token} closes a portcullis of {place}.",
        "gate-set-broken": "{token} breaks a portcullis of {place}.",
        "healed": "{token} is on its feet again, blocked until the end of this turn.",
        "fireball": "{token} throws a fireball {side}.",
        "drank": "{token} drinks the Speed Potion: 4 AP of its own this turn.",
        "object-gone": "{token} is out of the game.",
        "resigned": "{player} resigns.",
        "timed-out": "The time of {player} is over.",
        "game-over": "The game is over: {winners}.",
        "fell": "{token} falls: its Rope was taken.",
        # words the templates are filled with
        "verb-move": "moves to",
        "verb-jump": "jumps to",
        "verb-wall": "walks through a wall to",
        "noun-move": "a move",
        "noun-jump": "a jump",
        "noun-wall": "through a wall",
        "direction-1": "clockwise",
        "direction-3": "counter-clockwise",
        "side-n": "north",
        "side-e": "east",
        "side-s": "south",
        "side-w": "west",
        "hidden": "a face-down token",
        "of": "{colour}'s {piece}",
        "and": "and",
        "winner": "{winners} wins",
        "draw": "a draw",
        # what is to be decided
        "decide-leave-out": "Choose a character to leave out (handicap).",
        "decide-starters": "Choose your {starters} starters and their dots; the other player does not see them yet.",
        "decide-lay": "Lay a token face down on a room; the other player sees only its colour.",
        "decide-card": "Play an action card: its number is your action points.",
        "decide-act": "Act with your characters, or pass.",
        "decide-travel": "On the way: go on, handle loads, or stop.",
        "decide-place": "Put the tokens of the revealed room on its squares.",
        "decide-combat": "Choose a combat card, unseen by the other player.",
        # why a game is over
        "end-resigned": "{player} resigned (END-5).",
        "end-target": "The target of {target} VP was reached (END-1).",
        "end-nobody": "No player has characters left (STALL-3).",
        "end-stalled": "Nothing has happened for too long (STALL-6).",
        "end-agreed": "Both players agreed on a draw (END-5).",
    }
}
COLOURS = {"b": "blue", "y": "yellow", "r": "red", "g": "green"}
PIECES = {piece.sign: "-".join(word.capitalize() for word in piece.name.split("-")) for piece in pieces_of("board")}
PIECES |= {"*": "Fireball Wand", "%": "Speed Potion"}
JOURNEYS = ("move", "jump", "wall")


def say(key: str, language: str = "en", **parts: object) -> str:
    """A text of the table, filled in, with a capital letter."""
    text = TEXTS[language][key].format(**parts)
    return text[:1].upper() + text[1:]


def piece_name(token: str) -> str:
    """`bW` -> Warrior; a face-down token has no name."""
    return PIECES.get(token[1:2].upper(), "?")


def token_name(token: str, language: str = "en") -> str:
    """`bW` -> blue's Warrior."""
    table = TEXTS[language]
    if token[1:2] == "?":
        return table["hidden"]
    return table["of"].format(colour=COLOURS[token[0]], piece=piece_name(token))


def sentences(events: Iterable[EventView], language: str = "en", mode: str = "move") -> list[str]:
    """What happened, one sentence each; the steps of a journey become one. `mode`: the journey already under way."""
    found: list[str] = []
    journey: list[EventView] = []
    before = ""
    for event in events:
        told = event.kind == "scored" and before == "left-maze"  # the sentence about leaving names the points
        before = event.kind
        if told:
            continue
        if event.kind == "action-began" and event.action in JOURNEYS:
            found += _journey(journey, language, _verb_of(journey, mode))
            journey = [event]
        elif event.kind == "stepped":
            journey.append(event)
        elif event.kind == "stopped":
            found += _journey(journey, language, _verb_of(journey, mode))
            journey = []
        else:
            found += _journey([e for e in journey if e.kind == "stepped"], language, _verb_of(journey, mode))
            journey = [] if event.kind == "left-maze" else [e for e in journey if e.kind != "stepped"]
            found += _one(event, language)
    if journey and any(event.kind == "stepped" for event in journey):
        found += _journey(journey, language, _verb_of(journey, mode))
    elif journey and before == "action-began":
        verb = TEXTS[language][f"noun-{journey[0].action}"]
        found.append(say("journey-begun", language, token=token_name(journey[0].token, language), verb=verb))
    return found


def _verb_of(journey: list[EventView], mode: str) -> str:
    return next((event.action for event in journey if event.kind == "action-began"), mode)


def _journey(journey: list[EventView], language: str, mode: str) -> list[str]:
    squares = [event.square for event in journey if event.kind == "stepped"]
    if not squares:
        return []
    verb = TEXTS[language][f"verb-{mode}"]
    name = token_name(journey[-1].token, language)
    return [say("journey", language, token=name, verb=verb, squares=", ".join(squares))]


def _key(event: EventView) -> str:
    """Which template tells an event."""
    if event.kind == "action-began":
        return f"begin-{event.action}"
    if event.token[1:] == "?":
        return f"{event.kind}-hidden"
    if event.kind == "left-maze" and event.other:
        return "left-maze-loaded"
    if event.kind == "attacked" and len(event.tokens) > 2:
        return "attacked-group"
    if event.kind == "combat-chosen" and event.card >= 0:
        return "combat-chosen-known"
    if event.kind == "gate-set":
        return f"gate-set-{event.state}"
    return event.kind


def _one(event: EventView, language: str) -> list[str]:
    table, key = TEXTS[language], _key(event)
    if not table.get(key):
        return []
    others = [name for name in event.tokens if name not in (event.token, event.other)]
    won = event.winners
    parts = {
        "token": token_name(event.token, language) if event.token else "",
        "other": token_name(event.other, language) if event.other else "",
        "tokens": f" {table['and']} ".join(token_name(name, language) for name in others),
        "piece": piece_name(event.token),
        "owner": COLOURS.get(event.token[:1], ""),
        "player": event.player,
        "square": event.square,
        "place": event.place,
        "room": event.room,
        "pair": event.pair,
        "card": event.card,
        "points": event.points,
        "number": event.number,
        "direction": table.get(f"direction-{event.number}", ""),
        "side": table.get(f"side-{event.side}", ""),
        "winners": table["winner"].format(winners=won[0]) if len(won) == 1 else table["draw"],
    }
    return [say(key, language, **parts)]
