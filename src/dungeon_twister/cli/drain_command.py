"""The command `drain`: the server finishes pending work and ends, so that another can take its place."""

from __future__ import annotations

import os
import signal
import sys
import time
from argparse import Namespace
from typing import Final

from dungeon_twister.cli.database_access import database_of, server_process_of, sqlite_file
from dungeon_twister.cli.output import CommandError, make_console, os_error_text
from dungeon_twister.cli.texts import t

LOOK: Final = 0.05  # seconds between two checks whether it has ended


def drain(args: Namespace) -> int:
    """Ask the server of a database to end, and wait for it."""
    file = sqlite_file(database_of(args))
    if file is None or sys.platform == "win32":
        raise CommandError(t("terminal.drain.by-signal"))
    process = server_process_of(file)
    if not process:
        raise CommandError(t("terminal.drain.nobody", file=str(file)))
    try:
        os.kill(process, signal.SIGTERM)
    except OSError as error:
        raise CommandError(t("terminal.drain.refused", process=process, reason=os_error_text(error))) from None
    until = time.monotonic() + args.wait
    while server_process_of(file) == process:
        if time.monotonic() > until:
            make_console(stderr=True).print(t("terminal.drain.late", process=process), markup=False, soft_wrap=True)
            return 1
        time.sleep(LOOK)
    make_console().print(t("terminal.drain.done", process=process), markup=False, soft_wrap=True)
    return 0
