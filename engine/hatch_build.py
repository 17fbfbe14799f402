"""Puts the compiled programs of the shipped policies into a wheel.

What is installed so compiles nothing at its first run. An editable install has none:
its files change.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface[Any]):
    """Compiles each policy before the files of a wheel are collected."""

    _folder: TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the programs to a folder that becomes `brokersql/programs`."""
        if version == "editable":
            return
        sys.path.insert(0, str(Path(self.root) / "engine"))
        from brokersql.compiler import (
            FactList,
            compile_facts,
            compile_policy,
            program_key,
        )
        from brokersql.compiler.cache import entry_name, entry_text, facts_key
        from brokersql.core.policy_names import shipped_policies
        from brokersql.policy import load_policy

        self._folder = TemporaryDirectory()
        for policy in map(load_policy, shipped_policies()):
            facts = FactList(tuple(compile_facts(policy)))
            made = {program_key: compile_policy(policy), facts_key: facts}
            for key_of, compiled in made.items():
                key = key_of(policy)
                path = Path(self._folder.name) / entry_name(key)
                path.write_text(entry_text(key, compiled), encoding="utf-8")
        build_data["force_include"][self._folder.name] = "brokersql/programs"

    def finalize(
        self, version: str, build_data: dict[str, Any], artifact_path: str
    ) -> None:
        """Remove the folder."""
        if self._folder is not None:
            self._folder.cleanup()
