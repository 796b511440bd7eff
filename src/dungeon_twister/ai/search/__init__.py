"""Looking ahead: whole actions, what a position is worth, the turns that follow from it.

The core (`mind`, `turns`, `goals`) is the same for every game; what an action is and what a position is worth a `Craft` says,
one for each game (`board`, `card`). Everything here works on a State that somebody imagined from a view; nobody here peeks.
"""
