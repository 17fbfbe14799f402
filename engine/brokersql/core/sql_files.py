"""Where the SQL files and the snapshots that ship with the package stand."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def sql_root() -> Path:
    """Return the folder of the shipped SQL: inside the wheel, else the checkout's."""
    package = Path(__file__).resolve().parents[1]
    shipped = package / "sql"
    return shipped if shipped.is_dir() else package.parent.parent / "sql"


@cache
def fixture_root() -> Path:
    """Return the folder of the shipped snapshots, `demo` among them, likewise."""
    package = Path(__file__).resolve().parents[1]
    shipped = package / "fixtures"
    return shipped if shipped.is_dir() else package.parent.parent / "fixtures"


@cache
def schema_root() -> Path:
    """Return the folder of the JSON Schemas, one file per kind of document."""
    return Path(__file__).resolve().parents[1] / "schema"
