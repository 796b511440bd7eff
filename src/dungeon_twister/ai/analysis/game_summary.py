"""Summary of a recorded game: the decisions of its turns, its combats, and statistics of each side, without evaluation."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Final

from dungeon_twister.ai.analysis.analysis_shapes import FightView
from dungeon_twister.ai.analysis.plan_playback import is_risk
from dungeon_twister.ai.analysis.position_analysis import is_turn_decision
from dungeon_twister.ai.search.adapters import adapter_for
from dungeon_twister.ai.search.game_adapter import GameAdapter
from dungeon_twister.game.record.files import Record
from dungeon_twister.game.record.notation import Choice, to_choice, write
from dungeon_twister.game.views import ALL_KNOWING
from dungeon_twister.presentation.guide.fights import foresee
from dungeon_twister.presentation.guide.game_replay import GameReplay
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.decisions import CHANCE
from dungeon_twister.rules.engine.events import COMBAT_SHOWN, REVEALED, STEPPED, TURNED
from dungeon_twister.rules.engine.game import legal
from dungeon_twister.rules.engine.rules import rules_of
from dungeon_twister.rules.engine.state import State

COUNTED: Final = {STEPPED: "steps", TURNED: "rotations", REVEALED: "reveals"}


@dataclass
class TurnSegment:
    """Choices of one player that form one plan, up to a combat, a reveal or the end of the turn.

    It has the state before them, and the choices by the names that the player knows.
    """

    at: int
    state: State
    choices: list[Choice] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    risky: bool = False  # the last choice is a combat or a reveal
    passed: bool = False  # the last choice ends the turn


@dataclass
class TurnSummary:
    """One turn of a record."""

    number: int
    player: int
    segments: list[TurnSegment]


@dataclass
class GameSummary:
    """The summary of a record."""

    replaying: GameReplay
    turns: list[TurnSummary]
    fights: list[FightView]
    points: list[list[int]]  # after each turn, of each player
    counts: list[Counter[str]]  # statistics of each player


def fingerprint(record: Record) -> str:
    """Return a hash that identifies a record: of its start and its choices."""
    header = record.header
    options = [f"{key}={value}" for key, value in sorted(header.options.items())]
    parts = [header.played, *options, *([header.position] if header.position else []), *record.choices]
    return sha256("\n".join(parts).encode()).hexdigest()[:32]


def summarize_game(record: Record, source: str = "record") -> GameSummary:
    """Summarize a finished game. Raise TextError if its record is wrong."""
    replaying = GameReplay.of_record(record, source)
    return _Reader(replaying).read()


class _Reader:
    """Replays a game once and collects its summary."""

    def __init__(self, replaying: GameReplay) -> None:
        self.replaying = replaying
        self.adapter: GameAdapter = adapter_for(replaying.setting)
        players = replaying.setting.players
        self.turns: list[TurnSummary] = []
        self.fights: list[FightView] = []
        self.points: list[list[int]] = []
        self.counts: list[Counter[str]] = [Counter() for _ in range(players)]
        self.segment: TurnSegment | None = None
        self.fight: tuple[int, FightView] | None = None  # the combat under way, when it began

    def read(self) -> GameSummary:
        state = self.replaying.state_at(0)
        for at, action in enumerate(self.replaying.choices):
            self._begin(state, at, action)
            before_turn, before_ap, active = state.turn, state.ap, state.active
            kind = actions.kind_of(action)
            if self.segment is not None:
                self._add(state, action, kind)
            state.events = []
            rules_of(self.replaying.setting).apply(state, action)
            self._count(state, active)
            if state.turn == before_turn and state.active == active and before_ap - state.ap > 0 and kind != actions.PASS:
                self.counts[active]["action_points"] += before_ap - state.ap
            self._follow_fight(state, at)
            if state.turn != before_turn or state.over:
                self.segment = None
                if before_turn:
                    self.points.append(list(state.vp))
        return GameSummary(self.replaying, self.turns, self.fights, self.points, self.counts)

    def _begin(self, s: State, at: int, action: int) -> None:
        """Start a segment at a decision where the active player plans."""
        who = s.decider()
        if self.segment is not None or who == CHANCE or who != s.active or not is_turn_decision(self.adapter, s):
            return
        kind = actions.kind_of(action)
        if kind in (actions.RESIGN, actions.AGREE_DRAW) or (kind == actions.PASS and s.ap == 0 and len(legal(s)) == 1):
            return  # nothing was planned
        if not self.turns or self.turns[-1].number != s.turn or self.turns[-1].player != who:
            self.turns.append(TurnSummary(s.turn, who, []))
            self.counts[who]["turns"] += 1
        self.segment = TurnSegment(at, s.copy())
        self.segment.state.events = None
        self.turns[-1].segments.append(self.segment)

    def _add(self, s: State, action: int, kind: int) -> None:
        segment = self.segment
        assert segment is not None
        if kind in (actions.RESIGN, actions.AGREE_DRAW) or s.decider() != s.active:
            self.segment = None
            return
        segment.choices.append(to_choice(s, action, s.active))
        segment.text.append(write(s, action))
        if is_risk(s, action) or kind == actions.PASS:
            segment.risky, segment.passed = kind != actions.PASS, kind == actions.PASS
            self.segment = None

    def _count(self, s: State, active: int) -> None:
        for event in s.events or []:
            if event[0] in COUNTED and s.turn:
                self.counts[active][COUNTED[event[0]]] += 1

    # -- combats -----------------------------------------------------------------------------------------------------------

    def _follow_fight(self, s: State, at: int) -> None:
        """Note a combat when its cards are to be laid, and its result when they are revealed."""
        events, s.events = s.events or [], None
        if self.fight is not None:
            won = self._winner(s, [event for event in events if event[0] == COMBAT_SHOWN])
            if won is not None:
                self._end_fight(won)
        if self.fight is None and not s.over and self.adapter.in_combat(s) and s.attacker >= 0:
            attacker, defender = s.setting.owner[s.attacker], s.setting.owner[s.defender]
            seen, fight = foresee(s, attacker), foresee(s, ALL_KNOWING)
            if fight is not None:
                odds = [seen.even.win, seen.even.tie, seen.even.lose] if seen is not None and seen.even is not None else []
                colours = s.setting.colours
                view = FightView(at, s.turn, fight.attackers, fight.defenders, colours[attacker], colours[defender], "", odds)
                self.fight = (at, view)

    def _winner(self, s: State, shown: list[tuple[int, int, int, int]]) -> str | None:
        """Return the winner of the combat by the totals shown, an empty text for a tie, or None if it is not over."""
        if not shown:
            return None
        assert self.fight is not None
        fight = self.fight[1]
        totals = {s.setting.colours[event[1]][0]: event[3] for event in shown}
        attack, defence = (
            sum(totals.get(letter, 0) for letter in {name[0] for name in side}) for side in (fight.attackers, fight.defenders)
        )
        return "" if attack == defence else fight.attacker if attack > defence else fight.defender

    def _end_fight(self, winner: str) -> None:
        assert self.fight is not None
        begun = self.fight[1]
        colours = self.replaying.setting.colours
        self.fights.append(replace(begun, winner=winner))
        for colour, part in ((begun.attacker, 0), (begun.defender, 2)):
            count = self.counts[colours.index(colour)]
            count["fights"] += 1
            count["fights_won"] += winner == colour
            if begun.odds:
                count["fights_expected"] += round(10000 * begun.odds[part])
        self.fight = None
