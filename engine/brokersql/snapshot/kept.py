"""Snapshots as they were loaded, kept in the user's cache.

An entry is found by the bytes of all files, and by what loads them; what stands in it
is what loading gave, with rows in quarantine and all violations. A snapshot with errors
is not kept.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import file_digest, sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast

from brokersql import __version__
from brokersql.core.database import Database, SqlError
from brokersql.core.kept_databases import (
    DatabaseKeeper,
    about_kept,
    kept_database,
)
from brokersql.core.sql_files import sql_root
from brokersql.snapshot.read import RowSource
from brokersql.snapshot.violations import Violation


@dataclass(frozen=True, slots=True)
class LoadedRows:
    """What loading gave: rows read and loaded by table, what is wrong, the hash."""

    n_rows: dict[str, tuple[int, int]]
    found: tuple[Violation, ...]
    content_hash: str

    def text(self) -> str:
        """Return it as a text, from which `of` makes it again."""
        found = [asdict(each) for each in self.found]
        held = {"rows": self.n_rows, "found": found, "hash": self.content_hash}
        return json.dumps(held)

    @classmethod
    def of(cls, text: str) -> LoadedRows:
        """Return what was made a text."""
        held: dict[str, Any] = json.loads(text)
        n_rows = {name: (n[0], n[1]) for name, n in held["rows"].items()}
        return cls(n_rows, violations_of(held["found"]), held["hash"])


def violations_of(held: Sequence[dict[str, Any]]) -> tuple[Violation, ...]:
    """Return violations from their fields, of which JSON knows no tuples."""
    return tuple(
        Violation(**{name: _plain(value) for name, value in each.items()})
        for each in held
    )


def _plain(value: Any) -> Any:
    return tuple(cast("list[str]", value)) if isinstance(value, list) else value


def source_key(source: RowSource) -> str | None:
    """Return a digest of the files of a source and of what loads them.

    None of what is no folder of files, or cannot be read.
    """
    if not source.held:
        return None
    digest = sha256(digest_of_code(("snapshot",), ("snapshot",)).encode())
    digest.update(repr((source.where, source.notes)).encode())
    try:
        for name, pieces in sorted(source.held.items()):
            for each in pieces:
                if each.file is None:
                    return None
                with each.file.open("rb") as file:
                    content = file_digest(file, "sha256").hexdigest()
                digest.update(f"{name} {each.where!r} {content}\n".encode())
    except OSError:
        return None
    return digest.hexdigest()


@cache
def digest_of_code(packages: Sequence[str], folders: Sequence[str]) -> str:
    """Return a digest of packages and folders of SQL, of brokersql and of DuckDB."""
    digest = sha256(f"brokersql {__version__} duckdb {version('duckdb')}\n".encode())
    engine = Path(__file__).parents[1]
    code = (path for name in packages for path in (engine / name).glob("*.py"))
    sql = (path for name in folders for path in (sql_root() / name).rglob("*.sql"))
    for path in (engine / "core/database.py", *sorted(code), *sorted(sql)):
        digest.update(path.name.encode() + sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def read_loaded(key: str, database: Database) -> LoadedRows | None:
    """Fill an empty database with what was loaded before; None if nothing is kept."""
    with kept_database(key) as kept:
        if kept is None:
            return None
        try:
            loaded = LoadedRows.of(kept.about)
            database.copy_from(kept.file)
            return loaded
        except (SqlError, ValueError, KeyError, TypeError):
            return None


def rows_before(source: RowSource) -> dict[str, int] | None:
    """Return how many rows of each table were loaded before; None if nothing is kept.

    It is for a guess at how much work there is: see `about_kept`.
    """
    key = source_key(source)
    about = None if key is None else about_kept(key)
    try:
        held = LoadedRows.of(about or "")
        return {name: n_loaded for name, (_, n_loaded) in held.n_rows.items()}
    except (ValueError, KeyError, TypeError, IndexError):
        return None


def keep_loaded(
    key: str, source: RowSource, database: Database, it: LoadedRows
) -> None:
    """Keep what was loaded into a database, unless files have changed meanwhile."""
    with DatabaseKeeper(key) as keeper, suppress(SqlError):
        if keeper.file is not None:
            database.copy_to(keeper.file)
            if source_key(source) == key:
                keeper.keep(it.text())
