"""Game records as files: compact JSON lines, versioned (docs/records.md).

The first line is the header, the last one the end of a finished game. Between them each turn has one line, a list of choices in
notation. A game in progress is sealed: its choices are packed, so that opening the file does not show the other player's
secrets.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from errno import EISDIR
from pathlib import Path
from typing import TypeVar

from dungeon_twister.game.record.chance import SEQUENCE, dice_of
from dungeon_twister.game.record.commit_reveal import Seal, commitment
from dungeon_twister.game.record.editions import edition_of_setting
from dungeon_twister.game.record.json_codec import ShapeError, from_json, to_json
from dungeon_twister.game.record.notation import read
from dungeon_twister.game.record.position import beginning
from dungeon_twister.game.record.recorded_game import RecordedGame, check
from dungeon_twister.rules.engine.decisions import CHANCE
from dungeon_twister.rules.engine.digest import NEWEST, digest
from dungeon_twister.rules.engine.game import IllegalActionError, new_setting, play
from dungeon_twister.rules.engine.options import OptionError
from dungeon_twister.rules.engine.state import State
from dungeon_twister.rules.geometry.text import TextError

T = TypeVar("T")
G = TypeVar("G", bound=RecordedGame)
VERSION = NEWEST  # the version of the description that is hashed at the end
RULES = "1"


@dataclass(frozen=True, slots=True)
class RecordHeader:
    """The first line: format, rules, game, players, and the commitment to the seed, or to the secret of which the seed was made
    (docs/fairness.md)."""

    record: int
    rules: str
    scenario: str
    options: dict[str, str] = field(default_factory=dict)
    players: dict[str, str] = field(default_factory=dict)
    seed_sha256: str = ""
    chance: int = SEQUENCE  # how chance draws (`game/record/chance.py`)
    commitment: str = ""
    declared: str = ""  # the text of the scenario, if it is not built in
    position: str = ""  # the initial position, if it is not that of the scenario
    sealed: str = ""

    @property
    def played(self) -> str:
        """Return the scenario as `new_setting` takes it: a name, or the text of a scenario that is not built in."""
        return self.declared or self.scenario

    def beginning(self, source: str = "record") -> State:
        """Return the state before the first choice."""
        try:
            return beginning(self.played, self.options, self.position)
        except OptionError as error:
            raise TextError(str(error), source) from None


@dataclass(frozen=True, slots=True)
class RecordEnd:
    """The last line of a finished game: the hash of the final state, the result, the seed, and the parts of which it was
    made."""

    hash: str
    winners: list[str]
    vp: dict[str, int]
    seed: str = ""
    secret: str = ""
    contributions: dict[str, str] = field(default_factory=dict)  # by colour, without those that contributed nothing


@dataclass
class Record:
    """A record in memory: its header, the choices as text, and the end of a finished game."""

    header: RecordHeader
    choices: list[str]
    end: RecordEnd | None = None


def record_of(
    game: RecordedGame, players: dict[str, str] | None = None, seal: Seal | None = None, way: int | None = None
) -> Record:
    """Return the record of a game so far. `seal`: the parts of which its seed was made; `way`: how chance drew, for a game of
    an older program that does not know it."""
    setting = game.state.setting
    header = RecordHeader(
        VERSION,
        RULES,
        setting.scenario.name,
        dict(setting.options.given),
        players or {},
        "" if seal else commitment(game.seed),
        game.dice.way if way is None else way,
        commitment(seal.secret) if seal else "",
        setting.scenario.declared,
        game.origin,
    )
    lines = [text for _, _, text in game.log]
    if not game.over:
        return Record(header, lines)
    end = RecordEnd(digest(game.state), game.winners, game.scores, game.seed)
    if seal:
        given = {colour: one for colour, one in seal.contributions.items() if one}
        end = replace(end, secret=seal.secret, contributions=given)
    return Record(header, lines, end)


# -- writing ------------------------------------------------------------------------------------------------------------


def dump(record: Record, seed: str = "") -> str:
    """Return a record as text. In an unfinished game, seal the choices, the seed with which the game can go on, and the initial
    position, which contains hidden information."""
    if record.end is None:
        hidden: list[object] = [seed, record.choices, *([record.header.position] if record.header.position else [])]
        packed = b64encode(zlib.compress(to_json(hidden).encode(), 9)).decode()
        return to_json(replace(record.header, position="", sealed=packed)) + "\n"
    starts = [*_turn_starts(record), len(record.choices)]
    lines = [to_json(record.choices[begin:end]) for begin, end in zip([0, *starts], starts, strict=False) if begin < end]
    return "\n".join([to_json(record.header), *lines, to_json(record.end)]) + "\n"


def _turn_starts(record: Record) -> list[int]:
    """Return the numbers of choices that begin a turn. Without a choice that begins every turn, a replay finds them."""
    opening = edition_of_setting(new_setting(record.header.played, record.header.options)).turn_opening
    if opening:
        return [number for number, choice in enumerate(record.choices) if choice.startswith(f"{opening} ")]
    turns = [state.turn for state, _ in states(record)]
    return [number for number in range(1, len(turns)) if turns[number] != turns[number - 1]]


def save(game: RecordedGame, path: str | Path, players: dict[str, str] | None = None) -> None:
    """Write a game to a file, completely or not at all."""
    path = Path(path)
    if path.is_dir():
        raise IsADirectoryError(EISDIR, "the game cannot be saved, for this is a folder", str(path))
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(dump(record_of(game, players), game.seed), encoding="utf-8")
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise OSError(error.errno, error.strerror, str(path)) from None  # the message names the file, not the temporary one


# -- reading ------------------------------------------------------------------------------------------------------------


def load(text: str, source: str = "record") -> tuple[Record, str]:
    """Return a record, and the seed of a game in progress. Every mistake is a TextError with the line."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        raise TextError("the file is empty", source)
    if not _is_header(lines[0][1]):
        raise TextError("this is not a Dungeon Twister record", source, code="no-record")
    header = _decode(lines[0][1], RecordHeader, source, lines[0][0])
    _check_format(header, source)
    if header.sealed:
        seed, choices, position = _unseal(header.sealed, source)
        return Record(replace(header, position=position, sealed=""), choices), seed
    if len(lines) < 2:
        raise TextError("the record ends after its header", source, lines[0][0])
    end = _decode(lines[-1][1], RecordEnd, source, lines[-1][0])
    found = [choice for number, line in lines[1:-1] for choice in _decode(line, list[str], source, number)]
    return Record(header, found, end), end.seed


def _is_header(line: str) -> bool:
    """Return whether a line looks like the first line of a record, valid or not."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and "record" in data


def _check_format(header: RecordHeader, source: str) -> None:
    """Accept this format and older ones, and report a format that needs a later program."""
    if not 1 <= header.record <= VERSION or header.rules != RULES:
        later = "a later version of the program wrote it; " if header.record > VERSION else ""
        raise TextError(
            f"this is a record of format {header.record}, rules {header.rules}: {later}"
            f"this one reads formats 1 to {VERSION} and rules {RULES}",
            source,
        )


def _decode(line: str, kind: type[T], source: str, number: int) -> T:
    try:
        return from_json(line, kind)
    except ShapeError as error:
        raise TextError(f"not a line of a game record: {error}", source, number) from None


def _unseal(sealed: str, source: str) -> tuple[str, list[str], str]:
    """Return the seed, the choices, and the initial position, if any."""
    try:
        unpack = zlib.decompressobj()
        text = unpack.decompress(b64decode(sealed, validate=True), 1 << 24).decode()
        try:
            return from_json(text, tuple[str, list[str], str])
        except ShapeError:
            return *from_json(text, tuple[str, list[str]]), ""
    except (ValueError, zlib.error):
        raise TextError("the sealed part of the record is damaged", source, 1) from None


def states(record: Record, source: str = "record") -> Iterator[tuple[State, str]]:
    """Replay a record: yield the state before each choice with the choice, and finally the last state with an empty text."""
    state = record.header.beginning(source)
    for number, choice in enumerate(record.choices, 1):
        yield state, choice
        try:
            play(state, read(state, choice))
        except (IllegalActionError, TextError) as error:
            raise TextError(f"choice {number}, '{choice}', cannot be replayed: {error}", source) from None
    yield state, ""


def replay(record: Record, source: str = "record") -> State:
    """Return the final state. Raise a TextError if it does not have the recorded hash."""
    state = None
    for state, _ in states(record, source):  # noqa: B007 - the last one counts
        pass
    assert state is not None
    if record.end is not None and not end_matches(record, state):
        found = digest(state, record.header.record)
        raise TextError(f"the replay ends with hash {found}, the record says {record.end.hash}", source)
    return state


def end_matches(record: Record, final: State) -> bool:
    """Return whether a replay that ends in this state fits the record, by the hash of the record's own format."""
    return record.end is not None and digest(final, record.header.record) == record.end.hash


def resume(record: Record, seed: str, source: str = "record") -> RecordedGame:
    """Return a game in progress, with the same future chance. Raise a TextError if chance has not decided as the seed says."""
    return resumed(RecordedGame, record, seed, source)


def resumed(kind: type[G], record: Record, seed: str, source: str = "record") -> G:
    """Return a game in progress as `resume` does, as an instance of a class."""
    header = record.header
    state = header.beginning(source)
    if commitment(seed) != header.seed_sha256:
        raise TextError("the seed is not the one the record was begun with", source)
    game = kind(state.setting, seed, dice_of(header.chance, seed), state if header.position else None)
    while len(game.log) < len(record.choices):
        at = len(game.log)
        try:
            game.play(record.choices[at])
        except (IllegalActionError, TextError) as error:
            raise TextError(f"choice {at + 1} cannot be replayed: {error}", source) from None
    drawn = [text for who, _, text in game.log if who == CHANCE]
    drawn_lines = [text for (who, _, _), text in zip(game.log, record.choices, strict=False) if who == CHANCE]
    if drawn[: len(drawn_lines)] != drawn_lines or [text for _, _, text in game.log[: len(record.choices)]] != record.choices:
        raise TextError("chance has not decided as the seed says", source)
    return game


def finished(kind: type[G], record: Record, source: str = "record") -> G:
    """Return a finished game as an instance of a class. Raise a TextError if it does not end as the record says."""
    header = record.header
    state = header.beginning(source)
    game = kind(state.setting, "", origin=state if header.position else None)
    for number, text in enumerate(record.choices, 1):
        try:
            action = read(game.state, text)
            check(game.state, action)
        except (IllegalActionError, TextError) as error:
            raise TextError(f"choice {number}, '{text}', cannot be replayed: {error}", source) from None
        game.make(action, text)
    if record.end is not None:
        if not end_matches(record, game.state):
            raise TextError(f"the replay ends with hash {digest(game.state, header.record)}, not as the record says", source)
        game.set_seed(record.end.seed, dice_of(header.chance, record.end.seed))
    return game
