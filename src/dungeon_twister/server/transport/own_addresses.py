"""The addresses at which other machines reach this server."""

from __future__ import annotations

from socket import AF_INET, SOCK_DGRAM, socket
from typing import Final

from dungeon_twister.server.config import Settings, is_loopback

ELSEWHERE: Final = ("192.0.2.1", 9)  # an address reserved for documentation


def reachable_at(settings: Settings, port: int) -> list[str]:
    """Return the addresses at which other machines find this server: those of the settings, or its own one in the local
    network."""
    if settings.origins or is_loopback(settings.host):
        return list(settings.origins)
    host = settings.host
    if host in ("", "0.0.0.0", "::"):
        with socket(AF_INET, SOCK_DGRAM) as probe:  # nothing is sent: the system only selects one of its addresses
            try:
                probe.connect(ELSEWHERE)
                host = probe.getsockname()[0]
            except OSError:
                return []
    return [] if is_loopback(host) else [f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"]
