"""The command `drain`: the server finishes pending work and ends, so that another can take its place."""

from __future__ import annotations

import os
import signal
import sys
import time
from argparse import Namespace
from typing import Final

from dungeon_twister.cli.database import given_database, server_of, sqlite_file
from dungeon_twister.cli.output import CommandError, make_console, reason
from dungeon_twister.cli.speech import t

LOOK: Final = 0.05  # seconds between two checks whether it has ended


def drain(args: Namespace) -> int:
    """Ask the server of a database to end, and wait for it."""
    file = sqlite_file(given_database(args))
    if file is None or sys.platform == "win32":
        raise CommandError(t("terminal.drain.by-signal"))
    process = server_of(file)
    if not process:
        raise CommandError(t("terminal.drain.nobody", file=str(file)))
    try:
        os.kill(process, signal.SIGTERM)
    except OSError as error:
        raise CommandError(t("terminal.drain.refused", process=process, reason=reason(error))) from None
    until = time.monotonic() + args.wait
    while server_of(file) == process:
        if time.monotonic() > until:
            make_console(stderr=True).print(t("terminal.drain.late", process=process), markup=False, soft_wrap=True)
            return 1
        time.sleep(LOOK)
    make_console().print(t("terminal.drain.done", process=process), markup=False, soft_wrap=True)
    return 0
