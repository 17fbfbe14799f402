"""Stored snapshots into a database of many: each file is read once, digest checked.

A table that is the same in all of them is loaded once. One of many rows stays in its
files, and those who read it decode the columns that they need.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from string import Template

import pyarrow as pa

from brokersql.compiler.lift_scope import CYCLE
from brokersql.database import SqlError
from brokersql.errors import SnapshotError
from brokersql.replay.many import ManySnapshots
from brokersql.resources import sql_root
from brokersql.snapshot import contract
from brokersql.snapshot.contract import Column
from brokersql.snapshot.manifest import Manifest, StoredTable, stored_bytes
from brokersql.snapshot.statements import first_line, listed, literal

#: Rows of a file from which it is quicker to decode them for each reader than to copy.
MANY_ROWS = 10_000


@cache
def statement(name: str) -> str:
    """Return the text of a statement of sql/replay."""
    return (sql_root() / "replay" / f"{name}.sql").read_text(encoding="utf-8")


def load_many(
    database: ManySnapshots,
    root: Path,
    snapshots: Sequence[Manifest],
    names: Iterable[str],
    copied: Container[str] = (),
) -> None:
    """Create the tables of the contract, and fill those named from all snapshots.

    Those in `copied` hold a copy of the rows of each snapshot, so they can be changed.

    Raises:
        SnapshotError: a file is gone, damaged or of another contract.
    """
    database.run(contract.schema())
    for name in names:
        stored = [each.tables.get(name) for each in snapshots]
        files = list({one.sha256: one for one in stored if one is not None}.values())
        try:
            if files:
                for file in files:
                    stored_bytes(root, file)
                _fill(database, root, name, stored, files, name in copied)
        except SqlError as error:
            where = f"{root}, table {name}"
            raise SnapshotError(first_line(error), where=where) from error


def _fill(
    database: ManySnapshots,
    root: Path,
    name: str,
    stored: Sequence[StoredTable | None],
    files: Sequence[StoredTable],
    is_copied: bool,
) -> None:
    """Let a table hold the rows of all snapshots, in the cheapest form."""
    # 1. the files, and which snapshot has which
    paths = ", ".join(literal(str(root / file.file)) for file in files)
    listing = f"files_of_{name}"
    database.set_variables({listing: f"[{paths}]"})
    place = {file.sha256: number for number, file in enumerate(files)}
    schema = pa.schema([("file_no", pa.uint64()), (CYCLE, pa.int32())])
    rows = [
        {"file_no": place[one.sha256], CYCLE: number}
        for number, one in enumerate(stored)
        if one is not None
    ]
    database.create_plain(listing, pa.Table.from_pylist(rows, schema=schema))
    # 2. the form
    found = _columns(database, root, name, listing)
    parts = {"table": name, "files": listing, "columns": listed(found)}
    if not is_copied and len(files) == 1 and None not in stored:
        _run(database, "share", parts)
        database.shared.add(name)
    elif not is_copied and sum(file.n_rows for file in files) >= MANY_ROWS * len(files):
        columns = contract.tables()[name].columns
        _run(database, "leave", parts | {"values": _values(columns, found)})
    else:
        _run(database, "load", parts)


def _run(database: ManySnapshots, name: str, parts: Mapping[str, str]) -> None:
    database.run_plain(Template(statement(name)).substitute(parts))


def _values(columns: Sequence[Column], found: Sequence[str]) -> str:
    """Return all columns of a table; what no file has is NULL."""
    return ", ".join(
        listed([one.name]) if one.name in found else f"null::{one.type} as {one.name}"
        for one in columns
    )


def _columns(database: ManySnapshots, root: Path, name: str, listing: str) -> list[str]:
    """Return the columns to read: files of an older contract may lack optional ones."""
    described = Template(statement("columns")).substitute(files=listing)
    found = {str(row[0]) for row in database.rows(described)}
    columns = contract.tables()[name].columns
    missing = [one for one in columns if one.name not in found and not one.is_optional]
    if missing:
        raise SnapshotError(
            f"{name}.{missing[0].name} is missing: stored under another contract",
            where=str(root),
            hint="add the snapshots again: brokersql history add",
        )
    return [one.name for one in columns if one.name in found]
