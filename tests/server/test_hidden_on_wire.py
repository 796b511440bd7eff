"""Hidden stays hidden on the wire: everything the server sends to a seat or a spectator is what the gate shows that viewer,
byte for byte, and holds no name the viewer may not know.

The test plays the same game as the server, from the same seed, and computes by itself what each viewer may see.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

import msgspec
import pytest

from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.game.record.notation import choice_text, read
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.session import seats_together
from dungeon_twister.game.views import SPECTATOR, observe_event
from dungeon_twister.rules.engine.game import apply, start
from dungeon_twister.rules.engine.options import WITH_PEOPLE
from dungeon_twister.rules.engine.state import State
from dungeon_twister.server.differences import applied, check_of
from dungeon_twister.server.wire import encode
from dungeon_twister.server.workers.replay_worker import STEPS_AT_ONCE
from tests.amounts import TIMES, some
from tests.guide.asking import advise
from tests.server.game_services import seen_by
from tests.server.live import Client, Live, serving

WATCHING = "spectator"

LENGTHS = (1, 1, 2, 6)  # how many choices a command has
ASKED = 3  # tokens that a seat asks about each time
TURNS = 3  # that must have begun: the setup is over, rooms were turned up, some have fought
GAMES: list[tuple[str, dict[str, str], int]] = [  # and at least so many commands; the plain run plays every other one
    ("base", {"memory": "strict"}, 30),
    ("base", {}, 30),
    ("four-players", {}, 25),
    ("teams", {}, 25),
    ("alliances", {}, 25),
    ("pyramid-3", {}, 25),
    ("standard", {"secretObjects": "yes"}, 25),
    ("standard", {"selection": "draft"}, 30),
    ("advanced", {"memory": "strict", "selection": "frontal"}, 35),
    ("wrong-door", {}, 30),
]


class RawSight(msgspec.Struct, frozen=True):
    viewer: str
    view: msgspec.Raw
    undo: str = ""


class RawUpdate(msgspec.Struct, frozen=True, tag="update"):
    version: int
    sight: RawSight
    events: msgspec.Raw = msgspec.Raw(b"[]")
    clock: Any = None
    since: int = -1


class RawWelcome(msgspec.Struct, frozen=True, tag="welcome"):
    info: dict[str, Any]
    version: int
    sights: list[RawSight]


class RawDifference(msgspec.Struct, frozen=True):
    check: int
    set: dict[str, Any] = {}
    parts: dict[str, tuple[int, int, list[Any]]] = {}
    gone: list[str] = []


class RawChanged(msgspec.Struct, frozen=True, tag="changed"):
    version: int
    since: int
    viewer: str
    view: RawDifference
    undo: str = ""
    events: msgspec.Raw = msgspec.Raw(b"[]")
    clock: Any = None


class RawStep(msgspec.Struct, frozen=True):
    version: int
    events: msgspec.Raw


class RawMoment(msgspec.Struct, frozen=True):
    version: int
    view: msgspec.Raw


class RawHistory(msgspec.Struct, frozen=True, tag="history"):
    id: str
    version: int
    viewer: str
    steps: list[RawStep]
    others: RawMoment | None = None


class Truth:
    """The game played once more: what each viewer may see at each version."""

    def __init__(self, scenario: str, options: dict[str, str], seed: str) -> None:
        self.game = RecordedGame.new(scenario, {**WITH_PEOPLE, **options}, seed)
        self.colours = self.game.state.setting.colours
        self.state: State = start(self.game.state.setting)
        self.version = 0
        self.views: dict[tuple[str, int], bytes] = {}
        self.events: dict[tuple[str, int], list[Any]] = {}
        setting = self.game.state.setting
        self.tokens = sorted(setting.names[token].encode() for token in range(len(setting.owner)))  # the true names of all
        self._name = re.compile(rb"(?<![A-Za-z0-9])(?:" + b"|".join(map(re.escape, self.tokens)) + rb")(?![A-Za-z0-9?])")
        self.known: dict[str, set[bytes]] = {viewer: set() for viewer in self.viewers}
        self._see()
        self.follow()

    @property
    def viewers(self) -> list[str]:
        return [*self.colours, WATCHING]

    def names(self, data: bytes) -> set[bytes]:
        """The tokens named anywhere in a text, as words of their own."""
        return set(self._name.findall(data))

    def seat(self, viewer: str) -> int:
        return self.colours.index(viewer) if viewer in self.colours else SPECTATOR

    def follow(self) -> None:
        """Take in what has been decided, by players and by chance."""
        for _, action, _ in self.game.log[self.version :]:
            self.state.events = []
            apply(self.state, action)
            self.version += 1
            for viewer in self.viewers:
                happened = [observe_event(self.state, event, self.seat(viewer)) for event in self.state.events or []]
                self.events[viewer, self.version] = happened
            self.state.events = None
            self._see()

    def _see(self) -> None:
        for viewer in self.viewers:
            view = encode(seen_by(self.state, self.seat(viewer)))
            self.views[viewer, self.version] = view
            happened = encode(self.events.get((viewer, self.version), []))
            self.known[viewer] |= self.names(view) | self.names(happened)

    def happened(self, viewer: str, since: int, version: int) -> bytes:
        return encode([event for number in range(since + 1, version + 1) for event in self.events[viewer, number]])

    def play(self, choice: dict[str, Any]) -> None:
        text = choice_text(msgspec.convert(choice, Choice))
        self.game.play(read(self.game.state, text, viewer=self.game.state.decider()))
        self.follow()


def bare(view: bytes) -> dict[str, Any]:
    """A view without who is asked in which order."""
    fields = msgspec.json.decode(view, type=dict[str, Any])
    return {name: value for name, value in fields.items() if name != "pending"}


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with serving(tmp_path_factory.mktemp("leaks")) as server:
        yield server


class Table:
    """A game on the server with a client for each seat and one that watches."""

    def __init__(self, live: Live, scenario: str, options: dict[str, str], seed: str) -> None:
        self.live, self.truth = live, Truth(scenario, options, seed)
        seats = dict.fromkeys(self.truth.colours, "you")
        self.id, self.tokens = live.make(scenario, options=options, seats=seats, seed=seed)
        self.followers: dict[str, Client] = {}  # clients that accept differences
        self.secrets = [seed.encode(), *(token.encode() for token in self.tokens.values())]
        self.clients: dict[str, Client] = {}
        self.rng = Random(seed)
        self.count = 0
        self.followed: set[str] = set()  # viewers that have got a whole update

    def sit_down(self) -> None:
        for viewer in self.truth.viewers:
            self.clients[viewer] = self.live.connect(self.id, *self.own_token(viewer))
            self.check_welcome(viewer, self.hear(viewer, "welcome"))
            self.followers[viewer] = follower = self.live.connect(self.id, hello=False)
            follower.send({"type": "hello", "seats": self.own_token(viewer), "differences": True})
            follower.until("welcome")
            self.check_welcome(viewer, follower.received[-1])

    def own_token(self, viewer: str) -> list[str]:
        return [self.tokens[viewer]] if viewer in self.tokens else []

    def leave(self) -> None:
        for client in (*self.clients.values(), *self.followers.values()):
            client.socket.close()

    def hear(self, viewer: str, kind: str) -> bytes:
        self.clients[viewer].until(kind)
        return self.clients[viewer].received[-1]

    # -- what is checked ---------------------------------------------------------------------------------------------------

    def check_sight(self, viewer: str, sight: RawSight, version: int) -> None:
        assert sight.viewer == viewer
        assert bytes(sight.view) == self.truth.views[viewer, version]

    def check_welcome(self, viewer: str, data: bytes) -> None:
        welcome = msgspec.json.decode(data, type=RawWelcome)
        assert len(welcome.sights) == 1
        self.check_sight(viewer, welcome.sights[0], welcome.version)

    def check_update(self, viewer: str, data: bytes) -> None:
        update = msgspec.json.decode(data, type=RawUpdate)
        self.check_sight(viewer, update.sight, update.version)
        assert bytes(update.events) == self.truth.happened(viewer, update.since, update.version)

    def check_followed(self, viewer: str, version: int) -> None:
        """A difference is what the two views of this viewer differ by, and nothing else. The first time a view comes, for
        nobody has needed a difference before."""
        follower, last = self.followers[viewer], self.truth.views[viewer, version]
        while (message := follower.receive())["type"] not in ("update", "changed"):
            if message["type"] == "welcome":  # somebody has chosen while others choose
                last = bytes(msgspec.json.decode(follower.received[-1], type=RawWelcome).sights[0].view)
        if follower.received[-1].startswith(b'{"type":"update"'):
            assert viewer not in self.followed
            self.followed.add(viewer)
            self.check_update(viewer, follower.received[-1])
            return
        reply = msgspec.json.decode(follower.received[-1], type=RawChanged)
        before, now = (
            msgspec.json.decode(view, type=dict[str, Any]) for view in (last, self.truth.views[viewer, reply.version])
        )
        assert (reply.viewer, reply.since, reply.version) == (viewer, version, self.truth.version)
        assert bytes(reply.events) == self.truth.happened(viewer, reply.since, reply.version)
        different = {name for name in {*before, *now} if before.get(name) != now.get(name)}
        assert {*reply.view.set, *reply.view.parts, *reply.view.gone} == different
        assert applied(before, msgspec.to_builtins(reply.view)) == now
        assert check_of(now) == reply.view.check

    def check_history(self, viewer: str, data: bytes, strict: bool) -> None:
        history = msgspec.json.decode(data, type=RawHistory)
        assert history.viewer == viewer
        if history.others:  # nothing but what was shown then
            assert bytes(history.others.view) == self.truth.views[viewer, history.others.version]
        # with strict memory fewer turns are shown (COMBAT-9)
        assert strict or len(history.steps) == min(self.truth.version, STEPS_AT_ONCE)
        for step in history.steps:
            assert bytes(step.events) == encode(self.truth.events[viewer, step.version])

    def check_names(self, viewer: str, data: bytes) -> None:
        """No name of a token that this viewer has never seen, no seed, no token of a seat."""
        unknown = self.truth.names(data) - self.truth.known[viewer]
        assert not unknown, (viewer, unknown, data[:300])
        for secret in self.secrets:
            assert secret not in data, (viewer, data[:300])

    # -- playing -----------------------------------------------------------------------------------------------------------

    def goes_on(self, colour: str) -> bool:
        """May more follow in the same command? Only what could be taken back: nobody has learned anything by it."""
        return self.truth.game.decider == colour and self.truth.game.can_undo(self.truth.seat(colour))

    def play_some(self) -> None:
        """One command of random choices, as long as the same player decides; every client hears of it."""
        if seats_together(self.truth.game.state):
            self.play_together()
            return
        decider = self.truth.game.decider
        version = self.truth.version
        client = self.clients[decider]
        choices: list[dict[str, Any]] = []
        while not choices or (self.goes_on(decider) and len(choices) < self.rng.choice(LENGTHS)):
            choices.append(self.rng.choice(msgspec.json.decode(self.truth.views[decider, self.truth.version])["choices"]))
            self.truth.play(choices[-1])
        self.count += 1
        number = f"c{self.count}"
        client.send({"type": "do", "id": number, "seat": decider, "version": version, "choices": choices})
        for viewer in self.truth.viewers:
            self.check_update(viewer, self.hear(viewer, "update"))
            self.check_followed(viewer, version)
        answer = client.until("answer", id=number)
        assert answer == {"type": "answer", "id": number, "version": self.truth.version}

    def play_together(self) -> None:
        """All choices of those who choose at the same time, a command each. Until the last one the others are shown nothing new
        but whom they wait for."""
        version, answered, chosen = self.truth.version, self.truth.version, set[str]()
        while answered == version:
            seat = self.truth.game.decider
            chosen.add(seat)
            choice = self.rng.choice(msgspec.json.decode(self.truth.views[seat, self.truth.version])["choices"])
            self.truth.play(choice)
            self.count += 1
            answer = self.clients[seat].do(seat, version, choice)
            assert "reason" not in answer, answer
            answered = answer["version"]
            for viewer in [viewer for viewer in self.truth.viewers if viewer not in chosen]:
                welcome = self.live.call("GET", f"/games/{self.id}/view", token="".join(self.own_token(viewer))).content
                self.clients[viewer].received.append(welcome)
                shown = bytes(msgspec.json.decode(welcome, type=RawWelcome).sights[0].view)
                assert answered > version or bare(shown) == bare(self.truth.views[viewer, version])
        for viewer in self.truth.viewers:
            updates = [text for text in self.clients[viewer].received if text.startswith(b'{"type":"update"')]
            self.check_update(viewer, updates[-1] if updates else self.hear(viewer, "update"))
            self.check_followed(viewer, version)

    def ask_around(self, strict: bool) -> None:
        """Everything else a client can be sent, now."""
        decider = self.truth.game.decider
        for viewer in self.truth.viewers:
            client = self.clients[viewer]
            if viewer != WATCHING:
                self.ask_as_seat(viewer, client, decider)
            client.ask("history", viewer if viewer != WATCHING else "")
            self.check_history(viewer, client.received[-1], strict)
            token = "".join(self.own_token(viewer))
            answer = self.live.call("GET", f"/games/{self.id}/view", token=token)
            self.check_welcome(viewer, answer.content)
            client.received.append(answer.content)
            self.come_back(viewer)

    def ask_as_seat(self, viewer: str, client: Client, decider: str) -> None:
        advised = client.ask("ask", viewer)
        if viewer == decider:
            expected = encode(advise(self.truth.state, self.truth.seat(viewer)))
            assert encode(advised["advice"]) == encode(msgspec.json.decode(expected))
        for about in ("nonsense", *(name.decode() + " move" for name in self.rng.sample(self.truth.tokens, ASKED))):
            reason = client.ask("ask", viewer, about=about)
            self.check_refusal(viewer, about, client.received[-1])
            assert reason["type"] == "advice"
            answer = client.do(viewer, self.truth.version - 1, about)
            assert answer["reason"]["code"]
            client.until("welcome")
            self.check_welcome(viewer, client.received[-1])

    def check_refusal(self, viewer: str, about: str, data: bytes) -> None:
        """A refusal may repeat the words that were asked about, nothing more."""
        word = about.split()[0].encode()
        assert not self.truth.names(data) - self.truth.known[viewer] - {word}

    def come_back(self, viewer: str) -> None:
        since = max(0, self.truth.version - self.rng.randrange(12))
        with self.live.connect(self.id, *self.own_token(viewer), since=since) as back:
            while back.receive()["type"] not in ("info", "welcome"):
                pass
            for text in back.received:
                if text.startswith(b'{"type":"update"'):
                    self.check_update(viewer, text)
                elif text.startswith(b'{"type":"welcome"'):
                    self.check_welcome(viewer, text)
            self.clients[viewer].received += back.received

    def scan(self) -> None:
        for viewer, client in (*self.clients.items(), *self.followers.items()):
            for text in client.received:
                if not text.startswith((b'{"type":"advice"', b'{"type":"answer"')) or b'"reason"' not in text:
                    self.check_names(viewer, text)
            client.received.clear()


@pytest.mark.parametrize(
    ("scenario", "options", "commands"), some(GAMES), ids=[f"{name}-{'-'.join(o)}" for name, o, _ in some(GAMES)]
)
def test_a_seat_is_sent_what_it_may_see(live: Live, scenario: str, options: dict[str, str], commands: int) -> None:
    """INFO-1, HID-1, SETUP-3, SETUP-5, SETUP-8, COMBAT-6, COMBAT-9, OPT-6, TEAM-20."""
    table = Table(live, scenario, options, f"leaks of {scenario} {sorted(options)}")
    try:
        table.sit_down()
        for number in count():
            if table.truth.game.over or (number >= commands * TIMES and table.truth.state.turn >= TURNS):
                break
            table.play_some()
            if number % 20 == 7 and not table.truth.game.over:
                table.ask_around("strict" in options.values())
            table.scan()
        assert table.truth.state.turn >= TURNS
    finally:
        table.leave()
