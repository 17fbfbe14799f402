"""The harness of the spec tests itself: what it draws, shows and refuses."""

from __future__ import annotations

import pytest

from tests.spec.check import Spec, both
from tests.spec.world import complete_world


@pytest.fixture
def opportunistic() -> Spec:
    return Spec("panda_job", "opportunistic")


def test_a_spec_sees_what_is_taken_and_what_is_not(opportunistic: Spec) -> None:
    opportunistic.check(
        queue="""
            queue_name | pledged_cpu
            A          | -1
            B          | 0
        """,
        task="current_priority: 900",
        profile="page",
        expected={(1, 0, "A")},
    )
    assert (opportunistic.n_hit, opportunistic.n_missed) == (1, 1)


@pytest.mark.parametrize(
    "expected",
    [
        {},
        {(1, 0, "Q"): "another detail"},
        {(1, 0, "Q"), (2, 0, "Q")},
        both(page={(1, 0, "Q"): "pledgedcpu -1"}, asrun={}),
    ],
)
def test_a_wrong_expectation_fails(opportunistic: Spec, expected: object) -> None:
    with pytest.raises(AssertionError):
        opportunistic.check(
            queue="pledged_cpu: -1",
            task="current_priority: 900",
            expected=expected,  # pyright: ignore[reportArgumentType]
        )


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
    scouts = "use_scout: true"
    queue = "pledged_cpu: -1"
    opportunistic.check(queue=queue, expected={})
    opportunistic.check(queue=queue, input_chunk=scouts, expected={(1, 0, "Q")})
    opportunistic.check(queue=queue, expected={})
    opportunistic.check(expected={})
    opportunistic.check(
        queue=queue, parameters={"HIGH_PRIO": 500}, expected={(1, 0, "Q")}
    )
    opportunistic.check(queue=queue, expected={})


def test_facts_are_told_by_their_grain(opportunistic: Spec) -> None:
    opportunistic.check_fact(
        "unified_queue",
        ["status", "n_cores"],
        queue="queue_name: A, core_count:",
        expected={("A",): ("online", 1), ("N",): ("online", 1)},
    )
    opportunistic.check_fact("memory", "need_mb", expected={(1, 0, "Q"): 900.0})


def test_the_nucleus_is_no_candidate_unless_it_is_drawn(opportunistic: Spec) -> None:
    opportunistic.check_fact("memory", "need_mb", expected={(1, 0, "Q"): 900.0})
    opportunistic.check_fact(
        "memory", "need_mb", queue="queue_name: N", expected={(1, 0, "N"): 900.0}
    )


def test_weights_are_told_for_every_pair() -> None:
    Spec("panda_job", "load").check(job_stats="n_jobs: 9", expected={(1, 0, "Q"): 1.0})


def test_where_nuclei_are_chosen_tasks_wait_and_another_policy_speaks() -> None:
    spec = Spec("panda_task", "job")
    spec.check(
        asked_pair="pseudo_queue: Q, queue_name: Q, criterion: -cpucore",
        expected={(1, 0, "Q"): "no queue can run it: 1 × -cpucore"},
    )


def test_a_filter_and_a_weight_may_share_a_name() -> None:
    spec = Spec("panda_task", "space")
    spec.check(stage="weights", expected={(1, 0, "Q"): 1.0})
    spec.check(stage="filters", expected={})
    with pytest.raises(AssertionError, match="has 2 rules space"):
        spec.check(expected={})


def test_rows_draw_what_follows_from_them() -> None:
    drawn = {"queue": "queue_name: A | B, space_free: 1 |", "task": "fsize: 7"}
    world = complete_world(drawn, "panda_job")
    free = {row["ddm_endpoint_name"]: row["space_free"] for row in world["endpoint"]}
    assert free == {"A_DATADISK": "1", "B_DATADISK": None, "N_DATADISK": "1000"}
    assert [row["fsize"] for row in world["task_file"]] == ["7"]
    drawn = {"queue_endpoint": "ddm_endpoint_name: Q_LOGS, space_free: 5"}
    world = complete_world(drawn, "panda_job")
    free = {row["ddm_endpoint_name"]: row["space_free"] for row in world["endpoint"]}
    assert free == {"Q_DATADISK": "1000", "N_DATADISK": "1000", "Q_LOGS": "5"}
