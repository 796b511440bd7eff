"""Choosing the teams (section 6): mutual choice, full frontal, draft; and removing characters for a handicap."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rules.engine import actions
from dungeon_twister.rules.engine.card import actions as card_actions
from dungeon_twister.rules.engine.card.decisions import PICKER_DRAW, SELECT
from dungeon_twister.rules.engine.card.events import PICKED, PICKER_DRAWN
from dungeon_twister.rules.engine.card.options import DRAFT, FRONTAL
from dungeon_twister.rules.engine.card.players import opponent
from dungeon_twister.rules.engine.card.refusals import NOT_AVAILABLE, NOT_IN_SUPPLY, ONLY_CHARACTERS, OTHER_COPY_FIRST
from dungeon_twister.rules.engine.card.state import CardState
from dungeon_twister.rules.engine.decisions import CHANCE, LEAVE_OUT_CHARACTERS, frame, frame_argument
from dungeon_twister.rules.engine.events import LEFT_OUT
from dungeon_twister.rules.engine.refusals import LEGAL, NOT_IN_THIS_GAME
from dungeon_twister.rules.engine.state import REMOVED, SPARE, SUPPLY

CHARACTERS: Final = 0  # the argument of a select frame
OBJECTS: Final = 1


def begin_selection(s: CardState) -> None:
    """SEL-1, SEL-3, SEL-4: begin the selection; in the tutorials the teams are fixed (SCN-3)."""
    if s.card_setting.card_scenario.team:
        for token in range(s.setting.tokens):
            s.set_loc(token, SUPPLY)
    elif s.card_setting.card_options.selection == FRONTAL:
        for player in (1, 0):
            s.stack.append(frame(SELECT, player, OBJECTS))
            s.stack.append(frame(SELECT, player, CHARACTERS))
    else:
        s.stack.append(frame(PICKER_DRAW, CHANCE))


def draw_picker(s: CardState, player: int) -> None:
    """SEL-1, SEL-4: a random player begins and becomes `active`; the other player begins the selection of objects."""
    s.active = player
    s.stack[-1] = frame(SELECT, player, CHARACTERS)
    s.note(PICKER_DRAWN, player)


def select_choices(s: CardState) -> list[int]:
    tokens = _of_kind(s, s.decider(), frame_argument(s.stack[-1]))
    return [actions.pack(card_actions.PICK, token) for token in tokens if refuse_pick(s, token) == LEGAL]


def _of_kind(s: CardState, player: int, what: int) -> list[int]:
    """Return a player's characters or objects."""
    return s.setting.characters_of[player] if what == CHARACTERS else s.card_setting.objects_of[player]


def refuse_pick(s: CardState, token: int) -> int:
    """SEL-1 to SEL-5: an own available card of the kind to choose now; of two copies the first one first."""
    setting, player = s.setting, s.decider()
    if token >= setting.tokens or setting.owner[token] != player:
        return NOT_IN_THIS_GAME
    if setting.is_character[token] != (frame_argument(s.stack[-1]) == CHARACTERS) or not _available(s, token):
        return NOT_AVAILABLE
    other = s.card_setting.earlier_copy[token]
    return OTHER_COPY_FIRST if other >= 0 and _available(s, other) else LEGAL


def _available(s: CardState, token: int) -> bool:
    """SEL-4: in a draft and a mutual choice, a card taken by one player is not available to the other, copy by copy."""
    if s.loc[token] != SPARE:
        return False
    return s.card_setting.card_options.selection == FRONTAL or s.loc[_same_card(s, token)] == SPARE


def _same_card(s: CardState, token: int) -> int:
    """Return the other player's card of the same kind."""
    return (token + s.setting.each) % s.setting.tokens


def pick(s: CardState, token: int) -> None:
    """Pick a card; in a mutual choice the other player gets the same card. Then the next player chooses."""
    player, what = s.decider(), frame_argument(s.stack[-1])
    selection = s.card_setting.card_options.selection
    s.set_loc(token, SUPPLY)
    s.note(PICKED, token)
    if selection not in (FRONTAL, DRAFT):
        s.set_loc(_same_card(s, token), SUPPLY)
    if selection == FRONTAL:
        if _has_all(s, player, what):
            s.stack.pop()
    elif not (_has_all(s, 0, what) and _has_all(s, 1, what)):
        s.stack[-1] = frame(SELECT, opponent(player), what)
    elif what == CHARACTERS:
        s.stack[-1] = frame(SELECT, opponent(s.active), OBJECTS)  # SEL-2, SEL-5
    else:
        s.stack.pop()


def _has_all(s: CardState, player: int, what: int) -> bool:
    tokens = _of_kind(s, player, what)
    wanted = s.card_setting.card_scenario.characters if what == CHARACTERS else s.card_setting.card_scenario.objects
    return sum(s.loc[token] == SUPPLY for token in tokens) == wanted


# -- handicap -----------------------------------------------------------------------------------------------------------


def begin_handicap(s: CardState) -> None:
    """SEL-6, OPT-21: remove combat cards openly and characters in secret."""
    player, options = s.setting.handicapped, s.setting.options
    if player < 0:
        return
    for card in options.handicap_cards:
        s.set_combat_hand(player, s.combat_hand[player] - (1 << 2 * int(card)))
    if options.handicap_characters:
        s.stack.append(frame(LEAVE_OUT_CHARACTERS, player, options.handicap_characters))


def leave_out_choices(s: CardState) -> list[int]:
    tokens = s.setting.characters_of[s.decider()]
    return [actions.pack(actions.LEAVE_OUT, token) for token in tokens if s.loc[token] == SUPPLY]


def refuse_leave_out(s: CardState, token: int) -> int:
    if token >= s.setting.tokens or s.setting.owner[token] != s.decider():
        return NOT_IN_THIS_GAME
    if not s.setting.is_character[token]:
        return ONLY_CHARACTERS
    return LEGAL if s.loc[token] == SUPPLY else NOT_IN_SUPPLY


def leave_out(s: CardState, token: int) -> None:
    player, left = s.decider(), frame_argument(s.stack[-1])
    s.set_loc(token, REMOVED)
    s.note(LEFT_OUT, token)
    if left > 1:
        s.stack[-1] = frame(LEAVE_OUT_CHARACTERS, player, left - 1)
    else:
        s.stack.pop()
