"""The table of choices of each game is whole: what a row says is so, everything that must know a kind does, and a kind that is
added to the table is played, written and shown without another list."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dungeon_twister.game.record.board import choice_parts as board_parts
from dungeon_twister.game.record.cases import parse_cases
from dungeon_twister.game.record.choice_parts import ChoicePart
from dungeon_twister.game.record.editions import EDITIONS
from dungeon_twister.game.record.grammar import Choice, Grammar
from dungeon_twister.game.record.notation import from_choice, read, to_choice, write
from dungeon_twister.game.views.board_events import BOARD_PARTS
from dungeon_twister.game.views.card_events import CARD_PARTS
from dungeon_twister.game.views.event_observer import observe_event
from dungeon_twister.presentation.guide.ability_refusals import refusals_of
from dungeon_twister.presentation.guide.routes import with_plenty
from dungeon_twister.rl.codes import check_codings
from dungeon_twister.rules.engine import actions, decisions
from dungeon_twister.rules.engine.all_editions import EVENTS
from dungeon_twister.rules.engine.board import actions as board_actions
from dungeon_twister.rules.engine.board import decisions as board_decisions
from dungeon_twister.rules.engine.board import rules as board
from dungeon_twister.rules.engine.board.acting import act_choices
from dungeon_twister.rules.engine.board.refusals import NOT_ON_GEAR, REFUSALS
from dungeon_twister.rules.engine.board.state import BoardState, board_of
from dungeon_twister.rules.engine.board.turns import begin_action, finish_action, refuse_actor
from dungeon_twister.rules.engine.by_edition import ByEdition
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.card import decisions as card_decisions
from dungeon_twister.rules.engine.card import rules as card
from dungeon_twister.rules.engine.card.combat import FREE
from dungeon_twister.rules.engine.choice_kinds import ANY_TIME, FIGHTS, ChoiceKind, OnePartKind, TwoPartKind
from dungeon_twister.rules.engine.decisions import ACT
from dungeon_twister.rules.engine.game import apply, legal, make_setting, start, why_not
from dungeon_twister.rules.engine.refusals import LEGAL, NOT_IN_THIS_GAME, NOT_NOW
from dungeon_twister.rules.engine.rules import Rules, rules_of
from dungeon_twister.rules.engine.scenarios import load_scenario
from dungeon_twister.rules.engine.state import FLAGS, POTION_SHIFT, UNDER, State
from dungeon_twister.rules.geometry.rooms import GEAR
from dungeon_twister.rules.geometry.text import TextError
from tests.random_play import play_on
from tests.test_editions import numbers

CASES = Path(__file__).parent / "cases"
GAMES: dict[str, Rules[Any]] = {"board": board.RULES, "card": card.RULES}
OWN = {"board": (board_actions, board_decisions), "card": (card_actions, card_decisions)}
LISTED: dict[str, dict[int, Any]] = {"board": board.LISTED, "card": card.LISTED}
PARTS = ByEdition(board=BOARD_PARTS, card=CARD_PARTS)
POTION = 4


def every_kind() -> list[Any]:
    return [pytest.param(game, kind, id=f"{game}-{kind.verb}") for game, rules in GAMES.items() for kind in rules.kinds]


@cache
def played() -> dict[tuple[str, int], tuple[State, int]]:
    """A position and a legal choice of every kind, from the rule cases."""
    found: dict[tuple[str, int], tuple[State, int]] = {}
    wanted = sum(len(rules.kinds) for rules in GAMES.values())
    for state, action in _moments():
        found.setdefault((state.setting.scenario.game, actions.kind_of(action)), (state, action))
        if len(found) == wanted:
            break
    return found


def _moments() -> Iterator[tuple[State, int]]:
    for path in sorted(CASES.glob("*/*.case")):
        for case in parse_cases(path.read_text("utf-8"), path.name):
            for run in case.runs:
                state = case.start.copy()
                for _, line in run:
                    order, _, rest = line.partition(" ")
                    for text in rest.split("|") if order in (">", "legal") else []:
                        action = read(state, text.strip())
                        yield state.copy(), action
                        if order == ">":
                            apply(state, action)


@pytest.mark.parametrize("game", GAMES)
class TestTable:
    def test_it_has_every_kind_of_the_game(self, game: str) -> None:
        """Each number of the game and each that both have is a row, and no other."""
        rows = [kind.number for kind in GAMES[game].kinds]
        assert len(rows) == len(set(rows))
        shared = set(numbers(actions).values())
        assert set(rows) == shared | set(numbers(OWN[game][0]).values())

    def test_every_decision_is_listed_and_has_a_kind(self, game: str) -> None:
        known = set(numbers(decisions).values()) | set(numbers(OWN[game][1]).values())
        assert set(LISTED[game]) == known
        assert {kind.when for kind in GAMES[game].kinds} == known | {ANY_TIME}

    def test_verbs_are_unique(self, game: str) -> None:
        verbs = [kind.verb for kind in GAMES[game].kinds]
        assert all(verbs) and len(verbs) == len(set(verbs))


@pytest.mark.parametrize(("game", "kind"), every_kind())
class TestKind:
    def test_its_parts_have_words_and_candidates(self, game: str, kind: ChoiceKind[Any]) -> None:
        parts = EDITIONS.named(game).grammar.parts
        assert {kind.first, kind.second} <= set(parts)
        if kind.is_action and kind.number != actions.MOVE:
            assert parts[kind.second].candidates is not None

    def test_it_is_played_as_its_row_declares(self, game: str, kind: ChoiceKind[Any]) -> None:
        """Legal at its decision, refused at another; wrong parts are refused; events show all that happens."""
        state, action = played()[game, kind.number]
        assert why_not(state, action) is None
        assert kind.when in (state.decision(), ANY_TIME)
        assert (action in legal(state)) == (kind.when != ANY_TIME)
        rules = rules_of(state.setting)
        for first, second in ((0, 1), (1, 0)):
            if (first and not kind.uses_first) or (second and not kind.uses_second):
                assert rules.why_not(state, action | actions.pack(0, first, second)) == NOT_IN_THIS_GAME
        elsewhere = next(other for (name, _), (other, _) in played().items() if name == game and other.decision() != kind.when)
        assert kind.when == ANY_TIME or rules.why_not(elsewhere, action) == NOT_NOW
        after = state.copy()
        after.events = []
        apply(after, action)
        for event in after.events or []:
            assert len(PARTS.of(state)[event[0]]) <= 3
            assert observe_event(after, event, 0).kind == EVENTS[event[0]]

    def test_its_faces_turn_into_one_another(self, game: str, kind: ChoiceKind[Any]) -> None:
        state, action = played()[game, kind.number]
        choice = to_choice(state, action)
        assert choice.do == kind.verb and bool(choice.token) >= kind.is_action
        assert from_choice(state, choice) == action == read(state, write(state, action))

    def test_its_cost_is_what_is_paid(self, game: str, kind: ChoiceKind[Any]) -> None:
        """ACT-5, ACT-1; SPEED-3: of the points of the turn or of the potion."""
        state, action = played()[game, kind.number]
        if kind.when != ACT or kind.number == actions.PASS:
            assert kind.cost == 0
            return
        probe = with_plenty(state)
        before = points_of(probe)
        apply(probe, action)
        drunk = POTION if game == "board" and kind.number == board_actions.DRINK else 0
        free = game == "card" and bool(kind.traits & FIGHTS) and bool(actions.second_of(action) & FREE)
        assert before - points_of(probe) + drunk == (0 if free else kind.cost)

    def test_a_dearer_action_needs_more_points(self, game: str, kind: ChoiceKind[Any]) -> None:
        """ACT-5, ACT-1: the row says what an action costs; SAM-1: a free combat stays free."""
        state, action = played()[game, kind.number]
        free = game == "card" and bool(kind.traits & FIGHTS) and bool(actions.second_of(action) & FREE)
        if not kind.is_action or free:
            return
        rules = rules_of(state.setting)
        poor, rich = with_points(state, 2), with_points(state, 5)
        with priced(rules, kind, 3):
            assert action not in legal(poor) and why_not(poor, action) == rules.refusals[rules.no_points]
            assert action in legal(rich) and why_not(rich, action) is None
            before = points_of(rich)
            apply(rich, action)
        drunk = POTION if game == "board" and kind.number == board_actions.DRINK else 0
        assert before - points_of(rich) + drunk == 3

    def test_its_actor_has_the_ability(self, game: str, kind: ChoiceKind[Any]) -> None:
        state, action = played()[game, kind.number]
        assert kind.has(state, actions.first_of(action)) == kind.is_action


@contextmanager
def priced(rules: Rules[Any], kind: ChoiceKind[Any], cost: int) -> Iterator[None]:
    """The rules, with another price of a kind."""
    before = rules.costs[kind.number]
    rules.costs[kind.number], rules.has_dear_kinds = cost, True
    try:
        yield
    finally:
        rules.costs[kind.number], rules.has_dear_kinds = before, False


def with_points(state: State, points: int) -> State:
    """The same moment with so many points of the turn, and none of potions."""
    probe = state.copy()
    if isinstance(probe, BoardState):
        for token in probe.setting.characters_of[probe.active]:
            probe.set_status(token, probe.status[token] & FLAGS)
    probe.ap = points
    return probe


def points_of(state: State) -> int:
    own = state.setting.characters_of[state.active] if isinstance(state, BoardState) else []
    return state.ap + sum(state.status[token] >> POTION_SHIFT for token in own)


# -- a kind added to the table ----------------------------------------------------------------------------------------

WHISTLE = 60


def refuse_whistle(s: BoardState, actor: int) -> int:
    refusal = refuse_actor(s, actor)
    if refusal != LEGAL:
        return refusal
    return LEGAL if s.maze.terrain[s.loc[actor]] == GEAR else NOT_ON_GEAR


def whistle(s: BoardState, actor: int) -> None:
    begin_action(s, actor, WHISTLE)
    finish_action(s)


def two_part_refusal(s: BoardState, actor: int, _: int) -> int:
    return refuse_whistle(s, actor)


def two_part_whistle(s: BoardState, actor: int, _: int) -> None:
    whistle(s, actor)


def act_or_whistle(s: BoardState) -> list[int]:
    own = s.setting.characters_of[s.active]
    whistles = [actions.pack(WHISTLE, man) for man in own if refuse_whistle(s, man) == LEGAL]
    return [*whistles, *act_choices(s)]


class WhistlingRules(board.BoardRules):
    def legal(self, s: BoardState) -> list[int]:
        return act_or_whistle(s) if s.decision() == ACT else super().legal(s)


def test_a_part_that_is_not_declared_stops_the_start() -> None:
    """Nobody learns of it by a KeyError in the middle of a game."""
    unknown = TwoPartKind(WHISTLE, "whistle", ACT, "actor", "friend", two_part_refusal, two_part_whistle)
    with pytest.raises(ValueError, match="the choice 'whistle' has the part 'friend', which choice_parts"):
        Grammar([*board.KINDS, unknown], board_parts.PARTS, "square")
    without = TwoPartKind(WHISTLE, "whistle", ACT, "actor", "party", two_part_refusal, two_part_whistle)
    with pytest.raises(ValueError, match="the part 'party' of the action 'whistle' has no candidates"):
        Grammar([*board.KINDS, without], board_parts.PARTS, "square")
    with pytest.raises(ValueError, match="the part 'friend' has the coding 'mood', which the codec does not know"):
        check_codings({"friend": ChoicePart((), "mood")}, {})


@pytest.mark.sources
def test_a_new_kind_is_its_row_its_chapter_and_its_words() -> None:
    """The row alone makes it legal, refused, paid for, shown as an action, written, read, and known to the guide."""
    kinds = [*board.KINDS, OnePartKind(WHISTLE, "whistle", ACT, "actor", refuse_whistle, whistle)]
    rules = WhistlingRules(kinds, board.LISTED, REFUSALS)
    grammar = Grammar(kinds, board_parts.PARTS, "square")
    state = board_of(start(rules.setting(load_scenario("base"), {})))
    whistled: list[int] = []
    refused = False
    for _ in play_on(state, Random(3), 400):
        if state.over or state.decision() != ACT:
            continue
        found = [action for action in legal(state) if actions.kind_of(action) == WHISTLE]
        whistled += found
        for action in found:
            assert why_not(state, action) is None
            probe = board_of(with_plenty(state))
            probe.events = []
            before = probe.ap
            apply(probe, action)
            assert before - probe.ap == 1
            token = actions.first_of(action)
            assert observe_event(probe, (probe.events or [])[0], 0).action == "whistle"
            line = grammar.text(Choice("whistle", token=state.setting.names[token]))
            assert line == f"{state.setting.names[token]} whistle"
            assert grammar.choice(line.split()) == Choice("whistle", token=state.setting.names[token])
        for token in (man for man in state.setting.characters_of[state.active] if 0 <= state.loc[man] < UNDER):
            reasons = refusals_of(state, token, {actions.kind_of(action) for action in found})
            refused = refused or (WHISTLE in reasons and reasons[WHISTLE].code == "not-on-gear")
    assert whistled and refused
    with pytest.raises(TextError, match="'whistle' is written 'bW whistle'"):
        grammar.choice(["whistle"])
    assert why_not(start(make_setting(load_scenario("base"), {})), actions.pack(WHISTLE)) is REFUSALS[NOT_IN_THIS_GAME]
