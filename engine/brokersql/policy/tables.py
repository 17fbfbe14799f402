"""Tables of a policy's own: a declaration, and a file with the rows beside it.

The declaration, ``tables/NAME.sql``, is written as those of the snapshot in
sql/snapshot. The rows stand in ``NAME.csv``, with the names of the columns in the first
line, or in ``NAME.parquet``.
Every row that breaks the declaration is a finding: the policy then decides nothing.
"""

from __future__ import annotations

import csv
import hashlib
import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Literal

import pyarrow as pa
import pyarrow.csv as pc
import pyarrow.parquet as pq

from brokersql.core.allowed_sql import forbidden
from brokersql.core.database import Database, SqlError, first_line, quote
from brokersql.core.errors import suggest
from brokersql.core.sql_files import sql_root, sql_text
from brokersql.policy.files import read_bytes
from brokersql.policy.findings import Finding, finding_at
from brokersql.policy.model import SHAPES, OwnTable, SourceFile
from brokersql.policy.parameters import KEYED
from brokersql.snapshot import contract
from brokersql.snapshot.contract import ContractError, Table
from brokersql.snapshot.overlay import run_script
from brokersql.snapshot.single_table import CheckedTable, check_table

#: Where the files of own tables stand in the folder of a policy.
FOLDER = "tables"
_SUFFIXES = (".csv", ".parquet")
_MOST_BYTES = 64 * 1024 * 1024
_TYPES = ("VARCHAR", "BIGINT", "DOUBLE", "BOOLEAN", "TIMESTAMP", "VARCHAR[]")
_KEYS = ("title", "note", "key", "key nulls", "range")
_HEADER = re.compile(r"^-- ([a-z ]+): ", re.MULTILINE)
#: Bytes of the rows in memory, and rows that are read at once.
_MOST_HELD = 512 * 1024 * 1024
_BATCH = 1024
#: Relations that a program makes beside its files and results.
_MADE = (
    *("cfg", "candidate_unit", "checked", "numbered_unit", "numbered_partner"),
    *("exempt", "timer", "picked"),
)


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file with rows of a table: where it is, and the path that a user knows.

    `root` is the folder of the policy, None for one that ships with the package.
    """

    path: Path
    shown: str
    root: Path | None

    def finding(
        self, line: int, message: str, hint: str = "", text: str = ""
    ) -> Finding:
        """Return a finding about a line, which reads `text`."""
        return Finding(self.shown, line, 1, message, hint, text, max(1, len(text)))


def data_files(
    folder: Path, shown: str, root: Path | None
) -> dict[str, tuple[DataFile, ...]]:
    """Return the files with rows in the folder of a policy, by table."""
    found: dict[str, tuple[DataFile, ...]] = {}
    for path in sorted((folder / FOLDER).glob("*")):
        if path.suffix in _SUFFIXES:
            file = DataFile(path, f"{shown}/{FOLDER}/{path.name}", root)
            found[path.stem] = (*found.get(path.stem, ()), file)
    return found


def read_own_table(
    file: SourceFile, data: Sequence[DataFile], taken: dict[str, str]
) -> tuple[OwnTable | None, list[Finding]]:
    """Return a table with its rows, or None and all that is wrong with it.

    Args:
        file: the declaration.
        data: the files of the nearest policy that has rows of it.
        taken: names of other relations, and what each of them is.
    """
    # 1. the declaration
    try:
        table = contract.read_table(file.text, file.stem)
    except ContractError as error:
        offset = sum(len(row) for row in file.text.splitlines(True)[: error.line - 1])
        hint = "a column is one line: '    grams  DOUBLE,  -- g/kWh'"
        return None, [file.finding(offset, 1, "not a line of a declaration", hint)]
    findings = list(_declaration_faults(file, table, taken))
    # 2. the one file
    if len(data) != 1:
        findings.append(_not_one(file, data))
    if findings:
        return None, findings
    # 3. its rows
    (source,) = data
    content = _content(source)
    if isinstance(content, Finding):
        return None, [content]
    checked = _checked(file.text, file.stem, source.path.suffix, content)
    if isinstance(checked, str):
        return None, [_at(file, "-- range", checked)]
    if isinstance(checked, CheckedTable):
        findings = list(_row_faults(source, checked, content))
        if not findings:
            digest = hashlib.sha256(content).hexdigest()
            return OwnTable(file, table, source.shown, digest, checked.rows), []
        return None, findings
    return None, [source.finding(*each) for each in checked]


def changed_rows(tables: Sequence[OwnTable], script: str) -> dict[str, pa.Table]:
    """Return the rows of own tables after update, insert and delete statements.

    Raises:
        UsageError: a statement fails, or does something else.
    """
    with closing(Database.open(threads=1)) as database:
        database.seal()
        for table in tables:
            database.create_table(table.name, table.rows)
        run_script(database, script)
        return {
            each.name: database.table(f"from {quote(each.name)}") for each in tables
        }


def undeclared(data: Sequence[DataFile], known: Sequence[str]) -> Finding:
    """Return the finding that rows stand there of no declared table."""
    name = data[0].path.stem
    hint = suggest(name, known) or f"declare it in {FOLDER}/{name}.sql"
    return data[0].finding(1, f"no file {FOLDER}/{name}.sql declares this table", hint)


def taken_names() -> dict[str, str]:
    """Return names that no own table can have, and what each of them is."""
    results = (path.stem for path in (sql_root() / "views" / "result").glob("*.sql"))
    made = (*_MADE, *SHAPES, *(relation for relation, _ in KEYED.values()))
    return {
        **dict.fromkeys(results, "a result table"),
        **dict.fromkeys(made, "a relation of every program"),
        **dict.fromkeys(contract.tables(), "a table of the snapshot"),
        contract.QUARANTINE: "a table of the snapshot",
    }


def _at(file: SourceFile, text: str, message: str, hint: str = "") -> Finding:
    """Return a finding about the first place where a text stands in a declaration."""
    offset = max(file.text.find(text), 0)
    return finding_at(file.shown, file.text, offset, len(text), message, hint)


def _declaration_faults(
    file: SourceFile, table: Table, taken: dict[str, str]
) -> Iterator[Finding]:
    opened = re.findall(r"^create table (\w+)", file.text, re.MULTILINE)
    if opened != [file.stem]:
        hint = f"create table {file.stem} ("
        message = f"a file declares the one table of its name, {file.stem}"
        yield _at(file, "create table", message, hint)
    elif file.stem in taken or file.stem.startswith("x_"):
        what = taken.get(file.stem, "a relation of every program")
        message = f"{file.stem} is {what}"
        yield _at(file, f"table {file.stem}", message, "give the table another name")
    for key in _HEADER.findall(file.text):
        if key not in _KEYS:
            hint = suggest(key, _KEYS) or f"known keys: {', '.join(_KEYS)}"
            yield _at(file, f"-- {key}:", f"unknown header key {key}", hint)
    if not table.title:
        hint = "add '-- title: …' to its first lines"
        yield file.finding(0, 1, "header key title is missing", hint)
    names = [column.name for column in table.columns]
    for column in table.columns:
        if column.type not in _TYPES:
            hint = f"known types: {', '.join(_TYPES)}"
            yield _at(file, f" {column.type}", f"unknown type {column.type}", hint)
    for name in {*(each for each in names if names.count(each) > 1)}:
        yield _at(file, f" {name} ", f"column {name} stands twice", "keep one")
    for name in (*table.key, *table.nullable_key):
        if name not in names:
            yield _at(file, "-- key", f"no column {name}", suggest(name, names))
    for condition in table.ranges:
        text = condition.text
        if not set(re.findall(r"\w+", text)) & {*names}:
            yield _at(file, text, "the range names no column of the table")
        if condition.is_open:
            hint = "name all values that there are, without …"
            yield _at(file, "…", "the range of an own table is closed", hint)
        asked = sql_text("sandbox", "condition", condition=f"{text}\n")
        for each in forbidden(asked):
            message = f"the range cannot be asked: {each.message}"
            yield _at(file, text, message, each.hint)


def _not_one(file: SourceFile, data: Sequence[DataFile]) -> Finding:
    stem = f"{file.shown.removesuffix('.sql')}"
    if not data:
        message = f"no file with the rows of {file.stem}"
        return _at(file, "create table", message, f"write {stem}.csv or .parquet")
    names = " and ".join(each.path.name for each in data)
    message = f"the rows of {file.stem} stand in {names}"
    return data[0].finding(1, message, "keep one of the files")


def _content(data: DataFile) -> bytes | Finding:
    """Return the bytes of a regular file of the policy, of bounded size."""
    try:
        return read_bytes(data.path, data.root, _MOST_BYTES)
    except (OSError, RuntimeError) as error:
        reason = getattr(error, "strerror", "") or str(error)
        hint = "rows are a regular file of the policy, of at most 64 MiB"
        return data.finding(1, f"it cannot be read: {reason}", hint)


#: Line, message, hint and text of the line of a fault of a file.
_Fault = tuple[int, str, str, str]


@lru_cache(maxsize=8)  # a process reads a policy more than once
def _checked(
    declaration: str, name: str, suffix: str, content: bytes
) -> CheckedTable | list[_Fault] | str:
    """Return the rows checked, or faults of the file, or what is wrong with a range."""
    table = contract.read_table(declaration, name)
    try:
        read = _read_csv if suffix == ".csv" else _read_parquet
        rows, faults = read(content)
    except (pa.ArrowException, OSError, ValueError) as error:
        return [(1, f"it cannot be read: {str(error).splitlines()[0]}", "", "")]
    if faults:
        return faults
    twice = sorted({it for it in rows.column_names if rows.column_names.count(it) > 1})
    if twice:
        return [(1, f"column {', '.join(twice)} stands twice", "keep one", "")]
    try:
        return check_table(table, contract.statement_of(declaration), rows, "the file")
    except SqlError as error:
        return f"the range cannot be asked: {first_line(error)}"


def _read_parquet(content: bytes) -> tuple[pa.Table, list[_Fault]]:
    """Return the rows of a Parquet file, and its faults: few bytes may be many rows."""
    file = pq.ParquetFile(pa.BufferReader(content))
    batches: list[pa.RecordBatch] = []
    held = 0
    for batch in file.iter_batches(_BATCH):  # pyright: ignore
        held += batch.nbytes
        if held > _MOST_HELD:
            most = f"its rows are more than {_MOST_HELD >> 20} MiB"
            return file.schema_arrow.empty_table(), [(1, most, "", "")]
        batches.append(batch)
    return pa.Table.from_batches(batches, file.schema_arrow), []


def _read_csv(content: bytes) -> tuple[pa.Table, list[_Fault]]:
    """Return the rows of a CSV file as texts, an empty value as NULL, and its faults.

    One line is one row, so that a finding can name the line.
    """
    body = content.rstrip(b"\r\n") + b"\n"
    names = next(csv.reader([next(_lines(body))]), list[str]())
    faults: list[_Fault] = []

    def refuse(row: pc.InvalidRow) -> Literal["skip"]:
        number = int(row.number or 1)
        message = f"{row.actual_columns} values, and {row.expected_columns} columns"
        faults.append(
            (number, message, "write a value with a comma in quotes", row.text)
        )
        return "skip"

    rows = pc.read_csv(
        BytesIO(body),
        pc.ReadOptions(use_threads=False, block_size=len(body) + 1),
        pc.ParseOptions(ignore_empty_lines=False, invalid_row_handler=refuse),
        pc.ConvertOptions(
            column_types=dict.fromkeys(names, pa.string()),
            null_values=[""],
            strings_can_be_null=True,
            quoted_strings_can_be_null=False,
        ),
    )
    n_lines = body.count(b"\n") + body.count(b"\r") - body.count(b"\r\n")
    if not faults and rows.num_rows + 1 != n_lines:
        faults.append((1, "a value holds a line break", "one line is one row", ""))
    return rows, faults


def _lines(content: bytes) -> Iterator[str]:
    """Yield the lines of a file, without their ends."""
    text = TextIOWrapper(BytesIO(content), encoding="utf-8-sig")
    return (line.rstrip("\n") for line in text)


def _row_faults(
    data: DataFile, checked: CheckedTable, content: bytes
) -> Iterator[Finding]:
    """Yield what is wrong with columns, then with rows."""
    for each in checked.violations:
        if each.kind in ("missing_column", "unknown_column", "unreadable_file"):
            yield data.finding(1, each.message.replace(" of the contract", ""))
    is_csv = data.path.suffix == ".csv"
    wanted = {row.row_no + 1 for row in checked.refused if is_csv}
    given = enumerate(_lines(content), 1) if wanted else ()
    lines = {number: line for number, line in given if number in wanted}
    for row in checked.refused:
        message = f"row {row.row_no} ({row.key}): {row.reason}"
        line = row.row_no + 1 if is_csv else 1
        yield data.finding(line, message, text=lines.get(line, ""))
    if (more := checked.n_refused - len(checked.refused)) > 0:
        yield data.finding(1, f"{more} more rows do not fit their declaration")
