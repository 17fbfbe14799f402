"""Finds out what a given source is and which tables it holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Protocol

import pyarrow as pa

from brokersql.database import Database
from brokersql.errors import SnapshotError
from brokersql.snapshot import manifest
from brokersql.snapshot.contract import tables
from brokersql.snapshot.source import (
    ArrowSource,
    DatabaseSource,
    FolderSource,
    Source,
)
from brokersql.snapshot.statements import statement
from brokersql.snapshot.violation import Violation, shown


class ArrowStream(Protocol):
    """A table of any library that speaks Arrow's own protocol, as pyarrow.Table."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the rows as an Arrow stream."""
        ...


SnapshotSource = str | Path | Mapping[str, ArrowStream]

_SUFFIXES = (".parquet", ".jsonl", ".json")
_DUCKDB_MARK = b"DUCK"


def open_source(source: SnapshotSource) -> Source:
    """Return the source behind a path or a mapping of Arrow tables.

    Raises:
        SnapshotError: nothing is there, or nothing that can be a snapshot.
    """
    if isinstance(source, Mapping):
        return _open_arrow(source)
    path = Path(source)
    try:
        if path.is_dir():
            return _open_folder(path)
        if not path.exists():
            raise SnapshotError(
                "there is no such folder or file",
                where=str(source),
                hint="a snapshot is a folder of <table>.parquet or .jsonl files, "
                "or a DuckDB file",
            )
        with path.open("rb") as file:
            mark = file.read(12)[8:]
    except OSError as error:
        raise SnapshotError(
            f"cannot be read: {error.strerror or error}", where=str(source)
        ) from error
    if mark != _DUCKDB_MARK:
        raise SnapshotError(
            "is neither a folder nor a DuckDB file",
            where=str(source),
            hint="a single table belongs in a folder, as <table>.parquet or .jsonl",
        )
    return _open_database(path)


def _open_arrow(source: Mapping[str, ArrowStream]) -> ArrowSource:
    given = {
        name: table
        if isinstance(table, pa.Table)
        else pa.RecordBatchReader.from_stream(table).read_all()
        for name, table in source.items()
    }
    return ArrowSource(given, misspelt(given, "table"))


def _open_database(path: Path) -> DatabaseSource:
    scratch = Database.open()
    try:
        with DatabaseSource(str(path), frozenset()).connected(scratch):
            found = scratch.rows(statement("list_relations"))
    finally:
        scratch.close()
    names = {str(name) for (name, _) in found}
    if not names & tables().keys():
        raise SnapshotError(
            "holds no table of a snapshot",
            where=str(path),
            hint="the tables stand in schema main under the names of sql/snapshot",
        )
    return DatabaseSource(
        str(path), frozenset(names & tables().keys()), misspelt(names, "table")
    )


def _open_folder(path: Path) -> FolderSource:
    if (path / manifest.NAME).is_file():
        return _open_stored(path)
    found: dict[str, list[Path]] = {}
    others: set[str] = set()
    entries = sorted(path.iterdir())
    for entry in entries:
        if entry.name.startswith((".", "_")):
            continue
        files = _files(entry)
        if not files:
            continue
        name = _table_name(entry)
        if name in tables():
            _refuse_no_file(files)
            found.setdefault(name, []).extend(files)
        else:
            others.add(name)
    if not found:
        raise SnapshotError(
            "holds no table of a snapshot", where=str(path), hint=_hint(entries)
        )
    _refuse_two_formats(path, found)
    files = {name: tuple(several) for name, several in found.items()}
    return FolderSource(str(path), files, misspelt(others, "file"))


def _open_stored(path: Path) -> FolderSource:
    """Return a snapshot of a history, whose tables may stand in other folders."""
    tables = manifest.read_manifest(path).tables
    root = path.absolute().parent
    return FolderSource(
        str(path), {name: (root / each.file,) for name, each in tables.items()}
    )


def _files(entry: Path) -> list[Path]:
    """Return the data files that an entry of the folder is or holds."""
    if entry.is_dir():
        inside = (file for file in sorted(entry.iterdir()) if file.is_file())
        return [file for file in inside if file.suffix in _SUFFIXES]
    return [entry] if entry.suffix in _SUFFIXES else []


def _table_name(entry: Path) -> str:
    """Return the table that an entry holds: task.parquet, task-0001.parquet, task/."""
    stem = entry.stem if entry.suffix in _SUFFIXES else entry.name
    return stem.partition("-")[0]


def _refuse_no_file(files: list[Path]) -> None:
    for file in files:
        if not file.is_file():
            raise SnapshotError(
                "is not a file that can be read", where=str(file), hint="take it away"
            )


def _refuse_two_formats(path: Path, found: Mapping[str, list[Path]]) -> None:
    twice = [
        f"{name}: {' and '.join(sorted(file.name for file in files))}"
        for name, files in found.items()
        if len({file.suffix for file in files}) > 1
    ]
    if twice:
        raise SnapshotError(
            "a table stands there in two formats",
            where=str(path),
            items=twice,
            hint="keep one of them: nothing says which is the newer one",
        )


def _hint(entries: list[Path]) -> str:
    cycles = [entry for entry in entries if entry.name.startswith("snapshot_time=")]
    if cycles:
        return f"it is a history of {len(cycles)} snapshots: name one, {cycles[0].name}"
    if not entries:
        return "the folder is empty"
    return "files are named <table>.parquet or <table>.jsonl, as in sql/snapshot"


def misspelt(names: Iterable[str], what: str) -> tuple[Violation, ...]:
    """Return a note for each name that looks like the name of a table, but is none."""
    notes: list[Violation] = []
    for name in sorted(set(names) - tables().keys()):
        close = get_close_matches(name.lower(), tables(), n=1, cutoff=0.85)
        if close:
            message = f"{what} {shown(name)} is ignored: did you mean {close[0]}?"
            notes.append(
                Violation("note", "unknown_table", close[0], "", 1, (name,), message)
            )
    return tuple(notes)
