"""Bots move over to the compiled engine when it is ready, between two thoughts; what does not start is left alone."""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from dungeon_twister import compiled
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.views import observe
from dungeon_twister.server.wire import encode
from dungeon_twister.server.workers import BotPool, BotRequest
from tests.server.live import serving


async def test_bots_move_over_and_games_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder holds files that are no engine: the new process does not start, so that another one has the sources."""
    monkeypatch.setattr(compiled, "running", lambda: False)
    monkeypatch.setenv(compiled.VARIABLE, str(tmp_path / "key"))
    game = RecordedGame.new("base", seed="1")
    seen = observe(game.state, game.state.decider())
    asked = [BotRequest("random", "g blue", "seed", version, encode(seen)) for version in range(5)]
    bot_pool = BotPool(1)
    await bot_pool.open()
    worker = bot_pool._people.workers[0]
    try:
        assert await bot_pool.choose(asked[0]) in seen.choices
        first = worker.pid
        assert await bot_pool.choose(asked[1]) in seen.choices and worker.pid == first and not bot_pool.compiled
        # `ready` reports the engine of a new process; its number shows that it is new.
        with monkeypatch.context() as patch:
            patch.setattr(compiled, "ready", lambda: True)
            assert await bot_pool.choose(asked[2]) in seen.choices
            second = worker.pid
            assert second != first and bot_pool.compiled
            assert await bot_pool.choose(asked[3]) in seen.choices and worker.pid == second
        worker._end()
        spoil(tmp_path / "key")
        assert compiled.ready()
        assert await bot_pool.choose(asked[4]) in seen.choices
        assert not bot_pool.compiled and not compiled.ready()
    finally:
        await bot_pool.close()


def spoil(folder: Path) -> None:
    """What looks like a build and is none."""
    kernel = folder.joinpath(*compiled.KERNEL.split("."))
    kernel.parent.mkdir(parents=True)
    Path(f"{kernel}{EXTENSION_SUFFIXES[0]}").write_bytes(b"no engine")


def test_health_tells_which_engine_is_in_use(tmp_path: Path) -> None:
    word = compiled.engine(compiled.running())
    with serving(tmp_path) as live:
        assert live.http.get("/health").json()["engine"] == {"server": word, "bots": word}
