"""A mistake that is played again.

An attempt ends with
the turn, a combat or a reveal, as the decisions of an analysis do. It is judged as the analysis judges: by the view of the
player, with the same guesses at what was hidden, and against the best plan.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from dungeon_twister.ai.analysis.analysis_shapes import Hint, PlanReason, PlanView
from dungeon_twister.ai.analysis.hints import NUDGES
from dungeon_twister.ai.analysis.plan_playback import arrows_of, is_risk, marks_of, play_back
from dungeon_twister.ai.analysis.position_analysis import GivenPlan, PositionAnalysis, is_turn_decision, read_choices
from dungeon_twister.ai.analysis.win_probability import planned_win_probability
from dungeon_twister.ai.search.adapters import adapter_for
from dungeon_twister.ai.search.turn_search import ScoredPlan
from dungeon_twister.game.record.notation import Choice, from_choice, read, to_choice, write
from dungeon_twister.game.record.recorded_game import RecordedGame, check
from dungeon_twister.game.views import observe
from dungeon_twister.learning.exercise_run import FAILED, HINTS, OPEN, PLAY, SOLVED, TRY, ExerciseRun, seat_learner
from dungeon_twister.learning.mistakes.mistake import Mistake, MistakeError
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.decisions import CHANCE, TRAVEL
from dungeon_twister.rules.engine.game import IllegalActionError, apply, is_for_any_time, legal
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import AmbiguousActionError, TextError

TOLERANCE: Final = 0.03  # share of the win by which a solution may be worse than the best plan
REPLY_NODES: Final = 400  # positions for the reply of the next player


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of an attempt.

    - `share`: expected share of the win after the attempt; `best`: after the best plan.
    - `missed_win`: the best plan wins at once, and the attempt does not.
    """

    share: float
    best: float
    missed_win: bool = False

    @property
    def solved(self) -> bool:
        return not self.missed_win and self.best - self.share <= TOLERANCE


class MistakeRun(ExerciseRun):
    """The run of one mistake. Raise MistakeError if the mistake or the deeds do not fit."""

    error: ClassVar[type[ValueError]] = MistakeError

    def __init__(self, mistake: Mistake, deeds: Iterable[str] = ()) -> None:
        self.mistake = mistake
        self._begun = _begun(mistake)
        self.root: State = self._begun.state
        self.learner = self.root.decider()
        self.adapter = adapter_for(self.root.setting)
        self._analysis = PositionAnalysis(observe(self.root, self.learner), mistake.nodes, mistake.seed)
        self._check()
        self._plan_of(self._best_actions)  # it must not rest on what the player could not know
        self._best: ScoredPlan | None = None
        self.verdict: Verdict | None = None
        self._rebuild(list(deeds))

    def _check(self) -> None:
        mistake, root = self.mistake, self.root
        if root.setting.colours[self.learner] != mistake.player or not is_turn_decision(self.adapter, root):
            raise MistakeError("the player does not plan a turn in this position")
        trial = root.copy()
        self._best_actions: list[int] = []
        for at, line in enumerate(mistake.best):
            try:
                action = read(trial, line)
            except (TextError, AmbiguousActionError) as error:
                raise MistakeError(f"the best plan cannot be read: {error}") from None
            ended = trial.over or trial.decider() != self.learner or trial.turn != root.turn
            if ended or action not in legal(trial) or is_for_any_time(trial, action):
                raise MistakeError("the best plan cannot be made in this position")
            if is_risk(trial, action) and at < len(mistake.best) - 1:
                raise MistakeError("a plan ends with a combat or a reveal")
            self._best_actions.append(action)
            if not is_risk(trial, action):
                apply(trial, action)

    # -- queries ---------------------------------------------------------------------------------------------------------

    @property
    def status(self) -> str:
        if self.verdict is None:
            return OPEN
        return SOLVED if self.verdict.solved else FAILED

    @property
    def lines(self) -> list[str]:
        """The choices of the attempt, with a combat or a reveal at its end."""
        return [deed.partition(" ")[2] for deed in self.deeds]

    @property
    def follows(self) -> bool:
        """Return whether the choices so far are the beginning of the best plan."""
        return self.verdict is None and self.lines == self.mistake.best[: len(self.deeds)]

    def hint(self, grade: int) -> Hint | None:
        """Return a hint at the next action of the best plan: what kind of thing, also which piece, also the action. None if the
        attempt is not the beginning of that plan."""
        if not self.follows:
            return None
        grade = max(1, min(HINTS, grade))
        kind = self.mistake.reason.kind if self.mistake.reason is not None else "wins" if self.mistake.share >= 1 else "quiet"
        rest = self._choices(self.state, self.mistake.best[len(self.deeds) :])
        piece = next((choice.token for choice in rest if choice.token), "") if grade > 1 else ""
        return Hint(grade, PlanReason(NUDGES.get(kind, "quiet")), piece, self._next_action() if grade == HINTS else None)

    def played(self) -> list[Choice]:
        """Return what was played in the game, by the names that the player knew."""
        return self._choices(self.root, self.mistake.played)

    def best(self) -> list[Choice]:
        """Return the best plan, by the names that the player knew."""
        return self._choices(self.root, self.mistake.best)

    def _choices(self, begun: State, lines: Iterable[str]) -> list[Choice]:
        """Return lines as choices by the names that the player knows, up to the first that cannot be made."""
        state, found = begun.copy(), list[Choice]()
        for line in lines:
            try:
                action = read(state, line)
            except (TextError, AmbiguousActionError):
                break
            if state.over or action not in legal(state):
                break
            found.append(to_choice(state, action, self.learner))
            if is_risk(state, action):
                break
            apply(state, action)
        return found

    def _next_action(self) -> PlanView:
        """Return the next choice of the best plan, with the rest of the walk that it begins. At its end: the pass."""
        state, me, found = self.state.copy(), self.learner, list[int]()
        risk = -1
        for line in self.mistake.best[len(self.deeds) :]:
            action = read(state, line)
            if is_risk(state, action):
                risk = -1 if found else action
                break
            found.append(action)
            apply(state, action)
            if state.over or state.decider() != me or state.decision() != TRAVEL:
                break
        if not found and risk < 0:
            found = _passes(state)
        playback = play_back(self.state, tuple(found), risk, me)
        return PlanView(playback.choices, playback.text, 0, 0, arrows=arrows_of(playback, me), marks=marks_of(playback, me))

    # -- actions ---------------------------------------------------------------------------------------------------------

    def play(self, choice: str | Choice) -> None:
        """Make a choice. The one that ends the attempt is judged."""
        if self.verdict is not None:
            return
        action = self._checked(choice)
        text = write(self.state, action)
        if is_risk(self.state, action):
            self.deeds.append(f"{TRY} {text}")  # its result is a matter of luck and is not played
            self._judge()
            return
        ends = actions.kind_of(action) == actions.PASS
        moments = self.game_session.decide(action)
        self.deeds.append(f"{PLAY} {text}")
        self._note_events(moments)
        if ends or self._ended():
            self._judge()

    def _checked(self, choice: str | Choice) -> int:
        action = self.game_session.resolve_choice(choice, self.learner)
        if is_for_any_time(self.state, action):
            raise TextError("nobody gives up here: leave it")
        self.game_session.check(action)
        return action

    def _ended(self) -> bool:
        state = self.state
        return state.over or state.turn != self.root.turn or state.decider() != self.learner

    def judged(self, lines: Iterable[str]) -> Verdict | None:
        """Return the judgement of an attempt with these choices, which end it at the latest with a pass. Raise MistakeError if
        they cannot be made."""
        try:
            for line in lines:
                self.play(line)
            if self.verdict is None:
                self._pass()
        except (TextError, AmbiguousActionError, IllegalActionError) as error:
            raise MistakeError(f"the choices cannot be made: {error}") from None
        return self.verdict

    def show(self) -> bool:
        """Make the next action of the best plan, a walk to its end. Return False if the attempt is another one."""
        if not self.follows:
            return False
        for choice in self._next_action().choices:
            self.play(choice)
        return True

    def _pass(self) -> None:
        for action in _passes(self.state):
            self.play(write(self.state, action))

    def _last_choice(self) -> int:
        return len(self.deeds) - 1

    def _rebuild(self, deeds: Sequence[str]) -> None:
        self.game_session = seat_learner(self._begun.clone(), self.learner, "")
        self.deeds, self.history, self.verdict = [], [], None
        self._do_again(deeds)

    def _redo(self, kind: str, rest: str) -> None:
        self.play(rest)

    # -- judging ---------------------------------------------------------------------------------------------------------

    def _plan_of(self, attempt: Sequence[int]) -> GivenPlan:
        """Return choices of the game as a plan for the search, in the analysis's guess at what is hidden."""
        state, choices, risky = self.root.copy(), list[Choice](), False
        for action in attempt:
            risky = is_risk(state, action)
            if actions.kind_of(action) != actions.PASS:
                choices.append(to_choice(state, action, self.learner))
            if not risky:
                apply(state, action)
        path = read_choices(self._analysis.state, choices)
        if path is None:
            raise MistakeError("these choices rest on what the player could not know")
        risk = path.pop() if risky else -1
        return tuple(path), risk

    def _judge(self) -> None:
        state, attempt = self.root.copy(), list[int]()
        for line in self.lines:
            attempt.append(read(state, line))
            if not is_risk(state, attempt[-1]):
                apply(state, attempt[-1])
        try:
            found = self._score(self._plan_of(attempt))
        except MistakeError:
            self.undo()
            raise TextError("this rests on what nobody could know then") from None
        if self._best is None:
            self._best = self._score(self._plan_of(self._best_actions))
        best, share = self._best, self._share(found)
        self.verdict = Verdict(share, max(share, self._share(best)), best.wins and not found.wins)

    def _score(self, plan: GivenPlan) -> ScoredPlan:
        """Return a plan with its score. Each is scored by itself, so that none lacks the nodes that another one used."""
        return self._analysis.plans(0, [plan])[0]

    def _share(self, plan: ScoredPlan) -> float:
        return round(planned_win_probability(self.adapter, self._analysis.state, plan.value), 4)

    def reply_plan(self) -> PlanView | None:
        """Return what the next player would do, as far as it is certain, by the names that the learner knows. None if nobody
        else plans a turn now."""
        state = self.state
        if state.over or state.decider() in (CHANCE, self.learner) or not is_turn_decision(self.adapter, state):
            return None
        other = PositionAnalysis(observe(state, state.decider()), REPLY_NODES, self.mistake.seed)
        playback = other.playback(other.plans(1)[0])
        path, trial = list[int](), state.copy()
        for choice in playback.choices:
            action = _legal_action(trial, choice)
            if action < 0:
                break
            path.append(action)
            if is_risk(trial, action):
                break
            apply(trial, action)
        risk = path.pop() if path and playback.risk is not None and is_risk(trial, path[-1]) else -1
        shown = play_back(state, tuple(path), risk, self.learner)
        if not shown.choices:
            return None
        return PlanView(
            shown.choices, shown.text, 0, 0, arrows=arrows_of(shown, self.learner), marks=marks_of(shown, self.learner)
        )


def _begun(mistake: Mistake) -> RecordedGame:
    """Return the game at the decision."""
    try:
        game = RecordedGame.from_position(mistake.position, "mistake")
        for line in mistake.lines:
            action = read(game.state, line)
            check(game.state, action)
            game.make(action, line)
    except (TextError, AmbiguousActionError, IllegalActionError) as error:
        raise MistakeError(f"the position cannot be read: {error}") from None
    if game.over or game.state.decider() == CHANCE:
        raise MistakeError("nobody is to decide anything in this position")
    return game


def _passes(state: State) -> list[int]:
    return [action for action in legal(state) if actions.kind_of(action) == actions.PASS][:1]


def _legal_action(state: State, choice: Choice) -> int:
    """Return the action for a choice, or -1 if it is not legal here."""
    try:
        action = from_choice(state, choice)
    except (ValueError, TypeError):
        return -1
    return action if not state.over and action in legal(state) else -1
