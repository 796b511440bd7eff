"""The player's screen: the board in colour (readable without), both players' figures, recent events, the choices."""

from __future__ import annotations

from rich.text import Text

from dungeon_twister.cli.board import status_panel
from dungeon_twister.cli.board.maze_drawing import MazeDrawing
from dungeon_twister.cli.game_display import Viewport, player_table
from dungeon_twister.cli.texts import piece_name, t, t_plural
from dungeon_twister.game.views import PlayerView, View
from dungeon_twister.rules.engine.board.state import BoardState


def draw_maze(state: BoardState, view: View, viewport: Viewport, everything: bool) -> list[Text]:
    """Draw the maze with all tokens, as large as it fits."""
    return MazeDrawing(state, None if everything else view, viewport.reach).lines(viewport)


def is_multiplayer(state: BoardState) -> bool:
    """Return whether more than two play."""
    return state.setting.players > 2


# -- the panel ---------------------------------------------------------------------------------------------------------


def player_lines(view: View, state: BoardState) -> list[Text]:
    """Return a table with one line per player: points, action points, cards."""
    counted = state.board_setting.has_teams or not state.setting.target
    target = "" if counted else f"/{state.setting.target}"
    cards = [t(f"terminal.panel.{kind}-cards") for kind in ("action", "combat", "jump")]
    head = [t("terminal.panel.vp"), t("parts.ap"), *cards, ""]
    active = view.active if view.turn > 0 and not view.over else ""
    rows = [_player_cells(view, player, target, player.colour == active) for player in view.players]
    return player_table(head, rows, [player.colour for player in view.players], active) + status_panel.team_line(state)


def _player_cells(view: View, player: PlayerView, target: str, active: bool) -> list[str]:
    cards = " ".join(str(card) if card in player.actions else "." for card in (2, 3, 4, 5))
    last = f" ({t('terminal.panel.last-card', card=player.last)})" if player.last else ""
    held = " ".join(str(card) for card in player.combat or [])
    hand = t("terminal.panel.left", count=player.combat_count) if player.combat is None else held
    about = [f"({t('parts.you')})"] if player.colour == view.viewer else []
    about += [f"({t('terminal.panel.has-resigned')})"] if player.colour in view.resigned and not view.over else []
    points = f"{player.vp}{target}"
    return [points, str(view.ap) if active else "-", cards + last, hand, str(player.jumps), " ".join(about)]


def notes(view: View, state: BoardState) -> list[Text]:
    """Return further notes: potion AP, blocked and removed characters, own face-down tokens, the combat, the journey."""
    found: list[str] = []
    marks = [t("terminal.mark.potion", token=token.token, points=token.potion) for token in view.tokens if token.potion]
    marks += [t("terminal.mark.blocked", token=token.token) for token in view.tokens if token.blocked]
    marks += [t("terminal.mark.wounded", token=token.token) for token in view.tokens if token.hurt]
    lists = [("this-turn", marks), ("out", view.out), ("gone", view.gone), ("own-hidden", _own_hidden(view))]
    labelled = [(title, t(f"terminal.list.{title}", names=", ".join(names))) for title, names in lists if names]
    line = "   ".join(text for title, text in labelled if title != "own-hidden")
    found += [line] if line else []
    found += [text for title, text in labelled if title == "own-hidden"]
    if is_multiplayer(state):
        found += status_panel.special_notes(view, state)
    found += status_panel.rooms_note(view, state)
    found += status_panel.standstill_note(view) + _combat_note(view) + _journey_note(view)
    return [Text(text) for text in found]


def _own_hidden(view: View) -> list[str]:
    """Return the viewer's own tokens under face-down rooms, room by room, as far as the viewer may know them."""
    found: list[str] = []
    for room in view.rooms:
        own = [name for name in room.under if name[0] == view.viewer[0] and name[1] != "?"]
        if own and not room.name:
            found.append(f"{room.place} {' '.join(own)}")
    return found


def _combat_note(view: View) -> list[str]:
    combat = view.combat
    if combat is None:
        return []
    card = "; " + t("terminal.combat.your-card", card=combat.own_card) if combat.own_card >= 0 else ""
    who, whom = (f"{token} {piece_name('board', token)}" for token in (combat.attacker, combat.defender))
    fighters = ", ".join(combat.fighters)
    sides = t("terminal.combat.sides", fighters=fighters, attack=combat.attack, defence=combat.defence)
    if not combat.fighters:
        sides = t("terminal.combat.open")  # the participants are known when all have decided (ALLY-23)
    return [f"{t('terminal.combat.close', attacker=who, defender=whom)}{status_panel.sides_note(view)}; {sides}{card}"]


def _journey_note(view: View) -> list[str]:
    journey = view.journey
    if journey is None:
        return []
    load = f"{journey.load} {piece_name('board', journey.load)}" if journey.load else ""
    load = t("maze.carries", load=load) if load else t("terminal.journey.nothing")
    here = [
        token.token
        for token in view.tokens
        if token.square == journey.square and token.token not in (journey.token, journey.load)
    ]
    also = "; " + t("terminal.journey.also", tokens=", ".join(here)) if here else ""
    at = f"{journey.token} {piece_name('board', journey.token)} {t('game.place.square.at', square=journey.square)}"
    words = f"{at}, {t_plural('play.steps-left', journey.steps)}, {load}{also}"
    return [t("terminal.journey", mode=t(f"game.deed.{journey.mode}"), words=words)]
