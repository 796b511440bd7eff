"""Views of the board game (section 22 of its rules)."""

from __future__ import annotations

from dungeon_twister.game.record.board.notation import GRAMMAR
from dungeon_twister.game.record.board.square_names import doors_of, square_name
from dungeon_twister.game.record.grammar import Choice
from dungeon_twister.game.record.shared_names import slot_name
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
from dungeon_twister.game.views.view_shapes import CombatView, JourneyView, PendingView, PlayerView, RoomView, TokenView, View
from dungeon_twister.rules.engine.all_editions import DECISIONS
from dungeon_twister.rules.engine.board.alliances import SIDES
from dungeon_twister.rules.engine.board.carry import bearer_of
from dungeon_twister.rules.engine.board.combat import attacks, side_value
from dungeon_twister.rules.engine.board.ending import turns_to_standstill
from dungeon_twister.rules.engine.board.setting import ACTION_CARDS
from dungeon_twister.rules.engine.board.state import MODES, BoardState, board_of
from dungeon_twister.rules.engine.board.travel import nothing_left
from dungeon_twister.rules.engine.decisions import frame_argument, frame_kind, frame_who
from dungeon_twister.rules.engine.game import legal
from dungeon_twister.rules.engine.shared.duel import cards_in
from dungeon_twister.rules.engine.state import BLOCKED, GONE, HURT, OUT, POTION_SHIFT, SPARE, SUPPLY, UNDER, WOUNDED, State
from dungeon_twister.rules.geometry.maze import GATE_NAMES
from dungeon_twister.rules.visibility import (
    ALL_KNOWING,
    is_of,
    is_seat,
    knows_hand,
    knows_starter,
    remembers,
    sees_all,
    sees_choices,
    viewer_name,
)


def board_view(view: object) -> View:
    """Narrow a view to one of the board game."""
    assert isinstance(view, View)
    return view


def observe_board(looked_at: State, viewer: int, listed: list[int] | None, cache: ViewCache | None) -> View:
    """Return the view of a seat, the SPECTATOR or the ALL_KNOWING, with the choices if the viewer is to decide."""
    state = board_of(looked_at)
    setting = state.board_setting
    return View(
        viewer=viewer_name(state, viewer),
        scenario=setting.scenario.name,
        options=reuse_if_equal(cache, "options", EVERYBODY, dict(setting.options.given)),
        turn=state.turn,
        active=colour_of(state, state.active),
        ap=state.ap,
        highest=state.highest,
        shown=state.shown,
        progress=state.progress,
        pending=reuse_if_equal(cache, "pending", EVERYBODY, [_pending(state, packed) for packed in state.stack]),
        players=reuse_if_equal(
            cache, "players", viewer, [_player(state, player, viewer, cache) for player in range(setting.players)]
        ),
        rooms=cached_rooms(state, state.maze, viewer, cache, _rooms),
        rooms_left=reuse_if_equal(cache, "rooms left", EVERYBODY, rooms_left(state, setting.plan.rooms)),
        tokens=_open_tokens(state, cache.tokens) if cache is not None and state.shown else _tokens(state, viewer),
        out=reuse_if_equal(cache, "out", EVERYBODY, _named(state, OUT)),
        gone=reuse_if_equal(cache, "gone", EVERYBODY, _named(state, GONE)),
        journey=reuse_if_equal(cache, "journey", EVERYBODY, _journey(state)),
        combat=board_combat(state, viewer),
        reached=colours_of(state, state.reached),
        resigned=colours_of(state, state.resigned),
        over=state.over,
        winners=colours_of(state, state.winners),
        choices=_choices(state, listed) if sees_choices(state, viewer) else [],
        doors=doors_of(state),
        apex=slot_name(setting.apex) if setting.apex >= 0 else "",
        raised=state.maze.raised >= 0,
        elevator=slot_name(setting.elevator) if setting.elevator >= 0 else "",
        declared=setting.scenario.declared,
        standstill=turns_to_standstill(state),
    )


def _choices(state: BoardState, listed: list[int] | None) -> list[Choice]:
    return [GRAMMAR.to_choice(state, action, ALL_KNOWING) for action in (legal(state) if listed is None else listed)]


def _named(state: BoardState, place: int) -> list[str]:
    return [state.setting.names[token] for token in range(state.setting.tokens) if state.loc[token] == place]


def _pending(state: BoardState, packed: int) -> PendingView:
    return PendingView(DECISIONS[frame_kind(packed)], colour_of(state, frame_who(packed)), frame_argument(packed))


def _player(state: BoardState, player: int, viewer: int, cache: ViewCache | None) -> PlayerView:
    """Section 22: hands, discards (COMBAT-9, TURN-8), and the supply, whose contents only the owner knows (SETUP-5,
    TEAM-20)."""
    supply, spare = tokens_at(state, player, SUPPLY), tokens_at(state, player, SPARE)
    if cache is None:
        return _made_player(state, player, viewer, supply, spare)
    hands = (state.combat_hand[player], state.used[player], state.action_hand[player], state.last_card[player])
    basis = (state.vp[player], state.jumps[player], state.idle[player], hands, supply, spare)
    found: PlayerView | None = cache.get("player", viewer, player, basis)
    if found is None:
        found = cache.put("player", viewer, player, basis, _made_player(state, player, viewer, supply, spare))
    return found


def _made_player(state: BoardState, player: int, viewer: int, supply: list[int], spare: list[int]) -> PlayerView:
    own = is_of(player, viewer)
    combat, used = cards_in(state.combat_hand[player]), cards_in(state.used[player])
    return PlayerView(
        colour=colour_of(state, player),
        vp=state.vp[player],
        actions=[card for card in ACTION_CARDS if state.action_hand[player] >> card & 1],
        last=state.last_card[player],
        combat=combat if knows_hand(state, player, viewer) else None,
        combat_count=len(combat),
        used=used if remembers(state, viewer) else None,
        used_count=len(used),
        jumps=state.jumps[player],
        idle=state.idle[player],
        supply=masked(state, supply, own),
        spare=masked(state, spare, own),
        team=state.board_setting.seats[player].team,
    )


def _rooms(state: BoardState, viewer: int) -> list[RoomView]:
    """Return all rooms, with the tokens under them as far as the viewer knows them."""
    under = under_rooms(state, list(state.maze.room_of), viewer)
    return [_room(state, tile, under[tile]) for tile in range(len(under))]


def _room(state: BoardState, tile: int, under: list[str]) -> RoomView:
    setting, maze = state.board_setting, state.maze
    place = setting.layout.places[maze.place_of[tile]]
    room = maze.room_of[tile]
    first = tile * setting.plan.most_gates
    gates = [GATE_NAMES[gate] for gate in maze.gates[first : first + (setting.plan.rooms[room].gates if room >= 0 else 0)]]
    name = setting.plan.rooms[room].name if room >= 0 else ""
    capacity, kind = (-1, "any") if setting.players == 2 else (setting.capacity(tile), setting.kinds[tile])
    return RoomView(slot_name(tile), place.x, place.y, name, maze.quarters[tile], gates, under, capacity, kind)


def _tokens(state: BoardState, viewer: int) -> list[TokenView]:
    """Return the tokens on squares, in the order of the squares; face-down starters only by colour (SETUP-3)."""
    found: list[tuple[int, str, int, str]] = []
    for token in range(state.setting.tokens):
        square = state.loc[token]
        if 0 <= square < UNDER:
            name = state.setting.names[token]
            if knows_starter(state, token, viewer):
                bearer = bearer_of(state, token)
                found.append((square, name, state.status[token], state.setting.names[bearer] if bearer >= 0 else ""))
            else:
                found.append((square, name[0] + "?", 0, ""))
    found.sort()
    return [_token(name, square_name(state, square), status, carrier) for square, name, status, carrier in found]


def _open_tokens(state: BoardState, seen: TokenCache) -> list[TokenView]:
    """Return the tokens on squares once the starters are known to all."""
    setting, loc, changed = state.setting, state.loc, False
    seen.reset_unless(setting.tokens, state.maze, state.status)
    for token in range(setting.tokens):
        square = loc[token] if 0 <= loc[token] < UNDER else NOT_SEEN
        bearer = bearer_of(state, token) if square >= 0 else NOT_SEEN
        if square != seen.places[token] or bearer != seen.holders[token]:
            seen.places[token] = square
            seen.holders[token] = bearer
            if square >= 0:
                carrier = setting.names[bearer] if bearer >= 0 else ""
                seen.views[token] = _token(setting.names[token], square_name(state, square), state.status[token], carrier)
            changed = True
    if changed:
        order = [
            (seen.places[token], setting.names[token], token) for token in range(setting.tokens) if seen.places[token] >= 0
        ]
        seen.ordered = [seen.views[token] for _, _, token in sorted(order)]
    return seen.ordered


def _token(name: str, where: str, status: int, carrier: str) -> TokenView:
    """Return the view of a token on its square."""
    flags = (bool(status & WOUNDED), bool(status & HURT), bool(status & BLOCKED))
    return TokenView(name, where, *flags, status >> POTION_SHIFT, carrier)


def _journey(state: BoardState) -> JourneyView | None:
    if state.mover < 0:
        return None
    names = state.setting.names
    held = [""] if state.seen & 1 else []
    held += [names[token] for token in range(state.setting.tokens) if state.seen >> (token + 1) & 1]
    return JourneyView(
        mode=MODES[state.mode],
        token=names[state.mover],
        load=names[state.load] if state.load >= 0 else "",
        square=square_name(state, state.at),
        steps=state.steps,
        moved=state.moved,
        held=held,
        ropes_lay=[square_name(state, place) if 0 <= place < UNDER else "" for place in state.ropes_lay],
        settled=nothing_left(state),
    )


def board_combat(looked_at: State, viewer: int) -> CombatView | None:
    """COMBAT-6: a chosen card is known only to its owner until both are laid."""
    state = board_of(looked_at)
    if state.attacker < 0:
        return None
    names, colours = state.setting.names, state.setting.colours
    values = [(attacks(state, player), side_value(state, player, attacks(state, player))) for player in range(len(colours))]
    return CombatView(
        attacker=names[state.attacker],
        defender=names[state.defender],
        fighters=[names[token] for token in range(state.setting.tokens) if state.fighters >> token & 1],
        attack=sum(value for attacking, value in values if attacking),
        defence=sum(value for attacking, value in values if not attacking),
        own_card=state.chosen[viewer] if is_seat(viewer) else -1,
        chosen=[colour for player, colour in enumerate(colours) if state.chosen[player] >= 0],
        sides={colour: SIDES[side] for colour, side in zip(colours, state.sides, strict=False)},
        cards={colour: state.chosen[p] for p, colour in enumerate(colours) if state.chosen[p] >= 0 and sees_all(viewer)},
    )
