"""Names are data: whatever stands in them comes back as it was and runs nothing."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest

from brokersql.snapshot import SnapshotSource
from brokersql.snapshot.contract import Table, tables
from tests.snapshot.build import (
    DEFAULT,
    Rows,
    World,
    contents,
    loaded,
    typed,
    with_column,
    world,
    write_database,
    write_lines,
    write_parquet,
)

NAMES = [
    "x'); DROP TABLE queue;--",
    '"quoted" and \\back\\slash',
    "{{7*7}} ${HOME} $table %s %_",
    "line\nbreak\r\ttab",
    "nul\u0000sign",
    "\u202eright to left",
    "👩‍🔬 emoji",
    "é and e\u0301",
    "../../etc/passwd",
    "=1+1",
    "СERN",
    "[1]",
    "{1}",
    "null",
    "NULL",
    "",
    " ",
    "n" * 300,
    "m" * 1_000_000,
]
FORMS: list[Callable[[Path, World], SnapshotSource]] = [
    lambda path, source: source,
    lambda path, source: write_parquet(path / "snap", source),
    lambda path, source: write_lines(path / "snap", source),
    lambda path, source: write_database(path / "snap.duckdb", source),
]


@pytest.mark.parametrize("form", FORMS, ids=["arrow", "parquet", "lines", "duckdb"])
def test_names_come_back_as_they_were(
    form: Callable[[Path, World], SnapshotSource], tmp_path: Path
) -> None:
    rows: Rows = [{**DEFAULT["queue"][0], "queue_name": name} for name in NAMES]
    database, report = loaded(form(tmp_path, world(queue=rows)))
    found = database.rows("select queue_name from queue")
    assert sorted(str(name) for (name,) in found) == sorted(NAMES)
    assert report.n_quarantined == 0


def test_hostile_names_in_bad_rows_come_back_from_the_quarantine() -> None:
    rows: Rows = [
        {**DEFAULT["queue"][0], "queue_name": name, "core_count": -1} for name in NAMES
    ]
    database, report = loaded(world(queue=[*DEFAULT["queue"], *rows]))
    query = "select row_key, \"row\" ->> 'queue_name' from quarantine"
    found = database.rows(query)
    assert sorted(str(key) for key, _ in found) == sorted(NAMES)
    assert all(key == name for key, name in found)
    messages = [one.message for one in report.violations]
    assert all(len(one) < 300 and one.isprintable() for one in messages)


def test_hostile_column_and_table_names() -> None:
    source = world()
    names = [*NAMES, "rowid", "faulty", "value", "snapshot_part", "fault_row"]
    names = [name for name in names if name not in ("", "NULL", "nul\u0000sign")]
    for name in names:
        source = with_column(source, "task", name, pa.array(["x", "y"]))
        source[name] = source["task"]
    bad: pa.Array = pa.array([-1, 8])
    _, faulty = loaded(with_column(source, "queue", "core_count", bad))
    assert faulty.n_quarantined == 1
    _, faulty = loaded(with_column(source, "task", "core_count", pa.array(["8", "x"])))
    assert faulty.n_quarantined == 1
    database, report = loaded(source)
    assert contents(database) == contents(loaded(world())[0])
    unknown = {one.column for one in report.violations}
    assert unknown == set(names)


def test_hostile_keys_of_json_objects(tmp_path: Path) -> None:
    folder = write_lines(tmp_path, world())
    text = (folder / "task.jsonl").read_text()
    hostile = text.replace("{", '{"x\\"; drop table task": 1, "$.a\'b": [2], ', 1)
    (folder / "task.jsonl").write_text(hostile)
    database, report = loaded(folder)
    assert contents(database) == contents(loaded(world())[0])
    assert {one.kind for one in report.violations} == {"unknown_column"}


EXTREMES: dict[str, list[object]] = {
    "BIGINT": [None, -1, 0, 2**63 - 1, -(2**63)],
    "DOUBLE": [None, math.nan, math.inf, -math.inf, -1.0, 0.0, 1e308],
    "VARCHAR": [None, "", "x" * 1_000_000],
}


def keyed(table: Table, number: int) -> dict[str, object]:
    """Return a row of a table that has a key of its own."""
    kinds = table.column_types
    return {
        name: number if kinds[name] == "BIGINT" else str(number)
        for name in table.key
        if kinds[name] in ("BIGINT", "VARCHAR")
    }


def test_every_extreme_value_is_loaded_or_quarantined() -> None:
    """Each value in each column on its own, all of them in one snapshot."""
    rows: dict[str, Rows] = {}
    for table in tables().values():
        for column in table.columns:
            for value in EXTREMES.get(column.type, [None]):
                found = rows.setdefault(table.name, [])
                found.append({**keyed(table, len(found) + 10), column.name: value})
    source = {name: typed(name, each) for name, each in rows.items()}
    database, report = loaded(source, partial=True)
    query = "select table_name, count(*) from quarantine group by all"
    quarantined = {str(name): int(str(n)) for name, n in database.rows(query)}
    for name, each in rows.items():
        counts, n_quarantined = report.tables[name], quarantined.get(name, 0)
        assert database.count(name) == counts.n_loaded
        assert len(each) == counts.n_read == counts.n_loaded + n_quarantined, name


def test_no_number_that_is_not_finite_gets_in() -> None:
    rows: dict[str, Rows] = {}
    for table in tables().values():
        for column in (it.name for it in table.columns if it.type == "DOUBLE"):
            for value in (math.nan, math.inf, -math.inf):
                found = rows.setdefault(table.name, [])
                found.append({**keyed(table, len(found) + 10), column: value})
    source = {name: typed(name, each) for name, each in rows.items()}
    _, report = loaded(source, partial=True)
    assert {report.tables[name].n_loaded for name in rows} == {0}
