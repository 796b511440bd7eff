"""Views of the Card Game (section 20 of its rules).

With secret objects a wounded enemy is written `y?3` and the objects that enemies carry `?` (OPT-10); marks that would identify
a hidden wounded character are left out too.
"""

from __future__ import annotations

from typing import Final

from dungeon_twister.game.record.card.notation import GRAMMAR
from dungeon_twister.game.record.card.token_names import (
    face_down_name,
    order_of,
    place_name,
    slot_of,
    spot_name,
    token_name,
    visible_place,
)
from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.game.record.shared_names import turn_name
from dungeon_twister.game.views.card_shapes import (
    CardCombatView,
    CardJourneyView,
    CardPendingView,
    CardPlayerView,
    CardRoomView,
    CardTokenView,
    CardView,
    LyingObjectView,
)
from dungeon_twister.game.views.shared_parts import (
    cached_rooms,
    colour_of,
    colours_of,
    masked,
    rooms_left,
    tokens_at,
    under_rooms,
)
from dungeon_twister.game.views.view_cache import EVERYBODY, NOT_SEEN, TokenCache, ViewCache, reuse_if_equal
from dungeon_twister.rules.engine.all_editions import DECISIONS
from dungeon_twister.rules.engine.card.decisions import FACING, SELECT
from dungeon_twister.rules.engine.card.duel import laid_cards
from dungeon_twister.rules.engine.card.handling import LYING, spread_of
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.card.selection import CHARACTERS
from dungeon_twister.rules.engine.card.state import FIRED, FOUGHT, MANNERS, MODES, WALLS_USED, CardState, card_of
from dungeon_twister.rules.engine.card.values import side_total
from dungeon_twister.rules.engine.decisions import (
    LEAVE_OUT_CHARACTERS,
    PLACE_TOKENS,
    ROOM_DRAW,
    frame_argument,
    frame_kind,
    frame_who,
)
from dungeon_twister.rules.engine.game import legal
from dungeon_twister.rules.engine.shared.duel import cards_in
from dungeon_twister.rules.engine.state import BLOCKED, GONE, HURT, OUT, REMOVED, RESCUED, SPARE, SUPPLY, UNDER, WOUNDED, State
from dungeon_twister.rules.geometry.maze import GATE_NAMES
from dungeon_twister.rules.geometry.zone_plan import UNKNOWN
from dungeon_twister.rules.visibility import ALL_KNOWING, is_of, is_seat, remembers, sees_all, sees_choices, viewer_name
from dungeon_twister.rules.visibility.card import (
    has_secrets,
    hides,
    knows_gear,
    knows_hand,
    knows_removed,
    knows_rescued,
    knows_spreads,
    knows_team,
    may_look,
    sees_hand,
)

DONE: Final = BLOCKED | FIRED | FOUGHT | WALLS_USED


def card_view(view: object) -> CardView:
    """Narrow a view to one of the Card Game."""
    assert isinstance(view, CardView)
    return view


def observe_card(looked_at: State, viewer: int, listed: list[int] | None, cache: ViewCache | None) -> CardView:
    """Return the view of a seat, the SPECTATOR or the ALL_KNOWING, with the choices if the viewer is to decide."""
    state = card_of(looked_at)
    setting = state.card_setting
    return CardView(
        viewer=viewer_name(state, viewer),
        scenario=setting.scenario.name,
        options=reuse_if_equal(cache, "options", EVERYBODY, dict(setting.options.given)),
        turn=state.turn,
        active=colour_of(state, state.active),
        ap=state.ap,
        quiet=state.quiet,
        acted=colours_of(state, state.acted),
        progress=state.progress,
        shown=state.shown,
        pending=reuse_if_equal(cache, "pending", EVERYBODY, [_pending(state, packed) for packed in state.stack]),
        players=reuse_if_equal(
            cache, "players", viewer, [_player(state, player, viewer, cache) for player in range(setting.players)]
        ),
        rooms=cached_rooms(state, state.maze, viewer, cache, _rooms),
        rooms_left=reuse_if_equal(cache, "rooms left", EVERYBODY, rooms_left(state, setting.plan.rooms)),
        tokens=_open_tokens(state, cache.tokens) if cache is not None and _all_open(state) else _tokens(state, viewer),
        lying=_lying(state, cache),
        out=reuse_if_equal(cache, "out", EVERYBODY, sorted([setting.names[token] for token in _at(state, OUT)])),
        rescued=reuse_if_equal(
            cache, "rescued", viewer, sorted([_rescued(state, token, viewer) for token in _at(state, RESCUED)])
        ),
        gone=reuse_if_equal(cache, "gone", viewer, sorted([_gone(state, token, viewer) for token in _at(state, GONE)])),
        journey=reuse_if_equal(cache, "journey", EVERYBODY if _all_open(state) else viewer, _journey(state, viewer)),
        combat=card_combat(state, viewer),
        resigned=colours_of(state, state.resigned),
        over=state.over,
        winners=colours_of(state, state.winners),
        choices=_choices(state, viewer, listed) if sees_choices(state, viewer) else [],
        declared=setting.scenario.declared,
    )


def _choices(state: CardState, viewer: int, listed: list[int] | None) -> list[Choice]:
    """Return the choices in the engine's order, unless that could identify hidden characters."""
    found = [GRAMMAR.to_choice(state, action, viewer) for action in (legal(state) if listed is None else listed)]
    return sorted(found, key=GRAMMAR.text) if has_secrets(state) else found


def _pending(state: CardState, packed: int) -> CardPendingView:
    kind, argument = frame_kind(packed), frame_argument(packed)
    about = ""
    if kind in (ROOM_DRAW, PLACE_TOKENS):
        about = slot_of(state, argument)
    elif kind == SELECT:
        about = "characters" if argument == CHARACTERS else "objects"
    elif kind in (FACING, LEAVE_OUT_CHARACTERS):
        about = str(argument)
    return CardPendingView(DECISIONS[kind], colour_of(state, frame_who(packed)), about)


# -- players and rooms ----------------------------------------------------------------------------------------------------


def _player(state: CardState, player: int, viewer: int, cache: ViewCache | None) -> CardPlayerView:
    """HID-1: hands and discards are known by counting unless memory is strict; a shown hand is visible while it is shown."""
    if cache is None:
        return _made_player(state, player, viewer, knows_hand(state, player, viewer))
    apart: list[int] = []  # tokens that are not in play, each followed by its location
    for token in state.setting.tokens_of[player]:
        if not 0 <= state.loc[token] < UNDER:
            apart.append(token)
            apart.append(state.loc[token])
    hand, knows = (state.combat_hand[player], state.used[player]), knows_hand(state, player, viewer)
    basis = (state.vp[player], state.kept_ap[player], state.jumps[player], hand, knows, apart)
    found: CardPlayerView | None = cache.get("player", viewer, player, basis)
    if found is None:
        found = cache.put("player", viewer, player, basis, _made_player(state, player, viewer, knows))
    return found


def _made_player(state: CardState, player: int, viewer: int, knows: bool) -> CardPlayerView:
    setting, own = state.card_setting, is_of(player, viewer)
    combat, used = cards_in(state.combat_hand[player]), cards_in(state.used[player])
    tokens = setting.tokens_of[player]
    team = [setting.names[token][1:] for token in tokens if state.loc[token] != SPARE]
    return CardPlayerView(
        colour=colour_of(state, player),
        vp=state.vp[player],
        kept=state.kept_ap[player],
        jumps=state.jumps[player],
        combat=combat if knows else None,
        combat_count=len(combat),
        used=used if remembers(state, viewer) else None,
        used_count=len(used),
        team=team if knows_team(state, player, viewer) else None,
        supply=masked(state, tokens_at(state, player, SUPPLY), own),
        removed=masked(state, tokens_at(state, player, REMOVED), own),
        hidden=len([token for token in tokens if state.loc[token] >= UNDER]),
    )


def _rooms(state: CardState, viewer: int) -> list[CardRoomView]:
    """Return all rooms, with the cards next to them as far as the viewer knows them."""
    under = under_rooms(state, state.maze.room_of, viewer)
    return [_room(state, tile, under[tile]) for tile in state.maze.tile_on]


def _room(state: CardState, tile: int, under: list[str]) -> CardRoomView:
    maze = state.maze
    place = slot_of(state, tile)
    if maze.room_of[tile] == UNKNOWN:
        return CardRoomView(place, "", 0, "", "", False, under)
    room = maze.plan.rooms[maze.room_of[tile]]
    gate = GATE_NAMES[maze.gates[tile]] if room.gates else ""
    return CardRoomView(place, room.name, maze.quarters[tile], turn_name(room.turn), gate, bool(maze.walls_broken[tile]), under)


# -- tokens ---------------------------------------------------------------------------------------------------------------


def _at(state: CardState, place: int) -> list[int]:
    return [token for token in range(state.setting.tokens) if state.loc[token] == place]


def _rescued(state: CardState, token: int, viewer: int) -> str:
    return state.setting.names[token] if knows_rescued(state, token, viewer) else face_down_name(state, token)


def _gone(state: CardState, token: int, viewer: int) -> str:
    return state.setting.names[token] if knows_removed(state, token, viewer) else "?"


def _tokens(state: CardState, viewer: int) -> list[CardTokenView]:
    """Return the characters in play, by place and by the name the viewer knows."""
    found: list[tuple[int, str, CardTokenView]] = []
    for men in state.men:
        for man in men:
            if state.in_play(man):
                view = _token(state, man, viewer)
                place = state.loc[man] & ~3 if view.place.endswith("?") else state.loc[man]
                found.append((order_of(state, place), view.token, view))
    return [view for _, _, view in sorted(found, key=lambda entry: entry[:2])]


def _all_open(state: CardState) -> bool:
    """Return whether everything in play is known to all: after the setup, without secret objects."""
    return state.turn > 0 and state.shown and not has_secrets(state)


def _open_tokens(state: CardState, seen: TokenCache) -> list[CardTokenView]:
    """Return the characters in play if everything in play is known to all."""
    names, loc, changed = state.setting.names, state.loc, False
    seen.reset_unless(state.setting.tokens, state.maze, state.status, state.carrier, state.entry)
    for men in state.men:
        for man in men:
            place = loc[man] if 0 <= loc[man] < UNDER else NOT_SEEN
            if place != seen.places[man]:
                seen.places[man] = place
                if place >= 0:
                    seen.views[man] = _token(state, man, ALL_KNOWING)
                changed = True
    if changed:
        playing = [man for men in state.men for man in men if seen.places[man] >= 0]
        order = [(order_of(state, seen.places[man]), names[man], man) for man in playing]
        seen.ordered = [seen.views[man] for _, _, man in sorted(order)]
    return seen.ordered


def _token(state: CardState, token: int, viewer: int) -> CardTokenView:
    name, place, status = token_name(state, token, viewer), visible_place(state, token, viewer), state.status[token]
    if not state.shown and name != state.setting.names[token]:
        return _made_token(name, place, 0, 0, [], "", "")
    carrier = state.carrier[token]
    known = 0 if hides(state, token, viewer) else status
    items = sorted([token_name(state, item, viewer) for item in state.items_of(token)])
    carried_by = token_name(state, carrier, viewer) if carrier >= 0 else ""
    entry = spot_name(state, state.entry[token]) if state.entry[token] >= 0 else ""
    return _made_token(name, place, status & (WOUNDED | HURT), known & DONE, items, carried_by, entry)


def _made_token(name: str, place: str, harm: int, done: int, items: list[str], carrier: str, entry: str) -> CardTokenView:
    flags = (bool(done & BLOCKED), bool(done & FIRED), bool(done & FOUGHT), bool(done & WALLS_USED))
    return CardTokenView(name, place, bool(harm & WOUNDED), bool(harm & HURT), *flags, items, carrier, entry)


def _lying(state: CardState, cache: ViewCache | None) -> list[LyingObjectView]:
    """OPT-11: lying objects are always visible."""
    lying = [thing for thing in state.things if state.in_play(thing) and state.carrier[thing] < 0]
    if cache is None:
        return _made_lying(state, lying)
    basis = (state.maze, lying, [state.loc[thing] for thing in lying])
    found: list[LyingObjectView] | None = cache.get("lying", EVERYBODY, 0, basis)
    if found is None:
        found = cache.put("lying", EVERYBODY, 0, basis, _made_lying(state, lying))
    return found


def _made_lying(state: CardState, lying: list[int]) -> list[LyingObjectView]:
    names = state.setting.names
    order = sorted([(order_of(state, state.loc[thing]), names[thing], thing) for thing in lying])
    return [LyingObjectView(names[thing], spot_name(state, state.loc[thing])) for _, _, thing in order]


# -- journey and combat ---------------------------------------------------------------------------------------------------


def _journey(state: CardState, viewer: int) -> CardJourneyView | None:
    if state.mover < 0:
        return None
    return CardJourneyView(
        mode=MODES[state.mode],
        token=state.setting.names[state.mover],
        steps=state.steps,
        moved=state.moved,
        seen=_spreads(state, viewer),
        robbed=sorted(token_name(state, -1 - code, viewer) for code in state.seen if code < 0),
    )


def _spreads(state: CardState, viewer: int) -> list[dict[str, str]]:
    """HID-3: with secret objects only the mover's player knows the distributions of items; hidden items are left out.

    A distribution before a robbery never recurs, so those are left out (they would name the object given away).
    """
    if not knows_spreads(state, viewer):
        return []
    since = max((at + 1 for at, code in enumerate(state.seen) if code < 0), default=0)
    return [_spread(state, code, viewer) for code in state.seen[since:]]


def _spread(state: CardState, code: int, viewer: int) -> dict[str, str]:
    found: dict[str, str] = {}
    for item, where in spread_of(state, code).items():
        if not hides(state, item, viewer):
            name_of = place_name if state.setting.is_character[item] else spot_name
            found[state.setting.names[item]] = (
                token_name(state, where, viewer) if where < LYING else name_of(state, where - LYING)
            )
    return dict(sorted(found.items()))


def card_combat(looked_at: State, viewer: int) -> CardCombatView | None:
    """CMB-10: laid cards are secret except to their player and to the Weapon master's owner; one player sees a shown hand."""
    state = card_of(looked_at)
    if state.attacker < 0:
        return None
    setting = state.card_setting
    sides = [setting.owner[state.attacker], setting.owner[state.defender]]
    totals = [side_total(state, player, not knows_gear(state, player, viewer)) for player in sides]
    other = opponent(viewer) if is_seat(viewer) else -1
    return CardCombatView(
        manner=MANNERS[state.manner],
        attacker=token_name(state, state.attacker, viewer),
        defender=token_name(state, state.defender, viewer),
        fighters=_masked_bits(state, state.fighters, viewer),
        shooters=_masked_bits(state, state.shooters, viewer),
        attack=totals[0],
        defence=totals[1],
        rage=state.rage,
        named=state.named,
        forced=state.forced,
        laid=[colour for player, colour in enumerate(setting.colours) if state.chosen[player] >= 0],
        own_cards=laid_cards(state.chosen[viewer]) if is_seat(viewer) else [],
        other_cards=laid_cards(state.chosen[other]) if may_look(state, viewer) else None,
        hand=cards_in(state.combat_hand[other]) if sees_hand(state, viewer) else None,
        cards={colour_of(state, player): laid_cards(state.chosen[player]) for player in sides} if sees_all(viewer) else {},
    )


def _masked_bits(state: CardState, bits: int, viewer: int) -> list[str]:
    return sorted(token_name(state, token, viewer) for token in range(state.setting.tokens) if bits >> token & 1)
