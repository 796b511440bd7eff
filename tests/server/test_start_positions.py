"""Games that begin from a position: stored, rebuilt and replayed like any other."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from dungeon_twister.game.record.files import load, replay
from dungeon_twister.game.record.position import has_position
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.protocol import NewGame
from dungeon_twister.server.socket_protocol import Resign
from tests.server.game_services import open_service, play_on, player, replay_of, two_people, until


def drawn(scenario: str, turn: int = 4) -> str:
    game, rng = RecordedGame.new(scenario, seed="drawn"), Random(7)
    while game.state.turn < turn or not has_position(game.state):
        game.play(rng.choice(game.legal()))
    return game.position()


@pytest.mark.parametrize("scenario", ["base", "standard"])
async def test_two_people_play_from_a_position(tmp_path: Path, scenario: str) -> None:
    position, url = drawn(scenario), f"sqlite:///{tmp_path}/games.db"
    async with open_service(url) as games:
        ann, ben = await two_people(games, NewGame(position=position, seats={"blue": "you"}))
        first = await ann.look()
        assert first.info.from_position and first.info.scenario == scenario and first.sights[0].view.turn >= 4
        await play_on([ann, ben], 25, Random(2))
        before = await games.welcome(ann.id, ["blue", "yellow", "spectator"])
        assert before.version >= 25
    async with open_service(url) as games:  # from the database alone
        now = await games.welcome(ann.id, ["blue", "yellow", "spectator"])
        assert (now.sights, now.version) == (before.sights, before.version)
        assert (await games.queries.history(ann.id, "blue")).steps[-1].version == now.version
        await games.command(ann.id, "blue", Resign("r", "blue"))
        record, _ = load(await games.queries.record(ann.id))
        asked = position.replace(f"scenario {scenario}", f"scenario {scenario}\noptions endTurn=asked")
        assert record.header.position == asked and replay(record).over
        assert len((await replay_of(games, ann.id, "blue")).entries) == len(record.choices)
        again = player(games, await games.rematch(ann.id, ann.token))
        assert again.seat == "yellow" and (await again.look()).info.from_position


async def test_a_bot_plays_from_a_position(tmp_path: Path) -> None:
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        made = await games.create(NewGame(position=drawn("base"), seats={"blue": "you", "yellow": "bot:random"}), "address")
        ann = player(games, made)
        for _ in range(30):
            await until(games, ann.id, "blue")
            await play_on([ann], 1, Random(3))
        assert (await ann.look()).version > 30


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        (NewGame("base", position=drawn("base")), "A position has its own scenario"),
        (NewGame(position=drawn("base"), options={"target": "3"}), "A position has its own scenario"),
        (NewGame(position="position 1"), "there is no line 'maze'"),
        (NewGame(position="Hello"), "there is no line 'maze'"),
        (NewGame(position=drawn("base").replace("scenario base", "scenario moon")), "no scenario"),
        (NewGame(position="position 1\n" * 3000), "A position has at most"),
        (NewGame(position=drawn("base"), clock="rules"), "The position has no clock of the rules"),
        (NewGame(), "no scenario"),
    ],
)
async def test_what_no_game_can_begin_from_is_refused(tmp_path: Path, wish: NewGame, sentence: str) -> None:
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        with pytest.raises(ProtocolError, match=sentence):
            await games.create(wish, "address")
