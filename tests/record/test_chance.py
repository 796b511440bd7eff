"""Chance by tickets (docs/fairness.md): keyed by what is drawn, the same whatever else happens, even, and never drawn twice."""

from __future__ import annotations

from collections import Counter
from hmac import new as hmac
from pathlib import Path
from random import Random

import pytest

from dungeon_twister.game.record.cases import parse_cases
from dungeon_twister.game.record.chance import SEQUENCE, TICKETS, Chance, Draw, OldChance, draw_of, face_down, possible
from dungeon_twister.game.record.files import dump, load, record_of, resume
from dungeon_twister.game.record.notation import read
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.decisions import CHANCE
from dungeon_twister.rules.engine.game import apply, legal, new_setting, start
from dungeon_twister.rules.engine.state import State

SCENARIOS = ("base", "simplified", "standard", "elevator", "pyramid", "hoard", "wrong-door", "three-players", "tutorial-2")


def played(scenario: str, seed: str, play: object, most: int = 700) -> RecordedGame:
    """A game of random choices; `play` distinguishes them from those of another game with the same seed."""
    game, rng = RecordedGame.new(scenario, seed=seed), Random(f"{play}")
    while not game.over and len(game.log) < most:
        choices = legal(game.state)
        reveals = [choice for choice in choices if actions.kind_of(choice) == actions.REVEAL]
        game.play(rng.choice(reveals or choices))
    return game


def met(game: RecordedGame) -> dict[int, int]:
    """Which room lies on which tile, as far as it is known."""
    maze = game.state.maze  # type: ignore[attr-defined]
    return {tile: room for tile, room in enumerate(maze.room_of) if room >= 0}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_one_seed_meets_the_same_rooms_whatever_is_played(scenario: str) -> None:
    """On the same tiles the same rooms, in whatever order they are turned up and whatever happens in between."""
    games = [played(scenario, "one seed", number) for number in range(4)]
    orders = [[text for _, _, text in game.log if text.startswith("room ")] for game in games]
    assert len({tuple(order) for order in orders}) > 1, "they were not turned up in different orders"
    for game in games:
        for other in games:
            both = met(game).keys() & met(other).keys()
            assert {tile: met(game)[tile] for tile in both} == {tile: met(other)[tile] for tile in both}
            drawn = {line.rpartition(" ")[0]: line for line in orders[games.index(other)]}
            mine = orders[games.index(game)]
            assert all(drawn.get(line.rpartition(" ")[0], line) == line for line in mine), "it lies in another way"


def test_another_seed_meets_others() -> None:
    assert record_of(played("base", "seed", 1, 30)).header.chance == TICKETS
    seen = {tuple(sorted(met(played("base", f"seed {number}", 1)).items())) for number in range(5)}
    assert len(seen) == 5


def test_a_face_down_room_keeps_its_identity_when_it_is_moved() -> None:
    """The Card Game's Inversion swaps places; the room that lies there goes along."""
    state = start(new_setting("standard", {}))
    chance, lines, rng = Chance("moved"), list[str](), Random(5)
    while state.turn == 0:
        apply(state, chance.draw(state, lines) if state.decider() == CHANCE else rng.choice(legal(state)))
    assert isinstance(state, CardState)
    before = chance.deal(face_down(state))
    state.maze = state.maze.swapped(0, 3)
    assert chance.deal(face_down(state)) == before


def test_tickets_are_what_the_document_says() -> None:
    """The smallest HMAC-SHA256 of the labels under the seed."""
    game = RecordedGame.new("standard", seed="by hand")
    pairs = sorted({room.pair for room in game.state.setting.scenario.rooms})
    by_ticket = sorted(pairs, key=lambda pair: hmac(b"by hand", f"pair {pair}".encode(), "sha256").digest())
    assert [text for _, _, text in game.log[:4]] == [f"pair {pair}" for pair in by_ticket[:4]]


def test_every_outcome_is_equally_likely() -> None:
    """Chi-squared of the room on one tile and of who places, over 4,000 seeds; 0.1 % of honest chances would fail."""
    state = start(new_setting("base", {}))
    rooms = Counter(Chance(str(seed)).deal(face_down(state))["R5"] for seed in range(4000))
    assert len(rooms) == 8 and sum((count - 500) ** 2 / 500 for count in rooms.values()) < 24.3
    placers = Counter(Chance(str(seed)).first(["placer blue", "placer yellow"]) for seed in range(4000))
    assert sum((count - 2000) ** 2 / 2000 for count in placers.values()) < 10.8


def test_what_is_taken_back_draws_nothing_new() -> None:
    """ACT-8a: after taking steps back, another way meets the same chance."""
    for number in range(6):
        game, rng = RecordedGame.new("base", seed="back"), Random(number)
        while not game.over and len(game.log) < 300:
            player = game.state.decider()
            game.play(rng.choice(game.legal()))
            if rng.random() < 0.3 and game.can_undo(player):
                game.undo(player)
        truth = {tile: label.split()[2] for tile, label in Chance("back").deal(face_down(fresh())).items()}
        names = [room.name for room in game.state.setting.scenario.rooms]
        assert met(game) and all(truth[f"R{tile + 1}"] == names[room] for tile, room in met(game).items())


def fresh() -> State:
    return start(new_setting("base", {}))


def test_a_draw_of_objects_has_a_number_of_its_own() -> None:
    """The same victim may be robbed again: each time is drawn anew, not with the tickets of the time before."""
    cases = parse_cases((Path(__file__).parents[1] / "cases" / "card" / "handling.case").read_text("utf-8"))
    state = next(case.start for case in cases if case.title.startswith("Robbing blind in a full zone")).copy()
    for line in ("bWa move", "fix-4.S", "rob yPa"):
        apply(state, read(state, line))
    assert possible(state, []) == ["drawn ysw 1", "drawn ytr 1"]
    assert possible(state, ["drawn yke", "placer blue"]) == ["drawn ysw 2", "drawn ytr 2"]
    assert draw_of(state, [], "drawn ytr") == Draw(["drawn ysw 1", "drawn ytr 1"], "drawn ytr 1")
    again = [(Chance(str(seed)).draw(state, []), Chance(str(seed)).draw(state, ["drawn yke"])) for seed in range(100)]
    assert 30 < sum(one == other for one, other in again) < 70


def test_a_game_saved_before_there_were_tickets_goes_on() -> None:
    """Its header says nothing of chance; what is to come is what it would have been."""
    setting = new_setting("base", {})
    game, rng = RecordedGame(setting, "old", OldChance("old")), Random(1)
    while len(game.log) < 200:
        game.play(rng.choice(game.legal()))
    text = dump(record_of(game), "old")
    assert "chance" not in text.partition("sealed")[0]
    record, seed = load(text)
    assert record.header.chance == SEQUENCE
    again = resume(record, seed)
    for choice in [rng.random() for _ in range(300)]:
        if not game.over:
            line = game.legal()[int(choice * len(game.legal()))]
            game.play(line)
            again.play(line)
    assert [text for _, _, text in again.log] == [text for _, _, text in game.log]
    twin = again.clone()
    assert twin.dice is not again.dice
