"""The public shelf: what is published, found, counted, reported and removed; limits, foreign hands, hostile texts, no shelf."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from dungeon_twister.cli.main import main
from dungeon_twister.rules.engine.scenarios import builtin_text, scenario_names
from dungeon_twister.server.address_hashes import FORGET_AFTER
from dungeon_twister.server.config import Settings, unlimited
from dungeon_twister.server.endpoints.shelf_routes import ROUTES
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games import Caller, GameService, PublicShelf, ShelfPolicy
from dungeon_twister.server.games.queries.public_shelf import PAGE, drawn_tables
from dungeon_twister.server.secret_tokens import CODE_SIGNS
from dungeon_twister.workshop.scenario_check import check_scenario
from tests.server.game_services import Time, open_service
from tests.server.live import Live, serving
from tests.workshop.hostile import FILES, text_of

TEXT = builtin_text("simplified")
SHELF = msgspec.structs.replace(unlimited(Settings(pace=0)), shelf=True, club_networks=("127.0.0.1",))
HOUSES = [f"192.0.2.{number}" for number in range(4)]
POLICY = ShelfPolicy(of_a_person=3, altogether=5, reports=2)


def titled(title: str, text: str = TEXT) -> str:
    """A scenario with another title, which TOML quotes as JSON does."""
    old = next(line for line in text.splitlines() if line.startswith("title = "))
    return text.replace(old, f"title = {msgspec.json.encode(title).decode()}", 1)


def shelf_of(games: GameService, policy: ShelfPolicy = POLICY) -> PublicShelf:
    return PublicShelf(games._store, games.queries, games._retention, games._addresses, games._now, policy)


async def somebody(games: GameService, name: str) -> Caller:
    return await games.people.who((await games.people.begin(name, "browser")).key)


async def refused(made: Any) -> str:
    with pytest.raises(ProtocolError) as caught:
        await made
    return caught.value.reason.code


async def test_a_scenario_is_published_found_played_and_liked(url: str) -> None:
    async with open_service(url) as games:
        shelf, ann, ben = shelf_of(games), await somebody(games, "Ann"), await somebody(games, "Ben")
        made = await shelf.publish(ann, TEXT, "a")
        assert set(made.code) <= set(CODE_SIGNS) and len(made.code) == 8 and made.by == "Ann" and made.own
        assert (await shelf.publish(ann, TEXT, "a")).code == made.code, "the same text of the same person"
        assert await refused(shelf.publish(ben, TEXT, "b")) == "already-published"
        for typed in (made.code, made.code.lower(), f"{made.code[:4]}-{made.code[4:]} "):
            found = await shelf.scenario(ben, typed)
            assert found.declared == TEXT and not found.entry.own
        for _ in range(2):
            await shelf.note_played(ben, made.code)
            await shelf.like(ben, made.code, True)
            await shelf.note_played(ann, made.code)
        entry = (await shelf.page(ben, "liked", "", False, 0)).entries[0]
        assert (entry.played, entry.liked, entry.liking, entry.own) == (1, 1, True, False)
        assert await refused(shelf.like(ann, made.code, True)) == "own-scenario"
        for _ in range(2):
            await shelf.like(ben, made.code, False)
        entry = (await shelf.scenario(ben, made.code)).entry
        assert (entry.liked, entry.liking) == (0, False)
        await games.people.rename(ann, "Anna")
        assert (await shelf.scenario(ben, made.code)).entry.by == "Anna"


async def test_the_list_is_sorted_filtered_and_paged(url: str) -> None:
    time = Time()
    async with open_service(url, time) as games:
        shelf = shelf_of(games, ShelfPolicy(0, 0, 0))
        ann, ben = await somebody(games, "Ann"), await somebody(games, "Ben")
        codes = []
        for number in range(PAGE + 1):
            time.now += 1
            codes.append((await shelf.publish(ann, titled(f"Maze {number}"), "a")).code)
        time.now += 1
        card = next(name for name in scenario_names() if 'game = "card"' in builtin_text(name))
        cards = await shelf.publish(ben, titled("Cards", builtin_text(card)), "b")
        await shelf.note_played(ben, codes[3])
        await shelf.like(ben, codes[5], True)

        async def found(sort: str, game: str = "", own: bool = False, page: int = 0) -> list[str]:
            return [entry.code for entry in (await shelf.page(ben, sort, game, own, page)).entries]

        assert await found("newest") == [cards.code, *codes[:1:-1]]
        assert await found("newest", page=1) == [codes[1], codes[0]] and await found("newest", page=2) == []
        assert (await found("played"))[:2] == [codes[3], cards.code] and (await found("liked"))[0] == codes[5]
        assert await found("newest", "card") == [cards.code] == await found("newest", own=True)
        assert (await shelf.page(ben, "newest", "", False, 0)).more and not (await shelf.page(ben, "newest", "", False, 1)).more


async def test_reports_hide_a_scenario_until_the_operator_decides(url: str) -> None:
    time = Time()
    async with open_service(url, time) as games:
        shelf, ann = shelf_of(games), await somebody(games, "Ann")
        others = [await somebody(games, f"Person {number}") for number in range(4)]
        code = (await shelf.publish(ann, TEXT, "a")).code
        assert await refused(shelf.report(ann, code, "mine", HOUSES[3])) == "own-scenario"
        assert await refused(shelf.report(others[0], code, "\u2800 \n", HOUSES[0])) == "no-reason"
        for _ in range(3):
            await shelf.report(others[0], code, "rude\x1b[31m title", HOUSES[0])
        assert (await shelf.page(others[0], "newest", "", False, 0)).entries, "one person reports once"
        time.now += 1
        await shelf.report(others[1], code, "rude", HOUSES[1])
        for person in (*others, Caller()):
            assert (await shelf.page(person, "newest", "", False, 0)).entries == []
            assert await refused(shelf.scenario(person, code)) == "hidden-scenario"
        assert await refused(shelf.note_played(others[2], code)) == "hidden-scenario"
        assert (await shelf.page(ann, "newest", "", True, 0)).entries[0].hidden
        book = shelf.repository
        assert [row.code for row, _ in await book.listed(False, 10)] == [code]
        assert [why for _, why in await book.reasons(code)] == ["rude[31m title", "rude"]
        assert await book.restore(code) and not await book.restore("ABCDEFGH")
        assert await book.listed(False, 10) == [] and len(await book.listed(True, 10)) == 1
        await shelf.report(others[0], code, "again", HOUSES[0])
        await shelf.report(others[2], code, "rude", HOUSES[2])
        assert not (await shelf.scenario(ann, code)).entry.hidden, "reports before the decision count no more"
        await shelf.report(others[3], code, "rude", HOUSES[3])
        assert (await shelf.scenario(ann, code)).entry.hidden
        assert await book.remove(code) and await refused(shelf.scenario(ann, code)) == "unknown-scenario"


async def test_one_household_hides_nothing(url: str) -> None:
    """However many people it makes; in a club each of them counts. Its address is forgotten after two months."""
    time = Time()
    async with open_service(url, time) as games:
        shelf, ann = shelf_of(games), await somebody(games, "Ann")
        code = (await shelf.publish(ann, TEXT, "a")).code
        for cid in [await somebody(games, f"Person {number}") for number in range(4)]:
            await shelf.report(cid, code, "rude", HOUSES[0])
        assert not (await shelf.scenario(ann, code)).entry.hidden
        row = (await shelf.repository.listed(False, 10))[0][0]
        assert row.reported == 1 and len(await shelf.repository.reasons(code)) == 4
        ben = await somebody(games, "Ben")
        await shelf.report(ben, code, "rude", "")
        assert (await shelf.scenario(ann, code)).entry.hidden
        (told,) = (await games.player_history.export(cid))["shelf_reports"]
        assert told["address"]
        await games._store.forget_addresses(time.now + FORGET_AFTER + 1)
        (told,) = (await games.player_history.export(cid))["shelf_reports"]
        assert told["address"] == ""


async def test_only_the_owner_removes(url: str) -> None:
    async with open_service(url) as games:
        shelf, ann, ben = shelf_of(games), await somebody(games, "Ann"), await somebody(games, "Ben")
        code = (await shelf.publish(ann, TEXT, "a")).code
        await shelf.like(ben, code, True)
        assert await refused(shelf.remove(ben, code)) == "not-your-scenario"
        assert (await shelf.scenario(ben, code)).entry.liked == 1
        await shelf.remove(ann, code)
        assert await refused(shelf.remove(ann, code)) == "unknown-scenario"
        assert (await shelf.publish(ben, TEXT, "b")).liked == 0, "its marks went with it"


async def test_there_is_an_end_to_publishing(url: str) -> None:
    async with open_service(url) as games:
        shelf, people = shelf_of(games), [await somebody(games, name) for name in ("Ann", "Ben")]
        for number in range(3):
            await shelf.publish(people[0], titled(f"Maze {number}"), "a")
        assert await refused(shelf.publish(people[0], titled("Maze 3"), "a")) == "too-many-published"
        for number in range(3, 5):
            await shelf.publish(people[1], titled(f"Maze {number}"), "a")
        assert await refused(shelf.publish(people[1], titled("Maze 5"), "a")) == "no-room"


async def test_what_cannot_be_played_is_not_published(tmp_path: Path) -> None:
    wrong = [("base", "bad-game"), (TEXT + "#" * 12_000, "bad-game"), (titled("\u2800"), "no-title")]
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        shelf, ann = shelf_of(games), await somebody(games, "Ann")
        for text, code in (*wrong, *((text_of(row), "bad-game") for row in FILES)):
            assert await refused(shelf.publish(ann, text, "a")) == code, text[:200]
            assert await shelf.repository.count(ann.person) == (0, 0)


async def test_titles_are_plain_text_of_one_line(tmp_path: Path) -> None:
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        shelf, ann = shelf_of(games), await somebody(games, "<b>Ann</b>")
        for title, shown in (("<img src=x onerror=alert(1)>", None), ("x\u2800  y" + "\u0301" * 9, "x \u00fd\u0301\u0301")):
            assert (await shelf.publish(ann, titled(title), "a")).title == (shown or title)


def test_a_picture_needs_little_of_a_scenario() -> None:
    tables = {"game": "board", "layout": "x", "lines": 3, "capacity": [1, "2"], "seat": [{"colour": "blue", "exits": ["A"]}]}
    assert drawn_tables({**tables, "drawing": ["x" * 10_000]}) == {
        "game": "board",
        "layout": "x",
        "capacity": [1],
        "seat": [{"colour": "blue"}],
    }
    assert drawn_tables({}) == {} and check_scenario(TEXT) == []


async def test_it_goes_and_is_exported_with_the_person(url: str) -> None:
    async with open_service(url) as games:
        shelf, ann, ben = shelf_of(games), await somebody(games, "Ann"), await somebody(games, "Ben")
        hers, his = (await shelf.publish(ann, TEXT, "a")).code, (await shelf.publish(ben, titled("Other"), "b")).code
        await shelf.like(ann, his, True)
        await shelf.report(ann, his, "a copy", HOUSES[3])
        told = await games.player_history.export(ann)
        assert [(row["code"], row["declared"]) for row in told["published"]] == [(hers, TEXT)]
        assert told["shelf_marks"] == [{"code": his, "kind": "liked"}]
        assert [(row["code"], row["why"]) for row in told["shelf_reports"]] == [(his, "a copy")]
        await games.account_deletion.delete(ann)
        assert await refused(shelf.scenario(ben, hers)) == "unknown-scenario"
        assert await shelf.repository.reasons(his) == [] and (await shelf.scenario(ben, his)).entry.liked == 1


async def test_people_with_a_scenario_are_kept(tmp_path: Path) -> None:
    time = Time()
    async with open_service(f"sqlite:///{tmp_path}/games.db", time) as games:
        shelf, ann = shelf_of(games), await somebody(games, "Ann")
        await somebody(games, "Ben")
        code = (await shelf.publish(ann, TEXT, "a")).code
        time.now += 91 * 86_400
        await games._tidy(time.now)
        assert (await shelf.scenario(Caller(), code)).entry.by == "Ann"
        assert len(await games._store.operators.people("", 10)) == 1


# -- over HTTP -------------------------------------------------------------------------------------------------------------


def key(live: Live, name: str = "Ann") -> str:
    found: str = live.call("POST", "/people", {"name": name}).json()["key"]
    return found


def code_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["reason"]["code"]


def test_over_http(tmp_path: Path) -> None:
    with serving(tmp_path, SHELF) as live:
        assert live.call("GET", "/catalogue").json()["shelf"] is True
        ann, ben = key(live), key(live, "Ben")
        assert live.call("POST", "/shelf", {"declared": TEXT}).status_code == 401
        made = live.call("POST", "/shelf", {"declared": TEXT}, ann)
        assert made.status_code == 201 and made.json()["own"]
        code = made.json()["code"]
        assert live.call("GET", "/shelf").json()["entries"][0]["picture"]["game"] == "board"
        assert live.call("GET", f"/shelf/{code}").json()["declared"] == TEXT
        for method, path in (("POST", "plays"), ("POST", "likes"), ("DELETE", "likes")):
            assert live.call(method, f"/shelf/{code}/{path}").status_code == 401
            assert live.call(method, f"/shelf/{code}/{path}", token=ben).status_code == 204
            assert code_of(live.call(method, f"/shelf/ABCDEFGH/{path}", token=ben)) == (404, "unknown-scenario")
        assert live.call("POST", f"/shelf/{code}/reports", {"why": "rude"}, ben).status_code == 204
        assert code_of(live.call("DELETE", f"/shelf/{code}", token=ben)) == (403, "not-your-scenario")
        assert live.call("DELETE", f"/shelf/{code}", token=ann).status_code == 204
        for bad in ({"why": ""}, {"why": "x" * 501}, {"why": 3}, {}, {"why": "x", "more": 1}):
            assert live.call("POST", f"/shelf/{code}/reports", bad, ben).status_code == 400
        for query in ("sort=worst", "page=-1", "page=99999999999", "game=chess"):
            assert live.call("GET", f"/shelf?{query}").status_code == 400
        assert live.call("GET", "/shelf?page=2147483647").json() == {"entries": [], "more": False}
        assert live.call("POST", "/shelf", {"declared": "x" * 400_000}, ann).status_code == 413


def test_a_flood_is_refused(tmp_path: Path) -> None:
    limited = msgspec.structs.replace(
        SHELF, publications_per_day=2, reports_per_hour=1, wrong_codes_per_hour=2, club_networks=()
    )
    with serving(tmp_path, limited) as live:
        ann = key(live)
        answers = [live.call("POST", "/shelf", {"declared": titled(f"Maze {number}")}, ann) for number in range(4)]
        assert [answer.status_code for answer in answers] == [201, 201, 429, 429]
        assert code_of(live.call("POST", "/shelf", {"declared": TEXT}, key(live, "Ben"))) == (429, "too-many-publications")
        code, ben = answers[0].json()["code"], key(live, "Cid")
        reports = [live.call("POST", f"/shelf/{code}/reports", {"why": "rude"}, ben).status_code for _ in range(2)]
        assert reports == [204, 429]
        guesses = [live.call("GET", f"/shelf/ABCDEFG{sign}").status_code for sign in "ABCD"]
        assert guesses == [404, 404, 429, 429]


def test_a_server_without_a_shelf_says_so(tmp_path: Path) -> None:
    assert not Settings().shelf
    with serving(tmp_path) as live:
        assert live.call("GET", "/catalogue").json()["shelf"] is False
        ann = key(live)
        bodies = {"publish": {"declared": TEXT}, "report_scenario": {"why": "rude"}}
        for route in ROUTES:
            answer = live.call(route.method, route.path.replace("{code:str}", "ABCDEFGH"), bodies.get(route.name), ann)
            assert code_of(answer) == (404, "no-shelf"), route.name


def test_the_operator_decides(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = ["--database", f"sqlite:///{tmp_path}/games.db", "--language", "en"]
    with serving(tmp_path, SHELF) as live:
        code = live.call("POST", "/shelf", {"declared": TEXT}, key(live)).json()["code"]
        assert main(["shelf", *database]) == 0 and "0 scenarios" in capsys.readouterr().out
        assert main(["shelf", "--all", *database]) == 0 and f"{code}, 20" in capsys.readouterr().out
        for name in ("Ben", "Cid", "Dan"):
            live.call("POST", f"/shelf/{code}/reports", {"why": "rude words"}, key(live, name))
        assert code_of(live.call("GET", f"/shelf/{code}")) == (403, "hidden-scenario")
        assert main(["shelf", *database]) == 0
        assert "by Ann" in (said := capsys.readouterr().out) and "reported 3. Hidden." in said
        assert main(["shelf", "show", code, *database]) == 0
        assert "rude words" in (said := capsys.readouterr().out) and 'game = "board"' in said
        assert main(["shelf", "show", code, "--json", *database]) == 0 and '"reasons"' in capsys.readouterr().out
        assert main(["shelf", "restore", code.lower(), *database]) == 0
        assert live.call("GET", f"/shelf/{code}").status_code == 200
        assert main(["shelf", "remove", code, *database]) == 0
        assert live.call("GET", f"/shelf/{code}").status_code == 404
        for what in ("show", "restore", "remove"):
            assert main(["shelf", what, code, *database]) == 2 and "no scenario" in capsys.readouterr().err
