"""Environments for learning: numbers for choices, tensors, PettingZoo, Gymnasium, OpenSpiel (docs/environments.md).

    from dungeon_twister.rl import dungeon_twister_v0      # PettingZoo, extra `rl`
    import dungeon_twister.rl; gymnasium.make("DungeonTwister-v0")
    import dungeon_twister.rl.spiel; pyspiel.load_game("python_dungeon_twister")      # extra `openspiel`

Codec and tensors (`dungeon_twister.rl.codec`, `dungeon_twister.rl.tensors`) need nothing but the standard library.
"""

from importlib.util import find_spec

if find_spec("gymnasium") is not None and find_spec("numpy") is not None:
    from dungeon_twister.rl.single import register

    register()
