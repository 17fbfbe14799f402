"""Rows of jobs and pilots: from JSON objects, files or snapshots to Arrow tables."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
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
from brokersql.snapshot.contract import ddl, tables
from brokersql.snapshot.single_table import check_table

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
#: Tables whose rows the state numbers itself; a number that is sent is for the sender.
_NUMBERED = ("dirac_pilot",)


@cache
def arrow_schema(table: str) -> pa.Schema:
    """Return the columns of an input table as Arrow types."""
    columns = tables()[table].columns
    return pa.schema([(each.name, _TYPES[each.type]) for each in columns])


def parse_json(text: str | bytes) -> object:
    """Return what a JSON text says.

    Raises:
        ValueError: it is no JSON, or an object has two values under one name.
    """
    return json.loads(text, object_pairs_hook=_unrepeated_names)


def _parse_lines(text: str) -> list[object]:
    """Return what the lines of a text say, but for empty ones.

    Raises:
        ValueError: one is no JSON; the message begins with its number.
    """
    found: list[object] = []
    for number, line in enumerate(text.split("\n"), 1):
        try:
            found += [parse_json(line)] if line.strip() else []
        except json.JSONDecodeError as error:
            message = f"line {number}, column {error.colno}: {error.msg}"
            raise ValueError(message) from error
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from error
    return found


def _unrepeated_names(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{twice!r:.60} stands in an object twice")
    return found


def typed_rows(table: str, documents: Sequence[object]) -> list[Document]:
    """Return objects whose values fit the columns of an input table.

    A scalar stands for a list of one; a column that is not named is NULL.

    Raises:
        UsageError: names that are no columns, values that do not fit, or two objects
            with one key.
    """
    (key,) = tables()[table].key
    faults: list[str] = []
    rows: list[Document] = []
    for row_no, document in enumerate(documents, 1):
        found: list[str] = []
        row = _typed(table, document, found)
        if not found and key not in row and table not in _NUMBERED:
            found.append(f"{key} is missing")
        where = f"row {row_no}: " if documents[1:] else ""
        faults += [f"{where}{each}" for each in found]
        rows.append(row)
    if faults:
        raise _no_rows(table, faults)
    refuse_repeated(key, (row.get(key) for row in rows))
    return rows


def refuse_repeated(name: str, values: Iterable[object]) -> None:
    """See that no two values of a key are equal; NULL equals nothing.

    Raises:
        UsageError: two are, in the rows that it names.
    """
    first: dict[object, int] = {}
    for row_no, value in enumerate(values, 1):
        if value is not None and first.setdefault(value, row_no) != row_no:
            raise UsageError(
                f"{name} {value} stands in two rows, {first[value]} and {row_no}",
                hint="send it once; nothing was done",
            )


def _no_rows(table: str, faults: Sequence[str]) -> UsageError:
    """Return the error of rows that the contract of a table refuses."""
    return UsageError(
        f"{len(faults)} of the values make no {table}" if faults[1:] else faults[0],
        items=faults if faults[1:] else (),
        hint=f"brokersql sql 'describe {table}' lists its columns",
    )


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


def checked_jobs(jobs: pa.Table) -> pa.Table:
    """Return rows of `dirac_job`, if the contract refuses none.

    Raises:
        UsageError: one has no number, that of another row, or a value out of range.
    """
    refuse_repeated("job_id", jobs["job_id"].to_pylist())
    table = tables()["dirac_job"]
    checked = check_table(table, ddl("dirac_job"), jobs, "the jobs")
    faults = [f"row {it.row_no} ({it.key}): {it.reason}" for it in checked.refused]
    if faults:
        raise _no_rows("dirac_job", faults)
    return checked.rows


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
                found = parse_json(path.read_text(encoding="utf-8"))
                rows = cast(
                    "list[object]", found if isinstance(found, list) else [found]
                )
            case ".jsonl":
                rows = _parse_lines(path.read_text(encoding="utf-8"))
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
    with closing(Database.open()) as database:
        loaded = Snapshot.open(source).load_into(database, partial=True)
        n_faulty = loaded.tables[name].n_quarantined
        if n_faulty:
            raise UsageError(
                f"{n_faulty} of the rows make no {name}",
                hint="brokersql snapshot validate says what is wrong with each",
            )
        return database.table(f"from main.{name}")


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
