"""The mistakes of a player in an analysed game."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Final, NamedTuple

from dungeon_twister.ai.analysis.analysis_shapes import Decision, GameAnalysis, TurnView
from dungeon_twister.ai.analysis.game_analysis import MISTAKE as SERIOUS
from dungeon_twister.game.record.notation import read, write
from dungeon_twister.game.record.position import has_position, write_position
from dungeon_twister.learning.mistakes.mistake import Mistake, MistakeError, mistake_text
from dungeon_twister.learning.mistakes.mistake_run import TOLERANCE, MistakeRun
from dungeon_twister.learning.progress.entries import BLUNDER, MISSED_WIN, MISTAKE
from dungeon_twister.presentation.guide.game_replay import GameReplay
from dungeon_twister.rules.engine.game import apply, legal
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import AmbiguousActionError, TextError

MARKED: Final = (MISTAKE, BLUNDER)
MOST_FOUND: Final = 12  # of one game
MOST_TRIED: Final = 16


class FoundMistake(NamedTuple):
    """A mistake and its text."""

    mistake: Mistake
    text: str

    @property
    def name(self) -> str:
        """The name of its exercise and of its entry."""
        return f"{self.mistake.game}.{self.mistake.at}"


def find_mistakes(game: str, replaying: GameReplay, analysis: GameAnalysis, player: str) -> list[FoundMistake]:
    """Return the gravest mistakes, blunders and missed wins of a player, in the order of the game. `game` is its id.

    Each is played again here. It is left out if its best plan cannot be made in the game as it was, because the plan rests on
    what the player had to guess, and if what was played turns out to be as good as the plan.
    """
    candidates = [(turn, number) for turn in analysis.turns if turn.player == player for number in _faulty(turn)]
    candidates.sort(key=lambda one: -one[0].decisions[one[1]].loss)
    found = []
    for turn, number in candidates[:MOST_TRIED]:
        mistake = _mistake(game, replaying, analysis, turn, number)
        if mistake is not None:
            with suppress(MistakeError):
                found += _proved(mistake)
        if len(found) == MOST_FOUND:
            break
    return sorted(found, key=lambda one: one.mistake.at)


def _proved(mistake: Mistake) -> list[FoundMistake]:
    """Return a mistake with the numbers of its judgement, if its best plan solves it and what was played fails."""
    run = MistakeRun(mistake)
    best = run.judged(mistake.best)
    run.restart()
    played = run.judged(mistake.played)
    if best is None or played is None or not best.solved or played.solved:
        return []
    mistake = replace(mistake, share=played.best, loss=round(played.best - played.share, 4))
    return [FoundMistake(mistake, mistake_text(mistake))]


def _faulty(turn: TurnView) -> list[int]:
    """Return the decisions of a turn to play again: each that is a mistake by itself, or else the worst of a marked turn."""
    found = [number for number, one in enumerate(turn.decisions) if one.loss >= SERIOUS or _missed_win(turn, one)]
    if not found and turn.mark in MARKED:
        worst = max(range(len(turn.decisions)), key=lambda number: turn.decisions[number].loss)
        found = [worst] if turn.decisions[worst].loss > TOLERANCE else []
    return found


def _missed_win(turn: TurnView, decision: Decision) -> bool:
    """Return whether a win was missed, and not only replaced by a plan that wins as surely."""
    return turn.missed_win and decision.best is not None and decision.best.wins and decision.loss > TOLERANCE


def _mistake(game: str, replaying: GameReplay, analysis: GameAnalysis, turn: TurnView, number: int) -> Mistake | None:
    decision = turn.decisions[number]
    best = decision.best
    if best is None:
        return None
    state = replaying.state_at(decision.at)
    plan = _as_played(state, best.text)
    first = next((at for at in range(decision.at, -1, -1) if has_position(replaying.state_at(at))), -1)
    if not plan or first < 0:
        return None
    begun = replaying.state_at(first)
    position, lines = write_position(begun), list[str]()
    for action in replaying.choices[first : decision.at]:
        lines.append(write(begun, action))
        apply(begun, action)
    kind = MISSED_WIN if _missed_win(turn, decision) else turn.mark or MISTAKE
    return Mistake(
        kind,
        game,
        decision.at,
        turn.number,
        turn.player,
        position,
        lines,
        decision.played,
        plan,
        best.share,
        decision.loss,
        analysis.nodes,
        f"{analysis.seed}/{turn.number}/{number}",
        best.reason,
        decision.fault,
    )


def _as_played(state: State, plan: list[str]) -> list[str]:
    """Return the lines of a plan with all names, or no lines if it cannot be made."""
    trial, me, found = state.copy(), state.decider(), list[str]()
    for line in plan:
        try:
            action = read(trial, line, me)
        except (TextError, AmbiguousActionError):
            return []
        if trial.over or trial.decider() != me or action not in legal(trial):
            return []
        found.append(write(trial, action))
        apply(trial, action)
    return found
