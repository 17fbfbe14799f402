"""Checks one table alone, as a snapshot's tables are when they are loaded."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace

import pyarrow as pa

from brokersql.core.database import Database, literal, quote
from brokersql.snapshot import contract
from brokersql.snapshot.contract import Column, Table
from brokersql.snapshot.load import load_table
from brokersql.snapshot.read import Piece, RowSource
from brokersql.snapshot.violations import Violation, statement

#: The column with the number of a row, which no column of a contract can be called.
_ROW_NO = "row no"
#: Rows that break a contract and are named.
_MOST_NAMED = 20


@dataclass(frozen=True, slots=True)
class RefusedRow:
    """A row that breaks the contract of its table; rows count from 1."""

    row_no: int
    key: str
    reason: str


@dataclass(frozen=True, slots=True)
class CheckedTable:
    """Rows of the types of the contract, and all that is wrong with those given.

    `refused` are the first of the `n_refused` rows that break it.
    """

    rows: pa.Table
    violations: tuple[Violation, ...]
    refused: tuple[RefusedRow, ...]
    n_refused: int


def check_table(table: Table, ddl: str, rows: pa.Table, where: str) -> CheckedTable:
    """Return the rows of one table that fit its contract, and those that do not.

    Besides the rows themselves that takes 1 GB of memory at most.

    Args:
        table: the contract.
        ddl: its ``create table`` statement.
        rows: what is to be checked.
        where: the file that they come from, for messages.

    Raises:
        SqlError: a range of the contract is no condition on a row.
        OutOfMemoryError: the memory does not suffice.
    """
    numbers = pa.array(  # pyright: ignore
        range(1, rows.num_rows + 1), pa.int64()
    )
    given = rows.append_column(_ROW_NO, numbers)  # pyright: ignore
    numbered = replace(table, columns=(*table.columns, Column(_ROW_NO, "BIGINT", "")))
    source = RowSource(where, {table.name: (Piece(where, arrow=given),)})
    parts = {"table": quote(table.name), "row_no": quote(_ROW_NO)}
    found: list[Violation] = []
    with closing(Database.open(threads=1, memory_limit="1GB")) as database:
        database.seal()
        for text in (contract.quarantine_ddl(), ddl):
            database.run(text)
        for name in ("fault_table", "convert"):
            database.run(statement(name))
        database.run(statement("number_rows", **parts))
        with source.connected(database):
            load_table(source, database, numbered, found)
        path = literal(f'$."{_ROW_NO}"')
        refused = database.table(statement("refused_rows", path=path))
        named = refused.slice(0, _MOST_NAMED).to_pylist()
        return CheckedTable(
            database.table(statement("sound_rows", **parts)),
            tuple(found),
            tuple(RefusedRow(*each.values()) for each in named),
            refused.num_rows,
        )
