"""Trained policies as bots, for ladders, matches and opponents of environments (docs/environments.md).

dungeon-twister ladder dungeon_twister.rl.policies:OnnxBot:path=trained/agent.onnx random --scenario simplified
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from dungeon_twister.game.record.notation import Choice, to_choice
from dungeon_twister.game.views import CardView, View
from dungeon_twister.rl.state_encoding import encode

Array: TypeAlias = Any  # an array of numpy
Policy = Callable[[Array, Array], int]


class PolicyBot:
    """A bot that plays by a policy.

    A policy is a function from an observation (bytes as numbers) and a mask (true for legal choices) to the number of a choice,
    or a model of Stable-Baselines3 with a method `predict`.
    """

    name = "policy"

    def __init__(self, policy: Any, name: str = "") -> None:
        self.name = name or self.name
        self.policy: Policy = _Predicting(policy) if hasattr(policy, "predict") else policy
        if not callable(self.policy):
            raise TypeError(f"a policy is a function of an observation and a mask or has a method predict, not {policy!r}")

    def choose(self, view: View | CardView) -> Choice:
        """Return the choice of the policy."""
        encoded = encode(view)
        number = self.number(encoded.observation, encoded.mask)
        return to_choice(encoded.state, encoded.choices[number], encoded.seat)

    def number(self, observation: bytes | bytearray, mask: bytes | bytearray) -> int:
        """Return the number that the policy chooses. Raise ValueError if it is illegal."""
        allowed = np.frombuffer(mask, np.bool_).copy()  # a policy may write into its arguments
        chosen = int(self.policy(np.frombuffer(observation, np.uint8).copy(), allowed))
        if not 0 <= chosen < len(mask) or not mask[chosen]:
            raise ValueError(f"the policy {self.name} chose {chosen}, which the mask does not allow")
        return chosen


class _Predicting:
    """A model of Stable-Baselines3, or one with the same `predict`, as a policy that samples its choices."""

    def __init__(self, model: Any) -> None:
        self.model = model

    def __call__(self, observation: Array, mask: Array) -> int:
        expected = getattr(getattr(self.model, "observation_space", None), "shape", None)
        if expected is not None:
            check_size(int(np.prod(expected)), observation)
        return int(self.model.predict(observation, action_masks=mask)[0])


class _Scoring:
    """An ONNX file that scores every choice, as a policy: it samples by the scores, or takes the best."""

    def __init__(self, path: str, seed: str, best: bool) -> None:
        self.session = _session(path)
        self.best = best
        self.rng = np.random.default_rng(list(seed.encode()))

    def __call__(self, observation: Array, mask: Array) -> int:
        entry = self.session.get_inputs()[0]
        if isinstance(entry.shape[-1], int):
            check_size(entry.shape[-1], observation)
        (scores,) = self.session.run(None, {entry.name: observation[np.newaxis].astype(np.float32)})
        allowed = np.flatnonzero(mask)
        legal = scores[0][allowed].astype(np.float64)
        if self.best:
            return int(allowed[legal.argmax()])
        shares = np.exp(legal - legal.max())
        return int(self.rng.choice(allowed, p=shares / shares.sum()))


class OnnxBot(PolicyBot):
    """Plays by an ONNX file, such as the `agent.onnx` that `training.ppo` writes; it needs onnxruntime.

    It samples by the scores of the legal choices; with `best` it takes the highest.
    """

    name = "onnx"

    def __init__(self, seed: str = "", path: str = "trained/agent.onnx", best: bool = False) -> None:
        super().__init__(_Scoring(path, seed, best), Path(path).stem)


class PpoBot(PolicyBot):
    """Plays by the file of a MaskablePPO, such as the `agent.zip` that `training.ppo` writes; it needs sb3-contrib."""

    name = "ppo"

    def __init__(self, seed: str = "", path: str = "trained/agent.zip") -> None:
        super().__init__(_model(path), Path(path).stem)


@lru_cache(maxsize=8)
def _session(path: str) -> Any:
    return _needed("onnxruntime").InferenceSession(_existing(path))


@lru_cache(maxsize=8)
def _model(path: str) -> Any:
    return _needed("sb3_contrib").MaskablePPO.load(_existing(path), device="cpu")


def _needed(package: str) -> Any:
    """Import a package that a policy needs. Raise ValueError with what to install."""
    try:
        return import_module(package)
    except ImportError as error:
        raise ValueError(f"this policy needs the package {package.replace('_', '-')}: {error}") from error


def _existing(path: str) -> str:
    if not Path(path).is_file():
        raise ValueError(f"there is no file {path}")
    return path


def check_size(expected: int, observation: Array) -> None:
    """Raise ValueError if a policy was trained for observations of another size."""
    if expected != observation.size:
        raise ValueError(
            f"the policy reads observations of {expected} numbers, and this game has {observation.size}: "
            "it was trained for another scenario or another version"
        )
