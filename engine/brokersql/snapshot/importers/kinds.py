"""The kinds of sources, as sql/snapshot/import/sources.toml declares them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from types import MappingProxyType
from typing import Any, Self, cast

from brokersql.core.database import Database
from brokersql.core.sql_files import sql_root, sql_text
from brokersql.snapshot.importers.oracle import oracle_text

_FOLDER = "snapshot/import"


def import_text(name: str, /, **parts: object) -> str:
    """Return a statement by its name below sql/snapshot/import, `cric/queue`."""
    folder, _, stem = name.rpartition("/")
    return sql_text(f"{_FOLDER}/{folder}", stem, **parts)


def create_macros(database: Database) -> None:
    """Create what statements of imports call; times read as loading reads them."""
    database.run(sql_text("snapshot/validate", "convert"))
    database.run(import_text("common/macros"))


@dataclass(frozen=True, slots=True)
class SourceKind:
    """How tables are made from one kind of source; see sources.toml for the lists.

    A kind of files has a `title`, and what one `record` is called; its `reads` find the
    records, which `time` counts. Files that are `text`, no JSON, are taken apart by
    `facts`, views of a policy; `made` are tables that the kind can make up. A kind of
    databases has a `folder` of statements in the `dialect` of the server, which may be
    `translated` from another folder where a file is absent, an `extra` of the package
    that brings its driver, and statements that are `always` run; with
    `split` the jobs of chunks are estimated. Its `schema` is that of a source which
    names none; statements that are `untested` ran on no server yet. Snapshots are named
    by a `prefix`, and are of a `vo` where none is given.
    """

    name: str
    steps: tuple[str, ...]
    tables: tuple[str, ...]
    findings: str = "common/findings"
    facts: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()
    added: tuple[str, ...] = ("snapshot",)
    title: str = ""
    record: str = ""
    reads: tuple[str, ...] = ()
    time: str = "common/time"
    folder: str = ""
    translated: str = ""
    dialect: str = ""
    extra: str = ""
    prefix: str = "atlas"
    vo: str = "atlas"
    always: tuple[str, ...] = ()
    split: bool = False
    schema: str = ""
    untested: bool = False
    text: bool = False
    made: tuple[str, ...] = ()

    @classmethod
    def of(cls, name: str, given: Mapping[str, Any]) -> Self:
        """Return the kind that an entry of sources.toml declares."""
        values: dict[str, Any] = dict(given)
        for key, value in given.items():
            if isinstance(value, list):
                values[key] = tuple(cast("list[str]", value))
        return cls(name=name, **values)

    def run(self, database: Database, names: Iterable[str]) -> None:
        """Run statements, one after the other."""
        for name in names:
            database.run(import_text(name))

    def statements(self) -> frozenset[str]:
        """Return the names of what is sent to a database."""
        folders = filter(None, (self.folder, self.translated))
        root = sql_root() / _FOLDER
        files = (file for each in folders for file in (root / each).glob("*.sql"))
        return frozenset(file.stem for file in files) - {"grants"}

    def statement(self, name: str) -> str:
        """Return a statement as it is sent to a database."""
        own = sql_root() / _FOLDER / self.folder / f"{name}.sql"
        if own.is_file() or not self.translated:
            return import_text(f"{self.folder}/{name}")
        return oracle_text(import_text(f"{self.translated}/{name}"))

    @property
    def sql_hash(self) -> str:
        """Return the SHA-256 of all its statements."""
        names = (*self.reads, *self.steps, self.findings, self.time)
        text = "\n".join(import_text(name) for name in names)
        return sha256(text.encode()).hexdigest()


@cache
def _declared() -> Mapping[str, Mapping[str, SourceKind]]:
    file = sql_root() / "snapshot" / "import" / "sources.toml"
    groups = tomllib.loads(file.read_text(encoding="utf-8"))
    return MappingProxyType(
        {
            group: MappingProxyType(
                {name: SourceKind.of(name, given) for name, given in kinds.items()}
            )
            for group, kinds in groups.items()
        }
    )


def file_kinds() -> Mapping[str, SourceKind]:
    """Return the kinds of files by name."""
    return _declared()["files"]


def database_kinds() -> Mapping[str, SourceKind]:
    """Return the kinds of databases by name."""
    return _declared()["databases"]
