"""Where the SQL files and the snapshots that ship with the package are."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from string import Template


@cache
def sql_root() -> Path:
    """Return the folder of the shipped SQL: inside the wheel, else the checkout's."""
    package = Path(__file__).resolve().parents[1]
    shipped = package / "sql"
    return shipped if shipped.is_dir() else package.parent.parent / "sql"


@cache
def sql_folder(name: str) -> Path:
    """Return ``sql/<name>``, or ``sql/views/<name>`` for queries of results."""
    folder = sql_root() / name
    return folder if folder.is_dir() else sql_root() / "views" / name


@cache
def _text(folder: str, name: str) -> str:
    return (sql_folder(folder) / f"{name}.sql").read_text(encoding="utf-8")


def sql_text(folder: str, name: str, /, **parts: object) -> str:
    """Return the text of ``<name>.sql`` of a folder with its ``$parts`` filled in.

    The folder is one that `sql_folder` knows.
    """
    text = _text(folder, name)
    return Template(text).substitute(parts) if parts else text


def result_sql(name: str, decides: str = "task", /, **parts: object) -> str:
    """Return the text of a statement of sql/views/result with its ``$parts`` filled in.

    What policies decide about, see `Policy.decides`, may have a file of its own.
    """
    own = sql_folder("result") / decides / f"{name}.sql"
    return sql_text(f"result/{decides}" if own.is_file() else "result", name, **parts)


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
