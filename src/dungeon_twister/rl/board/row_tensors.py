"""The rows of the observations of the board game: the numbers of the game and of the players."""

from __future__ import annotations

from typing import Final

from dungeon_twister.rl.board.obs_cache import BoardObservationCache
from dungeon_twister.rl.observation import HANDS, MOST, Tensors, small
from dungeon_twister.rules.engine.board.combat import attacks, side_value
from dungeon_twister.rules.engine.board.ending import turns_to_standstill
from dungeon_twister.rules.engine.board.setting import ACTION_CARDS, BoardSetting
from dungeon_twister.rules.engine.board.state import MODES, BoardState
from dungeon_twister.rules.visibility.shared import is_seat, knows_hand, remembers

GAME_ROWS: Final = 5  # pieces: deciding, two of `global`, rooms, doors
PLAYER_ROWS: Final = 3  # pieces of each player: combat cards, holdings, standing
PLAYER: Final = HANDS + 17
GLOBAL: Final = 16
TURN: Final = 8  # of `global`, the first numbers are of the game and the turn, the rest of the journey and the combat


class RowTensors(Tensors):
    """The rows after the planes: those of the game, of the players and, at the end, of the tokens."""

    def __init__(self, setting: BoardSetting, planes: int) -> None:
        super().__init__(setting)
        self.board_setting = setting
        self.planes = planes
        self.players_at = planes + GAME_ROWS
        self.rows_at = self.players_at + PLAYER_ROWS * setting.players

    def write_game(self, s: BoardState, viewer: int, cache: BoardObservationCache) -> None:
        """Write the rows of the game: the decision, the numbers of the turn, rooms left and doors."""
        pieces, at = cache.pieces, self.planes
        pieces[at] = self.deciding(s, viewer)
        turn = self._turn_key(s)
        if cache.turn != turn:
            cache.turn = turn
            pieces[at + 1] = bytes(
                [small(s.turn), small(s.ap), s.highest, *[turn >> bit & 1 for bit in range(4)], turn >> 4 & MOST]
            )
        pieces[at + 2] = self._under_way(s, viewer)
        if cache.rooms_left != s.rooms_left:
            cache.rooms_left = s.rooms_left
            pieces[at + 3] = self.rooms_left(s, len(self.board_setting.plan.rooms))
        if cache.doors is not s.doors:
            cache.doors = s.doors
            pieces[at + 4] = self._doors(s.doors, viewer)

    def _turn_key(self, s: BoardState) -> int:
        """Return the numbers of the game and of the turn in one number."""
        flags = (1 if s.shown else 0) | (2 if s.progress else 0) | (4 if s.over else 0) | (8 if s.maze.raised >= 0 else 0)
        return ((small(s.turn) << 8 | small(s.ap)) << 8 | s.highest) << 12 | small(turns_to_standstill(s)) << 4 | flags

    def _under_way(self, s: BoardState, viewer: int) -> bytes:
        """Return the numbers of the journey and of the combat."""
        if s.attacker < 0:
            return bytes(self._journey(s))
        attack = defence = 0
        for player in range(self.board_setting.players):
            attacking = attacks(s, player)
            value = side_value(s, player, attacking)
            if attacking:
                attack += value
            else:
                defence += value
        rows = self._journey(s)
        rows[5] = small(attack)
        rows[6] = small(defence)
        rows[7] = 1 + s.chosen[viewer] if is_seat(viewer) else 0
        return bytes(rows)

    def _journey(self, s: BoardState) -> list[int]:
        rows = [0] * (GLOBAL - TURN)
        if s.mover >= 0:
            rows[s.mode] = 1
            rows[len(MODES)] = small(s.steps)
            rows[1 + len(MODES)] = 1 if s.moved else 0
        return rows

    def _doors(self, doors: list[int], viewer: int) -> bytes:
        """Return the owner of each line as a way out: a player, counted from the viewer, or all players."""
        players = self.board_setting.players
        out = bytearray(len(self.board_setting.layout.lines) * (players + 1))
        for line, owner in enumerate(doors):
            if owner >= 0:
                out[line * (players + 1) + (owner if owner == players else (owner - viewer) % players)] = 1
        return bytes(out)

    def write_players(self, s: BoardState, viewer: int, cache: BoardObservationCache) -> None:
        """Write the rows of the players that have changed."""
        players, pieces, fighting = self.board_setting.players, cache.pieces, s.attacker >= 0
        if not fighting and cache.has_rows(s):
            return
        for player in range(players):
            if fighting or not cache.has_row(s, player):
                at = self.players_at + PLAYER_ROWS * ((player - viewer) % players)
                if cache.combat_hand is not s.combat_hand or cache.used is not s.used:
                    pieces[at] = self.hands(s, player, knows_hand(s, player, viewer), remembers(s, viewer))
                pieces[at + 1] = self._holding(s, player)
                pieces[at + 2] = self._standing(s, player, viewer, cache.left[player])
        cache.note_rows(s, fighting)

    def _holding(self, s: BoardState, player: int) -> bytes:
        """Return a player's action cards, points, last card and jumps."""
        cards = [s.action_hand[player] >> card & 1 for card in ACTION_CARDS]
        target = small(self.board_setting.target)
        return bytes([*cards, small(s.vp[player]), target, s.last_card[player], s.jumps[player]])

    def _standing(self, s: BoardState, player: int, viewer: int, left: int) -> bytes:
        """Return a player's idle turns, tokens outside the maze, result, and part in a combat."""
        chosen = side = 0
        if s.attacker >= 0:
            chosen, side = 1 if s.chosen[player] >= 0 else 0, 1 + s.sides[player] if s.sides else 0
        team_of = self.board_setting.team_of
        flags = [bits >> player & 1 for bits in (s.resigned, s.reached, s.winners)]
        same = 1 if team_of[player] == team_of[viewer] else 0
        return bytes([small(s.idle[player]), left >> 8, left & MOST, *flags, chosen, side, same])
