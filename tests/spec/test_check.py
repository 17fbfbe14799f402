"""The harness of the spec tests itself: what it draws, shows and refuses."""

from __future__ import annotations

import pytest

from tests.spec.check import Expected, Spec, both
from tests.spec.world import complete_world

QUEUE = "pledged_cpu: -1"
URGENT = "current_priority: 900"


@pytest.fixture
def opportunistic() -> Spec:
    return Spec("panda_job", "opportunistic")


def test_a_spec_sees_what_is_taken_and_what_is_not(opportunistic: Spec) -> None:
    queues = "queue_name: A | B, pledged_cpu: -1 | 0"
    opportunistic.check(queue=queues, task=URGENT, profile="page", expected={"A"})
    assert (opportunistic.n_hit, opportunistic.n_missed) == (1, 1)


@pytest.mark.parametrize(
    "expected",
    [
        {},
        {"Q": "another detail"},
        {(1, 0, "Q"), (2, 0, "Q")},
        both(page={"Q": "pledgedcpu -1"}, asrun={}),
    ],
)
def test_a_wrong_expectation_fails(opportunistic: Spec, expected: Expected) -> None:
    with pytest.raises(AssertionError):
        opportunistic.check(queue=QUEUE, task=URGENT, expected=expected)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"queues": "queue_name"}, "the snapshot has no table queues"),
        ({"queue": "queue_name | cores\nA | 1"}, "queue has no column cores"),
        ({"queue": "queue_name | status\nA"}, "2 cells wanted: A"),
    ],
)
def test_what_cannot_be_drawn(
    opportunistic: Spec, table: dict[str, str], message: str
) -> None:
    with pytest.raises(AssertionError, match=message):
        opportunistic.check(profile="page", expected={}, world=table)


def test_tests_do_not_see_each_other(opportunistic: Spec) -> None:
    opportunistic.check(queue=QUEUE, expected={})
    opportunistic.check(queue=QUEUE, input_chunk="use_scout: true", expected={"Q"})
    opportunistic.check(queue=QUEUE, expected={})
    opportunistic.check(expected={})
    opportunistic.check(queue=QUEUE, parameters={"HIGH_PRIO": 500}, expected={"Q"})
    opportunistic.check(queue=QUEUE, expected={})


def test_facts_are_told_by_their_grain(opportunistic: Spec) -> None:
    opportunistic.check_fact(
        "unified_queue",
        ["status", "n_cores"],
        queue="queue_name: A, core_count:",
        expected={("A",): ("online", 1), ("N",): ("online", 1)},
    )


def test_the_nucleus_is_no_candidate_unless_it_is_drawn(opportunistic: Spec) -> None:
    whole, nucleus = {(1, 0, "Q"): 900.0}, {(1, 0, "N"): 900.0}
    opportunistic.check_fact("memory", "need_mb", expected=whole)
    queue = "queue_name: N"
    opportunistic.check_fact("memory", "need_mb", queue=queue, expected=nucleus)


def test_weights_are_told_for_every_pair() -> None:
    Spec("panda_job", "load").check(job_stats="n_jobs: 9", expected={(1, 0, "Q"): 1.0})


def test_where_nuclei_are_chosen_tasks_wait_and_another_policy_speaks() -> None:
    Spec("panda_task", "job").check(
        asked_pair="pseudo_queue: Q, queue_name: Q, criterion: -cpucore",
        expected={(1, 0, "Q"): "no queue can run it: 1 × -cpucore"},
    )


def test_a_filter_and_a_weight_may_share_a_name() -> None:
    spec = Spec("panda_task", "space")
    spec.check(stage="weights", expected={(1, 0, "Q"): 1.0})
    spec.check(stage="filters", expected={})
    with pytest.raises(AssertionError, match="has 2 rules space"):
        spec.check(expected={})


@pytest.mark.parametrize(
    ("drawn", "free"),
    [
        (
            {"queue": "queue_name: A | B, space_free: 1 |"},
            {"A_DATADISK": "1", "B_DATADISK": None},
        ),
        (
            {"queue_endpoint": "ddm_endpoint_name: Q_LOGS, space_free: 5"},
            {"Q_DATADISK": "1000", "Q_LOGS": "5"},
        ),
    ],
)
def test_rows_draw_storage_that_follows_from_them(
    drawn: dict[str, str], free: dict[str, str | None]
) -> None:
    found = complete_world(drawn, "panda_job")["endpoint"]
    told = {row["ddm_endpoint_name"]: row["space_free"] for row in found}
    assert told == {**free, "N_DATADISK": "1000"}


def test_rows_draw_files_that_follow_from_them() -> None:
    world = complete_world({"task": "fsize: 7"}, "panda_job")
    assert [row["fsize"] for row in world["task_file"]] == ["7"]
