"""Features of characters: `UnitKind` is a character with its load, `UnitFeatures` adds the square where it stands."""

from __future__ import annotations

from typing import Final

from dungeon_twister.ai.search.board.charts import FAR, JUMPS, ROPED, WAYS, Walker
from dungeon_twister.ai.search.board.weights import VICTORY_POINT, Weights
from dungeon_twister.rules.engine.board.pieces import POTION
from dungeon_twister.rules.engine.board.setting import SHARED_LINE, BoardSetting
from dungeon_twister.rules.engine.pieces import (
    ARMOR,
    CASTS,
    CLIMBS,
    FIREBALL,
    FLIES,
    HEALS,
    REGENERATES,
    ROPE,
    SWORD,
    TREASURE,
    WALKS_WALLS,
)

ROUGH_WAYS: Final = CLIMBS | WALKS_WALLS  # what is asked of a way that is measured roughly
ROUGH_MOVEMENT: Final = 4


class UnitKind:
    """A character with what it bears, standing or fallen: all about it that does not depend on where it is.

    What it is worth on a square is `factor * fades[distance]`, and what its side loses if it loses a combat
    `loss + loss_part` of that.
    """

    __slots__ = (
        "attack",
        "defence",
        "down",
        "factor",
        "fades",
        "heals",
        "loss",
        "loss_part",
        "movement",
        "point",
        "points",
        "regenerates",
        "row",
        "row_jumping",
        "row_rough",
        "safe",
        "standing",
        "treasure_part",
        "uses",
    )

    down: bool
    heals: bool
    regenerates: bool
    attack: int
    defence: int
    movement: int
    point: int  # half steps of an action point
    points: int  # what it brings home
    factor: float
    fades: list[float]
    standing: float  # that it can act, and what its object is good for
    loss: float
    loss_part: float
    uses: list[float]  # for each kind of object what one that lies beside it is worth to it
    treasure_part: float  # and what part of its worth more, if that is a Treasure
    row: int  # which walker it is; with jump cards; if it is measured roughly
    row_jumping: int
    row_rough: int
    safe: list[bool]  # for each line square: is nobody attacked there (LINE-4)?

    def __init__(self, down: bool) -> None:
        self.down = down


class UnitFeatures:
    """One character of the position that is judged."""

    __slots__ = ("away", "loss", "near", "square", "unit_kind", "worth")

    unit_kind: UnitKind
    square: int
    worth: float  # its points, by the way to the exit
    loss: float
    away: int  # action points to the exit
    near: list[int]  # `Chart.near` of its square, if somebody needs it


class UnitKinds:
    """Makes the builds of a setting, each once, and the walkers they need."""

    def __init__(self, setting: BoardSetting, weights: Weights) -> None:
        self.setting = setting
        self.weights = weights
        self.walkers: list[Walker] = []
        objects = [token for token in range(setting.tokens) if not setting.is_character[token]]
        self.kinds = [0, *sorted({setting.capabilities[token] for token in objects})]  # of objects; the first is none
        self.kind_of = [0] * setting.tokens
        for token in objects:
            self.kind_of[token] = self.kinds.index(setting.capabilities[token], 1)
        self._fades: dict[int, list[float]] = {}
        self._safe = [[role == SHARED_LINE for role in roles] for roles in setting.line_role]
        for token in range(setting.tokens):  # so that all walkers are known before the first chart
            if setting.is_character[token]:
                for kind in range(len(self.kinds)):
                    self.unit_kind(token, kind, False)

    def fades(self, movement: int) -> list[float]:
        """For each distance in half steps what part of its points a character is worth."""
        found = self._fades.get(movement)
        if found is None:
            found = [self.weights.fading ** (distance / (2 * movement)) for distance in range(FAR + 1)]
            self._fades[movement] = found
        return found

    def unit_kind(self, token: int, kind: int, down: bool) -> UnitKind:
        """A character with an object of a kind."""
        setting, weights = self.setting, self.weights
        abilities, combat, load = setting.capabilities[token], setting.combat[token], self.kinds[kind]
        made = UnitKind(down)
        made.heals = abilities & HEALS != 0 and not down
        made.regenerates = abilities & REGENERATES != 0
        made.movement = setting.movement[token]
        made.point = 2 * made.movement
        made.points = setting.exit_vp[token] + (1 if load & TREASURE and not down else 0)
        made.attack = combat + (1 if load & SWORD else 0)
        made.defence = (0 if down else combat) + (1 if load & ARMOR else 0)
        made.fades = self.fades(made.movement)
        made.factor = weights.inside * VICTORY_POINT * made.points
        made.standing = 0.0
        if down:
            made.factor *= weights.rising if made.regenerates else weights.fallen
        else:
            made.standing = weights.standing + (self.use_of(load, abilities, combat) if kind else 0.0)
        self._set_loss(made)
        self._set_uses(made, abilities, load)
        self._set_walkers(made, token, abilities, load)
        made.safe = self._safe[setting.owner[token]]
        return made

    def _set_loss(self, made: UnitKind) -> None:
        setting, weights = self.setting, self.weights
        if made.down:
            made.loss = VICTORY_POINT if setting.kills_score else 0.0
            made.loss_part = 1.0
        else:
            made.loss = weights.standing + weights.wound
            made.loss_part = 1 - weights.fallen
            if setting.wounds_score:
                made.loss += VICTORY_POINT  # ALLY-8

    def _set_uses(self, made: UnitKind, abilities: int, load: int) -> None:
        weights = self.weights
        part = weights.lying * (weights.second if load else 1.0)
        made.treasure_part = part / max(1, made.points)
        made.uses = [0.0]
        for kind in self.kinds[1:]:
            use = weights.treasure_lies if kind & TREASURE else self.use_of(kind, abilities, made.attack)
            made.uses.append(part * use)

    def _set_walkers(self, made: UnitKind, token: int, abilities: int, load: int) -> None:
        owner = self.setting.owner[token]
        ways = jumping = abilities & WAYS
        if not ways & (CLIMBS | FLIES):
            ways |= ROPED if load & ROPE else 0
            jumping = ways | JUMPS
        made.row = self._walker(owner, ways, made.movement)
        made.row_jumping = self._walker(owner, jumping, made.movement)
        made.row_rough = self._walker(owner, abilities & ROUGH_WAYS or JUMPS, ROUGH_MOVEMENT)

    def _walker(self, player: int, ways: int, movement: int) -> int:
        if ways & ROPED:
            ways &= ~JUMPS  # the Rope is the better way over a pit
        for number, walker in enumerate(self.walkers):
            if walker.player == player and walker.ways == ways and walker.movement == movement:
                return number
        self.walkers.append(Walker(player, ways, movement))
        return len(self.walkers) - 1

    def use_of(self, kind: int, abilities: int, combat: int) -> float:
        """What an object is worth to a bearer; the point of a Treasure counts with the way to the exit."""
        weights = self.weights
        if kind & TREASURE:
            return weights.treasure
        if kind & FIREBALL:
            return weights.fireball if abilities & CASTS else weights.fireball_borne
        if kind & POTION:
            return weights.potion
        if kind & SWORD:
            return weights.sword + weights.sword_strength * combat
        if kind & ARMOR:
            return weights.armor
        return weights.rope_spare if abilities & (CLIMBS | FLIES) else weights.rope
