"""Puts the program of the service into a wheel: that of the environment variable `CARCASSONNE_ENGINE_FOR_WHEEL`, if it is set."""

from __future__ import annotations

import os
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import platform_tags


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        binary = os.environ.get("CARCASSONNE_ENGINE_FOR_WHEEL")
        if not binary or self.target_name != "wheel" or version != "standard":
            return
        build_data["force_include"][os.path.abspath(binary)] = "carcassonne_engine/_bin/carcassonne-engine"
        # The program needs this platform, on Linux with a C library at least as new as this machine's; any Python will do.
        tags = list(platform_tags())
        tag = next((tag for tag in tags if tag.startswith("manylinux")), tags[0])
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{tag}"
