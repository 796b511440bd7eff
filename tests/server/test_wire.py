"""What goes over the wire stays as it is, byte for byte: views, events, advice, scenes and records of recorded games."""

from __future__ import annotations

import json
import re
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from dungeon_twister.game.record.files import dump, load
from dungeon_twister.game.record.json_codec import to_json
from dungeon_twister.game.record.proof import proof_of
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.views import ALL_KNOWING, SPECTATOR, CardView, View, observe, observe_event
from dungeon_twister.presentation.guide.game_replay import GameReplay
from dungeon_twister.presentation.guide.scene import scene_of
from dungeon_twister.rules.engine.game import apply, start
from dungeon_twister.server.wire import decode, encode
from tests.guide.asking import advise

pytestmark = pytest.mark.both_ways
GAMES = Path(__file__).parent.parent / "games"
GOLDEN = Path(__file__).parent / "golden.json"  # made by `python -m tests.server.test_wire`
STEMS = (
    "board/base-0-greedy-greedy-0",
    "board/base-1-greedy-greedy-0",
    "board/base-5-random-random-0",
    "card/tutorial-2-1-greedy-greedy-0",
    "card/standard-4-greedy-greedy-0",
    "card/standard-6-random-random-0",
    "card/advanced-9-greedy-greedy-0",
    "scenarios/four-players-1-*-0",
    "scenarios/alliances-10-*-0",
    "scenarios/pyramid-3-4-*-0",
    "scenarios/elevator-6-*-0",
    "scenarios/wrong-door-3-9-*-0",
    "scenarios/teams-12-*-0",
)
VIEW_EVERY, ADVICE_EVERY = 19, 60


def without_sentences(data: bytes) -> bytes:
    """Return the JSON of advice without the sentences of refusals, which the catalogues may word anew."""
    return re.sub(rb'"sentence":"(?:[^"\\]|\\.)*"', b'"sentence":""', data)


def digests(stem: str) -> dict[str, str]:
    """A digest of all messages of a game, by kind."""
    path = sorted(GAMES.glob(f"{stem}.dt"))[0]
    record, _ = load(path.read_text("utf-8"))
    replaying = GameReplay.of_record(record)
    answer = {kind: sha256() for kind in ("views", "events", "advice", "scene", "proof")}
    answer["scene"].update(encode(scene_of(replaying.setting)))
    answer["proof"].update(encode(proof_of(record)))
    viewers = [*range(replaying.setting.players), SPECTATOR, ALL_KNOWING]
    state = start(replaying.setting)
    for number, action in enumerate(replaying.choices):
        if number % VIEW_EVERY == 0:
            for viewer in viewers:
                answer["views"].update(encode(observe(state, viewer)))
        if number % ADVICE_EVERY == 0 and state.decider() >= 0:
            answer["advice"].update(without_sentences(encode(advise(state, state.decider()))))
        state.events = []
        apply(state, action)
        for viewer in viewers:
            answer["events"].update(encode([observe_event(state, event, viewer) for event in state.events]))
    for viewer in viewers:
        answer["views"].update(encode(observe(state, viewer)))
    return {kind: found.hexdigest()[:16] for kind, found in answer.items()}


@pytest.mark.parametrize("stem", STEMS)
def test_the_bytes_are_the_same(stem: str) -> None:
    assert digests(stem) == json.loads(GOLDEN.read_text("utf-8"))[stem]


def test_the_standard_library_writes_the_same() -> None:
    """What the terminal prints is what the server sends."""
    for scenario in ("base", "four-players", "standard", "advanced"):
        state = RecordedGame.new(scenario, seed="wire").state
        assert to_json(scene_of(state.setting)).encode() == encode(scene_of(state.setting))
        for viewer in (0, 1, SPECTATOR, ALL_KNOWING):
            view = observe(state, viewer)
            assert decode(encode(view), View | CardView) == view == decode(to_json(view), View | CardView)
            # msgspec knows a default by its identity, so it may send one that was read from a file.
            assert to_json(view).encode() == encode(view).replace(b',"kind":"any"', b"")
        assert to_json(advise(state, 0)).encode() == encode(advise(state, 0))


@pytest.mark.parametrize("stem", STEMS)
def test_a_record_is_written_as_it_was_read(stem: str) -> None:
    text = sorted(GAMES.glob(f"{stem}.dt"))[0].read_text("utf-8")
    assert dump(load(text)[0]) == text


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps({stem: digests(stem) for stem in STEMS}, indent=1) + "\n", "utf-8")
    sys.stdout.write(f"{GOLDEN.name} has been made anew.\n")
