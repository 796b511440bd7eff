"""The game as a PettingZoo AEC environment: `dungeon_twister_v0.env(scenario="base")` (docs/environments.md)."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from dungeon_twister.game.session.bot import Bot
from dungeon_twister.rl.episode import Episode
from dungeon_twister.rl.opponents import chosen
from dungeon_twister.rl.rendering import RENDER_MODES, rendered
from dungeon_twister.rl.start_position import start_state
from dungeon_twister.rules.engine.game import Given, new_setting

__all__ = ["env", "raw_env"]

HUMAN: Final = "human"
MODES: Final = (HUMAN, *RENDER_MODES)
ILLEGAL: Final = -1.0  # the reward of a choice that the mask does not allow


def env(**arguments: Any) -> AECEnv:
    """Return the environment with the checks of PettingZoo's usual wrappers: an illegal choice ends the game and loses it."""
    return CheckedEnv(**arguments)


class raw_env(AECEnv):  # noqa: N801 - PettingZoo's name for it
    """One agent for each seat, named by its colour. An observation has what that seat may know, and a mask of its choices."""

    metadata = {  # noqa: RUF012 - PettingZoo's own way
        "render_modes": list(MODES),
        "name": "dungeon_twister_v0",
        "is_parallelizable": False,
        "render_fps": 4,
    }

    def __init__(
        self,
        scenario: str = "base",
        options: Given | None = None,
        max_choices: int = 0,
        render_mode: str | None = None,
    ) -> None:
        """`max_choices` limits the number of choices of a game; 0 means the limit of the scenario."""
        super().__init__()
        if render_mode is not None and render_mode not in MODES:
            raise ValueError(f"render_mode is one of {', '.join(MODES)}, not {render_mode!r}")
        self.render_mode = render_mode
        self.episode = Episode(new_setting(scenario, options), max_choices)
        self.possible_agents = list(self.episode.setting.colours)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seeds = np.random.default_rng()
        observed = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (self.episode.tensors.size,), np.uint8),
                "action_mask": spaces.Box(0, 1, (self.episode.codec.size,), np.int8),
            }
        )
        chosen = spaces.Discrete(self.episode.codec.size)
        self.observation_spaces = dict.fromkeys(self.possible_agents, observed)
        self.action_spaces = dict.fromkeys(self.possible_agents, chosen)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game, or with `options={"position": text}` from a position (docs/positions.md).

        Other options, which PettingZoo's own tests pass, cause a warning.
        """
        origin = start_state(self.episode.setting, options, lenient=True)
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.episode.begin(int(self._seeds.integers(2**63)), origin)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.episode.decider()]

    def ask(self, bot: Bot) -> int:
        """Return the number of the choice that a bot makes for the agent to move: `env.step(env.ask(bot))`."""
        episode = self.episode
        return episode.codes[episode.listed.index(chosen(bot, episode))]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seats[agent]
        return {
            "observation": np.frombuffer(self.episode.observation(seat), np.uint8),
            "action_mask": np.frombuffer(self.episode.mask(seat), np.int8),
        }

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("None is no choice: only an agent whose game is over has no other")
        episode = self.episode
        episode.step(int(action))
        self._cumulative_rewards[agent] = 0.0
        if episode.is_over():
            self._end(self.truncations if episode.cut else self.terminations, episode.rewards())
        else:
            self.agent_selection = self.possible_agents[episode.decider()]

    def _end(self, ended: dict[str, bool], rewards: list[float]) -> None:
        """End the game for all agents."""
        for agent, reward in zip(self.possible_agents, rewards, strict=True):
            self.rewards[agent] = reward
            ended[agent] = True
        self._accumulate_rewards()

    def render(self) -> Any:
        """Show the game as a spectator sees it; `human` prints it."""
        if self.render_mode == HUMAN:
            print(rendered(self.episode.state, "ansi"))
            return None
        return None if self.render_mode is None else rendered(self.episode.state, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class CheckedEnv(raw_env):
    """The checks of PettingZoo's wrappers for order, bounds and illegal choices, in one class.

    The wrappers pass every attribute through three layers, which takes longer than the game itself.
    """

    begun = False

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(seed, options)
        self.begun = True

    def observe(self, agent: str) -> dict[str, Any]:
        if not self.begun:
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def step(self, action: int | None) -> None:
        if not self.begun:
            EnvLogger.error_step_before_reset()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if action is not None and not (self.terminations[agent] or self.truncations[agent]):
            assert 0 <= action < self.episode.codec.size, "action is not in action space"
            if action not in self.episode.codes:
                self._lose(agent)
                return
        super().step(action)

    def render(self) -> Any:
        if not self.begun:
            EnvLogger.error_render_before_reset()
        return super().render()

    def _lose(self, agent: str) -> None:
        """End the game after an illegal choice, which loses it."""
        EnvLogger.warn_on_illegal_move()
        self.episode.cut = True
        self._cumulative_rewards[agent] = 0.0
        self._end(self.terminations, [ILLEGAL if other == agent else 0.0 for other in self.possible_agents])
