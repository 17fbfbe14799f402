"""Jobs and pilots as users give them: a file of JSON or Parquet, or a snapshot."""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast

import pyarrow as pa
import pyarrow.parquet as pq

from brokersql.database import Database
from brokersql.errors import UsageError
from brokersql.match.documents import as_table, typed
from brokersql.snapshot import Snapshot


def read_rows(path: Path, name: str) -> pa.Table:
    """Return the rows of an input table in a file, or in a snapshot.

    Args:
        path: .json (an object or a list of them), .jsonl, .parquet, or a snapshot.
        name: the table, dirac_job or dirac_pilot.

    Raises:
        UsageError: there is no such file, or it holds something else.
        SnapshotError: the snapshot cannot be used.
    """
    try:
        match path.suffix.lower():
            case ".json":
                found = json.loads(path.read_text(encoding="utf-8"))
                rows = cast(
                    "list[object]", found if isinstance(found, list) else [found]
                )
            case ".jsonl":
                lines = path.read_text(encoding="utf-8").splitlines()
                rows = [json.loads(line) for line in lines if line.strip()]
            case ".parquet":
                found = pq.read_table(path)  # pyright: ignore[reportUnknownMemberType]
                return _checked({name: found}, name)
            case _:
                return _checked(str(path), name)
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, pa.ArrowException) as error:
        first = str(error).splitlines()[0]
        raise UsageError(f"{path} cannot be read: {first}") from error
    return as_table(name, typed(name, rows))


def _checked(source: str | dict[str, pa.Table], name: str) -> pa.Table:
    """Return the rows of a table that fit the contract; faulty ones are refused."""
    database = Database.open()
    try:
        loaded = Snapshot.open(source).load_into(database, partial=True)
        n_faulty = loaded.tables[name].n_quarantined
        if n_faulty:
            raise UsageError(
                f"{n_faulty} of the rows make no {name}",
                hint="brokersql snapshot validate says what is wrong with each",
            )
        return database.table(f"from main.{name}")
    finally:
        database.close()
