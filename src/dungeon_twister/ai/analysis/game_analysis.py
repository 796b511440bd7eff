"""Analysis of a whole game, turn by turn: the value of each turn, the plan played, its loss, and the accuracy of each player.

A turn is evaluated by the view of its player at that time; the rest of the record is used for combats and statistics only.
Luck is separate: a segment of a turn ends with a combat or a reveal and is evaluated before its result, and the rest of the
turn is evaluated anew.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from math import exp
from multiprocessing import get_context
from typing import Final, NamedTuple

from dungeon_twister.ai.analysis.analysis_shapes import FORMAT, Decision, GameAnalysis, Side, TurnView
from dungeon_twister.ai.analysis.game_summary import GameSummary, TurnSegment, TurnSummary, fingerprint, summarize_game
from dungeon_twister.ai.analysis.position_analysis import LEAST_NODES, MOST_NODES, NODES, PositionAnalysis, read_choices
from dungeon_twister.ai.analysis.reasons import fault_of
from dungeon_twister.ai.analysis.win_probability import planned_win_probability, win_probabilities
from dungeon_twister.ai.search.turn_search import ScoredPlan
from dungeon_twister.game.record import json_codec
from dungeon_twister.game.record.files import Record
from dungeon_twister.game.views import observe
from dungeon_twister.process_support import processes_work
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import TextError

INACCURACY: Final = 0.05  # loss of win probability in one turn
MISTAKE: Final = 0.10
BLUNDER: Final = 0.20
STRICTNESS: Final = 5.0  # of the accuracy: a turn that loses 20 % counts e times less than a perfect one

# called after each turn with the numbers of finished and of all turns; False stops the analysis
Progress = Callable[[int, int], bool]


def mark_of(loss: float) -> str:
    """Return the mark of a turn with this loss."""
    return "blunder" if loss >= BLUNDER else "mistake" if loss >= MISTAKE else "inaccuracy" if loss >= INACCURACY else ""


def accuracy_of(losses: list[float]) -> float | None:
    """Return the accuracy of a player from 0 to 100: the mean of exp(-5 loss) over the player's turns."""
    return round(100 * sum(exp(-STRICTNESS * loss) for loss in losses) / len(losses), 1) if losses else None


# -- one turn ----------------------------------------------------------------------------------------------------------------


class TurnTask(NamedTuple):
    """A turn to analyse, as it is sent to another process."""

    number: int  # in the list of turns
    turn: TurnSummary
    nodes: int
    seed: str


def analyse_turn(task: TurnTask) -> TurnView:
    """Analyse one turn. The result depends on the task only."""
    turn, decisions = task.turn, list[Decision]()
    shares: dict[str, float] = {}
    value, missed = 0.0, False
    for number, segment in enumerate(turn.segments):
        position_analysis = PositionAnalysis(
            observe(segment.state, turn.player), task.nodes, f"{task.seed}/{turn.number}/{number}"
        )
        played, found = _compare_with_best(position_analysis, segment)
        if number == 0:
            value = found[0].value
            share = planned_win_probability(position_analysis.adapter, position_analysis.state, value)
            shares = win_probabilities(position_analysis.adapter, position_analysis.state, position_analysis.me, share)
        missed = missed or (found[0].wins and played is not None and not played.wins)
        decisions.append(_decision(position_analysis, segment, played, found))
    loss = round(sum(one.loss for one in decisions), 4)
    colour = turn.segments[0].state.setting.colours[turn.player]
    at = turn.segments[0].at
    return TurnView(turn.number, colour, at, shares, round(value, 1), decisions, loss, mark_of(loss), missed)


def _compare_with_best(position_analysis: PositionAnalysis, segment: TurnSegment) -> tuple[ScoredPlan | None, list[ScoredPlan]]:
    """Return the plan played and the best plans, of which the first is never worse than the plan played.

    The plan played is None if its choices are illegal in the determinization.
    """
    choices = segment.choices[:-1] if segment.passed else segment.choices
    path = read_choices(position_analysis.state, choices)
    if path is None:
        return None, position_analysis.plans(1)
    risk = path.pop() if segment.risky else -1
    played, *found = position_analysis.plans(1, [(tuple(path), risk)])
    if not found or found[0].value < played.value:
        found = [played]
    return played, found


def _decision(
    position_analysis: PositionAnalysis, segment: TurnSegment, played: ScoredPlan | None, found: list[ScoredPlan]
) -> Decision:
    best = found[0]
    if played is None:
        return Decision(segment.at, segment.text, 0.0, 0.0)
    adapter, state = position_analysis.adapter, position_analysis.state
    before, after = (planned_win_probability(adapter, state, one.value) for one in (best, played))
    loss = round(max(0.0, before - after), 4)
    serious = loss >= INACCURACY
    plan = position_analysis.plan(best, serious)
    fault = fault_of(position_analysis.scales, position_analysis.playback(played)) if serious and played.risk < 0 else None
    return Decision(segment.at, segment.text, round(played.value, 1), round(after, 4), plan, loss, fault)


# -- the game ----------------------------------------------------------------------------------------------------------------


def analyse_game(
    record: Record,
    *,
    nodes: int = NODES,
    seed: str = "",
    jobs: int = 1,
    progress: Progress | None = None,
    known: GameAnalysis | None = None,
    source: str = "record",
) -> GameAnalysis:
    """Analyse a finished game with a node budget for every decision.

    `progress` is called after every turn and may stop the analysis. The result is incomplete then, and passed as `known` it
    is continued. The result does not depend on the number of processes. Raise TextError for a wrong record, or if `known`
    belongs to another one.
    """
    nodes = max(LEAST_NODES, min(MOST_NODES, nodes))
    summary = summarize_game(record, source)
    done = _known_turns(record, known, nodes, seed)
    tasks = [TurnTask(n, turn, nodes, seed) for n, turn in enumerate(summary.turns) if turn.segments[0].at not in done]
    total = len(summary.turns)
    going = progress is None or progress(len(done), total)
    results = _analyse_turns(tasks, jobs) if going else iter(())
    for task, view in results:
        done[task.turn.segments[0].at] = view
        if progress is not None and not progress(len(done), total):
            break
    close = getattr(results, "close", None)
    if close:
        close()
    return _together(record, summary, [done[at] for at in sorted(done)], len(done) == total, nodes, seed)


def is_analysis_of(known: GameAnalysis, record: Record, nodes: int, seed: str) -> bool:
    """Return whether this is an analysis of this record with these numbers."""
    return (known.format, known.record, known.nodes, known.seed) == (FORMAT, fingerprint(record), nodes, seed)


def _known_turns(record: Record, known: GameAnalysis | None, nodes: int, seed: str) -> dict[int, TurnView]:
    if known is None:
        return {}
    if not is_analysis_of(known, record, nodes, seed):
        raise TextError("the analysis is of another record, or was made with other numbers")
    return {turn.at: turn for turn in known.turns}


def _analyse_turns(tasks: list[TurnTask], jobs: int) -> Iterator[tuple[TurnTask, TurnView]]:
    """Yield every task with its result: in order in this process, as they finish on several."""
    if jobs <= 1 or len(tasks) < 2 or not processes_work():
        for task in tasks:
            yield task, analyse_turn(task)
        return
    pool = ProcessPoolExecutor(min(jobs, len(tasks)), mp_context=get_context(), initializer=_leave_interrupts)
    try:
        running: dict[Future[TurnView], TurnTask] = {pool.submit(analyse_turn, task): task for task in tasks}
        while running:
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for one in finished:
                yield running.pop(one), one.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _leave_interrupts() -> None:
    """Ignore Ctrl-C, which reaches every process; the parent process handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _together(
    record: Record, summary: GameSummary, turns: list[TurnView], complete: bool, nodes: int, seed: str
) -> GameAnalysis:
    final: State = summary.replaying.final
    colours = list(final.setting.colours)
    winners = [colour for player, colour in enumerate(colours) if final.winners >> player & 1]
    return GameAnalysis(
        FORMAT,
        fingerprint(record),
        record.header.scenario,
        dict(record.header.players),
        colours,
        winners,
        nodes,
        seed,
        complete,
        turns,
        summary.fights,
        {colour: _side(summary, turns, player, colour) for player, colour in enumerate(colours)},
    )


def _side(summary: GameSummary, turns: list[TurnView], player: int, colour: str) -> Side:
    own = [turn for turn in turns if turn.player == colour]
    count = summary.counts[player]
    return Side(
        [points[player] for points in summary.points],
        accuracy_of([turn.loss for turn in own if any(one.best for one in turn.decisions)]),
        count["turns"],
        count["action_points"],
        count["steps"],
        count["rotations"],
        count["reveals"],
        count["fights"],
        count["fights_won"],
        count["fights_expected"] / 10000,
        sum(turn.mark == "inaccuracy" for turn in own),
        sum(turn.mark == "mistake" for turn in own),
        sum(turn.mark == "blunder" for turn in own),
        sum(turn.missed_win for turn in own),
    )


# -- files -------------------------------------------------------------------------------------------------------------------


def to_json(analysis: GameAnalysis) -> str:
    """Return an analysis as JSON on one line."""
    return json_codec.to_json(analysis)


def from_json(text: str) -> GameAnalysis:
    """Parse the JSON of an analysis. Raise TextError if it is wrong."""
    try:
        found = json_codec.from_json(text, GameAnalysis)
    except json_codec.ShapeError as error:
        raise TextError(f"this is no analysis of a game: {error}") from None
    if found.format != FORMAT:
        raise TextError(f"this is an analysis of format {found.format}; this program reads format {FORMAT}")
    return found
