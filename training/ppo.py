"""Train an agent with MaskablePPO to beat `random` at the simplified game, in minutes.

It needs `pip install 'dungeon-twister[train]'`; for the export also onnx. `python -m training.ppo --steps 100000` plays and
learns, and after every `--every` choices lets the agent play `--games` games against `random`. In the folder `--out` (trained)
`curve.csv` and `curve.svg` show how that went, `agent.zip` is the agent (`MaskablePPO.load`), `agent.onnx` its policy for
programs without PyTorch: an observation in, a number for each choice out, of which the mask leaves the legal ones. Both play on
ladders (`dungeon_twister.rl.policies`). With `--self-play` the agent learns against its last checkpoint instead of `random`.

The game's own reward is the win at the end, which is too far away to learn from in minutes: of games between two who choose at
random four in five end without a point. So points are rewarded, too, and the way there (`Guided`); what is measured are wins.
"""

from __future__ import annotations

import argparse
import csv
import time
import warnings
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv

import dungeon_twister.rl  # noqa: F401 - it registers the environment
from dungeon_twister.rules.engine.state import OUT, UNDER

GAME = {"scenario": "simplified", "options": {"stallLimit": 3}, "opponent": "random", "seat": None}
A_POINT = 0.2  # the reward of a victory point, of which five are needed
A_CROSSING = 0.4  # that of a character who comes from one side of the maze to the other
WIDTH = 64  # of the layers of the network
BLUE, GREY = "#4a86c8", "#808080"  # to be seen on white and on black
GAMES = 200  # of a measurement
TWO_SIDED = 1.96  # standard errors of a 95 % interval


class Measured(NamedTuple):
    """How strong the agent was after so many choices: its share of the wins, and how far off that may be (95 %)."""

    choices: int
    seconds: float
    share: float
    margin: float

    def __str__(self) -> str:
        return f"{self.choices:>9,} choices {self.seconds:7.0f} s  {self.share:.1%} +- {self.margin:.1%} of the wins"


class Guided(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Rewards on the way to a win: for every point more than the others make, and for every square that an own character comes
    nearer to the far side, where points are made; what is given for a square is taken back for the way back."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        super().__init__(env)
        self._worth = 0.0

    def _standing(self) -> float:
        here: Any = self.env.unwrapped
        state, tensors, seat = here.playing.state, here.playing.tensors, here.seat
        points = list(state.vp)
        own = points.pop(seat)
        width = tensors.seats.width
        home = tensors.seats.at[tensors.seats.dots[seat][0]] % width
        way = 0
        for man in state.setting.characters_of[seat]:
            if state.loc[man] == OUT:
                way += width - 1
            elif 0 <= state.loc[man] < UNDER:
                way += abs(tensors.cell[seat][state.maze.spot(state.loc[man])] % width - home)
        return float(A_POINT * (own - max(points)) + A_CROSSING * way / (width - 1))

    def reset(self, **given: Any) -> tuple[Any, dict[str, Any]]:
        observation, info = self.env.reset(**given)
        self._worth = self._standing()
        return observation, info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        observation, reward, terminated, truncated, info = self.env.step(action)
        before, self._worth = self._worth, self._standing()
        info["share"] = (float(reward) + 1) / 2
        return observation, float(reward) + self._worth - before, terminated, truncated, info

    def action_masks(self) -> Any:
        here: Any = self.env.unwrapped
        return here.action_masks()


class Seen(BaseFeaturesExtractor):
    """The first layer, which judging and choosing share. Marks stay 0 and 1 and counts grow slowly up to 8: divided by 255, as
    pictures are, a mark would be next to nothing."""

    def __init__(self, space: Any) -> None:
        super().__init__(space, WIDTH)
        self.layer = torch.nn.Linear(space.shape[0], WIDTH)

    def forward(self, observation: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.layer(torch.log2(1 + observation)))


def game() -> Guided:
    """One game of the learner against the bot."""
    return Guided(gymnasium.make("DungeonTwister-v0", **GAME))


def learner(envs: int, seed: int, steps_a_round: int = 512, processes: bool = False) -> MaskablePPO:
    """An agent that knows nothing yet."""
    games: Any = [game] * envs
    vector = SubprocVecEnv(games) if processes else DummyVecEnv(games)
    return MaskablePPO(
        "MlpPolicy",
        vector,
        n_steps=steps_a_round,
        batch_size=min(512, steps_a_round * envs),
        n_epochs=4,
        learning_rate=5e-4,
        ent_coef=0.01,
        gamma=0.995,
        policy_kwargs={"net_arch": [WIDTH], "features_extractor_class": Seen},
        seed=seed,
        device="cpu",
    )


def points(model: MaskablePPO, games: int, seed: int) -> tuple[float, float]:
    """The share of the wins that the agent gets against the bot, a draw as half a win, and how far off that may be (95 %). All
    games are played side by side."""
    envs = [game() for _ in range(games)]
    seen = {number: env.reset(seed=seed + number)[0] for number, env in enumerate(envs)}
    shares = [0.5] * games
    while seen:
        masks = np.stack([envs[number].action_masks() for number in seen])
        actions, _ = model.predict(np.stack(list(seen.values())), action_masks=masks)
        for number, action in zip(list(seen), actions, strict=True):
            seen[number], _, terminated, truncated, info = envs[number].step(action)
            if terminated or truncated:
                shares[number] = info["share"]
                del seen[number]
    wider = [*shares, 0.0, 1.0]  # a win and a loss more: all games drawn do not mean that nothing else can happen
    return float(np.mean(shares)), float(TWO_SIDED * np.std(wider) / len(wider) ** 0.5)


# -- what is kept -------------------------------------------------------------------------------------------------------


class Policy(torch.nn.Module):
    """From an observation to a number for each choice: what ONNX keeps of an agent."""

    def __init__(self, policy: Any) -> None:
        super().__init__()
        self.policy = policy

    def forward(self, observation: torch.Tensor) -> torch.Tensor:
        policy = self.policy
        latent, _ = policy.mlp_extractor(policy.extract_features(observation))
        logits: torch.Tensor = policy.action_net(latent)
        return logits


def export(model: MaskablePPO, path: Path) -> None:
    """Write the policy as ONNX; any number of observations at once."""
    example = torch.zeros((1, *model.observation_space.shape), dtype=torch.float32)
    axes = {"observation": {0: "batch"}, "logits": {0: "batch"}}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the newer exporter needs another package and adds nothing here
        torch.onnx.export(
            Policy(model.policy).eval(),
            (example,),
            str(path),
            input_names=["observation"],
            output_names=["logits"],
            dynamic_axes=axes,
            dynamo=False,
        )


def differs(model: MaskablePPO, path: Path, games: int = 4) -> float:
    """How far the numbers of the written policy are from the agent's own, at most, in the first positions of some games."""
    import onnxruntime

    seen = np.stack([game().reset(seed=number)[0] for number in range(games)]).astype(np.float32)
    with torch.no_grad():
        own = Policy(model.policy)(torch.from_numpy(seen)).numpy()
    (written,) = onnxruntime.InferenceSession(str(path)).run(None, {"observation": seen})
    return float(np.abs(own - written).max())


def curve(rows: list[Measured], wide: int = 640, high: int = 320) -> str:
    """Choices made and the share of the wins with its interval, as a drawing."""
    edge, most = 40, max(row.choices for row in rows) or 1

    def height(share: float) -> float:
        return high - edge - (high - 2 * edge) * min(1.0, max(0.0, share))

    across = [edge + (wide - 2 * edge) * row.choices / most for row in rows]
    line = " ".join(f"{x:.1f},{height(row.share):.1f}" for x, row in zip(across, rows, strict=True))
    bars = "".join(
        f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{height(row.share - row.margin):.1f}" y2="{height(row.share + row.margin):.1f}"/>'
        f'<circle cx="{x:.1f}" cy="{height(row.share):.1f}" r="3" fill="{BLUE}"/>'
        for x, row in zip(across, rows, strict=True)
    )
    marks = "".join(f'<text x="4" y="{height(part) + 4:.0f}" font-size="12">{part:.0%}</text>' for part in (0, 0.5, 1))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif">'
        f'<g fill="{GREY}">{marks}'
        f'<line x1="{edge}" y1="{height(0.5)}" x2="{wide - edge}" y2="{height(0.5)}" stroke="{GREY}" stroke-dasharray="4"/>'
        f'<polyline points="{line}" fill="none" stroke="{BLUE}" stroke-width="2"/><g stroke="{BLUE}">{bars}</g>'
        f'<text x="{edge}" y="{high - 10}" font-size="12">'
        f"share of the wins against random with its 95 % interval, {most:,} choices</text></g></svg>\n"
    )


def written(model: MaskablePPO, path: Path) -> str:
    """Write the policy as ONNX where that can be done; what came of it, as a sentence."""
    if not find_spec("onnx"):
        return f"The policy is not written as ONNX, for that needs the package onnx; the agent itself is in {path.parent}."
    export(model, path)
    if not find_spec("onnxruntime"):
        return f"The policy is in {path}; where onnxruntime is installed it is compared with the agent."
    return f"The policy is in {path}; it differs from the agent by {differs(model, path):.1e} at most."


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=100_000, help="choices of the learner (default 100,000)")
    parser.add_argument("--every", type=int, default=12_288, help="choices between two measurements (default 12,288)")
    parser.add_argument("--games", type=int, default=GAMES, help=f"games of a measurement (default {GAMES})")
    parser.add_argument("--envs", type=int, default=8, help="games that are played at a time (default 8)")
    parser.add_argument("--processes", action="store_true", help="each in a process of its own")
    parser.add_argument("--self-play", action="store_true", help="learn against the last checkpoint instead of random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--out", type=Path, default=Path("trained"), help="folder for the agent and the curve (default trained)"
    )
    return parser.parse_args()


def main() -> None:
    given = arguments()
    given.out.mkdir(parents=True, exist_ok=True)
    model, began = learner(given.envs, given.seed, processes=given.processes), time.perf_counter()
    rows = [Measured(0, 0.0, *points(model, given.games, 10_000))]
    print(rows[-1], flush=True)
    while model.num_timesteps < given.steps:
        if given.self_play:
            checkpoint = given.out / f"checkpoint-{model.num_timesteps}.zip"
            model.save(checkpoint)
            model.get_env().env_method("set_opponent", f"dungeon_twister.rl.policies:PpoBot:path={checkpoint}")
        model.learn(min(given.every, given.steps - model.num_timesteps), reset_num_timesteps=False)
        rows.append(Measured(model.num_timesteps, time.perf_counter() - began, *points(model, given.games, 10_000)))
        print(rows[-1], flush=True)
        with (given.out / "curve.csv").open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([Measured._fields, *rows])
        (given.out / "curve.svg").write_text(curve(rows), encoding="utf-8")
    model.save(given.out / "agent.zip")
    print(written(model, given.out / "agent.onnx"))
    print(f"The agent and its curve are in {given.out}.")


if __name__ == "__main__":
    main()
