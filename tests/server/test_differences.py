"""Differences instead of views: they give the view, a client that lost count recovers, and nothing else is sent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.session import seats_together
from dungeon_twister.game.views import SPECTATOR, observe
from dungeon_twister.rules.engine.game import legal
from dungeon_twister.rules.engine.options import WITH_PEOPLE
from dungeon_twister.server.config import Settings, changed, unlimited
from dungeon_twister.server.differences import Shown, applied, check_of
from dungeon_twister.server.protocol import AnyView
from dungeon_twister.server.socket_protocol import Difference
from dungeon_twister.server.wire import encode
from tests.amounts import TIMES
from tests.server.game_services import seen_by
from tests.server.live import Client, Live, Message, serving

SCENARIOS = ("base", "four-players", "alliances", "wrong-door", "pyramid-3", "standard", "advanced")
RECONNECTS = 50  # `--long`: a thousand
LONGEST_GAME = 400
FIXTURE = Path(__file__).parents[2] / "web" / "tests" / "fixtures" / "differences.json"
AWKWARD = 'Gr\u00fc\u00dfe "zitiert" \\ / \n\t\b\u0001\u007f\u2028 \U0001f600'  # what JSON writes in more than one way


def sent(value: object) -> Any:
    """As a client reads it."""
    return msgspec.json.decode(encode(value))


def at_random(scenario: str, seed: int, choices: int) -> RecordedGame:
    game, rng = RecordedGame.new(scenario, {}, f"differences {seed}"), Random(seed)
    for _ in range(choices):
        if not game.over:
            game.play(rng.choice(legal(game.state)))
    return game


@settings(max_examples=15 * TIMES, deadline=None)
@given(
    st.sampled_from(SCENARIOS),
    st.integers(0, 50),
    st.lists(st.integers(0, 12), min_size=1, max_size=4),
    st.integers(SPECTATOR, 1),
)
def test_a_difference_makes_one_view_of_another(scenario: str, seed: int, steps: list[int], viewer: int) -> None:
    """Over any number of choices, also none."""
    game, rng = at_random(scenario, seed, 5 * seed), Random(seed)
    view: AnyView = observe(game.state, viewer)
    shown, plain = Shown(0, view), sent(view)
    assert shown.check == check_of(plain)
    for version, count in enumerate(steps, 1):
        for _ in range(count):
            if not game.over:
                game.play(rng.choice(legal(game.state)))
        view = observe(game.state, viewer)
        reply: Difference = shown.go_on(version, view)
        plain = applied(plain, msgspec.json.decode(msgspec.json.encode(reply)))
        assert plain == sent(view)
        assert reply.check == check_of(plain) == Shown(version, view).check
        assert count or (reply.set, reply.parts, reply.gone) == ({}, {}, [])


def test_views_of_two_games_and_viewers_lead_to_each_other() -> None:
    """Anything can be made of anything, so nothing depends on what a choice usually changes."""
    views = [
        observe(at_random(scenario, seed, 40 * seed).state, viewer)
        for scenario in ("base", "wrong-door", "pyramid-3")
        for seed in range(4)
        for viewer in (0, 1, SPECTATOR)
    ]
    shown, plain = Shown(0, views[0]), sent(views[0])
    for number, view in enumerate(Random(3).choices(views, k=200)):
        plain = applied(plain, msgspec.json.decode(msgspec.json.encode(shown.go_on(number, view))))
        assert plain == sent(view)
        assert check_of(plain) == shown.check


def test_a_wrong_view_has_another_check() -> None:
    view = sent(observe(at_random("base", 1, 60).state, 0))
    right = check_of(view)
    for name, value in view.items():
        for wrong in ([value], "other"):
            assert check_of({**view, name: wrong}) != right
        assert check_of({other: one for other, one in view.items() if other != name}) != right
    assert check_of(dict(reversed(view.items()))) == right  # the order of the fields does not matter


# -- the page does the same -------------------------------------------------------------------------------------------------


def examples() -> list[dict[str, Any]]:
    """Differences and what comes of them, for the tests of the page."""
    found: list[dict[str, Any]] = []
    for scenario, viewer in (("base", 0), ("wrong-door", SPECTATOR), ("standard", 1)):
        game, rng = at_random(scenario, 5, 70), Random(5)
        view: AnyView = observe(game.state, viewer)
        for text in ("", AWKWARD, ""):
            shown, before = Shown(0, view), sent(view)
            game.play(rng.choice(legal(game.state)))
            view = replace(observe(game.state, viewer), declared=text)
            reply = msgspec.json.decode(msgspec.json.encode(shown.go_on(1, view)))
            found.append({"before": before, "difference": reply, "after": sent(view)})
    return found


def test_the_page_is_tested_with_messages_of_the_server() -> None:
    """Made by `python -m tests.server.test_differences`."""
    assert msgspec.json.decode(FIXTURE.read_bytes()) == examples()


# -- over sockets -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with serving(tmp_path_factory.mktemp("differences")) as server:
        yield server


class Follower:
    """A client that accepts differences: the view it has, and how it got it."""

    def __init__(self, live: Live, game: str, *tokens: str) -> None:
        self.live, self.game, self.tokens = live, game, tokens
        self.version = -1
        self.view: dict[str, Any] = {}
        self.kinds: list[str] = []
        self.client = self._connect()

    def _connect(self) -> Client:
        client = self.live.connect(self.game, hello=False)
        client.send({"type": "hello", "seats": list(self.tokens), "since": self.version, "differences": True, "choosing": True})
        return client

    def come_back(self) -> None:
        """A connection that breaks, and a new one that goes on from what was seen."""
        self.client.socket.close()
        self.client = self._connect()

    def hear(self) -> Message:
        message = self.client.receive()
        self.kinds.append(message["type"])
        if message["type"] == "welcome":
            self.version, self.view = message["version"], message["sights"][0]["view"]
        elif message["type"] in ("update", "choosing"):
            self.version, self.view = message["version"], message["sight"]["view"]
        elif message["type"] == "changed":
            assert message["since"] == self.version
            self.version, self.view = message["version"], applied(self.view, message["view"])
            if check_of(self.view) != message["view"]["check"]:
                self.client.send({"type": "look"})
        return message

    def until(self, version: int) -> None:
        while self.version < version:
            self.hear()


class Played:
    """A game with the same chance as the server's, and its choices."""

    def __init__(self, live: Live, scenario: str, seed: int) -> None:
        self.live = live
        self.rng = Random(seed)
        self.truth = RecordedGame.new(scenario, WITH_PEOPLE, f"followed {seed}")
        self.colours = self.truth.state.setting.colours
        seats = dict.fromkeys(self.colours, "you")
        self.id, self.tokens = live.make(scenario, seats=seats, seed=f"followed {seed}")

    def play(self) -> None:
        """One choice, or all of those who choose at the same time, over HTTP: nobody who listens has a part in it."""
        together, version = seats_together(self.truth.state), len(self.truth.log)
        while True:
            seat, number = self.truth.decider, len(self.truth.log)
            choice = self.rng.choice(observe(self.truth.state, self.truth.state.decider()).choices)
            command = {"type": "do", "id": f"c{number}", "seat": seat, "version": version, "choices": [sent(choice)]}
            answer = self.live.call("POST", f"/games/{self.id}/commands", command, self.tokens[seat]).json()
            assert "reason" not in answer, answer
            self.truth.play(choice)
            if not together or answer["version"] > version:
                return

    def check(self, follower: Follower, viewer: int) -> None:
        follower.until(len(self.truth.log))
        assert follower.view == sent(seen_by(self.truth.state, viewer))


@pytest.mark.parametrize("scenario", ["base", "standard"])
def test_a_client_that_reconnects_at_any_moment_sees_the_current_state(live: Live, scenario: str) -> None:
    played = Played(live, scenario, 7)
    followers = [Follower(live, played.id, played.tokens[colour]) for colour in played.colours]
    followers += [Follower(live, played.id) for _ in range(2)]
    broken = 0
    while broken < RECONNECTS // 2 * TIMES:
        if played.truth.over or len(played.truth.log) > LONGEST_GAME:
            played = Played(live, scenario, broken)
            for viewer, follower in enumerate(followers):
                follower.game, follower.version = played.id, -1
                follower.tokens = (played.tokens[played.colours[viewer]],) if viewer < len(played.colours) else ()
                follower.come_back()
        for _ in range(played.rng.randrange(4)):
            played.play()
        for viewer, follower in enumerate(followers):
            if played.rng.random() < 0.3:
                follower.come_back()
                broken += 1
            for _ in range(played.rng.randrange(3) if follower.version < len(played.truth.log) else 0):
                follower.hear() if follower.version < len(played.truth.log) else None
            if played.rng.random() < 0.6:
                played.check(follower, viewer if viewer < len(played.colours) else SPECTATOR)
    for viewer, follower in enumerate(followers):
        played.check(follower, viewer if viewer < len(played.colours) else SPECTATOR)
        follower.client.socket.close()
        assert follower.kinds.count("changed") > 1  # few: the starters come at once


def test_a_view_that_does_not_check_is_healed(live: Live) -> None:
    played = Played(live, "base", 11)
    with (follower := Follower(live, played.id)).client:
        for number in range(30):
            played.play()
            played.check(follower, SPECTATOR)
            if number % 3 == 2:
                follower.view["turn"] = 99  # something went wrong here: the next difference does not lead to the view
                follower.view["winners"] = ["nobody"]
                played.play()
                while follower.kinds[-1] != "changed":
                    follower.hear()
                while follower.kinds[-1] != "welcome":
                    follower.hear()
                played.check(follower, SPECTATOR)
        assert follower.kinds.count("welcome") == 11
        played.play()
        follower.until(len(played.truth.log))
        assert follower.kinds[-1] == "changed"


def test_a_client_without_differences_gets_views(live: Live) -> None:
    played = Played(live, "base", 12)
    with live.connect(played.id) as client:
        client.until("welcome")
        for _ in range(5):
            played.play()
            view = client.until("update")["sight"]["view"]
            assert view == sent(observe(played.truth.state, SPECTATOR))


def test_spectators_are_sent_the_same_bytes(live: Live) -> None:
    played = Played(live, "base", 13)
    followers = [Follower(live, played.id) for _ in range(3)]
    for _ in range(6):
        played.play()
        for follower in followers:
            played.check(follower, SPECTATOR)
    reply = [[text for text in one.client.received if text.startswith(b'{"type":"changed"')] for one in followers]
    assert reply[0][-4:] == reply[1][-4:] == reply[2][-4:]
    assert len(reply[0]) >= 4
    for follower in followers:
        follower.client.socket.close()


def test_looking_is_counted_as_a_question(tmp_path: Path) -> None:
    settings = changed(unlimited(Settings(pace=0)), question_rate=0.001, question_burst=3)
    with serving(tmp_path, settings) as server:
        game, _ = server.make("base", seats={"blue": "you", "yellow": "bot:random"})
        with server.connect(game) as client:
            client.until("welcome")
            for _ in range(3):
                client.send({"type": "look"})
                client.until("welcome")
            client.send({"type": "look"})
            assert client.until("trouble")["reason"]["code"] == "too-fast"


if __name__ == "__main__":
    FIXTURE.write_bytes(msgspec.json.encode(examples()) + b"\n")
