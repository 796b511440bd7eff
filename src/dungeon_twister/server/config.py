"""Settings of a server. Every setting has a sane default; `DUNGEON_TWISTER_<NAME>` in the
environment changes it, and the command line overrides that (docs/operations.md)."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Final, get_type_hints
from urllib.parse import urlsplit

import msgspec

PREFIX: Final = "DUNGEON_TWISTER_"
KILOBYTE: Final = 1024
PUSH_HOST: Final = re.compile(r"[A-Za-z0-9.-]+(:[0-9]{1,5})?|\*(\.[A-Za-z0-9-]+){2,}")


class SettingError(ValueError):
    """An invalid setting; the message is one sentence."""


class Settings(msgspec.Struct, frozen=True):
    """The settings. Rates are per second unless they say otherwise; a limit of 0 means no limit."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = ""  # an SQLAlchemy URL; empty: a file in the user's data folder
    member_address: str = ""  # where other processes on the same database reach this one; empty: detected
    handover_seconds: float = 20.0  # wait of a new process for one that ends, before it takes a share of all games
    bot_workers: int = 1  # processes that run bots
    reading_workers: int = 1  # processes that read records and build replays; 0: none, for tests
    analysis_workers: int = 1  # processes that compute hints, threats and analyses; 0: none, for tests
    study_workers: int = 1  # processes that run lessons; 0: none, for tests
    pace: float = 0.35  # seconds between two choices of a bot, so that people can follow
    log_level: str = ""  # empty: every request (info), but only problems at a terminal
    log_addresses: str = "network"  # of clients in the log: none, network (the last part left out) or full
    metrics_port: int = 0  # for Prometheus; 0: none, and /metrics answers this machine only
    metrics_host: str = "127.0.0.1"

    push_key: str = ""  # the file with the key of Web Push; empty: next to the database file
    push_contact: str = ""  # contact for push services, as mailto:ada@example.org; empty: the first of `origins`

    push_hosts: tuple[str, ...] = ()  # further push services: `host`, `host:port` or `*.host`

    # Access. `origins`: addresses under which the page is reached from elsewhere, as https://dt.example.org
    origins: tuple[str, ...] = ()
    # Networks in which many people share one address, as 192.0.2.7 or 2001:db8:7::/48: a club, a school
    club_networks: tuple[str, ...] = ()
    club_factor: int = 10  # multiple of the limits for such an address
    proxies: str = ""  # addresses of proxies whose X-Forwarded-For is trusted, separated by commas

    message_bytes: int = 16 * KILOBYTE
    record_bytes: int = 512 * KILOBYTE
    message_rate: float = 20.0  # of one socket
    message_burst: int = 60
    request_rate: float = 100.0  # of one address: milliseconds of work for its requests (`limits.COST`)
    request_burst: int = 1500  # available at once
    requests_at_once: int = 32  # of one address; its further requests wait
    question_rate: float = 20.0  # of one address: advice, why not, history
    question_burst: int = 120
    reading_rate: float = 0.2  # of one address: seconds of work for replays, records and histories
    reading_seconds: float = 20.0  # available at once
    analysis_rate: float = 0.5  # of one address: seconds of work for hints, threats and analyses
    analysis_seconds: float = 30.0  # available at once
    analyses_per_hour: int = 30  # of finished games, begun by one address
    analyses_at_once: int = 8  # of all addresses together; each address has one
    games_per_hour: int = 120  # made by one address
    unfinished_games: int = 200  # of one address
    seats_per_hour: int = 40  # taken by one address in games that were made elsewhere
    seats_burst: int = 8  # of them at once
    bot_games: int = 3  # unfinished ones of one address that only bots play
    reports_per_hour: int = 20  # about players, and blocks, by one address
    people_per_hour: int = 100  # new players at one address
    codes_per_hour: int = 30  # transfer and recovery codes, made or tried at one address
    wrong_codes_per_hour: int = 60  # of games and rooms, tried by one address
    claims_per_hour: int = 6  # of a seat by a player without its key, at one address
    claim_seconds: float = 600.0  # after which the seat of a player who is away may be claimed
    seeks_per_hour: int = 120  # for quick pairing, at one address
    rooms_per_hour: int = 5  # of clubs, made at one address
    exports_per_hour: int = 6  # of all personal data, at one address
    sockets_per_address: int = 300
    connections_per_address: int = 300  # without its sockets
    header_seconds: float = 10.0  # until a connection has sent the head of a request
    request_seconds: float = 60.0  # until the request is complete, answered and the answer read
    chat_length: int = 500
    chat_rate: float = 0.5  # lines of one player
    chat_burst: int = 5

    # Days after the last change until deletion; 0: never.
    keep_open_days: float = 14.0  # games that still wait for players
    keep_given_up_days: float = 2.0
    keep_idle_days: float = 365.0  # games without any activity
    keep_finished_days: float = 0.0
    keep_bots_days: float = 7.0  # finished games of bots alone
    keep_records_days: float = 90.0  # records that were handed in
    keep_people_days: float = 90.0  # people without a game, rooms of clubs
    records_per_address: int = 50
    records_megabytes: int = 200  # of all records together
    disk_reserve_megabytes: int = 200  # with less free disk space, nothing new is started

    # The public shelf of scenarios
    shelf: bool = False  # whether people may publish scenarios that others find on this server
    shelf_per_person: int = 20
    shelf_scenarios: int = 5000  # of all people together
    shelf_reports: int = 3  # after which a scenario is hidden until the operator decides
    publications_per_day: int = 10  # by one address, and by one person

    hello_seconds: float = 10.0  # until a socket has sent its hello
    idle_seconds: float = 20.0  # between two heartbeats
    queue_messages: int = 256  # waiting for a slow client, which is dropped beyond that
    compress_sockets: bool = False  # saves nine tenths of the traffic, costs the server processor time


def changed(settings: Settings, **changes: object) -> Settings:
    """Return the settings with some of them changed."""
    return msgspec.structs.replace(settings, **changes)


def unlimited(settings: Settings) -> Settings:
    """Return the settings without rate limits, for tests and measurements."""
    return changed(
        settings,
        message_rate=0,
        request_rate=0,
        requests_at_once=0,
        question_rate=0,
        reading_rate=0,
        analysis_rate=0,
        analyses_per_hour=0,
        games_per_hour=0,
        unfinished_games=0,
        bot_games=0,
        seats_per_hour=0,
        reports_per_hour=0,
        people_per_hour=0,
        codes_per_hour=0,
        wrong_codes_per_hour=0,
        claims_per_hour=0,
        seeks_per_hour=0,
        rooms_per_hour=0,
        exports_per_hour=0,
        sockets_per_address=0,
        connections_per_address=0,
        chat_rate=0,
        records_per_address=0,
        publications_per_day=0,
    )


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings with those of the environment."""
    changes: dict[str, object] = {}
    for name, kind in get_type_hints(Settings).items():
        text = environment.get(PREFIX + name.upper())
        if text is not None:
            changes[name] = _value(name, kind, text)
    return changed(Settings(), **changes)


def _value(name: str, kind: object, text: str) -> object:
    try:
        if kind is bool:
            return {"1": True, "yes": True, "on": True, "0": False, "no": False, "off": False, "": False}[text.lower()]
        if kind is int:
            return int(text)
        if kind is float:
            return float(text)
    except (ValueError, KeyError):
        raise SettingError(f"{PREFIX}{name.upper()} cannot be {text!r}") from None
    if name == "origins":
        return tuple(checked_origin(word.strip()) for word in text.split(",") if word.strip())
    if name == "push_hosts":
        return tuple(checked_push_host(word.strip()) for word in text.split(",") if word.strip())
    if name == "club_networks":
        return tuple(checked_network(word.strip()) for word in text.split(",") if word.strip())
    return text


def checked_network(text: str) -> str:
    """Return a network in its normal form."""
    try:
        return str(ip_network(text, strict=False))
    except ValueError:
        raise SettingError(f"A network is written as 192.0.2.7, 192.0.2.0/24 or 2001:db8:7::/48, not {text!r}") from None


def checked_push_host(text: str) -> str:
    """Return the host of a push service in its normal form; `*.` before it stands for any name
    below."""
    if not PUSH_HOST.fullmatch(text):
        raise SettingError(f"A push service is written as push.example.org, without https://, not {text!r}")
    return text.lower()


def checked_origin(text: str) -> str:
    """Return an origin as browsers write it."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
        raise SettingError(f"An address of the page is written as https://dungeon.example.org, not {text!r}")
    return f"{parts.scheme}://{parts.hostname}" + (f":{port}" if port else "")


def data_folder() -> Path:
    """Return the default folder of games; it may not exist yet."""
    from platformdirs import user_data_path  # not there in a browser

    folder: Path = user_data_path("dungeon-twister", appauthor=False)
    return folder


def default_database() -> str:
    """Return a file in the user's data folder, which is created. OSError: it cannot be."""
    folder = data_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.stat().st_mode & 0o077:
        folder.chmod(0o700)
    return f"sqlite:///{folder / 'games.db'}"


def is_network(word: str) -> bool:
    """Return whether a word is an address or a range of addresses."""
    try:
        ip_network(word, strict=False)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Return whether a server bound there is reachable from this machine only."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
