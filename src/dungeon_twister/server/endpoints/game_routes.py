"""Routes of games: make, find, join and play them."""

from __future__ import annotations

from typing import Final

import msgspec

from dungeon_twister.presentation.guide.guide_shapes import ScenarioCard, Scene
from dungeon_twister.server.analysis_protocol import Hinted, HintWish, Threatened
from dungeon_twister.server.endpoints.route import (
    MAYBE_PERSON,
    MAYBE_SEAT,
    SEAT,
    Call,
    JsonText,
    Version,
    delete,
    get,
    post,
)
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games import LONGEST_DECLARED, MOST_TOKENS
from dungeon_twister.server.limits import CHANGED, LOOKED_UP, MADE
from dungeon_twister.server.protocol import (
    Again,
    Created,
    GameInfo,
    Join,
    Listing,
    NewGame,
    OwnGame,
    OwnGames,
    Promised,
    SeatWish,
)
from dungeon_twister.server.socket_protocol import (
    Advised,
    Ask,
    AskHistory,
    Command,
    CommandAnswer,
    History,
    Say,
    Update,
    Welcome,
)

Asked = Command | Say | Ask | AskHistory

NEW_GAME_BYTES: Final = 8 * LONGEST_DECLARED  # with a scenario in it, some characters of which may be escaped
MINE_BYTES: Final = 48 * MOST_TOKENS  # each of them has 32 characters


class Updates(msgspec.Struct, frozen=True):
    """The events since a version."""

    updates: list[Update]


# -- games ---------------------------------------------------------------------------------------------------------------


@post("/games", begins=True, needs=MAYBE_PERSON, cost=MADE, largest=NEW_GAME_BYTES, fails=(400, 401, 404, 413, 422, 503))
async def create_game(call: Call, data: NewGame) -> Created:
    """Create a game. The tokens of one's own seats are sent only in this answer."""
    call.service.check_new_game(data)
    address = call.household
    call.service.limits.check_unfinished(await call.service.games.unfinished(address), address)
    if data.seats and all(who.startswith("bot:") for who in data.seats.values()):
        call.service.limits.check_bot_games(await call.service.games.bot_games(address), address)
    call.service.limits.game(address)
    await call.service.games.moderation.renew_blocks(address)
    made = await call.service.games.create(data, address, await call.person())
    await _sat_down(call, made)
    return made


@post("/scenarios", status=200, largest=NEW_GAME_BYTES, shows=ScenarioCard, fails=(400, 413, 422))
async def read_scenario(call: Call, body: bytes) -> JsonText:
    """Return the options of a custom scenario, given as plain text, or why it cannot be played. Nothing is stored."""
    text = body.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")
    return JsonText(await call.service.games.queries.check(text, {}, call.household))


@post("/seals", fails=(400,))
async def promise(call: Call) -> Promised:
    """Make a commitment to the secret of a game about to be made, so that its maker sees it before contributing."""
    return await call.service.games.creation.seal()


@get("/games", cost=LOOKED_UP, fails=(400,))
async def list_games(call: Call, open: bool = True) -> list[GameInfo]:
    """Return listed games with free seats. `open`: the only list there is."""
    return await call.service.games.open_games() if open else []


@post("/mine", needs=MAYBE_PERSON, cost=LOOKED_UP, status=200, largest=MINE_BYTES, fails=(400, 401, 413, 422, 503))
async def own_games(call: Call, data: OwnGames) -> list[OwnGame]:
    """Return the games of some tokens, and of the person whose key is in the header, if there is one."""
    return await call.service.games.own(data.tokens, await call.person())


@get("/games/{game_id:str}", fails=(404,))
async def game_info(call: Call, game_id: str) -> GameInfo:
    """Return the public information on a game."""
    return await call.service.games.info(game_id)


@get("/games/{game_id:str}/scene", shows=Scene, fails=(404,))
async def game_scene(call: Call, game_id: str) -> JsonText:
    """Return the drawing data of the maze of a game or an uploaded record. For a custom scenario this is the only source. It
    never changes."""
    return JsonText(
        await call.service.games.queries.scene(game_id, call.household), {"cache-control": "private, max-age=86400"}
    )


@get("/codes/{code:str}", fails=(404,))
async def game_by_code(call: Call, code: str) -> GameInfo:
    """Return the game of a short code. The number of wrong codes of an address is limited."""
    with call.service.limits.guess(call.address):
        return await call.service.games.by_code(code)


@post(
    "/games/{game_id:str}/join",
    begins=True,
    needs=MAYBE_PERSON,
    cost=CHANGED,
    fails=(400, 401, 403, 404, 409, 410, 413, 422, 503),
)
async def join_game(call: Call, game_id: str, data: Join) -> Created:
    """Take a free seat. Its token is sent only in this answer."""
    address = call.household
    who = await call.person()
    await call.service.games.moderation.check_welcome(game_id, address, who)
    if await call.service.games.creation.made_from(
        game_id, address
    ):  # people of one household may play each other without limit
        made = await call.service.games.join(game_id, data, who)
    else:
        with call.service.limits.seat(address):
            made = await call.service.games.join(game_id, data, who)
    await _sat_down(call, made)
    return made


async def _sat_down(call: Call, made: Created) -> None:
    """Note the address of a player who has taken seats: players there may have blocked it."""
    colours = [seat.colour for seat in made.seats]
    await call.service.games.moderation.sat_down(made.info.id, colours, call.household)


@delete("/games/{game_id:str}", needs=SEAT, cost=CHANGED, fails=(401, 403, 404, 409))
async def delete_game(call: Call, game_id: str) -> None:
    """Delete an unfinished game: for its maker before it has begun, or for a player alone."""
    await call.service.games.delete(game_id, call.token)


@post(
    "/games/{game_id:str}/seats/{colour:str}", needs=SEAT, cost=CHANGED, status=200, fails=(400, 401, 403, 404, 409, 413, 422)
)
async def change_seat(call: Call, game_id: str, colour: str, data: SeatWish) -> GameInfo:
    """For the maker: free a seat whose player never moved, or put a bot on a free one. Other players may free their own seat
    while the game waits for players."""
    return await call.service.games.seat(game_id, colour, call.token, data.who)


@post("/games/{game_id:str}/listing", needs=SEAT, cost=CHANGED, status=200, fails=(400, 401, 403, 404, 409, 413))
async def list_game(call: Call, game_id: str, data: Listing) -> GameInfo:
    """For the maker: let everybody find the game, or only people with its link or code."""
    return await call.service.games.publish(game_id, call.token, data.listed)


@post("/games/{game_id:str}/rematch", begins=True, needs=SEAT, cost=MADE, fails=(400, 401, 403, 404, 409, 413, 422, 503))
async def rematch(call: Call, game_id: str, data: Again | None = None) -> Created:
    """Create a rematch with rotated colours. The others find it as `rematch` of the finished game and request their seats in
    the same way. A repeated request returns the same seats with the same tokens."""
    call.service.limits.game(call.address)
    made = await call.service.games.rematch(game_id, call.token, data or Again())
    await _sat_down(call, made)
    return made


# -- playing -------------------------------------------------------------------------------------------------------------


@get("/games/{game_id:str}/view", needs=MAYBE_SEAT, fails=(401, 403, 404))
async def game_view(call: Call, game_id: str) -> Welcome:
    """Return the current state, for the seat or for a spectator."""
    return await call.service.games.welcome(game_id, [await call.viewer(game_id)])


@get("/games/{game_id:str}/events", needs=MAYBE_SEAT, fails=(400, 401, 403, 404))
async def game_events(call: Call, game_id: str, since: Version = -1) -> Updates | Welcome:
    """Return the events after a version; the current state if that version is too old."""
    viewer = await call.viewer(game_id)
    if since < 0:
        return await call.service.games.welcome(game_id, [viewer])
    found = await call.service.games.updates(game_id, [viewer], since)
    return found if isinstance(found, Welcome) else Updates(found)


@post("/games/{game_id:str}/commands", needs=SEAT, cost=CHANGED, status=200, fails=(400, 401, 403, 404, 409, 410, 413, 422))
async def command(call: Call, game_id: str, data: Asked) -> CommandAnswer | Advised | History:
    """Apply a command of a seat."""
    seat = await call.seat(game_id)
    if data.seat != seat and not (isinstance(data, AskHistory) and not data.seat):
        raise ProtocolError("not-your-seat", "The token is of another seat.", 403)
    return await call.service.ask(game_id, data.seat, data, call.address)


@post("/games/{game_id:str}/hint", needs=SEAT, status=200, fails=(400, 401, 403, 404, 409, 413, 422))
async def hint(call: Call, game_id: str, data: HintWish) -> Hinted:
    """Return the choice of a strong player with the view of the seat. This is available against bots and at one screen, and if
    all players have agreed to it."""
    seat = await call.seat(game_id)
    return await call.service.games.hints.hint(game_id, seat, data, call.household)


@get("/games/{game_id:str}/threats", needs=SEAT, fails=(400, 401, 403, 404, 409, 422))
async def threats(call: Call, game_id: str, version: Version) -> Threatened:
    """Return what the others could do to the seat in their next turns, under the same conditions as hints."""
    seat = await call.seat(game_id)
    return await call.service.games.hints.threats(game_id, seat, version, call.household)


ROUTES: Final = (
    create_game,
    read_scenario,
    promise,
    list_games,
    own_games,
    game_info,
    game_scene,
    game_by_code,
    join_game,
    delete_game,
    change_seat,
    list_game,
    rematch,
    game_view,
    game_events,
    command,
    hint,
    threats,
)
