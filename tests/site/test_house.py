"""The game without a server, played as the page plays it: requests and messages of a talk, nothing else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from dungeon_twister.browser import House
from dungeon_twister.record.files import load

DATABASES = ("sqlalchemy", "litestar", "platformdirs", "structlog", "uvicorn", "alembic", "prometheus_client")


class Shelf:
    """A disk in memory; `full` lets it refuse."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.full = False

    async def read(self, prefix: str) -> list[tuple[str, str]]:
        await asyncio.sleep(0)
        return sorted((key, text) for key, text in self.texts.items() if key.startswith(prefix))

    async def write(self, texts: Mapping[str, str | None]) -> None:
        await asyncio.sleep(0)
        if self.full:
            raise OSError("no room")
        for key, text in texts.items():
            if text is None:
                self.texts.pop(key, None)
            else:
                self.texts[key] = text


class Page:
    """A page at a game: it believes what it is told."""

    def __init__(self, house: House, game: str, tokens: list[str], number: str = "1") -> None:
        self.house, self.game, self.tokens, self.number = house, game, tokens, number
        self.heard: list[dict[str, Any]] = []
        self.closed = 0
        self.views: dict[str, dict[str, Any]] = {}
        self.version = -1
        self.asked = 0

    async def open(self, since: int = -1) -> None:
        self.house.dial(self.number, self.game, self.take, self.end)
        await self.say({"type": "hello", "seats": self.tokens, "since": since})

    def end(self, code: int) -> None:
        self.closed = code

    def take(self, text: str) -> None:
        message = json.loads(text)
        self.heard.append(message)
        if message["type"] in ("welcome", "update"):
            self.version = message["version"]
            for sight in message.get("sights") or [message["sight"]]:
                self.views[sight["viewer"]] = sight["view"]

    async def say(self, message: dict[str, Any]) -> None:
        await self.house.hear(self.number, json.dumps(message))

    async def ask(self, wish: dict[str, Any]) -> dict[str, Any]:
        self.asked += 1
        id = f"{self.number}-{self.asked}"
        await self.say({**wish, "id": id})
        return next(message for message in self.heard if message.get("id") == id)

    @property
    def deciding(self) -> tuple[str, list[dict[str, Any]]]:
        """A seat of this page that has something to choose, and its choices."""
        for viewer, view in self.views.items():
            if view.get("choices"):
                return viewer, view["choices"]
        return "", []

    async def play(self, rng: Random, most: int = 5_000) -> None:
        """To the end of the game, or so many choices."""
        for _ in range(most):
            async with asyncio.timeout(20):
                while not self.deciding[0] and not self.over:
                    await asyncio.sleep(0.001)
            if self.over:
                return
            seat, choices = self.deciding
            wish = {"type": "do", "seat": seat, "version": self.version, "choices": [rng.choice(choices)]}
            assert "reason" not in await self.ask(wish)

    @property
    def over(self) -> bool:
        stages = [message["info"]["stage"] for message in self.heard if message["type"] in ("welcome", "info")]
        return stages[-1:] == ["over"]


@asynccontextmanager
async def house_on(shelf: Shelf) -> AsyncIterator[House]:
    house = House(shelf, pace=0.0)
    await house.open()
    try:
        yield house
    finally:
        await house.close()


async def asked(house: House, method: str, address: str, body: object = None, token: str = "") -> Any:
    status, answer = await house.request(method, address, token, b"" if body is None else json.dumps(body).encode())
    assert status == 200, answer
    return json.loads(answer) if answer else None


async def begin(house: House, **wish: Any) -> tuple[Page, list[dict[str, str]]]:
    made = await asked(house, "POST", "/games", {"seed": "site", **wish})
    page = Page(house, made["info"]["id"], [seat["token"] for seat in made["seats"]])
    await page.open()
    return page, made["seats"]


def test_games_are_played_kept_and_looked_at_again() -> None:
    """Of both games, one against a bot and one of four people at one screen; what is kept is the record of it."""

    async def run(scenario: str, seats: dict[str, str]) -> None:
        shelf = Shelf()
        async with house_on(shelf) as house:
            page, held = await begin(house, scenario=scenario, seats=seats)
            await page.play(Random(3), 15)
            before = page.views
        async with house_on(shelf) as house:  # the browser was closed in the middle
            page = Page(house, page.game, page.tokens)
            await page.open()
            assert page.views == before
            await page.play(Random(4), 15)
            for colour in [seat["colour"] for seat in held]:  # the last one who has not given up has won
                if not page.over:
                    assert "reason" not in await page.ask({"type": "resign", "seat": colour})
            _, text = await house.request("GET", f"/games/{page.game}/record")
            assert load(text.decode())[0].end is not None
            replay = await asked(house, "GET", f"/replays/{page.game}?viewer=all")
            assert replay["entries"] and (await asked(house, "GET", f"/replays/{page.game}/3"))["number"] == 3
            mine = await asked(house, "POST", "/mine", {"tokens": page.tokens})
            assert [one["info"]["stage"] for one in mine] == ["over"]
            again = await asked(house, "POST", f"/games/{page.game}/rematch", {}, held[0]["token"])
            assert again["info"]["id"] != page.game

    asyncio.run(run("base", {"blue": "you", "yellow": "bot:random"}))
    asyncio.run(run("standard", {"blue": "you", "yellow": "bot:random"}))
    asyncio.run(run("four-players", dict.fromkeys(("blue", "yellow", "red", "green"), "you")))
