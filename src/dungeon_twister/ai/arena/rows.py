"""The rows of a dataset: one for each decision of a player, with the view, the legal choices, the choice, and the result.

A game is played as in a match (`run_game`): the same bots and the same seed give the same games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from dungeon_twister.ai.arena.matches import GameResult, run_game
from dungeon_twister.ai.arena.pairs import points_of
from dungeon_twister.ai.bots.resolve import BotLike
from dungeon_twister.game.record.json_codec import from_json, to_json
from dungeon_twister.game.record.notation import choice_text, to_choice
from dungeon_twister.game.session import GameSession
from dungeon_twister.game.views import CardView, View

Row = dict[str, Any]


class Column(NamedTuple):
    """A column: its name, its Parquet type, whether it may be empty, and its description."""

    name: str
    kind: str
    text: str
    nullable: bool = False


COLUMNS: Final = (
    Column("game", "int32", "number of the game in the dataset, from 0"),
    Column("seed", "string", "seed of the game: random draws follow from it"),
    Column("scenario", "string", "name of the scenario; `own` for one of a file, whose text is in `_dataset.json`"),
    Column("options", "string", "options of the rules as a JSON object of texts; `{}` if all have their default"),
    Column("number", "int32", "number of the decision in the game, over all players, from 0"),
    Column("turn", "int32", "number of the turn; 0 during the setup"),
    Column("seat", "int8", "who decides, as a seat: 0 begins"),
    Column("side", "string", "who decides, as a colour"),
    Column("bot", "string", "the bot on that seat, by its name in the match (`random#2` for the second of a name)"),
    Column("decision", "string", "kind of the decision, for example `act`, `travel`, `combat`"),
    Column("view", "string", "the player's view, with the choices, as JSON: `read_view` makes a View or CardView of it"),
    Column("legal", "list<string>", "the legal choices in notation, in the order of `view.choices`"),
    Column("chosen", "int32", "index of the choice made, from 0"),
    Column("choice", "string", "the same choice in notation"),
    Column("result", "float32", "the side's share in the win: 1, 0, or a part of 1; null if a bot failed", nullable=True),
    Column("points", "int16", "the player's victory points at the end"),
    Column("scores", "list<int16>", "victory points of all seats at the end"),
    Column("turns", "int32", "how many turns the game had"),
    Column("fault", "string", "which bot failed and how, in a sentence; empty if none did"),
)


@dataclass(frozen=True)
class PlayedRows:
    """The rows of one game."""

    rows: list[Row]
    faulty: bool


class Notes:
    """Collects the rows while a game is played."""

    def __init__(self) -> None:
        self.rows: list[Row] = []

    def hear(self, table: GameSession, seat: int, action: int) -> None:
        """Note a choice that is about to be made."""
        view = table.view(seat)
        choice = to_choice(table.state, action, seat)
        self.rows.append(
            {
                "number": len(self.rows),
                "turn": view.turn,
                "seat": seat,
                "side": table.colours[seat],
                "bot": table.seats[seat].name,
                "decision": view.pending[-1].kind,
                "view": to_json(view),
                "legal": [choice_text(one) for one in view.choices],
                "chosen": view.choices.index(choice),
                "choice": choice_text(choice),
            }
        )


def play_rows(bots: Sequence[BotLike], number: int, seed: str, scenario: str, options: Mapping[str, str]) -> PlayedRows:
    """Play one game and write its rows."""
    notes = Notes()
    result = run_game(bots, number, seed, scenario, dict(options), notes.hear)
    header = result.record.header
    known = {"game": number, "seed": f"{seed}/{number}", "scenario": header.scenario, "options": to_json(dict(options))}
    came_of_it = {colour: _outcome(result, colour) for colour in result.seats}
    rows = [{**known, **row, **came_of_it[row["side"]]} for row in notes.rows]
    return PlayedRows([{column.name: row[column.name] for column in COLUMNS} for row in rows], result.fault is not None)


def _outcome(result: GameResult, colour: str) -> Row:
    """Return how the game ended for a colour."""
    sides = {one: result.teams.get(one, one) for one in result.seats}
    winners = [one for one, bot in result.seats.items() if bot in result.winners]
    fault = result.fault
    return {
        "result": None if fault else points_of(winners, sides, sides[colour]),
        "points": result.vp[colour],
        "scores": list(result.vp.values()),
        "turns": result.turns,
        "fault": f"{fault.bot}: {fault.sentence}" if fault else "",
    }


def read_view(text: str) -> View | CardView:
    """Return the view of a row. Raise ShapeError if the text is not a view."""
    if text.startswith(f'{{"game":"{CardView.game}"'):
        return from_json(text, CardView)
    return from_json(text, View)
