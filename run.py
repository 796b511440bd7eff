#!/usr/bin/env python3
"""Set up the project where it stands, and play or test it.

``python3 run.py``               play in the browser (the same as ``python3 run.py serve``)
``python3 run.py play ARGS...``  play in the terminal
``python3 run.py test``          run all checks of the project
``python3 run.py test ARGS...``  run only these tests; the arguments are pytest's, such as ``tests/cli -k fill``
``python3 run.py test --long``   run all checks, the exhaustive ones with ten times as many games and positions
``python3 run.py check``         run the quick checks: lint, types, rules, client unit tests; with arguments, these tests
``python3 run.py compile``       compile the engine to C now, and wait for it
``python3 run.py docs FOLDER``    build the documentation as a site in that folder
``python3 run.py site FOLDER``    the whole game as static files, played in the browser without a server
``python3 run.py COMMAND ...``   any other command of ``dungeon-twister``

Options without a command belong to ``serve``: ``python3 run.py --no-browser --port 8080``.

If there is a C compiler, the engine is compiled into ``.compiled`` in the background during the first game. The bots use it as
soon as it exists, and the next start uses it from the beginning. ``--no-compile`` keeps the Python engine.

This needs only Python 3.11 or newer. Requirements are installed into ``.venv`` next to this file, once, and again when
``pyproject.toml`` changes. The page for the browser is built when it is needed and its sources have changed.

System packages are installed only with ``--install``, and only by root on Debian or Ubuntu: ``python3-venv`` if Python cannot
make ``.venv``, and Chromium and PostgreSQL for ``test``. Without it, the tests that need them are skipped.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - this file is started by any python3
    sys.exit(
        "Dungeon Twister needs Python 3.11 or newer, but this is Python {}.{}: "
        "start run.py with a newer one, for example: python3.11 run.py".format(*sys.version_info[:2])
    )

import os
import subprocess

from tools import alone, checks, compiling, environments, site


def start_game(arguments: list[str], *, may_install: bool) -> int:
    """Start the ``dungeon-twister`` command in the caller's working directory."""
    wish_to_compile = compiling.FLAG not in arguments
    arguments = [argument for argument in arguments if argument != compiling.FLAG]
    environments.prepare(dev=False, may_install=may_install)
    if arguments[:1] == ["serve"]:
        environments.prepare_page()
    env = environments.clean_environment()
    if wish_to_compile:
        del env[environments.COMPILED]  # the command looks for the engine of these sources
        if arguments[:1] == ["serve"]:
            compiling.begin()
    command = [environments.program(environments.VENV, "dungeon-twister"), *arguments]
    sys.stdout.flush()
    if not environments.WINDOWS:
        os.execve(command[0], command, env)
    return subprocess.run(command, env=env, check=False).returncode


def with_command(arguments: list[str]) -> list[str]:
    """Prepend ``serve`` to options without a command, and to no arguments at all."""
    about = ("-h", "--help", "--version")
    if not arguments or (arguments[0].startswith("-") and arguments[0] not in about):
        return ["serve", *arguments]
    return arguments


def main(arguments: list[str]) -> int:
    """Run the command; return the exit status."""
    may_install = arguments[:1] == [environments.INSTALL_FLAG]
    if may_install:
        arguments = arguments[1:]
    try:
        if arguments[:1] in (["test"], ["check"]):
            return checks.main(arguments[0], [*arguments[1:], *([environments.INSTALL_FLAG] if may_install else [])])
        if arguments[:1] == ["compile"]:
            environments.prepare(dev=False, may_install=may_install)
            return compiling.main([])
        if arguments[:1] == ["docs"]:
            return site.main(arguments[1:])
        if arguments[:1] == ["site"]:
            return alone.main(arguments[1:])
        return start_game(with_command(arguments), may_install=may_install)
    except environments.SetupError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
