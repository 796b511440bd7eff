"""Events as sentences, for both games. All words stand in tables, one for each language, so that other languages can follow."""

from __future__ import annotations

from collections.abc import Iterable

from dungeon_twister.observe import EventView

Texts = dict[str, dict[str, str]]  # language -> key -> template
COLOURS = {"b": "blue", "y": "yellow", "r": "red", "g": "green"}
JOURNEYS = ("move", "jump", "wall")

# A template is filled with the parts of the event: {token}, {other} and {tokens} are names of tokens, {player} and
# {winners} colours. Some events have several templates; `Teller.key` chooses.
SHARED: Texts = {
    "en": {
        "pair-drawn": "The rooms of pair {pair} are in the game.",
        "starter-drawn": "{player} has the first turn.",
        "left-out": "{owner} leaves out the {piece}.",
        "left-out-hidden": "{owner} leaves out a character.",
        "turn-began": "Turn {number}: {player}.",
        "turn-ended": "",
        "journey": "{token} {verb} {places}.",
        "journey-begun": "{token} sets out ({verb}).",
        "begin-reveal": "{token} reveals a room.",
        "begin-heal": "{token} heals.",
        "begin-regenerate": "{token} regenerates.",
        "revealed": "{place} is room {room}.",
        "turned": "{token} turns the room on {place} {direction}.",
        "attacked": "{token} attacks {other}.",
        "attacked-group": "{token} attacks {other}; with them fight {tokens}.",
        "combat-chosen": "{player} has chosen a combat card.",
        "combat-chosen-known": "{player} has chosen the combat card {card}.",
        "wounded": "{token} is wounded.",
        "eliminated": "{token} is eliminated.",
        "scored": "{player} scores {points} VP.",
        "left-maze": "{token} leaves the maze: {points} VP.",
        "resigned": "{player} resigns.",
        "timed-out": "The time of {player} is over.",
        "game-over": "The game is over: {winners}.",
        # words the templates are filled with
        "verb-move": "moves to",
        "verb-jump": "jumps to",
        "verb-wall": "walks through a wall to",
        "noun-move": "a move",
        "noun-jump": "a jump",
        "noun-wall": "through a wall",
        "direction-1": "clockwise",
        "direction-3": "counter-clockwise",
        "of": "{colour}'s {piece}",
        "and": "and",
        "winner": "{winners} wins",
        "draw": "a draw",
        # who has won
        "result-one": "{winners} wins",
        "result-draw": "The game is a draw",
        "result-one-past": "{winners} won",
        "result-draw-past": "The game was a draw",
    }
}


def with_shared(own: Texts) -> Texts:
    """A game's own words besides those that both games use."""
    return {language: {**SHARED[language], **table} for language, table in own.items()}


def listed(names: list[str], table: dict[str, str]) -> str:
    """Names with commas, and an `and` before the last one."""
    return f" {table['and']} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


class Teller:
    """Tells what happened in one game. The games' own classes know its names and which template fits."""

    texts: Texts

    def say(self, key: str, language: str = "en", **parts: object) -> str:
        """A text of the table, filled in, with a capital letter."""
        text = self.texts[language][key].format(**parts)
        return text[:1].upper() + text[1:]

    def sentences(self, events: Iterable[EventView], language: str = "en", mode: str = "move", result: str = "") -> list[str]:
        """What happened, one sentence each; the steps of a journey become one. `mode`: the journey already under way; `result`:
        how the game ended, where the winners alone do not tell it."""
        found: list[str] = []
        journey: list[EventView] = []
        before = ""
        for event in events:
            told = event.kind == "scored" and before == "left-maze"  # the sentence about leaving names the points
            before = event.kind
            if told:
                continue
            if event.kind == "action-began" and event.action in JOURNEYS:
                found += self._journey(journey, language, _verb_of(journey, mode))
                journey = [event]
            elif event.kind == "stepped":
                journey.append(event)
            elif event.kind == "stopped":
                found += self._journey(journey, language, _verb_of(journey, mode))
                journey = []
            else:
                found += self._journey([e for e in journey if e.kind == "stepped"], language, _verb_of(journey, mode))
                journey = [] if event.kind == "left-maze" else [e for e in journey if e.kind != "stepped"]
                if event.kind == "game-over" and result:
                    found.append(self.say("game-over", language, winners=result[:1].lower() + result[1:]))
                else:
                    found += self._one(event, language)
        if journey and any(event.kind == "stepped" for event in journey):
            found += self._journey(journey, language, _verb_of(journey, mode))
        elif journey and before == "action-began":
            verb = self.texts[language][f"noun-{journey[0].action}"]
            found.append(self.say("journey-begun", language, token=self.token_name(journey[0].token, language), verb=verb))
        return found

    def _journey(self, journey: list[EventView], language: str, mode: str) -> list[str]:
        places = [self.place_of(event) for event in journey if event.kind == "stepped"]
        if not places:
            return []
        verb = self.texts[language][f"verb-{mode}"]
        name = self.token_name(journey[-1].token, language)
        return [self.say("journey", language, token=name, verb=verb, places=", ".join(places))]

    def _one(self, event: EventView, language: str) -> list[str]:
        table, key = self.texts[language], self.key(event)
        if not table.get(key):
            return []
        others = [name for name in event.tokens if name not in (event.token, event.other)]
        won = event.winners
        parts = {
            "token": self.token_name(event.token, language) if event.token else "",
            "other": self.token_name(event.other, language) if event.other else "",
            "tokens": listed([self.token_name(name, language) for name in others], table) if others else "",
            "piece": self.piece_name(event.token),
            "owner": COLOURS.get(event.token[:1], ""),
            "player": event.player,
            "place": event.place,
            "room": event.room,
            "pair": event.pair,
            "card": event.card,
            "points": event.points,
            "number": event.number,
            "direction": table.get(f"direction-{event.number}", ""),
            "winners": table["winner"].format(winners=won[0]) if len(won) == 1 else table["draw"],
            **self.parts(event, language),
        }
        return [self.say(key, language, **parts)]

    def parts(self, event: EventView, language: str) -> dict[str, object]:
        """What only one game's templates are filled with."""
        raise NotImplementedError

    def piece_name(self, token: str) -> str:
        """The name of what a token is; a face-down one has none."""
        raise NotImplementedError

    def token_name(self, token: str, language: str = "en") -> str:
        """A token with its owner."""
        raise NotImplementedError

    def place_of(self, event: EventView) -> str:
        """Where a step went."""
        raise NotImplementedError

    def key(self, event: EventView) -> str:
        """Which template tells an event."""
        if event.kind == "action-began":
            return f"begin-{event.action}"
        if event.token[1:] == "?":
            return f"{event.kind}-hidden"
        if event.kind == "attacked" and len(event.tokens) > 2:
            return "attacked-group"
        if event.kind == "combat-chosen" and event.card >= 0:
            return "combat-chosen-known"
        if event.kind == "gate-set":
            return f"gate-set-{event.state}"
        return event.kind


def _verb_of(journey: list[EventView], mode: str) -> str:
    return next((event.action for event in journey if event.kind == "action-began"), mode)
