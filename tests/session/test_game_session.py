"""A game with its seats: what each viewer is shown, chance that waits, fill, bots that fail, one check for each choice."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from dungeon_twister.game.record import recorded_game as record_game
from dungeon_twister.game.record.notation import Choice
from dungeon_twister.game.record.recorded_game import MARK_EVERY, RecordedGame, UndoError
from dungeon_twister.game.session import AtRandom, BotFailedError, BotFailure, GameSession, PlayedChoice, SessionSeat, give_up
from dungeon_twister.game.session import game_session as seated_game
from dungeon_twister.game.session.viewer_events import turn_starts
from dungeon_twister.game.views import SPECTATOR, CardView, View
from dungeon_twister.rules.engine.digest import digest
from dungeon_twister.rules.engine.game import IllegalActionError, apply, new_setting
from dungeon_twister.rules.engine.refusals import Refusal
from dungeon_twister.rules.engine.state import State

PEOPLE = [SessionSeat.of_person("Ann"), SessionSeat.of_person("Ben")]


def seated(scenario: str = "base", options: dict[str, str] | None = None, seed: str = "seed") -> GameSession:
    return GameSession(RecordedGame(new_setting(scenario, options), seed), PEOPLE)


def play_on(table: GameSession, count: int, rng: Random) -> list[PlayedChoice]:
    """Random choices of the deciding player."""
    moments: list[PlayedChoice] = []
    for _ in range(count):
        if not table.over:
            moments += table.decide(rng.choice(table.choices()))
    return moments


# -- what each viewer is shown ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["base", "standard"])
def test_each_choice_is_told_to_each_as_he_may_know_it(scenario: str) -> None:
    """SETUP-5, SET-5: what lies face down has a name for its owner alone. Asking again gives the same."""
    table = seated(scenario)
    first = table.replay_events()
    moments = play_on(table, 120, Random(1))
    assert [moment.text for moment in moments] == [text for _, _, text in table.game.log[len(first) :]]
    assert [*first, *(moment.viewer_events for moment in moments)] == table.replay_events()
    laid = [moment for moment in moments if moment.text.startswith("lay ")]
    assert laid
    for moment in laid:
        for viewer in (SPECTATOR, 0, 1):
            token = next(event.token for event in moment.viewer_events[viewer] if event.kind == "laid")
            assert token.endswith("?") == (viewer != moment.who)


@pytest.mark.parametrize("scenario", ["base", "standard"])
def test_only_who_decides_is_offered_choices(scenario: str) -> None:
    """HID-1: the choices of others may tell what they hold."""
    table, rng = seated(scenario), Random(scenario)
    for _ in range(60):
        offered = {viewer: len(table.view(viewer).choices) for viewer in (SPECTATOR, 0, 1)}
        decider = table.state.decider()
        assert offered.pop(decider) == len(table.choices()) > 0
        assert not any(offered.values())
        play_on(table, 1, rng)


def test_a_view_of_an_earlier_state() -> None:
    table = seated()
    before, view = table.state.copy(), table.view(0)
    play_on(table, 30, Random("earlier"))
    assert table.view_of(before, 0) == view != table.view(0)


def test_the_record_names_only_who_has_a_name() -> None:
    table = GameSession(RecordedGame.new(seed="1"), [SessionSeat.of_person(), SessionSeat.of_person("Ben")])
    assert table.players == {table.colours[1]: "Ben"}


def test_who_has_resigned_plays_no_more() -> None:
    people = [*PEOPLE, SessionSeat.of_person("Cid")]
    table = GameSession(RecordedGame(new_setting("three-players"), "seed"), people)
    play_on(table, 40, Random("resign"))
    table.play(f"resign {table.colours[1]}")
    assert [table.resigned(seat) for seat in range(3)] == [False, True, False]
    assert table.playing == table.people == [0, 2]


def test_the_steps_with_which_turns_began() -> None:
    table, rng = seated(), Random("turns")
    steps = [moment.viewer_events[SPECTATOR] for moment in play_on(table, 200, rng)]
    begun = turn_starts(steps)
    assert len(begun) == table.state.turn > 2
    assert all(any(event.kind == "turn-began" for event in steps[number]) for number in begun)


def test_bots_and_nobody_are_told_nothing() -> None:
    bot = SessionSeat.of_bot(Fixed(Choice("stop")))
    table = GameSession(RecordedGame.new(seed="1"), [PEOPLE[0], bot])
    assert set(play_on(table, 1, Random(1))[0].viewer_events) == {SPECTATOR, 0}
    alone = GameSession(RecordedGame.new(seed="1"), [bot, bot], viewers=())
    moment = play_on(alone, 1, Random(1))[0]
    assert moment.viewer_events == {} and moment.events == [] and alone.state.events is None
    alone.sit_down(PEOPLE)
    assert set(play_on(alone, 1, Random(1))[0].viewer_events) == {SPECTATOR, 0, 1}


@pytest.mark.parametrize("scenario", ["base", "standard"])
def test_chance_waits_for_its_seed(scenario: str) -> None:
    """Nothing is drawn before everybody is there, then the draws follow the seed, and each draw is an event."""
    table = seated(scenario, seed="")
    while table.state.decider() >= 0:
        table.decide(table.choices()[0])
    length = len(table.game.log)
    assert table.draw() is None and table.draws() == [] and len(table.game.log) == length
    table.game.set_seed("known")
    drawn = table.draws()
    assert drawn and all(moment.who == -1 and set(moment.viewer_events) == {SPECTATOR, 0, 1} for moment in drawn)
    play_on(table, 40, Random(3))
    again = RecordedGame(new_setting(scenario), "known")
    for who, _, text in table.game.log:
        if who >= 0:
            again.play(text)
    assert again.log == table.game.log


def test_a_copy_goes_its_own_way() -> None:
    table = seated()
    table.fill_at_random(table.state.decider())
    was, wishes = digest(table.state), dict(table.filling)
    twin = table.clone()
    play_on(twin, 30, Random(1))
    twin.filling.clear()
    assert digest(table.state) == was and table.filling == wishes and digest(twin.state) != was
    assert table.choices() != [] and len(twin.game.log) > len(table.game.log)


# -- one choice, checked once ---------------------------------------------------------------------------------------------


def counted(monkeypatch: pytest.MonkeyPatch, *places: tuple[object, str]) -> Callable[[], int]:
    """How often these functions have been called since this was asked last."""
    calls = 0

    def counting(function: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: object) -> object:
            nonlocal calls
            calls += 1
            return function(*arguments)

        return call

    for module, name in places:
        monkeypatch.setattr(module, name, counting(getattr(module, name)))

    def asked() -> int:
        nonlocal calls
        calls, before = 0, calls
        return before

    return asked


@pytest.mark.parametrize("scenario", ["base", "standard"])
def test_a_choice_passes_legality_once(monkeypatch: pytest.MonkeyPatch, scenario: str) -> None:
    """A choice is checked once on its way, however many draws of chance follow."""
    table, rng = seated(scenario), Random(4)
    asked = counted(monkeypatch, (record_game, "why_not"), (seated_game, "why_not"), (seated_game, "legal"))
    for _ in range(60):
        choices, before = table.game.legal(), len(table.game.log)
        table.play(rng.choice(choices))
        drawn = len(table.game.log) - before - 1
        assert asked() == drawn + 1


def test_what_is_refused_changes_nothing() -> None:
    table = seated()
    play_on(table, 30, Random(1))
    was = digest(table.state)
    for wrong in ("card 9", "timeout", 1 << 40, Choice("step", square="a1")):
        with pytest.raises(ValueError):
            table.play(wrong)
    table.choices()
    with pytest.raises(IllegalActionError):
        table.play("timeout")
    assert digest(table.state) == was


# -- bots that fail -------------------------------------------------------------------------------------------------------


class Fixed:
    """Returns or raises what it was given."""

    name = "fixed"

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def choose(self, view: View | CardView) -> Choice:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer  # type: ignore[return-value]


FAILURES = [
    (RuntimeError("no idea"), "raised", "RuntimeError: no idea"),
    (None, "no-choice", "None"),
    (7, "no-choice", "answered 7"),
    (Choice("sing"), "meaningless", "nothing one can do"),
    (Choice("card", value=3), "refused", "refused"),
    (Choice("resign", player="blue"), "not-offered", "not among the choices"),
]


@pytest.mark.parametrize(("answer", "kind", "words"), FAILURES)
def test_a_bot_that_fails_is_handled_as_the_host_says(answer: object, kind: str, words: str) -> None:
    table = GameSession(RecordedGame.new(seed="1"), [SessionSeat.of_bot(Fixed(answer))] * 2)
    seat, was, heard = table.state.decider(), digest(table.state), []

    def hear(failure: BotFailure) -> None:
        heard.append(failure)

    chosen = {table.ask(seat, AtRandom(Random(number), hear)) for number in range(40)}
    assert chosen <= set(table.choices()) and len(chosen) > 1
    assert {failure.kind for failure in heard} == {kind} and words in heard[0].sentence
    assert isinstance(heard[0].refusal, Refusal) == (kind == "refused")
    with pytest.raises(BotFailedError, match=words):
        table.ask(seat, give_up)
    assert digest(table.state) == was


def test_a_bot_that_answers_well_decides() -> None:
    table = GameSession(RecordedGame.new(seed="1"), [PEOPLE[0]])
    view = table.view(table.state.decider())
    assert [table.answered(choice, give_up) for choice in view.choices] == table.choices()


def test_a_bot_is_asked_with_the_view_of_its_seat() -> None:
    asked: list[View | CardView] = []

    class Watchful:
        name = "watchful"

        def choose(self, view: View | CardView) -> Choice:
            asked.append(view)
            return view.choices[-1]

    table = GameSession(RecordedGame.new(seed="1"), [SessionSeat.of_bot(Watchful(), Watchful.name)] * 2)
    seat = table.state.decider()
    assert table.ask(seat, give_up) == table.choices()[-1]
    assert asked == [table.view(seat)]


# -- done for somebody ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["base", "standard"])
def test_the_rest_of_a_stage_is_filled_in_on_request(scenario: str) -> None:
    table, rng = seated(scenario), Random(1)
    seat = table.state.decider()
    stage = table.fill_at_random(seat)
    assert stage == table.stage != ""
    filled = 0
    while table.stage == stage:
        action = table.filled(rng)
        assert (action is not None) == (table.state.decider() == seat)
        table.decide(rng.choice(table.choices()) if action is None else action)
        filled += action is not None
    assert filled > 1 and (table.filled(rng) is None or table.filling.get(table.state.decider()) == table.stage)
    while table.stage in seated_game.SETUP:
        table.decide(rng.choice(table.choices()))
    assert table.fill_at_random(seat) == "" and table.filled(rng) is None


def test_taking_back_takes_the_wish_back() -> None:
    table, rng = seated(), Random(1)
    seat = table.state.decider()
    table.fill_at_random(seat)
    action = table.filled(rng)
    assert action is not None
    table.decide(action)
    assert table.undo(seat) and table.filling == {} and table.filled(rng) is None
    with pytest.raises(UndoError):
        table.undo(seat)


def test_taking_back_in_a_long_game_replays_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each undo played the whole game again: a second for ten of them in a game of 19,000 choices. And what is taken back is
    what was there before."""
    table, rng, played = seated(options={"stallLimit": "0"}), Random(3), 0

    def counting(state: State, action: int) -> None:
        nonlocal played
        played += 1
        apply(state, action)

    monkeypatch.setattr(record_game, "apply", counting)
    before: list[tuple[int, str]] = []
    undone = 0
    for _ in range(1200):
        if table.over:
            break
        who = table.state.decider()
        before = [(len(table.game.log), digest(table.state)), *before][:400]
        table.decide(rng.choice(table.choices()))
        if table.game.undoable(who) and rng.random() < 0.5:
            length, was = len(table.game.log), digest(table.state)
            played = 0
            table.undo(who)
            assert played <= MARK_EVERY and len(table.game.log) == length - 1
            assert (len(table.game.log), digest(table.state)) in before and digest(table.state) != was
            undone += 1
    assert len(table.game.log) > 300 and undone > 100
