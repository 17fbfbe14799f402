"""What the files of sql/snapshot say to the engine and to DuckDB, and the hash."""

from __future__ import annotations

from hashlib import md5, sha256

import pytest

from brokersql.core.database import Database, quote
from brokersql.core.sql_files import sql_root
from brokersql.snapshot.contract import Table, ddl, parse, schema, tables
from brokersql.snapshot.load import content_hash

ALL = list(tables().values())


def named(table: Table) -> str:
    return table.name


@pytest.fixture(scope="module")
def database() -> Database:
    database = Database.open()
    database.run(schema())
    return database


def test_each_file_holds_the_table_of_its_name() -> None:
    files = {file.stem for file in (sql_root() / "snapshot").glob("*.sql")}
    assert set(tables()) == files
    assert len(files) == 47
    for name in files:
        assert ddl(name).startswith(f"create table {name} (")


@pytest.mark.parametrize("table", ALL, ids=named)
def test_columns_and_types_are_those_that_duckdb_sees(
    table: Table, database: Database
) -> None:
    seen = database.rows(f"describe {quote(table.name)}")
    assert table.column_types == {row[0]: row[1] for row in seen}


@pytest.mark.parametrize("table", ALL, ids=named)
def test_headers_name_what_exists(table: Table, database: Database) -> None:
    assert table.title
    assert set(table.key) <= set(table.column_types)
    assert set(table.nullable_key) <= set(table.key)
    for reference in table.references:
        found = (table.column_types[name] for name in reference.columns)
        types = [name.removesuffix("[]") for name in found]  # each of a list refers
        target = tables()[reference.table].column_types
        assert types == [target[name] for name in reference.target]
    for condition in table.ranges:
        query = f"select count(*) from {quote(table.name)} where {condition}"
        assert database.rows(query) == [(0,)]


@pytest.mark.parametrize("table", ALL, ids=named)
def test_a_row_of_unknown_values_satisfies_every_range(
    table: Table, database: Database
) -> None:
    nulls = ", ".join(f"null::{kind} as {name}" for name, kind in _quoted(table))
    for condition in table.ranges:
        query = f"select count(*) from (select {nulls}) where not ({condition})"
        assert database.rows(query) == [(0,)]


def _quoted(table: Table) -> list[tuple[str, str]]:
    return [(quote(name), kind) for name, kind in table.column_types.items()]


def test_a_comment_that_begins_with_optional_makes_a_column_optional() -> None:
    columns = {column.name: column for column in tables()["task"].columns}
    assert columns["campaign"].is_optional
    assert columns["ram_count"].comment == "in ram_unit"
    assert not columns["ram_count"].is_optional
    assert not columns["status"].is_optional


def test_the_keys_of_the_contract_are_read() -> None:
    assert tables()["dataset_replica"].key == (
        "dataset_name",
        "ddm_endpoint_name",
        "is_vp",
    )
    assert tables()["gdp_config"].nullable_key == ("vo",)
    assert tables()["job_stats"].key == ()


def test_a_header_goes_on_in_lines_without_a_key() -> None:
    text = "-- title: one\n-- two\n-- range: a in ('x',\n-- 'y', …)\ncreate table t (\n"
    header, _ = parse(f"{text}    a VARCHAR\n);", "t.sql")
    assert header == {"title": ["one two"], "range": ["a in ('x', 'y', …)"]}


def test_a_line_that_is_no_line_of_a_contract_is_named() -> None:
    with pytest.raises(ValueError, match=r"t\.sql:2: not a line of a contract: zzz"):
        parse("create table t (\nzzz\n);", "t.sql")


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
def empty() -> Database:
    database = Database.open()
    database.run(schema())
    return database


@pytest.mark.parametrize("table", tables().values(), ids=lambda table: table.name)
def test_every_column_counts(table: Table, empty: Database) -> None:
    name = quote(table.name)
    first = quote(table.columns[0].name)
    empty.run(f"insert into {name} ({first}) values (null)")
    hashes = [content_hash(empty, [table.name])]
    for column in table.columns:
        empty.run(f"update {name} set {quote(column.name)} = {VALUES[column.type]}")
        hashes.append(content_hash(empty, [table.name]))
    assert len(set(hashes)) == len(table.columns) + 1


def test_equal_rows_count_each(empty: Database) -> None:
    hashes: set[str] = set()
    for _ in range(4):
        empty.run("insert into job_stats (queue_name, n_jobs) values ('BNL', 1)")
        hashes.add(content_hash(empty, ["job_stats"]))
    assert len(hashes) == 4


def test_the_hash_can_be_computed_anywhere(empty: Database) -> None:
    empty.run("insert into recorded_draw values (2, 0.25), (1, 0.1)")
    rows = (b'{"jedi_task_id":1,"u":0.1}', b'{"jedi_task_id":2,"u":0.25}')
    halves = (int.from_bytes(md5(row).digest()[8:], "little") for row in rows)
    expected = sha256(f"recorded_draw 2 {sum(halves)}\n".encode()).hexdigest()
    assert content_hash(empty, ["recorded_draw"]) == expected
