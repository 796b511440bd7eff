"""Determinization of the Card Game: a CardState that fits a CardView.

Cards that lie face down, are carried in secret or are wounded and hidden are dealt at random.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from dungeon_twister.game.record.card.token_names import SIDES, read_place, read_spot
from dungeon_twister.game.record.card.token_names import read_token as read_named
from dungeon_twister.game.record.shared_names import read_token
from dungeon_twister.game.views import View
from dungeon_twister.game.views.card_shapes import CardPendingView, CardPlayerView, CardTokenView, CardView
from dungeon_twister.game.views.card_view import card_view
from dungeon_twister.rules.engine.all_editions import DECISION_OF
from dungeon_twister.rules.engine.card.decisions import FACING, SELECT
from dungeon_twister.rules.engine.card.duel import laid
from dungeon_twister.rules.engine.card.handling import LYING, packed_spread, robbed
from dungeon_twister.rules.engine.card.pieces import SHOOTS
from dungeon_twister.rules.engine.card.selection import CHARACTERS, OBJECTS
from dungeon_twister.rules.engine.card.setting import CardSetting, card_setting_of
from dungeon_twister.rules.engine.card.state import FIRED, FOUGHT, MANNERS, MODES, SHOOTING, SHOWN, WALLS_USED, CardState
from dungeon_twister.rules.engine.card.values import side_total
from dungeon_twister.rules.engine.decisions import LEAVE_OUT_CHARACTERS, PLACE_TOKENS, ROOM_DRAW, frame
from dungeon_twister.rules.engine.setting import COMBAT_CARDS, Setting
from dungeon_twister.rules.engine.shared.duel import cards_in
from dungeon_twister.rules.engine.state import BLOCKED, GONE, HURT, OUT, REMOVED, RESCUED, SUPPLY, UNDER, WOUNDED, State
from dungeon_twister.rules.geometry.maze import GATE_NAMES
from dungeon_twister.rules.geometry.zone_plan import ZonePlan
from dungeon_twister.rules.geometry.zones import ZoneMaze
from dungeon_twister.rules.visibility import viewer_of
from dungeon_twister.rules.visibility.card import hides, knows_gear

SOMETHING: Final = "?"  # an object of either colour


class VisibleCard(NamedTuple):
    """A visible position of a card: by name, by its colour (`y?`, wounded `y?3`), or as an object of either colour."""

    word: str
    place: int
    character: bool = False  # True: cannot be an object
    seen: CardTokenView | None = None
    holder: str = ""


def determinize_card(asked: Setting, seen: View | CardView, rng: Random) -> State:
    """Return a state of which the viewer has exactly this view."""
    view, setting = card_view(seen), card_setting_of(asked)
    state = CardState.fresh(setting)
    names = [room.name for room in setting.plan.rooms]
    state.maze = _maze(setting.plan, tuple((room.name, room.quarters, room.gate, room.walls_broken) for room in view.rooms))
    state.rooms_left = sum(1 << names.index(name) for name in view.rooms_left)
    _set_scalars(state, view)
    _set_cards(state, view, rng)
    for number, player in enumerate(view.players):
        _set_player(state, number, player, rng)
    _set_journey(state, view)
    _set_combat(state, view, rng)
    _mark_shown(state, view)
    return state


def _maze(plan: ZonePlan, rooms: tuple[tuple[str, int, str, bool], ...]) -> ZoneMaze:
    """Return the maze of a view."""
    maze = ZoneMaze.face_down(plan)
    names = [room.name for room in plan.rooms]
    for tile, (name, quarters, gate, walls_broken) in enumerate(rooms):
        if name:
            maze = maze.revealed(tile, names.index(name), quarters)
            if walls_broken:
                maze = maze.with_walls_broken(tile)
            elif gate and gate != GATE_NAMES[0]:
                maze = maze.with_gate(tile, GATE_NAMES.index(gate))
    return maze


def _set_scalars(state: CardState, view: CardView) -> None:
    colours = state.setting.colours
    state.turn = view.turn
    state.active = colours.index(view.active)
    state.ap = view.ap
    state.quiet = view.quiet
    state.acted = sum(1 << colours.index(colour) for colour in view.acted)
    state.progress = view.progress
    state.shown = view.shown
    state.resigned = sum(1 << colours.index(colour) for colour in view.resigned)
    state.over = view.over
    state.winners = sum(1 << colours.index(colour) for colour in view.winners)
    seats = ["chance", *colours]
    state.stack = [
        frame(DECISION_OF[pending.kind], seats.index(pending.who) - 1, _argument(pending)) for pending in view.pending
    ]


def _argument(pending: CardPendingView) -> int:
    kind = DECISION_OF[pending.kind]
    if kind in (ROOM_DRAW, PLACE_TOKENS):
        return int(pending.about[1:]) - 1
    if kind == SELECT:
        return CHARACTERS if pending.about == "characters" else OBJECTS
    return int(pending.about) if kind in (FACING, LEAVE_OUT_CHARACTERS) else 0


# -- cards ----------------------------------------------------------------------------------------------------------------


def _set_cards(state: CardState, view: CardView, rng: Random) -> None:
    """Put known cards in their places, and deal the unknown ones to the places where an unknown card is seen."""
    setting = state.card_setting
    seats = _seats(state, view)
    tokens = [_known(setting, seat.word) for seat in seats]
    _deal(view, setting, seats, tokens, rng)
    for seat, token in zip(seats, tokens, strict=True):
        if token >= 0:
            _set_card(state, seat, token)
    state.team_up()
    _number_wounds(state, seats, tokens)


def _seats(state: CardState, view: CardView) -> list[VisibleCard]:
    seats = [VisibleCard(name, OUT) for name in view.out]
    seats += [VisibleCard(name, RESCUED, True) for name in view.rescued] + [VisibleCard(name, GONE) for name in view.gone]
    for player in view.players:
        seats += [VisibleCard(name, SUPPLY) for name in player.supply] + [
            VisibleCard(name, REMOVED, True) for name in player.removed
        ]
    for tile, room in enumerate(view.rooms):
        seats += [VisibleCard(name, UNDER + tile) for name in room.under]
    seats += [VisibleCard(lying.token, read_spot(state, lying.place)) for lying in view.lying]
    for seen in view.tokens:
        place = _place(state, seen.place)
        seats.append(VisibleCard(seen.token, place, True, seen, seen.carrier))
        for item in seen.items:
            if item == SOMETHING or ("?" not in item and not state.setting.is_character[read_token(state.setting, item)]):
                seats.append(VisibleCard(item, place, False, None, seen.token))
    return seats


def _place(state: CardState, name: str) -> int:
    """Return the place of a name; a station with an unknown letter is replaced by the first one of its column."""
    if name.endswith("?"):
        return state.maze.plan.station(SIDES.index(name[0]), int(name[1]), 0)
    return read_place(state, name)


def _known(setting: CardSetting, word: str) -> int:
    return -1 if "?" in word else read_token(setting, word)


def _deal(view: CardView, setting: CardSetting, seats: list[VisibleCard], tokens: list[int], rng: Random) -> None:
    """Fill in unknown cards: first characters where nothing else fits, then objects of either colour, then the rest."""
    secret: list[int] = []
    for player, seen in enumerate(view.players):
        letter = setting.colours[player][0]
        unknown = [at for at, seat in enumerate(seats) if tokens[at] < 0 and seat.word[0] == letter]
        people, things = _missing(setting, player, seen.team, tokens)
        rng.shuffle(people)
        rng.shuffle(things)
        if seen.team is None:  # an unknown team may consist of any cards
            met = [setting.is_character[token] for token in tokens if token >= 0 and setting.owner[token] == player]
            chosen = bool(unknown) or view.turn > 0
            del people[max(0, setting.card_scenario.characters - met.count(True)) if chosen else 0 :]
            del things[max(0, setting.card_scenario.objects - met.count(False)) if chosen else 0 :]
        for at in unknown:
            if seats[at].character and people:
                tokens[at] = people.pop()
        rest = [at for at in unknown if tokens[at] < 0]
        hidden = max(0, len(people) + len(things) - len(rest))
        secret += things[:hidden]
        left = people + things[hidden:]
        rng.shuffle(left)
        for at in rest:
            if left:
                tokens[at] = left.pop()
    rng.shuffle(secret)
    for at, seat in enumerate(seats):
        if seat.word == SOMETHING and secret:
            tokens[at] = secret.pop()


def _missing(setting: CardSetting, player: int, team: list[str] | None, tokens: list[int]) -> tuple[list[int], list[int]]:
    """Return a player's characters and objects that are not seen; if the team is unknown, all those the player could have."""
    own = [token for token in setting.tokens_of[player] if token not in tokens]
    if team is not None:
        own = [token for token in own if setting.names[token][1:] in team]
    return [token for token in own if setting.is_character[token]], [token for token in own if not setting.is_character[token]]


def _set_card(state: CardState, seat: VisibleCard, token: int) -> None:
    setting = state.card_setting
    if seat.seen is None:
        state.set_loc(token, seat.place)
        if seat.holder:
            state.hold(token, read_token(setting, seat.holder) if "?" not in seat.holder else -1)
        return
    seen = seat.seen
    state.set_status(
        token,
        (WOUNDED if seen.wounded else 0)
        | (HURT if seen.hurt else 0)
        | (BLOCKED if seen.spent else 0)
        | (FIRED if seen.fired else 0)
        | (FOUGHT if seen.fought else 0)
        | (WALLS_USED if seen.walls_used else 0),
    )
    state.put(token, seat.place)
    if seat.holder:
        state.hold(token, read_token(setting, seat.holder))
    if seen.entry:
        state.set_entry(token, read_spot(state, seen.entry))


def _number_wounds(state: CardState, seats: list[VisibleCard], tokens: list[int]) -> None:
    """Give hidden wounded their visible numbers (OPT-10) and the items they hold; other wounded get free numbers."""
    by_word = {seat.word: token for seat, token in zip(seats, tokens, strict=True) if seat.seen is not None}
    for seat, token in zip(seats, tokens, strict=True):
        if seat.holder and token >= 0 and state.carrier[token] < 0:
            state.hold(token, by_word[seat.holder])
        if seat.seen is not None and seat.seen.wounded and "?" in seat.word:
            state.set_fell(token, int(seat.word[2:]))
    state.wounds = max(state.fell)
    for token, status in enumerate(state.status):
        if status & WOUNDED and not state.fell[token]:
            state.wounds += 1
            state.set_fell(token, state.wounds)


def _set_journey(state: CardState, view: CardView) -> None:
    """Set the current Move, with the distributions of items since its last step (MOV-19)."""
    journey = view.journey
    if journey is None:
        return
    state.mover = read_token(state.setting, journey.token)
    state.mode = MODES.index(journey.mode)
    state.steps = journey.steps
    state.moved = journey.moved
    robberies = [robbed(read_named(state, victim)) for victim in journey.robbed]
    state.seen = robberies + [packed_spread(state, _read_spread(state, seen)) for seen in journey.seen]


def _read_spread(state: CardState, seen: dict[str, str]) -> dict[int, int]:
    spread: dict[int, int] = {}
    places = [state.maze.name(place) for place in range(state.maze.plan.places)]
    for name, where in seen.items():
        item = read_token(state.setting, name)
        if where in SIDES or where in places:
            spread[item] = LYING + (read_place if state.setting.is_character[item] else read_spot)(state, where)
        else:
            spread[item] = read_named(state, where)
    return spread


# -- hands and combat -----------------------------------------------------------------------------------------------------


def _packed(cards: list[int]) -> int:
    return sum(1 << 2 * card for card in cards)


def _set_player(state: CardState, player: int, seen: CardPlayerView, rng: Random) -> None:
    state.set_vp(player, seen.vp)
    state.set_kept_ap(player, seen.kept)
    state.set_jumps(player, seen.jumps)
    cards = list(COMBAT_CARDS) if state.card_setting.combat_cards else []
    if player == state.setting.handicapped and len(cards) > seen.combat_count + seen.used_count:
        for value in state.setting.options.handicap_cards:
            cards.remove(int(value))
    hand = seen.combat
    if hand is None:
        hand = cards[:1] + rng.sample(cards[1:], max(0, seen.combat_count - 1))  # there may be no combat cards (SCN-8)
    for card in hand:
        cards.remove(card)
    state.set_combat_hand(player, _packed(hand))
    state.set_used(player, _packed(seen.used if seen.used is not None else cards))


def _set_combat(state: CardState, view: CardView, rng: Random) -> None:
    combat = view.combat
    if combat is None:
        return
    names = {seen.token: token for seen, token in _fighters(state, view)}
    state.manner = MANNERS.index(combat.manner)
    state.attacker = names[combat.attacker]
    state.defender = names[combat.defender]
    state.fighters = sum(1 << names[name] for name in combat.fighters)
    state.shooters = sum(1 << names[name] for name in combat.shooters)
    state.rage = combat.rage
    state.named = combat.named
    state.forced = combat.forced
    if combat.hand is not None:
        state.peek = viewer_of(state.setting, view.viewer)
    if state.manner == SHOOTING:
        _set_crossbows(state, view, combat.attack)
    for colour in combat.laid:
        player = state.setting.colours.index(colour)
        cards = combat.own_cards if colour == view.viewer else combat.other_cards
        count = combat.rage if player == state.setting.owner[state.attacker] else 1
        if cards is None:
            cards = sorted(rng.sample(cards_in(state.combat_hand[player]), count), reverse=True)
        state.set_chosen(player, laid(cards[0], cards[1] if len(cards) > 1 else -1))


def _fighters(state: CardState, view: CardView) -> list[tuple[CardTokenView, int]]:
    """Return every character in view with its token; hidden wounded are found by their numbers."""
    found: list[tuple[CardTokenView, int]] = []
    for seen in view.tokens:
        if "?" in seen.token:
            owner = next(p for p, colour in enumerate(state.setting.colours) if colour[0] == seen.token[0])
            number = int(seen.token[2:])
            found.append((seen, next(man for man in state.men[owner] if state.fell[man] == number)))
        else:
            found.append((seen, read_token(state.setting, seen.token)))
    return found


def _set_crossbows(state: CardState, view: CardView, total: int) -> None:
    """RNG-7: assume that characters that have fired use crossbows, unless the total shows that it was a Bow."""
    for men in state.men:
        for man in men:
            if state.shooters >> man & 1 and state.setting.capabilities[man] & SHOOTS and state.status[man] & FIRED:
                state.crossbows |= 1 << man
    attacker = state.setting.owner[state.attacker]
    known = knows_gear(state, attacker, viewer_of(state.setting, view.viewer))
    if side_total(state, attacker, not known) != total:
        state.crossbows = 0


def _mark_shown(state: CardState, view: CardView) -> None:
    """Mark as shown (a shield, this turn) the objects that would be hidden but have a name in the view (OPT-13)."""
    viewer = viewer_of(state.setting, view.viewer)
    for seen in view.tokens:
        for name in seen.items:
            if "?" not in name and hides(state, read_token(state.setting, name), viewer):
                state.mark(read_token(state.setting, name), SHOWN)
