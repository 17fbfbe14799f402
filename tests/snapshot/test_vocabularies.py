"""Words and values that cannot be meant are named with table, key and column."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import pytest

from brokersql.core.errors import SnapshotError, UsageError
from brokersql.snapshot import Snapshot, validate
from brokersql.snapshot.contract import RowCondition, Table, tables
from brokersql.snapshot.overlay import parse_change
from tests.snapshot.build import (
    DEFAULT,
    Rows,
    kinds,
    loaded,
    typed,
    world,
    write_lines,
    write_parquet,
)

VOCABULARIES = [
    (table, each) for table in tables().values() for each in table.ranges if each.words
]


def row_of(
    table: Table, number: int, vocabulary: RowCondition, word: object
) -> dict[str, object]:
    """Return a row with a key of its own, and a word."""
    kinds_of = {"BIGINT": number, "VARCHAR": f"k{number}"}
    row = {name: kinds_of.get(table.column_types[name]) for name in table.key}
    return {**row, vocabulary.text.partition(" ")[0]: word}


def test_every_word_of_a_vocabulary_is_known_and_no_other() -> None:
    source: dict[str, Rows] = {}
    expected: dict[str, int] = {}
    n_refused = 0
    for table, each in VOCABULARIES:
        if table.name == "snapshot":
            continue
        rows = source.setdefault(table.name, [])
        strange = ["zombie", f" {each.words[0]}", each.words[0].swapcase(), ""]
        column = each.text.partition(" ")[0]
        known = [*each.words, *([] if column in table.key else [None])]
        for word in (*known, *strange):
            rows.append(row_of(table, len(rows), each, word))
        kind = "unknown_value" if each.is_open else "out_of_range"
        expected[f"warning {kind} {table.name}.{column} {len(strange)}"] = 1
        n_refused += 0 if each.is_open else len(strange)
    given = {name: typed(name, rows) for name, rows in source.items()}
    _, report = loaded(given, partial=True)
    assert len(VOCABULARIES) > 30
    assert sorted(kinds(report.violations)) == sorted(expected)
    assert report.n_quarantined == n_refused == 12


#: Tables with what nothing reported before; what is said of each, with its keys.
STRANGE: dict[str, Rows] = {
    "queue": [
        {**DEFAULT["queue"][0], "status": "ONLINEISH", "role": "moon"},
        {**DEFAULT["queue"][1], "status": "online", "role": None},
    ],
    "task": [
        {"jedi_task_id": 1, "status": "zombie", "parent_tid": 1},
        {"jedi_task_id": 2, "status": "running", "parent_tid": 3},
        {"jedi_task_id": 3, "parent_tid": 4},
        {"jedi_task_id": 4, "parent_tid": 3},
        {"jedi_task_id": 5, "parent_tid": 1},
        {"jedi_task_id": 6, "parent_tid": 77},
    ],
    "job_stats": [{"queue_name": "BNL", "vo": "atlas", "job_status": "lost"}],
    "global_share": [
        {"name": "A", "parent": "B"},
        {"name": "B", "parent": "C"},
        {"name": "C", "parent": "A"},
        {"name": "alone", "parent": "alone"},
        {"name": "root", "parent": ""},
        {"name": "leaf", "parent": "root"},
    ],
    "resource_type": [
        {"resource_name": "MCORE", "min_core": 2, "max_core": 1},
        {"resource_name": "SCORE", "max_core": 1, "max_ram_per_core": 2000},
        {"resource_name": "HIMEM", "min_core": 1, "min_ram_per_core": 2000},
        {"resource_name": "MORE", "min_core": 2, "max_ram_per_core": 1999},
    ],
    "dirac_group": [{"group_name": "prod"}],
    "dirac_job": [
        {"job_id": 1, "owner_group": "prod", "status": "Waiting"},
        {"job_id": 2, "owner_group": "nobody", "status": "waiting"},
        {"job_id": 3},
    ],
    "dirac_pilot": [
        {"seq": 1, "owner_group": ["prod", "who"], "requester_group": "whom"},
    ],
}
NAMED = {
    "warning circle global_share.parent 3": ("A", "B", "C"),
    "warning circle task.parent_tid 3": ("2", "3", "4"),
    "warning out_of_range resource_type.max_core 1": ("MCORE",),
    "warning overlapping_resource_type resource_type."
    "min_core, max_core, min_ram_per_core, max_ram_per_core 1": ("HIMEM, SCORE",),
    "warning unknown_value dirac_job.status 1": ("2",),
    "warning unknown_value global_share.parent 1": ("alone",),
    "warning unknown_value job_stats.job_status 1": ("atlas, NULL, BNL",),
    "warning unknown_value queue.role 1": ("BNL",),
    "warning unknown_value queue.status 1": ("BNL",),
    "warning unknown_value task.status 1": ("1",),
    "note dangling_reference dirac_job.owner_group 1": ("nobody",),
    "note dangling_reference dirac_pilot.owner_group 1": ("who",),
    "note dangling_reference dirac_pilot.requester_group 1": ("whom",),
    "note dangling_reference global_share.parent 1": ("",),
    "note dangling_reference task.parent_tid 1": ("77",),
    "note own_parent task.parent_tid 1": ("1",),
}


def test_input_that_cannot_be_meant_is_named_with_table_key_and_column() -> None:
    source = world(**STRANGE)
    report = validate(source)
    found = [one for one in report.violations if one.kind != "missing_table"]
    assert dict(zip(kinds(found), (one.keys for one in found), strict=True)) == NAMED
    messages = {one.column: one.message for one in found if one.table == "queue"}
    assert messages["status"] == (
        "queue.status is none of online, offline, test, brokeroff, standby, paused: "
        "1 row ('ONLINEISH' in BNL); did you mean online?"
    )
    # the rows stay, but for a resource type that no work can be of
    assert report.load.tables["queue"].n_loaded == 2
    assert report.load.n_quarantined == 1
    change = parse_change("queue:CERN.status=onlien")
    assert Snapshot.open(source).changed([change]).report.tables["queue"].n_loaded == 2
    script = "update queue set status = 'onlien' where queue_name = 'CERN'"
    assert Snapshot.open(source).rewritten([script]).report.tables["queue"].n_read == 2
    with pytest.raises(
        UsageError, match=r"the contract refuses: resource_type\.max_core"
    ):
        wrong = "update resource_type set max_core = 0 where resource_name = 'MORE'"
        _ = Snapshot.open(source).rewritten([wrong]).report


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"schema_version": 1}, ""),
        (
            {"schema_version": 2},
            "snapshot.schema_version is none of 1: 1 row ('2' in s1)",
        ),
        ({"schema_version": 0}, "snapshot.schema_version is none of 1"),
        ({"snapshot_time": datetime(1970, 1, 1)}, ""),
        ({"snapshot_time": datetime(2199, 12, 31, 23, 59, 59)}, ""),
        ({"snapshot_time": datetime(1969, 12, 31, 23, 59)}, "snapshot_time breaks its"),
        ({"snapshot_time": datetime(2200, 1, 1)}, "snapshot.snapshot_time breaks its"),
        ({"snapshot_time": datetime(9999, 1, 1)}, "snapshot.snapshot_time breaks its"),
        ({"snapshot_id": None}, "snapshot.snapshot_id is NULL in a key"),
    ],
)
def test_a_snapshot_of_another_schema_or_age_is_refused(
    changed: dict[str, object], said: str
) -> None:
    row = {**DEFAULT["snapshot"][0], **changed}
    source = world(snapshot=[row])
    for partial in (False, True):
        if said:
            with pytest.raises(SnapshotError, match=r"snapshot\.") as caught:
                loaded(source, partial=partial)
            assert said in str(caught.value)
        else:
            loaded(source, partial=partial)


@pytest.mark.parametrize("name", ["queue", "task"])
def test_queues_without_tasks_and_tasks_without_queues_are_named(name: str) -> None:
    other = {"queue": "task", "task": "queue"}[name]
    jobs: Rows = [{"panda_id": 1, "queue_name": "BNL"}]
    found = validate(world(**{name: [], "job": jobs})).violations
    text = f"{name} is missing or empty, though there are rows in {other}"
    assert text in [one.message for one in found]


def test_a_name_that_stands_twice_in_an_object_refuses_its_row(tmp_path: Path) -> None:
    folder = write_lines(tmp_path, world())
    tasks = (folder / "task.jsonl").read_text()
    for line in (
        '{"jedi_task_id": 3, "status": "running", "status": "done"}',
        '{"jedi_task_id": 4, "jedi_task_id": 4, "status": "done"}',
        '{"jedi_task_id": 5, "x": {"a": 1}, "x": {"a": 2}}',
    ):
        (folder / "task.jsonl").write_text(f"{tasks}{line}\n")
        database, report = loaded(folder)
        assert report.tables["task"].n_loaded == 2
        (one,) = [it for it in report.violations if it.kind == "bad_value"]
        assert one.message.startswith("task: line has two values under one name: 1 row")
        ((kept,),) = database.rows('select "row" from quarantine')
        assert len(json.loads(str(kept), object_pairs_hook=list)) > 2
    # the name of another row, or within a value, is no second one
    (folder / "task.jsonl").write_text(tasks)
    assert loaded(folder)[1].n_quarantined == 0


def test_a_name_that_stands_twice_within_a_json_column_is_named(tmp_path: Path) -> None:
    queues = [
        {**DEFAULT["queue"][0], "queue_name": name, "params": text}
        for name, text in {
            "top": '{"a": 1, "b": 2, "a": 3}',
            "deep": '{"l": [{"a": 1}, {"b": {"x": 1, "x": 1}}]}',
            "fine": '{"l": [{"a": 1}, {"a": {"a": 1}}], "a.a": 1, "a": {"a": 1}}',
            "null": "null",
            "none": None,
        }.items()
    ]
    source = world(queue=queues)
    files = write_parquet(tmp_path / "a", source), write_lines(tmp_path / "b", source)
    for given in (source, *files):
        report = validate(given)
        found = [one for one in report.violations if one.kind == "repeated_name"]
        assert kinds(found) == ["warning repeated_name queue.params 2"]
        assert found[0].keys == ("deep", "top")
        assert report.load.tables["queue"].n_loaded == 5


def test_files_that_are_not_read_are_named(tmp_path: Path) -> None:
    folder = write_parquet(tmp_path / "snap", world())
    for name in ("queue.csv", "notes.txt", "task.parquet.bak", ".hidden", "_tmp"):
        (folder / name).write_text("x")
    (folder / "old").mkdir()
    (folder / "job").mkdir()
    (folder / "task.parquet").rename(folder / "job" / "part.parquet")
    (folder / "job").rename(folder / "task")
    (folder / "task" / "readme").write_text("x")
    (folder / "tasks.jsonl").write_text("{}")
    found = [one for one in validate(folder).violations if one.table in ("", "task")]
    assert kinds(found) == ["note stray_file . 6", "note unknown_table task. 1"]
    assert found[0].keys == (
        *("notes.txt", "old", "queue.csv", "task/readme", "task.parquet.bak"),
    )
    assert "notes.txt, old, queue.csv and 3 more: not read" in found[0].message


def test_a_range_is_open_where_it_ends_in_an_ellipsis() -> None:
    assert RowCondition.of("a in ('x', 'y z', …)") == RowCondition(
        "a in ('x', 'y z')", True
    )
    assert RowCondition.of("a <> b …") == RowCondition("a <> b", True)
    assert RowCondition.of("a between 1 and 2") == RowCondition("a between 1 and 2")
    assert RowCondition("a between 1 and 2").words == ()
    assert RowCondition("a in ('x', 'y z', 3)").words == ("x", "y z", "3")
    lists = [
        each.words
        for table, each in VOCABULARIES
        if table.name.endswith("job_stats") or table.name == "job"
        if each.text.startswith("job_status")
    ]
    assert len(lists) == 4 and len(set(lists)) == 1
