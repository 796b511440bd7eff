"""The command `missions`: the list with its stars, a mission at the keyboard, the check."""

from __future__ import annotations

import pytest

from dungeon_twister.cli import missions_command as command
from dungeon_twister.cli.progress_file import add_result
from dungeon_twister.game.session import PlayedChoice
from dungeon_twister.learning.missions import Mission, MissionRun, load_missions, load_solutions
from dungeon_twister.learning.progress.entries import MISSION
from dungeon_twister.presentation.i18n import LANGUAGES, MessageCatalogue
from tests.cli.conftest import Run

FIRST = load_missions()[0]


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_has_the_stars_that_were_won(run: Run, language: str) -> None:
    for stars in (2.0, 1.0):
        add_result(MISSION, FIRST.name, stars)
    out, words = run("missions", "--language", language).out, MessageCatalogue(language)
    assert "**." in out and all(words.t(mission.key("title")) in out for mission in load_missions())
    most = sum(mission.most_stars for mission in load_missions())
    left = load_missions()[1].name
    assert flat(words.t("terminal.missions.progress", won=2, all=most, mission=left)) in flat(out)


def learners_lines(mission: Mission) -> list[str]:
    """What the learner types in a stored solution, as long as the bots answer as they did then."""
    return [deed.removeprefix("play ") for deed in load_solutions(mission)[0] if deed.startswith("play ")]


def test_a_mission_at_the_keyboard(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    solution = load_solutions(FIRST)[0]
    stars = MissionRun(FIRST, solution, bots=False).won_stars
    replies = iter(deed.removeprefix("bot ") for deed in solution if deed.startswith("bot "))

    def as_then(self: MissionRun) -> list[PlayedChoice]:
        """Let the bots decide as in the solution."""
        while self.waits_for_bot:
            self.reply(next(replies))
        return []

    monkeypatch.setattr(MissionRun, "_let_bots_decide", as_then)
    result = run("missions", "1", typed=learners_lines(FIRST))
    words = MessageCatalogue("en")
    assert result.code == 0 and words.t(FIRST.key("title")) in result.out and words.t("missions.won") in result.out
    assert words.t("terminal.missions.commands") in flat(result.out)
    assert command.won_stars() == {FIRST.name: stars}


def test_leaving_a_mission(run: Run) -> None:
    result = run("missions", FIRST.name, typed=["undo", "quit"])
    assert result.code == 0 and f"dungeon-twister missions {FIRST.name}" in result.out
    assert MessageCatalogue("en").t("terminal.missions.nothing-to-undo") in result.out
    assert command.won_stars() == {}


def test_an_unknown_mission(run: Run) -> None:
    result = run("missions", "nigt-shift")
    assert result.code != 0 and "night-shift" in result.err


def test_the_check(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("missions", FIRST.name, "--check").code == 0
    monkeypatch.setattr("dungeon_twister.learning.missions.mission_checks.load_solutions", lambda mission: [])
    wrong = run("missions", FIRST.name, "--check")
    assert wrong.code == 1 and f"Mission {FIRST.name}: it has no solution." in flat(wrong.out)
