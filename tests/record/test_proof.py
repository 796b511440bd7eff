"""Was chance fair? A sealed game proves it, and every forgery of its record is found (docs/fairness.md)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from web.tests.fixtures import make_proof

from dungeon_twister.cli.main import main
from dungeon_twister.game.record.chance import Chance, OldChance
from dungeon_twister.game.record.commit_reveal import Seal, commitment, is_contribution, new_secret
from dungeon_twister.game.record.files import Record, dump, load, record_of
from dungeon_twister.game.record.proof import ProofFinding, proof_of, verdict, verify
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.rules.engine.game import new_setting

SEAL = Seal("5" * 64, {"blue": "a1" * 32, "yellow": ""})


def finished(game: RecordedGame, seal: Seal | None = None, way: int | None = None) -> Record:
    rng = Random(3)
    while not game.over:
        game.play(rng.choice(game.legal()) if len(game.log) < 900 else "draw")
    return load(dump(record_of(game, {}, seal, way)))[0]


SEALED = finished(RecordedGame(new_setting("simplified", {}), SEAL.seed), SEAL)
CARDS = finished(RecordedGame(new_setting("standard", {"secretObjects": "yes"}), SEAL.seed), SEAL)


def sentences(record: Record) -> str:
    return wrong(verify(record))


def wrong(found: list[ProofFinding]) -> str:
    return " ".join(finding.sentence for finding in found if finding.right is False)


def unproven(record: Record) -> str:
    return " ".join(finding.sentence for finding in verify(record) if finding.right is None)


def test_the_seed_is_what_the_document_says() -> None:
    text = f"dungeon-twister chance 2\nsecret {'5' * 64}\nblue {'a1' * 32}\nyellow -\n"
    assert SEAL.seed == sha256(text.encode()).hexdigest()
    assert is_contribution("0f" * 32) and is_contribution(new_secret())
    assert not any(is_contribution(text) for text in ("", "0F" * 32, "0f" * 31, "0f" * 33, "x" * 64, "0f" * 32 + "\n"))


@pytest.mark.parametrize("record", [SEALED, CARDS], ids=["board", "card"])
def test_a_sealed_game_is_right(record: Record) -> None:
    found = verify(record)
    assert all(finding.right for finding in found)
    output = " ".join(finding.sentence for finding in found)
    assert all(part in output for part in ("committed itself", "(of blue)", "draws follow", record.header.commitment))


@pytest.mark.parametrize("record", [SEALED, CARDS], ids=["board", "card"])
def test_a_proof_can_be_checked_without_the_rules(record: Record) -> None:
    """What a sceptic's own program, and the page, do: labels, tickets, and the rooms dealt to the tiles."""
    proof = proof_of(record)
    chance = Chance(proof.seed)
    dealt = chance.deal(proof.tiles)
    rooms = [draw for draw in proof.draws if " room " in draw.drawn]
    assert len(rooms) > 2 and len(proof.draws) > len(rooms) + 4
    for draw in proof.draws:
        assert chance.first(draw.labels) == draw.drawn
    for draw in rooms:
        assert dealt[draw.drawn.split()[0]] == draw.drawn.rpartition(" ")[0]
    assert [one.given for one in proof.contributions] == ["a1" * 32, ""] and proof.commitment == commitment("5" * 64)


def _swapped_room(record: Record) -> Record:
    """Another room that could have come up, so that the game still replays."""
    assert record.end is not None
    game = RecordedGame(new_setting(record.header.scenario, record.header.options), "forged")
    return replace_choices(record, [text for _, _, text in forged_log(game)])


def forged_log(game: RecordedGame) -> list[tuple[int, int, str]]:
    rng = Random(5)
    while not game.over:
        game.play(rng.choice(game.legal()) if len(game.log) < 300 else "draw")
    return game.log


def replace_choices(record: Record, choices: list[str]) -> Record:
    return Record(record.header, choices, record.end)


def _with_end(**changes: Any) -> Callable[[Record], Record]:
    def forge(record: Record) -> Record:
        assert record.end is not None
        return Record(record.header, record.choices, replace(record.end, **changes))

    return forge


def _with_header(**changes: Any) -> Callable[[Record], Record]:
    return lambda record: Record(replace(record.header, **changes), record.choices, record.end)


def _rehashed(record: Record) -> Record:
    """A forger who also mends the hash of the end."""
    forged = _swapped_room(record)
    game = RecordedGame(new_setting(record.header.scenario, record.header.options), "forged")
    forged_log(game)
    end = record_of(game).end
    assert end is not None and record.end is not None
    return Record(record.header, forged.choices, replace(record.end, hash=end.hash, vp=end.vp, winners=end.winners))


FORGERIES: dict[str, tuple[Callable[[Record], Record], str]] = {
    "another draw": (_swapped_room, "do not lead to the recorded end"),
    "another draw and its hash": (_rehashed, "was not drawn from the seed"),
    "another secret": (_with_end(secret="6" * 64), "not the one to which the server committed itself"),
    "another secret and seed": (
        _with_end(secret="6" * 64, seed=Seal("6" * 64, SEAL.contributions).seed),
        "was not drawn from the seed",
    ),
    "a dropped contribution": (_with_end(contributions={}), "does not follow from the secret and the contributions"),
    "a dropped contribution and its seed": (
        _with_end(contributions={}, seed=Seal("5" * 64, {"blue": "", "yellow": ""}).seed),
        "was not drawn from the seed",
    ),
    "a strange contribution": (_with_end(contributions={"blue": "A1" * 32}), "not what players can have given"),
    "somebody else's contribution": (_with_end(contributions={"red": "a1" * 32}), "not what players can have given"),
    "another commitment": (
        _with_header(commitment="0" * 64),
        "not the one to which the server committed itself",
    ),
    "another seed": (_with_end(seed="0" * 64), "does not follow from the secret and the contributions"),
    "another way of drawing (0)": (_with_header(chance=0), "names another way of drawing"),
    "another way of drawing (1)": (_with_header(chance=1), "names another way of drawing"),
    "another way of drawing (3)": (_with_header(chance=3), "names another way of drawing"),
    "another way of drawing, another draw and its hash": (
        lambda record: _with_header(chance=0)(_rehashed(record)),
        "names another way of drawing",
    ),
    "no commitment": (_with_header(commitment=""), "has no commitment"),
    "no commitment, but the hash of the seed": (
        _with_header(commitment="", seed_sha256=commitment(SEAL.seed)),
        "has no commitment",
    ),
    "a secret that is not opened": (_with_end(secret=""), "not the one to which the server committed itself"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_forgeries_are_found(name: str) -> None:
    forge, sentence = FORGERIES[name]
    assert sentence in sentences(forge(SEALED))


def test_what_a_browser_remembers_must_be_in_the_record() -> None:
    """Whatever else the record says: another commitment, none, and a contribution that was left out are wrong."""
    mine, other = "a1" * 32, "b2" * 32
    assert verdict(verify(SEALED, SEALED.header.commitment, [mine])) is True
    assert "the one that you were shown" in verify(SEALED, SEALED.header.commitment)[1].sentence
    assert "not the one that you were shown" in wrong(verify(SEALED, "0" * 64))
    assert "is not in the record" in wrong(verify(SEALED, given=[mine, other]))
    late = finished(RecordedGame(new_setting("simplified", {}), Seal("7" * 64, {"blue": mine, "yellow": ""}).seed))
    stripped = replace(late.header, commitment="", seed_sha256=commitment(late.end.seed if late.end else ""))
    known = Record(stripped, late.choices, late.end)
    assert verdict(verify(known)) is None
    assert verdict(verify(known, SEALED.header.commitment)) is verdict(verify(known, given=[mine])) is False
    for way in (0, 1):
        assert verdict(verify(_with_header(chance=way)(known), SEALED.header.commitment)) is False


def test_a_late_secret_is_found_by_the_commitment_alone() -> None:
    """A server that chooses its secret when it knows the contributions makes a record that is right in itself."""
    seal = Seal("7" * 64, SEAL.contributions)
    late = finished(RecordedGame(new_setting("simplified", {}), seal.seed), seal)
    assert verdict(verify(late)) is True
    assert "not the one that you were shown" in wrong(verify(late, commitment(SEAL.secret), ["a1" * 32]))


def test_what_cannot_be_checked_is_neither_right_nor_wrong() -> None:
    """A given seed, the old way of drawing, one of each, nobody's contribution, and a game that is not over."""
    setting = new_setting("simplified", {})
    given = finished(RecordedGame(setting, "given"))
    old = finished(RecordedGame(setting, "old", OldChance("old")))
    mixed = finished(RecordedGame(setting, "mixed"), way=0)
    alone = finished(
        RecordedGame(setting, Seal("5" * 64, {"blue": "", "yellow": ""}).seed), Seal("5" * 64, {"blue": "", "yellow": ""})
    )
    bare = _with_header(seed_sha256="")(given)
    begun = Record(given.header, given.choices[:5])
    for record, words in (
        (given, "nobody knew the seed"),
        (old, "nobody knew the seed"),
        (mixed, "cannot be checked"),
        (bare, "neither a commitment nor a hash"),
        (alone, "Nobody contributed"),
        (begun, "not over"),
    ):
        assert verdict(verify(record)) is None and words in unproven(record)
    assert old.header.chance == 1 and "was not drawn" in sentences(_with_header(chance=2)(old))
    assert "hash stands in the header" in sentences(_with_header(seed_sha256="0" * 64)(given))
    assert "cannot be replayed" in sentences(Record(given.header, ["nonsense"], given.end))


def test_the_browser_is_tested_with_a_proof_of_today() -> None:
    kept = (Path(__file__).parents[2] / "web" / "tests" / "fixtures" / "proof.json").read_text("utf-8")
    assert kept == make_proof.text(), "run: python web/tests/fixtures/make_proof.py"


def test_the_command_says_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.dt"

    def command(record: Record, *arguments: str) -> tuple[int, str]:
        file.write_text(dump(record), "utf-8")
        code = main(["verify", str(file), *arguments])
        return code, " ".join(capsys.readouterr().out.split())

    code, output = command(SEALED)
    assert code == 0 and "draws follow from the seed" in output and SEALED.header.commitment in output
    shown, mine = ["--commitment", SEALED.header.commitment], ["--contribution", "A1" * 32]
    assert command(SEALED, *shown, *mine)[0] == 0
    code, output = command(SEALED, "--commitment", "0" * 64, *mine)
    assert code == 1 and "WRONG: The commitment in the record is not" in output
    code, output = command(SEALED, *shown, *mine, "--contribution", "b2" * 32)
    assert code == 1 and "WRONG: Your contribution b2b2b2b2... is not in the record." in output
    code, output = command(FORGERIES["another secret"][0](SEALED))
    assert code == 1 and "WRONG: The secret is not" in output
    code, output = command(FORGERIES["another secret"][0](SEALED), "--json")
    assert code == 1 and '"right":false' in output.replace(" ", "")
    known = finished(RecordedGame(new_setting("simplified", {}), "given"))
    code, output = command(known)
    assert code == 2 and "CANNOT BE CHECKED: Nothing shows" in output and "WRONG" not in output
    code, output = command(known, "--json")
    assert code == 2 and '"right":null' in output.replace(" ", "")
    assert main(["verify", str(file), "--commitment", "12"]) == 2
    assert "64 hexadecimal digits" in capsys.readouterr().err
    file.write_text("nonsense", "utf-8")
    assert main(["verify", str(file)]) == 2
