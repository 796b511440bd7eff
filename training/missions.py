"""Solves and measures missions: bots play them in the learner's seat.

`python -m training.missions solve [NAME ...]`: the strongest bot plays each mission until every star is won. The deeds of all
sides are stored beside the mission. `--bot` names another bot.

`python -m training.missions measure --out missions.jsonl [NAME ...]`: levels play each mission ten times. A file that is there
is gone on with.

`python -m training.missions table missions.jsonl`: writes the results into docs/data/missions.md.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

from dungeon_twister.ai.bots.levels import STRONGEST
from dungeon_twister.learning.missions import Mission, MissionCondition, MissionRun, attempt, load_mission, load_missions
from dungeon_twister.learning.missions.mission_checks import stars_of
from dungeon_twister.learning.missions.mission_run import WON

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "src" / "dungeon_twister" / "content" / "missions"
PAGE = ROOT / "docs" / "data" / "missions.md"
HEAD = "| mission | opponent | goal | stars |"
LEVELS = ("stoker", "fitter", "clockmaker", "archmage")  # in the learner's seat


def solve(mission: Mission, bot: str, tries: int) -> bool:
    """Store solutions that win every star. Return whether they were found."""
    missing, found = set(mission.stars), list[list[str]]()
    for number in range(tries):
        began = time.monotonic()
        run = attempt(mission, bot, f"solve {number}")
        print(f"{mission.name} {number}: {run.status}, {run.won_stars} stars, {time.monotonic() - began:.0f} s", flush=True)
        missing, found = _with(run, missing, found)
        if found and not missing:
            (FOLDER / f"{mission.name}.txt").write_text("\n\n".join("\n".join(deeds) for deeds in found) + "\n", "utf-8")
            return True
    print(f"{mission.name}: not won: {', '.join(map(str, missing)) or 'the goal'}")
    return False


def _with(
    run: MissionRun, missing: set[MissionCondition], found: list[list[str]]
) -> tuple[set[MissionCondition], list[list[str]]]:
    """Return what is missing and the solutions kept after one more run."""
    won = stars_of(run)
    if run.status == WON and len(won) == len(run.mission.stars):
        return set(), [run.deeds]
    if run.status == WON and (won & missing or not found):
        return missing - won, [*found, run.deeds]
    return missing, found


def measure(missions: list[Mission], out: Path, tries: int, levels: list[str]) -> None:
    """Let levels play missions; a line of the file is one run."""
    lines = out.read_text("utf-8").splitlines() if out.exists() else []
    done = {tuple(json.loads(line)[key] for key in ("mission", "bot", "try")) for line in lines}
    for mission in missions:
        for bot in levels or LEVELS:
            for number in range(tries):
                if (mission.name, bot, number) in done:
                    continue
                run = attempt(mission, bot, f"measure {number}")
                stars = [one in stars_of(run) for one in mission.stars]
                row = {"mission": mission.name, "bot": bot, "try": number, "won": run.status == WON, "stars": stars}
                with out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
                print(row, flush=True)


def table(out: Path) -> None:
    """Write the results into the page."""
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    lines = [f"{HEAD} {' | '.join(LEVELS)} |", "|---" * (4 + len(LEVELS)) + "|"]
    for mission in load_missions():
        goal, stars = (", ".join(f"`{one}`" for one in part) for part in (mission.goal, mission.stars))
        own = [[row for row in rows if row["mission"] == mission.name and row["bot"] == level] for level in LEVELS]
        cells = " | ".join(_cell(mission, some) for some in own)
        lines.append(f"| {mission.number}. {mission.name} | {mission.bot} | {goal} | {stars} | {cells} |")
    text = PAGE.read_text("utf-8")
    text = text.split(HEAD)[0].rstrip()
    PAGE.write_text(f"{text}\n\n" + "\n".join(lines) + "\n", "utf-8")


def _cell(mission: Mission, rows: list[dict[str, Any]]) -> str:
    """Return how many runs won at least one star, two and three, and how many there were."""
    won = [row["won"] + sum(row["stars"]) for row in rows]
    counts = [sum(stars >= least for stars in won) for least in range(1, mission.most_stars + 1)]
    return f"{', '.join(map(str, counts))} of {len(rows)}" if rows else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", choices=["solve", "measure", "table"])
    parser.add_argument("names", nargs="*", help="missions; none: all. For a table: the file")
    parser.add_argument("--bot", action="append", default=[])
    parser.add_argument("--tries", type=int, default=10)
    parser.add_argument("--out", type=Path, default=Path("missions.jsonl"))
    args = parser.parse_intermixed_args()
    if args.work == "table":
        table(Path(args.names[0]) if args.names else args.out)
        return 0
    missions = [load_mission(name) for name in args.names] or list(load_missions())
    if args.work == "solve":
        solved = [solve(mission, (args.bot or [STRONGEST])[0], args.tries) for mission in missions]
        return 0 if all(solved) else 1
    measure(missions, args.out, args.tries, args.bot)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
