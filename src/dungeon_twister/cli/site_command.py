"""`dungeon-twister site`: the whole game as a folder of static files."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from dungeon_twister.browser.site_folder import FolderError, write_folder
from dungeon_twister.cli.output import CommandError


def site(args: Namespace) -> int:
    """Write the folder."""
    target = Path(args.folder)
    try:
        size = write_folder(target)
    except FolderError as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        raise CommandError(f"{target} cannot be written: {error}") from None
    print(f"{target}: {size / 1e6:.1f} MB. Any web server serves it; to try it: python3 -m http.server -d {target}")
    return 0
