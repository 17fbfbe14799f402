"""Keeps numpy and pandas out of a process that needs neither."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import cast

#: What DuckDB and pyarrow import with themselves where it is installed.
UNUSED = ("numpy", "pandas")


def leave_out_unused() -> None:
    """Let numpy and pandas count as not installed, in a process of our own.

    DuckDB and pyarrow import them for conversions that no command asks for, which takes
    as long as the rest of a short command. What is imported already stays.
    """
    modules = cast("dict[str, ModuleType | None]", sys.modules)
    for name in UNUSED:
        modules.setdefault(name, None)
