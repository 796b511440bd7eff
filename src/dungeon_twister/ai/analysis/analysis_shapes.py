"""Shapes of analyses. They are JSON-able and the same for both games.

Players are colours. Tokens and places have the names of the notation, as far as the player to decide could know them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from dungeon_twister.game.record.choice import Choice
from dungeon_twister.game.record.json_codec import ALWAYS

FORMAT: Final = 1  # of a written analysis of a game


@dataclass(frozen=True, slots=True)
class PlanReason:
    """The explanation of a plan or of a mistake.

    - `kind`: kind of explanation; its text is `analysis.reason.KIND`.
    - `pieces`: tokens in the text, the acting one first.
    - `numbers`: numbers in the text: `points`, `steps` (action points) and `percent` (odds).
    - `place`: place of a rotated or revealed room.
    """

    kind: str
    pieces: list[str] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    place: str = ""


@dataclass(frozen=True, slots=True)
class TokenPath:
    """The way of a token.

    - `path`: places of the way; `out` is outside the maze.
    """

    token: str
    path: list[str]


@dataclass(frozen=True, slots=True)
class Mark:
    """A highlighted token or place.

    - `kind`: `turn` and `reveal` for a room, `attack` for a token, `take` for an object, `drop` for the place of a load,
      `give` for a receiving character, `use` for other actions.
    """

    kind: str
    token: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class PlanView:
    """A plan for the turn and its evaluation.

    - `choices`, `text`: choices of the plan, as structs and as lines of notation.
    - `value`: evaluation after the replies, in hundredths of a victory point.
    - `share`: expected share of the win after the replies.
    - `wins`: the plan wins the game.
    - `open`: the plan ends with a combat or a reveal, after which the turn goes on.
    - `reason`: explanation.
    - `arrows`, `marks`: drawing.
    """

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
    """The evaluation of a position with best play.

    - `player`: colour that has to decide.
    - `value`: evaluation in hundredths of a victory point.
    - `share`: expected share of the win for this player.
    - `shares`: expected share of the win by colour.
    - `plans`: best plans; empty if the decision does not plan a turn.
    - `win`: the player can win in this turn.
    - `nodes`: number of evaluated positions.
    """

    player: str
    value: float
    share: float
    shares: dict[str, float]
    plans: list[PlanView] = field(default_factory=list)
    win: bool = field(default=False, metadata=ALWAYS)
    nodes: int = 0


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint of a strong player.

    - `grade`: 1 for `nudge` alone, 2 also for `piece`, 3 also for `plan`.
    """

    grade: int
    nudge: PlanReason
    piece: str = ""
    plan: PlanView | None = None


@dataclass(frozen=True, slots=True)
class Threat:
    """A character that another side could beat in its next turn.

    - `token`, `place`: the character and its place.
    - `attackers`: characters that would attack.
    - `percent`: chance of the attackers if both sides choose their cards well.
    - `cost`: action points of the attack.
    - `fatal`: the character would be out of the game.
    """

    token: str
    place: str
    attackers: list[str]
    percent: int
    cost: int
    fatal: bool = False


@dataclass(frozen=True, slots=True)
class ExitThreat:
    """A character of another side that could leave the maze in its next turn.

    - `cost`: action points.
    - `points`: victory points.
    - `wins`: these points win the game.
    """

    token: str
    place: str
    cost: int
    points: int
    wins: bool = False


@dataclass(frozen=True, slots=True)
class Threats:
    """The threats of the other players in their next turns, the most urgent first.

    - `attacks`: possible attacks.
    - `exits`: possible exits.
    """

    attacks: list[Threat] = field(default_factory=list)
    exits: list[ExitThreat] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Reach:
    """The places that a character of another side could walk to in one turn, with all action points for it alone.

    - `token`, `place`: the character and its place.
    - `places`: the least action points by place.
    """

    token: str
    place: str
    places: dict[str, int]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The answer of the engine for a position with nothing hidden.

    - `depth`: 0 for threats and reach, 1 and more for an analysis.
    - `kind`: `turn` if plans for a turn can be found; else `setup`, `combat`, `place`, `chance` or `over`.
    - `analysis`: shares of the win and best plans; null for depth 0.
    - `threats`: threats of the other sides against the player to decide.
    - `reaches`: what the characters of the other sides could reach in their next turns.
    """

    depth: int
    kind: str
    analysis: Analysis | None = None
    threats: Threats | None = None
    reaches: list[Reach] = field(default_factory=list)


# -- whole games -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Decision:
    """A part of a turn that a player plans as a whole: up to the end of the turn, a combat or a reveal.

    - `at`: number of choices before it.
    - `played`: choices that were made.
    - `played_value`, `played_share`: evaluation of these choices.
    - `best`: best plan; null if the decision cannot be judged.
    - `loss`: share of the win that the choices gave away.
    - `fault`: explanation of the mistake.
    """

    at: int
    played: list[str]
    played_value: float
    played_share: float
    best: PlanView | None = None
    loss: float = 0.0
    fault: PlanReason | None = None


@dataclass(frozen=True, slots=True)
class TurnView:
    """A turn and its evaluation.

    - `at`: number of choices before it.
    - `shares`: expected share of the win by colour before the turn, with best play.
    - `value`: evaluation before the turn, in hundredths of a victory point.
    - `loss`: share of the win that the turn gave away.
    - `mark`: `inaccuracy`, `mistake` or `blunder`; empty for none.
    - `missed_win`: the player could have won in this turn.
    """

    number: int
    player: str
    at: int
    shares: dict[str, float]
    value: float
    decisions: list[Decision]
    loss: float = 0.0
    mark: str = ""
    missed_win: bool = False


@dataclass(frozen=True, slots=True)
class FightView:
    """A combat and its odds.

    - `at`: number of choices before it.
    - `turn`: number of the turn.
    - `attackers`, `defenders`: characters that took part.
    - `attacker`, `defender`, `winner`: colours; an empty winner means a tie.
    - `odds`: chances of a victory, a tie and a defeat of the attackers, if all cards of both hands were equally likely.
      Empty if they are unknown.
    """

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
    """Statistics of a player.

    - `points`: victory points after each turn of the game.
    - `accuracy`: accuracy of the player's choices; null if no turn was judged.
    - `fights_expected`: expected number of won fights by the odds.
    """

    points: list[int]
    accuracy: float | None = None
    turns: int = 0
    action_points: int = 0
    steps: int = 0
    rotations: int = 0
    reveals: int = 0
    fights: int = 0
    fights_won: int = 0
    fights_expected: float = 0.0
    inaccuracies: int = 0
    mistakes: int = 0
    blunders: int = 0
    missed_wins: int = 0


@dataclass(frozen=True, slots=True)
class GameAnalysis:
    """The analysis of a whole game.

    - `format`: version of this format.
    - `record`: fingerprint of the choices.
    - `nodes`: number of positions evaluated for each decision.
    - `seed`: seed of the analysis.
    - `complete`: all turns are analysed.
    """

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
