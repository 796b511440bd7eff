"""Write requirements-server.lock: everything that the server installs, with its version and the hashes of its files.

``python -m tools.locking INDEX`` takes the versions from constraints.txt, what needs what from the packages that are installed
here (the extra `server` must be), and the hashes from the pages of a package index (its "simple" address). What only some
platforms or versions of Python need has a marker. The file names no index, so it serves every one.
"""

from __future__ import annotations

import re
import sys
import tomllib
from importlib import metadata
from typing import Final
from urllib.request import urlopen

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_sdist_filename, parse_wheel_filename
from tools.environments import CONSTRAINTS, ROOT

LOCK: Final = ROOT / "requirements-server.lock"
PLATFORMS: Final = {"linux": "Linux", "darwin": "Darwin", "win32": "Windows"}
PYTHONS: Final = ("3.11", "3.12", "3.13", "3.14")
HEAD: Final = """\
# What a server installs, with the hashes of all files: pip install --require-hashes -r requirements-server.lock
# Versions are those of constraints.txt. Made by tools/locking.py (CONTRIBUTING.md, "Dependencies").
"""
LINK: Final = re.compile(r'href="[^"#]*/([^"/#]+)#sha256=([0-9a-f]{64})"')
Place = tuple[str, str]  # a platform and a version of Python
PLACES: Final = {(platform, python) for platform in PLATFORMS for python in PYTHONS}


def versions() -> dict[str, str]:
    """Every version that constraints.txt names."""
    lines = (line.partition("==") for line in CONSTRAINTS.read_text("utf-8").splitlines() if not line.startswith("#"))
    return {canonicalize_name(name): version for name, _, version in lines}


def environment(place: Place, extra: str) -> dict[str, str]:
    """What markers ask about a place."""
    platform, python = place
    return {
        "extra": extra,
        "sys_platform": platform,
        "platform_system": PLATFORMS[platform],
        "os_name": "nt" if platform == "win32" else "posix",
        "python_version": python,
        "python_full_version": f"{python}.0",
        "platform_machine": "x86_64",
        "platform_python_implementation": "CPython",
        "implementation_name": "cpython",
    }


def needed(extra: str = "server") -> dict[str, set[Place]]:
    """Everything that an extra needs, directly or not, and where."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    found: dict[str, set[Place]] = {}
    for place in PLACES:
        waiting = [Requirement(text) for text in project["optional-dependencies"][extra]]
        done: set[str] = set()
        while waiting:
            need = waiting.pop()
            name = canonicalize_name(need.name)
            if str(need) in done:
                continue
            done.add(str(need))
            found.setdefault(name, set()).add(place)
            texts = metadata.requires(name) or [] if is_installed(name) else []
            for each in map(Requirement, texts):
                extras = ["", *need.extras]
                if each.marker is None or any(each.marker.evaluate(environment(place, one)) for one in extras):
                    waiting.append(each)
    return found


def is_installed(name: str) -> bool:
    try:
        metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def marker(places: set[Place]) -> str:
    """The marker for these places; empty: everywhere."""
    if places == PLACES:
        return ""
    platforms = sorted({platform for platform, _ in places})
    pythons = sorted({python for _, python in places})
    parts = []
    if len(platforms) < len(PLATFORMS):
        parts.append(" or ".join(f'sys_platform == "{platform}"' for platform in platforms))
    if len(pythons) < len(PYTHONS):
        parts.append(" or ".join(f'python_version == "{python}"' for python in pythons))
    return " ; " + (f"({parts[0]}) and ({parts[1]})" if len(parts) > 1 else parts[0])


def hashes(page: str, name: str, version: str) -> list[str]:
    """The hashes of all files of a version, as the page of an index tells them."""
    found = set()
    for file, digest in LINK.findall(page):
        try:
            parsed = parse_wheel_filename(file)[:2] if file.endswith(".whl") else parse_sdist_filename(file)
        except ValueError:
            continue
        if parsed[0] == name and str(parsed[1]) == version:
            found.add(digest)
    if not found:
        raise SystemExit(f"The index has no hashes of {name} {version}.")
    return sorted(found)


def main(arguments: list[str]) -> int:
    """Write the file."""
    index, pinned, lines = arguments[0].rstrip("/"), versions(), [HEAD]
    for name, places in sorted(needed().items()):
        with urlopen(f"{index}/{name}/", timeout=60) as answer:
            page = answer.read().decode()
        listed = "".join(f" \\\n    --hash=sha256:{digest}" for digest in hashes(page, name, pinned[name]))
        lines.append(f"{name}=={pinned[name]}{marker(places)}{listed}\n")
    LOCK.write_text("".join(lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
