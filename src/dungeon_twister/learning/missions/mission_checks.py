"""Checks of missions: stored solutions win every star, no text is missing, and what a bot makes of a mission."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from dungeon_twister.ai.bots.resolve import resolve_bot
from dungeon_twister.learning.missions.conditions import DONE, MissionCondition
from dungeon_twister.learning.missions.loader import load_solutions
from dungeon_twister.learning.missions.mission import Mission, MissionError
from dungeon_twister.learning.missions.mission_run import WON, MissionRun
from dungeon_twister.presentation.i18n import LANGUAGES, MessageCatalogue

MOST_CHOICES: Final = 4000  # of the learner's side, in one attempt


def check_missions(missions: Iterable[Mission]) -> Iterator[str]:
    """Yield the faults of missions, a sentence each."""
    for mission in missions:
        for fault in (*missing_texts(mission), *check_solutions(mission, load_solutions(mission))):
            yield f"Mission {mission.name}: {fault}."


def check_solutions(mission: Mission, solutions: list[list[str]]) -> list[str]:
    """Play the solutions of a mission. Return the faults: one that does not win, and stars that none wins."""
    won: set[MissionCondition] = set()
    for number, deeds in enumerate(solutions, start=1):
        try:
            run = MissionRun(mission, deeds, bots=False)
        except MissionError as error:
            return [f"its solution {number} is wrong: {error}"]
        if run.status != WON:
            return [f"its solution {number} does not win it"]
        won |= stars_of(run)
    if not solutions:
        return ["it has no solution"]
    return [f"no solution wins the star for {str(star)!r}" for star in mission.stars if star not in won]


def stars_of(run: MissionRun) -> set[MissionCondition]:
    """Return the conditions of the further stars that a won mission has brought."""
    return {one.condition for one in run.stars if one.state == DONE} if run.status == WON else set()


def attempt(mission: Mission, bot: str, seed: str) -> MissionRun:
    """Let a bot play a mission in the learner's place."""
    run = MissionRun(mission)
    player = resolve_bot(bot).make(seed)
    for _ in range(MOST_CHOICES):
        if run.over:
            break
        run.play(player.choose(run.view))
    return run


def missing_texts(mission: Mission) -> list[str]:
    keys = [mission.key("title"), mission.key("story")]
    return [
        f"the text {key} is missing in {language!r}"
        for language in LANGUAGES
        for key in keys
        if not MessageCatalogue(language).has(key)
    ]
