"""The game without a server, played as the page plays it: requests and messages of a talk, nothing else."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import dungeon_twister
from dungeon_twister.browser import LocalServer, compute_worker
from dungeon_twister.browser.worker_client import WorkerAnalysis, WorkerBots, WorkerClient
from dungeon_twister.game.record.files import load
from dungeon_twister.learning.puzzles import load_puzzle
from dungeon_twister.presentation.i18n import LANGUAGES


class MemoryDisk:
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
    """A page at a game: it keeps what the server sends."""

    def __init__(self, server: LocalServer, game: str, tokens: list[str], number: str = "1") -> None:
        self.server, self.game, self.tokens, self.number = server, game, tokens, number
        self.heard: list[dict[str, Any]] = []
        self.closed = 0
        self.views: dict[str, dict[str, Any]] = {}
        self.version = -1
        self.asked = 0

    async def open(self, since: int = -1) -> None:
        self.server.dial(self.number, self.game, self.take, self.end)
        await self.say({"type": "hello", "seats": self.tokens, "since": since})

    def end(self, code: int) -> None:
        self.closed = code

    def take(self, text: str) -> None:
        message = json.loads(text)
        self.heard.append(message)
        if message["type"] in ("welcome", "update", "choosing"):
            self.version = message["version"]
            for sight in message.get("sights") or [message["sight"]]:
                self.views[sight["viewer"]] = sight["view"]

    async def say(self, message: dict[str, Any]) -> None:
        await self.server.receive(self.number, json.dumps(message))

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
            answer = await self.ask(wish)
            assert answer.get("reason", {}).get("code", "stale") == "stale"  # somebody else may set up at the same time

    @property
    def over(self) -> bool:
        stages = [message["info"]["stage"] for message in self.heard if message["type"] in ("welcome", "info")]
        return stages[-1:] == ["over"]


@asynccontextmanager
async def house_on(disk: MemoryDisk) -> AsyncIterator[LocalServer]:
    server = LocalServer(disk, pace=0.0)
    await server.open()
    try:
        yield server
    finally:
        await server.close()


async def asked(server: LocalServer, method: str, address: str, body: object = None, token: str = "") -> Any:
    status, answer = await server.request(method, address, token, b"" if body is None else json.dumps(body).encode())
    assert status == 200, answer
    return json.loads(answer) if answer else None


async def begin(server: LocalServer, **wish: Any) -> tuple[Page, list[dict[str, str]]]:
    made = await asked(server, "POST", "/games", {"seed": "site", **wish})
    page = Page(server, made["info"]["id"], [seat["token"] for seat in made["seats"]])
    await page.open()
    return page, made["seats"]


async def past_starters(server: LocalServer) -> tuple[Page, list[dict[str, str]]]:
    """A game of two at one screen in which all starters stand: from here on one decides after the other."""
    page, seats = await begin(server, scenario="base", seats={"blue": "you", "yellow": "you"})
    for seat in seats:
        assert "reason" not in await page.ask({"type": "fill", "seat": seat["colour"], "version": page.version})
    return page, seats


def test_games_are_played_kept_and_looked_at_again() -> None:
    """Of both games, one against a bot and one of four people at one screen; what is kept is the record of it."""

    async def run(scenario: str, seats: dict[str, str]) -> None:
        disk = MemoryDisk()
        async with house_on(disk) as server:
            page, held = await begin(server, scenario=scenario, seats=seats)
            await page.play(Random(3), 15)
            before = page.version, page.views
        async with house_on(disk) as server:  # the browser was closed in the middle
            page = Page(server, page.game, page.tokens)
            await page.open()
            assert page.version >= before[0]  # a bot may have gone on
            assert page.version > before[0] or page.views == before[1]
            await page.play(Random(4), 15)
            for colour in [seat["colour"] for seat in held]:  # the last one who has not given up has won
                if not page.over:
                    assert "reason" not in await page.ask({"type": "resign", "seat": colour})
            _, text = await server.request("GET", f"/games/{page.game}/record")
            assert load(text.decode())[0].end is not None
            replay = await asked(server, "GET", f"/replays/{page.game}?viewer=all")
            assert replay["entries"] and (await asked(server, "GET", f"/replays/{page.game}/3"))["number"] == 3
            mine = await asked(server, "POST", "/mine", {"tokens": page.tokens})
            assert [one["info"]["stage"] for one in mine] == ["over"]
            again = await asked(server, "POST", f"/games/{page.game}/rematch", {}, held[0]["token"])
            assert again["info"]["id"] != page.game

    asyncio.run(run("base", {"blue": "you", "yellow": "bot:random"}))
    asyncio.run(run("standard", {"blue": "you", "yellow": "bot:random"}))
    asyncio.run(run("four-players", dict.fromkeys(("blue", "yellow", "red", "green"), "you")))


async def test_a_commitment_is_kept_once() -> None:
    """As on a server; it ends with the page that asked for it."""
    disk = MemoryDisk()
    wish = {"scenario": "base", "seats": {"blue": "you", "yellow": "you"}}
    async with house_on(disk) as server:
        one, two = await asked(server, "POST", "/seals"), await asked(server, "POST", "/seals")
        made = [(await asked(server, "POST", "/games", {**wish, **one}))["info"]["commitment"] for _ in range(2)]
        assert made[0] == one["commitment"] != made[1]
        await server.games._retention.tidy(0.0)
    async with house_on(disk) as server:
        assert (await asked(server, "POST", "/games", {**wish, **two}))["info"]["commitment"] != two["commitment"]


async def test_what_cannot_be_kept_is_not_shown() -> None:
    """Storage full: a sentence, and the game stands where it stood; with room again it goes on."""
    disk = MemoryDisk()
    async with house_on(disk) as server:
        page, _ = await past_starters(server)
        seat, choices = page.deciding
        wish = {"type": "do", "seat": seat, "version": page.version, "choices": [choices[0]]}
        disk.full, before = True, page.version
        assert (await page.ask(wish))["reason"]["code"] == "storage"
        assert page.version == before
        status, body = await server.request("POST", "/games", "", json.dumps({"scenario": "base"}).encode())
        assert (status, json.loads(body)["reason"]["code"]) == (503, "storage")
        disk.full = False
        assert "reason" not in await page.ask(wish)
        assert page.version > before


async def test_two_tabs_follow_each_other_and_nothing_is_done_twice() -> None:
    async with house_on(MemoryDisk()) as server:
        first, _ = await past_starters(server)
        second = Page(server, first.game, first.tokens, "2")
        await second.open()
        seat, choices = first.deciding
        wish = {"type": "do", "seat": seat, "version": first.version, "choices": [choices[0]]}
        answer = await first.ask(wish)
        assert second.views == first.views and second.version == first.version
        late = await second.ask({**wish, "choices": [choices[1]]})
        assert late["reason"]["code"] == "stale" and second.heard[-1]["type"] == "welcome"
        await first.say({**wish, "id": answer["id"]})  # the same once more, as after a lost line
        assert first.heard[-1] == answer and first.version == answer["version"]
        server.hang_up("1")
        again = Page(server, first.game, first.tokens, "3")
        await again.open(since=answer["version"] - 1)
        assert [message["type"] for message in again.heard[:2]] == ["update", "update"]


async def test_nobody_is_told_what_he_may_not_know() -> None:
    """One seat alone, and somebody who only looks on, hear the same whatever the other seat hides (the gate of the server)."""

    async def heard(choice: int) -> list[dict[str, Any]]:
        async with house_on(MemoryDisk()) as server:
            page, seats = await begin(server, scenario="base", seats={"blue": "you", "yellow": "you"})
            other = Page(server, page.game, [seats[1]["token"]], "other")
            looker = Page(server, page.game, [], "looker")
            await other.open()
            await looker.open()
            seat, choices = page.deciding
            here = [one for one in choices if {**one, "token": ""} == {**choices[0], "token": ""}]  # the same place
            await page.ask({"type": "do", "seat": seat, "version": page.version, "choices": [here[choice]]})
            shown = [*other.views.values(), *looker.views.values()]
            wrong = await looker.ask({"type": "do", "seat": seat, "version": page.version, "choices": []})
            assert wrong["reason"]["code"] == "not-your-seat"
            return shown

    one, two = await heard(0), await heard(1)
    assert one == two


async def test_exercises_hints_and_analyses() -> None:
    async with house_on(MemoryDisk()) as server:
        look = {"deeds": [], "do": {"type": "look"}}
        lesson = await asked(server, "POST", "/study/lessons/walk-and-look", look)
        assert lesson["coach"]
        puzzle = await asked(server, "POST", "/study/puzzles/1", look)
        assert puzzle["puzzle"]["status"] == "open"
        board = await asked(server, "POST", "/study/board/mine", look)
        assert board["board"]["scene"]
        page, seats = await begin(server, scenario="tutorial-1", seats={"blue": "you", "yellow": "bot:random"})
        await page.play(Random(1), 4)
        hint = await asked(server, "POST", f"/games/{page.game}/hint", {"version": page.version, "grade": 1}, seats[0]["token"])
        assert hint["hint"]
        await page.ask({"type": "resign", "seat": "blue"})
        analysis = await asked(server, "GET", f"/replays/{page.game}/analysis")
        assert analysis["sides"]


async def test_everything_can_be_taken_along() -> None:
    here, there = MemoryDisk(), MemoryDisk()
    async with house_on(here) as server:
        page, _ = await past_starters(server)
        await page.play(Random(2), 3)
        lesson = {"id": "a", "at": 1.0, "kind": "lesson", "name": "fight"}
        assert (await asked(server, "POST", "/progress", {"entries": [lesson]}))["lessons"] == ["fight"]
        packed = await asked(server, "GET", "/luggage")
    async with house_on(there) as server:
        await asked(server, "POST", "/luggage", packed)
        moved = Page(server, page.game, page.tokens)
        await moved.open()
        assert moved.views == page.views
        assert (await asked(server, "GET", "/progress"))["lessons"] == ["fight"]
        for wrong in ({"game/x": "{}"}, {"progress/x": "{}"}, {"nothing/x": "1"}, [1]):
            status, _ = await server.request("POST", "/luggage", "", json.dumps(wrong).encode())
            assert status == 422
        assert there.texts == here.texts


async def test_mistakes_are_removed_from_the_disk() -> None:
    disk = MemoryDisk()
    async with house_on(disk) as server:
        mistakes = [
            {"id": f"mistake.g.{n}", "at": 1.0, "kind": "mistake", "name": f"g.{n}", "text": "{}", "turn": n} for n in (1, 2)
        ]
        attempt = {"id": "a", "at": 2.0, "kind": "replayed", "name": "g.1"}
        before = dict(disk.texts)
        await asked(server, "POST", "/progress", {"entries": [*mistakes, attempt]})
        left = await asked(server, "DELETE", "/progress/mistakes/g.1")
        assert [one["turn"] for one in left["mistakes"]] == [2] and left["entries"] == 1
        assert (await asked(server, "DELETE", "/progress/mistakes"))["entries"] == 0
        assert disk.texts == before


async def test_what_needs_a_server_says_so() -> None:
    async with house_on(MemoryDisk()) as server:
        wish = json.dumps({"scenario": "base", "seats": {"blue": "you", "yellow": "friend"}}).encode()
        status, body = await server.request("POST", "/games", "", wish)
        assert (status, json.loads(body)["reason"]["code"]) == (422, "needs-server")
        assert (await server.request("GET", "/nowhere"))[0] == 404
        assert (await server.request("POST", "/games", "", b"{"))[0] == 400
        page = Page(server, "nothing", [])
        await page.open()
        assert page.closed == 4404


class SecondWorker:
    """The worker beside, in this process: `thinking` holds its answers back until it is set."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.stopped = 0
        self.lost = False
        self.thinking = asyncio.Event()
        self.thinking.set()

    async def ask(self, kind: str, text: str) -> str:
        self.asked.append(kind)
        if self.lost:
            raise OSError("gone")
        await self.thinking.wait()
        return compute_worker.answer(kind, text)

    def stop(self) -> None:
        self.stopped += 1


@asynccontextmanager
async def house_beside(second: SecondWorker) -> AsyncIterator[LocalServer]:
    beside = WorkerClient(second)
    server = LocalServer(MemoryDisk(), WorkerBots(beside), 0.0, WorkerAnalysis(beside))
    await server.open()
    try:
        yield server
    finally:
        second.thinking.set()
        await server.close()


async def test_bots_think_beside_and_nobody_waits_for_them() -> None:
    """While one thinks, a hint of another game, a replay, a lesson are answered; resigning and leaving stop it, coming back
    asks it again."""
    second = SecondWorker()
    async with house_beside(second) as server:
        page, seats = await begin(server, scenario="tutorial-1", seats={"blue": "you", "yellow": "bot:greedy"})
        await page.play(Random(1), 4)
        assert "bots" in second.asked and second.stopped == 0
        second.thinking.clear()
        before = len(second.asked)
        while page.deciding[0]:
            await page.play(Random(1), 1)
        async with asyncio.timeout(5):
            while len(second.asked) == before:
                await asyncio.sleep(0)
        await asked(server, "POST", "/study/lessons/walk-and-look", {"deeds": [], "do": {"type": "look"}})
        await asked(server, "GET", f"/games/{page.game}")
        server.hang_up(page.number)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert second.stopped == 1
        await page.open()
        await asyncio.sleep(0.01)
        assert len(second.asked) == before + 2 and second.stopped == 1  # it thinks again, once
        answer = await page.ask({"type": "resign", "seat": seats[0]["colour"]})
        assert "reason" not in answer and page.over
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert second.stopped == 2


async def test_a_position_is_searched_beside() -> None:
    second, known = SecondWorker(), load_puzzle(23)
    async with house_beside(second) as server:
        found = await asked(server, "POST", "/workshop/puzzle", {"position": known.position, "goal": known.goal})
        assert found["puzzle"]["solution"] == list(known.solution) and "analysing" in second.asked
        shown = await asked(server, "POST", "/study/own-puzzles/mine", {"deeds": [found["text"]]})
        assert shown["puzzle"]["status"] == "open"


async def test_thinking_can_be_stopped() -> None:
    """A bot that is hurried ends what it thinks about and plays its turn here, at a glance; in the next it thinks again."""
    second = SecondWorker()
    async with house_beside(second) as server:
        seats = {"blue": "bot:archmage", "yellow": "bot:archmage"}
        made = await asked(server, "POST", "/games", {"scenario": "tutorial-1", "seats": seats, "seed": "hurry"})
        page = Page(server, made["info"]["id"], [])
        await page.open()

        def turn() -> int:
            return int(page.views["spectator"]["turn"])

        async with asyncio.timeout(20):
            while turn() < 1:
                await asyncio.sleep(0.001)
            second.thinking.clear()
            waiting = len(second.asked)
            while len(second.asked) == waiting:
                await asyncio.sleep(0.001)
            now, before = turn(), page.version
            await asyncio.sleep(0.05)
            assert page.version == before  # it thinks
            await asked(server, "POST", f"/games/{page.game}/hurry")
            while turn() == now:
                await asyncio.sleep(0.001)
            assert second.stopped == 1
            await asyncio.sleep(0.05)
            assert turn() == now + 1 and len(second.asked) == waiting + 2  # the next one thinks beside again
        # Where nobody thinks there is nothing to stop.
        assert (await server.request("POST", "/games/unknown/hurry"))[0] == 200


async def test_without_a_second_worker_bots_think_here() -> None:
    second = SecondWorker()
    second.lost = True
    async with house_beside(second) as server:
        page, seats = await begin(server, scenario="tutorial-1", seats={"blue": "you", "yellow": "bot:greedy"})
        await page.play(Random(1), 6)
        assert second.asked[:2] == ["bots", "bots"]
        async with asyncio.timeout(5):
            while not page.deciding[0]:
                await asyncio.sleep(0.001)
        wish = {"version": page.version, "grade": 1}
        assert (await asked(server, "POST", f"/games/{page.game}/hint", wish, seats[0]["token"]))["hint"]


def test_every_refusal_has_a_sentence_in_every_language() -> None:
    """Of the codes that only a page without a server hears."""
    package = Path(dungeon_twister.__file__).parent
    sources = "".join(path.read_text("utf-8") for path in (package / "browser").glob("*.py"))
    codes = set(re.findall(r'ProtocolError\(\s*"([\w-]+)"', sources))
    assert {"needs-server", "bad-luggage", "storage"} <= codes
    for language in LANGUAGES:
        words = json.loads((package / "content" / "locales" / language / "refusals.json").read_text("utf-8"))
        assert codes - {"unknown-address", "unreadable"} <= set(words), language  # these two only programs hear
