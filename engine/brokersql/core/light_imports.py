"""Keeps numpy and pandas out of a process that needs neither."""

from __future__ import annotations

import sys

#: What DuckDB and pyarrow import with themselves where it is installed.
UNUSED = ("numpy", "pandas")


class _Unused:
    """Finds that a module is not installed."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> None:
        """Raise what Python raises for a module that is not there.

        None in `sys.modules` would not do: pyarrow takes it for the module.
        """
        if name in UNUSED:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def leave_out_unused() -> None:
    """Let numpy and pandas count as not installed, in a process of our own.

    DuckDB and pyarrow import them for conversions that no command asks for, which takes
    as long as the rest of a short command. What is imported already stays.
    """
    sys.meta_path.insert(0, _Unused)
