"""Games for three and four players with a chat (TEAM-18): silent allies write in the minute after a turn in which they met."""

from __future__ import annotations

from pathlib import Path
from secrets import token_hex

import pytest

from dungeon_twister.game.record.notation import read
from dungeon_twister.game.record.position import read_position
from dungeon_twister.rules.engine.board.state import BoardState
from dungeon_twister.rules.engine.game import apply, new_state
from dungeon_twister.server.games.game_service import GameService, ProtocolError
from dungeon_twister.server.games.sessions.silent_allies import MINUTE, Meetings, meetings_of, silent
from dungeon_twister.server.protocol import NewGame
from dungeon_twister.server.socket_protocol import Fill, Resign, Say, Undo
from tests.server.game_services import START, Player, Time, open_service

POSITION = """\
scenario teams
options silentAllies=on
turn red ap 4
room hall-a pair=9 turn=cw
+ + + + + +
 . . . . .~
+ + + + + +
 . . . . .~
+ + + + + +
 . . . . .~
+ +-+ + + +
 . . . . .~
+ + + + + +
 . . . . @~
+ + + + + +
rooms R5=hall-a.0
maze
      a    b    c    d    e    f    g    h    i    j    k    l    m    n    o    p    q    r    s    t
   +----+----+----+----+----+----+----+----+----+----+----+----+----+----+----+----+----+----+----+----+
 1 | :    o    :    o    :    :    o    :    o    :    :    o    :    o    :    :    o    :    o    :  |
   +....+....+....+....+....+....+....+....+....+....+....+....+....+....+....+....+....+....+....+....+
 2 |                        .                        .                        .                        |
   +                        +                        +                        +                        +
 3 |                        .                        .                        .                        |
   +                        +                        +                        +                        +
 4 |           R1           .           R2           .           R3           .           R4           |
   +                        +                        +                        +                        +
 5 |                        .                        .                        .                        |
   +                        +                        +                        +                        +
 6 |                        .                        .                        .                        |
   +----+----+----+----+----+....+....+....+....+....+....+....+....+....+....+----+----+----+----+----+
 7                          | .    .    .    .    .  .                        |
                            +    +    +    +    +    +                        +
 8                          |rG    .    .   yW    .  .                        |
                            +    +    +    +    +    +                        +
 9                          |rC   gW    .    .   rWgg.           R6           |
                            +    +----+    +    +    +                        +
10                          | .    .    .    .    .  .                        |
                            +    +    +    +    +    +                        +
11                          | .    .    .    .    @  .                        |
   +----+----+----+----+----+....+....+....+....+....+....+....+....+....+....+----+----+----+----+----+
12 |                        .                        .                        .                        |
   +                        +                        +                        +                        +
13 |                        .                        .                        .                        |
   +                        +                        +                        +                        +
14 |           R7           .           R8           .           R9           .           R10          |
   +                        +                        +                        +                        +
15 |                        .                        .                        .                        |
   +                        +                        +                        +                        +
16 |                        .                        .                        .                        |
   +....+....+....+....+....+....+....+....+....+....+....+....+....+....+....+....+....+....+....+....+
17 | :    o    :    o    :    :    o    :    o    :    :    o    :    o    :    :    o    :    o    :  |
   +----+----+----+----+----+----+----+----+----+----+----+----+----+----+----+----+----+----+----+----+
""".replace("~", " ")


def played(text: str) -> tuple[BoardState, Meetings]:
    """The position after these choices and the end of the turn, which is entry 7 of the log."""
    state = read_position(POSITION)
    assert isinstance(state, BoardState)
    meetings = meetings_of(state)
    assert meetings is not None
    for line in [*filter(None, text.split(" | ")), "pass"]:
        state.events = []
        apply(state, read(state, line))
        meetings.note(state, state.events, 7)
    return state, meetings


@pytest.mark.parametrize(
    ("text", "met"),
    [
        ("rG move | g8 | stop", True),  # next to the ally
        ("rC move | g9 | h9 | h8 | stop", True),  # through
        ("rC move | f10 | g10 | stop", True),  # a wall between them makes no difference
        ("rG move | f7 | g7 | stop", False),  # two squares away
        ("rC move | f10 | stop", False),  # corners do not touch
        ("rG move | g8 | h8 | stop", False),  # past him, one square away, and on; the other one there is an enemy
        ("rW move | j10 | j11 | stop", False),  # whom he carries he has not met
        ("", False),  # they stood next to each other before
    ],
)
def test_who_has_met_his_ally(text: str, met: bool) -> None:
    """TEAM-18, DEF-1."""
    _, meetings = played(text)
    assert [meetings.opened(team) for team in (0, 1)] == [7 if met else 0, 0]


def test_silence_is_for_players_with_an_ally() -> None:
    """TEAM-18."""
    state, meetings = played("rG move | g8 | stop")
    assert silent(state, meetings, [], {7: 100.0}) == {"red": 160.0, "green": 160.0, "yellow": 0.0, "blue": 0.0}
    assert silent(state, meetings, ["green", "blue"], {7: 100.0}) == {}
    state.resigned = 0b1000
    assert "yellow" not in silent(state, meetings, [], {7: 100.0}) and "blue" in silent(state, meetings, [], {7: 100.0})
    assert silent(state, None, [], {}) == {}
    state.over = True
    assert silent(state, meetings, [], {7: 100.0}) == {}


@pytest.mark.parametrize(("scenario", "options"), [("teams", {}), ("alliances", {}), ("base", {}), ("standard", {})])
def test_where_everybody_may_talk(scenario: str, options: dict[str, str]) -> None:
    assert meetings_of(new_state(scenario, options)) is None


# -- on the server -----------------------------------------------------------------------------------------------------------

STARTERS = {
    "red": ["rC b1", "rG d1", "rW g1", "rZ i1"],
    "green": ["gC l1", "gG n1", "gW q1", "gZ s1"],
    "yellow": ["yC l17", "yG n17", "yW q17", "yZ s17"],
    "blue": ["bC b17", "bG d17", "bW g17", "bZ i17"],
}
MEET = ["rZ move", "j1", "k1", "stop"]  # green's Cleric stands on l1


class Table:
    """Four people and all their keys."""

    def __init__(self, games: GameService, id: str, time: Time) -> None:
        self.games, self.id, self.time = games, id, time
        self.players = {colour: Player(games, id, colour) for colour in STARTERS}

    @property
    def red(self) -> Player:
        return self.players["red"]

    async def decider(self) -> str:
        return (await self.games.info(self.id)).decider

    async def do(self, *choices: str) -> None:
        answer = await self.players[await self.decider()].do(*choices)
        assert answer.reason is None, answer

    async def undo(self) -> None:
        version = (await self.games.info(self.id)).version
        assert (await self.games.command(self.id, "red", Undo(token_hex(8), "red", version))).reason is None

    async def set_up(self) -> None:
        for colour, starters in STARTERS.items():
            assert await self.decider() == colour
            await self.do(*(f"start {one}" for one in starters))
        for colour in STARTERS:
            version = (await self.games.info(self.id)).version
            assert (await self.games.command(self.id, colour, Fill("fill", colour, version))).reason is None
        assert (await self.red.look()).sights[0].view.turn == 1

    async def turn_of_red(self) -> None:
        """The others pass."""
        while await self.decider() != "red":
            await self.first_choice()
            await self.do("pass")
        await self.first_choice()

    async def first_choice(self) -> None:
        player = self.players[await self.decider()]
        assert (await player.do((await player.choices())[0])).reason is None

    async def talk(self) -> list[str]:
        """Who may talk now: everybody tries, and the page got the same answer."""
        reply = (await self.games.info(self.id)).talk
        may = []
        for colour in STARTERS:
            try:
                await self.games.say(self.id, colour, Say(token_hex(8), colour, "hello"))
            except ProtocolError as error:
                assert (error.reason.code, error.reason.clause, error.status) == ("silent-allies", "TEAM-18", 409)
                assert reply[colour] == 0
            else:
                may.append(colour)
                assert reply.get(colour, 1) > 0
        return may


async def new_table(games: GameService, time: Time) -> Table:
    wish = NewGame("teams", {"silentAllies": "on"}, seats=dict.fromkeys(STARTERS, "you"), seed="7")
    return Table(games, (await games.create(wish, "address")).info.id, time)


async def test_allies_talk_for_a_minute_after_they_have_met(url: str) -> None:
    """TEAM-18."""
    time = Time()
    async with open_service(url, time) as games:
        table = await new_table(games, time)
        assert await table.talk() == list(STARTERS)  # the setup is no secret of a team
        await table.set_up()
        assert await table.talk() == []
        assert table.red.news[-1].info.talk == dict.fromkeys(STARTERS, 0.0)  # sent when the first turn began
        await table.turn_of_red()
        await table.do(*MEET)
        assert await table.talk() == []  # at the end of the turn, not before
        await table.do("pass")
        assert table.red.news[-1].info.talk == {"red": MINUTE, "green": MINUTE, "yellow": 0.0, "blue": 0.0}
        time.now += 30
        await table.first_choice()
        await table.do("pass")  # another turn does not end the minute
        assert await table.talk() == ["red", "green"]
    async with open_service(url, time) as games:
        table = Table(games, table.id, time)
        time.now += 29
        assert await table.talk() == ["red", "green"]
        time.now += 1
        assert await table.talk() == []


async def test_a_turn_ended_again_has_no_second_minute(tmp_path: Path) -> None:
    """TEAM-18, ACT-8a."""
    time = Time()
    url = f"sqlite:///{tmp_path}/games.db"
    async with open_service(url, time) as games:
        table = await new_table(games, time)
        await table.set_up()
        await table.turn_of_red()
        await table.do(*MEET)
        await table.do("pass")
        time.now = START + 40
        await table.undo()
        assert await table.talk() == []  # his turn goes on
        for _ in MEET:
            await table.undo()
        await table.do("pass")
        assert await table.talk() == []  # they have not met
        await table.undo()
        await table.do(*MEET)
        await table.do("pass")
        assert await table.talk() == ["red", "green"]
    async with open_service(url, time) as games:
        table = Table(games, table.id, time)
        assert await table.talk() == ["red", "green"]
        time.now = START + MINUTE
        assert await table.talk() == []


async def test_who_has_nobody_to_talk_with_in_secret_may_write(tmp_path: Path) -> None:
    time = Time()
    async with open_service(f"sqlite:///{tmp_path}/games.db", time) as games:
        table = await new_table(games, time)
        await table.set_up()
        await games.command(table.id, "green", Resign("1", "green"))
        assert await table.talk() == ["red"]
        await games.command(table.id, "red", Resign("2", "red"))
        assert (await games.info(table.id)).stage == "over"
        assert await table.talk() == list(STARTERS)
