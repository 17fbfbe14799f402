"""What loading refuses: told by run, explain and validate, never left out silently."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from tests.cli.calling import Outcome, call, demo_with, explained

TASK, CHUNK_TASK = 47110182, 47110299
QUEUE, ENDPOINT = "RHEINTAL_UCORE", "RHEINTAL-T1_DATADISK"
NEGATIVE = "{0} breaks its range {0} between 0 and {1} (-8)"
OF_TASK = NEGATIVE.format("core_count", "1e6")


def spoilt_row(
    key: str, value: object, **cells: object
) -> Callable[[list[Any]], list[Any]]:
    """Return what changes cells of the row with a value."""
    return lambda rows: [{**it, **cells} if it[key] == value else it for it in rows]


@pytest.fixture(scope="module")
def spoilt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a demo with a bad task, chunk, queue and status of an endpoint."""
    return demo_with(
        tmp_path_factory.mktemp("spoilt"),
        task=spoilt_row("jedi_task_id", TASK, core_count=-8),
        input_chunk=spoilt_row("jedi_task_id", CHUNK_TASK, ram_count=-8),
        queue=spoilt_row("queue_name", QUEUE, core_count=-8),
        endpoint=spoilt_row("ddm_endpoint_name", ENDPOINT, write_lan="PARTIAL"),
    )


@pytest.fixture(scope="module")
def done(
    spoilt: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Outcome, Path]:
    out = tmp_path_factory.mktemp("refused") / "out"
    return call("run", spoilt, "--policy", "panda_job", "--out", out), out


def test_run_counts_refused_tasks_as_failed(done: tuple[Outcome, Path]) -> None:
    told, out = done
    assert told.code == 0, told.err
    assert "-quarantined" in told.out
    found = pq.read_table(out / "result.parquet").to_pylist()  # pyright: ignore
    refused = {
        row["jedi_task_id"]: (row["status"], row["reason"])
        for row in found
        if row["criterion"] == "-quarantined"
    }
    assert refused == {
        TASK: ("failed", OF_TASK),
        CHUNK_TASK: ("failed", NEGATIVE.format("ram_count", "1e12")),
    }


def test_run_warns_of_an_unknown_status_once(done: tuple[Outcome, Path]) -> None:
    (line,) = [line for line in done[0].err.splitlines() if "PARTIAL" in line]
    assert "is none of ON, OFF and TEST" in line


def test_explain_tells_a_refused_task(spoilt: Path, done: tuple[Outcome, Path]) -> None:
    for place in (spoilt, done[1]):
        told = explained(place, "--policy", "panda_job", "--task", TASK)
        assert told.code == 0, told.err
        assert f"failed: -quarantined, {OF_TASK}" in told.out
        assert "refused while loading" in told.lines[0]
    as_json = explained(spoilt, "--task", TASK, "--format", "json")
    assert as_json.json["result"]["criterion"] == "-quarantined"


def test_explain_tells_a_refused_task_at_a_queue_and_a_refused_queue(
    spoilt: Path,
) -> None:
    pair = explained(spoilt, "--task", TASK, "--queue", "BRIMFUL_UCORE")
    assert pair.code == 2
    assert f"task {TASK} was compared with no queue: failed" in pair.err
    assert OF_TASK in pair.err
    for task in ((), ("--task", 47110429)):
        told = explained(spoilt, "--policy", "panda_job", *task, "--queue", QUEUE)
        assert told.code == 2
        assert f"queue {QUEUE} was refused while loading: {OF_TASK}" in told.err


def test_who_was_refused_is_told_by_the_criterion_and_a_run_of_it(
    spoilt: Path,
) -> None:
    told = explained(spoilt, "--policy", "panda_job", "--criterion", "-quarantined")
    assert told.code == 0, told.err
    assert str(TASK) in told.out
    told = call("run", spoilt, "--policy", "panda_job", "--task", TASK)
    assert told.code == 0, told.err
    assert f"failed: -quarantined, {OF_TASK}" in told.out


def test_a_setting_outside_its_range(demo: Path, tmp_path: Path) -> None:
    """As an option the fault is of the policy, as a row of gdp_config of the data."""
    told = "0 is outside the range of NQUEUED_SAT_CAP, >= 1"
    jobs = ("--policy", "panda_job")
    by_option = call("run", demo, *jobs, "--set", "NQUEUED_SAT_CAP=0")
    assert (by_option.code, by_option.out) == (4, "")
    assert f"--set NQUEUED_SAT_CAP: {told}" in by_option.err
    row = {
        **{"app": "jedi", "component": "jobbroker", "key": "NQUEUED_SAT_CAP"},
        **{"vo": "atlas", "type": "int", "value": "0"},
    }
    folder = demo_with(tmp_path, gdp_config=lambda rows: [*rows, row])
    by_row = call("run", folder, *jobs)
    assert (by_row.code, by_row.out) == (3, "")
    assert f"gdp_config jobbroker.NQUEUED_SAT_CAP: {told}" in by_row.err
    checked = call("snapshot", "validate", folder, "--format", "json")
    assert checked.code == 3
    (found,) = [row for row in checked.json["rows"] if row["severity"] == "error"]
    assert (found["kind"], found["table"]) == ("out_of_range", "gdp_config")


def test_refused_pilots_and_jobs_of_dirac(tmp_path: Path) -> None:
    job, pilot = 90412001, 1
    folder = demo_with(
        tmp_path,
        dirac_job=spoilt_row("job_id", job, cpu_time=-8),
        dirac_pilot=spoilt_row("seq", pilot, cpu_time=-8),
    )
    negative = NEGATIVE.format("cpu_time", "1e12")
    told = call("run", folder, "--policy", "dirac")
    assert told.code == 0, told.err
    assert f"1 pilot refused: {negative}" in told.out
    assert f"1 job refused: {negative}" in told.out
    by_pilot = explained(folder, "--policy", "dirac", "--pilot", str(pilot))
    assert by_pilot.code == 2
    assert f"pilot {pilot} was refused while loading: {negative}" in by_pilot.err
    by_job = explained(folder, "--policy", "dirac", "--job", str(job))
    assert by_job.code == 0, by_job.err
    assert negative in by_job.out


def test_a_weight_that_is_no_number_is_told(demo: Path) -> None:
    choice = ("--policy", "panda_job", "--set", "NW_QUEUE_IMPORTANCE=1e308")
    told = explained(demo, *choice, "--task", 47110000, "--no-changes")
    assert told.code == 0, told.err
    assert "nan" in told.out
    assert "-bad_weight: a factor is NULL, NaN or infinite" in told.out
    asked = ("--task", 47110000, "--no-changes", "--format", "json")
    document = explained(demo, *choice, *asked).json
    bad = [it for it in document["losers"] if it["criterion"] == "-bad_weight"]
    assert bad
    assert all(it["weight"] is None and it["rank"] is None for it in bad)
    assert all(it["weight"] > 0 for it in document["candidates"])
