"""No row disappears: each is loaded, or stands in the quarantine with its reason."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from hypothesis import given, settings
from hypothesis import strategies as st

from brokersql.core.errors import SnapshotError
from tests.snapshot.build import (
    DEFAULT,
    Rows,
    contents,
    loaded,
    typed,
    with_column,
    world,
    write_lines,
    write_parquet,
)

QUARANTINE = 'select table_name, row_key, reason, "row" from quarantine order by all'

# Both a key with few values, so that duplicates happen, and values at every bound.
NUMBERS = st.one_of(
    st.none(),
    st.integers(-2, 3),
    st.sampled_from([10**6, 10**6 + 1, 2**63 - 1, -(2**63)]),
)
TEXTS = st.one_of(
    st.none(),
    st.integers(-1, 2).map(str),
    st.sampled_from(["", "x", "1.0", "1.5", "nan", " 2", "9" * 30, "\u0000"]),
)
FLOATS = st.one_of(
    st.none(), st.floats(0, 1), st.sampled_from([math.nan, math.inf, 1e308, -1.0])
)
KEYS = st.one_of(st.none(), st.integers(0, 3))


def test_the_quarantine_holds_row_key_reason_and_the_row() -> None:
    source = with_column(world(), "task", "core_count", pa.array(["8", "8c"]))
    database, report = loaded(source)
    ((table, key, reason, row),) = database.rows(QUARANTINE)
    assert (table, key, reason) == ("task", "2", "core_count is not BIGINT (8c)")
    assert json.loads(str(row))["core_count"] == "8c"
    assert report.tables["task"].n_quarantined == report.n_quarantined == 1


def test_a_row_with_two_faults_stands_there_once_with_both_reasons() -> None:
    bad: Rows = [{"jedi_task_id": 7, "core_count": -1, "ram_count": -1}]
    database, report = loaded(world(task=[*DEFAULT["task"], *bad]))
    ((_, key, reason, _),) = database.rows(QUARANTINE)
    assert key == "7"
    assert reason == (
        "core_count breaks its range core_count between 0 and 1e6 (-1); "
        "ram_count breaks its range ram_count between 0 and 1e12 (-1)"
    )
    assert [one.count for one in report.violations] == [1, 1]


def test_different_rows_with_one_key_all_leave() -> None:
    twins: Rows = [{"jedi_task_id": 7, "core_count": number} for number in (1, 2, 2)]
    database, report = loaded(world(task=[*DEFAULT["task"], *twins]))
    assert len(database.rows(QUARANTINE)) == 3
    assert report.tables["task"].n_loaded == 2


def test_a_line_that_is_not_json_stands_there_as_text(tmp_path: Path) -> None:
    folder = write_lines(tmp_path, world())
    with (folder / "task.jsonl").open("a") as file:
        file.write('{"jedi_task_id": 3,\n[1, 2]\n\n"task"\n')
    database, report = loaded(folder)
    assert report.tables["task"].n_loaded == 2
    rows = database.rows(QUARANTINE)
    assert {row[2] for row in rows} == {
        'line is not a JSON object ("{\\"jedi_task_id\\": 3,")',
        "line is not a JSON object ([1, 2])",
        'line is not a JSON object ("task")',
    }
    (one,) = report.violations
    assert one.message.startswith("task: line is not a JSON object: 3 rows (")


def test_an_object_is_no_text(tmp_path: Path) -> None:
    folder = write_lines(tmp_path, world())
    lines = (folder / "gdp_config.jsonl").read_text()
    row = json.loads(lines)
    row.update(key="OTHER", value={"a": 1})
    brackets = {**row, "key": "BRACKETS", "value": "[ALL]"}
    added = f"{lines}{json.dumps(row)}\n{json.dumps(brackets)}\n"
    (folder / "gdp_config.jsonl").write_text(added)
    database, report = loaded(folder)
    assert [one.keys for one in report.violations] == [
        ("jedi, jobbroker, OTHER, NULL",)
    ]
    query = "select value from gdp_config order by key"
    assert database.rows(query) == [("[ALL]",), ("True",)]


def test_faults_of_several_files_are_one_violation(tmp_path: Path) -> None:
    folder = write_parquet(tmp_path, world())
    (folder / "task.parquet").unlink()
    task = with_column(world(), "task", "core_count", pa.array(["8", "8c"]))["task"]
    task = task.append_column("extra", pa.array([1, 2]))
    for part in range(3):
        keys = pa.array([part * 2, part * 2 + 1])
        rows = with_column({"task": task}, "task", "jedi_task_id", keys)["task"]
        pq.write_table(rows, folder / f"task-{part}.parquet")
    _, report = loaded(folder)
    unknown, bad = sorted(report.violations, key=lambda one: one.kind, reverse=True)
    assert (unknown.kind, unknown.column) == ("unknown_column", "extra")
    assert bad.message == "task.core_count is not BIGINT: 3 rows ('8c' in 1)"
    assert bad.keys == ("1", "3", "5")


def test_one_bad_row_changes_no_other(tmp_path: Path) -> None:
    good = contents(loaded(world())[0])
    bad: Rows = [{"jedi_task_id": 3, "core_count": -1}]
    both = contents(loaded(world(task=[*DEFAULT["task"], *bad]))[0])
    assert both == good


@settings(max_examples=30)
@given(st.lists(st.fixed_dictionaries({"jedi_task_id": KEYS, "u": FLOATS}), max_size=8))
def test_rows_in_are_rows_loaded_and_rows_quarantined(rows: Rows) -> None:
    source = {"recorded_draw": typed("recorded_draw", rows)}
    database, report = loaded(source, partial=True)
    counts = report.tables["recorded_draw"]
    ((n_quarantined,),) = database.rows("select count(*) from quarantine")
    assert counts.n_read == len(rows)
    assert counts.n_quarantined == n_quarantined
    assert len(database.rows("select * from recorded_draw")) == counts.n_loaded


@settings(max_examples=15)
@given(
    st.lists(
        st.fixed_dictionaries(
            {"jedi_task_id": TEXTS, "core_count": TEXTS, "ram_count": NUMBERS}
        ),
        max_size=6,
    )
)
def test_order_and_form_of_the_rows_do_not_matter(rows: Rows) -> None:
    kinds = {"core_count": pa.string(), "ram_count": pa.int64()}
    whole = world(task=[{"jedi_task_id": None} for _ in rows])
    source = {"task": whole["task"]}
    for column in ("jedi_task_id", "core_count", "ram_count"):
        values = pa.array([row[column] for row in rows], kinds.get(column, pa.string()))
        source = with_column(source, "task", column, values)
    backwards = source["task"].take(pa.array(range(len(rows) - 1, -1, -1), pa.int64()))
    forms = [loaded_task(one) for one in (source, {**source, "task": backwards})]
    assert forms[0] == forms[1]
    if forms[0] is not None:
        assert sum(map(len, forms[0])) == len(rows)


def loaded_task(source: dict[str, pa.Table]) -> tuple[list[object], ...] | None:
    """Return the tasks and the quarantined rows; None where a type is wholly wrong."""
    try:
        database, _ = loaded(source, partial=True)
    except SnapshotError as error:
        assert "is not BIGINT" in str(error)
        return None
    tasks = database.rows("select * from task order by all")
    return ([*tasks], [*database.rows(QUARANTINE)])


def test_parquet_and_lines_quarantine_the_same_keys(tmp_path: Path) -> None:
    bad: Rows = [{"jedi_task_id": number, "core_count": -1} for number in (8, 9)]
    source = world(task=[*DEFAULT["task"], *bad])
    found = [
        loaded(folder)[0].rows("select table_name, row_key, reason from quarantine")
        for folder in (
            write_parquet(tmp_path / "p", source),
            write_lines(tmp_path / "l", source),
        )
    ]
    assert sorted(found[0]) == sorted(found[1])
    assert len(found[0]) == 2
