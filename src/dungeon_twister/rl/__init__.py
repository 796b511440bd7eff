"""Environments for machine learning: choices as numbers, tensors, PettingZoo, Gymnasium, OpenSpiel (docs/environments.md).

    from dungeon_twister.rl import dungeon_twister_v0      # PettingZoo, extra `rl`
    import dungeon_twister.rl; gymnasium.make("DungeonTwister-v0")
    import dungeon_twister.rl.spiel; pyspiel.load_game("python_dungeon_twister")      # extra `openspiel`

`encode(game)` returns a game as an observation and a mask. It, codec and tensors (`dungeon_twister.rl.codec`,
`dungeon_twister.rl.tensors`) need the standard library only. `PolicyBot(policy)` is a trained policy as a bot.
"""

from importlib.util import find_spec

from dungeon_twister.rl.state_encoding import Encoded, encode

__all__ = ["Encoded", "encode"]

if find_spec("gymnasium") is not None and find_spec("numpy") is not None:
    from dungeon_twister.rl.policies import OnnxBot, PolicyBot, PpoBot
    from dungeon_twister.rl.single import register

    __all__ += ["OnnxBot", "PolicyBot", "PpoBot"]
    register()
