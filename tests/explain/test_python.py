"""The Python interface: `import brokersql`, tables as Arrow, errors by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import brokersql


def test_public_names() -> None:
    assert set(brokersql.__all__) <= set(dir(brokersql))
    assert all(getattr(brokersql, name) for name in brokersql.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        brokersql.nothing  # noqa: B018  # pyright: ignore


def test_a_snapshot_says_what_it_is(demo: Path) -> None:
    snapshot = brokersql.Snapshot.open(str(demo))
    unread = repr(snapshot).splitlines()
    assert unread[0] == f"Snapshot of {demo}"
    assert unread[1].startswith("39 tables, not loaded yet: account_usage, ")
    assert unread[2] == "unchanged"
    cycle = brokersql.run(snapshot, "panda_job_hint", seed=7)
    head, rows, changes = repr(snapshot).splitlines()
    assert head == f"Snapshot demo of 2026-03-17 09:30:00 UTC, from {demo}"
    assert rows.startswith("39 tables, 3,068 rows: job_stats 1,276, network_metric 512")
    assert changes == "unchanged"
    assert repr(cycle).splitlines() == [
        "Cycle of panda_job_hint (page), seed 7 · snapshot demo",
        "decides nothing: it answers policies that ask it",
        "tables: criterion",
    ]
    change = "queue:PRAIRIE_GREEDY.max_rss=5"
    cell = repr(brokersql.Explainer(snapshot, update=[change])).splitlines()
    assert (cell[0], cell[3]) == ("Explainer of panda_job", f"changed: {change}")
    cut = snapshot.rewritten(["delete from queue where false"])
    assert repr(cut).endswith("changed: 1 script")


def test_a_story_says_what_it_is_about(
    cycle: brokersql.Cycle, matching: brokersql.Cycle
) -> None:
    stories = (
        cycle.explain(task=47110182),
        cycle.explain(task=47110182, queue="DUNMORE_UCORE"),
        cycle.explain(queue="PRAIRIE_GREEDY"),
        cycle.explain(criterion="-disk"),
        matching.explain(pilot="aardorf-short-1"),
        matching.explain(job=90412015),
    )
    for story in stories:
        head, said, more = repr(story).splitlines()
        lines = str(story).splitlines()
        assert head == f"{type(story).__name__} of {lines[0]}"
        assert said.partition(": ")[2] or said in str(story)
        assert f"all {len(lines)} lines" in more
    assert repr(stories[0]).splitlines()[1].startswith("pending: ")


def test_a_cycle_says_what_it_decided(
    cycle: brokersql.Cycle, matching: brokersql.Cycle, demo: Path
) -> None:
    timeouts = brokersql.run(str(demo), "panda_timeout", seed=7)
    said = [repr(each).splitlines() for each in (cycle, matching, timeouts)]
    assert [len(lines) for lines in said] == [3, 3, 3]
    assert said[0][0] == "Cycle of panda_job (page), seed 7 · snapshot demo"
    assert [lines[1] for lines in said] == [
        "45 tasks, 42 queues: 42 assigned, 3 pending",
        "47 pilots, 16 task queues: 40 served, 4 unserved, 3 refused",
        "35 jobs: 7 fail, 10 kill, 5 reassign, 1 exempt",
    ]
    assert said[2][2] == "tables: criterion, action"


def test_dir_names_what_there_is_to_ask(
    cycle: brokersql.Cycle, matching: brokersql.Cycle
) -> None:
    for each in (cycle, matching, cycle.snapshot):
        names = dir(each)
        assert [name for name in names if name.startswith("_")] == []
        assert all(getattr(each, name) is not None for name in names)
    assert {"candidate", "explain", "sql"} <= set(dir(cycle))
    assert not {"match", "action", "stage", "database", "clock"} & set(dir(cycle))
    assert {"match", "task_queue"} <= set(dir(matching))
    assert not {"source", "load_into"} & set(dir(cycle.snapshot))


def frame_of(table: pa.Table, library: str) -> Any:
    made_by = pytest.importorskip(library, reason=f"{library} is not installed")
    return table.to_pandas() if library == "pandas" else made_by.DataFrame(table)


def test_what_is_no_table_is_an_error_by_name(cycle: brokersql.Cycle) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    mixed = pandas.DataFrame({"queue_name": ["A", "B"], "max_rss": [1, "lots"]})
    for given, message in (
        ({"queue": mixed}, "table queue: cannot be read as Arrow: .*column max_rss"),
        ({"queue": [{"queue_name": "A"}]}, "table queue: is a list, which is no table"),
        (None, "a snapshot is a path or Arrow tables by name, no NoneType"),
    ):
        with pytest.raises(brokersql.SnapshotError, match=message):
            brokersql.Snapshot.open(given)  # pyright: ignore[reportArgumentType]


def test_a_cycle_says_which_rows_are_left_out(cycle: brokersql.Cycle) -> None:
    power = "if(queue_name = 'PRAIRIE_GREEDY', 'inf', core_power) as core_power"
    given = {
        "snapshot": cycle.sql("from main.snapshot"),
        "queue": cycle.sql(f"select * replace ({power}) from main.queue"),
    }
    hint = brokersql.run(given, "panda_job_hint")
    assert repr(hint).splitlines()[3] == "left out as faulty: 1 row of queue"
    assert "left out as faulty: 1 row of queue" in hint._repr_html_()
    first, *_, last = hint.warnings
    assert first.startswith("queue.core_power")
    assert last.startswith("41 rows carry a value that cannot be right")


def test_a_misspelt_table_is_named(cycle: brokersql.Cycle) -> None:
    names = {"snapshot": "snapshot", "queue": "queue", "dataset_replicas": "queue"}
    given = {name: cycle.sql(f"from main.{held}") for name, held in names.items()}
    told = brokersql.run(given, "panda_job_hint").warnings
    text = "table dataset_replicas is ignored: did you mean dataset_replica?"
    assert text in told


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frames_go_in_and_out(library: str, cycle: brokersql.Cycle) -> None:
    held = (name for name, n_rows in cycle.snapshot.tables.items() if n_rows)
    given = {name: frame_of(cycle.sql(f'from main."{name}"'), library) for name in held}
    again = brokersql.Snapshot.open(given)
    decided = brokersql.run(again, seed=7)
    assert again.content_hash == cycle.snapshot.content_hash
    for name in cycle.kept_tables:
        table = getattr(decided, name)
        assert table.equals(getattr(cycle, name)), name
        assert pa.table(frame_of(table, library)).cast(table.schema).equals(table), name


def test_tables_are_those_of_a_run(cycle: brokersql.Cycle, run_folder: Path) -> None:
    for name in ("result", "candidate", "weighed", "exclusion", "verdict", "funnel"):
        table = getattr(cycle, name)
        assert isinstance(table, pa.Table)
        assert table.equals(pq.read_table(run_folder / f"{name}.parquet")), name


def test_queries_see_results_facts_and_snapshot(cycle: brokersql.Cycle) -> None:
    before = cycle.exclusion
    counted = cycle.sql("select criterion, count(*) as n from exclusion group by all")
    assert sum(row["n"] for row in counted.to_pylist()) == before.num_rows
    joined = cycle.sql(
        "select count(*) as n from candidate "
        "inner join queue on candidate.unified_name = queue.queue_name"
    )
    assert joined.column("n").to_pylist() == [cycle.candidate.num_rows]
    assert cycle.sql("select count(*) from memory").num_rows == 1
    assert cycle.exclusion.equals(before)
    with pytest.raises(brokersql.UsageError, match="no table nix"):
        cycle.sql("from nix")


def test_queries_change_nothing(cycle: brokersql.Cycle) -> None:
    refused = {
        "update result set status = 'assigned'": "update is switched off",
        "with a as (from queue) delete from candidate": "delete is switched off",
        "set threads = 1": "set is switched off",
        "from result; from candidate": "2 statements in one call",
        "": "there is no query",
        "from (": "syntax error",
    }
    for query, message in refused.items():
        with pytest.raises(brokersql.UsageError, match=message):
            cycle.sql(query)
    (counted,) = cycle.sql("select count(*) as n from candidate").to_pylist()
    assert counted == {"n": cycle.candidate.num_rows}


def test_a_run_takes_settings_profile_and_tasks(demo: Path) -> None:
    cycle = brokersql.run(
        str(demo),
        policy="panda_job",
        set={"NW_ACTIVE": False, "status_set": ["online", "paused"]},
        profile="asrun",
        seed=3,
        tasks=[47110000],
    )
    assert cycle.result.column("jedi_task_id").to_pylist() == [47110000]
    assert (cycle.seed, cycle.parameters.profile) == (3, "asrun")
    assert cycle.parameters.scalar("status_set") == ("online", "paused")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        *(({"seed": seed}, "is no seed") for seed in ("7", 7.5, True, 2**63)),
        ({"policy": "nix"}, "no policy nix"),
        ({"policy": ["panda_job"]}, "a policy is a name or a folder, as text, no list"),
        ({"set": {"NIX": 1}}, "NIX"),
        ({"set": {"NW_ACTIVE": "perhaps"}}, "neither true nor false"),
        ({"profile": "nix"}, "nix"),
        ({"tasks": [1]}, "no task 1 "),
    ],
)
def test_wrong_calls(options: dict[str, Any], said: str, queues: Path) -> None:
    with pytest.raises(brokersql.UsageError, match=said):
        brokersql.run(str(queues), **options)


def test_pilots_and_waiting_jobs_are_explained(
    cycle: brokersql.Cycle, matching: brokersql.Cycle
) -> None:
    told = matching.explain(pilot="garonne-lost-1")
    assert "✗ refused: site masked and no CE" in str(told)
    assert str(matching.explain(pilot="38")) == str(told)
    waiting = matching.explain(job=90412001)
    assert str(waiting).startswith("job 90412001 · pheno_prod")
    assert waiting.document()["kind"] == "explain.job"
    with pytest.raises(brokersql.UsageError, match="say what to explain"):
        cycle.explain()
    with pytest.raises(brokersql.SnapshotError):
        brokersql.run("none")
    for wrong in (
        lambda: matching.explain(pilot="none"),
        lambda: matching.explain(task=47110000),
        lambda: cycle.explain(pilot="garonne-lost-1"),
        lambda: cycle.explain(job=90412001),
    ):
        with pytest.raises(brokersql.UsageError):
            wrong()


def test_facts_that_no_rule_reads_can_be_asked(cycle: brokersql.Cycle) -> None:
    """More than once, and beside results; others of the cycle stay as they are."""
    query = "select count(*) as n from task_size inner join result using (jedi_task_id)"
    for _ in range(2):
        assert cycle.sql(query).to_pylist() == [{"n": 45}]
    assert cycle.sql("select count(*) as n from task_class").to_pylist() == [{"n": 10}]
