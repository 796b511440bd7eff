"""The screen below the maze: both players' figures, the current state, and a closer look at a character or a room."""

from __future__ import annotations

from rich.text import Text

from dungeon_twister.cli.card.links import connections, link_words, sights
from dungeon_twister.cli.card.maze_drawing import MazeDrawing
from dungeon_twister.cli.card.piece_names import PIECES, ability, name_of, piece_name, stats_of, wounded_word
from dungeon_twister.cli.card.room_text import token_style
from dungeon_twister.cli.game_display import Viewport, player_table
from dungeon_twister.cli.menus import InputError
from dungeon_twister.cli.text_layout import wrapped
from dungeon_twister.cli.texts import colour_word, colour_words, t, t_plural
from dungeon_twister.game.record.card.token_names import read_place, read_tile, read_token
from dungeon_twister.game.views import CardView
from dungeon_twister.game.views.card_shapes import CardPlayerView, CardTokenView
from dungeon_twister.presentation.i18n import capital
from dungeon_twister.rules.engine.card.ending import QUIET_LIMIT
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.card.values import gear_of, value_of
from dungeon_twister.rules.geometry.zone_plan import LETTER_COUNT, LETTERS
from dungeon_twister.rules.visibility import viewer_of
from dungeon_twister.rules.visibility.card import knows_gear

QUIET_WARNING = 20  # from this number on, the quiet turns are counted on the screen (END-5)


# -- players -----------------------------------------------------------------------------------------------------------


def player_lines(state: CardState, view: CardView) -> list[Text]:
    """Return a table with one line per player: points, action points, cards."""
    head = [t("terminal.panel.vp"), t("parts.ap"), t("terminal.panel.jump-cards"), t("terminal.panel.combat-cards")]
    head += [t("terminal.panel.used"), t("terminal.link.face-down"), ""]
    active = view.active if view.turn > 0 and not view.over else ""
    rows = [_player_cells(state, view, player, player.colour == active) for player in view.players]
    return player_table(head, rows, [player.colour for player in view.players], active)


def _player_cells(state: CardState, view: CardView, player: CardPlayerView, active: bool) -> list[str]:
    ap = str(view.ap) if active else f"- ({t('terminal.panel.keeps', points=player.kept)})" if view.turn else ""
    cards = ["", ""]
    if state.card_setting.combat_cards:
        cards[0] = str(player.combat_count) if player.combat is None else _cards(player.combat)
        used = str(player.used_count) if player.used is None else _cards(player.used)
        cards[1] = used if player.used_count else ""
    you = f"({t('parts.you')})" if player.colour == view.viewer else ""
    return [f"{player.vp}/{state.setting.target}", ap, str(player.jumps), *cards, str(player.hidden or ""), you]


def _cards(values: list[int]) -> str:
    return "".join(str(value) for value in values) or t("terminal.card.none")


# -- current state ----------------------------------------------------------------------------------------------------


def notes(state: CardState, view: CardView, viewport: Viewport) -> list[Text]:
    """Return notes: teams during selection, marks of this turn, removed characters, the combat, the journey, the inspected
    piece."""
    found = _team_notes(state, view)
    removed = [name for player in view.players for name in player.removed if name[1] != "?"]
    lists = [
        ("this-turn", _marks(view)),
        ("out", view.out),
        ("rescued", view.rescued),
        ("gone", view.gone),
        ("removed", removed),
    ]
    line = "   ".join(t(f"terminal.list.{title}", names=", ".join(names)) for title, names in lists if names)
    found += [line] if line else []
    if view.quiet >= QUIET_WARNING and not view.over:
        found.append(t("terminal.panel.quiet", turns=view.quiet, limit=QUIET_LIMIT) + " (END-5).")
    found += _combat_notes(state, view)
    texts = [Text(text) for text in found]
    if view.journey is not None:
        texts += look_at(state, view, view.journey.token, viewport.width)
    elif viewport.focus in [seen.token for seen in view.tokens]:
        texts += look_at(state, view, viewport.focus, viewport.width)
    return texts


def _team_notes(state: CardState, view: CardView) -> list[str]:
    """Return the choices of each team so far, as far as they are known (SEL-1, SEL-4)."""
    if not view.pending or view.pending[-1].kind not in ("select", "leave-out"):
        return []
    declared = state.card_setting.card_scenario
    found = [t("terminal.panel.team-size", characters=declared.characters, objects=declared.objects)]
    for player in view.players:
        team = player.team if player.team is not None else ["?"] * len(player.supply)
        known = [name_of(PIECES[sign]) for sign in team if sign in PIECES]
        found.append(f"  {colour_word(player.colour):<7}{', '.join(known) or t_plural('play.cards-count', len(team))}")
    return found


def _marks(view: CardView) -> list[str]:
    found: list[str] = []
    for seen in view.tokens:
        words = [
            "wounded" if seen.hurt else "",
            "blocked" if seen.spent else "",
            "fired" if seen.fired else "",
            "fought" if seen.fought else "",
            "back" if seen.entry else "",
        ]
        found += [t(f"terminal.mark.{word}", token=seen.token, place=seen.entry) for word in words if word]
    return found


def _combat_notes(state: CardState, view: CardView) -> list[str]:
    """Return the participants with their strengths, the sums without cards, and all announcements so far."""
    combat = view.combat
    if combat is None:
        return []
    lines = [t(f"terminal.combat.{combat.manner}", attacker=_full(combat.attacker), defender=_full(combat.defender))]
    sides = {view.players[state.setting.owner[state.attacker]].colour: combat.attack}
    sides |= {view.players[state.setting.owner[state.defender]].colour: combat.defence}
    for colour, total in sides.items():
        values = ", ".join(_fighter(state, view, name) for name in combat.fighters if name[0] == colour[0])
        two = combat.rage > 1 and colour[0] == combat.attacker[0]
        sum_words = t("terminal.combat.and-cards" if two else "terminal.combat.and-card", total=total)
        lines.append(f"  {colour_word(colour):<7}{values} = {sum_words}")
    said = [t("terminal.combat.named", card=combat.named) if combat.named else ""]
    said += [t("terminal.combat.forced", card=combat.forced) if combat.forced else ""]
    said += [t("terminal.combat.your-cards", cards=_cards(combat.own_cards)) if combat.own_cards else ""]
    said += [t("terminal.combat.other-cards", cards=_cards(combat.other_cards)) if combat.other_cards else ""]
    said += [t("terminal.combat.other-hand", cards=_cards(combat.hand)) if combat.hand else ""]
    said += [t("terminal.combat.played", players=colour_words(combat.laid)) if combat.laid else ""]
    line = "; ".join(word for word in said if word)
    return [*lines, f"  {line}"] if line else lines


def _fighter(state: CardState, view: CardView, name: str) -> str:
    """Return a participant with its strength; hidden Swords and Armors are left out (OPT-12)."""
    token = read_token(state, name)
    owner = state.setting.owner[token]
    side = [man for man in state.men[owner] if state.fighters >> man & 1]
    value = value_of(state, token, side)
    gear = gear_of(state, token) if knows_gear(state, owner, viewer_of(state.setting, view.viewer)) else 0
    shoots = state.manner == 2 and state.shooters >> token & 1
    return f"{name} {value}" + (f"+{gear}" if gear else "") + (f" ({t('terminal.combat.shoots')})" if shoots else "")


def _full(token: str) -> str:
    return f"{token} {piece_name(token)}" if token[1:2] != "?" else token


# -- a closer look -----------------------------------------------------------------------------------------------------


def look(state: CardState, view: CardView, word: str, width: int) -> list[Text]:
    """Draw a room (`R3`), or describe a character in play."""
    if word[:1] in "rR" and word[1:].isdigit():
        return _look_at_room(state, view, word.upper(), width)
    return look_at(state, view, word, width)


def _look_at_room(state: CardState, view: CardView, slot: str, width: int) -> list[Text]:
    """Draw a room large, with all ways out of all zones."""
    if slot not in [room.place for room in view.rooms]:
        raise InputError(t("terminal.error.no-room", place=slot, last=f"R{len(view.rooms)}"))
    tile = read_tile(state, slot)
    lines = MazeDrawing(state, view, Viewport(width)).room(tile)
    if not state.maze.room_of[tile] >= 0:
        return lines
    for letter in range(LETTER_COUNT):
        zone = tile * LETTER_COUNT + letter
        lines += wrapped(
            Text(
                f" {LETTERS[letter]}: {t('terminal.look.ways', ways=ways_in_words(state, zone), sights=_sights(state, zone))}"
            ),
            width,
            4,
        )
    return lines


def look_at(state: CardState, view: CardView, token: str, width: int) -> list[Text]:
    """Describe a character: name, place, load, ways out, line of sight."""
    seen = next((seen for seen in view.tokens if seen.token == token), None)
    if seen is None:
        raise InputError(t("terminal.error.not-in-play", token=token))
    name = Text(f"{token} ", style=token_style(token), end="")
    about = t("terminal.look.hidden")
    if token[1:] in PIECES:
        about = t("terminal.help.entry", title=f"{piece_name(token)} {stats_of(token)}", text=ability(token))
    name.append(f"{about} {_standing(view, seen)}", style="not bold not underline default on default")
    lines = wrapped(name, width, 4)
    if seen.place.endswith("?"):
        return lines
    place = read_place(state, seen.place)
    lines += wrapped(
        Text(f"    {t('terminal.look.from-here', ways=ways_in_words(state, place), sights=_sights(state, place))}"), width, 6
    )
    return lines


def _standing(view: CardView, seen: CardTokenView) -> str:
    parts = [capital(t("terminal.place.at", place=_located(view, seen.place)))]
    items = ", ".join(map(_full, seen.items))
    parts += [t("maze.carries", load=items) if items else t("terminal.journey.nothing")]
    if seen.carrier:
        parts = [t("terminal.look.carried", token=_full(seen.carrier))]
    if view.journey is not None and view.journey.token == seen.token and view.journey.mode == "move":
        parts.append(t_plural("play.steps-left", view.journey.steps))
    parts += [wounded_word(seen.token)] if seen.wounded else []
    return ", ".join(parts) + "."


def _located(view: CardView, place: str) -> str:
    """Return a zone with the place of its room."""
    slot = next((room.place for room in view.rooms if room.name and place.startswith(f"{room.name}.")), "")
    return f"{place} ({slot})" if slot else place


def ways_in_words(state: CardState, place: int) -> str:
    """Return all ways out of a zone or station."""
    if place >= state.maze.plan.zones:
        words = link_words(state.maze, place)
        return t("terminal.look.station", letter=state.maze.name(place)[-1], link=words)
    found = [f"{t(f'terminal.ways.{kind}')} {' '.join(names)}" for kind, names in connections(state.maze, place)]
    return "; ".join(found) or t("terminal.look.no-way")


def _sights(state: CardState, place: int) -> str:
    return " ".join(sights(state, place)) or t("terminal.look.no-sight")
