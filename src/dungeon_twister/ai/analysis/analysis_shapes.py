"""The shapes of what an analysis tells, JSON-able, the same for both games. Players are colours, tokens and places have the
names of the notation, as far as the player whose turn it was could know them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from dungeon_twister.game.record.choice import Choice
from dungeon_twister.game.record.json_codec import ALWAYS

FORMAT: Final = 1  # of a written analysis of a game


@dataclass(frozen=True, slots=True)
class PlanReason:
    """Why a plan is good, or what is wrong with it: the kind names the sentence (`analysis.reason.KIND`), `pieces` are the
    tokens it speaks of, who does it first; `numbers` are points, action points (`points`, `steps`) and odds (`percent`)."""

    kind: str
    pieces: list[str] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    place: str = ""  # the place of a room that is turned or revealed


@dataclass(frozen=True, slots=True)
class TokenPath:
    """The way of a token, place by place; `out` is outside the maze."""

    token: str
    path: list[str]


@dataclass(frozen=True, slots=True)
class Mark:
    """Something to be ringed: `turn` and `reveal` a room, `attack` a token, `take` an object, `drop` the place where a load is
    put down, `give` the character who gets one, `use` whatever else is done."""

    kind: str
    token: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class PlanView:
    """One way through the turn: its choices, what it is worth after the replies, why, and how to draw it. It ends with the turn
    or, with `open`, in a combat or a reveal, after which the turn goes on."""

    choices: list[Choice]
    text: list[str]
    value: float
    share: float
    wins: bool = False
    open: bool = False
    reason: PlanReason | None = None
    arrows: list[TokenPath] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Analysis:
    """A position for whoever decides: what it is worth if he plays well, in hundredths of a victory point and as the expected
    share of winning of each side, and his best plans. `plans` is empty where no turn is to be planned."""

    player: str
    value: float
    share: float
    shares: dict[str, float]
    plans: list[PlanView] = field(default_factory=list)
    win: bool = field(default=False, metadata=ALWAYS)  # he can win before the turn is over
    nodes: int = 0  # positions that were looked at


@dataclass(frozen=True, slots=True)
class Hint:
    """What a strong player would do, told in one of three grades: 1 a nudge (`nudge`), 2 the piece, 3 the plan."""

    grade: int
    nudge: PlanReason
    piece: str = ""
    plan: PlanView | None = None


@dataclass(frozen=True, slots=True)
class Threat:
    """Somebody whom another side could beat in its next turn: by whom, from where, after how many action points, how likely if
    both choose their cards well, and whether he would be out of the game."""

    token: str
    place: str
    attackers: list[str]
    percent: int
    cost: int
    fatal: bool = False


@dataclass(frozen=True, slots=True)
class ExitThreat:
    """Somebody of another side who could leave the maze in his next turn, the points that brings, and whether it wins."""

    token: str
    place: str
    cost: int
    points: int
    wins: bool = False


@dataclass(frozen=True, slots=True)
class Threats:
    """What the others could do in their next turns; who is to come first is first."""

    attacks: list[Threat] = field(default_factory=list)
    exits: list[ExitThreat] = field(default_factory=list)


# -- whole games -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Decision:
    """A stretch of a turn that one plans at once: up to its end, or to a combat or reveal. `at` is the number of choices before
    it. `loss` is the share of winning that the choices gave away; without `best` it could not be judged."""

    at: int
    played: list[str]
    played_value: float
    played_share: float
    best: PlanView | None = None
    loss: float = 0.0
    fault: PlanReason | None = None  # what is wrong with what was played


@dataclass(frozen=True, slots=True)
class TurnView:
    """One turn: the shares before it, if it is played well, and what was made of it."""

    number: int
    player: str
    at: int
    shares: dict[str, float]
    value: float
    decisions: list[Decision]
    loss: float = 0.0
    mark: str = ""  # inaccuracy, mistake, blunder
    missed_win: bool = False  # a win was there, and was not played


@dataclass(frozen=True, slots=True)
class FightView:
    """A combat: how likely the attackers were to win, draw and lose when both hands were equally likely (absent where nobody
    can count them), and who won (empty: nobody)."""

    at: int
    turn: int
    attackers: list[str]
    defenders: list[str]
    attacker: str
    defender: str
    winner: str
    odds: list[float] = field(default_factory=list)

    @property
    def luck(self) -> float:
        """How likely it was that the winner would win; 1 where it is not known or nobody won."""
        if not self.winner or not self.odds:
            return 1.0
        return self.odds[0] if self.winner == self.attacker else self.odds[2]


@dataclass(frozen=True, slots=True)
class Side:
    """What one player did: points after each turn of the game, and sums."""

    points: list[int]
    accuracy: float | None = None  # none where no turn of his was judged
    turns: int = 0
    action_points: int = 0
    steps: int = 0
    rotations: int = 0
    reveals: int = 0
    fights: int = 0
    fights_won: int = 0
    fights_expected: float = 0.0  # how many of them he was to win by the odds
    inaccuracies: int = 0
    mistakes: int = 0
    blunders: int = 0
    missed_wins: int = 0


@dataclass(frozen=True, slots=True)
class GameAnalysis:
    """A whole game. `record` is a fingerprint of the choices, `nodes` the positions that each decision was given."""

    format: int
    record: str
    scenario: str
    players: dict[str, str]
    colours: list[str]
    winners: list[str]
    nodes: int
    seed: str
    complete: bool
    turns: list[TurnView]
    fights: list[FightView]
    sides: dict[str, Side]
