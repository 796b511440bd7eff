"""What operators copy (container, compose, Caddy, systemd) names commands, options, settings and files that there are."""

from __future__ import annotations

import asyncio
import configparser
import json
import os
import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from dungeon_twister.cli.main import make_parser
from dungeon_twister.server.config import Settings, from_environment
from dungeon_twister.server.transport import ConnectionLimits, ServerContext, make_game_service

ROOT = Path(__file__).parent.parent
CONTAINER = (ROOT / "Containerfile").read_text("utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
CADDY = (ROOT / "deploy" / "Caddyfile").read_text("utf-8")
NGINX = (ROOT / "deploy" / "nginx.conf").read_text("utf-8")
ALERTS: dict[str, Any] = yaml.safe_load((ROOT / "deploy" / "alerts.yml").read_text("utf-8"))
UNIT = (ROOT / "deploy" / "dungeon-twister.service").read_text("utf-8")
SETTINGS = (ROOT / "docs" / "settings.md").read_text("utf-8")
MANUAL = "".join(
    (ROOT / "docs" / f"{name}.md").read_text("utf-8") for name in ("operations", "database", "moderation", "settings")
)
COMMANDS = "serve|doctor|backup|restore|drain|reports|ban|games|people|clubs|top"
SETTING = re.compile(r"\bDUNGEON_TWISTER_([A-Z_]+)")
NO_SETTINGS = {"COMPILED", "LANGUAGE", "DEBUG", "WEB", "COMPILE"}  # read elsewhere than in the server's settings
EXAMPLES = {"DOMAIN": "dungeon.example.org", "DATABASE_PASSWORD": "abc", "BOT_WORKERS": "2"}


def unit() -> configparser.RawConfigParser:
    """The unit of systemd; of a key that is given several times all values are kept, on lines of their own."""

    class Several(dict[str, Any]):
        def __setitem__(self, key: str, value: Any) -> None:
            if key in self and isinstance(value, list):
                self[key].extend(value)
            else:
                super().__setitem__(key, value)

    found = configparser.RawConfigParser(strict=False, dict_type=Several, delimiters=("=",), comment_prefixes=("#",))
    found.optionxform = str  # type: ignore[assignment, method-assign]
    found.read_string(UNIT)
    return found


def filled(text: str) -> str:
    """A value of the compose file with what `.env` says."""
    return re.sub(r"\$\{([A-Z_]+)[^}]*\}", lambda found: EXAMPLES[found[1]], text)


def commands() -> list[str]:
    """Every call of dungeon-twister that stands in what operators copy."""
    found = re.findall(r"^CMD (\[.*\])$", CONTAINER, re.MULTILINE)
    assert found
    calls = [shlex.join(json.loads(found[0]))]
    service = unit()["Service"]
    for key in ("ExecStartPre", "ExecStart"):
        program, _, words = service[key].partition(" ")
        assert program.removeprefix("-") == "/opt/dungeon-twister/bin/dungeon-twister"
        calls.append(words)
    for block in re.findall(r"```text\n(.*?)```", MANUAL, re.DOTALL):
        calls += re.findall(rf"\bdungeon-twister ((?:{COMMANDS})\b[^\n#&]*)", block)
    return [call.strip() for call in calls]


@pytest.mark.parametrize("words", commands())
def test_every_command_is_understood(words: str) -> None:
    parsed = make_parser().parse_args(shlex.split(words))
    assert callable(parsed.run)


def test_every_setting_exists() -> None:
    fields = {name.upper() for name in Settings.__struct_fields__}
    named = (
        set(SETTING.findall("".join((CONTAINER, CADDY, NGINX, UNIT, MANUAL, str(ALERTS))) + json.dumps(COMPOSE))) - NO_SETTINGS
    )
    assert len(named) > 10 and {name for name in named if name not in fields and name.rstrip("_")} == set()


def test_the_manual_lists_every_setting_with_its_default() -> None:
    """docs/settings.md; a cell may have several settings and their defaults, in the same order."""
    listed: dict[str, str] = {}
    for row in re.findall(r"^\| `[A-Z].*$", SETTINGS, re.MULTILINE):
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        listed |= dict(zip(re.findall(r"`([A-Z_]+)`", cells[0]), cells[-2].split(", "), strict=False))
    assert set(listed) == {name.upper() for name in Settings.__struct_fields__}
    for name in listed:
        value = getattr(Settings(), name.lower())
        if isinstance(value, int | float) and not isinstance(value, bool):
            assert float(listed[name].strip("`")) == value, name


def test_the_settings_can_be_read() -> None:
    server = COMPOSE["services"]["server"]["environment"]
    composed = from_environment({name: filled(value) for name, value in server.items()})
    assert composed.origins == ("https://dungeon.example.org",) and composed.bot_workers == 2
    contained = from_environment(dict(re.findall(r"\b(DUNGEON_TWISTER_[A-Z_]+)=(\S+)", CONTAINER)))
    assert (contained.host, contained.port, contained.metrics_port) == ("0.0.0.0", 8000, 9100)
    served = from_environment(dict(re.findall(r"^Environment=(\w+)=(\S+)$", UNIT, re.MULTILINE)))
    assert served.proxies == "127.0.0.1" and served.database.startswith("sqlite:////var/lib/dungeon-twister/")


def test_every_file_exists() -> None:
    services = COMPOSE["services"]
    assert (ROOT / services["server"]["build"]["dockerfile"]).is_file()
    mounted = [volume.split(":")[0] for service in services.values() for volume in service.get("volumes", [])]
    for name in mounted:
        assert (ROOT / name).is_file() if name.startswith("./") else name in COMPOSE["volumes"], name
    assert "/src/constraints.txt" in CONTAINER and (ROOT / "constraints.txt").is_file()
    assert "--require-hashes -r requirements-server.lock" in CONTAINER and (ROOT / "requirements-server.lock").is_file()
    for name in re.findall(r"`(deploy/[\w.-]+|Containerfile|compose\.yaml)`", MANUAL):
        assert (ROOT / name).is_file(), name
    assert (ROOT / ".dockerignore").read_text() == (ROOT / ".containerignore").read_text()
    ignored = (ROOT / ".containerignore").read_text().split()
    assert not {"web", "src", "constraints.txt", "setup.py", "pyproject.toml", "README.md"} & set(ignored)


def test_the_extra_exists() -> None:
    extras = re.search(r'pip install --no-deps "\.\[([\w,]+)\]"', CONTAINER)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert extras is not None and set(extras[1].split(",")) <= project["optional-dependencies"].keys()


def test_the_parts_find_each_other() -> None:
    """The proxy passes on to where the server listens, the server believes the proxy's network and no other."""
    services = COMPOSE["services"]
    upstream = re.search(r"reverse_proxy (\w+):(\d+)", CADDY)
    port = re.search(r"DUNGEON_TWISTER_PORT=(\d+)", CONTAINER)
    assert upstream is not None and port is not None
    assert upstream[1] in services and upstream[2] == port[1]
    subnets = [config["subnet"] for config in COMPOSE["networks"]["inside"]["ipam"]["config"]]
    assert services["server"]["environment"]["DUNGEON_TWISTER_PROXIES"] == subnets[0]
    assert f"@{'database'}/" in services["server"]["environment"]["DUNGEON_TWISTER_DATABASE"]
    assert "ports" not in services["server"] and "ports" not in services["database"], "only the proxy is seen from outside"
    assert CADDY.count("{") == CADDY.count("}") and "{$DOMAIN}" in CADDY
    variables = set(re.findall(r"\$\{([A-Z_]+)", (ROOT / "compose.yaml").read_text("utf-8")))
    assert variables == set(re.findall(r"^([A-Z_]+)=", (ROOT / "deploy" / "example.env").read_text("utf-8"), re.MULTILINE))


def test_the_unit_is_sandboxed_and_raises_the_file_limit() -> None:
    service = unit()["Service"]
    assert int(service["LimitNOFILE"]) >= 65_536 and service["KillSignal"] == "SIGTERM"
    for key in ("NoNewPrivileges", "PrivateTmp", "ProtectHome", "PrivateDevices", "DynamicUser"):
        assert service[key] == "yes"
    assert service["ProtectSystem"] == "strict" and service["StateDirectoryMode"] == "0700"


# -- proxies and alerts --------------------------------------------------------------------------------------------------


def test_nginx_understands_its_example(tmp_path: Path) -> None:
    """With a certificate of our own and ports that anybody may have."""
    nginx, openssl = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin"), shutil.which("openssl")
    if nginx is None or openssl is None:
        pytest.skip("there is no nginx, or no openssl, on this machine")
    key, certificate = tmp_path / "privkey.pem", tmp_path / "fullchain.pem"
    made = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=dungeon.example.org"]
    subprocess.run([*made, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    example = NGINX.replace("/etc/letsencrypt/live/dungeon.example.org", str(tmp_path))
    example = re.sub(r"listen (\[::\]:)?(80|443)", lambda found: f"listen {found[1] or ''}{int(found[2]) + 18_000}", example)
    (tmp_path / "example.conf").write_text(example)
    (tmp_path / "nginx.conf").write_text(
        f"pid {tmp_path}/pid; error_log {tmp_path}/log; events {{}} http {{ access_log off; include {tmp_path}/example.conf; }}"
    )
    checked = subprocess.run([nginx, "-t", "-c", tmp_path / "nginx.conf"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr


def test_the_proxies_hide_operator_routes() -> None:
    for name in ("metrics", "health", "refusals"):
        assert re.search(rf"[/|(]{name}\b", NGINX) and f"/{name}" in CADDY
    for part in ("return 301 https://", "ssl_certificate_key", "Upgrade $http_upgrade", "client_max_body_size", "limit_req"):
        assert part in NGINX, part


def test_every_alert_asks_for_a_metric_that_there_is(tmp_path: Path) -> None:
    rules = [rule for group in ALERTS["groups"] for rule in group["rules"]]
    assert len(rules) >= 8 and len({rule["alert"] for rule in rules}) == len(rules)
    settings = Settings(database=f"sqlite:///{tmp_path / 'games.db'}")
    metrics = asyncio.run(_metrics(settings))
    for rule in rules:
        assert rule["annotations"]["summary"] and rule["annotations"]["action"]
        for name in re.findall(r"dungeon_twister_\w+", rule["expr"]):
            assert f"# TYPE {re.sub('_(total|bucket)$', '', name)}" in metrics, name


async def _metrics(settings: Settings) -> str:
    games = make_game_service(settings)
    await games.open()
    try:
        service = ServerContext(settings, games, ConnectionLimits(settings))
        return service.metrics.text().decode()
    finally:
        await games.close()
