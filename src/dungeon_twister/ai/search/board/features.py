"""Features of characters: `UnitKind` is a character with its load, `UnitFeatures` adds the square where it stands."""

from __future__ import annotations

from typing import Final

from dungeon_twister.ai.search.board.distance_maps import FAR, JUMPS, ROPED, WAYS, Walker
from dungeon_twister.ai.search.board.learned import Corrections
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
from dungeon_twister.rules.geometry.rows import floats_of, zero_floats
from dungeon_twister.rules.geometry.vectors import Floats, Numbers

ROUGH_WAYS: Final = CLIMBS | WALKS_WALLS  # abilities that a rough measure of ways considers
ROUGH_MOVEMENT: Final = 4


class UnitKind:
    """The features of a character with its load, wounded or not, that do not depend on its square.

    Its value on a square is `factor * fades[distance]`. Its side loses `loss + loss_part * value` with a lost combat.
    """

    __slots__ = (
        "attack",
        "correction",
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
    points: int  # victory points it scores at the exit
    factor: float
    fades: Floats
    correction: Floats  # learned, for each distance
    standing: float  # value of being able to act, and of its object
    loss: float
    loss_part: float
    uses: Floats  # value of an object that lies near, for each kind of object
    treasure_part: float  # for a Treasure, the part of the character's value to add
    row: int  # number of its walker; below: with jump cards, and for a rough measure
    row_jumping: int
    row_rough: int
    safe: list[bool]  # for each line square: no attack is possible there (LINE-4)

    def __init__(self, down: bool) -> None:
        self.down = down


class UnitFeatures:
    """The features of one character in the position to evaluate."""

    __slots__ = ("away", "loss", "near", "square", "unit_kind", "worth")

    unit_kind: UnitKind
    square: int
    worth: float  # value of its points, by the distance to the exit
    loss: float
    away: int  # action points to the exit
    near: Numbers  # `DistanceMap.near` of its square, if needed


class UnitKinds:
    """Makes the unit kinds of a setting, each once, and their walkers."""

    def __init__(self, setting: BoardSetting, weights: Weights, corrections: Corrections | None) -> None:
        self.setting = setting
        self.weights = weights
        self.corrections = corrections
        self._nothing = zero_floats(FAR + 1)
        self.walkers: list[Walker] = []
        objects = [token for token in range(setting.tokens) if not setting.is_character[token]]
        self.kinds = [0, *sorted({setting.capabilities[token] for token in objects})]  # of objects; the first is no object
        self.kind_of = [0] * setting.tokens
        self.object_signs = [""] * len(self.kinds)
        for token in objects:
            self.kind_of[token] = self.kinds.index(setting.capabilities[token], 1)
            self.object_signs[self.kind_of[token]] = setting.pieces[token % setting.each].sign
        self._fades: dict[int, Floats] = {}
        self._safe = [[role == SHARED_LINE for role in roles] for roles in setting.line_role]
        for token in range(setting.tokens):  # so that all walkers are known before the first distance map
            if setting.is_character[token]:
                for kind in range(len(self.kinds)):
                    self.unit_kind(token, kind, False)

    def fades(self, movement: int) -> Floats:
        """Return the part of a character's points that counts at each distance in half steps."""
        found = self._fades.get(movement)
        if found is None:
            found = floats_of([self.weights.fading ** (distance / (2 * movement)) for distance in range(FAR + 1)])
            self._fades[movement] = found
        return found

    def unit_kind(self, token: int, kind: int, down: bool) -> UnitKind:
        """Make the unit kind of a character with an object of this kind."""
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
        self._set_correction(made, token, kind)
        self._set_loss(made)
        self._set_uses(made, abilities, load)
        self._set_walkers(made, token, abilities, load)
        made.safe = self._safe[setting.owner[token]]
        return made

    def _set_correction(self, made: UnitKind, token: int, kind: int) -> None:
        corrections = self.corrections
        if corrections is None:
            made.correction = self._nothing
            return
        made.correction = corrections.curve(token, made.movement, made.down, FAR)
        if kind and not made.down:
            made.standing += corrections.carried(token, self.object_signs[kind])

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
        uses = [0.0]
        for kind in self.kinds[1:]:
            use = weights.treasure_lies if kind & TREASURE else self.use_of(kind, abilities, made.attack)
            uses.append(part * use)
        made.uses = floats_of(uses)

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
        """Return the value of an object for its bearer, without the point of a Treasure, which counts at the exit."""
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
