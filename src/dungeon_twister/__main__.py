"""`python -m dungeon_twister` is the command `dungeon-twister`."""

from __future__ import annotations

import sys

from dungeon_twister.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
