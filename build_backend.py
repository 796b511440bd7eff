"""The build backend: that of setuptools, with the requirements of compiling the engine and building the page.

The requirements follow from the environment variables of setup.py: no Node.js without a page, no mypy without compiling.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from setuptools import build_meta

# Hooks of setuptools that are used unchanged.
build_editable = build_meta.build_editable
build_sdist = build_meta.build_sdist
build_wheel = build_meta.build_wheel
get_requires_for_build_sdist = build_meta.get_requires_for_build_sdist
prepare_metadata_for_build_editable = build_meta.prepare_metadata_for_build_editable
prepare_metadata_for_build_wheel = build_meta.prepare_metadata_for_build_wheel

Settings = Mapping[str, Any] | None


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    return [*build_meta.get_requires_for_build_wheel(config_settings), *needs(os.environ)]


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    return [*build_meta.get_requires_for_build_editable(config_settings), *needs(os.environ)]


def needs(environment: Mapping[str, str]) -> list[str]:
    """Return the build requirements in addition to setuptools. A source distribution has no sources of the page."""
    with Path("pyproject.toml").open("rb") as file:
        ours = tomllib.load(file)["tool"]["dungeon-twister"]
    found: list[str] = []
    if environment.get("DUNGEON_TWISTER_COMPILE") != "0":
        found += ours["compiling-needs"]
    if environment.get("DUNGEON_TWISTER_WEB") != "0" and Path("web", "build_page.py").exists():
        found += ours["page-needs"]
    return found
