"""The text of `dungeon-twister --help`: all commands in groups, on one screen of 24 lines and 80 columns."""

from __future__ import annotations

from typing import Final

OVERVIEW: Final = """\
Usage: dungeon-twister COMMAND [OPTIONS]   (such as: dungeon-twister play)

Play     play       play in the terminal, against bots or with other people
         serve      play in the browser, here or with others over the net
         learn      learn the games in short lessons
         puzzles, missions         solve puzzles, play missions for stars
Study    show       draw a position or a recorded game
         replay, gallery          step through a finished game, or one of bots
         analyse, mistakes        find better turns, play your mistakes again
         position   print a position of a game as text
         verify     check that the chance of a finished game was fair
Bots     bots       list the bots and their ratings
         selfplay   let bots play a match
         ladder     rate bots by many pairs of games
         dataset    let bots play and store every decision, for learning
Rules    rooms, scenario           draw and check rooms, try your scenarios
         cases, perft, bench       run rule cases, count choices, measure speed
Server   doctor, site              check the installation, write a static site
         backup, restore, drain    copy the games, end the server gently
         games, people, clubs      list and delete what the server stores
         reports, shelf, ban, top  handle reports and unwanted visitors

More: dungeon-twister COMMAND --help       Version: dungeon-twister --version
"""
