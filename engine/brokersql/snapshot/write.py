"""Contract tables in a work database and on disk.

What comes in: SQL files of the package, a snapshot folder. What leaves: Parquet files
with exactly the columns and types of the contract, sorted and with checksums of pages
and of the file; the same rows give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from brokersql.core.database import Database, quote
from brokersql.core.errors import SnapshotError, UsageError
from brokersql.core.files import FolderWriter, lasting, whole_file
from brokersql.core.parquet_checksum import put_checksum, reserve_checksum
from brokersql.core.sql_files import sql_text
from brokersql.snapshot import contract

ROW_GROUP_SIZE = 131_072
GENERATED = b"brokersql.generated"  # metadata of files that the generator wrote


def run_steps(database: Database, folder: str, names: tuple[str, ...]) -> None:
    """Run shipped SQL files, one after the other."""
    for name in names:
        database.run(sql_text(folder, name))


def create_table(database: Database, name: str) -> None:
    """Create the empty contract table `name`, as sql/snapshot declares it."""
    database.run(contract.ddl(name))


def table_file(folder: Path, name: str) -> Path:
    """Return the file that holds the table `name` in a snapshot folder."""
    return folder / f"{name}.parquet"


def ensure_folder(folder: Path) -> None:
    """Create the snapshot folder if it is not there.

    Raises:
        SnapshotError: something else stands in its place.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SnapshotError(
            "cannot be used as a snapshot folder",
            where=str(folder),
            hint=f"choose another folder ({error.strerror})",
        ) from error


def ensure_empty(folder: Path) -> None:
    """Create a folder for what is written as a whole.

    Raises:
        UsageError: it holds something.
        SnapshotError: something else stands in its place.
    """
    ensure_folder(folder)
    if any(folder.iterdir()):
        raise UsageError(f"{folder} is not empty", hint="give a new folder")


def held_as(folder: Path, name: str) -> list[Path]:
    """Return the entries of a snapshot folder that hold rows of the table `name`."""
    return [
        entry
        for entry in (sorted(folder.iterdir()) if folder.is_dir() else ())
        if entry.name.partition(".")[0].partition("-")[0] == name
        and entry.suffix in ("", ".parquet", ".jsonl", ".json")
    ]


def is_generated(folder: Path, name: str) -> bool:
    """Return True if the folder's table `name` is a file that the generator wrote."""
    path = table_file(folder, name)
    if held_as(folder, name) != [path]:
        return False
    try:
        found = pq.ParquetFile(path).schema_arrow.metadata
    except (OSError, pa.ArrowException):
        return False
    return GENERATED in (found or {})


def write_table(database: Database, folder: Path, name: str) -> int:
    """Write the contract table `name` to the folder, return its number of rows.

    The file appears under its name only when it is complete.

    Raises:
        SnapshotError: the folder holds the table in another form, or cannot be written.
    """
    _refuse_other_form(folder, name)
    path = table_file(folder, name)
    try:
        with whole_file(path) as partial:
            return _write(database, name, partial)
    except OSError as error:
        raise unwritten(path, error.strerror or str(error)) from error


def write_tables(
    database: Database,
    folder: Path,
    names: Iterable[str],
    *,
    is_generated: bool = False,
) -> dict[str, int]:
    """Write contract tables to the folder, return how many rows each got.

    They appear together, when all are complete. With `is_generated` they carry the mark
    of the generator.

    Raises:
        SnapshotError: as `write_table`.
    """
    names = tuple(names)
    metadata = {GENERATED: b"1"} if is_generated else None
    for name in names:
        _refuse_other_form(folder, name)
    rows: dict[str, int] = {}
    with FolderWriter(folder, unwritten) as writer:
        for name in names:
            with writer.writing():
                path = table_file(writer.path, name)
                rows[name] = _write(database, name, path, metadata)
        writer.put()
    return rows


def _refuse_other_form(folder: Path, name: str) -> None:
    others = [
        each for each in held_as(folder, name) if each != table_file(folder, name)
    ]
    if others:
        raise SnapshotError(
            f"holds rows of table {name}, which is written as {name}.parquet",
            where=str(others[0]),
            hint="remove it, or use another folder",
        )


def unwritten(place: Path, reason: str) -> SnapshotError:
    """Return the error of a folder or file that cannot be written."""
    return SnapshotError(
        f"cannot be written: {reason}",
        where=str(lasting(place)),
        hint="give a folder that you may write, on a disk with space",
    )


def _write(
    database: Database,
    name: str,
    path: Path,
    metadata: dict[bytes, bytes] | None = None,
) -> int:
    """Write the rows of a table, one group after the other; return their number."""
    query = f"from {quote(name)} order by all"
    reader = database.reader(query, ROW_GROUP_SIZE, is_lazy=True)
    schema = reader.schema
    if metadata is not None:
        schema = schema.with_metadata(metadata)  # pyright: ignore
    n_rows = 0
    with pq.ParquetWriter(
        path, schema, compression="zstd", write_page_checksum=True
    ) as writer:
        for group in _groups(database.batches(reader, query), schema):
            writer.write_table(group, row_group_size=ROW_GROUP_SIZE)
            n_rows += group.num_rows
        reserve_checksum(writer)
    put_checksum(path)
    return n_rows


def _groups(batches: Iterator[pa.RecordBatch], schema: pa.Schema) -> Iterator[pa.Table]:
    """Yield the rows in tables of the size of a row group; at least one, if empty."""
    held: list[pa.RecordBatch] = []
    n_held, is_first = 0, True
    for batch in batches:
        held.append(batch)
        n_held += batch.num_rows
        while n_held >= ROW_GROUP_SIZE:
            rows = pa.Table.from_batches(held)
            yield _group(rows.slice(0, ROW_GROUP_SIZE), schema)
            held = rows.slice(ROW_GROUP_SIZE).to_batches()
            n_held -= ROW_GROUP_SIZE
            is_first = False
    if n_held or is_first:
        yield _group(pa.Table.from_batches(held, None if held else schema), schema)


def _group(rows: pa.Table, schema: pa.Schema) -> pa.Table:
    return rows.combine_chunks().replace_schema_metadata(schema.metadata)
