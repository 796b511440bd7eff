"""Look-ahead search: turn actions, evaluation of positions, replies of the opponents.

The core (`turn_search`, `turns`, `goals`, `replies`) is the same for both games. A `GameAdapter` for each game (`board/`,
`card/`) lists turn actions and evaluates positions. The search works on a determinized State only, never on the real one.
"""
