"""Proof of fair chance: the evidence in the record of a finished game, and its check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dungeon_twister.game.record.chance import SEQUENCE, TICKETS, Draw, Tile, dice_of, draw_of, face_down
from dungeon_twister.game.record.commit_reveal import commitment, is_contribution, seed_of
from dungeon_twister.game.record.files import Record, RecordEnd, RecordHeader, end_matches, states
from dungeon_twister.game.record.notation import write
from dungeon_twister.rules.engine.decisions import CHANCE, ROOM_DRAW
from dungeon_twister.rules.geometry.text import TextError


@dataclass(frozen=True, slots=True)
class Contribution:
    """The contribution of a seat to the seed; empty for none."""

    colour: str
    given: str


@dataclass(frozen=True, slots=True)
class Proof:
    """All random outcomes of a finished game and their source.

    - `chance`: version of the method of drawing.
    - `tiles`: face-down tiles when the first room was revealed.
    - `draws`: all other draws, including the orientation of rooms.
    """

    chance: int
    commitment: str
    secret: str
    contributions: list[Contribution]
    seed: str
    tiles: list[Tile]
    draws: list[Draw]


def proof_of(record: Record) -> Proof:
    """Return the proof of a finished game. Raise a TextError if it cannot be replayed."""
    header, end = record.header, record.end
    if end is None:
        raise TextError("the game of this record is not over")
    tiles: list[Tile] = []
    draws: list[Draw] = []
    colours: list[str] = []
    for number, (state, line) in enumerate(states(record)):
        colours = colours or state.setting.colours
        if line and not state.over and state.decider() == CHANCE:
            if state.decision() == ROOM_DRAW and not tiles:
                tiles = face_down(state)
            draws.append(draw_of(state, record.choices[:number], line))
    given = [Contribution(colour, end.contributions.get(colour, "")) for colour in colours]
    return Proof(header.chance, header.commitment, end.secret, given, end.seed, tiles, draws)


@dataclass(frozen=True, slots=True)
class ProofFinding:
    """One result of the check, with a sentence. `right`: True, False (wrong), or None: it cannot be checked."""

    right: bool | None
    sentence: str


def verdict(found: Sequence[ProofFinding]) -> bool | None:
    """Return False if anything is wrong, None if nothing is wrong but something cannot be checked, True otherwise."""
    if any(finding.right is False for finding in found):
        return False
    return None if any(finding.right is None for finding in found) else True


def verify(record: Record, shown: str = "", given: Sequence[str] = ()) -> list[ProofFinding]:
    """Check a finished game with the rules: the possible outcomes of a draw are the choices that were legal then.

    `shown` is the commitment that a player saw before the game, `given` the contributions of that player's browser.
    """
    header, end = record.header, record.end
    if end is None:
        return [ProofFinding(None, "The game is not over: nothing can be checked before its secret is published at its end.")]
    try:
        drawn, wrong = _draws(record, end.seed)
    except TextError as error:
        return [ProofFinding(False, f"The record cannot be replayed: {error}.")]
    found = [_hash(record), *_as_remembered(header, end, shown, given)]
    if header.commitment or end.secret or end.contributions or shown or given:
        found += _sealed(header, end)
        if header.chance != TICKETS:
            return [*found, ProofFinding(False, "The header names another way of drawing than that of sealed games.")]
    else:
        found.append(_seed(header, end))
    if header.chance not in (SEQUENCE, TICKETS):
        found.append(ProofFinding(None, "The way of drawing was changed during the game: its draws cannot be checked."))
    elif wrong:
        found.append(ProofFinding(False, wrong))
    else:
        found.append(ProofFinding(True, f"All {drawn} draws follow from the seed."))
    return [*found, *_limits(header, end, shown)]


def _draws(record: Record, seed: str) -> tuple[int, str]:
    """Count the draws, and describe the first one that does not follow from the seed."""
    dice, drawn, wrong = dice_of(record.header.chance, seed), 0, ""
    for number, (state, line) in enumerate(states(record)):
        if line and not state.over and state.decider() == CHANCE:
            drawn += 1
            redrawn = write(state, dice.draw(state, record.choices[:number]))
            if redrawn != line and not wrong:
                wrong = f"Choice {number + 1} was not drawn from the seed: the record has '{line}', the seed gives '{redrawn}'."
    return drawn, wrong


def _hash(record: Record) -> ProofFinding:
    last = None
    for last, _ in states(record):  # noqa: B007 - the last one counts
        pass
    if last is None or not end_matches(record, last):
        return ProofFinding(False, "The choices do not lead to the recorded end.")
    return ProofFinding(True, "Every choice was legal, and they lead to the recorded end.")


def _as_remembered(header: RecordHeader, end: RecordEnd, shown: str, given: Sequence[str]) -> list[ProofFinding]:
    """Compare the record with what a player's browser remembers."""
    found: list[ProofFinding] = []
    if shown and header.commitment != shown:
        found.append(ProofFinding(False, "The commitment in the record is not the one that you were shown."))
    elif shown:
        found.append(ProofFinding(True, "The commitment in the record is the one that you were shown."))
    for one in given:
        if one in end.contributions.values():
            found.append(ProofFinding(True, f"Your contribution {one[:8]}... is part of the seed."))
        else:
            found.append(ProofFinding(False, f"Your contribution {one[:8]}... is not in the record."))
    return found


def _seed(header: RecordHeader, end: RecordEnd) -> ProofFinding:
    if not header.seed_sha256:
        return ProofFinding(None, "The header has neither a commitment nor a hash of the seed.")
    if commitment(end.seed) != header.seed_sha256:
        return ProofFinding(False, "The seed is not the one whose hash stands in the header.")
    return ProofFinding(True, "The seed is the one whose hash stands in the header.")


def _sealed(header: RecordHeader, end: RecordEnd) -> list[ProofFinding]:
    found = [ProofFinding(True, "The secret is the one to which the server committed itself before the game.")]
    if not header.commitment:
        found = [ProofFinding(False, "The record has no commitment to its secret, as every sealed game has.")]
    elif commitment(end.secret) != header.commitment:
        found = [ProofFinding(False, "The secret is not the one to which the server committed itself before the game.")]
    seats = list(end.vp)
    if not all(is_contribution(given) for given in end.contributions.values()) or not end.contributions.keys() <= set(seats):
        return [*found, ProofFinding(False, "The contributions are not what players can have given.")]
    if seed_of(end.secret, {colour: end.contributions.get(colour, "") for colour in seats}) != end.seed:
        return [*found, ProofFinding(False, "The seed does not follow from the secret and the contributions.")]
    who = " and ".join([colour for colour in seats if colour in end.contributions]) or "nobody"
    return [*found, ProofFinding(True, f"The seed follows from the secret and the contributions (of {who}).")]


def _limits(header: RecordHeader, end: RecordEnd, shown: str) -> list[ProofFinding]:
    """Describe what the record cannot prove."""
    if not header.commitment:
        return [
            ProofFinding(None, "Nothing shows that nobody knew the seed: there was no sealed secret, or the seed was given.")
        ]
    if not end.contributions:
        return [
            ProofFinding(None, "Nobody contributed: nothing shows that the server did not choose its secret to its liking.")
        ]
    if shown:
        return []
    return [ProofFinding(True, f"If you played: only --commitment shows that you saw {header.commitment} before the game.")]
