"""The content hash sees every column, every row and how often a row stands there."""

from __future__ import annotations

from hashlib import md5, sha256

import pytest

from brokersql.core.database import Database, quote
from brokersql.snapshot.contract import Table, schema, tables
from brokersql.snapshot.load import content_hash

VALUES = {
    "BIGINT": "1",
    "VARCHAR": "'a'",
    "DOUBLE": "0.5::double",
    "BOOLEAN": "true",
    "TIMESTAMP": "timestamp '2026-03-14 12:00:00'",
    "VARCHAR[]": "['a']",
    "JSON": "'{\"a\":1}'::json",
}


@pytest.fixture
def database() -> Database:
    database = Database.open()
    database.run(schema())
    return database


@pytest.mark.parametrize("table", tables().values(), ids=lambda table: table.name)
def test_every_column_counts(table: Table, database: Database) -> None:
    name = quote(table.name)
    first = quote(table.columns[0].name)
    database.run(f"insert into {name} ({first}) values (null)")
    hashes = [content_hash(database, [table.name])]
    for column in table.columns:
        database.run(f"update {name} set {quote(column.name)} = {VALUES[column.type]}")
        hashes.append(content_hash(database, [table.name]))
    assert len(set(hashes)) == len(table.columns) + 1


def test_equal_rows_count_each(database: Database) -> None:
    hashes: set[str] = set()
    for _ in range(4):
        database.run("insert into job_stats (queue_name, n_jobs) values ('BNL', 1)")
        hashes.add(content_hash(database, ["job_stats"]))
    assert len(hashes) == 4


def test_the_hash_can_be_computed_anywhere(database: Database) -> None:
    database.run("insert into recorded_draw values (2, 0.25), (1, 0.1)")
    rows = (b'{"jedi_task_id":1,"u":0.1}', b'{"jedi_task_id":2,"u":0.25}')
    halves = (int.from_bytes(md5(row).digest()[8:], "little") for row in rows)
    expected = sha256(f"recorded_draw 2 {sum(halves)}\n".encode()).hexdigest()
    assert content_hash(database, ["recorded_draw"]) == expected
