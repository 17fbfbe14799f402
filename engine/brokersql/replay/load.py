"""Stored snapshots into a database of many: each file is read once, digest checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from string import Template

import pyarrow as pa

from brokersql.compiler.lift import CYCLE
from brokersql.database import SqlError
from brokersql.errors import SnapshotError
from brokersql.replay.many import ManySnapshots
from brokersql.resources import sql_root
from brokersql.snapshot import contract
from brokersql.snapshot.manifest import Manifest, stored_bytes
from brokersql.snapshot.statements import first_line, listed, literal


@cache
def statement(name: str) -> str:
    """Return the text of a statement of sql/replay."""
    return (sql_root() / "replay" / f"{name}.sql").read_text(encoding="utf-8")


def load_many(
    database: ManySnapshots,
    root: Path,
    snapshots: Sequence[Manifest],
    names: Iterable[str],
) -> None:
    """Create the tables of the contract, and fill those named from all snapshots.

    Raises:
        SnapshotError: a file is gone, damaged or of another contract.
    """
    database.run(contract.schema())
    for name in names:
        try:
            _load(database, root, snapshots, name)
        except SqlError as error:
            where = f"{root}, table {name}"
            raise SnapshotError(first_line(error), where=where) from error


def _load(
    database: ManySnapshots, root: Path, snapshots: Sequence[Manifest], name: str
) -> None:
    stored = [
        (number, each.tables[name])
        for number, each in enumerate(snapshots)
        if name in each.tables
    ]
    if not stored:
        return
    files = list({table.sha256: table for _, table in stored}.values())
    place = {table.sha256: number for number, table in enumerate(files)}
    for table in files:
        stored_bytes(root, table)
    paths = ", ".join(literal(str(root / table.file)) for table in files)
    database.set_variables({"stored_files": f"[{paths}]"})
    schema = pa.schema([("file_no", pa.int64()), (CYCLE, pa.int32())])
    rows = [{"file_no": place[table.sha256], CYCLE: number} for number, table in stored]
    database.register("x_stored", pa.Table.from_pylist(rows, schema=schema))
    parts = {"table": name, "columns": listed(_columns(database, root, name))}
    database.run_plain(Template(statement("load")).substitute(parts))
    database.unregister("x_stored")


def _columns(database: ManySnapshots, root: Path, name: str) -> list[str]:
    """Return the columns to read: files of an older contract may lack optional ones."""
    found = {str(row[0]) for row in database.rows(statement("columns"))}
    columns = contract.tables()[name].columns
    missing = [one for one in columns if one.name not in found and not one.is_optional]
    if missing:
        raise SnapshotError(
            f"{name}.{missing[0].name} is missing: stored under another contract",
            where=str(root),
            hint="add the snapshots again: brokersql history add",
        )
    return [one.name for one in columns if one.name in found]
