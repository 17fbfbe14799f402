"""Rows of jobs and pilots: from JSON objects, files or snapshots to Arrow tables."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import cast

import pyarrow as pa
import pyarrow.parquet as pq

from brokersql.core.database import Database
from brokersql.core.errors import UsageError
from brokersql.snapshot import Snapshot
from brokersql.snapshot.contract import tables

#: One JSON object of a request, its names those of the columns.
Document = Mapping[str, object]

_TYPES: Mapping[str, pa.DataType] = {
    "BIGINT": pa.int64(),
    "DOUBLE": pa.float64(),
    "VARCHAR": pa.string(),
    "VARCHAR[]": pa.list_(pa.string()),
    "BOOLEAN": pa.bool_(),
    "TIMESTAMP": pa.timestamp("us"),
}
_WORDS = {
    "BIGINT": "a whole number",
    "DOUBLE": "a number",
    "VARCHAR": "text",
    "VARCHAR[]": "text or a list of texts",
    "BOOLEAN": "true or false",
    "TIMESTAMP": "a time such as 2026-01-31T12:00:00Z",
}
_INT64 = 1 << 63


@cache
def arrow_schema(table: str) -> pa.Schema:
    """Return the columns of an input table as Arrow types."""
    columns = tables()[table].columns
    return pa.schema([(each.name, _TYPES[each.type]) for each in columns])


def typed_rows(table: str, documents: Sequence[object]) -> list[Document]:
    """Return objects whose values fit the columns of an input table.

    A scalar stands for a list of one; a column that is not named is NULL.

    Raises:
        UsageError: names that are no columns, or values that do not fit.
    """
    faults: list[str] = []
    rows = [_typed(table, each, faults) for each in documents]
    if faults:
        raise UsageError(
            f"{len(faults)} of the values make no {table}" if faults[1:] else faults[0],
            items=faults if faults[1:] else (),
            hint=f"brokersql snapshot describe names the columns of {table}",
        )
    return rows


def as_table(table: str, rows: Sequence[Document]) -> pa.Table:
    """Return typed rows as an Arrow table with all columns of the contract."""
    return pa.Table.from_pylist([dict(row) for row in rows], schema=arrow_schema(table))


def _typed(table: str, document: object, faults: list[str]) -> Document:
    if not isinstance(document, Mapping):
        faults.append(f"{document!r:.40} is no JSON object")
        return {}
    known = tables()[table].column_types
    row: dict[str, object] = {}
    for name, value in cast("Document", document).items():
        type_name = known.get(name)
        if type_name is None:
            faults.append(f"no column {name!r:.60}{_suggestion(name, known)}")
        elif value is not None:
            try:
                row[name] = _value(type_name, value)
            except (TypeError, ValueError, OverflowError):
                faults.append(f"{name}: {value!r:.40} is not {_WORDS[type_name]}")
    return row


def _suggestion(name: str, known: Mapping[str, str]) -> str:
    near = get_close_matches(name.lower(), known, n=1)
    return f" (did you mean {near[0]}?)" if near else ""


def _value(type_name: str, value: object) -> object:
    """Return a value as its column holds it; ValueError where it does not fit."""
    match type_name, value:
        case ("BIGINT", bool()) | ("DOUBLE", bool()):
            raise ValueError
        case "BIGINT", int() if -_INT64 <= value < _INT64:
            return value
        case "DOUBLE", int() | float():
            return float(value)
        case "VARCHAR", str():
            return _text(value)
        case "VARCHAR[]", str():
            return [_text(value)]
        case "VARCHAR[]", list():
            return [_text(each) for each in cast("list[object]", value)]
        case "BOOLEAN", bool():
            return value
        case "TIMESTAMP", str():
            return _time(value)
        case _:
            raise ValueError


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError
    value.encode()  # half of a surrogate pair is no text
    return value


def _time(value: str) -> datetime:
    """Return a time without zone, in UTC."""
    moment = datetime.fromisoformat(value)
    if moment.tzinfo is not None:
        moment = moment.astimezone(UTC).replace(tzinfo=None)
    return moment


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
                return _checked_rows({name: found}, name)
            case _:
                return _checked_rows(str(path), name)
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, pa.ArrowException) as error:
        first = str(error).splitlines()[0]
        raise UsageError(f"{path} cannot be read: {first}") from error
    return as_table(name, typed_rows(name, rows))


def _checked_rows(source: str | dict[str, pa.Table], name: str) -> pa.Table:
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


#: The columns of an answer: those of the result table match.
COLUMNS = {
    "seq": pa.int64(),
    "pilot_id": pa.string(),
    "tq_id": pa.int64(),
    "job_id": pa.int64(),
    "user_priority": pa.int64(),
    "cpu_time": pa.int64(),
    "n_eligible": pa.int32(),
    "criterion": pa.string(),
}


MATCH = pa.schema(COLUMNS)
