"""Hidden stays hidden in the Card Game: two games that differ only in what a viewer may not know look the same to him."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dungeon_twister.game.record.notation import read
from dungeon_twister.game.views import SPECTATOR, CardView, observe, observe_event
from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.card.card_fields import CARD
from dungeon_twister.rules.engine.card.decisions import FACING, SELECT
from dungeon_twister.rules.engine.card.duel import cards_to_lay, laid, laid_cards, skilled_side
from dungeon_twister.rules.engine.card.handling import packed_spread, spread_of
from dungeon_twister.rules.engine.card.pieces import BOW, SPEAR
from dungeon_twister.rules.engine.card.rules import RULES
from dungeon_twister.rules.engine.card.state import SHOOTING, CardState
from dungeon_twister.rules.engine.decisions import CHOOSE_COMBAT, LAY_TOKENS, frame_kind
from dungeon_twister.rules.engine.options import STRICT_MEMORY
from dungeon_twister.rules.engine.shared.duel import cards_in
from dungeon_twister.rules.engine.state import BLOCKED, HURT, REMOVED, SPARE, SUPPLY, UNDER, WOUNDED
from dungeon_twister.server.wire import encode
from tests.amounts import TIMES
from tests.card.play import card_position, halfway, new_card_game, random_game
from tests.random_play import play_on


def seen(state: CardState, viewer: int) -> bytes:
    """Everything that leaves the engine for a viewer: the view with its choices, and the last events."""
    events = [observe_event(state, event, viewer) for event in state.events or []]
    return encode([observe(state, viewer), events])


def card_view(state: CardState, viewer: int) -> CardView:
    view = observe(state, viewer)
    assert isinstance(view, CardView)
    return view


# -- the same game with the viewer's unknown dealt anew -----------------------------------------------------------------


def face_down(state: CardState, token: int) -> bool:
    place = state.loc[token]
    return place >= UNDER and state.maze.room_of[place - UNDER] < 0


def hidden_cards(state: CardState, viewer: int) -> list[int]:
    """Cards beside rooms, in hand, left out or not yet turned up whose identity the viewer may not know (HID-1)."""
    strict = state.setting.options.memory == STRICT_MEMORY
    selecting = any(frame_kind(packed) == SELECT for packed in state.stack)
    found = []
    for token, place in enumerate(state.loc):
        own = state.setting.owner[token] == viewer
        in_hand = place in (SUPPLY, REMOVED) or (place == SPARE and not state.card_setting.open_teams)
        if selecting and state.card_setting.open_teams:
            in_hand = False  # everything is public so far (SEL-1, SEL-4)
        starter = 0 <= place < UNDER and not state.shown
        if (not own and (face_down(state, token) or in_hand or starter)) or (own and face_down(state, token) and strict):
            found.append(token)
    return found


def hidden_twin(state: CardState, viewer: int, rng: Random) -> CardState:
    twin = unshared(state)
    twin.events = list(state.events) if state.events is not None else None
    pool = hidden_cards(state, viewer)
    for _ in range(20):
        if len(pool) > 1:
            one, other = rng.sample(pool, 2)
            if may_swap(twin, one, other):
                twin.loc[one], twin.loc[other] = twin.loc[other], twin.loc[one]
    if state.men[0]:
        twin.team_up()
    if state.card_setting.secret:
        spreads = [spread_of(twin, code) if code >= 0 else {} for code in twin.seen]
        for _ in range(10):
            swap_wounded(twin, viewer, rng, spreads)
            swap_carried(twin, viewer, rng, spreads)
        twin.seen = [packed_spread(twin, s) if code >= 0 else code for code, s in zip(twin.seen, spreads, strict=True)]
    deal_combat_cards(twin, viewer, rng)
    twin.recount()
    return twin


def unshared(state: CardState) -> CardState:
    """A copy with lists of its own, which may be written until it is recounted."""
    twin = state.copy()
    for field in CARD:
        value = getattr(twin, field.name)
        if isinstance(value, list):
            setattr(twin, field.name, value[:])
    return twin


def may_swap(state: CardState, one: int, other: int) -> bool:
    """Whether two cards of one owner may change places: characters only with characters where the place shows which it is."""
    setting = state.setting
    kinds = setting.is_character[one] == setting.is_character[other]
    showing = (SPARE, REMOVED)
    places = (state.loc[one], state.loc[other])
    visible = any(place in showing or 0 <= place < UNDER for place in places) or not state.men[0]
    return setting.owner[one] == setting.owner[other] and (kinds or not visible)


def swap_wounded(state: CardState, viewer: int, rng: Random, spreads: list[dict[int, int]]) -> None:
    """OPT-10: an enemy wounded card may be any of his wounded or of his face-down characters."""
    for player in {0, 1} - {viewer}:
        men = state.men[player]
        wounded = [man for man in men if state.status[man] & WOUNDED and state.in_play(man)]
        unknown = wounded + [man for man in men if face_down(state, man)]
        if not wounded or len(unknown) < 2:
            continue
        one, other = rng.choice(wounded), rng.choice(unknown)
        if one == other or max(state.held[one], state.held[other]) > min(state.card_setting.strength[m] for m in (one, other)):
            continue
        for row in (state.loc, state.carrier, state.fell):
            row[one], row[other] = row[other], row[one]
        for token, holder in enumerate(state.carrier):
            if holder in (one, other):
                state.carrier[token] = one + other - holder
        state.seen = [-2 - one - other - code if code in (-1 - one, -1 - other) else code for code in state.seen]
        for spread in spreads:
            for item, holder in spread.items():
                if holder in (one, other):
                    spread[item] = one + other - holder
        if state.defender in (one, other):  # the target of a combat under way is another card, too
            state.defender = one + other - state.defender
            state.fighters ^= 1 << one | 1 << other
        marks = WOUNDED | HURT | BLOCKED  # what only one kind of character can have stays with its card
        first, second = state.status[one], state.status[other]
        state.status[one], state.status[other] = (first & ~marks) | (second & marks), (second & ~marks) | (first & marks)


def swap_carried(state: CardState, viewer: int, rng: Random, spreads: list[dict[int, int]]) -> None:
    """OPT-10: what enemies carry may be anything of theirs. The weapon of a combat under way was shown (OPT-12)."""
    weapon = (BOW if state.manner == SHOOTING else SPEAR) if state.shooters else 0
    carried = [
        thing
        for thing in state.things
        if state.carrier[thing] >= 0 and state.setting.owner[state.carrier[thing]] != viewer
        if not state.setting.capabilities[thing] & weapon
    ]
    if len(carried) > 1:
        one, other = rng.sample(carried, 2)
        for row in (state.loc, state.carrier):
            row[one], row[other] = row[other], row[one]
        for spread in spreads:
            there = {other if item == one else one: spread.pop(item) for item in (one, other) if item in spread}
            spread.update(there)


def may_look(state: CardState, viewer: int) -> bool:
    """CMB-10.3, as the rules have it: the gate is not asked about itself."""
    return viewer >= 0 and state.attacker >= 0 and skilled_side(state) == viewer


def deal_combat_cards(state: CardState, viewer: int, rng: Random) -> None:
    """Other laid cards; with `strict` other hands and discards of the same size too, unless they were shown (CMB-10)."""
    for player in {0, 1} - {viewer}:
        if state.setting.options.memory == STRICT_MEMORY and state.peek != viewer and state.combat_hand[player]:
            hand, used = cards_in(state.combat_hand[player]), cards_in(state.used[player])
            if not state.forced and len(laid_cards(state.chosen[player])) < 2:
                pool = hand[1:] + used
                rng.shuffle(pool)
                hand, used = [0, *pool[: len(hand) - 1]], pool[len(hand) - 1 :]
            state.combat_hand[player] = sum(1 << 2 * card for card in hand)
            state.used[player] = sum(1 << 2 * card for card in used)
        if state.chosen[player] >= 0 and not may_look(state, viewer) and not state.forced:
            if cards_to_lay(state, player) == 1:
                state.chosen[player] = laid(rng.choice(cards_in(state.combat_hand[player])), -1)


@settings(max_examples=60 * TIMES, deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 900), st.integers(0, 99))
@example(285, 359, 0)  # a spear in use
def test_what_a_viewer_may_not_know_leaves_no_trace(number: int, most: int, seed: int) -> None:
    """HID-1, SEL-3, SET-5, SET-8, CMB-10, CMB-13, OPT-10, OPT-11: views and choices of each seat and of a spectator."""
    state = halfway(number, most)
    state.events = []
    for viewer in (SPECTATOR, 0, 1):
        twin = hidden_twin(state, viewer, Random(seed))
        assert seen(twin, viewer) == seen(state, viewer)


# -- secret choices look alike ------------------------------------------------------------------------------------------


def worlds_after(state: CardState, choices: list[int]) -> list[CardState]:
    worlds = []
    for action in choices:
        world = state.copy()
        world.events = []
        RULES.apply(world, action)
        worlds.append(world)
    return worlds


def at_decision(number: int, kind: int, skip: int = 0) -> CardState | None:
    state = random_game(number)
    for _ in play_on(state, Random(number)):
        if not state.over and state.decision() == kind:
            if skip == 0:
                return state
            skip -= 1
    return None


def journeys(state: CardState) -> list[tuple[list[dict[str, str]], list[str]]]:
    """Return what a spectator, yellow and blue see of the current move."""
    found = [card_view(state, viewer).journey for viewer in (SPECTATOR, 1, 0)]
    return [(journey.seen, journey.robbed) for journey in found if journey is not None]


def test_what_changed_hands_on_the_way_is_told_to_the_player_on_the_way_alone() -> None:
    """HID-3, OPT-10, OPT-12a: with secret objects; without them everybody saw it."""
    lines = "turn blue ap 3\nrooms R1=blue-1.0 R2=green-2.1\nat blue-1.T bWa+bke bNa yTh~+yro yMe+ysw\n"
    for options in ("", "options secretObjects=yes\n"):
        state = card_position(options + lines)
        for choice in ("bWa move", "give bke bNa"):
            RULES.apply(state, read(state, choice))
        others = {} if options else {"yro": "yTh", "ysw": "yMe"}
        spread = [{"bke": "bWa", **others}, {"bke": "bNa", **others}]
        assert journeys(state) == ([([], [])] * 2 if options else [(spread, [])] * 2) + [(spread, [])]
    RULES.apply(state, read(state, "rob y?1"))
    assert journeys(state) == [([], ["y?1"]), ([], ["yTh"]), ([{"bke": "bNa", "yro": "bWa"}], ["y?1"])]


@settings(max_examples=10 * TIMES, deadline=None)
@given(st.integers(0, 1000), st.integers(0, 20))
def test_cards_laid_beside_a_room_look_alike(number: int, skip: int) -> None:
    """SET-6, SET-8: the owner's colour is public, what the card is nobody else knows."""
    state = at_decision(number, LAY_TOKENS, skip)
    if state is None:
        return
    tile = actions.second_of(RULES.legal(state)[0])
    worlds = worlds_after(state, [action for action in RULES.legal(state) if actions.second_of(action) == tile])
    for viewer in (SPECTATOR, 1 - state.decider()):
        assert len({seen(world, viewer) for world in worlds}) == 1


@pytest.mark.parametrize("number", [4, 8])
def test_secret_teams_look_alike(number: int) -> None:
    """SEL-3: in full frontal nobody else learns what is picked."""
    state = at_decision(number, SELECT, 3)
    assert state is not None
    worlds = worlds_after(state, RULES.legal(state))
    for viewer in (SPECTATOR, 1 - state.decider()):
        assert len({seen(world, viewer) for world in worlds}) == 1
    assert len({seen(world, state.decider()) for world in worlds}) == len(worlds)


@pytest.mark.parametrize("number", range(3))
def test_facing_letters_are_shown_together(number: int) -> None:
    """SET-9: the letters are unknown to the other player until everybody has chosen."""
    state = at_decision(number, FACING)
    assert state is not None
    worlds = worlds_after(state, RULES.legal(state))
    for viewer in (SPECTATOR, 1):
        assert len({seen(world, viewer) for world in worlds}) == 1
    assert len({seen(world, 0) for world in worlds}) == len(worlds)
    while state.decision() == FACING:
        state.events = []
        RULES.apply(state, RULES.legal(state)[-1])
    for viewer in (SPECTATOR, 0, 1):  # the last choice tells everybody what all of them face
        faced_events = [observe_event(state, event, viewer) for event in state.events or []]
        faced = {event.token: event.letter for event in faced_events if event.kind == "faced"}
        assert faced == {token.token: token.place[-1] for token in card_view(state, viewer).tokens} and len(faced) == 4


@settings(max_examples=15 * TIMES, deadline=None)
@given(st.integers(0, 1000), st.integers(0, 3))
def test_laid_combat_cards_are_unseen_until_both_lie(number: int, skip: int) -> None:
    """CMB-10, CMB-11a, RNG-8, WPM-1, BER-2: but the Weapon master's owner looks at them before he lays his own."""
    state = at_decision(number, CHOOSE_COMBAT, skip)
    if state is None or max(state.chosen) >= 0:
        return
    worlds = worlds_after(state, RULES.legal(state))
    first = state.decider()
    for viewer in (SPECTATOR, 1 - first):
        sights = {seen(world, viewer) for world in worlds}
        assert len(sights) == (len(worlds) if may_look(state, viewer) else 1)


# -- who knows what -----------------------------------------------------------------------------------------------------

ROOMS = "rooms R1=blue-1.0 R2=green-2.1 R3=green-1.2 R4=blue-2.3\n"


def position(*lines: str) -> CardState:
    return card_position(ROOMS + "\n".join(lines) + "\n")


def test_secret_objects_hide_what_enemies_carry_and_who_is_wounded() -> None:
    """OPT-10, OPT-11, HID-1: a number of items and the colour of a wounded card; lying objects are seen."""
    lines = ("turn blue ap 3", "at blue-1.S bNa+bro yPa+yke+ysw yCl~+ytr yfi")
    open_view = card_view(position(*lines), 0)
    secret = position("options secretObjects=yes", *lines)
    assert {token.token for token in open_view.tokens} == {"bNa", "yPa", "yCl"}
    views = {viewer: card_view(secret, viewer) for viewer in (SPECTATOR, 0, 1)}
    items = {viewer: {token.token: token.items for token in view.tokens} for viewer, view in views.items()}
    assert items[0]["yPa"] == ["?", "?"] and items[0]["bNa"] == ["bro"]
    assert items[1]["yPa"] == ["yke", "ysw"] and items[1]["bNa"] == ["?"]
    hidden = [name for name in items[0] if name not in ("bNa", "yPa")]
    assert len(hidden) == 1 and hidden[0].startswith("y?")
    assert "yCl" in items[1]
    assert b"yfi" in seen(secret, 0) and b"ytr" not in seen(secret, 0) and b"yCl" not in seen(secret, SPECTATOR)


def test_a_wounded_enemy_can_be_attacked_without_being_named() -> None:
    """OPT-10, CMB-3: the choice tells the number of the wound, and reading it back finds the card."""
    state = position("options secretObjects=yes", "turn blue ap 3", "at blue-1.S bNa yCl~")
    choices = [choice for choice in card_view(state, 0).choices if choice.do == "attack"]
    assert len(choices) == 1 and choices[0].target.startswith("y?")


def test_events_do_not_name_what_is_carried() -> None:
    """HID-1, OPT-10, OPT-11: picking up and handing over show the enemy a number of items, not which."""
    state = position("options secretObjects=yes", "turn yellow ap 3", "at blue-1.S yNa yPa+ysw yke")
    for text in ("yNa move", "take yke", "swap yke ysw"):
        state.events = []
        RULES.apply(state, read(state, text))
        blue, yellow = seen_events(state, 0), seen_events(state, 1)
        assert b"ysw" not in blue and (b"yke" not in blue)
        assert text == "yNa move" or b"yke" in yellow


def seen_events(state: CardState, viewer: int) -> bytes:
    return encode([observe_event(state, event, viewer) for event in state.events or []])


@pytest.mark.parametrize("memory", ["open", "strict"])
def test_hands_and_discards(memory: str) -> None:
    """HID-1, HID-2, CMB-13: numbers of cards are public; what they are by memory, with `strict` only the own hand."""
    state = position(f"options memory={memory}", "turn blue ap 3", "yellow combat 01223346 used 5 jumps 2", "at N0T bNa")
    for viewer in (SPECTATOR, 0, 1):
        player = card_view(state, viewer).players[1]
        assert (player.used_count, player.combat_count, player.jumps) == (1, 8, 2)
        assert (player.used is None) == (memory == "strict")
        assert (player.combat is None) == (memory == "strict" and viewer != 1)


def test_a_telepath_is_shown_the_hand() -> None:
    """CMB-10, TLP-1: only his owner, and only while the combat lasts."""
    lines = ("options memory=strict", "turn blue ap 3", "yellow combat 0123", "at blue-1.S bTp yWa")
    state = position(*lines)
    for text in ("bTp attack yWa", "name 6"):
        RULES.apply(state, read(state, text))
    assert card_view(state, 0).players[1].combat == [0, 1, 2, 3] or b"[0,1,2,3]" in seen(state, 0)
    assert b"[0,1,2,3]" not in seen(state, SPECTATOR)
    for text in ("combat 0", "combat 0"):
        RULES.apply(state, read(state, text))
    assert b"[0,1,2,3]" not in seen(state, 0)


def test_own_face_down_cards() -> None:
    """SET-8, HID-1: `open` lets the owner, and him alone, see what he laid; with `strict` nobody may look."""
    for memory in ("open", "strict"):
        state = new_card_game("standard", {"memory": memory})
        for _ in play_on(state, Random(4), 60):
            if state.decision() == FACING:
                break
        for viewer, letter in ((SPECTATOR, ""), (0, "b"), (1, "y")):
            names = [name for room in card_view(state, viewer).rooms for name in room.under]
            known = [name for name in names if not name.endswith("?")]
            assert len(names) == 24 and all(name[0] == letter for name in known)
            assert bool(known) == (memory == "open" and viewer >= 0)


def test_choices_are_for_the_decider_alone() -> None:
    """ENG-1: only the deciding player sees the choices."""
    state = random_game(3)
    for _ in play_on(state, Random(2), 200):
        if state.decider() >= 0:
            for viewer in (SPECTATOR, 0, 1):
                assert bool(card_view(state, viewer).choices) == (viewer == state.decider())
