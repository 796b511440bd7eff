"""The build backend: that of setuptools, with the requirements of compiling the engine and building the page (`setup.py`)."""

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
    """Return the build requirements in addition to setuptools."""
    ours = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["tool"]["dungeon-twister"]
    found: list[str] = []
    if environment.get("DUNGEON_TWISTER_COMPILE") == "1":
        found += ours["compiling-needs"]
    if environment.get("DUNGEON_TWISTER_WEB") == "1":
        found += ours["page-needs"]
    return found
