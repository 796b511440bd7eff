"""The hall with one process: seats, commands and their answers, undo, filling, draws, chat, going on after a restart."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from dungeon_twister.game.record.files import load, replay
from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.server.analysis_protocol import Frame
from dungeon_twister.server.games.game_service import GameService, ProtocolError
from dungeon_twister.server.protocol import Join, NewGame
from dungeon_twister.server.socket_protocol import Ask, Do, DrawOffer, Fill, Resign, Said, Say, Undo, Update, Welcome
from dungeon_twister.server.wire import decode
from tests.amounts import some
from tests.server.game_services import Player, Time, open_service, past_starters, play_on, player, replay_of, two_people, until


def code_of(error: pytest.ExceptionInfo[ProtocolError]) -> tuple[str, int]:
    return error.value.reason.code, error.value.status


# -- seats ------------------------------------------------------------------------------------------------------------------


async def test_a_game_begins_when_all_seats_are_taken(url: str) -> None:
    async with open_service(url) as games:
        made = await games.create(NewGame("base", seats={"blue": "you"}, name="  Ann\n", listed=True), "address")
        assert made.info.stage == "open"
        assert [(seat.who, seat.name) for seat in made.info.seats] == [("person", "Ann"), ("open", "")]
        assert [info.id for info in await games.open_games()] == [made.info.id]
        ann = player(games, made)
        early = await ann.do("pass")
        assert early.reason is not None and early.reason.code == "not-started"
        typed = f" {made.info.code[:3].lower()}-{made.info.code[3:]} "
        assert (await games.by_code(typed)).id == made.info.id
        joined = await games.join(made.info.id, Join("Ben"))
        assert joined.info.stage == "playing" and joined.seats[0].colour == "yellow"
        assert ann.news[-1].info.stage == "playing"
        assert await games.open_games() == []
        with pytest.raises(ProtocolError) as error:
            await games.join(made.info.id, Join("Cid"))
        assert code_of(error) == ("no-seat", 409)


async def test_only_its_token_opens_a_seat(url: str) -> None:
    async with open_service(url) as games:
        ann, ben = await two_people(games)
        assert await games.seat_of(ann.id, ann.token) == "blue"
        assert await games.seat_of(ann.id, ben.token) == "yellow"
        other, _ = await two_people(games)
        for wrong in (other.token, "", "x"):
            with pytest.raises(ProtocolError) as error:
                await games.seat_of(ann.id, wrong)
            assert code_of(error) == ("wrong-token", 403)
        own = await games.own([ann.token, other.token, "x"])
        assert {(game.info.id, *game.colours) for game in own} == {(ann.id, "blue"), (other.id, "blue")}
        decider = (await games.info(ann.id)).decider
        assert [game.your_turn for game in await games.own([ann.token])] == [decider == "blue"]


@pytest.mark.parametrize(
    "wish",
    [
        NewGame("nowhere"),
        NewGame("base", {"colour": "blue"}),
        NewGame("base", {"stallLimit": "many"}),
        NewGame("base", clock="days:0"),
        NewGame("base", clock="days:٣"),
        NewGame("base", {"timer": "on"}, clock="days:3"),
        NewGame("base", seats={"green": "you"}),
        NewGame("base", seats={"blue": "bot:nobody"}),
        NewGame("base", seats={"blue": "me"}),
        NewGame("base", seed="s" * 65),
        NewGame("base", {str(number): "x" for number in range(99)}),
    ],
)
async def test_a_game_that_cannot_be_is_refused_with_a_sentence(tmp_path: Path, wish: NewGame) -> None:
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        with pytest.raises(ProtocolError) as error:
            await games.create(wish, "address")
        assert code_of(error) == ("bad-game", 422)
        assert error.value.reason.sentence.endswith(".")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [({"colour": "red"}, "^There is no option 'colour'"), ({"stallLimit": "many"}, "^stallLimit is a ")],
)
async def test_a_refused_option_is_named_as_it_is_written(tmp_path: Path, options: dict[str, str], sentence: str) -> None:
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        with pytest.raises(ProtocolError, match=sentence):
            await games.create(NewGame("base", options), "address")


async def test_a_game_is_given_up_only_by_its_only_people(url: str) -> None:
    async with open_service(url) as games:
        ann, _ = await two_people(games)
        with pytest.raises(ProtocolError) as error:
            await games.delete(ann.id, ann.token)
        assert code_of(error) == ("others-play", 409)
        made = await games.create(NewGame("base", seats={"blue": "you", "yellow": "you"}), "address")
        alone = player(games, made)
        await games.delete(alone.id, alone.token)
        assert (await games.info(alone.id)).stage == "given-up"
        answer = await alone.do("pass")
        assert answer.reason is not None and answer.reason.code == "given-up"
        with pytest.raises(ProtocolError) as error:
            await games.info("nowhere")
        assert code_of(error) == ("unknown-game", 404)


async def test_a_rematch_rotates_the_colours(url: str) -> None:
    async with open_service(url) as games:
        ann, ben = await two_people(games)
        with pytest.raises(ProtocolError) as error:
            await games.rematch(ann.id, ann.token)
        assert code_of(error) == ("not-over", 409)
        await games.command(ann.id, "blue", Resign("r", "blue"))
        first = await games.rematch(ann.id, ann.token)
        assert [(seat.colour, seat.who) for seat in first.info.seats] == [("blue", "open"), ("yellow", "person")]
        assert ben.news[-1].info.rematch == first.info.id
        second = await games.rematch(ann.id, ben.token)
        assert (second.info.id, second.info.stage) == (first.info.id, "playing")
        assert [(seat.colour, seat.name) for seat in second.info.seats] == [("blue", "Ben"), ("yellow", "Ann")]


async def test_a_handicap_goes_with_its_player(tmp_path: Path) -> None:
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        wish = NewGame("base", {"handicap": "blue/5/56"}, seats={"blue": "you", "yellow": "bot:random"})
        ann = player(games, await games.create(wish, "address"))
        await games.command(ann.id, "blue", Resign("r", "blue"))
        again = await games.rematch(ann.id, ann.token)
        assert again.info.options == {"endTurn": "asked", "handicap": "yellow/5/56"}
        assert again.seats[0].colour == "yellow"


# -- commands ---------------------------------------------------------------------------------------------------------------


async def test_choices_are_sent_to_all_in_order(url: str) -> None:
    async with open_service(url) as games:
        ann, ben = await two_people(games)
        onlooker = Player(games, ann.id, "spectator")
        begun = (await ann.look()).version
        await play_on([ann, ben], 60, Random(1))
        for one in (ann, ben, onlooker):
            version = begun
            for update in one.updates:
                assert (update.since, update.sight.viewer) == (version, one.seat)
                version = update.version
            seen = await one.look()
            assert (version, one.updates[-1].sight) == (seen.version, seen.sights[0])
        assert all(not update.sight.view.choices for update in onlooker.updates)


async def test_a_repeated_command_gets_the_same_answer_and_does_nothing(url: str) -> None:
    async with open_service(url) as games:
        ann, ben = await past_starters(games)
        one = ann if await ann.choices() else ben
        version, choice = (await one.look()).version, (await one.choices())[0]
        command = Do("same", one.seat, version, [choice])
        answers = await asyncio.gather(*(games.command(one.id, one.seat, command) for _ in range(5)))
        assert len(set(answers)) == 1 and answers[0].reason is None
        assert len(one.updates) == 1
        refused = Do("wrong", one.seat, answers[0].version, ["nonsense"])
        first = await games.command(one.id, one.seat, refused)
        assert first.reason is not None and first.reason.code == "not-your-turn"
        await play_on([ann, ben], 3, Random(1))
        assert await games.command(one.id, one.seat, refused) == first
        assert await games.command(one.id, one.seat, command) == answers[0]
    async with open_service(url) as games:  # also after a restart; refusals are written nowhere and worked out again
        later = (await games.command(one.id, one.seat, refused)).reason
        assert later is not None and later.code == "stale"
        assert await games.command(one.id, one.seat, command) == answers[0]


async def test_a_stale_command_is_refused(url: str) -> None:
    async with open_service(url) as games:
        ann, ben = await past_starters(games)
        version = (await ann.look()).version
        await play_on([ann, ben], 5, Random(1))
        one = ann if await ann.choices() else ben
        for wrong in (version, version + 99, -1):
            answer = await games.command(one.id, one.seat, Do(f"{wrong}", one.seat, wrong, [(await one.choices())[0]]))
            assert answer.reason is not None and answer.reason.code == "stale"
            assert answer.version == version + 5


async def test_all_choices_of_a_command_or_none(url: str) -> None:
    async with open_service(url) as games:
        ann, ben = await two_people(games)
        one = ann if await ann.choices() else ben
        choice = (await one.choices())[0]
        before = await one.look()
        answer = await one.do(choice, choice)
        assert answer.reason is not None
        assert (await one.look()).sights == before.sights
        assert (await one.look()).version == before.version
        assert one.updates == []


async def test_a_command_cannot_look_behind_a_lid_and_then_fail(tmp_path: Path) -> None:
    """What follows a reveal in the same command is refused before it is even read: its refusal would tell what was found."""
    async with open_service(str(tmp_path / "games.db")) as games:
        players = list(await two_people(games))
        rng = Random("lid")
        for _ in range(400):
            one = players[0] if await players[0].choices() else players[1]
            reveals = [choice for choice in await one.choices() if choice.do == "reveal"]
            if reveals:
                before = await one.look()
                for probe in ("a1", "no choice at all"):
                    answer = await one.do(reveals[0], probe)
                    assert answer.reason is not None and answer.reason.code == "not-together"
                assert (await one.look()).sights == before.sights
                return
            await play_on(players, 1, rng)
        raise AssertionError("nobody could reveal anything")


async def test_nobody_decides_for_others(url: str) -> None:
    """Neither their choices, nor what is no choice of a player: resigning for another, a draw, a time-out."""
    async with open_service(url) as games:
        ann, ben = await past_starters(games)
        one, other = (ann, ben) if await ann.choices() else (ben, ann)
        answer = await other.do((await one.choices())[0])
        assert answer.reason is not None and answer.reason.code == "not-your-turn"
        for text in (f"resign {other.seat}", f"resign {one.seat}", "draw", "timeout"):
            answer = await one.do(text)
            assert answer.reason is not None, text
        answer = await one.do(Choice("resign", player=other.seat))
        assert answer.reason is not None
        assert (await games.info(one.id)).stage == "playing"


async def test_undo_takes_back_as_far_as_the_rules_allow(url: str) -> None:
    async with open_service(url) as games:
        ann, ben = await past_starters(games)
        one, other = (ann, ben) if await ann.choices() else (ben, ann)
        before = (await one.look()).sights[0].view
        assert (await one.do((await one.choices())[0])).reason is None
        seen = await one.look()
        assert seen.sights[0].undo and not (await other.look()).sights[0].undo
        refused = await games.command(ann.id, other.seat, Undo("u0", other.seat, seen.version))
        assert refused.reason is not None and refused.reason.code == "nothing-to-undo"
        done = await games.command(ann.id, one.seat, Undo("u1", one.seat, seen.version, 5))
        assert done.reason is None and done.version == seen.version + 1
        assert (await one.look()).sights[0].view == before
        event = other.updates[-1].events[-1]
        assert (event.kind, event.player, event.number) == ("undone", one.seat, seen.version)
        steps = (await games.queries.history(ann.id, other.seat)).steps
        assert seen.version not in [step.version for step in steps]
    async with open_service(url) as games:  # the log says so too
        assert (await games.welcome(ann.id, [one.seat])).sights[0].view == before


async def test_filling_goes_on_when_it_is_the_players_turn_again(url: str) -> None:
    """The rest of a stage is done for a player, also the choices that come after the other's."""
    async with open_service(url) as games:
        ann, ben = await two_people(games)
        seen = await ann.look()
        stage = seen.sights[0].view.pending[-1].kind
        answer = await games.command(ann.id, "blue", Fill("f", "blue", seen.version))
        assert answer.reason is None
        while (now := await ben.look()).sights[0].view.pending[-1].kind == stage:
            assert now.info.decider == "yellow", "the wish is forgotten"
            await ben.do((await ben.choices())[0])
        log = (await games.queries.history(ann.id, "blue")).steps
        assert len(log) > 4
        later = await games.command(ann.id, "yellow", Fill("g", "yellow", now.version))
        assert later.reason is None  # the next stage of the setup


async def test_filling_is_for_the_setup_only(tmp_path: Path) -> None:
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        ann, ben = await two_people(games)
        for number in range(12):
            for one in (ann, ben):
                seen = await one.look()
                if seen.sights[0].view.turn == 0:
                    await games.command(one.id, one.seat, Fill(f"f{number}", one.seat, seen.version))
        seen = await ann.look()
        assert seen.sights[0].view.turn == 1
        answer = await games.command(ann.id, "blue", Fill("late", "blue", seen.version))
        assert answer.reason is not None and answer.reason.code == "nothing-to-fill"


async def test_a_draw_needs_everybody(url: str) -> None:
    async with open_service(url) as games:
        ann, ben = await two_people(games)
        nothing = await games.command(ann.id, "blue", DrawOffer("0", "blue", "accept"))
        assert nothing.reason is not None and nothing.reason.code == "no-offer"
        await games.command(ann.id, "blue", DrawOffer("1", "blue", "offer"))
        assert ben.news[-1].info.draw_offers == ["blue"]
        await games.command(ann.id, "yellow", DrawOffer("2", "yellow", "decline"))
        assert ann.news[-1].info.draw_offers == []
        await games.command(ann.id, "blue", DrawOffer("3", "blue", "offer"))
    async with open_service(url) as games:
        await games.command(ann.id, "yellow", DrawOffer("4", "yellow", "accept"))
        info = await games.info(ann.id)
        assert (info.stage, info.reason, sorted(info.winners)) == ("over", "draw", ["blue", "yellow"])


async def test_bots_decline_a_draw(tmp_path: Path) -> None:
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        made = await games.create(NewGame("base", seats={"blue": "you", "yellow": "bot:random"}), "address")
        answer = await games.command(made.info.id, "blue", DrawOffer("1", "blue", "offer"))
        assert answer.reason is not None and answer.reason.code == "bots-decline"


async def test_several_players_go_on_without_one_who_resigns(tmp_path: Path) -> None:
    """MP-17, once the setup is over; who has resigned can do nothing more."""
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        wish = NewGame("three-players", seats={})
        colours = [seat.colour for seat in (await games.create(wish, "a")).info.seats]
        made = await games.create(NewGame("three-players", seats=dict.fromkeys(colours, "you")), "a")
        players = [Player(games, made.info.id, held.colour, held.token) for held in made.seats]
        rng = Random(1)
        while (await players[0].look()).sights[0].view.turn == 0:
            await play_on(players, 1, rng)
        first = await games.command(made.info.id, colours[0], Resign("1", colours[0]))
        assert first.reason is None
        again = await games.command(made.info.id, colours[0], Resign("2", colours[0]))
        assert again.reason is not None and again.reason.code == "has-resigned"
        assert (await games.info(made.info.id)).stage == "playing"
        await play_on(players, 20, rng)
        await games.command(made.info.id, colours[1], Resign("3", colours[1]))
        info = await games.info(made.info.id)
        assert (info.stage, info.winners, info.reason) == ("over", [colours[2]], "left-over")


async def test_chat_is_said_once(url: str) -> None:
    async with open_service(url) as games:
        ann, ben = await two_people(games)
        lines = await asyncio.gather(*(games.say(ann.id, "blue", Say("1", "blue", " hello \n there ")) for _ in range(3)))
        assert {(line.number, line.name, line.text) for line in lines} == {(1, "Ann", "hello there")}
        assert [message.line.text for message in ben.received if isinstance(message, Said)] == ["hello there"]
        for bad in ("", " \n", "x" * 501):
            with pytest.raises(ProtocolError):
                await games.say(ann.id, "blue", Say("2", "blue", bad))
    async with open_service(url) as games:
        assert [line.text for line in (await games.welcome(ann.id, [])).chat] == ["hello there"]
        assert (await games.say(ann.id, "blue", Say("1", "blue", "again"))).text == "hello there"


async def test_presence_is_sent(tmp_path: Path) -> None:
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        ann, ben = await two_people(games)
        await asyncio.sleep(0.05)
        assert [seat.online for seat in ann.news[-1].info.seats] == [True, True]
        ben.subscription.close()
        ben.subscription.close()
        await asyncio.sleep(0.05)
        assert [seat.online for seat in ann.news[-1].info.seats] == [True, False]


# -- coming back ------------------------------------------------------------------------------------------------------------


async def test_a_returning_client_gets_what_it_missed(url: str) -> None:
    async with open_service(url) as games:
        ann, ben = await past_starters(games)
        begun = (await ann.look()).version
        assert await games.updates(ann.id, ["blue"], begun) == []
        await play_on([ann, ben], 30, Random(2))
        missed = await games.updates(ann.id, ["blue", "yellow"], begun)
        assert isinstance(missed, list) and [update.sight.viewer for update in missed] == ["blue", "yellow"]
        reply = [event for update in ann.updates for event in update.events]
        assert missed[0].events == reply and missed[0].sight == ann.updates[-1].sight
        await play_on([ann, ben], 100, Random(3))
        assert isinstance(await games.updates(ann.id, ["blue"], begun), Welcome)
        assert isinstance(await games.updates(ann.id, ["blue"], 10_000), Welcome)


async def test_an_update_is_never_one_step_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that has missed more steps than are kept gets the whole state again."""
    monkeypatch.setattr("dungeon_twister.server.games.sessions.active_game.KEPT_VERSIONS", 3)
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        ann, ben = await past_starters(games)
        await play_on([ann, ben], 6, Random(1))
        version = (await ann.look()).version
        steps = {step.version: step.events for step in (await games.queries.history(ann.id, "blue")).steps}
        missed = await games.updates(ann.id, ["blue"], version - 3)
        assert isinstance(missed, list)
        assert missed[0].events == [event for number in range(version - 2, version + 1) for event in steps[number]]
        assert isinstance(await games.updates(ann.id, ["blue"], version - 4), Welcome)


@pytest.mark.parametrize("scenario", some(["standard", "base"]))
async def test_a_game_goes_on_after_a_restart_as_if_nothing_had_happened(
    url: str, scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same choices with and without restarts and forgetting in between lead to the same game: chance, too."""
    monkeypatch.setattr("dungeon_twister.server.games.lobby.commitments.new_secret", lambda: "5" * 64)

    async def course(path: str, restarts: bool) -> tuple[Welcome, str]:
        rng, id = Random(4), ""
        for _ in range(4 if restarts else 1):
            async with open_service(path, most_games=1) as games:
                if not id:
                    made = await games.create(NewGame(scenario, seats={"blue": "you"}), "address")
                    await games.join(made.info.id, Join("Ben"))
                    id = made.info.id
                players = [Player(games, id, seat.colour) for seat in (await games.info(id)).seats]
                await play_on(players, 40 if restarts else 160, rng)
                seen = await games.welcome(id, [one.seat for one in players])
        return seen, id

    first, _ = await course(url, restarts=False)
    second, _ = await course(url, restarts=True)
    assert first.sights == second.sights
    assert first.version == second.version


async def test_forgotten_games_are_rebuilt(tmp_path: Path) -> None:
    async with open_service(f"sqlite:///{tmp_path}/games.db", most_games=2) as games:
        seen: dict[str, Welcome] = {}
        for _ in range(6):
            ann, ben = await two_people(games, NewGame("base", seats={"blue": "you"}))
            await play_on([ann, ben], 12, Random(1))
            ann.subscription.close()
            ben.subscription.close()
            await asyncio.sleep(0.02)
            seen[ann.id] = await games.welcome(ann.id, ["blue", "yellow", "spectator"])
        assert games.figures()["games_in_memory"] <= 3
        for id, before in seen.items():
            now = await games.welcome(id, ["blue", "yellow", "spectator"])
            assert (now.sights, now.version) == (before.sights, before.version)


async def test_the_history_equals_the_updates(tmp_path: Path) -> None:
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        ann, ben = await two_people(games)
        begun = (await ann.look()).version
        await play_on([ann, ben], 80, Random(5))
        for one in (ann, ben):
            steps = (await games.queries.history(ann.id, one.seat)).steps
            reply = [event for step in steps if step.version > begun for event in step.events]
            assert reply == [event for update in one.updates for event in update.events]


async def test_the_history_says_how_it_stood_before_the_turns_of_the_others(tmp_path: Path) -> None:
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        ann, ben = await two_people(games)
        asked = 0
        for _ in range(40):
            await play_on([ann, ben], 12, Random(asked))
            for viewer in ("blue", "yellow", "spectator"):
                reply = await games.queries.history(ann.id, viewer)
                turns = [(step.version, e.player) for step in reply.steps for e in step.events if e.kind == "turn-began"]
                since = [turn for turn in turns if reply.others and turn[0] >= reply.others.version]
                if viewer == "spectator":
                    assert since == turns[-2:]
                elif reply.others:  # one turn of the other, and perhaps the own one that is under way
                    assert reply.others.view.active != viewer and reply.others.view.viewer == viewer
                    assert [player == viewer for _, player in since] in ([False], [False, True])
                    asked += 1
                else:
                    assert [player for _, player in turns] in ([], [viewer])
        assert asked > 20


async def test_strict_memory_forgets(tmp_path: Path) -> None:
    """SETUP-8, COMBAT-9: what lies face down is not written down for anybody."""
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        ann, ben = await two_people(games, NewGame("base", {"memory": "strict"}, seats={"blue": "you"}))
        await play_on([ann, ben], 60, Random(5))
        reply = [event for step in (await games.queries.history(ann.id, "blue")).steps for event in step.events]
        updates = await games.updates(ann.id, ["blue"], 0)
        assert isinstance(updates, list)
        assert {event.token for event in reply if event.kind == "laid"} <= {"b?", "y?"}
        assert {event.token for event in updates[0].events if event.kind == "laid"} == {"b?", "y?"}


# -- with bots, and afterwards ----------------------------------------------------------------------------------------------


async def finished(games: GameService, scenario: str = "base") -> Player:
    made = await games.create(NewGame(scenario, seats={"blue": "you", "yellow": "bot:random"}, seed="seed"), "address")
    ann, rng = player(games, made), Random(1)
    for _ in range(120):
        seen = await until(games, ann.id, "blue")
        if seen.info.stage == "over":
            return ann
        await ann.do(rng.choice(await ann.choices()))
    await games.command(ann.id, "blue", Resign("r", "blue"))
    return ann


@pytest.mark.parametrize("scenario", ["base", "standard"])
async def test_a_finished_game_can_be_looked_at_again(tmp_path: Path, scenario: str) -> None:
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        with pytest.raises(ProtocolError) as error:
            await games.queries.replay("nowhere", "all")
        assert code_of(error) == ("unknown-replay", 404)
        ann, _ = await two_people(games)
        for request in (
            games.queries.record(ann.id),
            games.queries.replay(ann.id, "all"),
            games.queries.frame(ann.id, 0, "all"),
        ):
            with pytest.raises(ProtocolError) as error:
                await request
            assert code_of(error) == ("not-over", 409)
        ann = await finished(games, scenario)
        text = await games.queries.record(ann.id)
        record, _ = load(text)
        assert replay(record).over and record.header.players["yellow"] == "random"
        kept = await games.queries.keep_record(text.encode())
        assert await games.queries.keep_record(text.encode()) == kept
        for id in (ann.id, kept):
            again = await replay_of(games, id, "all")
            assert len(again.entries) == len(record.choices)
            last = decode(await games.queries.frame(id, len(again.entries), "blue"), Frame)
            assert last.view == (await ann.look()).sights[0].view
        for number, viewer, code in (
            (-1, "all", "unknown-frame"),
            (99_999, "all", "unknown-frame"),
            (0, "me", "bad-viewer"),
        ):
            with pytest.raises(ProtocolError) as error:
                await games.queries.frame(kept, number, viewer)
            assert error.value.reason.code == code
        for wrong in ("", "{}", text.replace('"choices"', "x")[:300], '{"record":1,"rules":"1","scenario":"base"}'):
            with pytest.raises(ProtocolError) as error:
                await games.queries.keep_record(wrong.encode())
            assert code_of(error) == ("bad-record", 422)


async def test_advice_is_for_the_deciding_player(tmp_path: Path) -> None:
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        ann, ben = await two_people(games)
        one = ann if await ann.choices() else ben
        advised = await games.queries.advise(one.id, one.seat, Ask("1", one.seat))
        assert advised.advice is not None and len(advised.advice.others) == len(await one.choices())
        why = await games.queries.advise(one.id, one.seat, Ask("2", one.seat, "pass"))
        assert why.advice is None and why.reason is not None


async def test_updates_are_shared_between_listeners(tmp_path: Path) -> None:
    """So that a message to many is made and encoded once."""
    async with open_service(f"sqlite:///{tmp_path}/games.db", Time()) as games:
        ann, ben = await past_starters(games)
        watchers = [Player(games, ann.id, "spectator") for _ in range(3)]
        await play_on([ann, ben], 1, Random(1))
        last = [watcher.updates[-1] for watcher in watchers]
        assert all(isinstance(update, Update) and update is last[0] for update in last)


async def test_after_a_long_absence_the_whole_state_is_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that leads to more entries than are kept: its listeners get everything anew instead of a part."""
    monkeypatch.setattr("dungeon_twister.server.games.sessions.active_game.KEPT_VERSIONS", 3)
    async with open_service(f"sqlite:///{tmp_path}/games.db") as games:
        ann, ben = await two_people(games)
        for one in (ann, ben):
            await games.command(one.id, one.seat, Fill("f", one.seat, (await one.look()).version))
        welcomes = [message for message in ann.received if isinstance(message, Welcome)]
        assert welcomes and welcomes[-1].version == (await ann.look()).version
        assert all(update.version - update.since <= 3 for update in ann.updates)
