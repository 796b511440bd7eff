"""The router of a single process: every game is local. `cluster_router` extends it for several
processes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from dungeon_twister.server.store import MemberRow


class RouterListener(Protocol):
    """Receives the changes of the cluster."""

    async def moved(self, come: set[str], gone: set[str], again: bool) -> None:
        """Handle processes that joined or left, and the games that moved with them.

        `again` is set when this process has just joined, and once more when all peers must have
        noticed it. Until then peers may have written to games that are local here.
        """


class GameRouter:
    """Routes every game to this process. It knows no peers."""

    shared = False  # whether several processes share the games
    ready = True  # whether this process may serve games

    def register(self, resident: RouterListener) -> None:
        """Add a listener for games that move."""

    async def open(self) -> None:
        """Start routing games to this process."""

    async def close(self) -> None:
        """Stop routing games to this process."""

    @property
    def peer_count(self) -> int:
        """Number of other processes."""
        return 0

    @property
    def unreachable_count(self) -> int:
        """Number of peers that failed to answer recently."""
        return 0

    def is_local(self, game: str) -> bool:
        """Return whether this process serves the game."""
        return True

    def remote_home(self, game: str) -> MemberRow | None:
        """Return the process that serves a game, or None if it is this one."""
        return None

    def accepts_key(self, key: str) -> bool:
        """Return whether a forwarded request carries the key of this process."""
        return False

    def peer_hosts(self) -> set[str]:
        """Return the host names of the peers."""
        return set()

    def suspect(self, member: MemberRow) -> None:
        """Note that a peer did not answer, and check whether it is gone."""

    def reached(self, member: MemberRow) -> None:
        """Note that a peer has answered."""

    async def answer_call(self, row: MemberRow | None) -> bytes:
        """Answer a call of another process with JSON: a `Name`, or a `CalledBack` if a row is
        given."""
        return b""

    def local_id(self, make: Callable[[], str]) -> str:
        """Return a new id that is routed to this process."""
        return make()
