"""Each kind of violation alone, with table, column, count and keys; then several."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

import pyarrow as pa
import pytest

from brokersql.core.errors import SnapshotError
from brokersql.snapshot import ValidationReport
from brokersql.snapshot import validate as validate_all
from tests.snapshot.build import (
    DEFAULT,
    NOON,
    Rows,
    World,
    kinds,
    loaded,
    with_column,
    without_column,
    world,
)


def queue(**changed: object) -> Rows:
    first, second = DEFAULT["queue"]
    return [{**first, **changed}, second]


def validate(source: World) -> ValidationReport:
    """Return what is wrong beside the tables that so small a world lacks."""
    report = validate_all(source)
    told = (each for each in report.violations if each.kind != "missing_table")
    return replace(report, violations=tuple(told))


def only(source: World) -> ValidationReport:
    report = validate(source)
    assert len(report.violations) == 1, kinds(report.violations)
    return report


def test_a_good_snapshot_has_no_violation() -> None:
    report = validate(world())
    assert report.violations == ()
    assert report.is_usable
    assert report.load.n_quarantined == 0


def test_missing_column() -> None:
    report = only(without_column(world(), "task", "status"))
    assert kinds(report.violations) == ["error missing_column task.status 1"]
    assert report.violations[0].message == "task.status is missing in table task"
    assert not report.is_usable


def test_unknown_column_with_a_suggestion() -> None:
    source = with_column(world(), "task", "core_cuont", pa.array([1, 2]))
    (one,) = only(source).violations
    assert kinds([one]) == ["warning unknown_column task.core_cuont 1"]
    assert one.message.endswith("is ignored: did you mean core_count?")


def test_unknown_column_like_no_other() -> None:
    (one,) = only(with_column(world(), "task", "zz", pa.array([1, 2]))).violations
    assert one.message == "task.zz is no column of the contract and is ignored"


@pytest.mark.parametrize(
    "values",
    [
        pa.array(["8c", "many"]),
        pa.array([[8], [8]]),
        pa.array([True, False]),
        pa.array([NOON, NOON]),
        pa.array([{"n": 1}, None]),
        pa.array([0.5, float("nan")]),
    ],
    ids=lambda values: str(values.type)[:20],
)
def test_wrong_type(values: pa.Array) -> None:
    report = only(with_column(world(), "task", "core_count", values))
    count = 2 - values.null_count
    expected = f"error wrong_type task.core_count {count}"
    assert kinds(report.violations) == [expected]
    with pytest.raises(SnapshotError, match=r"task\.core_count is not BIGINT"):
        loaded(with_column(world(), "task", "core_count", values))


def test_bad_value() -> None:
    source = with_column(world(), "task", "core_count", pa.array(["8", "8c"]))
    source = with_column(source, "task", "status", pa.array(["running", "running"]))
    one, note = validate(source).violations
    assert kinds([one]) == ["warning bad_value task.core_count 1"]
    assert one.keys == ("2",)
    assert one.message == "task.core_count is not BIGINT: 1 row ('8c' in 2)"
    assert kinds([note]) == ["note dangling_reference input_chunk.jedi_task_id 1"]


def test_a_fraction_is_no_integer_and_is_not_rounded() -> None:
    source = with_column(world(), "task", "core_count", pa.array([8.0, 2.5]))
    assert validate(source).violations[0].message.endswith("1 row ('2.5' in 2)")
    assert loaded(source)[0].rows("select core_count from task") == [(8,)]


def keys_of(source: World, kind: str, column: str) -> tuple[str, ...]:
    """Return the keys of the rows that break a column in a way; five at most."""
    found = [it for it in validate(source).violations if it.column == column]
    assert {one.kind for one in found} == {kind}, kinds(found)
    return tuple(key for one in found for key in one.keys)


#: Table and column; a value that fits and values that do not.
NO_VALUES = [
    (
        *("task", "core_count", "8"),
        ("", "0x1f", "1_000", "1e3", "9223372036854775808"),
    ),
    (
        *("task", "frozen_time", "2026-03-14 10:00"),
        ("yesterday", "2026-13-14", "12", "2026"),
    ),
    ("queue", "params", "{}", ("{bad", "", "[1")),
]


@pytest.mark.parametrize(("table", "column", "good", "texts"), NO_VALUES)
def test_a_text_that_only_looks_like_a_value_is_a_bad_value(
    table: str, column: str, good: str, texts: tuple[str, ...]
) -> None:
    """Each stands in a row of its own, behind one that is good."""
    key = "jedi_task_id" if table == "task" else "queue_name"
    names = range(len(texts) + 1) if table == "task" else "abcdef"[: len(texts) + 1]
    rows: Rows = [{key: name} for name in names]
    source = world(**{table: rows})
    source = with_column(source, table, column, pa.array([good, *texts]))
    expected = tuple(str(name) for name in names)[1:]
    assert keys_of(source, "bad_value", column) == expected


def test_a_json_column_holds_an_object() -> None:
    report = validate(world(queue=queue(params="[1]")))
    assert kinds(report.violations)[0] == "warning out_of_range queue.params 1"


def test_null_in_a_key() -> None:
    chunks: Rows = [*DEFAULT["input_chunk"], {"jedi_task_id": 1, "chunk_no": None}]
    (one,) = only(world(input_chunk=chunks)).violations
    assert kinds([one]) == ["warning bad_value input_chunk.chunk_no 1"]
    assert one.keys == ("1, NULL",)


def test_a_parameter_for_any_vo_has_no_vo() -> None:
    assert validate(world()).violations == ()


def test_duplicate_key_with_the_same_row_keeps_one() -> None:
    (one,) = only(world(queue=[*DEFAULT["queue"], DEFAULT["queue"][0]])).violations
    assert kinds([one]) == ["warning duplicate_key queue.queue_name 1"]
    assert (
        one.message == "queue.queue_name is repeated, with the same row: 1 row ('BNL')"
    )
    source = world(queue=[*DEFAULT["queue"], DEFAULT["queue"][0]])
    assert loaded(source)[1].tables["queue"].n_loaded == 2


def test_duplicate_key_with_different_rows_keeps_none() -> None:
    twins = [*DEFAULT["queue"], *queue(status="offline")[:1]]
    (one, *_) = validate(world(queue=twins)).violations
    assert kinds([one]) == ["warning duplicate_key queue.queue_name 2"]
    assert one.keys == ("BNL",)
    assert loaded(world(queue=twins))[0].rows("select queue_name from queue") == [
        ("CERN",)
    ]


def test_duplicate_key_with_null_in_it() -> None:
    (row,) = DEFAULT["gdp_config"]
    (one,) = only(world(gdp_config=[row, {**row, "value": "False"}])).violations
    assert kinds([one]) == [
        "warning duplicate_key gdp_config.app, component, key, vo 2"
    ]


def test_dangling_reference_leaves_the_row() -> None:
    rows: Rows = [*DEFAULT["queue_endpoint"]]
    rows.append({"queue_name": "BNL", "ddm_endpoint_name": "GONE", "scope": "default"})
    (one,) = only(world(queue_endpoint=rows)).violations
    place = "queue_endpoint.ddm_endpoint_name"
    assert kinds([one]) == [f"note dangling_reference {place} 1"]
    assert one.keys == ("GONE",)
    _, report = loaded(world(queue_endpoint=rows))
    assert report.tables["queue_endpoint"].n_loaded == 3


def test_dangling_reference_of_two_columns() -> None:
    dataset: Rows = [{"jedi_task_id": 1, "dataset_id": 5}]
    file = {"jedi_task_id": 1, "file_id": 9, "chunk_no": 0}
    files: Rows = [{**file, "dataset_id": 5}, {**file, "dataset_id": 6}]
    (one,) = only(world(task_dataset=dataset, task_file=files)).violations
    place = "task_file.jedi_task_id, dataset_id"
    assert kinds([one]) == [f"note dangling_reference {place} 1"]
    assert one.keys == ("1, 6",)


def queues(*changes: Mapping[str, object]) -> Rows:
    """Return queues 0, 1, … with changes."""
    first = DEFAULT["queue"][0]
    return [
        {**first, "queue_name": str(number), **each}
        for number, each in enumerate(changes)
    ]


def test_out_of_range() -> None:
    source = world(
        queue=queues(
            {"core_count": -1},
            {"max_rss": -5},
            {"max_rss": 2**63 - 1},
            {"pledged_cpu": -2},
            {"core_power": float("nan")},
            {"core_power": float("inf")},
        )
    )
    for column, keys in {
        "core_count": ("0",),
        "max_rss": ("1", "2"),
        "pledged_cpu": ("3",),
        "core_power": ("4", "5"),
    }.items():
        assert keys_of(source, "out_of_range", column) == keys


def test_in_range() -> None:
    rows = queues(
        {"pledged_cpu": -1},
        {"max_input_size": -1},
        {"max_rss": 0, "max_wdir": None, "min_rss": 0},
        {"transferring_limit": 0},
        {"type": "special", "status": "standby"},
    )
    report = validate(world(queue=[*DEFAULT["queue"], *rows]))
    assert {one.kind for one in report.violations} == {"queue_without_endpoint"}


def test_an_endpoint_status_is_kept_and_each_unknown_word_named_once() -> None:
    statuses = {"read_lan": "ON", "write_lan": "OFF", "read_wan": "TEST"}
    rows: Rows = [
        {"ddm_endpoint_name": "A", **statuses, "write_wan": None},
        {"ddm_endpoint_name": "B", "read_lan": "PARTIAL", "write_wan": "PARTIAL"},
        {"ddm_endpoint_name": "BNL_DISK", "read_wan": "PARTIAL"},
        {"ddm_endpoint_name": "C", "read_wan": "on"},
        {"ddm_endpoint_name": "D", "read_wan": ""},
    ]
    source = world(endpoint=rows)
    found = validate(source).violations
    columns = "read_lan, write_lan, read_wan, write_wan"
    kind = f"warning unknown_endpoint_status endpoint.{columns}"
    assert kinds(found) == [f"{kind} {n_rows}" for n_rows in (1, 1, 2)]
    text = "is none of ON, OFF and TEST: no ON on the page, not down in profile asrun"
    assert [each.message for each in found] == [
        f"endpoint.{columns} {text}: {rows}"
        for rows in ("1 row ('' in D)", "1 row ('on' in C)", "2 rows ('PARTIAL' in B)")
    ]
    assert loaded(source)[1].tables["endpoint"].n_loaded == 5


def test_percentages_end_at_a_hundred() -> None:
    level = {"queue_name": "BNL", "cpu_architecture_level": "x86-64-v3"}
    for number, n_violations in ((100.0, 0), (100.5, 1)):
        rows: Rows = [{**level, "pct_within_queue": number}]
        report = validate(world(queue_cpu_level=rows))
        assert len(report.violations) == n_violations


def test_no_snapshot_row() -> None:
    report = only(world(snapshot=[]))
    assert kinds(report.violations) == ["error no_snapshot_row snapshot. 0"]


def test_several_snapshot_rows() -> None:
    (row,) = DEFAULT["snapshot"]
    report = only(world(snapshot=[row, {**row, "snapshot_id": "s2"}]))
    assert kinds(report.violations) == ["error several_snapshot_rows snapshot. 2"]


def test_a_snapshot_without_time() -> None:
    report = only(world(snapshot=[{"snapshot_id": "s1"}]))
    assert kinds(report.violations) == ["error bad_value snapshot.snapshot_time 1"]


def test_no_queue() -> None:
    report = validate(world(queue=[]))
    assert kinds(report.of("error")) == ["error no_queue queue. 1"]


@pytest.mark.parametrize(
    ("table", "row"),
    [
        ("job", {"panda_id": 1}),
        ("dirac_job", {"job_id": 1}),
        ("dirac_pilot", {"seq": 1}),
        ("network_metric", {"src_site": "A", "dst_site": "B", "key": "AGIS_closeness"}),
    ],
)
def test_what_has_no_tasks_needs_no_queue(table: str, row: dict[str, object]) -> None:
    source = {name: world()[name] for name in ("snapshot",)}
    source[table] = world(**{table: [row]})[table]
    assert validate(source).is_usable


def test_both_vo_and_null_config() -> None:
    (row,) = DEFAULT["gdp_config"]
    (one,) = only(world(gdp_config=[row, {**row, "vo": "atlas"}])).violations
    assert kinds([one]) == ["warning both_vo_and_null_config gdp_config.vo 1"]
    assert one.keys == ("jedi, jobbroker, NW_ACTIVE",)


def test_a_config_of_another_vo_is_no_matter() -> None:
    (row,) = DEFAULT["gdp_config"]
    assert validate(world(gdp_config=[row, {**row, "vo": "cms"}])).violations == ()


def test_task_without_chunk() -> None:
    chunks: Rows = [{"jedi_task_id": 2, "chunk_no": 1}]
    (one,) = only(world(input_chunk=chunks)).violations
    assert kinds([one]) == ["warning task_without_chunk task.status 1"]
    assert one.keys == ("2",)


@pytest.mark.parametrize(("minutes", "n_violations"), [(59, 0), (60, 1), (61, 1)])
def test_stale_network_metric(minutes: int, n_violations: int) -> None:
    (row,) = DEFAULT["network_metric"]
    rows: Rows = [{**row, "ts": NOON - timedelta(minutes=minutes)}]
    report = validate(world(network_metric=rows))
    expected = ["note stale_network_metric network_metric.ts 1"] * n_violations
    assert kinds(report.violations) == expected


@pytest.mark.parametrize(("minutes", "n_rows"), [(59, 0), (60, 1)])
def test_times_after_the_snapshot(minutes: int, n_rows: int) -> None:
    """Clocks that differ by a little are usual, zones differ by an hour or more."""
    (row,) = DEFAULT["network_metric"]
    late = NOON + timedelta(minutes=minutes)
    jobs: Rows = [
        {"panda_id": 1, "creation_time": NOON, "modification_time": late},
        {"panda_id": 2, "creation_time": NOON},
    ]
    report = validate(world(network_metric=[{**row, "ts": late}], job=jobs))
    times = "creation_time, modification_time, state_change_time, start_time, end_time"
    expected = {
        f"warning future_job job.{times} 1": ("1",),
        "warning future_network_metric network_metric.ts 1": ("BNL, CERN",),
    }
    assert dict(
        zip(
            kinds(report.violations), (it.keys for it in report.violations), strict=True
        )
    ) == (expected if n_rows else {})
    assert report.load.n_quarantined == 0


def test_values_that_cannot_be_right() -> None:
    changed = queue(core_count=None, max_time=0)
    report = validate(
        world(queue=changed, queue_endpoint=DEFAULT["queue_endpoint"][1:])
    )
    assert kinds(report.violations) == [
        "note null_core_count queue.core_count 1",
        "note zero_max_time queue.max_time 1",
        "note queue_without_endpoint queue.queue_name 1",
    ]
    assert {one.keys for one in report.violations} == {("BNL",)}


def test_the_state_of_a_nucleus() -> None:
    """V54: what its source does not give counts as ACTIVE; its first queue tells."""
    first, second = DEFAULT["queue"]
    row = {**first, "role": "nucleus", "site_name": "N"}
    states = (None, "ACTIVE", "DISABLED")
    rows: Rows = [
        {**row, "queue_name": f"N{number}", "site_state": state}
        for number, state in enumerate(states)
    ]
    known = {**row, "site_name": "M", "queue_name": "M1", "site_state": "ACTIVE"}
    off = {**row, "site_name": "O"}
    rows += [
        {**off, "queue_name": "O1", "site_state": None},
        {**off, "queue_name": "O2", "site_state": "DISABLED"},
    ]
    satellite = {**second, "queue_name": "S", "role": "satellite", "site_state": None}
    report = validate(world(queue=[*DEFAULT["queue"], *rows, known, satellite]))
    told = [each for each in report.violations if "site_state" in each.kind]
    assert kinds(told) == [
        "note differing_site_state queue.site_state 2",
        "note null_site_state queue.site_state 2",
    ]
    assert [each.keys for each in told] == [("N", "O"), ("N0", "O1")]


def test_a_snapshot_of_no_vo() -> None:
    row = {**DEFAULT["snapshot"][0], "vo": None}
    report = only(world(snapshot=[row]))
    assert kinds(report.violations) == ["warning null_vo snapshot.vo 1"]
    assert report.is_usable


def test_odd_names_are_told_and_stay() -> None:
    names = (" BNL", "BNL\n", "B\u202eNL", "e\u0301", "\u200dBNL")
    rows = queues(*({"queue_name": name} for name in names))
    report = validate(world(queue=[*DEFAULT["queue"], *rows]))
    assert "note odd_name queue.queue_name 5" in kinds(report.violations)
    assert report.load.tables["queue"].n_loaded == 7


def test_a_file_whose_name_is_nearly_that_of_a_table() -> None:
    source = {**world(), "tasks": world()["task"], "expected": world()["task"]}
    (one,) = only(source).violations
    assert one.message == "table tasks is ignored: did you mean task?"


def test_several_at_once_with_the_first_five_keys() -> None:
    bad: Rows = [
        {"jedi_task_id": number, "core_count": -number} for number in range(10, 20)
    ]
    source = world(task=[*DEFAULT["task"], *bad], queue=queue(max_time=0), snapshot=[])
    source = with_column(source, "endpoint", "extra", pa.array([1]))
    source = without_column(source, "gdp_config", "vo")
    report = validate(source)
    assert kinds(report.violations) == [
        "error missing_column gdp_config.vo 1",
        "warning unknown_column endpoint.extra 1",
        "warning out_of_range task.core_count 10",
        "note zero_max_time queue.max_time 1",
    ]
    assert report.violations[2].keys == ("10", "11", "12", "13", "14")


def test_one_error_stands_for_all_that_makes_a_run_impossible() -> None:
    source = without_column(world(snapshot=[]), "task", "status")
    source = with_column(source, "queue", "max_rss", pa.array(["a", "b"]))
    source = without_column(source, "gdp_config", "vo")
    source = without_column(source, "gdp_config", "app")
    with pytest.raises(SnapshotError) as caught:
        loaded(source)
    assert caught.value.exit_code == 3
    head, items, hint = caught.value.lines()
    assert head == "the given tables: 4 violations make it unusable"
    assert items.count("·") == 3
    assert items.endswith("and 1 more")
    assert hint == "  all of them with keys: brokersql.snapshot.validate(tables)"
