"""The process in which records are read and games looked at again: whatever replays a whole game because somebody asked.

Everything handed in is somebody's text: how long it is, how many lines and choices it has is looked at before anything else.
"""

from __future__ import annotations

import gzip
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from multiprocessing.connection import Connection
from typing import Final, TypeVar

import msgspec

from dungeon_twister.game.record.chance import TICKETS
from dungeon_twister.game.record.files import Record, dump, load
from dungeon_twister.game.record.notation import write
from dungeon_twister.game.record.position import beginning, has_position, read_position, write_position
from dungeon_twister.game.record.proof import proof_of
from dungeon_twister.presentation.guide.catalogue import card_of
from dungeon_twister.presentation.guide.replaying import Replaying
from dungeon_twister.presentation.guide.scene import scene_of
from dungeon_twister.rules.engine.decisions import CHANCE
from dungeon_twister.rules.engine.game import apply, legal, new_setting, start
from dungeon_twister.rules.engine.options import WITH_PEOPLE, OptionError
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import TextError
from dungeon_twister.rules.visibility import viewer_of
from dungeon_twister.server.analysis_protocol import Frame, Replay, ReplayEntry
from dungeon_twister.server.names import cut, tidy_name
from dungeon_twister.server.protocol import Moment, Step
from dungeon_twister.server.study_protocol import StudyBegin
from dungeon_twister.server.wire import encode
from dungeon_twister.server.workers import history
from dungeon_twister.server.workers.pools import UNKNOWN
from dungeon_twister.server.workers.processes import RefusedJobError, Reply, answer_all

LONGEST_RECORD: Final = 20_000  # choices
HANDED_IN: Final = "r"  # the ids of records begin with it and are longer than those of games
STEPS_AT_ONCE: Final = 500  # of a history
REPLAYS_KEPT: Final = 8
ANSWERS_KEPT: Final = 16
BAD_RECORD: Final = "bad-record"
BAD_GAME: Final = "bad-game"
SLOWEST_LAYOUT: Final = 0.5  # seconds of processor for a scenario that somebody brings along
K = TypeVar("K")
V = TypeVar("V")


class Keep(msgspec.Struct, frozen=True, tag="keep"):
    """Is this the record of a finished game? Then it is given back as it is to be kept (`Kept`)."""

    text: bytes


class Kept(msgspec.Struct, frozen=True):
    id: str
    text: str


class Look(msgspec.Struct, frozen=True, tag="look"):
    """A game from its beginning to its end (packed JSON of a `Replay`). Its record, or the text that was kept of it, may be
    left out where it is known already."""

    id: str
    viewer: str
    record: Record | str | None = None


class At(msgspec.Struct, frozen=True, tag="at"):
    """The game as it stood after so many choices (JSON of a `Frame`)."""

    id: str
    viewer: str
    number: int
    record: Record | str | None = None


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    """From where, and by which choices, a free board comes to a moment of a game (JSON of a `StudyBegin`)."""

    id: str
    number: int
    record: Record | str | None = None


class Write(msgspec.Struct, frozen=True, tag="write"):
    """A record as text."""

    record: Record


class Prove(msgspec.Struct, frozen=True, tag="prove"):
    """All that chance decided, for whoever wants to check it (JSON of a `Proof`)."""

    record: Record | str


class Past(msgspec.Struct, frozen=True, tag="past"):
    """What has happened in a game that goes on: the steps before a version, the latest of them (JSON of `Told`)."""

    game: str
    viewer: str
    scenario: str
    options: dict[str, str]
    position: str
    choices: list[tuple[int, str]]
    before: int


class Check(msgspec.Struct, frozen=True, tag="check"):
    """Can a scenario that somebody brings along be played? Then what can be chosen comes back (JSON of a `ScenarioCard`)."""

    declared: str
    options: dict[str, str]


class Place(msgspec.Struct, frozen=True, tag="place"):
    """Can a game begin from a position that somebody brings along? Then what it is of comes back (`Placed`)."""

    position: str


class Placed(msgspec.Struct, frozen=True):
    """A position as the program writes it, and its scenario and options."""

    scenario: str
    declared: str
    options: dict[str, str]
    position: str


class Draw(msgspec.Struct, frozen=True, tag="draw"):
    """How the maze of a scenario, given by name or text, or of a record is drawn (JSON of a `Scene`)."""

    scenario: str = ""
    options: dict[str, str] = {}
    record: str = ""


class Told(msgspec.Struct, frozen=True):
    """Some steps, whether there are more before them, and how it stood before the others' last turns."""

    steps: list[Step]
    more: bool
    others: Moment | None = None


Job = Keep | Look | At | Begin | Write | Prove | Past | Check | Place | Draw


class Desk:
    """Does the jobs. What was looked at lately is kept ready."""

    def __init__(self) -> None:
        self._replays: OrderedDict[str, tuple[Record, Replaying]] = OrderedDict()
        self._packed: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._steps: OrderedDict[tuple[str, str], tuple[int, history.Past]] = OrderedDict()

    def answer(self, job: Job) -> Reply:
        """A bad job costs a sentence, never the process."""
        began = time.process_time()
        try:
            body, code, sentence = self._do(job), "", ""
        except RefusedJobError as refused:
            body, code, sentence = b"", refused.code, cut(str(refused))
        except (TextError, ValueError, msgspec.ValidationError, RecursionError) as error:
            body, code, sentence = b"", BAD_RECORD, f"That is no record of a finished game: {cut(str(error))}."
        return Reply(body, code, sentence, time.process_time() - began)

    def _do(self, job: Job) -> bytes:
        if isinstance(job, Keep):
            return self._keep(job.text)
        if isinstance(job, Look):
            return self._look(job)
        if isinstance(job, At):
            return self._at(job)
        if isinstance(job, Begin):
            return self._begin(job)
        if isinstance(job, Write):
            return dump(job.record).encode()
        if isinstance(job, Prove):
            return encode(proof_of(load(job.record)[0] if isinstance(job.record, str) else job.record))
        if isinstance(job, Check):
            return self._check(job)
        if isinstance(job, Place):
            return self._place(job)
        if isinstance(job, Draw):
            return self._draw(job)
        return self._past(job)

    def _check(self, job: Check) -> bytes:
        state = _laid_out(lambda: start(new_setting(job.declared, job.options)))
        return encode(card_of(state.setting.scenario))

    def _place(self, job: Place) -> bytes:
        """A position that draws rooms of its own would need more than the scenario and the options that a view tells of."""
        state = _laid_out(lambda: read_position(job.position, options=WITH_PEOPLE))
        scenario = state.setting.scenario
        if scenario.extra:
            raise RefusedJobError(BAD_GAME, "A position with rooms of its own can be looked at, but not played from here.")
        return encode(Placed(scenario.name, scenario.declared, dict(state.setting.options.given), write_position(state)))

    def _draw(self, job: Draw) -> bytes:
        setting = load(job.record)[0].header.beginning().setting if job.record else new_setting(job.scenario, job.options)
        return encode(scene_of(setting))

    def _keep(self, given: bytes) -> bytes:
        """Kept without padding and with names that fit, so a record is not longer than its choices make it."""
        try:
            text = given.decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError:
            raise RefusedJobError(BAD_RECORD, "This is not a text.") from None
        if text.count("\n") > LONGEST_RECORD:  # each turn has a line and at least a choice
            raise TextError(f"the record has more than {LONGEST_RECORD} lines")
        record, _ = load(text)
        if record.end is None:
            raise TextError("the game of this record is not over")
        if len(record.choices) > LONGEST_RECORD:
            raise TextError(f"the record has more than {LONGEST_RECORD} choices")
        replaying = Replaying.of_record(record)
        colours = replaying.setting.colours
        players = {colour: tidy_name(name) for colour, name in record.header.players.items() if colour in colours}
        tidied = replace(record.header, players=players)
        record = Record(tidied, record.choices, record.end)
        text = dump(record)
        id = HANDED_IN + sha256(text.encode()).hexdigest()[:23]
        _keep_some(self._replays, id, (record, replaying), REPLAYS_KEPT)
        return msgspec.msgpack.encode(Kept(id, text))

    def _replaying(self, id: str, record: Record | str | None) -> tuple[Record, Replaying]:
        known = self._replays.get(id)
        if known is None:
            if record is None:
                raise RefusedJobError(UNKNOWN, id)
            record = load(record)[0] if isinstance(record, str) else record
            known = record, Replaying.of_record(record)
        _keep_some(self._replays, id, known, REPLAYS_KEPT)
        return known

    def _look(self, job: Look) -> bytes:
        packed = self._packed.get((job.id, job.viewer))
        if packed is None:
            record, replaying = self._replaying(job.id, job.record)
            packed = gzip.compress(encode(_replay(job.id, job.viewer, record, replaying)), 5, mtime=0)
        _keep_some(self._packed, (job.id, job.viewer), packed, ANSWERS_KEPT)
        return packed

    def _moment(self, job: At | Begin) -> tuple[Record, Replaying]:
        record, replaying = self._replaying(job.id, job.record)
        if not 0 <= job.number <= len(replaying.choices):
            raise RefusedJobError("unknown-frame", f"The game has {len(replaying.choices)} choices.")
        return record, replaying

    def _begin(self, job: Begin) -> bytes:
        """From the last position before that moment; during the setup, from the beginning. What chance had to decide then is
        told as it was, and what it will have to is drawn from the seed of the game."""
        record, replaying = self._moment(job)
        first = next((at for at in range(job.number, -1, -1) if has_position(replaying.state_at(at))), 0)
        state, setting, lines = replaying.state_at(first), replaying.setting, list[str]()
        position = write_position(state) if has_position(state) else ""
        for at, action in enumerate(replaying.choices[first:], first):
            if at >= job.number and state.decider() != CHANCE:
                break
            lines.append(write(state, action))
            apply(state, action)
        seed = record.end.seed if record.end is not None and record.header.chance == TICKETS else ""
        if position:
            return encode(StudyBegin(position=position, lines=lines, seed=seed))
        scenario = setting.scenario.declared or setting.scenario.name
        return encode(StudyBegin("", scenario, dict(setting.options.given), "setup", lines, seed))

    def _at(self, job: At) -> bytes:
        _, replaying = self._moment(job)
        view = replaying.view_at(job.number, _viewer(replaying, job.viewer))
        return encode(Frame(job.number, job.viewer, view))

    def _past(self, job: Past) -> bytes:
        version = job.choices[-1][0] if job.choices else 0
        known, past = self._steps.get((job.game, job.viewer), (-1, history.Past([], None)))
        if known != version:
            past = history.history(beginning(job.scenario, job.options, job.position), job.choices, job.viewer)
        _keep_some(self._steps, (job.game, job.viewer), (version, past), ANSWERS_KEPT)
        told = [step for step in past.steps if step.version < job.before]
        latest = past.others if len(told) == len(past.steps) else None  # asked for once, with the latest steps
        return encode(Told(told[-STEPS_AT_ONCE:], len(told) > STEPS_AT_ONCE, latest))


def _laid_out(begin: Callable[[], State]) -> State:
    """Read it, lay it out, draw it and ask for its first choices: what others will have to do for it, too."""
    began = time.process_time()
    try:
        state = begin()
        encode(scene_of(state.setting))
        legal(state)
    except (TextError, OptionError) as error:
        raise RefusedJobError(BAD_GAME, f"{str(error)[:1].upper()}{str(error)[1:]}.") from None
    if time.process_time() - began > SLOWEST_LAYOUT:
        raise RefusedJobError(BAD_GAME, "This takes too long to lay out.")
    return state


def _replay(id: str, viewer: str, record: Record, replaying: Replaying) -> Replay:
    entries = replaying.entries(_viewer(replaying, viewer))
    setting, end = replaying.setting, record.end
    assert end is not None
    return Replay(
        id=id,
        game=setting.scenario.game,
        scenario=record.header.scenario,
        options=record.header.options,
        players=record.header.players,
        colours=setting.colours,
        scores=end.vp,
        winners=end.winners,
        viewer=viewer,
        entries=[ReplayEntry(one.number, one.turn, one.who, one.text, one.events) for one in entries],
    )


def _viewer(replaying: Replaying, name: str) -> int:
    try:
        return viewer_of(replaying.setting, name)
    except TextError as error:
        raise RefusedJobError("bad-viewer", f"{str(error)[:1].upper()}{str(error)[1:]}.") from None


def _keep_some(where: OrderedDict[K, V], key: K, value: V, most: int) -> None:
    where[key] = value
    where.move_to_end(key)
    while len(where) > most:
        where.popitem(last=False)


def serve(pipe: Connection) -> None:
    """What the process runs."""
    answer_all(pipe, Desk(), Job)
