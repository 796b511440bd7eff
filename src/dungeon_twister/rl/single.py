"""The game as a Gymnasium environment for one learner, `DungeonTwister-v0`, and a vectorised one (docs/environments.md)."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from dungeon_twister.ai.bots.resolve import BotLike
from dungeon_twister.rl.codes import CodeError
from dungeon_twister.rl.episode import Episode
from dungeon_twister.rl.opponents import Opponents
from dungeon_twister.rl.rendering import RENDER_MODES, rendered
from dungeon_twister.rl.start_position import start_state
from dungeon_twister.rules.engine.game import Given, new_setting

ID = "DungeonTwister-v0"
ILLEGAL = -1.0  # the reward of a choice that the mask does not allow; it also loses the game


def register() -> None:
    """Register the environment for `gymnasium.make("DungeonTwister-v0")`."""
    if ID not in gymnasium.registry:
        gymnasium.register(
            ID,
            entry_point="dungeon_twister.rl.single:DungeonTwisterEnv",
            vector_entry_point="dungeon_twister.rl.single:DungeonTwisterVectorEnv",
        )


class DungeonTwisterEnv(gymnasium.Env[Any, Any]):
    """One seat against bots.

    Observations have what the seat may know; `action_masks()` and `info["action_mask"]` have its choices. The reward comes at
    the end: 1 for a sole win, -1 for a loss between two, 0 for a draw.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012 - Gymnasium's own way

    def __init__(
        self,
        scenario: str = "base",
        options: Given | None = None,
        opponent: BotLike = "random",
        seat: int | None = 0,
        max_choices: int = 0,
        render_mode: str | None = None,
    ) -> None:
        """Make an environment with one learner, and bots at the other seats.

        `opponent` is a bot as for ladders: a name, perhaps with parameters, `module:Class`, a class, a function that makes a
        bot, or an object; `PolicyBot(model)` is a trained agent. `seat` None means a different seat in each game, by the seed.
        """
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)}, not {render_mode!r}")
        self.render_mode = render_mode
        self.episode = Episode(new_setting(scenario, options), max_choices)
        players = self.episode.setting.players
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"seat is a number from 0 to {players - 1} or None, not {seat!r}")
        self.seat = seat or 0
        self._given_seat = seat
        self._others = Opponents(opponent)
        self.observation_space = spaces.Box(0, 255, (self.episode.tensors.size,), np.uint8)
        self.action_space = spaces.Discrete(self.episode.codec.size)

    def set_opponent(self, opponent: BotLike) -> None:
        """Set the bot for the next games, such as the newest checkpoint of the learner."""
        self._others.set(opponent)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a new game, or with `options={"position": text}` from a position (docs/positions.md)."""
        origin = start_state(self.episode.setting, options)
        super().reset(seed=seed)
        if self._given_seat is None:
            self.seat = int(self.np_random.integers(self.episode.setting.players))
        self._others.begin(self.episode, self.seat, int(self.np_random.integers(2**63)), origin)
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        episode = self.episode
        try:
            episode.step(int(action))
        except CodeError:
            episode.cut = True
            return self._observation(), ILLEGAL, True, False, self._info()
        self._others.go_on(episode, self.seat)
        reward = episode.rewards()[self.seat]
        return self._observation(), reward, episode.state.over, episode.cut, self._info()

    def action_masks(self) -> Any:
        """Return the mask that MaskablePPO asks for: true for each number that may be chosen now."""
        return np.frombuffer(self.episode.mask(self.seat), np.bool_)

    def render(self) -> Any:
        """Render the game as a spectator sees it."""
        return None if self.render_mode is None else rendered(self.episode.state, self.render_mode)

    def _observation(self) -> Any:
        return np.frombuffer(self.episode.observation(self.seat), np.uint8)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": np.frombuffer(self.episode.mask(self.seat), np.int8)}


class DungeonTwisterVectorEnv(VectorEnv[Any, Any, Any]):
    """Many such games in one process. A finished game restarts with the next step, whose action is ignored."""

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": [], "render_fps": 4}  # noqa: RUF012

    def __init__(self, num_envs: int = 1, **arguments: Any) -> None:
        arguments.pop("render_mode", None)
        self.envs = [DungeonTwisterEnv(**arguments) for _ in range(num_envs)]
        self.num_envs = num_envs
        self.render_mode = None
        self.single_observation_space = self.envs[0].observation_space
        self.single_action_space = self.envs[0].action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._over = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin new games.

        From one seed every game gets its own: the seed plus its number. `options` apply to all of them, but not to games that
        restart by themselves.
        """
        seeds = seed if isinstance(seed, list) else [None if seed is None else seed + n for n in range(self.num_envs)]
        first = [env.reset(seed=one, options=options)[0] for env, one in zip(self.envs, seeds, strict=True)]
        self._over[:] = False
        return np.stack(first), self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        observations = np.empty(self.observation_space.shape, np.uint8)
        rewards = np.zeros(self.num_envs, np.float64)
        terminated = np.zeros(self.num_envs, np.bool_)
        truncated = np.zeros(self.num_envs, np.bool_)
        for number, env in enumerate(self.envs):
            if self._over[number]:
                observations[number] = env.reset()[0]
            else:
                made = env.step(actions[number])
                observations[number], rewards[number], terminated[number], truncated[number] = made[:4]
        self._over = terminated | truncated
        return observations, rewards, terminated, truncated, self._infos()

    def set_opponent(self, opponent: BotLike) -> None:
        """Set the bot for the next games."""
        for env in self.envs:
            env.set_opponent(opponent)

    def action_masks(self) -> Any:
        """Return the masks of all games, one row each."""
        return np.stack([env.action_masks() for env in self.envs])

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8), "_action_mask": np.ones(self.num_envs, np.bool_)}
