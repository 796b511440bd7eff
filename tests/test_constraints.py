"""constraints.txt names one version of everything that is installed, and what is declared allows it."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import NormalizedName, canonicalize_name

ROOT = Path(__file__).parent.parent
LOCK = (ROOT / "requirements-server.lock").read_text("utf-8")
PINNED = {
    canonicalize_name(name): version
    for name, _, version in (
        line.partition("==") for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines() if not line.startswith("#")
    )
}


def declared() -> list[Requirement]:
    """What pyproject.toml asks for, for whatever purpose."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    ours = project["tool"]["dungeon-twister"]
    lists = [
        *project["project"]["optional-dependencies"].values(),
        project["build-system"]["requires"],
        ours["compiling-needs"],
        ours["page-needs"],
    ]
    found = [Requirement(text) for texts in lists for text in texts]
    return [need for need in found if need.name != "dungeon-twister"]  # extras that are made of others


def needs_of(name: str, extras: set[str]) -> list[Requirement]:
    """What an installed package asks for here; nothing is known of one that is not installed."""
    try:
        texts = metadata.requires(name) or []
    except metadata.PackageNotFoundError:
        return []
    found = (Requirement(text) for text in texts)
    extras = extras or {""}
    return [need for need in found if not need.marker or any(need.marker.evaluate({"extra": extra}) for extra in extras)]


def closure(waiting: list[Requirement]) -> dict[NormalizedName, list[Requirement]]:
    """Everything that these need here, directly or not, with who asks for what."""
    known: dict[NormalizedName, list[Requirement]] = {}
    while waiting:
        need = waiting.pop()
        name = canonicalize_name(need.name)
        asked = known.setdefault(name, [])
        if str(need) not in map(str, asked):
            asked.append(need)
            waiting += needs_of(need.name, need.extras)
    return known


@cache
def all_needs() -> dict[NormalizedName, list[Requirement]]:
    """Everything that is needed for whatever purpose."""
    return closure(declared())


@pytest.mark.parametrize("name", sorted(all_needs()))
def test_every_dependency_has_an_allowed_version(name: NormalizedName) -> None:
    assert name in PINNED, f"{name} has no version in constraints.txt"
    for need in all_needs()[name]:
        assert need.specifier.contains(PINNED[name], prereleases=True), need


def test_constraints_hold_only_names_and_versions() -> None:
    """No addresses of package indexes and no files."""
    assert len(PINNED) > 60
    assert all(re.fullmatch(r"\d[\w.+]*", version) for version in PINNED.values())


def test_the_lock_of_the_server_agrees_with_the_versions() -> None:
    """It has everything that the server and compiled modules need, with the version of constraints.txt and with hashes."""
    locked: dict[str, str] = {}
    for entry in LOCK.replace(" \\\n    ", " ").splitlines():
        if entry.startswith("#"):
            continue
        requirement, *hashes = entry.split(" --hash=sha256:")
        need = Requirement(requirement)
        (pinned,) = need.specifier
        locked[canonicalize_name(need.name)] = pinned.version
        assert pinned.operator == "==" and hashes, need
        assert all(re.fullmatch(r"[0-9a-f]{64}", digest) for digest in hashes)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    needed = closure([Requirement(text) for text in [*extras["server"], *extras["compiled"]]])
    assert set(needed) <= set(locked)
    for name, version in locked.items():
        assert PINNED[canonicalize_name(name)] == version, name


def test_the_lock_names_no_index() -> None:
    assert "://" not in LOCK and not re.search(r"^-", LOCK, re.MULTILINE)
