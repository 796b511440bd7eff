"""Which extra of the package provides the modules that a command needs."""

from __future__ import annotations

from typing import Final

MODULES: Final = {
    "cli": ("platformdirs", "rich"),
    "server": (
        *("alembic", "aiosqlite", "asyncpg", "litestar", "msgspec", "platformdirs", "prometheus_client", "rich", "sqlalchemy"),
        *(
            "structlog",
            "uvicorn",
            "websockets",
            "starlette",
            "httptools",
            "uvloop",
            "anyio",
            "httpx",
            "cryptography",
            "webauthn",
        ),
    ),
    "dataset": ("pyarrow", "platformdirs", "rich"),
}
OF_COMMANDS: Final = {
    **dict.fromkeys(("serve", "site", "backup", "restore", "drain", "reports", "ban"), "server"),
    **dict.fromkeys(("games", "people", "clubs", "top"), "server"),
    "dataset": "dataset",
}  # all others belong to `cli`


def missing_extra_text(command: str, module: str | None) -> str:
    """Return a sentence that names the extra for a module that was not found; empty if there is none."""
    name = (module or "").partition(".")[0]
    extra = OF_COMMANDS.get(command, "cli")
    if name in MODULES["cli"] and extra not in ("cli", "server"):
        extra = f"cli,{extra}"
    known = {each for modules in MODULES.values() for each in modules}
    if name not in known:
        return ""
    return f"'dungeon-twister {command}' needs {name}, which comes with: pip install 'dungeon-twister[{extra}]'"
