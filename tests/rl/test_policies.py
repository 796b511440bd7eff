"""Policies as bots, opponents of environments, games as numbers, games that begin at a position."""

from __future__ import annotations

import pickle
import sys
from copy import deepcopy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from dungeon_twister import Game
from dungeon_twister.ai.arena.ladder import Ladder, run_ladder
from dungeon_twister.ai.arena.matches import run_match
from dungeon_twister.ai.bots.random_bot import RandomBot
from dungeon_twister.ai.bots.resolve import resolve_bot
from dungeon_twister.game.record.notation import Choice
from dungeon_twister.game.views import CardView, View
from dungeon_twister.rl.codec import codec_of
from dungeon_twister.rl.state_encoding import encode
from dungeon_twister.rl.tensors import tensors_of

np = pytest.importorskip("numpy", reason="numpy is not installed (extra rl)")
gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed (extra rl)")
pytest.importorskip("pettingzoo", reason="pettingzoo is not installed (extra rl)")

from dungeon_twister.rl.policies import OnnxBot, PolicyBot, PpoBot  # noqa: E402 - it needs numpy

QUICK = {"stallLimit": "1"}
SCENARIO = "simplified"


def last_legal(observation: Any, mask: Any) -> int:
    """A policy that needs no training."""
    assert observation.dtype == np.uint8 and mask.dtype == np.bool_
    return int(np.flatnonzero(mask)[-1])


class Model:
    """What a policy asks of a model of Stable-Baselines3."""

    observation_space = SimpleNamespace(shape=(len(encode(Game.new(SCENARIO, seed=1)).observation),))

    def predict(self, observation: Any, action_masks: Any) -> tuple[Any, None]:
        return np.array(last_legal(observation, action_masks)), None


class Counting(RandomBot):
    """A bot that counts how often it was asked, in all its games."""

    asked = 0

    def choose(self, view: View | CardView) -> Choice:
        type(self).asked += 1
        return super().choose(view)


def single(**arguments: Any) -> Any:
    import dungeon_twister.rl  # registers it

    assert dungeon_twister.rl
    return gymnasium.make("DungeonTwister-v0", **{"scenario": "tutorial-1", "max_choices": 80, **arguments})


def played_on(env: Any, seed: int = 1) -> list[int]:
    """The sum of each observation of a game in which the learner takes the first choice."""
    observation, info = env.reset(seed=seed)
    seen, over = [int(observation.sum())], False
    while not over:
        observation, _, terminated, truncated, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        seen.append(int(observation.sum()))
        over = terminated or truncated
    return seen


# -- games as numbers -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["tutorial-1", "simplified", "three-players"])
def test_a_game_a_state_and_a_view_are_encoded_alike(scenario: str) -> None:
    game = Game.new(scenario, seed=1)
    for number in range(60):
        encoded = encode(game)
        assert encoded[:3] == encode(game.state)[:3]
        of_view = encode(game.observe())
        assert (of_view.observation, of_view.mask) == (encoded.observation, encoded.mask)
        assert set(encoded.choices) == {code for code, legal in enumerate(encoded.mask) if legal}
        game.play(sorted(encoded.choices.values())[number % len(encoded.choices)])
    assert tensors_of(game).size == tensors_of(game.state).size == len(encode(game).observation)
    assert codec_of(game) is codec_of(game.state.setting)


def test_what_cannot_be_encoded_is_told() -> None:
    wrong: Any = 5
    with pytest.raises(TypeError, match="a game, a state or a setting is wanted, not 5"):
        tensors_of(wrong)
    with pytest.raises(ValueError, match="from 0 to 1, not 2"):
        encode(Game.new(seed=1), 2)
    with pytest.raises(ValueError, match="this is what spectator sees"):
        encode(Game.new(seed=1).observe("spectator"))
    waiting = encode(Game.new(seed=1).observe("yellow"))
    assert waiting[:3] == encode(Game.new(seed=1), 1)[:3] and not any(waiting.mask)


# -- policies as bots -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", [last_legal, Model()])
def test_a_policy_plays_a_match(policy: Any) -> None:
    bot = PolicyBot(policy, "mine")
    result = run_match((bot, "random"), games=2, seed="policy", scenario=SCENARIO, options=QUICK)
    assert result.names == ("mine", "random") and len(result.played) == 2 and result.faults == 0


@pytest.mark.parametrize(("scenario", "options"), [("standard", {"secretObjects": "yes"}), ("base", {"memory": "strict"})])
def test_a_policy_chooses_among_the_choices_of_its_view(scenario: str, options: dict[str, str]) -> None:
    game, bot = Game.new(scenario, options, seed=4), PolicyBot(last_legal)
    while not game.over and len(game.log) < 150:
        view = game.observe()
        choice = bot.choose(view)
        assert choice in view.choices
        game.play(choice)


def test_a_policy_is_rated_on_a_ladder() -> None:
    ladder = Ladder([PolicyBot(last_legal, "mine"), "random"], pairs=1, seed="rate", scenario=SCENARIO, options=QUICK)
    assert len(run_ladder(ladder).results.pairs) == 1


def test_a_policy_that_chooses_what_it_may_not_is_told() -> None:
    with pytest.raises(ValueError, match="the policy wrong chose -1, which the mask does not allow"):
        PolicyBot(lambda observation, mask: -1, "wrong").choose(Game.new(seed=1).observe())
    with pytest.raises(TypeError, match="a policy is a function"):
        PolicyBot(5)
    with pytest.raises(ValueError, match=r"reads observations of \d+ numbers, and this game has \d+"):
        PolicyBot(Model()).choose(Game.new("base", seed=1).observe())


class Session:
    """What a policy asks of onnxruntime: it scores the choices by their numbers."""

    def __init__(self, path: str) -> None:
        self.size = tensors_of(Game.new(SCENARIO, seed=1)).size
        self.choices = codec_of(Game.new(SCENARIO, seed=1)).size

    def get_inputs(self) -> list[Any]:
        return [SimpleNamespace(name="observation", shape=["batch", self.size])]

    def run(self, names: None, given: dict[str, Any]) -> list[Any]:
        assert given["observation"].shape == (1, self.size) and given["observation"].dtype == np.float32
        return [np.arange(self.choices, dtype=np.float32)[np.newaxis]]


def test_an_onnx_file_is_named_on_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", SimpleNamespace(InferenceSession=Session))
    file = tmp_path / "agent.onnx"
    file.touch()
    view = Game.new(SCENARIO, seed=1).observe()
    best = resolve_bot(f"dungeon_twister.rl.policies:OnnxBot:path={file},best=yes").make("seed")
    assert best.choose(view) == PolicyBot(last_legal).choose(view)
    drawing = OnnxBot("seed", str(file))
    assert drawing.choose(view) in view.choices and drawing.name == "agent"
    for missing in (OnnxBot, PpoBot):
        with pytest.raises(ValueError, match=r"there is no file|needs the package"):
            missing("seed", str(tmp_path / "nothing"))


# -- opponents ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", [Counting, lambda seed: Counting(seed), Counting("object"), f"{__name__}:Counting"])
def test_an_opponent_is_a_class_a_function_an_object_or_a_path(given: Any) -> None:
    before = Counting.asked
    played_on(single(opponent=given))
    assert Counting.asked > before


def test_an_opponent_has_parameters() -> None:
    weak, same = single(opponent="lamplighter:width=2"), single(opponent="lamplighter:width=2")
    assert played_on(weak) == played_on(same)
    with pytest.raises(ValueError, match="cannot be made"):
        single(opponent="lamplighter:wide=2")
    with pytest.raises(ValueError, match="there is no bot 'nobody'"):
        single(opponent="nobody")


def test_a_learner_plays_against_itself_and_earlier_checkpoints() -> None:
    """A policy gets the same observations as an opponent inside the environment as it gets as a bot by its views."""
    asked: list[int] = []

    def latest(observation: Any, mask: Any) -> int:
        asked.append(int(observation.sum()))
        return last_legal(observation, mask)

    class ByViews:
        name = "by-views"
        policy = PolicyBot(last_legal)

        def choose(self, view: View | CardView) -> Choice:
            return self.policy.choose(view)

    env = single(opponent=PolicyBot(latest))
    assert played_on(env) == played_on(single(opponent=ByViews())) and asked
    checkpoint, count = PolicyBot(last_legal, "checkpoint"), len(asked)
    env.unwrapped.set_opponent(checkpoint)
    assert played_on(env) and len(asked) == count
    for copied in (deepcopy(single(opponent=checkpoint)), pickle.loads(pickle.dumps(single(opponent=checkpoint)))):
        assert played_on(copied) == played_on(env)


def test_an_opponent_that_breaks_the_rules_is_told() -> None:
    class Cheat:
        name = "cheat"

        def choose(self, view: View | CardView) -> Choice:
            return Choice("pass")

    with pytest.raises(ValueError, match=r"the bot cheat chose Choice\(do='pass'\), which is not legal now"):
        played_on(single(opponent=Cheat()))


def test_a_bot_is_asked_for_an_agent_of_pettingzoo() -> None:
    from dungeon_twister.rl import dungeon_twister_v0

    env = dungeon_twister_v0.env(scenario="tutorial-1", max_choices=60)
    env.reset(seed=1)
    bots = {"blue": resolve_bot("lamplighter").make("a"), "yellow": PolicyBot(last_legal)}
    for agent in env.agent_iter():
        over = env.terminations[agent] or env.truncations[agent]
        env.step(None if over else env.ask(bots[agent]))


# -- positions ------------------------------------------------------------------------------------------------------------


def middle_of(scenario: str) -> Game:
    game, bot = Game.new(scenario, seed=6), resolve_bot("random").make("to a position")
    while True:
        game.play(bot.choose(game.observe()))
        try:
            assert game.state.turn > 3
            assert game.position()
        except (AssertionError, ValueError):
            continue
        return game


@pytest.mark.parametrize("scenario", ["tutorial-1", "simplified"])
def test_an_environment_begins_at_a_position(scenario: str) -> None:
    from dungeon_twister.rl import dungeon_twister_v0

    game = middle_of(scenario)
    given, seat = {"position": game.position()}, game.state.decider()
    env = single(scenario=scenario, seat=seat)
    observation, info = env.reset(seed=1, options=given)
    encoded = encode(Game.from_position(game.position(), seed=1))
    assert observation.tobytes() == encoded.observation and info["action_mask"].tobytes() == encoded.mask
    zoo = dungeon_twister_v0.env(scenario=scenario)
    zoo.reset(seed=1, options=given)
    assert zoo.agent_selection == game.decider
    assert zoo.observe(game.decider)["observation"].tobytes() == encoded.observation
    many = gymnasium.make_vec(
        "DungeonTwister-v0", num_envs=2, vectorization_mode="vector_entry_point", scenario=scenario, seat=seat
    )
    assert [row.tobytes() for row in many.reset(seed=1, options=given)[0]] == [encoded.observation] * 2
    assert env.reset(seed=1)[0].tobytes() != encoded.observation


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"position": 5}, TypeError, "a position is a text"),
        ({"position": "nonsense"}, ValueError, "line 1"),
    ],
)
def test_options_of_reset_that_are_wrong_are_told(options: dict[str, Any], error: type[Exception], message: str) -> None:
    from dungeon_twister.rl import dungeon_twister_v0

    envs: list[Any] = [single(), dungeon_twister_v0.env(scenario="tutorial-1")]
    for env in envs:
        env.reset(seed=1)
        with pytest.raises(error, match=message):
            env.reset(options=options)


def test_an_unknown_option_of_reset_is_told() -> None:
    """PettingZoo's own tests give one that nobody knows, so there it is a warning."""
    from dungeon_twister.rl import dungeon_twister_v0

    message = r"there is no option 'postion' of reset \(there is 'position'\)"
    with pytest.raises(ValueError, match=message):
        single().reset(options={"postion": "x"})
    with pytest.warns(UserWarning, match=message):
        dungeon_twister_v0.env(scenario="tutorial-1").reset(options={"postion": "x"})


def test_a_position_of_another_scenario_is_refused() -> None:
    with pytest.raises(ValueError, match="the position is of simplified, and this environment plays tutorial-1"):
        single().reset(options={"position": middle_of("simplified").position()})
