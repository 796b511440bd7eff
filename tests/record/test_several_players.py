"""Three and four players and their scenarios in notation, positions, cases, views, records and the game as people hold it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from dungeon_twister.game.record.board.drawing import draw
from dungeon_twister.game.record.cases import expect
from dungeon_twister.game.record.facts import CaseFailure
from dungeon_twister.game.record.files import dump, load, record_of, replay, resume, save
from dungeon_twister.game.record.json_codec import from_json, plain, to_json
from dungeon_twister.game.record.notation import Choice, choice_text, from_choice, read, read_token, to_choice, write
from dungeon_twister.game.record.position import read_position, write_position
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.game.views import SPECTATOR, View, observe, observe_event
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.board import actions as board_actions
from dungeon_twister.rules.engine.board.combat import lay_cards
from dungeon_twister.rules.engine.board.decisions import CHOOSE_CARD, JOINING
from dungeon_twister.rules.engine.board.events import DOOR_DRAWN, JOINED, LOWERED, RAISED, SLID
from dungeon_twister.rules.engine.board.kinds import takes_token
from dungeon_twister.rules.engine.board.state import BoardState, board_of
from dungeon_twister.rules.engine.decisions import ACT, LAY_TOKENS
from dungeon_twister.rules.engine.digest import digest
from dungeon_twister.rules.engine.game import IllegalActionError, apply, legal
from dungeon_twister.rules.engine.state import GONE, SUPPLY, UNDER, WOUNDED
from dungeon_twister.rules.geometry.rooms import CELLS, GEAR
from dungeon_twister.rules.geometry.text import TextError
from tests.amounts import LONG, some
from tests.random_play import new_board, play_on
from tests.test_hidden import hidden_twin, seen

SCENARIOS: list[tuple[str, dict[str, str]]] = [
    ("three-players", {}),
    ("four-players", {}),
    ("hoard", {"memory": "strict"}),
    ("pyramid", {"apexRoom": "2D"}),
    ("pyramid-3", {}),
    ("race", {}),
    ("elevator", {}),
    ("elevator", {"elevatorSeats": "straight"}),
    ("wrong-door", {}),
    ("wrong-door-3", {}),
    ("alliances", {"allyCorners": "off"}),
    ("teams", {"silentAllies": "on"}),
]


def ready(scenario: str, seed: int = 0) -> BoardState:
    """A game in which the setup is done and a card is played."""
    state = new_board(scenario)
    rng = Random(seed)
    for _ in play_on(state, rng):
        if state.decision() == ACT:
            break
    return state


def put(state: BoardState, name: str, square: int) -> int:
    """Take an unwounded character from where it stands or lies hidden and set it on a square."""
    token = read_token(state.setting, name)
    if 0 <= state.loc[token] < UNDER:
        state.lift(token)
    state.put(token, square)
    return token


def on_gear(state: BoardState, tile: int, room: str, name: str) -> int:
    """Turn a room up and set a character on its gear."""
    number = next(i for i, one in enumerate(state.board_setting.plan.rooms) if one.name == room)
    state.maze = state.maze.revealed(tile, number, 0)
    state.rooms_left &= ~(1 << number)
    for token, place in enumerate(state.loc):
        if place == UNDER + tile:
            state.set_loc(token, GONE)
    gear = next(square for square in range(tile * CELLS, tile * CELLS + CELLS) if state.maze.terrain[square] == GEAR)
    return put(state, name, gear)


def raised() -> BoardState:
    state = ready("pyramid")
    letter = state.setting.colours[state.active][0]
    on_gear(state, state.board_setting.apex, "5G", f"{letter}W")
    state.ap = 3
    apply(state, read(state, f"{letter}W raise"))
    return state


def slid() -> BoardState:
    state = ready("elevator")
    letter = state.setting.colours[state.active][0]
    on_gear(state, state.board_setting.elevator, "1D", f"{letter}W")
    state.ap = 3
    apply(state, read(state, f"{letter}W slide s"))
    return state


def asked() -> BoardState:
    """A combat that somebody may join; red attacks blue in the north-west of R6, green and yellow stand by (ALLY-21)."""
    state = ready("alliances")
    while state.setting.colours[state.active] != "red" or state.decision() != ACT:
        apply(state, legal(state)[0] if state.decision() != ACT else actions.PASS)
    for tile in range(state.board_setting.plan.tiles):
        state.maze = state.maze.revealed(tile, tile, 0)
    for token in range(state.setting.tokens):
        if state.loc[token] >= UNDER:
            state.set_loc(token, GONE)
    first = next(
        square
        for square in range(state.board_setting.plan.base)
        if all(side >= 0 for side in state.maze.way[square * 4 : square * 4 + 4])
    )
    around = state.maze.way[first * 4 : first * 4 + 4]
    for name, square in zip(("bT", "rW", "gW", "yG"), (first, *around[:3]), strict=True):
        put(state, name, square)
    state.ap = 3
    apply(state, read(state, "rW attack bT"))
    return state


# -- notation -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", some(range(len(SCENARIOS))))
def test_faces_of_a_choice(number: int) -> None:
    state = new_board(*SCENARIOS[number])
    for count, _ in enumerate(play_on(state, Random(number), 1500)):
        if count % 7 == 0:
            for action in legal(state):
                choice = to_choice(state, action)
                assert read(state, write(state, action)) == action
                assert from_choice(state, from_json(to_json(choice), Choice)) == action
                assert choice_text(choice) == write(state, action)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("bW raise", actions.pack(board_actions.RAISE, 2)),
        ("bW leave", actions.pack(board_actions.LEAVE, 2)),
        ("bW slide n", actions.pack(board_actions.SLIDE, 2, 0)),
        ("bW slide s", actions.pack(board_actions.SLIDE, 2, 2)),
        ("join no", actions.pack(board_actions.JOIN, 0)),
        ("join attack", actions.pack(board_actions.JOIN, 1)),
        ("join defence", actions.pack(board_actions.JOIN, 2)),
        ("door X1 blue", actions.pack(board_actions.DRAW_DOOR, 4, 0)),
        ("door X4 nobody", actions.pack(board_actions.DRAW_DOOR, 7, 3)),
        ("resign yellow", actions.pack(actions.RESIGN, 2)),
    ],
)
def test_the_words_of_the_scenarios(text: str, action: int) -> None:
    state = new_board("wrong-door-3")
    assert read(state, text) == action and write(state, action) == text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("join", "'join' is written 'join attack'"),
        ("join blue", "there is no side of a combat 'blue'"),
        ("bW slide", "'slide' is written 'bW slide n'"),
        ("bW slide up", "n, e, s or w"),
        ("bW raise R1", "unexpected '"),
        ("leave bW", "'leave' is written 'bW leave'"),
        ("door X9 blue", "there is no line 'X9'"),
        ("door X1", "'door' is written 'door X1 blue'"),
        ("door X1 green", "there is no player 'green'"),
        ("resign green", "there is no player 'green'"),
    ],
)
def test_what_cannot_be_read_is_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(TextError, match=sentence):
        read(new_board("wrong-door-3"), text)


def test_squares_beyond_the_alphabet_and_on_empty_places() -> None:
    """ELEV-12: an empty place of the shaft is outside the maze."""
    state = ready("pyramid")
    assert write(state, read(state, "ad21")) == "ad21"
    with pytest.raises(TextError, match="empty place"):
        read(ready("elevator"), "l3")


# -- positions ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", some(range(len(SCENARIOS))))
def test_a_position_is_read_back_to_the_same_state(number: int) -> None:
    state = new_board(*SCENARIOS[number])
    rng = Random(number)
    hashes: dict[str, str] = {}
    for count, _ in enumerate(play_on(state, rng, 2500)):
        if state.over or state.decision() not in (ACT, CHOOSE_CARD) or count % (11 if LONG else 59):
            continue
        assert same(state)
        assert hashes.setdefault(digest(state), repr(state.key())) == repr(state.key())
    assert len(hashes) > 2


def same(state: BoardState) -> bool:
    text = write_position(state)
    again = board_of(read_position(text))
    assert again.key() == state.key() and legal(again) == legal(state) and write_position(again) == text
    return again.maze.way == state.maze.way and again.maze.near == state.maze.near


def test_a_raised_apex_in_a_position() -> None:
    """PYR-15: it has no neighbours; the position says so in a line."""
    state = raised()
    assert state.maze.raised == state.board_setting.apex and "\nraised\n" in write_position(state)
    assert same(state)
    lowered = state.copy()
    lowered.maze = lowered.maze.with_raised(-1)
    assert digest(lowered) != digest(state)


def test_an_elevator_in_a_position() -> None:
    """ELEV-9, ELEV-12: where it is now; the empty places of the shaft are outside the maze, with nothing drawn on them."""
    state = slid()
    assert "\nplaces R7=10,11\n" in write_position(state) and same(state)
    picture = draw(state)
    assert picture[2 * 3 + 2][4 + 10 * 5 : 4 + 15 * 5 - 1].strip() == ""  # row 4 between the halves
    assert picture[1][4 + 11 * 5 : 4 + 14 * 5].strip() == ""  # no rim above an empty place
    back = state.copy()
    back.maze = back.maze.moved(
        state.board_setting.elevator, state.board_setting.plan.first_place[state.board_setting.elevator]
    )
    assert digest(back) != digest(state) and "places" not in write_position(back)


def test_a_face_down_elevator_slides_too() -> None:
    """ELEV-11: with the tokens that lie on it."""
    state = ready("elevator")
    tile = state.board_setting.elevator
    state.maze = state.maze.moved(tile, state.maze.adjacent_free_place(tile, 0))
    assert "\nplaces R7=10,1\n" in write_position(state) and same(state)


def test_four_colours_under_one_room_are_drawn() -> None:
    state = ready("four-players")
    for token, place in enumerate(state.loc):
        if place == UNDER + 3:
            state.set_loc(token, GONE)
    for letter in "bryg":
        state.set_loc(read_token(state.setting, letter + "$"), UNDER + 3)
    x = 4 + state.board_setting.layout.places[3].x * 5
    drawn = [line[x : x + 24].strip() for line in draw(state)[2 * 6 + 2 : 2 * 11 + 2 : 2]]  # rows 7 to 11
    assert drawn == ["", "", "R4", "b1r1", "y1g1"] and same(state)


def test_somebody_has_resigned() -> None:
    """MP-17: his characters are out of the game, his objects stay."""
    state = ready("three-players")
    apply(state, actions.pack(actions.RESIGN, (state.active + 1) % 3))
    colour = state.setting.colours[(state.active + 1) % 3]
    assert f"\nresigned {colour}\n" in write_position(state) and same(state)
    expect(state, [colour, "resigned", "yes"])


def test_a_wounded_ally_may_be_carried() -> None:
    """TEAM-11: two of one team on a square, but not of different teams (ACT-2)."""
    state = ready("teams")
    square = state.loc[put(state, "rW", state.board_setting.plan.base + 4)]
    lying = put(state, "gC", state.board_setting.plan.base + 5)
    state.lift(lying)
    state.mark(lying, WOUNDED)
    state.put(lying, square)
    assert same(state)
    enemy = read_token(state.setting, "bC")
    if state.loc[enemy] < UNDER:
        state.lift(enemy)
    state.set_loc(enemy, GONE)
    with pytest.raises(TextError, match="wounded enemy"):
        read_position(write_position(state).replace("rWgc", "rWbc"))


@pytest.mark.parametrize(
    ("scenario", "line", "problem"),
    [
        ("elevator", "places R1=10,1", "does not slide"),
        ("elevator", "places R7=0,1", "is no empty place"),
        ("elevator", "places R7=9,9", "is no empty place"),
        ("elevator", "places R77=10,1", "is no place of a room"),
        ("elevator", "raised", "the apex"),
        ("pyramid", "raised", "the apex lies face up"),
        ("pyramid", "doors X1=blue", "is no door"),
        ("wrong-door", "doors W=blue", "is no door"),
        ("wrong-door", "doors X1=blue X2=blue", "is dealt twice"),
        ("wrong-door", "doors X1=blue X1=red", "is dealt twice"),
        ("wrong-door", "doors X1=purple", "there is no player"),
        ("three-players", "resigned green", "there is no player"),
        ("three-players", "resigned blue red yellow", "still has characters"),
        ("base", "resigned blue", "would be over"),
    ],
)
def test_a_mistake_in_a_position(scenario: str, line: str, problem: str) -> None:
    text = write_position(ready(scenario))
    kept = [old for old in text.split("\n") if old.split()[:1] != line.split()[:1]]
    with pytest.raises(TextError, match=problem):
        read_position("\n".join([kept[0], line, *kept[1:]]))


def test_it_is_nobodys_turn_who_has_resigned() -> None:
    state = ready("three-players")
    colour = state.setting.colours[(state.active + 1) % 3]
    apply(state, actions.pack(actions.RESIGN, (state.active + 1) % 3))
    text = write_position(state)
    with pytest.raises(TextError, match="has resigned"):
        read_position(text.replace(f"turn {state.setting.colours[state.active]} ap", f"turn {colour} ap"))


# -- facts --------------------------------------------------------------------------------------------------------------------


def holds(state: BoardState, fact: str) -> bool:
    try:
        expect(state, fact.split())
    except CaseFailure:
        return False
    return True


def test_facts_of_the_scenarios() -> None:
    assert holds(raised(), "raised yes") and holds(ready("pyramid"), "raised no")
    assert holds(slid(), "elevator at 10,11") and not holds(slid(), "elevator at 10,6")
    assert holds(ready("pyramid"), "elevator none")
    doors = new_board("wrong-door-3")
    assert holds(doors, "door X1 none")
    doors.doors = [-1, -1, -1, -1, 3, 0, 1, 2]
    assert holds(doors, "door X1 nobody") and holds(doors, "door X2 blue") and not holds(doors, "door X2 red")
    with pytest.raises(TextError, match="expected a line"):
        expect(doors, ["door", "X9", "blue"])


def test_sides_of_a_combat() -> None:
    """ALLY-22: everybody is on a side or out; a case names those it is about."""
    state = asked()
    assert holds(state, "sides blue=defence red=attack yellow=no green=no") and holds(state, "sides red=attack")
    assert not holds(state, "sides green=attack") and holds(state, "decision join yellow")
    assert holds(ready("alliances"), "sides none")


def test_who_has_won() -> None:
    """MP-15, MP-17, TEAM-17: it is a draw if all who have not resigned share it; otherwise every winner is named."""
    state = new_board("four-players")
    assert holds(state, "over no")
    state.over, state.winners = True, 0b1111
    assert holds(state, "over draw") and not holds(state, "over blue red yellow green")
    state.winners = 0b0101
    assert holds(state, "over blue yellow") and holds(state, "over yellow blue")
    assert not holds(state, "over draw") and not holds(state, "over blue")
    state.resigned = 0b1010
    assert holds(state, "over draw")
    state.winners = 0b0100
    assert holds(state, "over yellow") and not holds(state, "over draw")
    state.winners = 0
    assert holds(state, "over nobody")
    team = new_board("teams")
    team.over, team.winners = True, 0b0011
    assert holds(team, "over red green")
    team.resigned = 0b1100
    assert holds(team, "over red green") and not holds(team, "over draw")


# -- the gate -----------------------------------------------------------------------------------------------------------------


def views(state: BoardState) -> list[View]:
    return [observe(state, viewer) for viewer in range(-1, state.setting.players)]


@pytest.mark.parametrize("number", range(len(SCENARIOS)))
def test_what_a_viewer_may_not_know_leaves_no_trace(number: int) -> None:
    """INFO-1, SETUP-3, SETUP-5, KIND-3, PYR-2, TEAM-20: every seat, allies too, and a spectator."""
    state = new_board(*SCENARIOS[number])
    rng = Random(number)
    state.events = []
    for count, _ in enumerate(play_on(state, rng, 900)):
        if count % 23 == 0 or (count < 60 and count % 3 == 0):
            for viewer in range(-1, state.setting.players):
                twin = hidden_twin(state, viewer, rng)
                assert seen(twin, viewer) == seen(state, viewer)
        state.events = []


@pytest.mark.parametrize("number", range(len(SCENARIOS)))
def test_secret_choices_of_the_setup_look_alike(number: int) -> None:
    """SETUP-3, SETUP-5, KIND-3, PYR-2, TEAM-20: which token it was is known to him alone who chose it."""
    state = new_board(*SCENARIOS[number])
    rng = Random(number)
    for _ in play_on(state, rng, 120):
        if state.decider() < 0 or state.turn:
            continue
        first = rng.choice(legal(state))
        alike = [
            a for a in legal(state) if (actions.kind_of(a), actions.second_of(a)) == (first & 63, actions.second_of(first))
        ]
        worlds = [state.copy(), state.copy()]
        for world, action in zip(worlds, (first, rng.choice(alike)), strict=True):
            world.events = []
            apply(world, action)
        if not any(world.shown for world in worlds):
            for viewer in range(-1, state.setting.players):
                assert viewer == state.decider() or seen(worlds[0], viewer) == seen(worlds[1], viewer)


@pytest.mark.parametrize("name", ["race", "elevator", "hoard", "alliances", "pyramid", "pyramid-3"])
def test_everybody_lays_every_token_where_it_belongs(name: str) -> None:
    """KIND-2, KIND-3: whatever is chosen, there is always a legal placement, and nothing lies where it does not belong."""
    for seed in range(40):
        state = new_board(name)
        for _ in play_on(state, Random(f"{name} {seed}")):
            assert legal(state)
            if state.turn:
                break
        assert not any(place == SUPPLY for place in state.loc)
        for token, place in enumerate(state.loc):
            assert place < UNDER or takes_token(state, token, place - UNDER)


def test_what_must_be_kept_tells_nothing_about_the_others() -> None:
    """KIND-3: another token of an opponent on the same room changes no choice of mine."""
    state = new_board("elevator")
    rng, compared = Random(4), 0
    for _ in play_on(state, rng, 400):
        if state.decision() == LAY_TOKENS:
            twin = hidden_twin(state, state.decider(), rng)
            assert legal(twin) == legal(state)
            compared += twin.loc != state.loc
    assert compared > 20


def test_a_position_with_a_token_where_it_does_not_belong_is_refused() -> None:
    """KIND-4: nobody can have laid it there."""
    state = ready("race")
    token = next(man for man in state.setting.characters_of[0] if state.loc[man] >= UNDER)
    state.set_loc(token, UNDER + 4)
    with pytest.raises(TextError, match=rf"the room R5 does not take {state.setting.names[token]} \(KIND-4\)"):
        read_position(write_position(state))


def test_what_is_public_in_the_scenarios() -> None:
    """KIND-1, DOOR-9, PYR-15, ELEV-9, TEAM-1: the same for every seat and a spectator."""
    for view in views(ready("hoard")):
        assert [(room.capacity, room.kind) for room in view.rooms[:2]] == [(3, "obj"), (2, "char")]
        assert [player.colour for player in view.players] == ["blue", "red", "yellow", "green"]
    state = ready("wrong-door-3")
    for view in views(state):
        assert sorted(view.doors) == ["X1", "X2", "X3", "X4"]
        assert sorted(view.doors.values()) == ["blue", "nobody", "red", "yellow"]
    for view in views(raised()):
        assert (view.apex, view.raised, view.elevator) == ("R1", True, "")
    for view in views(slid()):
        assert (view.apex, view.raised, view.elevator) == ("", False, "R7")
        assert (view.rooms[6].x, view.rooms[6].y) == (10, 11)
    for view in views(ready("teams")):
        assert [(player.colour, player.team) for player in view.players] == [
            ("red", "north"),
            ("green", "north"),
            ("yellow", "south"),
            ("blue", "south"),
        ]
    assert observe(new_board("teams", {"silentAllies": "on"}), 0).options == {"silentAllies": "on"}


def test_the_view_of_two_players_is_as_it_was() -> None:
    """What only some scenarios have is left out of the JSON of the others."""
    said = plain(observe(ready("base"), 0))
    assert not {"doors", "apex", "raised", "elevator"} & set(said)
    assert not {"capacity", "kind"} & set(said["rooms"][0]) and "team" not in said["players"][0]


def test_an_ally_sees_what_an_opponent_sees() -> None:
    """TEAM-20: neither starters nor what lies under rooms, nor the combat card."""
    state = new_board("teams")
    for _ in play_on(state, Random(1), 40):
        pass
    known = {viewer: observe(state, viewer) for viewer in range(4)}
    for viewer, view in known.items():
        letter = state.setting.colours[viewer][0]
        names = [token.token for token in view.tokens] + [name for room in view.rooms for name in room.under]
        assert len(names) > 20 and all((name[1] == "?") == (name[0] != letter) for name in names)
    state = ready("teams")
    square = state.board_setting.plan.base
    state.attacker, state.defender = put(state, "rW", square), put(state, "yW", square + 1)
    lay_cards(state, 1 << state.attacker | 1 << state.defender)
    assert state.decider() == 0
    apply(state, actions.pack(actions.COMBAT, 3))
    cards = [view.combat.own_card for view in views(state) if view.combat]
    assert cards == [-1, 3, -1, -1, -1]


def test_a_combat_with_allies_is_public() -> None:
    """ALLY-22, ALLY-25: who is asked, who is on which side, what both sides count."""
    state = asked()
    state.events = []
    for view in views(state):
        assert view.combat and view.combat.sides == {"blue": "defence", "red": "attack", "yellow": "no", "green": "no"}
        assert view.pending[-1].kind == "join" and bool(view.choices) == (view.viewer == view.pending[-1].who)
    while state.decision() == JOINING:
        apply(state, read(state, "join attack"))
    joined = [observe_event(state, event, SPECTATOR) for event in state.events if event[0] == JOINED]
    assert [(event.player, event.side) for event in joined] == [("yellow", "attack"), ("green", "attack")]
    for view in views(state):
        assert view.combat and (view.combat.attack, view.combat.defence) == (3 + 1 + 3, 4)
        assert view.combat.sides["green"] == "attack" and set(view.combat.fighters) == {"rW", "yG", "gW", "bT"}


def test_events_of_the_scenarios() -> None:
    state = raised()
    state.events = []
    tile = state.board_setting.apex
    assert observe_event(state, (RAISED, 2, 0, 0), 1).token == "bW"
    lowered = observe_event(state, (LOWERED, tile, 1, 0), 1)
    assert (lowered.kind, lowered.place, lowered.number) == ("lowered", "R1", 1)
    gliding = observe_event(state, (SLID, 2, 6, 2), SPECTATOR)
    assert (gliding.kind, gliding.token, gliding.place, gliding.side) == ("slid", "bW", "R7", "s")
    doors = new_board("wrong-door-3")
    assert observe_event(doors, (DOOR_DRAWN, 4, 3, 0), 0).player == "nobody"
    drawn = observe_event(doors, (DOOR_DRAWN, 7, 2, 0), 0)
    assert (drawn.kind, drawn.line, drawn.player) == ("door-drawn", "X4", "yellow")


# -- games and records --------------------------------------------------------------------------------------------------------


def played(scenario: str, most: int, seed: str = "several") -> RecordedGame:
    game, rng = RecordedGame.new(scenario, seed=seed), Random(seed)
    while not game.over and len(game.log) < most:
        game.play(rng.choice(legal(game.state)))
    return game


def test_the_game_goes_on_when_one_of_several_resigns() -> None:
    """MP-17: the others play on, the last one wins."""
    game = played("four-players", 150)
    other = next(colour for colour in game.state.setting.colours if colour != game.decider)
    game.play(f"resign {other}")
    assert not game.over and game.decider != other
    with pytest.raises(IllegalActionError):
        game.play(f"resign {other}")
    assert not any(game.can_undo(player) for player in range(4))
    rng = Random(8)
    for _ in range(300):
        assert game.decider != other
        game.play(rng.choice(legal(game.state)))
    last = game.decider
    for colour in game.state.setting.colours:
        if colour not in (last, other):
            game.play(f"resign {colour}")
    assert game.over and game.winners == [last]


def test_resigning_before_the_first_turn_is_no_result() -> None:
    """MP-17."""
    game = RecordedGame.new("three-players", seed="early")
    game.play("resign red")
    assert game.over and game.winners == []
    assert replay(load(dump(record_of(game)))[0]).over


def test_a_team_wins_together() -> None:
    """MP-17 f, TEAM-1: winners are both allies."""
    game = played("teams", 200)
    for colour in ("yellow", "blue"):
        game.play(f"resign {colour}")
    assert game.over and game.winners == ["red", "green"]


def test_all_agree_on_a_draw() -> None:
    """MP-15: all who still play share it."""
    game = played("three-players", 120)
    game.play("resign yellow")
    game.play("draw")
    assert game.over and game.winners == ["blue", "red"]
    expect(game.state, ["over", "draw"])


@pytest.mark.parametrize("scenario", ["three-players", "wrong-door", "elevator", "teams"])
def test_undo_with_several_players(scenario: str) -> None:
    """ACT-8a: only the last one who decided, and back to the same state."""
    game, rng = played(scenario, 170), Random(3)
    for _ in range(60):
        before, who = digest(game.state), game.state.decider()
        game.play(rng.choice(legal(game.state)))
        if game.over:
            return
        may = [player for player in range(game.state.setting.players) if game.can_undo(player)]
        assert may in ([], [who])
        if may:
            text = game.undo(who)
            assert digest(game.state) == before
            game.play(text)


@pytest.mark.parametrize("number", range(len(SCENARIOS)))
def test_records(number: int, tmp_path: Path) -> None:
    """A finished game replays to its hash, one in progress goes on with the same chance."""
    scenario, options = SCENARIOS[number]
    game, rng = RecordedGame.new(scenario, options, seed=f"record {number}"), Random(number)
    while not game.over and len(game.log) < 400:
        game.play(rng.choice(legal(game.state)))
    save(game, tmp_path / "game", {"blue": "Ann"})
    record, seed = load((tmp_path / "game").read_text())
    again = resume(record, seed) if not game.over else game
    assert digest(again.state) == digest(game.state)
    if not game.over:
        game.play("draw")
    record = load(dump(record_of(game)))[0]
    assert record.end and record.end.winners == game.winners and list(record.end.vp) == game.state.setting.colours
    assert digest(replay(record)) == digest(game.state)
