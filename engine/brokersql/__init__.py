"""brokersql: decides where work goes, with every rule written as a SQL file.

>>> import brokersql
>>> brokersql.Snapshot.__name__
'Snapshot'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from brokersql.core.errors import (
    BrokersqlError,
    CycleError,
    PolicyError,
    SnapshotError,
    StateError,
    UsageError,
)

if TYPE_CHECKING:
    from brokersql.api import Cycle, Explainer, run
    from brokersql.diff import compare
    from brokersql.render.documents import json_schema
    from brokersql.snapshot import Snapshot

__version__ = "0.1.0"

__all__ = [
    "BrokersqlError",
    "Cycle",
    "CycleError",
    "Explainer",
    "PolicyError",
    "Snapshot",
    "SnapshotError",
    "StateError",
    "UsageError",
    "__version__",
    "compare",
    "json_schema",
    "run",
]

#: Names whose modules load DuckDB and Arrow: imported when first asked for.
_LATER = {
    "Cycle": "brokersql.api",
    "Explainer": "brokersql.api",
    "compare": "brokersql.diff",
    "json_schema": "brokersql.render.documents",
    "run": "brokersql.api",
    "Snapshot": "brokersql.snapshot",
}


def __getattr__(name: str) -> object:
    """Return a public name from the module that holds it."""
    if name not in _LATER:
        raise AttributeError(f"module 'brokersql' has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)


def load_ipython_extension(shell: Any) -> None:
    """Let a notebook show Arrow tables as tables: ``%load_ext brokersql``."""
    import pyarrow as pa

    from brokersql.render.html import table_html

    formatters = shell.display_formatter.formatters
    formatters["text/html"].for_type(pa.Table, table_html)


def __dir__() -> list[str]:
    """Return the public names, loaded or not."""
    return list(__all__)
