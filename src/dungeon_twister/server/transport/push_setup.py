"""Setup of push notifications: the server's key and the client of the push services."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from dungeon_twister.server import webpush
from dungeon_twister.server.config import Settings
from dungeon_twister.server.games import GameService
from dungeon_twister.server.logs import log
from dungeon_twister.server.transport.push_client import PushClient

CONTACT: Final = "mailto:nobody@example.invalid"
KEY_FILE: Final = ".push-key"


def offer_push(settings: Settings, games: GameService) -> PushClient | None:
    """Enable push messages if there is a place for the key; return the client, which must be closed."""
    file = Path(settings.push_key) if settings.push_key else games.notifier.file(KEY_FILE)
    if file is None:
        return None
    contact = settings.push_contact or next(iter(settings.origins), CONTACT)
    services = webpush.PushServices(settings.push_hosts)
    try:
        signer = webpush.Signer.kept_in(file, contact)
    except (OSError, ValueError) as error:
        log.warning("push-key", kind=type(error).__name__)
        return None
    poster = PushClient(services)
    games.notifier.signer, games.notifier.services, games.notifier.post = signer, services, poster.post
    return poster
