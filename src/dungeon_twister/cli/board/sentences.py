"""The board game's words: events as sentences, what is to be decided, why a game is over."""

from __future__ import annotations

from dungeon_twister.cli.sentences import COLOURS, Teller, with_shared
from dungeon_twister.engine.pieces import pieces_of
from dungeon_twister.observe import EventView

TEXTS = with_shared(
    {
        "en": {
            "placer-drawn": "{player} lays the first token.",
            "starter-set": "{owner} sets the {piece} face down on {square}.",
            "starter-set-hidden": "{owner} sets a starter face down on {square}.",
            "laid": "{owner} lays the {piece} face down on {place}.",
            "laid-hidden": "{owner} lays a token face down on {place}.",
            "starters-shown": "The starters are turned over.",
            "card-played": "{player} plays the action card {card}.",
            "cards-back": "{player} takes the four action cards back.",
            "took": "{token} takes {other}.",
            "dropped": "{token} puts {other} down.",
            "swapped": "{token} puts {other} down and takes {tokens}.",
            "left-maze-loaded": "{token} leaves the maze with {other}: {points} VP.",
            "placed": "{token} is put on {square}.",
            "combat-shown": "{player} shows the combat card {card}: {number} in all.",
            "gate-set-open": "{token} opens a portcullis of {place}.",
            "gate-set-closed": "{token} closes a portcullis of {place}.",
            "gate-set-broken": "{token} breaks a portcullis of {place}.",
            "healed": "{token} is on its feet again, blocked until the end of this turn.",
            "fireball": "{token} throws a fireball {side}.",
            "drank": "{token} drinks the Speed Potion: 4 AP of its own this turn.",
            "object-gone": "{token} is out of the game.",
            "fell": "{token} falls: its Rope was taken.",
            "raised": "{token} raises the apex.",
            "lowered": "The apex {place} turns {direction} and comes down.",
            "slid": "{token} slides the Elevator {side}.",
            "joined-attack": "{player} joins the attackers.",
            "joined-defence": "{player} joins the defenders.",
            "joined-no": "{player} stays out of the combat.",
            "door-drawn": "The small line {line} is {player}'s.",
            # words the templates are filled with
            "side-n": "north",
            "side-e": "east",
            "side-s": "south",
            "side-w": "west",
            "hidden": "a face-down token",
            # what is to be decided
            "decide-leave-out": "Choose a character to leave out (handicap).",
            "decide-starters": "Choose your {starters} starters and their dots; the other player does not see them yet.",
            "decide-lay": "Lay a token face down on a room; the other player sees only its colour.",
            "decide-card": "Play an action card: its number is your action points.",
            "decide-act": "Act with your characters, or pass.",
            "decide-travel": "On the way: go on, handle loads, or stop.",
            "decide-place": "Put the tokens of the revealed room on its squares.",
            "decide-combat": "Choose a combat card, unseen by the other player.",
            "decide-leave-out-some": "Choose a character to leave out: you take {taken} of {characters}; nobody sees which.",
            "decide-starters-many": "Choose your {starters} starters and their dots; the others do not see them yet.",
            "decide-starters-shared": "Set a starter on any free dot, {starters} in all; the others see only its colour.",
            "decide-lay-many": "Lay a token face down on a room; the others see only its colour.",
            "decide-lay-levels": "Lay a token face down on the lowest level that is not full; the others see only its colour.",
            "decide-combat-many": "Choose a combat card, unseen by the others.",
            "decide-join": "Join the combat on a side that is open to you, or stay out.",
            # who has won
            "result-team": "{winners} win",
            "result-shared": "{winners} share the win",
            "result-none": "The game ends without a result",
            "result-team-past": "{winners} won",
            "result-shared-past": "{winners} shared the win",
            "result-none-past": "The game ended without a result",
            # why a game is over
            "end-resigned": "{player} resigned (END-5).",
            "end-target": "The target of {target} VP was reached (END-1).",
            "end-nobody": "No player has characters left (STALL-3).",
            "end-stall": "Nothing has happened for too long (STALL-6).",
            "end-too-early": "{player} resigned before the first turn (MP-17).",
            "end-left-over": "All the others resigned (MP-17).",
            "end-target-team": "The target of {target} VP was reached by a team (TEAM-17).",
            "end-turns": "All {turns} turns have been played (RACE-9).",
            "end-out-of-reach": "Nobody can reach {target} VP any more (PYR-24).",
            "end-draw-many": "All players agreed on a draw (MP-15).",
            "end-draw": "Both players agreed on a draw (END-5).",
        }
    }
)

PIECES = {piece.sign: "-".join(word.capitalize() for word in piece.name.split("-")) for piece in pieces_of("board")}
PIECES |= {"*": "Fireball Wand", "%": "Speed Potion"}


class BoardTeller(Teller):
    """Tells what happened in a board game."""

    texts = TEXTS

    def piece_name(self, token: str) -> str:
        """`bW` -> Warrior; a face-down token has no name."""
        return PIECES.get(token[1:2].upper(), "?")

    def token_name(self, token: str, language: str = "en") -> str:
        """`bW` -> blue's Warrior."""
        table = self.texts[language]
        if token[1:2] == "?":
            return table["hidden"]
        return table["of"].format(colour=COLOURS[token[0]], piece=self.piece_name(token))

    def place_of(self, event: EventView) -> str:
        return event.square

    def key(self, event: EventView) -> str:
        if event.kind == "joined":
            return f"joined-{event.side}"
        return "left-maze-loaded" if event.kind == "left-maze" and event.other else super().key(event)

    def parts(self, event: EventView, language: str) -> dict[str, object]:
        table = self.texts[language]
        return {"square": event.square, "line": event.line, "side": table.get(f"side-{event.side}", "")}


TELLER = BoardTeller()
piece_name = TELLER.piece_name
