"""The path: the steps from the first lesson to the strongest opponent. The next step is the first one that is not done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from dungeon_twister.ai.bots.levels import LEVELS
from dungeon_twister.learning.progress.entries import GAME, HINTED, LESSON, LOST, MISSION, PUZZLE, SKIPPED, WON, Entry

LAST_RESULTS: Final = 3  # that decide whether another level is suggested


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the path.

    - `kind`: `lesson`, `game` (finish one), `beat` (win against a level), `puzzles` or `missions` (so many).
    - `name`: lesson, scenario or level.
    - `game`: `board` or `card`.
    - `count`: how many are needed.
    """

    kind: str
    name: str = ""
    game: str = "board"
    count: int = 1

    @property
    def id(self) -> str:
        """The name of the step in the list of skipped ones."""
        return ".".join(part for part in (self.kind, self.game, self.name, str(self.count)) if part)


WEAKEST: Final = LEVELS[0].name
STEPS: Final = (
    Step("lesson", "walk-and-look"),
    Step("lesson", "get-out"),
    Step("lesson", "turn-the-maze"),
    Step("game", "simplified"),
    Step("lesson", "action-cards"),
    Step("lesson", "fight"),
    Step("puzzles", count=5),
    Step("beat", WEAKEST),
    Step("lesson", "all-of-them"),
    Step("missions", count=1),
    Step("beat", LEVELS[1].name),
    Step("puzzles", count=20),
    Step("lesson", "zones-and-facing", game="card"),
    Step("lesson", "tutorial-1", game="card"),
    Step("beat", WEAKEST, game="card"),
    Step("beat", LEVELS[2].name),
    Step("missions", count=4),
    Step("game", "three-players"),
    Step("beat", LEVELS[3].name),
    Step("puzzles", count=60),
    Step("beat", LEVELS[1].name, game="card"),
    Step("game", "teams"),
    Step("beat", LEVELS[4].name),
    Step("missions", count=8),
    Step("beat", LEVELS[5].name),
    Step("missions", count=12),
    Step("beat", LEVELS[6].name),
)


@dataclass(frozen=True, slots=True)
class PathStep:
    """A step of the path for a learner.

    - `state`: `done`, `next`, `later` or `skipped`.
    - `have`: how many of `count` are done.
    """

    id: str
    kind: str
    name: str
    game: str
    count: int
    have: int
    state: str


@dataclass(frozen=True, slots=True)
class LevelAdvice:
    """The suggestion to play a stronger or a weaker bot next.

    - `direction`: `up` or `down`.
    - `level`: the suggested level.
    - `after`: the level of the last results.
    """

    game: str
    direction: str
    level: str
    after: str


def path_of(entries: Sequence[Entry]) -> list[PathStep]:
    """Return all steps of the path; at most one of them is `next`.

    A win against a level above the weakest stands for the lessons and first games before it: they count as skipped.
    """
    skipped = {entry.name for entry in entries if entry.kind == SKIPPED}
    found: list[PathStep] = []
    reached = False
    counts = [min(step.count, DONE[step.kind](step, entries)) for step in STEPS]
    numbered = enumerate(zip(STEPS, counts, strict=True))
    beaten = {step.game: at for at, (step, have) in numbered if step.kind == "beat" and have and step.name != WEAKEST}
    for at, (step, have) in enumerate(zip(STEPS, counts, strict=True)):
        if have >= step.count:
            state = "done"
        elif step.id in skipped or (step.kind in ("lesson", "game") and at < beaten.get(step.game, 0)):
            state = "skipped"
        else:
            state, reached = ("later" if reached else "next"), True
        found.append(PathStep(step.id, step.kind, step.name, step.game, step.count, have, state))
    return found


def _lessons(step: Step, entries: Iterable[Entry]) -> int:
    return sum(entry.kind == LESSON and entry.name == step.name for entry in entries)


def _games(step: Step, entries: Iterable[Entry]) -> int:
    return sum(entry.kind == GAME and entry.scenario == step.name for entry in entries)


def _wins(step: Step, entries: Iterable[Entry]) -> int:
    """Count wins against the level or a stronger one."""
    names = [level.name for level in LEVELS]
    enough = set(names[names.index(step.name) :])
    return sum(
        entry.kind == GAME and entry.game == step.game and entry.score == WON and enough.issuperset(entry.opponents)
        for entry in entries
        if entry.opponents
    )


def _puzzles(step: Step, entries: Iterable[Entry]) -> int:
    return len({entry.name for entry in entries if entry.kind == PUZZLE and entry.score == WON})


def _missions(step: Step, entries: Iterable[Entry]) -> int:
    return len({entry.name for entry in entries if entry.kind == MISSION and entry.score >= 1})


DONE: Final[dict[str, Callable[[Step, Iterable[Entry]], int]]] = {
    "lesson": _lessons,
    "game": _games,
    "beat": _wins,
    "puzzles": _puzzles,
    "missions": _missions,
}


def level_advice(entries: Sequence[Entry], game: str) -> LevelAdvice | None:
    """Suggest a stronger level after three wins in a row against one level, a weaker one after three defeats."""
    hinted = {entry.name for entry in entries if entry.kind == HINTED}
    results = [entry for entry in entries if entry.kind == GAME and entry.game == game and len(set(entry.opponents)) == 1]
    last = results[-LAST_RESULTS:]
    names = [level.name for level in LEVELS]
    levels = {entry.opponents[0] for entry in last}
    if len(last) < LAST_RESULTS or len(levels) != 1 or not levels.issubset(names):
        return None
    at = names.index(last[-1].opponents[0])
    if at + 1 < len(names) and all(entry.score == WON and entry.name not in hinted for entry in last):
        return LevelAdvice(game, "up", names[at + 1], names[at])
    if at > 0 and all(entry.score == LOST for entry in last):
        return LevelAdvice(game, "down", names[at - 1], names[at])
    return None
