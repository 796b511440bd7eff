"""Worker process that reads records and builds replays.

All input comes from clients: its length, its number of lines and of choices are checked before
anything else.
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
from dungeon_twister.learning.progress.game_facts import facts_of
from dungeon_twister.presentation.guide.game_replay import GameReplay
from dungeon_twister.presentation.guide.scenario_cards import card_of
from dungeon_twister.presentation.guide.scene import scene_of
from dungeon_twister.presentation.i18n import MessageCatalogue
from dungeon_twister.rules.engine.decisions import CHANCE
from dungeon_twister.rules.engine.game import apply, legal, new_setting, start
from dungeon_twister.rules.engine.options import WITH_PEOPLE, OptionError
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import TextError
from dungeon_twister.rules.visibility import viewer_of
from dungeon_twister.server.analysis_protocol import Frame, Replay
from dungeon_twister.server.socket_protocol import HistoryStep, Moment
from dungeon_twister.server.study_protocol import StudyBegin
from dungeon_twister.server.text_input import cut, sentence_of, tidy_name
from dungeon_twister.server.wire import encode
from dungeon_twister.server.workers import history
from dungeon_twister.server.workers.pools import UNKNOWN
from dungeon_twister.server.workers.processes import RefusedJobError, Reply, serve_jobs
from dungeon_twister.server.workers.workshop_check import checked
from dungeon_twister.server.workshop_protocol import PrintedSheet, PrintWish, WorkshopText
from dungeon_twister.workshop.print_sheets import print_sheets

LONGEST_RECORD: Final = 20_000  # choices
HANDED_IN: Final = "r"  # prefix of the ids of records, which are longer than those of games
STEPS_AT_ONCE: Final = 500  # of a history
REPLAYS_KEPT: Final = 8
ANSWERS_KEPT: Final = 16
BAD_RECORD: Final = "bad-record"
BAD_GAME: Final = "bad-game"
SLOWEST_LAYOUT: Final = 0.5  # seconds of processor time for a custom scenario
K = TypeVar("K")
V = TypeVar("V")


class CheckRecord(msgspec.Struct, frozen=True, tag="keep"):
    """Check the record of a finished game and return it normalized (`CheckedRecord`)."""

    text: bytes


class CheckedRecord(msgspec.Struct, frozen=True):
    id: str
    text: str


class MakeReplay(msgspec.Struct, frozen=True, tag="look"):
    """Build the replay of a game (compressed JSON of a `Replay`). The record, or its stored text,
    may be left out if it is known here."""

    id: str
    viewer: str
    record: Record | str | None = None


class MakeFrame(msgspec.Struct, frozen=True, tag="at"):
    """Return the game after so many choices (JSON of a `Frame`)."""

    id: str
    viewer: str
    number: int
    record: Record | str | None = None


class MakeStudyBegin(msgspec.Struct, frozen=True, tag="begin"):
    """Return the beginning with which a free board gets to a moment of a game (JSON of a `StudyBegin`)."""

    id: str
    number: int
    record: Record | str | None = None


class WriteRecord(msgspec.Struct, frozen=True, tag="write"):
    """Write a record as text."""

    record: Record


class MakeProof(msgspec.Struct, frozen=True, tag="prove"):
    """Return all draws of chance for verification (JSON of a `Proof`)."""

    record: Record | str


class MakeFacts(msgspec.Struct, frozen=True, tag="facts"):
    """Return what happened to a player in a finished game (JSON of `GameFacts`)."""

    record: Record | str
    colour: str


class MakeHistory(msgspec.Struct, frozen=True, tag="past"):
    """Return the history of a running game: the latest steps before a version (JSON of
    `HistoryPage`)."""

    game: str
    viewer: str
    scenario: str
    options: dict[str, str]
    position: str
    choices: list[tuple[int, str]]
    before: int


class CheckScenario(msgspec.Struct, frozen=True, tag="check"):
    """Check that a custom scenario can be played (JSON of a `ScenarioCard`)."""

    declared: str
    options: dict[str, str]


class CheckWorkshopText(msgspec.Struct, frozen=True, tag="judge"):
    """Judge rooms or a scenario that somebody is making (JSON of a `CheckedText`)."""

    wish: WorkshopText


class PrintScenario(msgspec.Struct, frozen=True, tag="print"):
    """Draw a scenario on paper (compressed JSON of a list of `PrintedSheet`)."""

    wish: PrintWish


class CheckPosition(msgspec.Struct, frozen=True, tag="place"):
    """Check that a game can begin from a position (`CheckedPosition`)."""

    position: str


class CheckedPosition(msgspec.Struct, frozen=True):
    """A position as the program writes it, with its scenario and options."""

    scenario: str
    declared: str
    options: dict[str, str]
    position: str


class DrawScene(msgspec.Struct, frozen=True, tag="draw"):
    """Draw the maze of a scenario, given by name or text, or of a record (JSON of a `Scene`)."""

    scenario: str = ""
    options: dict[str, str] = {}
    record: str = ""


class HistoryPage(msgspec.Struct, frozen=True):
    """Some steps, whether there are earlier ones, and the state before the others' last turns."""

    steps: list[HistoryStep]
    more: bool
    others: Moment | None = None


Job = (
    CheckRecord
    | MakeReplay
    | MakeFrame
    | MakeStudyBegin
    | WriteRecord
    | MakeProof
    | MakeFacts
    | MakeHistory
    | CheckScenario
    | CheckWorkshopText
    | PrintScenario
    | CheckPosition
    | DrawScene
)


class ReplayWorker:
    """Does the jobs. Recent games are cached."""

    def __init__(self) -> None:
        self._replays: OrderedDict[str, tuple[Record, GameReplay]] = OrderedDict()
        self._packed: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._steps: OrderedDict[tuple[str, str], tuple[int, history.ViewerHistory]] = OrderedDict()

    def answer(self, job: Job) -> Reply:
        """Do a job. A bad job gets an error, and never ends the process."""
        began = time.process_time()
        try:
            body, code, sentence = self._do(job), "", ""
        except RefusedJobError as refused:
            body, code, sentence = b"", refused.code, cut(str(refused))
        except (TextError, ValueError, msgspec.ValidationError, RecursionError) as error:
            body, code, sentence = b"", BAD_RECORD, f"That is no record of a finished game: {cut(str(error))}."
        return Reply(body, code, sentence, time.process_time() - began)

    def _do(self, job: Job) -> bytes:
        if isinstance(job, CheckRecord):
            return self._keep(job.text)
        if isinstance(job, MakeReplay):
            return self._look(job)
        if isinstance(job, MakeFrame):
            return self._at(job)
        if isinstance(job, MakeStudyBegin):
            return self._begin(job)
        if isinstance(job, WriteRecord):
            return dump(job.record).encode()
        if isinstance(job, MakeProof):
            return encode(proof_of(_record(job.record)))
        if isinstance(job, MakeFacts):
            return encode(facts_of(_record(job.record), job.colour))
        if isinstance(job, CheckScenario):
            return self._check(job)
        if isinstance(job, CheckWorkshopText):
            return encode(checked(job.wish))
        if isinstance(job, PrintScenario):
            return self._print(job.wish)
        if isinstance(job, CheckPosition):
            return self._place(job)
        if isinstance(job, DrawScene):
            return self._draw(job)
        return self._past(job)

    def _check(self, job: CheckScenario) -> bytes:
        state = _laid_out(lambda: start(new_setting(job.declared, job.options)))
        return encode(card_of(state.setting.scenario))

    def _print(self, wish: PrintWish) -> bytes:
        _laid_out(lambda: start(new_setting(wish.declared, {})))
        sheets = print_sheets(wish.declared, wish.paper, MessageCatalogue(wish.language))
        return gzip.compress(encode([PrintedSheet(sheet.kind, sheet.svg) for sheet in sheets]), 5, mtime=0)

    def _place(self, job: CheckPosition) -> bytes:
        """Check a position. A position with its own rooms is refused: a view names only the scenario and the options."""
        state = _laid_out(lambda: read_position(job.position, options=WITH_PEOPLE))
        scenario = state.setting.scenario
        if scenario.extra:
            raise RefusedJobError(BAD_GAME, "A position with rooms of its own can be looked at, but not played from here.")
        return encode(
            CheckedPosition(scenario.name, scenario.declared, dict(state.setting.options.given), write_position(state))
        )

    def _draw(self, job: DrawScene) -> bytes:
        setting = load(job.record)[0].header.beginning().setting if job.record else new_setting(job.scenario, job.options)
        return encode(scene_of(setting))

    def _keep(self, given: bytes) -> bytes:
        """Keep a record without padding and with shortened names, so that its length depends on its choices only."""
        try:
            text = given.decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError:
            raise RefusedJobError(BAD_RECORD, "This is not a text.") from None
        if text.count("\n") > LONGEST_RECORD:  # each turn has a line and at least one choice
            raise TextError(f"the record has more than {LONGEST_RECORD} lines")
        record, _ = load(text)
        if record.end is None:
            raise TextError("the game of this record is not over")
        if len(record.choices) > LONGEST_RECORD:
            raise TextError(f"the record has more than {LONGEST_RECORD} choices")
        replaying = GameReplay.of_record(record)
        colours = replaying.setting.colours
        players = {colour: tidy_name(name) for colour, name in record.header.players.items() if colour in colours}
        tidied = replace(record.header, players=players)
        record = Record(tidied, record.choices, record.end)
        text = dump(record)
        id = HANDED_IN + sha256(text.encode()).hexdigest()[:23]
        _keep_some(self._replays, id, (record, replaying), REPLAYS_KEPT)
        return msgspec.msgpack.encode(CheckedRecord(id, text))

    def _replaying(self, id: str, record: Record | str | None) -> tuple[Record, GameReplay]:
        known = self._replays.get(id)
        if known is None:
            if record is None:
                raise RefusedJobError(UNKNOWN, id)
            record = load(record)[0] if isinstance(record, str) else record
            known = record, GameReplay.of_record(record)
        _keep_some(self._replays, id, known, REPLAYS_KEPT)
        return known

    def _look(self, job: MakeReplay) -> bytes:
        packed = self._packed.get((job.id, job.viewer))
        if packed is None:
            record, replaying = self._replaying(job.id, job.record)
            packed = gzip.compress(encode(_replay(job.id, job.viewer, record, replaying)), 5, mtime=0)
        _keep_some(self._packed, (job.id, job.viewer), packed, ANSWERS_KEPT)
        return packed

    def _moment(self, job: MakeFrame | MakeStudyBegin) -> tuple[Record, GameReplay]:
        record, replaying = self._replaying(job.id, job.record)
        if not 0 <= job.number <= len(replaying.choices):
            raise RefusedJobError("unknown-frame", f"The game has {len(replaying.choices)} choices.")
        return record, replaying

    def _begin(self, job: MakeStudyBegin) -> bytes:
        """Return the last position before that moment, or the beginning during the setup, with the
        choices from there. Past draws of chance are kept; later ones come from the seed of the
        game.
        """
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

    def _at(self, job: MakeFrame) -> bytes:
        _, replaying = self._moment(job)
        view = replaying.view_at(job.number, _viewer(replaying, job.viewer))
        return encode(Frame(job.number, job.viewer, view))

    def _past(self, job: MakeHistory) -> bytes:
        version = job.choices[-1][0] if job.choices else 0
        known, past = self._steps.get((job.game, job.viewer), (-1, history.ViewerHistory([], None)))
        if known != version:
            past = history.history(beginning(job.scenario, job.options, job.position), job.choices, job.viewer)
        _keep_some(self._steps, (job.game, job.viewer), (version, past), ANSWERS_KEPT)
        earlier = [step for step in past.steps if step.version < job.before]
        latest = past.others if len(earlier) == len(past.steps) else None  # requested once, with the latest steps
        return encode(HistoryPage(earlier[-STEPS_AT_ONCE:], len(earlier) > STEPS_AT_ONCE, latest))


def _laid_out(begin: Callable[[], State]) -> State:
    """Read a scenario, lay it out, draw it and ask for its first choices: other requests will need these steps, too."""
    began = time.process_time()
    try:
        state = begin()
        encode(scene_of(state.setting))
        legal(state)
    except (TextError, OptionError) as error:
        raise RefusedJobError(BAD_GAME, sentence_of(error)) from None
    if time.process_time() - began > SLOWEST_LAYOUT:
        raise RefusedJobError(BAD_GAME, "This takes too long to lay out.")
    return state


def _replay(id: str, viewer: str, record: Record, replaying: GameReplay) -> Replay:
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
        entries=replaying.entries(_viewer(replaying, viewer)),
    )


def _viewer(replaying: GameReplay, name: str) -> int:
    try:
        return viewer_of(replaying.setting, name)
    except TextError as error:
        raise RefusedJobError("bad-viewer", sentence_of(error)) from None


def _keep_some(where: OrderedDict[K, V], key: K, value: V, most: int) -> None:
    where[key] = value
    where.move_to_end(key)
    while len(where) > most:
        where.popitem(last=False)


def serve(pipe: Connection) -> None:
    """Run the worker process."""
    serve_jobs(pipe, ReplayWorker(), Job)


def _record(given: Record | str) -> Record:
    return load(given)[0] if isinstance(given, str) else given
