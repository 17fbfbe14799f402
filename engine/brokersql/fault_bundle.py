"""What is kept of an engine fault: enough to report it to the makers of DuckDB.

A bundle is a folder: the statement, settings and versions (`report.json`), the tables
that it reads as Parquet, and `reproduce.sql`, which fails alike where DuckDB still has
the fault. The data stay on this machine.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import shutil
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import version
from itertools import count
from pathlib import Path
from typing import Protocol, cast

from brokersql.resources import sql_root

#: A parameter; before it what may hold its sign: texts, quoted names and comments.
_MARK = re.compile(r"""'[^']*'|"[^"]*"|--[^\n]*|(?P<mark>\?|\$\d+)""")
#: Rows of one table that a bundle holds at most; larger tables are named only.
_MOST_ROWS = 5_000_000
#: Bundles that are kept, the newest.
_MOST_BUNDLES = 5


class Connection(Protocol):
    """What is left of a connection on which a statement failed."""

    def rows(self, sql: str) -> list[tuple[object, ...]]:
        """Return all rows of a query."""
        ...

    def run(self, sql: str) -> None:
        """Execute a statement."""
        ...


@dataclass(frozen=True, slots=True)
class Failed:
    """A statement that failed, what was bound in it, and the name of the settings."""

    statement: str
    parameters: Sequence[object]
    message: str
    settings: str

    @property
    def digest(self) -> str:
        """Return what tells it from others."""
        parts = (self.settings, self.statement, self.message)
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]

    @property
    def bound(self) -> str:
        """Return the statement with literals in place of its parameters."""
        numbers = count()

        def literal(found: re.Match[str]) -> str:
            mark = found["mark"]
            if mark is None or not self.parameters:
                return found[0]
            number = next(numbers) if mark == "?" else int(mark[1:]) - 1
            return _literal(self.parameters[number])

        return _MARK.sub(literal, self.statement)


def fault_folder() -> Path:
    """Return where bundles stand: below the user's cache of brokersql."""
    named = os.environ.get("BROKERSQL_CACHE")
    if named:
        return Path(named) / "faults"
    from platformdirs import user_cache_path

    return user_cache_path("brokersql") / "faults"


def write_bundle(connection: Connection, failed: Failed) -> Path | None:
    """Write the bundle of a statement that failed on a connection; return its folder.

    None where nothing can be written or read any more: the fault itself counts.
    """
    folder = fault_folder() / failed.digest
    with suppress(OSError):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        _forget_oldest(folder.parent)
        (folder / "statement.sql").write_text(failed.statement, encoding="utf-8")
        report: dict[str, object] = {"message": failed.message, "versions": _versions()}
        with suppress(Exception):  # whatever the broken engine does meanwhile
            settings = connection.rows(_query("settings"))
            report["settings"] = {str(name): value for name, value in settings}
            report["tables_left_out"] = _write_script(connection, failed.bound, folder)
        text = json.dumps(report, indent=2, ensure_ascii=False)
        (folder / "report.json").write_text(f"{text}\n", encoding="utf-8")
        return folder
    return None


def _versions() -> dict[str, str]:
    return {
        "duckdb": version("duckdb"),
        "brokersql": version("brokersql"),
        "python": platform.python_version(),
        "system": platform.platform(),
    }


@dataclass(frozen=True, slots=True)
class _Relation:
    """A table, or a view or macro with the text that makes it."""

    place: str
    name: str
    n_rows: int
    sql: str | None


def _write_script(connection: Connection, statement: str, folder: Path) -> list[str]:
    """Write the tables and `reproduce.sql`; return the tables that are too large."""
    settings = [str(row[0]) for row in connection.rows(_query("set_again"))]
    made: list[str] = []
    left_out: list[str] = []
    for each in _relations_of(connection, statement):
        if each.sql is not None:
            made.append(f"{each.sql.rstrip(';')};")
        elif each.n_rows > _MOST_ROWS:
            left_out.append(each.name)
        else:
            file = folder / f"{each.name}.parquet"
            quoted = str(file).replace("'", "''")
            connection.run(f"copy {each.place} to '{quoted}'")
            kind = "temp table" if each.place.startswith("temp.") else "table"
            made.append(f"create {kind} {each.place} as from '{file.name}';")
    script = "\n".join([*settings, *made, statement.rstrip().rstrip(";") + ";\n"])
    (folder / "reproduce.sql").write_text(script, encoding="utf-8")
    return left_out


def _relations_of(connection: Connection, statement: str) -> list[_Relation]:
    """Return what a statement reads, what a view or macro reads before itself.

    A relation counts as read where the statement, or a text that it reads, names it.
    """
    known: dict[str, _Relation] = {}
    for place, name, n_rows, sql in connection.rows(_query("relations")):
        text = None if sql is None else str(sql)
        each = _Relation(str(place), str(name), int(str(n_rows)), text)
        known.setdefault(each.name.lower(), each)
    seen: set[str] = set()
    found: list[_Relation] = []

    def add(text: str) -> None:
        for name in sorted(set(re.findall(r"\w+", text.lower())) & known.keys()):
            if name not in seen:
                seen.add(name)
                add(known[name].sql or "")
                found.append(known[name])

    add(statement)
    return found


def _literal(value: object) -> str:
    """Return a parameter as SQL."""
    if value is None:
        return "null"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_literal, cast(Sequence[object], value)))}]"
    if isinstance(value, float):
        return f"'{value}'::double"
    if isinstance(value, int):
        return str(value).lower()
    return "'" + str(value).replace("'", "''") + "'"


def _query(name: str) -> str:
    path = sql_root() / "fault" / f"{name}.sql"
    return path.read_text(encoding="utf-8")


def _forget_oldest(folder: Path) -> None:
    """Keep the newest bundles only."""
    bundles = sorted(folder.iterdir(), key=lambda each: each.stat().st_mtime)
    for each in bundles[:-_MOST_BUNDLES]:
        shutil.rmtree(each, ignore_errors=True)
