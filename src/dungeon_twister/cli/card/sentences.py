"""The Card Game's words: events as sentences, what is to be decided, why a game is over. Hidden names stay hidden."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from dungeon_twister.cli.card.names import piece_name
from dungeon_twister.cli.sentences import COLOURS, Teller, with_shared
from dungeon_twister.observe import EventView

TEXTS = with_shared(
    {
        "en": {
            "picker-drawn": "{player} begins to choose the teams.",
            "picked": "{owner} chooses the {piece}.",
            "picked-hidden": "{owner} chooses a card.",
            "placer-drawn": "{player} lays the first card.",
            "starter-set": "{owner} sets the {piece} before column {column}.",
            "starter-set-hidden": "{owner} sets a character before column {column}.",
            "laid": "{owner} lays the {piece} face down beside {place}.",
            "laid-hidden": "{owner} lays a card face down beside {place}.",
            "starters-shown": "The starting characters are turned up.",
            "faced": "{token} faces {letter}.",
            "faced-hidden": "{token} has chosen what to face.",
            "turn-skipped": "{player} has no characters left and is passed over.",
            "took": "{token} takes {item}.",
            "dropped": "{token} puts {item} down.",
            "took-from": "{token} takes {item} from {other}.",
            "gave": "{token} gives {item} to {other}.",
            "traded": "{token} gives {item} for {got}.",
            "rescued": "{token} is carried out of the maze: rescued.",
            "begin-steal": "",
            "begin-lift": "",
            "placed": "{token} is put in {zone}.",
            "inverted": "{token} swaps the rooms of {places}.",
            "walls-broken": "{token} breaks all walls of {place}.",
            "shot": "{token} shoots at {other}.",
            "shot-group": "{token} shoots at {other}; with them fight {tokens}.",
            "speared": "{token} attacks {other} with the spear.",
            "speared-group": "{token} attacks {other} with the spear; with them fight {tokens}.",
            "raged-1": "{player} announces one card.",
            "raged-2": "{player} rages: two cards.",
            "named": "{player} names the card {card}.",
            "named-nothing": "{player} names no card.",
            "hand-shown": "{player} does not have it and shows all combat cards.",
            "combat-chosen-two": "{player} has chosen the combat cards {card} and {second}.",
            "combat-shown": "{player} shows {card}: {number} in all.",
            "jump-paid": "{player} spends the combat card {card} for it.",
            "combat-won": "{player} wins the combat.",
            "combat-tied": "A tie: nothing happens.",
            "gate-set-open": "{token} opens the portcullis of {place}.",
            "gate-set-closed": "{token} closes the portcullis of {place}.",
            "gate-set-broken": "{token} breaks the portcullis of {place}.",
            "healed": "{token} is on its feet again and acts no more this turn.",
            "stole": "{token} steals {item} from {other}.",
            "lifted": "{token} lets {item} float to {zone}.",
            "received": "{token} gets {item}.",
            "item-shown": "{item} is shown.",
            "object-gone": "{item} is out of the game.",
            "burned": "{token} burns {other} with the Fireball scroll.",
            # words the templates are filled with
            "hidden": "a {colour} character",
            "wounded-hidden": "the wounded {token}",
            "something": "something",
            # what is to be decided
            "decide-select": "Choose one of the {about} for the team.",
            "decide-leave-out": "Take a character out of your team, unseen (handicap); still to take out: {about}.",
            "decide-starters": "Choose two characters for your starting zone, one before each column, still unseen.",
            "decide-lay": "Lay one of your cards face down beside a room; the other player sees only its colour.",
            "decide-face": "Which zone of the room does your character in column {about} face? It can enter only that one.",
            "decide-act": "Act with a character for 1 AP, or pass.",
            "decide-travel": "On the way: go on, handle items, or stop.",
            "decide-place": "Put the cards of the revealed room {about} into its zones, one in each.",
            "decide-rage": "Killer rage: play one combat card or two?",
            "decide-name": "Mind control: name a card that the other one must play if he has it (0: none).",
            "decide-combat": "Lay a combat card, unseen by the other player.",
            "decide-combat-two": "Lay your two combat cards, unseen by the other player.",
            # why a game is over
            "end-resigned": "{player} resigned (ENG-3).",
            "end-draw": "Both players agreed on a draw.",
            "end-target": "The target of {target} VP was reached (END-1).",
            "end-nobody": "No player has characters left (END-4).",
            "end-stall": "Nothing has happened for too long (END-5).",
        }
    }
)


class CardTeller(Teller):
    """Tells what happened in a Card Game."""

    texts = TEXTS

    def sentences(self, events: Iterable[EventView], language: str = "en", mode: str = "move", result: str = "") -> list[str]:
        return super().sentences(_with_results(list(events)), language, mode, result)

    def piece_name(self, token: str) -> str:
        return piece_name(token)

    def token_name(self, token: str, language: str = "en") -> str:
        """`bNa` -> blue's Naga; `y?3` -> the wounded y?3; `?` -> something."""
        table = self.texts[language]
        if token == "?":
            return table["something"]
        if token[1:2] == "?":
            return table["wounded-hidden" if token[2:] else "hidden"].format(token=token, colour=COLOURS[token[0]])
        return table["of"].format(colour=COLOURS[token[0]], piece=piece_name(token))

    def place_of(self, event: EventView) -> str:
        return event.zone

    def key(self, event: EventView) -> str:
        if event.kind == "combat-chosen" and event.card >= 0 and event.second >= 0:
            return "combat-chosen-two"
        if event.kind in ("shot", "speared") and len(event.tokens) > 2:
            return f"{event.kind}-group"
        if event.kind == "raged":
            return f"raged-{event.number}"
        if event.kind == "named" and not event.card:
            return "named-nothing"
        if event.kind == "faced" and event.letter == "?":
            return "faced-hidden"
        key = super().key(event)
        return key if key in self.texts["en"] else super().key(msgspec.structs.replace(event, token=""))

    def parts(self, event: EventView, language: str) -> dict[str, object]:
        table = self.texts[language]
        return {
            "item": self.token_name(event.item, language) if event.item else "",
            "got": self.token_name(event.other, language) if event.kind == "traded" else "",
            "zone": event.zone,
            "column": event.zone[1:2],
            "letter": event.letter,
            "second": event.second,
            "places": f" {table['and']} ".join(event.places),
        }


def _with_results(events: list[EventView]) -> list[EventView]:
    """Say who won when the cards have been shown, and that a card shown for a jump was its price (JMP-4)."""
    found: list[EventView] = []
    totals: dict[str, int] = {}
    for number, event in enumerate(events):
        if event.kind == "combat-shown" and number and events[number - 1].kind == "action-began":
            found.append(msgspec.structs.replace(event, kind="jump-paid"))
            continue
        found.append(event)
        if event.kind != "combat-shown":
            continue
        totals[event.player] = event.number
        if len(totals) > 1 and (number + 1 == len(events) or events[number + 1].kind != "combat-shown"):
            best = max(totals, key=lambda colour: totals[colour])
            tied = len(set(totals.values())) == 1
            found.append(EventView("combat-tied" if tied else "combat-won", player="" if tied else best))
            totals = {}
    return found


TELLER = CardTeller()
