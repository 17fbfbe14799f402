"""Where there is nothing to tell, the true cause is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.calling import Outcome, call, demo_with, explained

TASK = 47110247
NO_TASKS, NO_QUEUES = "The snapshot has no tasks.", "The snapshot has no queues."


def without(folder: Path, *names: str) -> Path:
    """Return the demo with nothing in some tables."""
    return demo_with(folder, **dict.fromkeys(names, lambda _: ()))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("emptiness")


@pytest.fixture(scope="module")
def taskless(folder: Path) -> Path:
    work = ("task", "task_dataset", "task_file", "input_chunk", "job", "job_stats")
    return without(folder / "taskless", *work)


@pytest.fixture(scope="module")
def lean(folder: Path) -> Path:
    lacking = ("endpoint", "network_metric", "pilot_activity", "queue_lock")
    return without(folder / "lean", *lacking)


def asked(folder: Path, *options: str | int) -> Outcome:
    done = explained(folder, *options, "--no-changes")
    assert done.code == 0, done.err
    return done


def test_without_tasks_no_type_of_a_queue_is_blamed(taskless: Path) -> None:
    assert asked(taskless, "--queue", "PRAIRIE_GREEDY").lines[1:] == [NO_TASKS]
    lines = asked(taskless, "--criterion=-lowmemory").lines
    assert lines[-1] == NO_TASKS
    assert not any("pairs where" in line for line in lines)


def test_without_queues_none_rejects_a_task(folder: Path) -> None:
    queueless = without(folder / "queueless", "queue")
    told = asked(queueless, "--task", TASK)
    assert "no queue is a candidate" in told.lines[1]
    assert told.lines[-1] == NO_QUEUES
    assert "rejects" not in told.out
    assert asked(queueless, "--criterion=-lowmemory").lines[-1] == NO_QUEUES


def test_tasks_that_are_work_of_another_policy(folder: Path) -> None:
    """Without analysis, and without tasks that wait for a nucleus."""

    def of_production(rows: list[Any]) -> list[Any]:
        return [row for row in rows if row.get("nucleus")]

    production = demo_with(folder / "production", task=of_production)
    policy = ("--policy", "panda_task")
    head, told = asked(production, *policy, "--nucleus", "RHEINTAL-T1").lines
    assert head.startswith("nucleus RHEINTAL-T1")
    assert told.endswith("but no work of panda_task that is compared with nuclei.")
    user = call("explain", production, "--user", "nobody")
    assert user.code == 2
    assert user.err.splitlines() == ["error: this snapshot has no analysis tasks"]


def test_jobs_that_are_not_there(demo: Path, taskless: Path) -> None:
    policy = ("--policy", "panda_timeout")
    told = asked(demo, *policy, "--queue", "PRAIRIE_GREEDY")
    assert told.lines[-1] == "The snapshot has no jobs at PRAIRIE_GREEDY."
    told = asked(taskless, *policy, "--criterion", "TO-01")
    assert told.lines[-1] == "The snapshot has no jobs."


def test_missing_tables_are_named_with_what_reads_them(lean: Path) -> None:
    """Locks of queues may be none; a site without any endpoint is not there."""
    told = [
        "endpoint: missing, read by -disk, ",
        "network_metric: missing, read by -link_unusable, weight network, ",
        "pilot_activity: missing, read by -nopilot, ",
    ]
    queue = asked(lean, "--queue", "CEVENNES_UCORE").lines[-1]
    assert queue.startswith(f"Inputs: ! {told[0]}")
    task = asked(lean, "--task", TASK)
    pair = asked(lean, "--task", TASK, "--queue", "CEVENNES_UCORE")
    ran = call("run", lean, "--policy", "panda_job", "--task", TASK)
    for text in (queue, task.out, pair.out, ran.err):
        assert all(each in text for each in told)
        assert "queue_lock" not in text
    document = asked(lean, "--task", TASK, "--format", "json").json
    readers = {each["table"]: each["read_by"] for each in document["missing"]}
    assert list(readers) == ["endpoint", "network_metric", "pilot_activity"]
    assert "-dest_blacklisted" in readers["endpoint"]
    found = call("snapshot", "validate", lean, "--format", "json").json["rows"]
    messages = {
        row["table"]: row["message"] for row in found if row["kind"] == "missing_table"
    }
    assert set(messages) == set(readers)
    assert messages["endpoint"] == (
        "endpoint is missing or empty, though there are rows in queue and task"
    )
