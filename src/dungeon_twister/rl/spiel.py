"""The game for OpenSpiel, `pyspiel.load_game("python_dungeon_twister", {"scenario": "base"})` (docs/environments.md).

Importing this module registers it. Chance nodes are explicit, the utility is zero-sum and comes at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from random import Random
from typing import Any, Final

import numpy as np
import pyspiel

from dungeon_twister.game.determinization import determinize
from dungeon_twister.game.record.drawing import drawn_text
from dungeon_twister.game.record.json_codec import to_json
from dungeon_twister.game.record.notation import write
from dungeon_twister.game.views import ALL_KNOWING, SPECTATOR, observe
from dungeon_twister.rl.chance_nodes import CHANCE, OVER, ChanceNodeGame
from dungeon_twister.rl.episode import longest
from dungeon_twister.rl.information_state import InformationState
from dungeon_twister.rl.tensors import tensors_of
from dungeon_twister.rules.engine.game import new_setting
from dungeon_twister.rules.engine.setting import Setting

NAME: Final = "python_dungeon_twister"
DEFAULTS: Final[dict[str, Any]] = {"scenario": "base", "options": "", "max_choices": 0}
DIGEST: Final = 32  # bytes of the history's digest in an information state tensor

GAME_TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="Dungeon Twister",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification=DEFAULTS,
)


def options_of(text: str) -> dict[str, str]:
    """Parse options from a parameter: `name=value;name=value`."""
    pairs = [entry.split("=", 1) for entry in text.split(";") if entry]
    if any(len(pair) != 2 for pair in pairs):
        raise ValueError(f"options are name=value;name=value, not {text!r}")
    return {pair[0]: pair[1] for pair in pairs}


class DungeonTwisterGame(pyspiel.Game):  # type: ignore[misc]
    """One scenario with its options."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        self.setting: Setting = new_setting(given["scenario"], options_of(given["options"]))
        self.limit: int = given["max_choices"] or longest(self.setting)
        first = ChanceNodeGame(self.setting)
        information = pyspiel.GameInfo(
            num_distinct_actions=first.codec.size,
            max_chance_outcomes=first.codec.chances,
            num_players=self.setting.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.limit,
        )
        super().__init__(GAME_TYPE, information, params or {})

    def new_initial_state(self) -> DungeonTwisterState:
        return DungeonTwisterState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> DungeonTwisterObserver | PublicObserver:
        return make_observer(self.setting, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class DungeonTwisterState(pyspiel.State):  # type: ignore[misc]
    """One state of a game.

    OpenSpiel calls the methods with an underscore. `legal_actions` and `is_chance_node` are here as well, so that calls from
    Python do not go through C++ and back.
    """

    def __init__(self, game: DungeonTwisterGame) -> None:
        super().__init__(game)
        self.line = ChanceNodeGame(game.setting, game.limit)
        self.information = InformationState(game.setting)
        self.player = self.line.player  # a copy, as OpenSpiel asks for it several times at each step

    def current_player(self) -> int:
        return self.player

    def is_chance_node(self) -> bool:
        return self.player == CHANCE

    def is_terminal(self) -> bool:
        return self.player == OVER

    def legal_actions(self, player: int | None = None) -> list[int]:
        return self.line.sorted_codes if player is None or player == self.player else []

    def _legal_actions(self, player: int) -> list[int]:
        return self.line.sorted_codes

    def chance_outcomes(self) -> list[tuple[int, float]]:
        share = 1.0 / len(self.line.codes)
        return [(code, share) for code in self.line.sorted_codes]

    def _apply_action(self, action: int) -> None:
        self.player = self.line.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if action in self.line.codes:
            return write(self.line.state, self.line.action_of(action))
        return f"draw {action}" if player < 0 else self.line.codec.meaning(action)

    def returns(self) -> list[float]:
        return self.line.returns()

    def __str__(self) -> str:
        """Return the game with all hidden information. Different states have different hashes."""
        return f"{drawn_text(self.line.state, ALL_KNOWING)}\nhash {self.line.state.hash64():016x}\n"


def resampler(rng: Random) -> Callable[[DungeonTwisterState, int], DungeonTwisterState]:
    """Return a function that IS-MCTS calls to guess hidden information: `bot.set_resampler(resampler(Random(1)))`.

    It makes states that the player cannot distinguish from the current one. They can be played and copied, but not serialised.
    """

    def resample(state: DungeonTwisterState, player: int) -> DungeonTwisterState:
        line = state.line
        guess = determinize(observe(line.state, player), rng, line.setting)
        sample: DungeonTwisterState = state.clone()
        sample.information.go_on_from(guess, player, line)
        sample.line.go_on_from(guess)
        sample.player = sample.line.player
        return sample

    return resample


def make_observer(setting: Setting, iig_obs_type: Any, params: Any) -> DungeonTwisterObserver | PublicObserver:
    """Return the observer of a type: of one player's private and public information, or of the public information alone.

    Raise ValueError for other types.
    """
    if params:
        raise ValueError(f"an observer takes no parameters, not {params}")
    private = iig_obs_type.private_info
    if iig_obs_type.public_info and private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
        return DungeonTwisterObserver(setting, bool(iig_obs_type.perfect_recall))
    if iig_obs_type.public_info and private == pyspiel.PrivateInfoType.NONE:
        return PublicObserver(bool(iig_obs_type.perfect_recall))
    raise ValueError(
        "an observer shows public information, alone or with the private information of a single player; "
        f"public_info={iig_obs_type.public_info} with private_info={private} is not offered"
    )


class PublicObserver:
    """Observes the game as a spectator; with perfect recall also all that a spectator has seen. It has no tensor."""

    tensor = None
    dict: Final[dict[str, Any]] = {}

    def __init__(self, recalls: bool) -> None:
        self.recalls = recalls

    def set_from(self, state: DungeonTwisterState, player: int) -> None:
        raise ValueError("public information alone has no tensor, only a string (string_from)")

    def string_from(self, state: DungeonTwisterState, player: int) -> str:
        return information_state_text(state, SPECTATOR, self.recalls)


def information_state_text(state: DungeonTwisterState, viewer: int, recalls: bool) -> str:
    """Return what a viewer may know now; with recall, preceded by all that the viewer has seen."""
    view = to_json(observe(state.line.state, viewer, []))
    return "\n".join([*state.information.to(viewer, state.line), view]) if recalls else view


class DungeonTwisterObserver:
    """Observes the game from a seat; with perfect recall also a digest of all that the seat has seen and chosen."""

    def __init__(self, setting: Setting, recalls: bool) -> None:
        self.tensors = tensors_of(setting)
        self.recalls = recalls
        size = self.tensors.size
        numbers = np.zeros(size + (8 * DIGEST if self.recalls else 0), np.float32)
        self._caches = [self.tensors.new_cache(viewer) for viewer in range(setting.players)]
        self._now, self._history = numbers[:size], numbers[size:]
        self.tensor = numbers.view()
        self.tensor.flags.writeable = False
        self.dict = {
            part.name: self.tensor[part.offset : part.offset + part.size].reshape(part.shape) for part in self.tensors.parts
        }
        if self.recalls:
            self.dict["history"] = self.tensor[size:]

    def set_from(self, state: DungeonTwisterState, player: int) -> None:
        cache = self._caches[player]
        self.tensors.renew(state.line.state, cache)
        self._now[:] = np.frombuffer(b"".join(cache.pieces), np.uint8)
        if self.recalls:
            history = "\n".join(state.information.to(player, state.line)).encode()
            digest = np.frombuffer(blake2b(history, digest_size=DIGEST).digest(), np.uint8)
            self._history[:] = np.unpackbits(digest)

    def string_from(self, state: DungeonTwisterState, player: int) -> str:
        return information_state_text(state, player, self.recalls)


pyspiel.register_game(GAME_TYPE, DungeonTwisterGame)
