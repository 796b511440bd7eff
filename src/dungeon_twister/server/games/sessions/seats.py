"""Creates the rows of games and seats, after checking the request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from dungeon_twister.ai.bots.registry import bot_names, own_name
from dungeon_twister.game.record.commit_reveal import is_contribution, seed_of
from dungeon_twister.game.record.recorded_game import RecordedGame
from dungeon_twister.rules.engine.options import WITH_PEOPLE, OptionError
from dungeon_twister.rules.engine.scenario import OWN
from dungeon_twister.rules.engine.scenarios import is_text
from dungeon_twister.rules.engine.setting import Setting
from dungeon_twister.rules.engine.shared.ending import end_reason
from dungeon_twister.rules.geometry.text import TextError
from dungeon_twister.server.errors import ProtocolError
from dungeon_twister.server.games.caller import Caller
from dungeon_twister.server.games.sessions import clocks
from dungeon_twister.server.games.sessions.active_game import BOT, FREE, PERSON, sitting
from dungeon_twister.server.games.sessions.event_log_game import TIME, EventLogGame
from dungeon_twister.server.protocol import Again, HeldSeat, NewGame
from dungeon_twister.server.secret_tokens import follow_up_token, hashed, locked, new_code, new_token
from dungeon_twister.server.store import OPEN, PLAYING, GameRow, LogRow, SeatRow
from dungeon_twister.server.text_input import sentence_of, tidy_name

LONGEST_SEED: Final = 64
MOST_OPTIONS: Final = 24
LONGEST_OPTION: Final = 100
LEVELS: Final = ("", "new", "some", "strong")  # intended experience of the players


def bad_game(sentence: str) -> ProtocolError:
    return ProtocolError("bad-game", sentence, 422)


def checked_options(wish: NewGame) -> tuple[dict[str, str], str]:
    """Return the options and the clock. The clock `rules` is also an option of the rules (OPT-1).
    People end their turns themselves (TURN-3a, AP-5b); a position brings its own options."""
    options, clock = {**({} if wish.position else WITH_PEOPLE), **wish.options}, wish.clock
    if not clocks.readable(clock):
        raise bad_game(f"The clock is off, rules, days:1 to days:{clocks.MOST_DAYS}, bank:600+10 or delay:600/15.")
    too_long = any(len(name) > LONGEST_OPTION or len(value) > LONGEST_OPTION for name, value in options.items())
    if len(options) > MOST_OPTIONS or too_long:
        raise bad_game("There are not so many options.")
    timed = options.get("timer", "off") != "off"
    if clock == clocks.RULES and not timed:
        if wish.position:
            raise bad_game("The position has no clock of the rules: choose another, or none.")
        options["timer"] = "on"
    elif timed and clock != clocks.RULES:
        if clock != clocks.OFF:
            raise bad_game("A game has one clock: that of the rules, or another.")
        clock = clocks.RULES
    return options, clock


def checked_beginning(wish: NewGame, options: dict[str, str]) -> RecordedGame:
    """Return the setting of a scenario by name, of a custom one, or of a position, which a reader process has checked before
    (`GameQueries.check`, `GameQueries.check_position`)."""
    if wish.declared and (wish.scenario != OWN or not is_text(wish.declared)):
        raise bad_game("A scenario of your own is called own, and its text is that of a scenario file.")
    if is_text(wish.scenario):
        raise bad_game("A scenario has a name of one line.")
    try:
        game = RecordedGame.waiting(wish.declared or wish.scenario, options, wish.position)
        game.state.setting.check_useful()
        return game
    except (OptionError, TextError) as error:
        raise bad_game(sentence_of(error)) from None


def checked_seats(id: str, setting: Setting, wish: NewGame) -> tuple[list[SeatRow], list[HeldSeat]]:
    """Return a row for each colour, and the keys of the creator's seats."""
    unknown = [colour for colour in wish.seats if colour not in setting.colours]
    if unknown:
        raise bad_game(f"There is no {unknown[0][:20]} in this game; the colours are {', '.join(setting.colours)}.")
    if any(colour not in setting.colours for colour in wish.names):
        raise bad_game("A name is given for a colour that is not in this game.")
    rows: list[SeatRow] = []
    held: list[HeldSeat] = []
    contribution = checked_contribution(wish.contribution)
    for number, colour in enumerate(setting.colours):
        asked = wish.seats.get(colour, "friend")
        if asked == "you":
            held.append(HeldSeat(colour, new_token()))
            name = tidy_name(wish.names.get(colour, "")) or tidy_name(wish.name)
            rows.append(SeatRow(id, colour, number, PERSON, name, "", hashed(held[-1].token), id, contribution))
        elif asked == "friend":
            rows.append(SeatRow(id, colour, number, FREE))
        else:
            rows.append(bot_seat(SeatRow(id, colour, number, FREE), asked, "A seat is for you, a friend, or a bot"))
    return rows, held


def bot_seat(seat: SeatRow, asked: str, kinds: str) -> SeatRow:
    """Return the seat with the bot that `bot:NAME` names. `kinds`: the other valid values, for the
    error text."""
    bot = own_name(asked.removeprefix("bot:"))
    if bot not in bot_names():
        raise bad_game(f"{kinds}: {', '.join(f'bot:{name}' for name in bot_names())}.")
    return msgspec.structs.replace(seat, who=BOT, name=bot, bot=bot, token_hash="", holder="")


def checked_contribution(given: str) -> str:
    """Return a contribution to the seed. An empty one is fine."""
    if given and not is_contribution(given):
        raise ProtocolError("bad-contribution", "A contribution has 64 hexadecimal digits (0 to 9, a to f).", 422)
    return given


def checked_seed(wish: NewGame, seats: Sequence[SeatRow]) -> str:
    """Return a given seed. It is allowed only if nobody else plays."""
    if len(wish.seed) > LONGEST_SEED or not wish.seed.isprintable():
        raise bad_game(f"A seed has at most {LONGEST_SEED} signs.")
    if wish.seed and any(seat.who == FREE for seat in seats):
        raise seed_with_others()
    return wish.seed


def seed_with_others() -> ProtocolError:
    return ProtocolError("seed-with-others", "You can choose the seed only in a game without other people.", 422)


def new_game(
    wish: NewGame, address: str, now: float, secret: str, id: str
) -> tuple[GameRow, list[SeatRow], EventLogGame, list[HeldSeat]]:
    """Create the row of a game and its log. If all seats are taken, chance draws before anybody
    decides.

    `secret`: of which the seed is made, unless one is given. `address`: the hash of the creator's
    address.
    """
    options, clock = checked_options(wish)
    if wish.level not in LEVELS:
        raise bad_game(f"A game is for everybody, or for {', '.join(LEVELS[1:])}.")
    waiting = checked_beginning(wish, options)
    seats, held = checked_seats(id, waiting.state.setting, wish)
    seed = checked_seed(wish, seats)
    game = EventLogGame(waiting, sitting(seats))
    game.begin(seed)
    row = GameRow(
        id=id,
        code=new_code(),
        scenario=wish.scenario,
        options=options,
        seed=seed,
        clock=clock,
        stage=OPEN,
        version=game.version,
        listed=wish.listed,
        created=now,
        changed=now,
        deadline=None,
        timing="",
        rematch="",
        address=address,
        turn=game.state.turn,
        decider=(game.waiting or [""])[0],
        scores=game.game.scores,
        winners=[],
        reason="",
        offers=[],
        secret="" if seed else secret,
        declared=wish.declared,
        position=wish.position,
        hints=wish.hints,
        room=wish.room,
        level=wish.level,
    )
    return begun(row, seats, game, now), seats, game, held


def begun(row: GameRow, seats: Sequence[SeatRow], game: EventLogGame, now: float) -> GameRow:
    """Return the row with its stage. When the last seat is taken, the game and its clock begin, the
    seed is made of the secret and all contributions, and chance draws."""
    if row.stage != OPEN or any(seat.who == FREE for seat in seats):
        return row
    if not row.seed:
        contributions = {seat.colour: seat.contribution for seat in seats}
        game.begin(seed_of(row.secret, contributions))
        row = msgspec.structs.replace(row, seed=game.game.seed, contributions=contributions)
    row = msgspec.structs.replace(row, version=game.version, turn=game.state.turn, **deciding(game))
    bots = [seat.colour for seat in seats if seat.who == BOT]
    return timed(msgspec.structs.replace(row, stage=PLAYING, changed=now), clocks.next_timing(None, game, row.clock, bots, now))


def deciding(game: EventLogGame) -> dict[str, str]:
    """Return who has to decide now, as stored in the row."""
    waiting = game.waiting
    return {"decider": waiting[0] if waiting else "", "waiting": " ".join(waiting) if game.together else ""}


def timed(row: GameRow, timing: clocks.Timing | None) -> GameRow:
    return msgspec.structs.replace(row, timing=clocks.packed(timing), deadline=clocks.deadline(timing))


def advanced(
    row: GameRow, game: EventLogGame, offers: list[str], timing: clocks.Timing | None, pending: str, now: float
) -> GameRow:
    """Return the row after new log entries, with the pending requests."""
    over = game.over
    last = game.entries[-1].kind if game.entries else ""
    return msgspec.structs.replace(
        row,
        version=game.version,
        changed=now,
        stage="over" if over else row.stage,
        turn=game.state.turn,
        **deciding(game),
        scores=game.game.scores,
        winners=game.game.winners if over else [],
        reason=TIME if over and last == TIME else end_reason(game.state),
        offers=[] if over else offers,
        timing=clocks.packed(timing),
        deadline=clocks.deadline(timing),
        aside=pending,
    )


def refreshed(
    row: GameRow, game: EventLogGame, offers: list[str], timing: clocks.Timing | None, pending: str, now: float
) -> GameRow:
    """Return the row after a change without a log entry: a draw offer, a vacation, a sealed choice.
    A changed plan or a partial choice leaves no trace."""
    who = deciding(game)
    same = (row.offers, row.timing, row.waiting) == (offers, clocks.packed(timing), who["waiting"])
    after = row if same else timed(msgspec.structs.replace(row, offers=offers, changed=now, **who), timing)
    return msgspec.structs.replace(after, aside=pending)


def log_rows(id: str, game: EventLogGame, command_id: str, now: float) -> list[LogRow]:
    """Return the new entries as rows."""
    return [LogRow(id, entry.version, entry.who, entry.kind, entry.text, command_id, now) for entry in game.entries]


def free_seat(seats: Sequence[SeatRow], colour: str) -> SeatRow:
    """Return a free seat that is not reserved: that of a colour, or any."""
    free = [seat for seat in seats if seat.who == FREE and not seat.holder and colour in ("", seat.colour)]
    if not free:
        raise ProtocolError("no-seat", "That seat is taken." if colour else "All seats are taken.", 409)
    return free[0]


def taken(seat: SeatRow, name: str, holder: str, token: str = "", contribution: str = "") -> tuple[SeatRow, HeldSeat]:
    """Return the seat with a player on it, and its key."""
    held = HeldSeat(seat.colour, token or new_token())
    changes = {"who": PERSON, "name": tidy_name(name), "token_hash": hashed(held.token), "holder": holder}
    given = checked_contribution(contribution) or seat.contribution
    return msgspec.structs.replace(seat, **changes, contribution=given), held


def owned(rows: Sequence[SeatRow], held: Sequence[HeldSeat], who: Caller) -> tuple[list[SeatRow], list[HeldSeat]]:
    """Return taken seats as those of a known person: then the person's keys open them."""
    if not who.person:
        return list(rows), list(held)
    keys = {seat.colour: seat.token for seat in held}
    mine = [
        msgspec.structs.replace(row, person=who.person, token_hash=locked(keys[row.colour])) if row.colour in keys else row
        for row in rows
    ]
    return mine, [HeldSeat(seat.colour, who.token(seat.colour)) for seat in held]


def rotated(colour: str, colours: Sequence[str]) -> str:
    """Return where a colour sits in the rematch: everybody moves on by one."""
    return colours[(list(colours).index(colour) + 1) % len(colours)]


def kept_for(game: str, holder: str) -> str:
    """Return the mark that reserves a free seat of a rematch for a player."""
    return hashed(f"{game}/{holder}")[:32]


def rematch_seats(
    old: Sequence[SeatRow], seats: Sequence[SeatRow], holder: str, token: str
) -> tuple[list[SeatRow], list[HeldSeat]]:
    """Return the seats of a rematch. The asker's keys are derived from the one shown, and the others' seats are reserved for
    them."""
    colours = [seat.colour for seat in old]
    moved = {rotated(seat.colour, colours): seat for seat in old}
    rows: list[SeatRow] = []
    held: list[HeldSeat] = []
    for seat in seats:
        before = moved[seat.colour]
        if before.who == PERSON and before.holder == holder:
            row, key = taken(seat, before.name, seat.holder, follow_up_token(token, seat.game, seat.colour))
            row = msgspec.structs.replace(row, person=before.person)
            held.append(key)
        elif before.who == PERSON:
            row = msgspec.structs.replace(seat, name=before.name, holder=kept_for(before.game, before.holder))
        else:
            row = seat
        rows.append(row)
    return rows, held


def rematch_wish(row: GameRow, seats: Sequence[SeatRow], holder: str, wish: Again) -> NewGame:
    """Return the request for a rematch with rotated colours. The asker's seats and those of bots
    are taken, others are free."""
    colours = [seat.colour for seat in seats]
    wanted: dict[str, str] = {}
    for seat in seats:
        if seat.who == BOT:
            wanted[rotated(seat.colour, colours)] = f"bot:{seat.bot}"
        elif seat.holder == holder:
            wanted[rotated(seat.colour, colours)] = "you"
    options = _turned_options(row.options, colours)
    return NewGame(
        row.scenario,
        options,
        row.clock,
        wanted,
        contribution=wish.contribution,
        commitment=wish.commitment,
        promise=wish.promise,
        declared=row.declared,
        position=row.position,
        hints=row.hints,
    )


def _turned_options(options: dict[str, str], colours: Sequence[str]) -> dict[str, str]:
    """Rotate options that name a colour: a handicap (OPT-6, OPT-7) goes with its player."""
    colour, slash, rest = options.get("handicap", "").partition("/")
    if colour not in colours:
        return dict(options)
    return {**options, "handicap": f"{rotated(colour, colours)}{slash}{rest}"}
