"""Was chance fair? What the record of a finished game tells of it, for everybody to check, and the check itself."""

from __future__ import annotations

from dataclasses import dataclass

from dungeon_twister.engine.decisions import CHANCE, ROOM_DRAW
from dungeon_twister.geometry.text import TextError
from dungeon_twister.record.chance import SEQUENCE, TICKETS, Draw, Tile, dice_of, draw_of, face_down
from dungeon_twister.record.files import End, Header, Record, ends_as_told, states
from dungeon_twister.record.notation import write
from dungeon_twister.record.seal import commitment, is_contribution, seed_of


@dataclass(frozen=True, slots=True)
class Contribution:
    """What a seat added to the seed; empty: nothing."""

    colour: str
    given: str


@dataclass(frozen=True, slots=True)
class Proof:
    """All that chance decided in a finished game, and what it followed from. `tiles`: what lay face down when the first room
    was turned up; `draws`: everything else, rooms with the way they lie."""

    chance: int
    commitment: str
    secret: str
    contributions: list[Contribution]
    seed: str
    tiles: list[Tile]
    draws: list[Draw]


def proof_of(record: Record) -> Proof:
    """The proof of a finished game; TextError where it cannot be replayed."""
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
class Finding:
    """One thing that was checked: is it as it should be, and a sentence."""

    right: bool
    sentence: str


def verify(record: Record) -> list[Finding]:
    """Check a finished game with the rules: what could be drawn is what was legal then."""
    if record.end is None:
        return [Finding(False, "The game is not over: its secret is published at its end.")]
    try:
        drawn, wrong = _draws(record, record.end.seed)
    except TextError as error:
        return [Finding(False, f"The record cannot be replayed: {error}.")]
    found = [_hash(record)]
    if record.header.commitment:
        found += _sealed(record.header, record.end)
    elif record.header.chance in (SEQUENCE, TICKETS):
        found.append(_seed(record.header, record.end))
    if record.header.chance not in (SEQUENCE, TICKETS):
        found.append(Finding(True, "The way of drawing was changed during the game: its draws cannot be checked."))
    elif wrong:
        found.append(Finding(False, wrong))
    else:
        found.append(Finding(True, f"All {drawn} draws follow from the seed."))
    return [*found, Finding(True, _limits(record.header, record.end))]


def _draws(record: Record, seed: str) -> tuple[int, str]:
    """How many draws there were, and a sentence about the first that does not follow from the seed."""
    dice, drawn, wrong = dice_of(record.header.chance, seed), 0, ""
    for number, (state, line) in enumerate(states(record)):
        if line and not state.over and state.decider() == CHANCE:
            drawn += 1
            told = write(state, dice.draw(state, record.choices[:number]))
            if told != line and not wrong:
                wrong = f"Choice {number + 1} was not drawn from the seed: the record has '{line}', the seed gives '{told}'."
    return drawn, wrong


def _hash(record: Record) -> Finding:
    last = None
    for last, _ in states(record):  # noqa: B007 - the last one counts
        pass
    if last is None or not ends_as_told(record, last):
        return Finding(False, "The choices do not lead to the recorded end.")
    return Finding(True, "Every choice was legal, and they lead to the recorded end.")


def _seed(header: Header, end: End) -> Finding:
    if not header.seed_sha256 or commitment(end.seed) != header.seed_sha256:
        return Finding(False, "The seed is not the one whose hash stands in the header.")
    return Finding(True, "The seed is the one whose hash stands in the header.")


def _sealed(header: Header, end: End) -> list[Finding]:
    found = [Finding(True, "The secret is the one to which the server committed itself before the game.")]
    if commitment(end.secret) != header.commitment:
        found = [Finding(False, "The secret is not the one to which the server committed itself before the game.")]
    seats = list(end.vp)
    if not all(is_contribution(given) for given in end.contributions.values()) or not end.contributions.keys() <= set(seats):
        return [*found, Finding(False, "The contributions are not what players can have given.")]
    if seed_of(end.secret, {colour: end.contributions.get(colour, "") for colour in seats}) != end.seed:
        return [*found, Finding(False, "The seed does not follow from the secret and the contributions.")]
    who = " and ".join([colour for colour in seats if colour in end.contributions]) or "nobody"
    return [*found, Finding(True, f"The seed follows from the secret and the contributions (of {who}).")]


def _limits(header: Header, end: End) -> str:
    """What the record cannot prove."""
    if not header.commitment:
        return "The record cannot prove that nobody knew the seed: there was no sealed secret, or the seed was given."
    if not end.contributions:
        return "Nobody contributed: the record proves only that the server could not change its mind during the game."
    return f"If you played, compare: you were shown the commitment {header.commitment}, and your contribution is in the record."
