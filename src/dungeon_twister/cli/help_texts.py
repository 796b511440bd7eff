"""Texts of `help`: the same rule texts as on the page, found by names, signs and common words."""

from __future__ import annotations

import re

from dungeon_twister.cli.input_words import localize, normalize, to_english
from dungeon_twister.cli.texts import catalogue, has_text, piece_keys, t
from dungeon_twister.presentation.i18n import unmarked

ENTRY = re.compile(r"(board|card)\.[^.]+")
OWN = ("board", "maze")  # topics of the terminal alone: its drawings
COMMANDS = (
    "number", "choice", "inner", "whole-move", "steps", "reach", "look", "fill", "undo", "board", "log", "help", "save",
    "draw", "quit",
)  # fmt: skip

# English words, in addition to the titles, that lead to an entry.
ALIASES: dict[str, str] = {
    "wallwalker": "wall-walker", "armour": "armor", "wand": "fireball-wand", "potion": "speed-potion",
    "gate": "portcullis", "gates": "portcullis", "portcullises": "portcullis", "break": "break-gate",
    "pits": "pit", "o": "pit", "gears": "gear", "@": "gear", "g": "gear", "rotate": "turn", "rotation": "turn", "walls":
    "wall",
    "slit": "arrow-slit", "slits": "arrow-slit", "jumps": "jump", "triangle": "zone", "square": "zone", "circle": "zone",
    "zones": "zone", "s": "zone", "line": "starting-line", "lines": "starting-line", "exit": "leaving", "leave": "leaving",
    "out": "leaving", "room": "reveal", "rooms": "reveal", "place": "reveal", "fight": "combat", "group": "group-combat",
    "card": "action-cards", "cards": "combat-cards", "action": "action-points", "actions": "action-points", "ap":
    "action-points",
    "turns": "action-points", "pass": "end-turn", "wound": "wounded", "wounds": "wounded", "carry": "carrying", "take":
    "carrying",
    "drop": "carrying", "swap": "carrying", "give": "carrying", "rob": "carrying", "item": "carrying", "items": "carrying",
    "load": "carrying", "loads": "carrying", "vp": "victory-points", "points": "victory-points", "score": "victory-points",
    "win": "end", "winning": "end", "start": "setup", "starters": "setup", "lay": "setup", "fill": "setup", "kinds": "setup",
    "column": "starting-zone", "face": "starting-zone", "facing": "starting-zone", "station": "starting-zone",
    "stations": "starting-zone", "shot": "shoot", "shooting": "ranged-combat", "lift": "telekinesis", "team": "teams-choice",
    "select": "teams-choice", "pick": "teams-choice", "selection": "teams-choice", "raise": "apex", "^": "small-lines",
    "door": "small-lines", "doors": "small-lines", "slide": "elevator", "shaft": "elevator", "join": "joining", "ally":
    "teams",
    "allies": "teams", "players": "several", "three-players": "several", "four-players": "several", "scenario": "several",
    "scenarios": "several", "wrong-door-3": "wrong-door", "pyramid-3": "pyramid", "signs": "board", "legend": "board",
    "squares": "board", "map": "maze", "picture": "board", "small": "maze", "levels": "pyramid", "moving": "move",
    "spear": "spear",
    "rage": "berserker", "name": "telepath", "sight": "sight",
}  # fmt: skip
# Topics that only three- and four-player scenarios have.
FOR_MANY = (
    "several", "hoard", "pyramid", "race", "elevator", "wrong-door", "alliances", "teams", "apex", "joining", "shared-lines",
    "small-lines",
)  # fmt: skip
# How to type it, where that is not obvious.
EXAMPLES: dict[str, dict[str, str]] = {
    "board": {
        "cleric": "C heal yG", "heal": "C heal yG", "warrior": "W break e", "break-gate": "W break e", "wizard": "Z fire e",
        "fireball-wand": "Z fire e", "cast-fireball": "Z fire e", "wall-walker": "A wall", "wall-walk": "A wall",
        "troll": "T regenerate", "regenerate": "T regenerate", "thief": "H gate e", "open-gate": "H gate e",
        "jump": "W jump", "speed-potion": "W drink", "drink": "W drink", "turn": "W turn R2 cw", "gear": "W turn R2 cw",
        "reveal": "W reveal R2", "carrying": "take b$, drop, swap b$", "attack": "W attack yG", "apex": "W raise",
        "setup": "start W a2, lay $ R3, fill", "elevator": "W slide n", "move": "W c4",
        "joining": "join attack, join defence, join no",
    },
    "card": {
        "turn": "Na turn R2 cw", "gear": "Na turn R2 cw", "pit": "Na jump blue-1.C", "end-turn": "pass",
        "jump": "Na jump blue-1.C, Na jump blue-1.C 3", "portcullis": "Th gate R3, Wa break R3", "open-gate": "Th gate R3",
        "break-gate": "Wa break R3", "reveal": "Na reveal R3", "attack": "Na attack yCl", "shoot": "look Na",
        "carrying": "take bro, drop bro, give bro bMe, swap bro bke", "setup": "lay Na R3, face Na T, fill",
        "move": "Na S, Na to R2.S",
    },
}  # fmt: skip


class Help:
    """The help of one game."""

    def __init__(self, game: str) -> None:
        self.game = game

    def entries(self) -> list[str]:
        """Return all entries with a text, pieces included."""
        own = [name for name in OWN if has_text(f"terminal.help.{self.game}.{name}")]
        rules = [key.split(".")[1] for key in catalogue().keys("rules") if ENTRY.fullmatch(key) and key.startswith(self.game)]
        return [*rules, *own]

    def text(self, name: str) -> str:
        """Return a text about the drawings, or all paragraphs of the rules about a topic."""
        own, rule = f"terminal.help.{self.game}.{name}", f"rules.{self.game}.{name}"
        if has_text(own):
            return t(own)
        more = [key for key in catalogue().keys("rules") if key.startswith(f"{self.game}.{name}.")]
        return unmarked(" ".join([t(rule), *(t(f"rules.{key}") for key in more)]))

    def title(self, name: str) -> str:
        keys = (f"game.piece.{name}", f"rules.title.{name}", f"game.scenario.{name}", f"terminal.help.title.{name}")
        return next((t(key) for key in keys if has_text(key)), name)

    def explain(self, word: str) -> str | None:
        """Return the entry for a sign, a token or a name in any spelling."""
        sign = self._sign(word.strip().rstrip("~"))
        name = piece_keys(self.game)[sign] if sign else self._named(word) or self._named(to_english(word))
        if not name:
            return None
        title = (
            f"{self.title(name)} ({sign or self._sign_of(name)})"
            if name in piece_keys(self.game).values()
            else self.title(name)
        )
        text = t("terminal.help.entry", title=title, text=self.text(name))
        example = EXAMPLES[self.game].get(name)
        return f"{text} {t('terminal.help.example', line=_spoken_examples(example))}" if example else text

    def _sign(self, word: str) -> str:
        """Return the sign that a word is: alone (`W`, `Na`), or after a colour's letter."""
        signs = piece_keys(self.game)
        if self.game == "board":
            sign = word[1:].upper() if len(word) == 2 and word[0] in "byrg" else word.upper() if len(word) == 1 else ""
            return sign if sign in signs else ""
        return word if word in signs else word[1:] if word[:1] in "by" and word[1:] in signs else ""

    def _named(self, word: str) -> str:
        """Return the entry by its name, its title in the current language, an English word for it, or a sign in small
        letters."""
        wanted, known = normalize(word), self.entries()
        if wanted in known:
            return wanted
        titled = next((name for name in known if normalize(self.title(name)) == wanted), "")
        if titled or ALIASES.get(wanted) in known:
            return titled or ALIASES[wanted]
        small = {sign.lower(): key for sign, key in reversed(piece_keys(self.game).items())}
        return small.get(wanted, "") or small.get(wanted[1:] if wanted[:1] in "by" else "", "") if self.game == "card" else ""

    def _sign_of(self, name: str) -> str:
        return next(sign for sign, key in piece_keys(self.game).items() if key == name)

    def topics(self, many: bool) -> str:
        """Return all topics as a list in words; with two players, without those of larger games."""
        pieces = set(piece_keys(self.game).values())
        names = [name for name in self.entries() if name not in pieces and (many or name not in FOR_MANY)]
        return ", ".join([*(self.title(name) for name in names), t("terminal.help.pieces")])

    def commands(self) -> list[tuple[str, str]]:
        """Return the commands that can be typed, with their effects."""
        keys = [f"terminal.command.{self.game}.{name}" for name in COMMANDS]
        return [(t(f"{key}.typed"), t(key)) for key in keys if has_text(key)]


def _spoken_examples(lines: str) -> str:
    """Return lines, separated by commas, in words of the current language."""
    return ", ".join(localize(line) for line in lines.split(", "))
